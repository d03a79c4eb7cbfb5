import { expect, test } from 'vitest';
import { waitAfter } from './rights-wait.ts';

test('a look that failed is repeated soon, one that fails again and again less often', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(waitAfter)).toEqual([600, 1_200, 2_400, 4_800, 9_600, 10_000, 10_000]);
});
