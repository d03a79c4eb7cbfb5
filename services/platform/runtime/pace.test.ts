import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventStore } from '../event-store/port.ts';
import { delayOf, paced } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const none = async function* (): AsyncGenerator<never> {};
const appended = { revision: 0, position: 0 };
const storeTelling = (told: string[]): EventStore => ({
  append: async () => {
    told.push('append');
    return appended;
  },
  appendAll: async () => {
    told.push('appendAll');
    return [appended];
  },
  read: async () => [],
  subscribe: none,
  head: async () => 0,
  close: async () => undefined,
});

test('an append waits a tenth of what lists are more than a second behind, and never longer than 200 ms', () => {
  expect([0, 999, 1_000, 1_500, 2_000, 3_000, 60_000].map(delayOf)).toEqual([0, 0, 0, 50, 100, 200, 200]);
});

test('lists that keep up delay nothing', async () => {
  const told: string[] = [];
  const store = paced(storeTelling(told), { behindMs: () => 800 });
  await store.append('a', 'none', []);
  expect(told).toEqual(['append']);
  expect(vi.getTimerCount()).toBe(0);
});

test('lists that are far behind delay each append by 200 ms, and it is made then', async () => {
  const told: string[] = [];
  const store = paced(storeTelling(told), { behindMs: () => 10_000 });
  const one = store.append('a', 'none', []);
  const all = store.appendAll?.([]);
  await vi.advanceTimersByTimeAsync(199);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await one, await all]).toEqual([appended, [appended]]);
  expect(told.toSorted()).toEqual(['append', 'appendAll']);
});
