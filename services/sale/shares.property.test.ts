/** Nothing of a line is lost or made between those who sold it (R81). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundablesOf, refundOf, returnedShare, unitRefundFen } from './refund.ts';
import { splitByRatios } from './shares.ts';

const total = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });
const ratios = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 10 });

test('the parts add up, and none is further than one from its exact share (S1§9/15)', () => {
  fc.assert(
    fc.property(total, ratios, (sum, of) => {
      const parts = splitByRatios(sum, of);
      const whole = of.reduce((all, ratio) => all + ratio, 0);
      expect(parts.reduce((all, part) => all + part, 0)).toBe(sum);
      for (const [index, part] of parts.entries()) {
        const off = BigInt(part) * BigInt(whole) - BigInt(sum) * BigInt(of[index] ?? 0);
        expect(off < 0n ? -off : off).toBeLessThan(BigInt(whole));
      }
    }),
  );
});
test('ties go to the first, and what is taken back falls as it was given (S1§9/15)', () => {
  expect(splitByRatios(1, [5_000, 5_000])).toEqual([1, 0]);
  expect(splitByRatios(100, [3_333, 3_333, 3_334])).toEqual([33, 33, 34]);
  expect(splitByRatios(-101, [5_000, 5_000])).toEqual([-51, -50]);
  expect(splitByRatios(0, [6_000, 4_000])).toEqual([0, 0]);
  fc.assert(
    fc.property(total, ratios, (sum, of) => {
      expect(splitByRatios(-sum, of)).toEqual(splitByRatios(sum, of).map((part) => (part === 0 ? 0 : -part)));
    }),
  );
});
test('what comes back of a line in parts adds up to all of it, also where one in the middle was deleted (S1§9/14)', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), parts, fc.nat(7), (whole, quantities, gone) => {
      const soldQuantity = quantities.reduce((all, one) => all + one, 0);
      const returns: (readonly [quantity: number, share: number])[] = [];
      const bringBack = (quantity: number): void => {
        const before = returns.reduce((all, [one]) => all + one, 0);
        const spent = returns.reduce((all, [, one]) => all + one, 0);
        returns.push([quantity, returnedShare(whole, { soldQuantity, before, quantity, spent })]);
        expect(returns.reduce((all, [, one]) => all + one, 0)).toBeLessThanOrEqual(whole);
      };
      for (const quantity of quantities) bringBack(quantity);
      const [deleted] = returns.splice(gone % quantities.length, 1);
      bringBack(deleted?.[0] ?? 0);
      expect(returns.reduce((all, [, one]) => all + one, 0)).toBe(whole);
    }),
  );
});
test('the pieces of a line, brought back in whatever parts and order, are paid what was paid for it and no more', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), parts, (refundableFen, quantities) => {
      const soldQuantity = quantities.reduce((all, one) => all + one, 0);
      const back = quantities.reduce(
        (before, quantity) => {
          const of = { refundableFen, soldQuantity, before };
          const refundFen = before.refundFen + refundOf(of, quantity, unitRefundFen(of));
          expect(refundFen).toBeLessThanOrEqual(refundableFen);
          return { quantity: before.quantity + quantity, refundFen };
        },
        { quantity: 0, refundFen: 0 },
      );
      expect(back.refundFen).toBe(refundableFen);
    }),
  );
});
test('what can be paid back of all lines is what was paid, also where little or nothing was paid for the last of them', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 40 });
  const one = fc.tuple(amounts, fc.integer({ min: 0, max: 100 }));
  fc.assert(
    fc.property(one, ([of, rounded]) => {
      const payableFeeFen = of.reduce((sum, amount) => sum + amount, 0);
      const factFeeFen = Math.max(0, payableFeeFen - rounded);
      const lines = of.map((amountFen, index) => ({ barcode: String(index), amountFen }));
      const refundables = refundablesOf({ payableFeeFen, factFeeFen }, lines);
      expect([...refundables.values()].reduce((sum, fen) => sum + fen, 0)).toBe(factFeeFen);
      for (const { barcode, amountFen } of lines) expect(refundables.get(barcode)).toBeLessThanOrEqual(amountFen);
    }),
  );
});
