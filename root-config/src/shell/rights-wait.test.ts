import { expect, test } from 'vitest';
import { waitAfter } from './rights-wait.ts';

test('a look that failed is repeated soon, one that fails again and again less often', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(waitAfter)).toEqual([400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});
