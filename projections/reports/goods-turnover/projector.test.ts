/** goods_turnover: what came, what went, what is left; reversals take back what they counted. */
import { expect, test } from 'vitest';
import { goodsDecider, parseGoodsEvent } from '../../../services/goods/decider.ts';
import { sampleReceipt } from '../../../services/goods/sample.ts';
import { foldOf } from '../../platform/testing/fold-of.ts';
import { recorded } from '../../platform/testing/recorded.ts';
import projection, { type TurnoverRecord } from './projector.ts';

const receipt = sampleReceipt({ quantity: 10 });
const { barcode, receiptId, receivedOn } = receipt;
const document = { kind: 'transfer', id: 7, no: 'DB7', line: 0, businessDate: '2026-11-20' };
const received = { type: 'GoodsReceived', data: receipt };
const posting = { barcode, receiptId, shopId: 1, quantity: 10, unitCostFen: 100, receivedOn };
const audited = { type: 'GoodsReceiptAudited', data: { ...posting, auditor: '李四' } };
const unaudited = { type: 'GoodsReceiptReversed', data: { ...posting, reason: '录入错误' } };
const move = { barcode, document, fromShopId: 1, toShopId: 2, outPriceFen: 100, inPriceFen: 130, rowId: 9 };
const transferred = { type: 'GoodsTransferred', data: { ...move, key: 'k', quantity: 4 } };
const holder = { kind: 'transfer', id: 7, no: 'DB7' };
const transferBack = {
  type: 'GoodsTransferReversed',
  data: { ...move, claimKey: 'c', holdKey: 'h', quantity: 4, holder },
};
const sale = { barcode, document, shopId: 2, quantity: 1, unitCostFen: 130, amountFen: 500, soldWeightMg: 1 };
const sold = { type: 'GoodsSold', data: { ...sale, key: 's' } };
const saleBack = { type: 'GoodsSaleReversed', data: { ...sale, claimKey: 'c', saleKey: 's', holdKey: 'h', holder } };

type Fact = { readonly type: string; readonly data: object };
const rowsOf = (...facts: readonly Fact[]) => foldOf(projection, recorded(...facts)) as readonly TurnoverRecord[];
/** Shop, came, went, there, cost: one line per shop. */
const now = (...facts: readonly Fact[]) =>
  rowsOf(...facts)
    .filter((row) => row.to_position === null)
    .toSorted((a, b) => a.shop_id - b.shop_id)
    .map((row) => [row.shop_id, row.in_num, row.out_num, row.on_hand, row.unit_cost_fen]);

test('a receipt counts from its audit on; its reversal takes it back', () => {
  expect(now(received)).toEqual([[1, 0, 0, 0, 180_040]]);
  expect(now(received, audited)).toEqual([[1, 10, 0, 10, 100]]);
  expect(now(received, audited, unaudited)).toEqual([[1, 0, 0, 0, 100]]);
  expect(rowsOf(received, audited, unaudited, audited)).toMatchObject([
    { in_num: 10, from_position: 2, to_position: 3 },
    { in_num: 10, from_position: 4, to_position: null },
  ]);
});
test('a transfer leaves one shop and enters the other at its price; the piece stays as old as it was', () => {
  const rows = rowsOf(received, audited, transferred);
  expect(now(received, audited, transferred)).toEqual([
    [1, 10, 4, 6, 100],
    [2, 4, 0, 4, 130],
  ]);
  expect(new Set(rows.map((row) => row.first_received_on))).toEqual(new Set([receivedOn]));
  expect(now(received, audited, transferred, transferBack)).toEqual([
    [1, 10, 0, 10, 100],
    [2, 0, 0, 0, 130],
  ]);
});
test('a sale goes out, its reversal takes that back; stock is always what came less what went', () => {
  const all = [received, audited, transferred, sold, saleBack];
  expect(now(...all.slice(0, 4))[1]).toEqual([2, 4, 1, 3, 130]);
  expect(now(...all)[1]).toEqual([2, 4, 0, 4, 130]);
  for (const row of rowsOf(...all)) expect(row.on_hand).toBe(row.in_num - row.out_num);
});
test('a second delivery mixes its cost with what is there; its reversal parts them again', () => {
  const later = { ...transferred, data: { ...transferred.data, quantity: 4, inPriceFen: 150, key: 'k2' } };
  expect(now(received, audited, transferred, later)[1]).toEqual([2, 8, 0, 8, 140]);
  const back = { ...transferBack, data: { ...transferBack.data, inPriceFen: 150 } };
  expect(now(received, audited, transferred, later, back)[1]).toEqual([2, 4, 0, 4, 130]);
});
test('a corrected receipt shows its new words; a withdrawn one leaves nothing', () => {
  const corrected = { type: 'GoodsReceiptCorrected', data: sampleReceipt({ quantity: 10, shopId: 3 }) };
  expect(rowsOf(received, corrected)).toMatchObject([{ shop_id: 3, in_num: 0, to_position: null }]);
  expect(rowsOf(received, { type: 'GoodsReceiptWithdrawn', data: { barcode, receiptId } })).toEqual([]);
});
test('a sale that is taken back brings the piece in at what it left at, also where it had come back lighter meanwhile', () => {
  const back = { barcode, document, shopId: 2, quantity: 1, saleKey: 's', refundFen: 1, rowId: null };
  const lighter = { type: 'GoodsCustomerReturned', data: { ...back, key: 'r', unitCostFen: 90 } };
  const undone = {
    type: 'GoodsCustomerReturnReversed',
    data: { ...back, unitCostFen: 90, claimKey: 'c', returnedKey: 'r', holdKey: 'h', holder },
  };
  const one = { ...transferred, data: { ...transferred.data, quantity: 1 } };
  const all = [received, audited, one, sold, lighter, undone, saleBack];
  expect(now(...all.slice(0, 5))[1]?.slice(-2)).toEqual([1, 90]);
  expect(now(...all)[1]).toEqual([2, 1, 0, 1, 130]);
});
test('old material that is a piece again brings the cost it went with into what lies there by then, as the piece says', () => {
  const here = { barcode, document, shopId: 1, quantity: 1 };
  const gone = { type: 'GoodsSold', data: { ...sale, shopId: 1, unitCostFen: 100, key: 's' } };
  const back = {
    type: 'GoodsCustomerReturned',
    data: { ...here, key: 'r', saleKey: 's', unitCostFen: 100, refundFen: 1, rowId: null, goesTo: 'inspection' },
  };
  const judged = { ...here, melted: { unitCostFen: 100 } };
  const melted = { type: 'GoodsInspected', data: { ...judged, key: 'i', result: 'melt', note: '' } };
  const sent = { ...transferred, data: { ...transferred.data, quantity: 9, inPriceFen: 300 } };
  const dearer = { ...sent, data: { ...sent.data, key: 'k2', fromShopId: 2, toShopId: 1, rowId: 10 } };
  const again = {
    type: 'GoodsInspectionReversed',
    data: { ...judged, claimKey: 'c', inspectedKey: 'i', holdKey: 'h', holder },
  };
  const all = [received, audited, gone, back, melted, sent, dearer, again];
  const piece = recorded(...all).reduce(
    (state, fact) => goodsDecider.evolve(state, parseGoodsEvent(fact)),
    goodsDecider.initial,
  );
  const { onHand, unitCostFen } = piece.holdings.get(1)!;
  expect([onHand, unitCostFen]).toEqual([10, 280]);
  expect(now(...all)[0]?.slice(-2)).toEqual([onHand, unitCostFen]);
});
