/** A kind whose lines lie in two lists: goods that are sold, and old material that is taken in for them. */
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { documentEvents, lineKey } from '../contracts/document.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { Quantity, WeightMg } from '../contracts/units.ts';
import { storedName, storedText } from '../contracts/values.ts';
import { wholeBy } from '../contracts/whole.ts';
import { problemsWritten } from '../contracts/stored-leaves.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk } from '../platform/testing/transfer-sample.ts';
import type { Custodian } from './custodian.ts';
import { attemptKey, type UserCommand } from './decider.ts';
import { openDocuments } from './documents.ts';
import { listed } from './lines.ts';
import type { LineEffect } from './plan.ts';
import { refuseBeyondRanges } from './ranges.ts';
import type { DocumentSpec } from './spec.ts';

const Header = z.object({ shopId: z.int() });
type Header = z.infer<typeof Header>;
const Line = z.discriminatedUnion('list', [
  z.object({ ...lineKey('goods'), barcode: storedName(), quantity: Quantity }),
  z.object({ ...lineKey('old'), fineness: storedName(), weightMg: WeightMg, remark: storedText().default('') }),
]);
type Line = z.infer<typeof Line>;
const OrderEvent = documentEvents('Order', Header, Line);

const spec: DocumentSpec<Header, Line> = {
  kind: 'sale',
  name: 'Order',
  lists: {
    goods: { path: 'orderGoodsList', field: 'barcode' },
    old: { path: 'orderOldList', field: 'fineness' },
  },
  values: { header: Header, line: Line },
  sums: [{ label: '合计件数', kind: 'documentPieces', of: (line) => (line.list === 'goods' ? line.quantity : 0) }],
  stream: (id) => `order-${id}`,
  parse: ({ type, data, meta }) => ({ ...OrderEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: () => '2026-11-10',
  dayField: 'orderAt',
  effectsOf: ({ shopId: place }, line): readonly LineEffect[] =>
    line.list === 'goods'
      ? [{ custodian: 'piece', id: line.barcode, role: 'out', quantity: line.quantity, place }]
      : [{ custodian: 'material', id: line.fineness, role: 'in', quantity: line.weightMg, place }],
  termsOf: (_header, { line }) => line,
};

let store: MemoryStore;
let asked: string[];
/** What the custodians will not do. */
let refusing: (what: string) => boolean;
const scribe = (name: string): Custodian => {
  const told = (what: string, id: string, terms?: unknown) => {
    asked.push(`${name} ${what} ${id}${terms === undefined ? '' : ` ${(terms as Line).list}`}`);
    return Promise.resolve(
      refusing(`${what} ${id}`) ? refuse('conflict', `${name}.no`, `${id}不行`) : { position: asked.length },
    );
  };
  return {
    reserve: ({ effect, terms }) => told('reserve', effect.id, terms),
    post: ({ effect, terms }) => told('post', effect.id, terms),
    claim: ({ effect, terms }) => told('claim', effect.id, terms),
    giveBack: ({ effect, terms }) => told('give back', effect.id, terms),
    release: ({ id }) => told('release', id),
  };
};
const documents = () =>
  openDocuments(spec, {
    store,
    custodians: { piece: scribe('piece'), material: scribe('material') },
    clock: () => NOW,
  });
const send = (command: UserCommand<Header, Line>) =>
  documents().command(7, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
const header = { shopId: 1 };
const goods = (lineId: string, barcode: string): Line => ({ list: 'goods', lineId, barcode, quantity: 1 });
const old = (lineId: string, fineness: string): Line => ({
  list: 'old',
  lineId,
  fineness,
  weightMg: 8_000,
  remark: '',
});
const LINES = [goods('0', 'A001'), goods('1', 'B002'), old('0', '足金'), old('1', '18K')];
const submit = { type: 'Submit', key: 'k1', header, lines: LINES } as const;
beforeEach(() => {
  store = new MemoryStore();
  asked = [];
  refusing = () => false;
});

test('each line asks its own custodian, and what is asked names list and line', async () => {
  await send(submit);
  const { data } = store.events.find(({ type }) => type === 'OrderSubmitted')!;
  expect(data['effects']).toMatchObject([
    { key: 'sale-7/v1/piece/A001', legs: [{ list: 'goods', lineId: '0', role: 'out', quantity: 1 }] },
    { key: 'sale-7/v1/piece/B002', legs: [{ list: 'goods', lineId: '1' }] },
    { key: 'sale-7/v1/material/足金', legs: [{ list: 'old', lineId: '0', role: 'in', quantity: 8_000 }] },
    { key: 'sale-7/v1/material/18K', legs: [{ list: 'old', lineId: '1' }] },
  ]);
  expect(new Set(asked)).toEqual(
    new Set([
      'material reserve 18K old',
      'material reserve 足金 old',
      'piece reserve A001 goods',
      'piece reserve B002 goods',
    ]),
  );
});
test('a problem stands at its line in its own list, in the order of the lines', async () => {
  refusing = (what) => ['reserve B002', 'reserve 18K'].includes(what);
  expect(await send(submit)).toMatchObject({
    code: 'piece.no',
    fields: [
      { path: 'orderGoodsList.1.barcode', message: 'B002不行' },
      { path: 'orderOldList.1.fineness', message: '18K不行' },
    ],
    data: {
      problems: [
        { list: 'goods', line: 1 },
        { list: 'old', line: 1 },
      ],
    },
  });
  const { data } = store.events.find(({ type }) => type === 'OrderRefused')!;
  expect(data['problems']).toMatchObject([
    { list: 'goods', lineId: '1', custodian: 'piece', id: 'B002' },
    { list: 'old', lineId: '1', custodian: 'material', id: '18K' },
  ]);
  expect(asked.filter((one) => one.includes('release'))).toHaveLength(4);
});
test('so do the blockers of a reversal, and what is repeated hears the same', async () => {
  await send(submit);
  await send({ type: 'Audit', key: 'k2', auditor: '李四', rowIds: [] });
  refusing = (what) => what === 'claim 足金';
  expect(await send({ type: 'Reverse', key: 'k3', reason: '错' })).toMatchObject({
    code: 'document.reversal_blocked',
    data: { blockers: [{ list: 'old', line: 0, barcode: '足金' }] },
  });
  refusing = () => false;
  await send({ type: 'Reverse', key: 'k4', reason: '错' });
  expect((await documents().load(7)).state).toMatchObject({ stage: 'pending', current: { lines: LINES } });
});
test('an edit of one list leaves the other as it is', async () => {
  await send(submit);
  asked = [];
  const lines = [goods('0', 'A001'), goods('1', 'B002'), old('1', '18K')];
  const done = await send({ type: 'Revise', key: 'k2', header, lines });
  expect(isRefusal(done) || done.state.current?.lines).toEqual(lines);
  expect(asked).toEqual(['material release 足金']);
});
test('a line keeps its id while it stands; another one gets an id that none had', () => {
  type Goods = Extract<Line, { list: 'goods' }>;
  const ids = (lines: readonly Goods[]) => lines.map(({ barcode, lineId }) => `${barcode} ${lineId}`);
  const of = (...barcodes: string[]) => barcodes.map((barcode) => ({ barcode, quantity: 1 }));
  const first = listed<Goods>('goods', of('A', 'B', 'C'));
  expect(ids(first)).toEqual(['A 0', 'B 1', 'C 2']);
  const second = listed<Goods>('goods', of('D', 'C', 'A'), { lines: first });
  expect(ids(second)).toEqual(['D 3', 'C 2', 'A 0']);
});
test('what a line was called that is gone is nobody else’s name, however many edits later', async () => {
  const send = (key: string, lines: readonly Line[]) =>
    documents().command(8, { type: 'Revise', key, header, lines }, { actor: actor(key) });
  await documents().command(8, { ...submit, lines: [goods('0', 'A001'), goods('4', 'B002')] }, { actor: actor('k1') });
  await send('k2', [goods('0', 'A001')]);
  await send('k3', [goods('0', 'A001'), old('2', '18K')]);
  const { current, lastLineIds } = (await documents().load(8)).state;
  const before = { lines: current?.lines ?? [], lastLineIds };
  expect([...lastLineIds]).toEqual([
    ['goods', 4],
    ['old', 2],
  ]);
  const next = listed<Extract<Line, { list: 'goods' }>>('goods', [{ barcode: 'D', quantity: 1 }], before as never);
  expect(next.map(({ lineId }) => lineId)).toEqual(['5']);
});
test('values beyond their range are told at their line, too; what a line left out is filled', () => {
  const beyond = { ...old('0', '足金'), weightMg: 10 ** 12 };
  expect(refuseBeyondRanges(spec, { header, lines: [goods('0', 'A001'), beyond] })).toMatchObject({
    fields: [{ path: 'orderOldList.0.fineness' }],
  });
  expect(problemsWritten(Line, beyond)).toHaveLength(1);
  expect(problemsWritten(Line, old('0', '足金'))).toEqual([]);
  const { remark: _, ...bare } = old('0', '足金') as Extract<Line, { list: 'old' }>;
  expect(wholeBy(z.array(Line))([bare, goods('0', 'A001')])).toEqual([old('0', '足金'), goods('0', 'A001')]);
});
