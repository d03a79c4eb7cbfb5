import { expect, test } from 'vitest';
import { Attributes, type GoodsEvent } from 'services/goods/contract';
import { sampleAttributes, sampleReceipt } from '../../services/goods/sample.ts';
import { foldOf } from '../platform/testing/fold-of.ts';
import { recorded } from '../platform/testing/recorded.ts';
import goodsIn from './projector.ts';

const barcode = '202600000017';
const lot = sampleReceipt({ quantity: 5 });
const { receiptId, shopId, receivedOn } = lot;
const received: GoodsEvent = { type: 'GoodsReceived', data: lot };
const movement = { barcode, receiptId, shopId, quantity: 5, unitCostFen: lot.attributes.unitCostFen, receivedOn };
const audited: GoodsEvent = { type: 'GoodsReceiptAudited', data: { ...movement, auditor: '李四' } };
const holder = { kind: 'transfer', id: 7, no: 'DB7' };
const held = (key: string, quantity: number, replaces?: string): GoodsEvent => ({
  type: 'GoodsHeld',
  data: { barcode, key, shopId, quantity, holder, ...(replaces !== undefined && { replaces }) },
});
const released = (key: string): GoodsEvent => ({
  type: 'GoodsHoldReleased',
  data: { barcode, key, shopId, quantity: 1 },
});
const paper = (kind: string, no: string) => ({ kind, id: 7, no, line: 0, businessDate: '2026-11-05' });
const moved: GoodsEvent = {
  type: 'GoodsTransferred',
  data: {
    barcode,
    key: 'a',
    document: paper('transfer', 'DB7'),
    fromShopId: 1,
    toShopId: 2,
    quantity: 2,
    outPriceFen: 100,
    inPriceFen: 250,
    rowId: 20_000,
  },
};
const sold: GoodsEvent = {
  type: 'GoodsSold',
  data: {
    barcode,
    key: 'a',
    document: paper('sale', 'XS7'),
    shopId: 1,
    quantity: 5,
    unitCostFen: 1,
    amountFen: 1,
    soldWeightMg: 1,
  },
};
const rows = (...events: readonly GoodsEvent[]) => foldOf(goodsIn, recorded(...events));

test('a receipt is a pending row with nothing on hand', () => {
  expect(rows(received)).toEqual([
    expect.objectContaining({
      row_id: 10_001,
      bill_type: '1',
      audit_flag: 1,
      on_hand: 0,
      held: 0,
      quantity: 5,
      created_by: '张三',
      revision: 0,
    }),
  ]);
});
test('attributes that are empty are left out, and read back as they were', () => {
  const attributes = sampleAttributes({ spec: '', netWeightMg: 0, markupRatioBp: 10_000, pictures: [], remark: '0' });
  const [row] = rows({ type: 'GoodsReceived', data: { ...lot, attributes } });
  const stored = row?.['attributes'];
  expect(stored).toMatchObject({ remark: '0' });
  for (const name of ['spec', 'netWeightMg', 'markupRatioBp', 'pictures']) expect(stored).not.toHaveProperty(name);
  expect(Attributes.parse(stored)).toEqual(attributes);
});
test('a name of the widest characters still fits an index', () => {
  const attributes = sampleAttributes({ name: '\uFDFA'.repeat(60) });
  const [row] = rows({ type: 'GoodsReceived', data: { ...lot, attributes } });
  expect(row?.['name']).toBe(attributes.name);
  expect(Buffer.byteLength(row?.['folded_name'] as string)).toBeLessThan(800);
});
test('a correction changes the whole record, who made it stays', () => {
  const corrected = sampleReceipt({
    quantity: 3,
    batchNo: 'P2',
    attributes: sampleAttributes({ name: '足金光圈戒指' }),
  });
  const [row] = rows(received, { type: 'GoodsReceiptCorrected', data: corrected });
  expect(row).toMatchObject({ quantity: 3, batch_no: 'P2', name: '足金光圈戒指', created_by: '张三', revision: 1 });
  expect(row?.['grams']).toContain('光圈');
});
test('an audit puts it on hand, 反审核 takes it off, a withdrawal removes the row', () => {
  expect(rows(received, audited)).toMatchObject([{ on_hand: 5, audit_flag: 2, auditor: '李四' }]);
  const reversed: GoodsEvent = { type: 'GoodsReceiptReversed', data: { ...movement, reason: '录错' } };
  expect(rows(received, audited, reversed)).toMatchObject([{ on_hand: 0, audit_flag: 1, auditor: '' }]);
  expect(rows(received, { type: 'GoodsReceiptWithdrawn', data: { barcode, receiptId } })).toEqual([]);
});
test('holds add up; a hold and its stand-in count once, and posting one ends both', () => {
  expect(rows(received, audited, held('a', 2), held('b', 1))).toMatchObject([{ on_hand: 5, held: 3 }]);
  expect(rows(received, audited, held('a', 2), held('b', 3, 'a'))).toMatchObject([{ held: 3 }]);
  expect(rows(received, audited, held('a', 2), held('b', 3, 'a'), released('a'))).toMatchObject([{ held: 3 }]);
  expect(rows(received, audited, held('a', 2), held('b', 3, 'a'), released('b'))).toMatchObject([{ held: 2 }]);
  const after = rows(received, audited, held('a', 2), held('b', 3, 'a'), moved);
  expect(after.find((row) => row['shop_id'] === 1)).toMatchObject({ on_hand: 3, held: 0, holds: {} });
});
test('a transfer is a second row in the other shop: same barcode, its own cost, the first day kept', () => {
  const after = rows(received, audited, held('a', 2), moved);
  expect(after).toMatchObject([
    { row_id: 10_001, shop_id: 1, on_hand: 3, held: 0, left_by: '' },
    {
      row_id: 20_000,
      shop_id: 2,
      bill_type: '2',
      on_hand: 2,
      quantity: 2,
      unit_cost_fen: 250,
      audit_flag: 2,
      received_on: '2026-11-05',
      first_received_on: receivedOn,
    },
  ]);
});
test('a transfer that is taken back leaves no row there, and the pieces held here', () => {
  const back: GoodsEvent = {
    type: 'GoodsTransferReversed',
    data: {
      ...(moved.data as Extract<GoodsEvent, { type: 'GoodsTransferred' }>['data']),
      claimKey: 'c',
      holdKey: 'h',
      holder,
    },
  };
  const claim: GoodsEvent = { type: 'GoodsHeld', data: { barcode, key: 'c', shopId: 2, quantity: 2, holder } };
  expect(rows(received, audited, held('a', 2), moved, claim, back)).toMatchObject([
    { row_id: 10_001, on_hand: 5, held: 2 },
  ]);
});
test('what was sold is gone as sold', () => {
  expect(rows(received, audited, held('a', 5), sold)).toMatchObject([{ on_hand: 0, held: 0, left_by: 'sold' }]);
});
