import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { EventStore, Position } from 'services/event-store/port';
import { afterEach, expect, test } from 'vitest';
import { Inbox } from './inbox.ts';
import { Ring } from './ring.ts';
import { memoryStore, type Fact, type MemoryStore } from '../testing/memory-store.ts';

const unwanted = (): Fact => ({ type: 'Elsewhere', data: {} });
const wanted = (type: string): Fact => ({ type, data: {} });

/** Counts the subscriptions that are open. */
const counting = (store: MemoryStore) => {
  const open = { now: 0 };
  const subscribe: EventStore['subscribe'] = async function* (from) {
    open.now += 1;
    try {
      yield* store.subscribe(from);
    } finally {
      open.now -= 1;
    }
  };
  const counted: EventStore = {
    append: (stream, expected, events) => store.append(stream, expected, events),
    read: (...asked) => store.read(...asked),
    subscribe,
    head: () => store.head(),
    close: () => store.close(),
  };
  return { store: counted, open };
};

const ended: AbortController[] = [];
const rings: Ring[] = [];
afterEach(() => {
  for (const one of ended.splice(0)) one.abort();
  for (const ring of rings.splice(0)) ring.close();
});
const signalOfTest = (): AbortSignal => {
  const controller = new AbortController();
  ended.push(controller);
  return controller.signal;
};
const ringOver = (store: EventStore, events = 4_096, bytes = 8_000_000): Ring => {
  const ring = new Ring(store, { limits: { events, bytes } });
  rings.push(ring);
  return ring;
};
const inboxOn = (source: { store: EventStore; ring?: Ring }, events: readonly string[], after: Position = -1): Inbox =>
  new Inbox(source, { after, events, signal: signalOfTest() });

const settled = async (): Promise<void> => {
  for (let times = 0; times < 5; times += 1) await turn();
};

test('an event wakes those who want it and nobody else; all others have passed it nonetheless', async () => {
  const memory = memoryStore();
  const { store, open } = counting(memory);
  const ring = ringOver(store);
  const wakes = new Map<string, number>();
  const inboxes = Array.from({ length: 62 }, (_, n) => inboxOn({ store, ring }, [`Type${n}`]));
  const isOver = signalOfTest();
  const awake = async (inbox: Inbox): Promise<void> => {
    while (!isOver.aborted) {
      const batch = await inbox.take(1_000);
      // Time to write how far it is: where a quiet ring is that slow, no event woke it.
      if (batch === null) continue;
      const [name = ''] = inbox.types;
      wakes.set(name, (wakes.get(name) ?? 0) + batch.events.length);
      if (batch.events.length > 0) wakes.set('all', (wakes.get('all') ?? 0) + 1);
      else wakes.set('empty', (wakes.get('empty') ?? 0) + 1);
      inbox.done(batch.to);
    }
  };
  for (const inbox of inboxes) void awake(inbox);
  await settled();
  const begun = wakes.get('empty');
  expect(open.now).toBe(1);
  memory.record(...Array.from({ length: 1_000 }, unwanted));
  await settled();
  expect(inboxes.map(({ passed }) => passed)).toEqual(inboxes.map(() => 999));
  expect(wakes.get('all')).toBeUndefined();
  expect(wakes.get('empty')).toBe(begun);
  memory.record(wanted('Type7'), unwanted(), wanted('Type7'));
  await settled();
  expect([wakes.get('Type7'), wakes.get('Type8')]).toEqual([2, 0]);
  expect(wakes.get('all')).toBeLessThanOrEqual(2);
  expect(inboxes.map(({ passed }) => passed)).toEqual(inboxes.map(() => 1_002));
});

test('what was taken counts as passed when it is done with, not before', async () => {
  const store = memoryStore();
  const inbox = inboxOn({ store, ring: ringOver(store) }, ['A']);
  await inbox.take(10);
  store.record(wanted('A'), unwanted());
  await settled();
  expect(inbox.passed).toBe(-1);
  const batch = await inbox.take(10);
  store.record(unwanted());
  await settled();
  expect([batch?.events.length, inbox.passed, inbox.seen]).toEqual([1, -1, 2]);
  inbox.done(batch?.to ?? -1);
  expect(inbox.passed).toBe(2);
});

test('it is behind from the moment that something wanted came until that is done with, or it has ended', async () => {
  const store = memoryStore();
  const inbox = inboxOn({ store, ring: ringOver(store) }, ['A']);
  await inbox.take(10);
  store.record(unwanted());
  await settled();
  expect(inbox.behindSince).toBeNull();
  const before = performance.now();
  store.record(wanted('A'));
  await settled();
  const since = inbox.behindSince;
  expect(since).toBeGreaterThanOrEqual(before);
  const batch = await inbox.take(10);
  store.record(wanted('A'));
  await settled();
  expect(inbox.behindSince).toBe(since);
  inbox.done(batch?.to ?? -1);
  expect(inbox.behindSince).toBeGreaterThan(since ?? 0);
  inbox.fail(new Error('stopped'));
  expect(inbox.behindSince).toBeNull();
});

test('on a quiet log it is time to write how far it was seen', async () => {
  const store = memoryStore();
  const inbox = inboxOn({ store, ring: ringOver(store) }, ['A']);
  expect(await inbox.take(10)).toMatchObject({ caughtUp: true });
  store.record(unwanted());
  expect(await inbox.take(10)).toBeNull();
  expect(inbox.passed).toBe(0);
});

test('whoever falls off reads on its own, misses nothing, and comes back', async () => {
  const memory = memoryStore();
  const { store, open } = counting(memory);
  const ring = ringOver(store, 10);
  const slow = inboxOn({ store, ring }, ['A']);
  const quick = inboxOn({ store, ring }, ['B']);
  await settled();
  for (let n = 0; n < 50; n += 1) memory.record(wanted('A'), unwanted());
  await settled();
  expect(open.now).toBe(2);
  expect(quick.passed).toBe(99);
  const positions: Position[] = [];
  while (positions.length < 50) {
    const batch = await slow.take(20);
    positions.push(...(batch?.events ?? []).map(({ position }) => position));
    slow.done(batch?.to ?? -1);
  }
  expect(positions).toEqual(Array.from({ length: 50 }, (_, n) => 2 * n));
  await settled();
  expect([open.now, slow.passed]).toEqual([1, 99]);
});

test('large events leave the ring sooner', async () => {
  const store = memoryStore();
  const ring = ringOver(store, 4_096, 10_000);
  await ring.ready();
  store.record(...Array.from({ length: 20 }, () => ({ type: 'A', data: { text: 'x'.repeat(500) } })));
  await settled();
  expect([ring.covers(5), ring.covers(18)]).toEqual([false, true]);
});

test('a lost store fails those on the ring; whoever starts again goes on where it was', async () => {
  const store = memoryStore();
  const ring = ringOver(store);
  const first = inboxOn({ store, ring }, ['A']);
  await first.take(10);
  store.disconnect();
  await expect(first.take(10).then(() => first.take(10))).rejects.toThrow('unavailable');
  store.record(wanted('A'));
  const second = inboxOn({ store, ring }, ['A'], first.passed);
  const batch = await second.takeMany(10);
  expect(batch?.events.map(({ position }) => position)).toEqual([0]);
});

const step = fc.oneof(
  fc.record({ record: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 12 }) }),
  fc.record({ take: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ turns: fc.integer({ min: 1, max: 3 }) }),
);
test('however log and follower race, every wanted event comes once and in order, and none passes for done before it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), async (steps, size) => {
      const store = memoryStore();
      const ring = ringOver(store, size);
      const inbox = inboxOn({ store, ring }, ['A', 'C']);
      const got: Position[] = [];
      const isWanted = ({ type }: { type: string }): boolean => type !== 'B';
      const takeSome = async (max: number): Promise<void> => {
        const batch = await inbox.take(max, 1);
        const next = store.events.find((event) => isWanted(event) && !got.includes(event.position));
        if (next !== undefined) expect(inbox.passed).toBeLessThan(next.position);
        got.push(...(batch?.events ?? []).map(({ position }) => position));
        if (batch !== null) inbox.done(batch.to);
      };
      for (const one of steps) {
        if ('record' in one) store.record(...one.record.map(wanted));
        else if ('take' in one) await takeSome(one.take);
        else for (let times = 0; times < one.turns; times += 1) await turn();
      }
      const all = store.events.filter(isWanted).map(({ position }) => position);
      while (got.length < all.length) await takeSome(5);
      await settled();
      await takeSome(5);
      expect(got).toEqual(all);
      expect(inbox.passed).toBe(store.events.length - 1);
    }),
    { numRuns: 150 },
  );
});
