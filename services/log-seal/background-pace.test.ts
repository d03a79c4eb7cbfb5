import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atOnce, unhurried } from './background-pace.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const LONG_MS = 5;
test('a slice of work is followed by a rest of 49 times its length, the next one begins behind it', async () => {
  const rest = unhurried(new AbortController().signal);
  expect(rest()).toBeUndefined();
  vi.advanceTimersByTime(LONG_MS - 1);
  expect(rest()).toBeUndefined();
  vi.advanceTimersByTime(1);
  const from = process.hrtime.bigint();
  await rest();
  expect(Number(process.hrtime.bigint() - from) / 1e6).toBeGreaterThan(49 * LONG_MS - 2);
  expect(rest()).toBeUndefined();
});

test('who stops does not wait for the rest, and who is waited for takes none', async () => {
  const stopped = new AbortController();
  const rest = unhurried(stopped.signal);
  vi.advanceTimersByTime(LONG_MS);
  const resting = rest();
  stopped.abort();
  await resting;
  vi.advanceTimersByTime(LONG_MS);
  expect(atOnce()).toBeUndefined();
});
