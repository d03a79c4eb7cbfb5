import { StoreUnavailable } from 'services/event-store/port';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interruptionsIn } from './interruptions.ts';
import { silent } from '../testing/samples.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what hits every read model of a process is told once in a while, with its causes and without a stack', () => {
  const warn = vi.fn();
  const interrupted = interruptionsIn({ ...silent, warn });
  const cut = new StoreUnavailable('head', { cause: new Error('Connection terminated unexpectedly') });
  const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  for (let n = 0; n < 40; n += 1) interrupted(cut);
  interrupted(slow);
  const place = {
    fault: 'place',
    cause: 'event store unavailable during head: Connection terminated unexpectedly',
  };
  const timeout = { fault: 'timeout', cause: slow.message };
  expect(warn.mock.calls.map(([fields]) => fields as object)).toEqual([place, timeout]);
  vi.advanceTimersByTime(5_000);
  interrupted(cut);
  expect(warn.mock.lastCall?.[0]).toEqual(place);
  expect(warn).toHaveBeenCalledTimes(3);
});
