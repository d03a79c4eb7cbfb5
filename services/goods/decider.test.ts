import { expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { goodsDecider, type GoodsCommand } from './decider.ts';
import type { GoodsEvent } from './events.ts';
import { sampleAttributes, sampleReceipt } from './sample.ts';
import type { GoodsFact, GoodsState } from './state.ts';

const BARCODE = '202600000017';
const meta = { userName: '张三', at: '2026-11-01T18:30:00.000+08:00' };
const stateOf = (commands: readonly GoodsCommand[]): GoodsState => {
  let state = goodsDecider.initial;
  for (const command of commands) {
    const verdict = goodsDecider.decide(command, state);
    if (isRefusal(verdict)) throw new Error(`${command.type}: ${verdict.code}`);
    state = verdict.reduce(
      (before: GoodsState, event: GoodsFact) => goodsDecider.evolve(before, { ...event, meta }),
      state,
    );
  }
  return state;
};
const given = (...commands: readonly GoodsCommand[]) => ({
  when: (command: GoodsCommand) => {
    const verdict = goodsDecider.decide(command, stateOf(commands));
    return {
      thenExactly: (...events: readonly GoodsEvent[]) => expect(verdict).toEqual(events),
      thenType: (type: GoodsEvent['type'], data: object) =>
        expect(verdict).toEqual([{ type, data: expect.objectContaining(data) as unknown }]),
      thenNothing: () => expect(verdict).toEqual([]),
      thenRefused: (code: string, message?: string) => {
        expect(verdict).toMatchObject(
          message === undefined ? { refused: true, code } : { refused: true, code, message },
        );
        return verdict as Refusal;
      },
    };
  },
});

const receipt = sampleReceipt();
const lot = sampleReceipt({ quantity: 10 });
const receive: GoodsCommand = { type: 'ReceiveGoods', receipt };
const receiveLot: GoodsCommand = { type: 'ReceiveGoods', receipt: lot };
const audit: GoodsCommand = { type: 'AuditReceipt', receiptId: 10_001, auditor: '李四' };
const withdraw: GoodsCommand = { type: 'WithdrawReceipt', receiptId: 10_001 };
const reverse: GoodsCommand = { type: 'ReverseReceipt', receiptId: 10_001, reason: '录错分店' };
const holder = { kind: 'transfer', id: 7, no: 'DB7' };
const seller = { kind: 'sale', id: 9, no: 'XS9' };
const hold = (key: string, quantity = 1, shopId = 1): GoodsCommand => ({
  type: 'HoldGoods',
  barcode: BARCODE,
  key,
  shopId,
  quantity,
  holder,
});
const release = (key: string): GoodsCommand => ({ type: 'ReleaseGoods', barcode: BARCODE, key });
const paper = (kind: string, id: number, no: string) => ({ kind, id, no, line: 0, businessDate: '2026-11-02' });
const move: GoodsCommand & { type: 'TransferGoods' } = {
  type: 'TransferGoods',
  barcode: BARCODE,
  key: 'transfer-7/v1/0',
  document: paper('transfer', 7, 'DB7'),
  toShopId: 2,
  outPriceFen: 180_040,
  inPriceFen: 190_000,
  rowId: 10_050,
};
const moveBack = (quantity = 1): GoodsCommand & { type: 'ReverseTransfer' } => ({
  type: 'ReverseTransfer',
  barcode: BARCODE,
  claimKey: 'transfer-7/u1/0',
  holdKey: 'transfer-7/v2/0',
  document: paper('transfer', 7, 'DB7'),
  fromShopId: 1,
  toShopId: 2,
  quantity,
  outPriceFen: 180_040,
  inPriceFen: 190_000,
  rowId: 10_050,
  holder,
});
const sell: GoodsCommand & { type: 'SellGoods' } = {
  type: 'SellGoods',
  barcode: BARCODE,
  key: 'sale-9/v1/0',
  document: paper('sale', 9, 'XS9'),
  amountFen: 223_800,
  soldWeightMg: 3215,
};
const pass: GoodsCommand = {
  type: 'InspectGoods',
  barcode: BARCODE,
  key: 'inspection-3/v1/0',
  document: paper('inspection', 3, 'ZJ3'),
  result: 'passed',
  note: '',
};
const claim: GoodsCommand & { type: 'ClaimDeparture' } = {
  type: 'ClaimDeparture',
  way: 'sale',
  barcode: BARCODE,
  claimKey: 'sale-9/u1/0',
  postedKey: 'sale-9/v1/0',
  holder: seller,
};
const releaseClaim: GoodsCommand = {
  type: 'ReleaseClaim',
  barcode: BARCODE,
  claimKey: 'sale-9/u1/0',
  postedKey: 'sale-9/v1/0',
};
const unsell: GoodsCommand & { type: 'ReverseDeparture' } = {
  type: 'ReverseDeparture',
  way: 'sale',
  barcode: BARCODE,
  claimKey: 'sale-9/u1/0',
  postedKey: 'sale-9/v1/0',
  holdKey: 'sale-9/v2/0',
  document: paper('sale', 9, 'XS9'),
  holder: seller,
};

test('a new barcode is received pending', () =>
  given().when(receive).thenExactly({ type: 'GoodsReceived', data: receipt }));
test('receiving the same record twice changes nothing, also after a correction', () => {
  given(receive).when(receive).thenNothing();
  given(receive, { type: 'CorrectReceipt', receipt: { ...receipt, batchNo: 'B2' } })
    .when(receive)
    .thenNothing();
  given(receive, withdraw).when(receive).thenNothing();
});
test('a barcode that is there is not received by another record', () => {
  const other: GoodsCommand = { type: 'ReceiveGoods', receipt: { ...receipt, receiptId: 10_002 } };
  given(receive).when(other).thenRefused('goods.barcode_taken');
  given(receive, audit).when(other).thenRefused('goods.barcode_taken');
});
test('the same id with another record is refused', () => {
  given(receive)
    .when({ type: 'ReceiveGoods', receipt: { ...receipt, batchNo: 'X' } })
    .thenRefused('goods.barcode_taken');
});
test('a deleted, never audited receipt frees its barcode', () => {
  const again = { ...receipt, receiptId: 10_002 };
  given(receive, withdraw)
    .when({ type: 'ReceiveGoods', receipt: again })
    .thenExactly({ type: 'GoodsReceived', data: again });
});
test('a pending receipt is corrected with the whole record, an equal one changes nothing', () => {
  const corrected = { ...receipt, shopId: 3, attributes: sampleAttributes({ name: '足金对戒' }) };
  const correct: GoodsCommand = { type: 'CorrectReceipt', receipt: corrected };
  given(receive).when(correct).thenExactly({ type: 'GoodsReceiptCorrected', data: corrected });
  given(receive, correct).when(correct).thenNothing();
  given(receive, correct, audit)
    .when(hold('k', 1, 3))
    .thenType('GoodsHeld', { shopId: 3 });
});
test('the barcode of a receipt stays', () => {
  given(receive)
    .when({ type: 'CorrectReceipt', receipt: { ...receipt, barcode: 'OTHER1' } })
    .thenRefused('goods.barcode_fixed');
});
test('audited is final: no edit, no delete', () => {
  given(receive, audit)
    .when({ type: 'CorrectReceipt', receipt: { ...receipt, batchNo: 'X' } })
    .thenRefused('goods.audited');
  given(receive, audit).when(withdraw).thenRefused('goods.audited');
});
test('what was never received, or is gone, is not there', () => {
  given().when(audit).thenRefused('goods.unknown');
  given(receive, withdraw).when(audit).thenRefused('goods.unknown');
  given(receive)
    .when({ ...audit, receiptId: 99 })
    .thenRefused('goods.receipt_unknown');
});
test('audit posts the quantity at its cost, once', () => {
  given(receiveLot)
    .when(audit)
    .thenType('GoodsReceiptAudited', { shopId: 1, quantity: 10, unitCostFen: 180_040, auditor: '李四' });
  given(receive, audit).when(audit).thenNothing();
});
test('an untouched posting is reversed, once, and can be corrected and audited again', () => {
  given(receive, audit).when(reverse).thenType('GoodsReceiptReversed', { quantity: 1, reason: '录错分店' });
  given(receive, audit, reverse).when(reverse).thenNothing();
  given(receive).when(reverse).thenRefused('goods.not_audited');
  given(receive, audit, reverse).when(withdraw).thenType('GoodsReceiptWithdrawn', { receiptId: 10_001 });
  given(receive, audit, reverse).when(audit).thenType('GoodsReceiptAudited', { quantity: 1 });
});
test('a posting that later facts build on is not reversed, and they are named', () => {
  const refused = given(receive, audit, hold('transfer-7/v1/0')).when(reverse).thenRefused('goods.blocked');
  expect(refused.data).toEqual({ blockers: [{ kind: 'held', no: 'DB7', message: '已被DB7占用' }] });
  given(receive, audit, hold('transfer-7/v1/0'), move)
    .when(reverse)
    .thenRefused('goods.blocked', '不能反审核，此首饰已调拨（DB7）');
  given(receive, audit, hold('sale-9/v1/0'), sell)
    .when(reverse)
    .thenRefused('goods.blocked', '不能反审核，此首饰已售出（XS9）');
  given(receive, audit, hold('inspection-3/v1/0'), pass)
    .when(reverse)
    .thenRefused('goods.blocked', '不能反审核，此首饰已质检通过（ZJ3）');
});
test('only audited, enabled, free pieces in that shop are held; the refusal tells why', () => {
  given().when(hold('k')).thenRefused('goods.unknown', '此首饰不存在');
  given(receive).when(hold('k')).thenRefused('goods.not_audited', '此首饰未审核');
  given({ type: 'ReceiveGoods', receipt: { ...receipt, status: '1' } }, audit)
    .when(hold('k'))
    .thenRefused('goods.disabled', '此首饰已停用');
  given(receive, audit, hold('a'))
    .when(hold('k'))
    .thenRefused('goods.held', '此首饰已被DB7占用（张三，2026-11-01 18:30）');
  expect(
    given(receive, audit)
      .when(hold('k', 1, 2))
      .thenRefused('goods.elsewhere').data,
  ).toEqual({ shopIds: [1] });
  given(receive, audit, hold('sale-9/v1/0'), sell).when(hold('k')).thenRefused('goods.sold', '此首饰已售出');
  given(receiveLot, audit, hold('a', 7)).when(hold('k', 4)).thenRefused('goods.not_enough', '库存不足，可用数量为3');
});
test('a hold repeats silently, and its key is not taken by another one', () => {
  given(receive, audit)
    .when(hold('k'))
    .thenExactly({
      type: 'GoodsHeld',
      data: { barcode: BARCODE, key: 'k', shopId: 1, quantity: 1, holder },
    });
  given(receive, audit, hold('k')).when(hold('k')).thenNothing();
  given(receiveLot, audit, hold('k')).when(hold('k', 2)).thenRefused('goods.key_reused');
});
test('parts of a lot are held side by side', () => {
  given(receiveLot, audit, hold('a', 4)).when(hold('b', 6)).thenType('GoodsHeld', { quantity: 6 });
});
test('a release is remembered, so that a late hold is refused', () => {
  given(receive, audit, hold('k')).when(release('k')).thenType('GoodsHoldReleased', { shopId: 1, quantity: 1 });
  given(receive, audit, hold('k'), release('k')).when(release('k')).thenNothing();
  given(receive, audit).when(release('late')).thenType('GoodsHoldReleased', { shopId: null, quantity: 0 });
  given(receive, audit, release('late')).when(hold('late')).thenRefused('goods.hold_released');
  given(receive, audit, hold('transfer-7/v1/0'), move)
    .when(release('transfer-7/v1/0'))
    .thenRefused('goods.hold_posted');
});
test('a transfer consumes its hold and moves the piece, once', () => {
  const held = [receive, audit, hold('transfer-7/v1/0')];
  given(...held)
    .when(move)
    .thenType('GoodsTransferred', { fromShopId: 1, toShopId: 2, quantity: 1, rowId: 10_050 });
  given(...held, move)
    .when(move)
    .thenNothing();
  given(...held, move)
    .when({ ...move, inPriceFen: 1 })
    .thenRefused('goods.key_reused');
  given(...held, move)
    .when(hold('transfer-7/v1/0'))
    .thenNothing();
  given(receive, audit).when(move).thenRefused('goods.not_held');
  given(...held)
    .when({ ...move, toShopId: 1 })
    .thenRefused('goods.same_shop');
  const there = stateOf([...held, move]);
  expect(there.holdings.get(2)).toMatchObject({ onHand: 1, unitCostFen: 190_000, arrivals: [{ rowId: 10_050 }] });
  expect(there.holdings.get(1)?.onHand).toBe(0);
});
test('a reversed transfer brings the piece home under the next hold', () => {
  const claimed = [receive, audit, hold('transfer-7/v1/0'), move, hold('transfer-7/u1/0', 1, 2)];
  given(...claimed)
    .when(moveBack())
    .thenType('GoodsTransferReversed', { holdKey: 'transfer-7/v2/0' });
  given(...claimed, moveBack())
    .when(moveBack())
    .thenNothing();
  given(...claimed, moveBack())
    .when({ ...moveBack(), holdKey: 'other' })
    .thenRefused('goods.key_reused');
  given(receive, audit, hold('transfer-7/v1/0'), move).when(moveBack()).thenRefused('goods.not_held');
  given(...claimed)
    .when({ ...moveBack(), rowId: 1 })
    .thenRefused('goods.transfer_unknown');
  const home = stateOf([...claimed, moveBack()]);
  expect(home.holdings.get(1)).toMatchObject({ onHand: 1, unitCostFen: 180_040 });
  expect(home.holds.get('transfer-7/v2/0')).toMatchObject({ shopId: 1, quantity: 1, holder });
  given(...claimed, moveBack(), release('transfer-7/v2/0'))
    .when(reverse)
    .thenType('GoodsReceiptReversed', {});
});
test('part of a lot goes to another shop and keeps its own cost there', () => {
  const state = stateOf([receiveLot, audit, hold('transfer-7/v1/0', 4), move]);
  expect(state.holdings.get(1)).toMatchObject({ onHand: 6, unitCostFen: 180_040 });
  expect(state.holdings.get(2)).toMatchObject({ onHand: 4, unitCostFen: 190_000 });
});
test('parts of a lot that meet in a shop are averaged, and a reversal gives the cost before back', () => {
  const second = { ...move, key: 'transfer-8/v1/0', rowId: 10_060, inPriceFen: 200_000 };
  const both = [receiveLot, audit, hold('transfer-7/v1/0', 4), move, hold('transfer-8/v1/0', 4), second];
  expect(stateOf(both).holdings.get(2)).toMatchObject({ onHand: 8, unitCostFen: 195_000 });
  const undo = { ...moveBack(4), claimKey: 'c', holdKey: 'h', rowId: 10_060, inPriceFen: 200_000 };
  expect(stateOf([...both, hold('c', 4, 2), undo]).holdings.get(2)).toMatchObject({ onHand: 4, unitCostFen: 190_000 });
});
test('a sale consumes its hold at the cost of that shop, once', () => {
  const held = [receive, audit, hold('sale-9/v1/0')];
  given(...held)
    .when(sell)
    .thenType('GoodsSold', { shopId: 1, quantity: 1, unitCostFen: 180_040, amountFen: 223_800 });
  given(...held, sell)
    .when(sell)
    .thenNothing();
  given(...held, sell)
    .when({ ...sell, amountFen: 1 })
    .thenRefused('goods.key_reused');
  given(receive, audit).when(sell).thenRefused('goods.not_held');
});
test('a sold line is claimed by one reversal only', () => {
  const done = [receive, audit, hold('sale-9/v1/0'), sell];
  given(...done)
    .when(claim)
    .thenType('GoodsSaleClaimed', { claimKey: 'sale-9/u1/0' });
  given(...done, claim)
    .when(claim)
    .thenNothing();
  given(...done, claim)
    .when({ ...claim, claimKey: 'other' })
    .thenRefused('goods.held');
  given(receive, audit).when(claim).thenRefused('goods.sale_unknown');
  given(...done, claim)
    .when(releaseClaim)
    .thenType('GoodsSaleClaimReleased', {});
  given(...done, claim, releaseClaim)
    .when(releaseClaim)
    .thenNothing();
  given(...done, releaseClaim)
    .when(claim)
    .thenRefused('goods.hold_released');
});
test('a reversed sale brings the piece back, held, at the cost it was sold at', () => {
  const claimed = [receive, audit, hold('sale-9/v1/0'), sell, claim];
  given(...claimed)
    .when(unsell)
    .thenType('GoodsSaleReversed', { quantity: 1, unitCostFen: 180_040, amountFen: 223_800 });
  given(...claimed, unsell)
    .when(unsell)
    .thenNothing();
  given(...claimed, unsell)
    .when({ ...unsell, holdKey: 'x' })
    .thenRefused('goods.key_reused');
  given(...claimed, unsell)
    .when(claim)
    .thenNothing();
  given(...claimed, unsell)
    .when({ ...claim, claimKey: 'x' })
    .thenRefused('goods.sale_reversed');
  given(...claimed, unsell)
    .when(releaseClaim)
    .thenRefused('goods.hold_posted');
  given(...claimed.slice(0, 4))
    .when(unsell)
    .thenRefused('goods.not_held');
  const back = stateOf([...claimed, unsell]);
  expect(back.holdings.get(1)).toMatchObject({ onHand: 1, unitCostFen: 180_040 });
  expect(back.holds.get('sale-9/v2/0')?.holder).toEqual(seller);
  given(...claimed, unsell)
    .when({ ...sell, key: 'sale-9/v2/0' })
    .thenType('GoodsSold', { quantity: 1 });
});
