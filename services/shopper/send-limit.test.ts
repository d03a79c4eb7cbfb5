/** How long the next message waits. */
import { expect, test } from 'vitest';
import { untilNext } from './send-limit.ts';

const limit = { most: 2, withinMs: 1_000, pauseMs: 100 };
test('after each the pause, after the last that counts until the oldest counts no more', () => {
  expect(untilNext([], limit, 5_000)).toBe(0);
  expect(untilNext([4_950], limit, 5_000)).toBe(50);
  expect(untilNext([4_900], limit, 5_000)).toBe(0);
  expect(untilNext([4_900, 4_300], limit, 5_000)).toBe(300);
  expect(untilNext([4_950, 4_000], limit, 5_000)).toBe(50);
});
