/** A long stream's state comes out of its snapshot and the events since as it would out of all its events. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Decider } from '../../contracts/decider.ts';
import { isRefusal } from '../../contracts/refusal.ts';
import { REPEAT_DAYS } from '../../contracts/repeats.ts';
import { storeWith } from '../event-store/store-with.ts';
import type { EventStore, Recorded, Snapshot } from '../event-store/port.ts';
import type { SendOptions } from '../../contracts/save.ts';
import { handle, loadState } from './handle.ts';
import { PastIds } from './past-ids.ts';
import { stateOfText, textOfState } from './plain-state.ts';
import { SNAPSHOT_EVENTS, type StoredRecipient } from './stream-state.ts';
import { MemorySnapshots } from '../testing/memory-snapshots.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { NOW, clerk } from '../testing/transfer-sample.ts';

type Counted = { readonly type: 'Counted'; readonly data: { readonly name: string; readonly times: number } };
type Count = { readonly type: 'Count'; readonly name: string; readonly times: number };
type Tally = { readonly total: number; readonly names: ReadonlySet<string>; readonly by: ReadonlyMap<string, number> };
const Event = z.object({ type: z.literal('Counted'), data: z.object({ name: z.string(), times: z.int() }) });
const tally: Decider<Tally, Count, Counted> = {
  initial: { total: 0, names: new Set(), by: new Map() },
  evolve: ({ total, names, by }, { data: { name, times } }) => ({
    total: total + times,
    names: new Set([...names, name]),
    by: new Map(by).set(name, (by.get(name) ?? 0) + times),
  }),
  decide: ({ name, times }) => Array.from({ length: times }, () => ({ type: 'Counted', data: { name, times: 1 } })),
};
const STREAM = 'tally-1';
/** A process of its own: another store object, so nothing remembered. */
const processOn = (store: EventStore, parts: Partial<EventStore> = {}): StoredRecipient<Tally, Count, Counted> => ({
  store: storeWith(store, parts),
  decider: tally,
  parse: (event) => Event.parse(event),
  remember: true,
  snapshot: 1,
});
const by = (key: string, day = 0): SendOptions => ({
  actor: { user: clerk, key, now: new Date(NOW.getTime() + day * 86_400_000), requestId: 'r' },
  shopId: 1,
});
const count = (recipient: StoredRecipient<Tally, Count, Counted>, n: number, day = 0) =>
  handle(recipient, STREAM, { type: 'Count', name: `n${n % 7}`, times: 1 + (n % 3) }, by(`k${n}`, day));
const folded = (events: readonly Recorded[]): Tally =>
  events.reduce((state, event) => tally.evolve(state, Event.parse(event)), tally.initial);

test(`whatever was written by whom, a read gives the fold of all, and repeats of ${REPEAT_DAYS} days are silent`, async () => {
  let snapshotsFound = 0;
  const step = fc.record({ process: fc.nat(2), commands: fc.integer({ min: 1, max: 90 }), days: fc.nat(12) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const store = new MemoryStore();
      const snapshots = new MemorySnapshots();
      const processes = [0, 1, 2].map(() => processOn(store, { snapshots }));
      const days: number[] = [];
      let today = 0;
      for (const { process, commands, days: later } of steps) {
        today += later;
        for (let n = 0; n < commands; n += 1) {
          days.push(today);
          await count(processes[process] as (typeof processes)[0], days.length - 1, today);
        }
        const fresh = processOn(store, { snapshots });
        const [loaded, all] = [await loadState(fresh, STREAM), await store.read(STREAM)];
        expect(loaded.state).toStrictEqual(folded(all));
        expect(loaded).toMatchObject({ revision: all.length - 1, position: all.at(-1)?.position });
      }
      const written = store.events.length;
      for (const [n, day] of days.entries()) {
        if (n % 5 > 0 || today - day > REPEAT_DAYS) continue;
        const again = await count(processOn(store, { snapshots }), n, today);
        expect(!isRefusal(again) && again.events).toEqual([]);
      }
      expect(store.events).toHaveLength(written);
      snapshotsFound += snapshots.found;
    }),
    { numRuns: 25, seed: 20_261_123 },
  );
  expect(snapshotsFound).toBeGreaterThan(100);
});

describe('a snapshot that does not fit is none', () => {
  const long = async () => {
    const store = new MemoryStore();
    const snapshots = new MemorySnapshots();
    const writing = processOn(store, { snapshots });
    for (let n = 0; n < 300; n += 1) await count(writing, n);
    const kept = snapshots.kept.get(STREAM);
    if (kept === undefined) throw new Error('no snapshot was kept');
    expect(kept.revision).toBeGreaterThan(SNAPSHOT_EVENTS);
    return { store, snapshots, kept };
  };
  test('a state that no decider made shows that snapshots are read at all', async () => {
    const { store, snapshots, kept } = await long();
    snapshots.kept.set(STREAM, { ...kept, state: textOfState({ ...tally.initial, total: -1_000_000 }) });
    expect((await loadState(processOn(store, { snapshots }), STREAM)).state.total).toBeLessThan(0);
  });
  test.each([
    ['of another decider or shape', { tag: '1/2' }],
    ['unreadable', { state: '{"total":1' }],
    ['beyond the stream', { revision: 5_000 }],
    ['without its ids', { past: { days: [['2026-11-10', 400] as const], ids: Buffer.alloc(8) } }],
    ['of another past', { lastId: '00000000-0000-5000-8000-000000000000' }],
  ])('%s', async (_why, wrong) => {
    const { store, snapshots, kept } = await long();
    snapshots.kept.set(STREAM, { ...kept, ...wrong });
    const reading = processOn(store, { snapshots });
    expect((await loadState(reading, STREAM)).state).toStrictEqual(folded(await store.read(STREAM)));
    // The next one takes its place.
    expect(snapshots.kept.get(STREAM)).toMatchObject({ tag: '1/1', revision: store.events.length - 1 });
  });
  test('one whose ids are cut off', async () => {
    const { kept } = await long();
    const { days, ids } = kept.past;
    expect(PastIds.from({ days, ids })?.size).toBe(kept.revision + 1);
    expect(PastIds.from({ days, ids: ids.subarray(8) })).toBeNull();
    expect(PastIds.from({ days: [], ids })).toBeNull();
  });
});

test('what is remembered of another past is read anew', async () => {
  const [store, other] = [new MemoryStore(), new MemoryStore()];
  let now = store;
  const recipient = processOn(store, { read: (...asked) => now.read(...asked) });
  for (let n = 0; n < 100; n += 1) {
    await count(recipient, n);
    await count(processOn(other), n + 1);
  }
  now = other;
  expect((await loadState(recipient, STREAM)).state).toStrictEqual(folded(await other.read(STREAM)));
});

test('a large state is kept more seldom: an event costs a kilobyte of it at most', async () => {
  const store = new MemoryStore();
  let written = 0;
  class Weighed extends MemorySnapshots {
    override offer(_stream: string, of: () => Snapshot): void {
      written += of().state.length;
    }
  }
  const heavy = processOn(store, { snapshots: new Weighed() });
  const text = 'x'.repeat(150);
  const send = (n: number) => handle(heavy, STREAM, { type: 'Count', name: `${n}${text}`, times: 1 }, by(`k${n}`));
  for (let n = 0; n < 4_000; n += 1) await send(n);
  expect(written).toBeGreaterThan(0);
  expect(written / store.events.length).toBeLessThan(1024);
});

test('a state is the same after it was text, whatever it is made of', () => {
  const key = fc.oneof(fc.constantFrom('$map', '$set', '$object', 'a', '__proto__'), fc.string());
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
      fc.array(tie('value'), { maxLength: 3 }).map((all) => new Set(all)),
    ),
  }));
  fc.assert(
    fc.property(value, (state) => {
      expect(stateOfText(textOfState(state))).toStrictEqual(state);
    }),
  );
  expect(() => stateOfText('{')).toThrow(SyntaxError);
});

test('ids are known for 30 days of the stream, and strangers never', () => {
  const id = (n: number): string =>
    `00000000-0000-5000-a${String(n).padStart(3, '0')}-${String(n * 7_919).padStart(12, '0')}`;
  const moment = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day, 3)).toISOString();
  let past = PastIds.none;
  for (let day = 0; day < 60; day += 1) past = past.with([id(day), id(500 + day)], moment(day));
  for (let day = 0; day < 60; day += 1) {
    expect([past.has(id(day)), past.has(id(500 + day))], `${day}`).toEqual([day >= 29, day >= 29]);
    expect(past.has(id(200 + day))).toBe(false);
  }
  expect(past.bytes).toBe(62 * 8);
});
