import type { EventStore, History, Recorded } from 'services/event-store/port';
import { expect, test, vi } from 'vitest';
import { SharedRebuilds, type RebuildTicket } from './shared-rebuild.ts';

const event = (position: number, type: string): Recorded => ({ position, type }) as unknown as Recorded;
const LOG = [event(0, 'A'), event(1, 'B'), event(2, 'A'), event(3, 'C')];

/** A log in batches of one, which tells how it was read. */
const logOf = (broken = Infinity) => {
  const asked: History[] = [];
  const store = {
    head: async () => 3,
    async *history(wanted: History) {
      asked.push(wanted);
      for (const one of LOG.filter(({ type }) => wanted.types === undefined || wanted.types.includes(type))) {
        if (wanted.signal.aborted) return;
        if (one.position >= broken) throw new Error('the store went away');
        yield [one];
      }
    },
  } as unknown as EventStore;
  return { store, asked };
};
const never = new AbortController().signal;
const granted = (places: readonly RebuildTicket[]) =>
  vi.waitFor(() => expect(places.map((place) => place.granted.aborted)).toEqual(places.map(() => true)), {
    timeout: 30_000,
  });
const positions = async (
  place: RebuildTicket,
  types: readonly string[] | undefined,
  signal = never,
): Promise<number[]> => {
  const read: number[] = [];
  for await (const batch of place.read({ types, signal })) read.push(...batch.map(({ position }) => position));
  return read;
};

test('those who wait together read the log once in each order, each what it wants', async () => {
  const { store, asked } = logOf();
  const sharedRebuilds = new SharedRebuilds(store, 8);
  const [a, b, c] = [sharedRebuilds.ask('stream'), sharedRebuilds.ask('stream'), sharedRebuilds.ask('log')] as const;
  await granted([a, b, c]);
  const late = sharedRebuilds.ask('log');
  expect(await a.head()).toBe(3);
  const read = await Promise.all([positions(a, ['A']), positions(b, ['B', 'A']), positions(c, undefined)]);
  expect(read).toEqual([
    [0, 2],
    [0, 1, 2],
    [0, 1, 2, 3],
  ]);
  const told = asked.map(({ order, types, until }) => ({ order, types, until }));
  expect(told.toSorted((one, other) => one.order.localeCompare(other.order))).toEqual([
    { order: 'log', types: undefined, until: 3 },
    { order: 'stream', types: ['A', 'B'], until: 3 },
  ]);
  expect(() => a.read({ types: ['A'], signal: never })).toThrow('already');
  expect(late.granted.aborted).toBe(false);
  for (const place of [a, b, c]) place.end();
  await granted([late]);
});

test('who ends before it reads, breaks off or is aborted holds nobody up', async () => {
  const { store } = logOf();
  const sharedRebuilds = new SharedRebuilds(store, 8);
  const [away, breaking, aborted, staying] = Array.from({ length: 4 }, () => sharedRebuilds.ask('log')) as [
    RebuildTicket,
    RebuildTicket,
    RebuildTicket,
    RebuildTicket,
  ];
  await granted([away, breaking, aborted, staying]);
  const stop = new AbortController();
  const left = positions(aborted, undefined, stop.signal);
  const broken = (async () => {
    for await (const batch of breaking.read({ types: undefined, signal: never })) return batch.length;
    return 0;
  })();
  const read = positions(staying, undefined);
  stop.abort(new Error('stopped'));
  await expect(left).rejects.toThrow('stopped');
  away.end();
  expect([await broken, await read]).toEqual([1, [0, 1, 2, 3]]);
});

test('a store that goes away in the middle fails everyone who reads, and the next ones get their turn', async () => {
  const { store } = logOf(2);
  const sharedRebuilds = new SharedRebuilds(store, 2);
  const [a, b, next] = [sharedRebuilds.ask('log'), sharedRebuilds.ask('log'), sharedRebuilds.ask('log')] as const;
  await granted([a, b]);
  const read = await Promise.allSettled([positions(a, undefined), positions(b, ['B'])]);
  expect(read.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(next.granted.aborted).toBe(false);
  a.end();
  b.end();
  await granted([next]);
});
