/** A read model that is being made anew is waited for without a word; whatever else goes wrong is told. */
import { expect, test, vi } from 'vitest';
import { watchCash, type WatchDeps } from './watch.ts';

test.each([
  ['live.till_money', 0],
  ['master.cash_watch', 1],
])('a look without %s warns %i times', async (relation, times) => {
  const ending = new AbortController();
  const missing = Object.assign(new Error(`relation "${relation}" does not exist`), { code: '42P01' });
  const one = () => {
    ending.abort();
    return Promise.reject(new Error('Query failed', { cause: missing }));
  };
  const warn = vi.fn<(message: string) => void>();
  const deps = { pool: { one }, store: {}, clock: () => new Date(), log: { warn } } as unknown as WatchDeps;
  await watchCash(deps, ending.signal);
  expect(warn).toHaveBeenCalledTimes(times);
});
