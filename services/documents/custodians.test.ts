/** Documents whose lines ask several custodians: who is asked what, in which order, and what becomes of the answers. */
import { beforeEach, expect, test } from 'vitest';
import type { LineEffect } from './plan.ts';
import { attemptKey, type UserCommand } from './decider.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk, header, line } from '../platform/testing/transfer-sample.ts';
import type { TransferHeader, TransferLine } from '../transfer/contract.ts';
import { transferDocument } from '../transfer/document.ts';
import type { Custodian } from './custodian.ts';
import { openDocuments, type Documents } from './documents.ts';
import type { DocumentSpec } from './spec.ts';

/** Each line moves a piece; what comes out of the category and goes into it lies in one box. */
const spec: DocumentSpec<TransferHeader, TransferLine> = {
  ...transferDocument,
  effectsOf: ({ outShopId: place }, { barcode, quantity, category, remark }): readonly LineEffect[] => [
    { custodian: 'piece', id: barcode, role: 'move', quantity, place },
    { custodian: 'box', id: category, role: remark === 'in' ? 'in' : 'out', quantity, place },
  ],
  termsOf: (_header, { effect, line: { name } }) => `${effect.id} of ${name}`,
};

let asked: string[];
let store: MemoryStore;
/** Writes down what it is asked; refuses to reserve what is called so. */
const scribe = (name: string): Custodian => {
  const heard =
    (what: string) => async (): Promise<{ position: number; outcome: { name: string; value: number }[] }> => {
      asked.push(`${name} ${what}`);
      return { position: 7, outcome: name === 'box' ? [{ name: 'costFen', value: 1200 }] : [] };
    };
  return {
    reserve: async ({ effect, terms, replaces }) =>
      effect.id === 'TAKEN'
        ? refuse('conflict', 'box.empty', '库存不足')
        : heard(`reserve ${effect.key} (${String(terms)})${replaces === null ? '' : ` for ${replaces}`}`)(),
    post: async ({ effect }) => {
      const answer = await heard(`post ${effect.key}`)();
      return name === 'box' ? answer : { position: answer.position };
    },
    claim: ({ effect, claimKey }) => heard(`claim ${effect.key} as ${claimKey}`)(),
    giveBack: ({ claimKey, backKey }) => heard(`giveBack ${claimKey} as ${backKey}`)(),
    release: ({ key, claimOf }) => heard(`release ${key}${claimOf === null ? '' : ` of ${claimOf}`}`)(),
  };
};
const open = (on: EventStore, ...names: readonly string[]): Documents<TransferHeader, TransferLine> =>
  openDocuments(spec, {
    store: on,
    custodians: Object.fromEntries(names.map((name) => [name, scribe(name)])),
    clock: () => NOW,
  });
const key = (name: string): string => attemptKey(clerk.id, name);
const submit = (...lines: readonly TransferLine[]): UserCommand<TransferHeader, TransferLine> => ({
  type: 'Submit',
  key: key('k1'),
  header,
  lines,
});
const send = (command: UserCommand<TransferHeader, TransferLine>, ...names: readonly string[]) =>
  open(store, ...names).command(1, command, { actor: actor(command.key.slice(2)) });
beforeEach(() => {
  asked = [];
  store = new MemoryStore();
});

const ring = (barcode: string, quantity: number, remark = ''): TransferLine => ({ ...line(barcode, quantity), remark });
const eventOf = (type: string) => store.events.find((event) => event.type === type)?.data;

test('lines that touch one thing are one effect with all their legs, what arrives first', async () => {
  await send(submit(ring('B', 1), ring('A', 2, 'in')), 'piece', 'box');
  expect(eventOf('TransferSubmitted')?.['effects']).toEqual([
    {
      key: 'transfer-1/v1/piece/B',
      custodian: 'piece',
      id: 'B',
      legs: [{ list: 'goods', lineId: 'B', role: 'move', quantity: 1 }],
    },
    {
      key: 'transfer-1/v1/box/戒指',
      custodian: 'box',
      id: '戒指',
      legs: [
        { list: 'goods', lineId: 'A', role: 'in', quantity: 2 },
        { list: 'goods', lineId: 'B', role: 'out', quantity: 1 },
      ],
    },
    {
      key: 'transfer-1/v1/piece/A',
      custodian: 'piece',
      id: 'A',
      legs: [{ list: 'goods', lineId: 'A', role: 'move', quantity: 2 }],
    },
  ]);
  expect(asked).toEqual([
    'box reserve transfer-1/v1/box/戒指 (戒指 of 足金戒指)',
    'piece reserve transfer-1/v1/piece/A (A of 足金戒指)',
    'piece reserve transfer-1/v1/piece/B (B of 足金戒指)',
  ]);
});

test('what only the posting knows is kept with it; the reversal goes the same way back', async () => {
  await send(submit(ring('A', 1)), 'piece', 'box');
  await send({ type: 'Audit', key: key('k2'), auditor: '李四', rowIds: [900] }, 'piece', 'box');
  expect(eventOf('TransferPosted')).toEqual({
    documentId: 1,
    version: 1,
    outcomes: [{ key: 'transfer-1/v1/box/戒指', figures: [{ name: 'costFen', value: 1200 }] }],
  });
  asked = [];
  await send({ type: 'Reverse', key: key('k3'), reason: '错' }, 'piece', 'box');
  expect(asked).toEqual([
    'box claim transfer-1/v1/box/戒指 as transfer-1/u2/box/戒指',
    'piece claim transfer-1/v1/piece/A as transfer-1/u2/piece/A',
    'box giveBack transfer-1/u2/box/戒指 as transfer-1/v2/box/戒指',
    'piece giveBack transfer-1/u2/piece/A as transfer-1/v2/piece/A',
  ]);
});

test('an edit asks for what changed only, and says what that stands in for', async () => {
  await send(submit(ring('A', 1), ring('B', 1)), 'piece', 'box');
  asked = [];
  const lines = [ring('B', 1), ring('A', 3)];
  await send({ type: 'Revise', key: key('k2'), header, lines }, 'piece', 'box');
  expect(asked).toEqual([
    'box reserve transfer-1/v2/box/戒指 (戒指 of 足金戒指) for transfer-1/v1/box/戒指',
    'piece reserve transfer-1/v2/piece/A (A of 足金戒指) for transfer-1/v1/piece/A',
    'box release transfer-1/v1/box/戒指',
    'piece release transfer-1/v1/piece/A',
  ]);
});

test('what one custodian refuses, all let go; the line is named', async () => {
  const refused = await send(submit(ring('A', 1), { ...ring('B', 1), category: 'TAKEN' }), 'piece', 'box');
  expect(refused).toMatchObject({
    code: 'box.empty',
    message: 'TAKEN：库存不足',
    fields: [{ path: 'bizGoodsList.1.barcode', message: '库存不足' }],
  });
  expect(eventOf('TransferRefused')?.['problems']).toEqual([
    { list: 'goods', lineId: 'B', custodian: 'box', id: 'TAKEN', code: 'box.empty', message: '库存不足' },
  ]);
  expect(asked.filter((one) => one.includes('release'))).toHaveLength(4);
});

test('a custodian that nobody registered is a fault, and the document waits for it', async () => {
  await expect(send(submit(ring('A', 1)), 'piece')).rejects.toThrow('no custodian is called box');
  const done = await open(store, 'piece', 'box').resume(1);
  expect(isRefusal(done) || done.state.stage).toBe('pending');
});
