/** When an openId may have a record. */
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { bindingAtCounter, bindingByNumber, needsOrder, saleIdOf, type BindingFacts } from './binding-rules.ts';

const FREE: BindingFacts = { mine: null, recordId: 7, isTaken: false, hadOther: false, isMerging: false };
const codeOf = (verdict: unknown): unknown => (isRefusal(verdict) ? verdict.code : verdict);

test('a free openId has a free record by number and code; again is no change', () => {
  expect(bindingByNumber(FREE)).toBe('bind');
  expect(bindingByNumber({ ...FREE, mine: 7, hadOther: true, isMerging: true })).toBe('same');
});
test('what needs a person’s word is for the shop, whatever else stands against it', () => {
  const asked = [
    { isMerging: true },
    { mine: 8 },
    { isTaken: true },
    { hadOther: true },
    { isTaken: true, hadOther: true },
  ];
  expect(asked.map((facts) => codeOf(bindingByNumber({ ...FREE, ...facts })))).toEqual([
    'shopper.merging',
    'shopper.has_other',
    'shopper.taken',
    'shopper.at_shop',
    'shopper.taken',
  ]);
});
test('the counter asks for the customer’s own proof or a word where something is at stake, and for a word of a second record', () => {
  expect(bindingAtCounter(FREE, false)).toEqual([]);
  expect(bindingAtCounter(FREE, true)).toEqual(['record']);
  expect(bindingAtCounter({ ...FREE, isTaken: true }, false)).toEqual(['record']);
  expect(bindingAtCounter({ ...FREE, isTaken: true, hadOther: true }, true)).toEqual(['record', 'second']);
  expect(codeOf(bindingAtCounter({ ...FREE, mine: 8 }, true))).toBe('shopper.has_other');
  expect(codeOf(bindingAtCounter({ ...FREE, isMerging: true }, false))).toBe('shopper.merging');
  expect(bindingAtCounter({ ...FREE, mine: 7 }, true)).toBe('same');
});
test('a silent record and one with value need an order besides', () => {
  expect(needsOrder({ hasSomething: false, boughtLately: true })).toBe(false);
  expect(needsOrder({ hasSomething: true, boughtLately: true })).toBe(true);
  expect(needsOrder({ hasSomething: false, boughtLately: false })).toBe(true);
});
test('an order is named by its number as it is printed', () => {
  expect(
    ['XS10001', 'xs10001', 'XS', '10001', 'JC10001', 'XS1x', 'XS1234567890123456'].map((no) => saleIdOf(no, 'XS')),
  ).toEqual([10_001, 10_001, null, null, null, null, null]);
});
