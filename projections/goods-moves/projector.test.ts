import { expect, test } from 'vitest';
import type { GoodsEvent } from 'services/goods/contract';
import { sampleAttributes, sampleReceipt } from '../../services/goods/sample.ts';
import { foldOf } from '../platform/testing/fold-of.ts';
import { recorded } from '../platform/testing/recorded.ts';
import goodsMoves from './projector.ts';

const barcode = '202600000017';
const received: GoodsEvent = { type: 'GoodsReceived', data: sampleReceipt({ quantity: 5 }) };
const paper = (kind: string, no: string) => ({ kind, id: 7, no, line: 0, businessDate: '2026-11-05' });
const returned: GoodsEvent = {
  type: 'GoodsReturnedToSupplier',
  data: {
    barcode,
    key: 'a',
    document: paper('supplier-return', 'TH7'),
    shopId: 1,
    supplierId: 3,
    quantity: 2,
    unitCostFen: 100,
    returnPriceFen: 90,
  },
};
const takenBack: GoodsEvent = {
  type: 'GoodsSupplierReturnReversed',
  data: {
    ...(returned.data as Extract<GoodsEvent, { type: 'GoodsReturnedToSupplier' }>['data']),
    claimKey: 'c',
    returnKey: 'a',
    holdKey: 'h',
    holder: { kind: 'supplier-return', id: 7, no: 'TH7' },
  },
};
const transfer = { barcode, document: paper('transfer', 'DB7'), fromShopId: 1, toShopId: 2, quantity: 2 };
const prices = { outPriceFen: 100, inPriceFen: 250, rowId: 20_000 };
const moved: GoodsEvent = { type: 'GoodsTransferred', data: { ...transfer, ...prices, key: 'b' } };
const movedBack: GoodsEvent = {
  type: 'GoodsTransferReversed',
  data: { ...transfer, ...prices, claimKey: 'c', holdKey: 'h', holder: { kind: 'transfer', id: 7, no: 'DB7' } },
};
const moves = (...events: readonly GoodsEvent[]) =>
  foldOf(goodsMoves, recorded(...events)).filter((row) => row['kind'] !== 'piece');

test('a receipt alone is no move, a withdrawn one leaves nothing', () => {
  expect(moves(received)).toEqual([]);
  const withdrawn: GoodsEvent = { type: 'GoodsReceiptWithdrawn', data: { barcode, receiptId: 10_001 } };
  expect(foldOf(goodsMoves, recorded(received, withdrawn))).toEqual([]);
});
test('a return stands until it is reversed, in the words of the piece at that time', () => {
  const corrected: GoodsEvent = {
    type: 'GoodsReceiptCorrected',
    data: sampleReceipt({ quantity: 5, attributes: sampleAttributes({ name: '新名' }) }),
  };
  expect(moves(received, returned, takenBack, corrected)).toEqual([
    expect.objectContaining({
      kind: 'supplier-return',
      from_position: 2,
      to_position: 3,
      out_shop_id: 1,
      supplier_id: 3,
      moved_on: '2026-11-05',
      document_no: 'TH7',
      quantity: 2,
      price_fen: 90,
      unit_cost_fen: 100,
      name: '足金戒指',
    }),
  ]);
  expect(moves(received, corrected, returned)).toMatchObject([{ name: '新名', to_position: null }]);
});
test('a transfer names both shops and its in-price; its reversal ends it', () => {
  expect(moves(received, moved)).toMatchObject([
    { kind: 'transfer', out_shop_id: 1, in_shop_id: 2, price_fen: 250, quantity: 2, to_position: null },
  ]);
  expect(moves(received, moved, movedBack)).toMatchObject([{ to_position: 3 }]);
  expect(moves(received, moved, returned, movedBack)).toMatchObject([{ to_position: 4 }, { to_position: null }]);
});
