/** What lies a hair above the floor (R148). */
import { expect, test } from 'vitest';
import { isNearFloor } from './near-floor.ts';

test.each([
  [100_000, true],
  [102_000, true],
  [102_001, false],
  [99_999, false],
])('%i fen where 100,000 is the floor', (amountFen, near) => {
  expect(isNearFloor(amountFen, 100_000)).toBe(near);
});
test('where nobody knows a floor nothing is near it', () => {
  expect(isNearFloor(0, 0)).toBe(false);
});
