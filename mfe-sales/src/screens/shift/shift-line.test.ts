import { expect, test } from 'vitest';
import { differenceOf, withExpected } from './shift-line.ts';

const cash = { balance: '现金', opening: 500, received: 0.3, corrected: 0, expected: 500.3, documents: 2 };

test('the difference is exact to the fen, and unknown until it is counted', () => {
  expect(differenceOf({ counted: 0.3, expected: 0.1 + 0.2 })).toBe(0);
  expect(differenceOf({ counted: 490.1, expected: 500.3 })).toBe(-10.2);
  expect(differenceOf({ counted: undefined, expected: 1 })).toBeUndefined();
});
test('new figures keep what was counted and said', () => {
  const counted = [{ ...cash, counted: 490, reason: '找零' }];
  const wechat = { ...cash, balance: '微信' };
  expect(withExpected(counted, [{ ...cash, expected: 600 }, wechat])).toEqual([
    { ...cash, expected: 600, counted: 490, reason: '找零' },
    { ...wechat, counted: undefined, reason: '' },
  ]);
});
