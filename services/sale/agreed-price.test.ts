/** An agreed price (R72): the line is sold for exactly that, its rebate follows with 2 decimals, its fees are covered. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreedPrice, lineFeeFen, type LineInputs } from './formulas.ts';

const line: LineInputs = {
  sellPriceFen: 223_800,
  rebateBp: 10_000,
  sellWeightMg: 3215,
  labourFeeFen: 2000,
  fineWorkFeeFen: 500,
  pieceWorkFeeFen: 1000,
  quantity: 1,
};
const FEES = lineFeeFen({ ...line, rebateBp: 0 });

test('a round sum needs no rebate of 89.1049 %', () => {
  expect(FEES).toBe(9038);
  expect(agreedPrice(200_000, line)).toEqual({ rebateFeeFen: 190_962, rebateBp: 8532 });
  expect(agreedPrice(FEES, line)).toEqual({ rebateFeeFen: 0, rebateBp: 0 });
  expect(agreedPrice(FEES - 1, line).rebateFeeFen).toBe(-1);
});

test('of a line without a sell price the rebate says nothing', () => {
  expect(agreedPrice(20_000, { ...line, sellPriceFen: 0 })).toEqual({ rebateFeeFen: 20_000 - FEES, rebateBp: 10_000 });
});

test('price after rebate and fees are what was agreed, to the fen, and the rebate is that of the price to 0.01 % (S1§9/9)', () => {
  const inputs = fc.record({
    sellPriceFen: fc.integer({ min: 1, max: 50_000_000 }),
    rebateBp: fc.constant(10_000),
    sellWeightMg: fc.integer({ min: 0, max: 500_000 }),
    labourFeeFen: fc.integer({ min: 0, max: 10_000 }),
    fineWorkFeeFen: fc.integer({ min: 0, max: 10_000 }),
    pieceWorkFeeFen: fc.integer({ min: 0, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 0, max: 60_000_000 }), (of, dealFen) => {
      const { rebateFeeFen, rebateBp } = agreedPrice(dealFen, of);
      expect(rebateFeeFen + lineFeeFen({ ...of, rebateBp: 0 })).toBe(dealFen);
      const rebate = Math.max(0, (rebateFeeFen * 10_000) / of.sellPriceFen);
      expect(rebateBp).toBeLessThanOrEqual(rebate);
      expect(rebate - rebateBp).toBeLessThan(1);
    }),
  );
});
