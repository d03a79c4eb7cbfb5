/** An inspection opens returns at its audit and takes them back with its 反审核: cut after any append, all of it or nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Opening } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { goodsStream, type InspectionResult } from '../goods/contract.ts';
import { pieceCustodian } from '../goods/custodian.ts';
import { createPieces, goodsRecipient } from '../goods/pieces.ts';
import { sampleReceipt } from '../goods/sample.ts';
import { freeIn, type GoodsState } from '../goods/state.ts';
import type { InspectionHeader, InspectionLine } from '../inspection/contract.ts';
import { inspectionDocument } from '../inspection/document.ts';
import type { SupplierReturnHeader, SupplierReturnLine } from '../supplier-return/contract.ts';
import { supplierReturnDocument } from '../supplier-return/document.ts';
import { openedSupplierReturns } from '../supplier-return/openings-of-inspection.ts';
import { handle, loadState } from '../platform/streams/handle.ts';
import { Crash, MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk } from '../platform/testing/transfer-sample.ts';
import { attemptKey, type UserCommand } from './decider.ts';
import { openDocuments } from './documents.ts';
import { openingsDesk, registerOpened } from './openings.ts';

const INSPECTION = 10_001;
const FIRST_RETURN = 10_100;
const [ENABLED, OTHER, DISABLED, GONE] = [3, 4, 8, 9];
/** By barcode: who delivered it, how many, and what the inspection says of how many. */
const PIECES: Readonly<Record<string, { supplier: number; num: number; judged: number; result: InspectionResult }>> = {
  A001: { supplier: ENABLED, num: 1, judged: 1, result: 'supplier' },
  B002: { supplier: OTHER, num: 1, judged: 1, result: 'supplier' },
  C003: { supplier: DISABLED, num: 1, judged: 1, result: 'supplier' },
  D004: { supplier: GONE, num: 1, judged: 1, result: 'supplier' },
  GOOD: { supplier: ENABLED, num: 1, judged: 1, result: 'passed' },
  LOT5: { supplier: ENABLED, num: 5, judged: 2, result: 'supplier' },
  MELT: { supplier: ENABLED, num: 1, judged: 1, result: 'melt' },
};
const BARCODES = Object.keys(PIECES);
const header: InspectionHeader = {
  shopId: 1,
  inspectedOn: '2026-11-10',
  inspector: '周敏',
  pictures: [],
  remark: '',
  saleId: null,
};
const lineOf = (barcode: string, index: number, result = PIECES[barcode]!.result): InspectionLine => ({
  list: 'goods',
  lineId: String(index),
  barcode,
  goodsId: 1,
  name: '足金戒指',
  category: '戒指',
  quantity: PIECES[barcode]!.judged,
  netWeightMg: 3215,
  result,
  note: result === 'passed' ? '' : `${barcode}有砂眼`,
});
const lines = BARCODES.map((barcode, index) => lineOf(barcode, index));
type Command = UserCommand<InspectionHeader, InspectionLine>;
type ReturnCommand = UserCommand<SupplierReturnHeader, SupplierReturnLine>;

const master = {
  shop: async (id: number) => ({ id, name: `${id}店`, enabled: true }),
  supplier: async (id: number) => (id === GONE ? null : { id, name: `${id}号`, enabled: id !== DISABLED }),
};
class World {
  readonly store: MemoryStore;
  #next = FIRST_RETURN;
  constructor(atOnce: boolean) {
    this.store = new MemoryStore({ atOnce });
  }
  /** The kinds as a new process has them. */
  open() {
    const pieces = createPieces({ store: this.store, lookup: master });
    const deps = { store: this.store, custodians: { piece: pieceCustodian(pieces) }, clock: () => NOW };
    const returns = openDocuments(supplierReturnDocument, deps);
    registerOpened(this.store, returns, openedSupplierReturns({ pieces, lookup: master }));
    return { inspections: openDocuments(inspectionDocument, deps), returns };
  }
  async stocked(): Promise<this> {
    const recipient = goodsRecipient(this.store);
    for (const [index, barcode] of BARCODES.entries()) {
      const { supplier: supplierId, num: quantity } = PIECES[barcode]!;
      const receipt = sampleReceipt({ barcode, receiptId: 100 + index, quantity, supplierId });
      const options = { actor: actor(`stock-${barcode}`), shopId: 1 };
      await handle(recipient, goodsStream(barcode), { type: 'ReceiveGoods', receipt }, options);
      const audited = { type: 'AuditReceipt', receiptId: receipt.receiptId, auditor: '李四' } as const;
      expect(isRefusal(await handle(recipient, goodsStream(barcode), audited, options))).toBe(false);
    }
    await this.send({ type: 'Submit', key: 'submit', header, lines });
    return this;
  }
  /** What the audit of the inspection as it stands opens, with fresh ids. */
  async planned(): Promise<Extract<Command, { type: 'Audit' }>> {
    const { state } = await this.open().inspections.load(INSPECTION);
    const several = async (count: number) => Array.from({ length: count }, () => this.#next++);
    const documents = await openingsDesk({ store: this.store, ids: { several } }, inspectionDocument).atAudit(
      state,
      NOW,
    );
    if (isRefusal(documents)) throw new Error(documents.message);
    return { type: 'Audit', key: 'audit', auditor: '李四', rowIds: [], version: state.version, opens: documents };
  }
  send = (command: Command) =>
    this.open().inspections.command(
      INSPECTION,
      { ...command, key: attemptKey(clerk.id, command.key) },
      { actor: actor(command.key) },
    );
  sendReturn = (id: number, command: ReturnCommand) =>
    this.open().returns.command(
      id,
      { ...command, key: attemptKey(clerk.id, command.key) },
      { actor: actor(command.key) },
    );
  piece = async (barcode: string): Promise<GoodsState> =>
    (await loadState(goodsRecipient(this.store), goodsStream(barcode))).state;
  /** Who holds each piece, and how many of it are free. */
  async held(): Promise<Record<string, string>> {
    const all = await Promise.all(BARCODES.map((barcode) => this.piece(barcode)));
    const told = ({ holds, ...state }: GoodsState) =>
      [
        ...[...holds.values()].map(({ holder, quantity }) => `${holder.no}×${quantity}`),
        `free ${freeIn({ holds, ...state }, 1)}`,
      ].join(' ');
    return Object.fromEntries(all.map((state, index) => [BARCODES[index] as string, told(state)]));
  }
  /** Streams of returns, by what they say of themselves. */
  async returns(): Promise<readonly string[]> {
    const streams = new Set(
      this.store.events.flatMap(({ stream }) => (stream.startsWith('supplierreturn-') ? [stream] : [])),
    );
    return Promise.all(
      [...streams].toSorted().map(async (stream) => {
        const id = Number(stream.split('-')[1]);
        const { stage, current } = (await this.open().returns.load(id)).state;
        const { supplierId, inspectionId } = current!.header;
        return `TH${id} ${stage} ${supplierId} ZJ${inspectionId} ${current!.lines.map(({ barcode }) => barcode).join()}`;
      }),
    );
  }
}
const HELD_BEFORE = {
  A001: 'ZJ10001×1 free 0',
  B002: 'ZJ10001×1 free 0',
  C003: 'ZJ10001×1 free 0',
  D004: 'ZJ10001×1 free 0',
  GOOD: 'ZJ10001×1 free 0',
  LOT5: 'ZJ10001×2 free 3',
  MELT: 'ZJ10001×1 free 0',
};
const HELD_AFTER = {
  A001: 'TH10100×1 free 0',
  B002: 'TH10101×1 free 0',
  C003: 'TH10102×1 free 0',
  D004: 'TH10102×1 free 0',
  GOOD: 'free 1',
  LOT5: 'TH10100×2 free 3',
  MELT: 'ZJ10001×1 free 0',
};
const RETURNS = [
  'TH10100 pending 3 ZJ10001 A001,LOT5',
  'TH10101 pending 4 ZJ10001 B002',
  // Neither who is gone nor who is disabled can be chosen: the audit will ask.
  'TH10102 pending null ZJ10001 C003,D004',
];
const TAKEN_BACK = RETURNS.map((one) => one.replace('pending', 'deleted'));
const reverse: Command = { type: 'Reverse', key: 'reverse', reason: '看错了' };

const WAYS = [
  ['step by step', false],
  ['in one append', true],
] as const;
describe.each(WAYS)('%s', (_way, atOnce) => {
  let world: World;
  beforeEach(async () => {
    world = await new World(atOnce).stocked();
  });

  test('an audit opens one return for each supplier, which has the pieces; the same click twice opens no other', async () => {
    const audit = await world.planned();
    const before = world.store.appends;
    const done = await world.send(audit);
    expect(isRefusal(done) ? done : done.state.stage).toBe('posted');
    if (atOnce) expect(world.store.appends - before).toBe(1);
    expect(await world.held()).toEqual(HELD_AFTER);
    expect(await world.returns()).toEqual(RETURNS);
    const opened = (await world.open().returns.load(FIRST_RETURN)).state.current;
    expect(opened).toMatchObject({
      header: { shopId: 1, returnedOn: '2026-11-10', inspectionId: INSPECTION },
      lines: [
        { barcode: 'A001', quantity: 1, unitCostFen: 180_040, returnPriceFen: 180_040, remark: 'A001有砂眼' },
        { barcode: 'LOT5', quantity: 2, supplierId: 3 },
      ],
    });
    const written = world.store.events.length;
    expect(isRefusal(await world.send(audit))).toBe(false);
    const again = await world.send({ ...(await world.planned()), key: 'other' });
    expect(again).toMatchObject({ code: 'document.audited' });
    expect(world.store.events).toHaveLength(written);
  });

  test('an audit cut after any append opens each return once, or nothing', async () => {
    const outcomes = new Set<string>();
    for (let k = 0, crashed = true; crashed; k += 1) {
      const cut = await new World(atOnce).stocked();
      const audit = await cut.planned();
      cut.store.appendsLeft = k;
      crashed = await died(cut.send(audit));
      cut.store.appendsLeft = undefined;
      // Whoever comes first after the crash: the watcher, or the same click again.
      const { inspections } = cut.open();
      const { state } = await inspections.resume(INSPECTION);
      outcomes.add(state.stage);
      if (k % 2 === 1) expect(isRefusal(await cut.send(audit))).toBe(false);
      const audited = k % 2 === 1 || state.stage === 'posted';
      expect(await cut.held()).toEqual(audited ? HELD_AFTER : HELD_BEFORE);
      expect(await cut.returns()).toEqual(audited ? RETURNS : []);
    }
    expect([...outcomes]).toEqual(['pending', 'posted']);
  });

  test('反审核 takes back what nobody has touched, also where it is cut after any append', async () => {
    for (let k = 0, crashed = true; crashed; k += 1) {
      const cut = await new World(atOnce).stocked();
      await cut.send(await cut.planned());
      cut.store.appendsLeft = k;
      crashed = await died(cut.send(reverse));
      cut.store.appendsLeft = undefined;
      const { state } = await cut.open().inspections.resume(INSPECTION);
      const back = state.stage === 'pending';
      expect(back || state.stage === 'posted').toBe(true);
      expect(await cut.held()).toEqual(back ? HELD_BEFORE : HELD_AFTER);
      expect(await cut.returns()).toEqual(back ? TAKEN_BACK : RETURNS);
      if (crashed) continue;
      expect(back).toBe(true);
      await cut.send({ ...(await cut.planned()), key: 'again' });
      // Numbers of their own, as what was deleted stays.
      const anew = RETURNS.map((one) => one.replace(/TH1010(\d)/, (_no, nth: string) => `TH${10_103 + Number(nth)}`));
      expect((await cut.returns()).slice(RETURNS.length)).toEqual(anew);
    }
  });

  test('what is edited or audited stands in the way, by its number, and nothing is taken back', async () => {
    await world.send(await world.planned());
    const { current } = (await world.open().returns.load(10_101)).state;
    const edit = {
      type: 'Revise',
      key: 'edit',
      header: { ...current!.header, remark: '已谈好价格' },
      lines: current!.lines,
    } as const;
    expect(isRefusal(await world.sendReturn(10_101, edit))).toBe(false);
    const blocked = await world.send(reverse);
    expect(blocked).toMatchObject({ message: '不能反审核，B002：此首饰已转给TH10101' });
    expect(await world.held()).toEqual(HELD_AFTER);
    expect(await world.returns()).toEqual(RETURNS);
    await world.sendReturn(10_101, { type: 'Audit', key: 'audit-return', auditor: '李四', rowIds: [] });
    expect(await world.send({ ...reverse, key: 'r2' })).toMatchObject({ code: 'document.reversal_blocked' });
    await world.sendReturn(10_101, { type: 'Reverse', key: 'reverse-return', reason: '错' });
    expect(await world.send({ ...reverse, key: 'r3' })).toMatchObject({ code: 'document.reversal_blocked' });
    await world.sendReturn(10_101, { type: 'Delete', key: 'delete-return' });
    expect(isRefusal(await world.send({ ...reverse, key: 'r4' }))).toBe(false);
    expect(await world.held()).toEqual(HELD_BEFORE);
  });

  test('where something else stands in the way, the returns stay', async () => {
    await world.send(await world.planned());
    const sale = { kind: 'sale', id: 10_500, no: 'XS10500' };
    const held = { type: 'HoldGoods', barcode: 'GOOD', key: 'sold', shopId: 1, quantity: 1, holder: sale } as const;
    await handle(goodsRecipient(world.store), goodsStream('GOOD'), held, { actor: actor('till'), shopId: 1 });
    expect(await world.send(reverse)).toMatchObject({
      message: expect.stringContaining('GOOD：此首饰已被XS10500占用'),
    });
    expect(await world.returns()).toEqual(RETURNS);
    expect(await world.held()).toEqual({ ...HELD_AFTER, GOOD: 'XS10500×1 free 0' });
  });

  test('an inspection that was edited since its returns were planned is not audited with them', async () => {
    const audit = await world.planned();
    const other = lines.map((line) => (line.barcode === 'B002' ? lineOf('B002', 1, 'melt') : line));
    await world.send({ type: 'Revise', key: 'edit', header, lines: other });
    expect(await world.send(audit)).toMatchObject({ code: 'document.changed' });
    expect(await world.returns()).toEqual([]);
    await world.send(await world.planned());
    expect((await world.returns()).map((one) => one.split(' ').at(-1))).toEqual(['A001,LOT5', 'C003,D004']);
  });
});

test('a return whose money would leave its range is told before the audit', async () => {
  const world = await new World(false).stocked();
  const spec = {
    ...supplierReturnDocument,
    sums: [{ label: '退货金额', kind: 'documentMoney', of: () => 1e13 }],
  } as const;
  const pieces = createPieces({ store: world.store, lookup: master });
  const returns = openDocuments(spec, { store: world.store, custodians: {}, clock: () => NOW });
  registerOpened(world.store, returns, openedSupplierReturns({ pieces, lookup: master }));
  const ids = { several: async (): Promise<readonly Opening['id'][]> => [1, 2, 3] };
  const { state } = await openDocuments(inspectionDocument, {
    store: world.store,
    custodians: {},
    clock: () => NOW,
  }).load(INSPECTION);
  expect(await openingsDesk({ store: world.store, ids }, inspectionDocument).atAudit(state, NOW)).toMatchObject({
    code: 'document.range',
    message: expect.stringContaining('退货金额'),
  });
});

/** Whether the process died of its store; anything else is a fault. */
const died = (sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => false,
    (error: unknown) => {
      expect(error).toBeInstanceOf(Crash);
      return true;
    },
  );
