import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SheetTotals } from './export-totals.ts';

const columns = [{ field: 'barcode' }, { field: 'num', total: 'sum' }, { field: 'goldWeight', total: 'each' }] as const;

test('what is of one piece counts every piece, and the row says how many rows it is of', () => {
  const totals = new SheetTotals(columns, 'num');
  totals.add({ barcode: 'LOT', num: 5, goldWeight: 2 });
  totals.add({ barcode: 'SOLD', num: -1, goldWeight: 0.001 });
  totals.add({ barcode: 'UNKNOWN', num: 1, goldWeight: null });
  expect(totals.row()).toEqual(['合计 3 行', 5, 9.999]);
});
test('without rows, or without figures, there is no such row', () => {
  expect(new SheetTotals(columns, 'num').row()).toBeNull();
  const words = new SheetTotals([{ field: 'barcode' }], undefined);
  words.add({ barcode: 'A' });
  expect(words.row()).toBeNull();
});
test('sums are exact to the thousandth, also beyond what a number holds on the way', () => {
  const row = fc.record({
    num: fc.integer({ min: -100_000, max: 100_000 }),
    goldWeight: fc.integer({ min: 0, max: 99_999_999_999 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
      const totals = new SheetTotals(columns, 'num');
      let exact = 0n;
      for (const { num, goldWeight } of rows) {
        totals.add({ barcode: '', num, goldWeight: goldWeight / 1000 });
        exact += BigInt(num) * BigInt(goldWeight);
      }
      expect(totals.row()?.[2]).toBe(Number(exact) / 1000);
    }),
  );
});
