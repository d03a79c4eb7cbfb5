/** What a store promises while many write, follow, and lose their connections. */
import fc from 'fast-check';
import { StoreUnavailable, WrongExpectedRevision, type EventStore } from 'services/event-store/port';
import { expect, test } from 'vitest';
import { Follower, appendAtHead, appendThrough, newEvent, newEvents, newStream } from './support.ts';

export function concurrencyContract(store: () => EventStore): void {
  test('every interleaving: dense revisions, rising positions, subscribers skip and repeat nothing', async () => {
    const writer = fc.array(fc.record({ stream: fc.nat(2), count: fc.integer({ min: 1, max: 4 }) }), { maxLength: 8 });
    const plan = fc.record({
      writers: fc.array(writer, { minLength: 1, maxLength: 6 }),
      joinAt: fc.array(fc.nat(20), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, ({ writers, joinAt }) => interleave(store(), writers, joinAt)),
      { numRuns: 15 },
    );
  }, 180_000);

  test('conflicts of one stream leave other streams of the same moment alone', async () => {
    const contested = newStream();
    const winners = Array.from({ length: 20 }, () => store().append(newStream(), 'none', newEvents(2)));
    const rivals = Array.from({ length: 20 }, () => store().append(contested, 'none', [newEvent()]));
    const [won, fought] = await Promise.all([Promise.allSettled(winners), Promise.allSettled(rivals)]);
    expect(won.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(fought.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = fought.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons.every((error) => error instanceof WrongExpectedRevision && error.actual === 0)).toBe(true);
  });
}

type Step = { readonly stream: number; readonly count: number };

async function interleave(store: EventStore, writers: readonly Step[][], joinAt: readonly number[]): Promise<void> {
  const after = await store.head();
  const streams = [newStream(), newStream(), newStream()];
  const followers = [new Follower(store, after)];
  let done = 0;
  const write = async (steps: readonly Step[]): Promise<void> => {
    for (const { stream, count } of steps) {
      await appendAtHead(store, streams[stream] ?? '', newEvents(count));
      done += 1;
      if (joinAt.includes(done)) followers.push(new Follower(store, after));
    }
  };
  await Promise.all(writers.map(write));
  const total = writers.flat().reduce((sum, { count }) => sum + count, 0);
  for (const follower of followers) await follower.until(({ events }) => events.length >= total);
  const stored = (await Promise.all(streams.map((stream) => store.read(stream)))).flat();
  stored.sort((a, b) => a.position - b.position);
  expect(new Set(stored.map(({ position }) => position)).size).toBe(total);
  for (const stream of streams) {
    const revisions = stored.filter((event) => event.stream === stream).map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.map((_, n) => n));
  }
  for (const follower of followers) {
    await follower.stop();
    expect(follower.events).toEqual(stored);
  }
}

export async function survivesLostConnections(store: EventStore, dropConnections: () => Promise<void>): Promise<void> {
  const after = await store.head();
  const stream = newStream();
  await store.append(stream, 'none', newEvents(2));
  let follower = new Follower(store, after);
  const seen = [follower];
  await follower.until(({ caughtUp }) => caughtUp);
  let revision = 1;
  for (let round = 0; round < 3; round += 1) {
    await dropConnections();
    ({ revision } = await appendThrough(store, stream, revision, newEvents(3)));
    const upTo = await store.head();
    while (follower.position < upTo) {
      await follower
        .until(({ position }) => position >= upTo)
        .catch((error: unknown) => {
          if (!(error instanceof StoreUnavailable)) throw error;
          follower = new Follower(store, follower.position);
          seen.push(follower);
        });
    }
  }
  await follower.stop();
  expect(seen.flatMap(({ events }) => events)).toEqual(await store.read(stream));
  expect(revision).toBe(10);
}
