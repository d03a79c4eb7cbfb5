import fc from 'fast-check';
import { expect, test } from 'vitest';
import { automaticBarcode, checkDigitFits, looksAutomatic, sequenceOf } from './barcode.ts';

const anyBarcode = fc
  .tuple(fc.integer({ min: 2020, max: 2099 }), fc.integer({ min: 1, max: 9_999_999 }))
  .map(([year, sequence]) => automaticBarcode(year, sequence));

test('an automatic barcode is 12 digits: year, sequence, check digit', () => {
  const barcode = automaticBarcode(2026, 1);
  expect(barcode).toMatch(/^20260000001\d$/);
  expect(sequenceOf(barcode)).toBe(1);
  expect(looksAutomatic(barcode)).toBe(true);
});
test('the check digit fits, and no single wrong digit passes', () => {
  fc.assert(
    fc.property(anyBarcode, fc.nat(11), fc.integer({ min: 1, max: 9 }), (barcode, at, shift) => {
      expect(checkDigitFits(barcode)).toBe(true);
      const wrong = (Number(barcode[at]) + shift) % 10;
      expect(checkDigitFits(`${barcode.slice(0, at)}${wrong}${barcode.slice(at + 1)}`)).toBe(false);
    }),
  );
});
test('two neighbours swapped are caught', () => {
  fc.assert(
    fc.property(anyBarcode, fc.nat(10), (barcode, at) => {
      const [left, right] = [barcode[at], barcode[at + 1]];
      fc.pre(left !== right);
      expect(checkDigitFits(`${barcode.slice(0, at)}${right}${left}${barcode.slice(at + 2)}`)).toBe(false);
    }),
  );
});
test('a sequence outside seven digits is a fault', () => {
  expect(() => automaticBarcode(2026, 10_000_000)).toThrow(RangeError);
  expect(() => automaticBarcode(2026, 0)).toThrow(RangeError);
});
