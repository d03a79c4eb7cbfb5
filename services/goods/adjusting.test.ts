/** Write-offs and finds on the piece (R4, R9): once each, told who and why, never two for one difference. */
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { goodsDecider, type GoodsCommand } from './decider.ts';
import type { GoodsEvent } from './events.ts';
import { sampleReceipt } from './sample.ts';
import type { GoodsFact, GoodsState } from './state.ts';

const barcode = '202600000017';
const by = (id: number) => ({ kind: 'adjust', id, no: `SY${id}` });
const documentOf = (id: number) => ({ ...by(id), line: 0, businessDate: '2026-11-02' });
const key = (id: number, version = 1): string => `adjust-${id}/v${version}/0`;
const claimKey = (id: number): string => `adjust-${id}/u2/0`;
const received = (quantity: number): readonly GoodsCommand[] => [
  { type: 'ReceiveGoods', receipt: sampleReceipt({ quantity }) },
  { type: 'AuditReceipt', receiptId: 10_001, auditor: '李四' },
];
const hold = (id: number, quantity = 1, cause?: string): GoodsCommand => ({
  type: 'HoldGoods',
  barcode,
  key: key(id),
  shopId: 1,
  quantity,
  holder: by(id),
  ...(cause !== undefined && { cause }),
});
const lose = (id: number, reason = '盘亏'): GoodsCommand => ({
  type: 'WriteOffGoods',
  barcode,
  key: key(id),
  document: documentOf(id),
  reason,
});
const claim = (id: number): GoodsCommand => ({
  type: 'ClaimDeparture',
  way: 'write-off',
  barcode,
  claimKey: claimKey(id),
  postedKey: key(id),
  holder: by(id),
});
const releaseDropped = (id: number): GoodsCommand => ({
  type: 'ReleaseClaim',
  barcode,
  claimKey: claimKey(id),
  postedKey: key(id),
});
const back = (id: number): GoodsCommand => ({
  type: 'ReverseDeparture',
  way: 'write-off',
  barcode,
  claimKey: claimKey(id),
  postedKey: key(id),
  holdKey: key(id, 2),
  document: documentOf(id),
  holder: by(id),
});
const expectFind = (id: number, quantity = 1, { shopId = 1, cause }: { shopId?: number; cause?: string } = {}) =>
  ({
    type: 'ExpectFind',
    barcode,
    key: key(id),
    shopId,
    quantity,
    holder: by(id),
    ...(cause !== undefined && { cause }),
  }) as const satisfies GoodsCommand;
const find = (id: number): GoodsCommand => ({
  type: 'PostFind',
  barcode,
  key: key(id),
  document: documentOf(id),
  reason: '盘盈',
});
const claimFind = (id: number): GoodsCommand => ({
  type: 'HoldGoods',
  barcode,
  key: claimKey(id),
  shopId: 1,
  quantity: 1,
  holder: by(id),
});
const unfind = (id: number): GoodsCommand => ({
  type: 'ReverseFind',
  barcode,
  claimKey: claimKey(id),
  foundKey: key(id),
  holdKey: key(id, 2),
  document: documentOf(id),
  holder: by(id),
});
const sold: readonly GoodsCommand[] = [
  {
    type: 'HoldGoods',
    barcode,
    key: 'sale-9/v1/0',
    shopId: 1,
    quantity: 1,
    holder: { kind: 'sale', id: 9, no: 'XS9' },
  },
  {
    type: 'SellGoods',
    barcode,
    key: 'sale-9/v1/0',
    amountFen: 1,
    soldWeightMg: 1,
    document: { kind: 'sale', id: 9, no: 'XS9', line: 0, businessDate: '2026-11-02' },
  },
];

const after = (...commands: readonly GoodsCommand[]): GoodsState => {
  let state = goodsDecider.initial;
  for (const [index, command] of commands.entries()) {
    const verdict = goodsDecider.decide(command, state);
    if (isRefusal(verdict)) throw new Error(`${command.type}: ${verdict.code}`);
    const meta = { userName: '张三', at: new Date(Date.UTC(2026, 10, 1, index)).toISOString() };
    state = verdict.reduce((one: GoodsState, event: GoodsFact) => goodsDecider.evolve(one, { ...event, meta }), state);
  }
  return state;
};
const said = (command: GoodsCommand, ...before: readonly GoodsCommand[]): string => {
  const verdict = goodsDecider.decide(command, after(...before));
  return isRefusal(verdict) ? verdict.message : verdict.map(({ type }: GoodsEvent) => type).join();
};
const one = received(1);

test('a write-off consumes its hold at the cost of that shop, once, and says why the piece is gone', () => {
  expect(goodsDecider.decide(lose(11), after(...one, hold(11)))).toEqual([
    {
      type: 'GoodsWrittenOff',
      data: {
        barcode,
        key: key(11),
        document: documentOf(11),
        shopId: 1,
        quantity: 1,
        unitCostFen: 180_040,
        reason: '盘亏',
      },
    },
  ]);
  expect(said(lose(11), ...one)).toBe('此首饰没有被此单据占用');
  expect(said(lose(11), ...one, hold(11), lose(11))).toBe('');
  expect(said(lose(11, '损坏'), ...one, hold(11), lose(11))).toBe('同一操作的内容前后不一致');
  expect(said(hold(12), ...one, hold(11), lose(11))).toBe('此首饰已报损（SY11）');
  const receipt: GoodsCommand = { type: 'ReverseReceipt', receiptId: 10_001, reason: '错' };
  expect(said(receipt, ...one, hold(11), lose(11))).toBe('不能反审核，此首饰已报损（SY11）');
});
test('a written-off line is claimed by one reversal, and comes back held at the cost it left at', () => {
  const lost = [...one, hold(11), lose(11)];
  expect(said(claim(11), ...one)).toBe('没有找到此首饰的报损记录');
  expect(said(claim(11), ...lost, claim(11))).toBe('');
  expect(said(releaseDropped(11), ...lost, claim(11))).toBe('GoodsWriteOffClaimReleased');
  expect(said(claim(11), ...lost, releaseDropped(11))).toBe('占用已取消，请刷新后重试');
  expect(said(back(11), ...lost)).toBe('此首饰没有被此单据占用');
  expect(said(back(11), ...lost, claim(11), back(11))).toBe('');
  expect(said(releaseDropped(11), ...lost, claim(11), back(11))).toBe('已过账，不能取消占用');
  const state = after(...lost, claim(11), back(11));
  expect(state.holdings.get(1)).toMatchObject({ onHand: 1, unitCostFen: 180_040 });
  expect(state.holds.get(key(11, 2))).toMatchObject({ holder: by(11), quantity: 1 });
});
test('more of a lot may turn up where it lies; what is elsewhere, sold or unknown comes back its own way', () => {
  expect(said(expectFind(12, 2), ...received(3))).toBe('GoodsFindExpected');
  expect(said(expectFind(12), ...received(3), expectFind(12), find(12))).toBe('');
  expect(said(expectFind(12))).toBe('此首饰不存在');
  expect(said(expectFind(12), ...received(1).slice(0, 1))).toBe('此首饰未审核');
  expect(said(expectFind(12), ...one, ...sold)).toBe('此首饰已售出');
  expect(said(expectFind(12, 1, { shopId: 2 }), ...one)).toBe('此首饰在其他分店');
  expect(after(...received(3), expectFind(12, 2), find(12)).holdings.get(1)).toMatchObject({
    onHand: 5,
    unitCostFen: 180_040,
  });
});
test('what was written off may be found again in its shop, as many as were lost', () => {
  const lost = [...received(2), hold(11, 2), lose(11)];
  expect(said(expectFind(12, 3), ...lost)).toBe('此首饰在本店只报损过2件');
  // Another shop hears that it is gone, not by which document.
  expect(said(expectFind(12, 1, { shopId: 2 }), ...lost)).toBe('此首饰已报损');
  expect(said(expectFind(12, 2), ...lost)).toBe('GoodsFindExpected');
});
test('one find at a time; while it is announced nothing moves', () => {
  const announced = [...received(2), expectFind(12)];
  expect(said(expectFind(13), ...announced)).toMatch(/^此首饰已被SY12占用/);
  expect(after(...announced).holdings.get(1)).toMatchObject({ onHand: 2 });
  expect(said(expectFind(13), ...announced, { type: 'ReleaseGoods', barcode, key: key(12) })).toBe('GoodsFindExpected');
  expect(said(find(12), ...announced, { type: 'ReleaseGoods', barcode, key: key(12) })).toBe('此首饰没有被此单据占用');
  expect(said({ type: 'ReleaseGoods', barcode, key: key(12) }, ...announced, find(12))).toBe('已过账，不能取消占用');
});
test('a find is taken back from the shelf, and not when the piece has gone on', () => {
  const found = [...one, hold(11), lose(11), expectFind(12), find(12)];
  expect(said(claimFind(12), ...found, ...sold)).toBe('此首饰已售出');
  expect(said(unfind(12), ...found)).toBe('此首饰没有被此单据占用');
  const state = after(...found, claimFind(12), unfind(12));
  expect(state.holdings.get(1)).toMatchObject({ onHand: 0 });
  expect(state.expected.get(key(12, 2))).toMatchObject({ holder: by(12), quantity: 1 });
  expect(said(unfind(12), ...found, claimFind(12), unfind(12))).toBe('');
});
test('a write-off is not taken back while what was found afterwards stands: one piece would become two', () => {
  const lost = [...one, hold(11), lose(11)];
  expect(said(claim(11), ...lost, expectFind(12))).toBe('此首饰之后已报溢（SY12）');
  expect(said(claim(11), ...lost, expectFind(12), find(12))).toBe('此首饰之后已报溢（SY12）');
  expect(said(claim(11), ...lost, expectFind(12), { type: 'ReleaseGoods', barcode, key: key(12) })).toBe(
    'GoodsWriteOffClaimed',
  );
  expect(said(expectFind(12), ...lost, claim(11))).toMatch(/^此首饰已被SY11占用/);
});
test('a difference of a check is settled once', () => {
  const cause = 'check-7';
  const lot = received(5);
  expect(said(hold(12, 1, cause), ...lot, hold(11, 1, cause))).toBe('此盘点差异已在SY11中处理');
  expect(said(hold(12, 1, cause), ...lot, hold(11, 1, cause), lose(11))).toBe('此盘点差异已在SY11中处理');
  expect(said(hold(12, 1, 'check-8'), ...lot, hold(11, 1, cause), lose(11))).toBe('GoodsHeld');
  expect(said(hold(12, 1, cause), ...lot, hold(11, 1, cause), lose(11), claim(11), back(11))).toBe(
    '此盘点差异已在SY11中处理',
  );
  const again: GoodsCommand = { type: 'ReleaseGoods', barcode, key: key(11, 2) };
  const reversed = [...lot, hold(11, 1, cause), lose(11), claim(11), back(11), again];
  expect(said(hold(12, 1, cause), ...reversed)).toBe('GoodsHeld');
  expect(said(expectFind(13, 1, { cause }), ...lot, expectFind(12, 1, { cause }), find(12))).toBe(
    '此盘点差异已在SY12中处理',
  );
});
test('a transfer is not taken back from under what was found beside it', () => {
  const moved: readonly GoodsCommand[] = [
    { type: 'HoldGoods', barcode, key: 't', shopId: 1, quantity: 1, holder: by(7) },
    {
      type: 'TransferGoods',
      barcode,
      key: 't',
      document: documentOf(7),
      toShopId: 2,
      outPriceFen: 1,
      inPriceFen: 1,
      rowId: 20_001,
    },
  ];
  const claimRow: GoodsCommand = {
    type: 'HoldGoods',
    barcode,
    key: 'u',
    shopId: 2,
    quantity: 1,
    holder: by(7),
    backOf: 20_001,
  };
  const foundThere = [...one, ...moved, expectFind(12, 1, { shopId: 2 })];
  expect(said(claimRow, ...one, ...moved)).toBe('GoodsHeld');
  expect(said(claimRow, ...foundThere)).toBe('此首饰之后已报溢（SY12）');
  expect(said(claimRow, ...foundThere, find(12))).toBe('此首饰之后已报溢（SY12）');
  expect(said(expectFind(12, 1, { shopId: 2 }), ...one, ...moved, claimRow)).toMatch(/^此首饰已被SY7占用/);
});
