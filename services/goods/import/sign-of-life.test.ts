import { afterEach, expect, test, vi } from 'vitest';
import { acceptAlive } from './imports.ts';

type Deps = Parameters<typeof acceptAlive>[0];
type Acceptance = Parameters<typeof acceptAlive>[1];

afterEach(() => vi.useRealTimers());

test('an import shows itself while its rows are taken in, and no longer', async () => {
  vi.useFakeTimers();
  const reading = Promise.withResolvers<never>();
  const query = vi.fn(async () => undefined);
  const closedDays = { writing: (_places: unknown, work: () => Promise<unknown>) => work() };
  const deps = { db: { query }, store: { read: () => reading.promise }, closedDays } as unknown as Deps;
  const taken = expect(
    acceptAlive(deps, { id: 7, drafts: [], head: { shopId: 1, receivedOn: '2026-11-28' } } as unknown as Acceptance),
  ).rejects.toThrow('away');
  // A watcher gives up after twenty seconds.
  await vi.advanceTimersByTimeAsync(19_000);
  expect(query.mock.calls.length).toBeGreaterThanOrEqual(3);
  reading.reject(new Error('away'));
  await taken;
  query.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(query).not.toHaveBeenCalled();
});
