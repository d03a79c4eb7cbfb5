import { expect, test } from 'vitest';
import { ACCOUNT_LIMIT, afterTry, lockedFor, networkOf, NO_ATTEMPTS } from './throttle.ts';
import type { Attempts } from './throttle.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const tries = (count: number, from: Attempts = NO_ATTEMPTS): Attempts => {
  let attempts = from;
  let now = START;
  for (let index = 0; index < count; index += 1) {
    now += lockedFor(attempts, now) + 1;
    attempts = afterTry(attempts, now, ACCOUNT_LIMIT);
  }
  return attempts;
};

test('four failures cost nothing, the fifth locks', () => {
  expect(tries(4).lockedUntil).toBe(0);
  const fifth = tries(5);
  expect(fifth.lockedUntil - fifth.lastAt).toBe(30_000);
});
test('every further failure doubles the wait, up to a quarter of an hour', () => {
  const waits = [6, 7, 8, 20].map((count) => tries(count)).map((attempts) => attempts.lockedUntil - attempts.lastAt);
  expect(waits).toEqual([60_000, 120_000, 240_000, 900_000]);
});
test('half an hour of silence forgets', () => {
  const locked = tries(9);
  expect(afterTry(locked, locked.lastAt + 31 * 60_000, ACCOUNT_LIMIT).failures).toBe(1);
});
test('an IPv6 user has a whole /64, an IPv4 user one address', () => {
  expect(networkOf('203.0.113.4')).toBe('203.0.113.4');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});
