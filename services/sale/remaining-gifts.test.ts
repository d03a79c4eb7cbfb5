/** Gifts that stay with the customer when what they came with is brought back. */
import { expect, test } from 'vitest';
import type { PieceDesk } from '../goods/contract.ts';
import type { SaleChangeLine, SaleLine } from './contract.ts';
import { keptGiftNotes, keptNote, withheldFen } from './remaining-gifts.ts';
import type { SoldOrder } from './sold-orders.ts';

const SHOP = 1;
const piece = (barcode: string, quantity = 1) => ({ list: 'goods', lineId: barcode, barcode, quantity }) as SaleLine;
const given = (free: boolean) =>
  ({ list: 'gift', lineId: '1', barcode: 'G1', name: '红绳', quantity: 1, amountFen: 0, free }) as SaleLine;
const back = (rawSellId: number, barcode: string, change: Partial<SaleChangeLine> = {}) =>
  ({
    list: 'change',
    lineId: barcode,
    rawSellId,
    barcode,
    quantity: 1,
    soldQuantity: 1,
    refundableFen: 200_000,
    refundFen: 200_000,
    ...change,
  }) as SaleChangeLine;

type Orders = Readonly<Record<number, readonly SaleLine[]>>;
/** `free`: pieces that may be brought back yet, of each barcode; this order's own as it stands are none of them. */
const notesOf = (
  orders: Orders,
  free: Readonly<Record<string, number>>,
  lines: readonly SaleLine[],
  { stood = [], priceFen = 2_900 }: { readonly stood?: readonly SaleLine[]; readonly priceFen?: number } = {},
) => {
  const saleOf = (barcode: string): number =>
    Number(
      Object.entries(orders).find(([, all]) => all.some((one) => one.list === 'goods' && one.barcode === barcode))?.[0],
    );
  return keptGiftNotes(
    {
      sold: async (id) =>
        orders[id] === undefined ? null : ({ header: { shopId: SHOP }, lines: orders[id] } as unknown as SoldOrder),
      pieces: {
        view: async (barcode: string) => ({ sales: [{ saleId: saleOf(barcode), free: free[barcode] ?? 0 }] }),
      } as unknown as PieceDesk,
      gifts: { view: async () => ({ gift: { priceFen } }) as never },
    },
    { shopId: SHOP, lines, stood },
  );
};

test('all of it comes back and the gift stays: a row that says which order and which gift', async () => {
  expect(await notesOf({ 10: [piece('A'), given(true)] }, { A: 1 }, [back(10, 'A')])).toEqual([
    { kind: 'gift-kept', shopId: SHOP, what: 'XS10的首饰已全部退回，赠品红绳1件没有扣款', amountFen: 2_900 },
  ]);
});
test('none where jewellery stays, is taken in exchange, or the gift was bought', async () => {
  const two = { 10: [piece('A'), piece('B'), given(true)] };
  expect(await notesOf(two, { A: 1, B: 1 }, [back(10, 'A')])).toEqual([]);
  expect(await notesOf(two, { A: 0, B: 1 }, [back(10, 'B')])).toHaveLength(1);
  expect(await notesOf(two, { A: 1, B: 1 }, [back(10, 'A'), back(10, 'B')])).toHaveLength(1);
  expect(await notesOf({ 10: [piece('A'), given(true)] }, { A: 1 }, [back(10, 'A'), piece('C')])).toEqual([]);
  expect(await notesOf({ 10: [piece('A'), given(false)] }, { A: 1 }, [back(10, 'A')])).toEqual([]);
  expect(await notesOf({ 10: [piece('L', 3), given(true)] }, { L: 3 }, [back(10, 'L')])).toEqual([]);
});
test('an exchange in between hides nothing: the gift of the first order is asked for with the second', async () => {
  const orders = { 10: [piece('A'), given(true)], 11: [piece('B'), back(10, 'A')] };
  expect(await notesOf(orders, { A: 0, B: 1 }, [back(11, 'B')])).toMatchObject([
    { what: 'XS10的首饰已全部退回，赠品红绳1件没有扣款' },
  ]);
});
test('an edit that changes nothing of it notes nothing again; one that pays more does', async () => {
  const orders = { 10: [piece('A'), given(true)] };
  const stood = [back(10, 'A')];
  expect(await notesOf(orders, { A: 0 }, [back(10, 'A')], { stood })).toEqual([]);
  const less = [back(10, 'A', { refundFen: 197_000 })];
  expect(await notesOf(orders, { A: 0 }, [back(10, 'A')], { stood: less })).toHaveLength(1);
});
test('a refund that is less by what the gift is worth pays for it; of an unknown worth none does', () => {
  const kept = [{ no: 'XS10', name: '红绳', quantity: 1, worthFen: 2_900 }];
  const less = (fen: number) => withheldFen([back(10, 'A', { refundFen: 200_000 - fen })]);
  expect(keptNote(kept, { shopId: SHOP, withheld: less(2_900) })).toEqual([]);
  expect(keptNote(kept, { shopId: SHOP, withheld: less(2_899) })).toHaveLength(1);
  expect(keptNote([{ ...kept[0]!, worthFen: 0 }], { shopId: SHOP, withheld: 2_900 })).toHaveLength(1);
  expect(keptNote([], { shopId: SHOP, withheld: 0 })).toEqual([]);
});
