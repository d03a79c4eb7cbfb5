import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Decider } from '../../contracts/decider.ts';
import { isRefusal, refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { StoreUnavailable, WrongExpectedRevision } from '../event-store/port.ts';
import type { EventStore, JsonObject, Recorded } from '../event-store/port.ts';
import { handle, loadState } from './handle.ts';
import type { Handled, SendOptions } from '../../contracts/save.ts';
import { PastIds } from './past-ids.ts';
import { roughBytes } from '../base/rough-bytes.ts';
import { StreamMemory } from './stream-memory.ts';
import { MemoryStore } from '../testing/memory-store.ts';

type Added = { readonly type: 'Added'; readonly data: { readonly amount: number } };
type Add = { readonly type: 'Add'; readonly amount: number };
const Event = z.object({ type: z.literal('Added'), data: z.object({ amount: z.int() }) });
const sum: Decider<number, Add, Added> = {
  initial: 0,
  evolve: (state, event) => state + event.data.amount,
  decide: ({ amount }, state) => {
    if (amount === 0) return [];
    if (state + amount > 100) return refuse('conflict', 'sum.full', '满了');
    return [{ type: 'Added', data: { amount } }];
  },
};
const user: SessionUser = {
  id: 7,
  username: 'li',
  nickName: '李',
  deptId: null,
  roleIds: [],
  roleKeys: [],
  permissions: new Set(),
  lockShops: [],
  rows: 'all',
  mustChangePassword: false,
};
const by = (key: string, more: Partial<SendOptions> = {}): SendOptions => ({
  actor: { user, key, now: new Date('2026-11-01T02:00:00Z'), requestId: 'request-1' },
  shopId: 3,
  ...more,
});
const on = (store: EventStore) => ({ store, decider: sum, parse: (event: unknown) => Event.parse(event) });
const add = (amount: number): Add => ({ type: 'Add', amount });
const done = (outcome: Handled<number, Added> | Refusal): Handled<number, Added> => {
  if (isRefusal(outcome)) throw new Error(outcome.code);
  return outcome;
};

test('an accepted command is one event with who, when and why', async () => {
  const store = new MemoryStore();
  const outcome = done(await handle(on(store), 'sum-1', add(5), by('k1')));
  expect(outcome).toMatchObject({ revision: 0, position: 0, state: 5 });
  expect(store.events[0]?.meta).toEqual({
    key: 'k1',
    correlationId: 'k1',
    causationId: 'request-1',
    userId: 7,
    deptId: null,
    userName: '李',
    shopId: 3,
    at: '2026-11-01T10:00:00.000+08:00',
    schema: 1,
  });
});

test('the same key again appends nothing and tells where the stream is', async () => {
  const store = new MemoryStore();
  await handle(on(store), 'sum-1', add(5), by('k1'));
  await handle(on(store), 'sum-1', add(6), by('k2'));
  const again = done(await handle(on(store), 'sum-1', add(5), by('k1', { expected: -1 })));
  expect(again).toMatchObject({ revision: 1, position: 1, state: 11, events: [] });
  expect(store.events).toHaveLength(2);
});

test('one key on two streams and under two tags is three commands', async () => {
  const store = new MemoryStore();
  await handle(on(store), 'sum-1', add(5), by('k1', { tag: 'line-1' }));
  await handle(on(store), 'sum-1', add(5), by('k1', { tag: 'line-2' }));
  await handle(on(store), 'sum-2', add(5), by('k1', { tag: 'line-1' }));
  expect(new Set(store.events.map((event) => event.id))).toHaveLength(3);
});

test('nothing to do leaves the stream alone and still names its position', async () => {
  const store = new MemoryStore();
  await handle(on(store), 'sum-1', add(5), by('k1'));
  expect(done(await handle(on(store), 'sum-1', add(0), by('k2')))).toMatchObject({ position: 0, events: [] });
  expect(done(await handle(on(store), 'sum-9', add(0), by('k3')))).toMatchObject({ position: -1, revision: -1 });
});

describe('a revision that the client saw', () => {
  test('is respected when it is still the last one', async () => {
    const store = new MemoryStore();
    await handle(on(store), 'sum-1', add(5), by('k1'));
    expect(done(await handle(on(store), 'sum-1', add(1), by('k2', { expected: 0 }))).revision).toBe(1);
  });
  test('is stale otherwise', async () => {
    const store = new MemoryStore();
    await handle(on(store), 'sum-1', add(5), by('k1'));
    await handle(on(store), 'sum-1', add(5), by('k2'));
    const outcome = await handle(on(store), 'sum-1', add(1), by('k3', { expected: 0 }));
    expect(outcome).toMatchObject({ kind: 'stale', message: '别人已修改，请刷新后再保存' });
  });
});

test('fifty at once on one stream queue instead of racing', async () => {
  const store = new MemoryStore();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => handle(on(store), 'sum-1', add(3), by(`k${n}`))),
  );
  expect(outcomes.filter(isRefusal)).toHaveLength(17);
  expect(store.events).toHaveLength(33);
});

test('another process that is faster ten times makes it try again, not fail', async () => {
  const store = new MemoryStore();
  let rivals = 10;
  const append = store.append.bind(store);
  store.append = async (stream, expected, events) => {
    if (rivals > 0) {
      rivals -= 1;
      throw new WrongExpectedRevision(stream, expected, 0);
    }
    return append(stream, expected, events);
  };
  expect(done(await handle(on(store), 'sum-1', add(3), by('k1'))).state).toBe(3);
});

test('an append whose answer got lost is found again, not repeated', async () => {
  const store = new MemoryStore();
  const append = store.append.bind(store);
  let lose = true;
  store.append = async (stream, expected, events) => {
    const appended = await append(stream, expected, events);
    if (!lose) return appended;
    lose = false;
    throw new StoreUnavailable('append');
  };
  expect(done(await handle(on(store), 'sum-1', add(3), by('k1'))).state).toBe(3);
  expect(store.events).toHaveLength(1);
});

test('a fault of the slice is thrown and does not block the stream', async () => {
  const store = new MemoryStore();
  const broken = {
    ...on(store),
    decider: {
      ...sum,
      decide: () => {
        throw new RangeError('fault');
      },
    },
  };
  await expect(handle(broken, 'sum-1', add(1), by('k1'))).rejects.toThrow('fault');
  expect(done(await handle(on(store), 'sum-1', add(1), by('k2'))).state).toBe(1);
});

test('a fresh command reads nothing; where the stream is taken after all, it decides on what is there', async () => {
  const store = new MemoryStore();
  let reads = 0;
  const read = store.read.bind(store);
  const counting = Object.assign(store, {
    read: (...of: Parameters<EventStore['read']>) => {
      reads += 1;
      return read(...of);
    },
  });
  expect(done(await handle(on(counting), 'sum-1', add(60), by('k1', { isNew: true })))).toMatchObject({ state: 60 });
  expect(reads).toBe(0);
  const repeat = done(await handle(on(counting), 'sum-1', add(60), by('k1', { isNew: true })));
  expect(repeat).toMatchObject({ state: 60, revision: 0 });
  expect(await handle(on(counting), 'sum-1', add(50), by('k2', { isNew: true }))).toMatchObject({ code: 'sum.full' });
  expect(await handle(on(counting), 'sum-1', add(101), by('k3', { isNew: true }))).toMatchObject({ code: 'sum.full' });
  expect(store.events).toHaveLength(1);
});

describe('what a process remembers of a stream', () => {
  /** A process of its own: its own decider object, so its own memory; counts its reads. */
  const processOn = (store: EventStore) => {
    let reads = 0;
    const recipient = {
      store: {
        ...methodsOf(store),
        read: (...of: Parameters<EventStore['read']>) => {
          reads += 1;
          return store.read(...of);
        },
      },
      decider: { ...sum },
      parse: (event: unknown) => Event.parse(event),
      remember: true,
    } as const;
    return { recipient, reads: () => reads };
  };
  const methodsOf = (store: EventStore): EventStore => ({
    append: (...of) => store.append(...of),
    read: (...of) => store.read(...of),
    subscribe: (from) => store.subscribe(from),
    head: () => store.head(),
    close: () => store.close(),
  });

  test('spares the read of the next command', async () => {
    const { recipient, reads } = processOn(new MemoryStore());
    await handle(recipient, 'sum-1', add(5), by('k1'));
    expect(done(await handle(recipient, 'sum-1', add(6), by('k2'))).state).toBe(11);
    expect(done(await handle(recipient, 'sum-1', add(7), by('k3', { expected: 1 })))).toMatchObject({ revision: 2 });
    expect(reads()).toBe(1);
    await loadState(recipient, 'sum-2');
    expect(done(await handle(recipient, 'sum-2', add(1), by('k4'))).state).toBe(1);
    expect(reads()).toBe(2);
  });
  test('decides nothing alone: refusals, repeats and stale revisions are looked up', async () => {
    const store = new MemoryStore();
    const [here, there] = [processOn(store), processOn(store)];
    await handle(here.recipient, 'sum-1', add(90), by('k1'));
    await handle(there.recipient, 'sum-1', add(-80), by('k2'));
    expect(done(await handle(here.recipient, 'sum-1', add(50), by('k3'))).state).toBe(60);
    await handle(there.recipient, 'sum-1', add(-60), by('k4'));
    expect(done(await handle(here.recipient, 'sum-1', add(1), by('k5', { expected: 3 }))).state).toBe(1);
    await handle(there.recipient, 'sum-1', add(9), by('k6'));
    expect(done(await handle(here.recipient, 'sum-1', add(1), by('k5')))).toMatchObject({ state: 10, events: [] });
    expect(done(await handle(here.recipient, 'sum-1', add(0), by('k7')))).toMatchObject({ state: 10, revision: 5 });
  });
  test('answers the state that a read would, metadata included', async () => {
    const store = new MemoryStore();
    type Noted = { readonly type: string; readonly data: JsonObject };
    const decider: Decider<readonly Noted[], object, Noted> = {
      initial: [],
      evolve: (before, event) => [...before, event],
      decide: () => [{ type: 'Noted', data: { text: 'a', amounts: [1, 2] } }],
    };
    const parse = ({ type, data, meta }: Recorded) => ({ type, data, meta });
    const remembering = { store, decider, parse, remember: true } as const;
    await handle(remembering, 'notes-1', {}, by('k1'));
    const outcome = await handle(remembering, 'notes-1', {}, by('k2'));
    if (isRefusal(outcome)) throw new Error(outcome.code);
    expect(outcome.state).toStrictEqual((await loadState(remembering, 'notes-1')).state);
  });
  test('of several processes that forget and race, none writes over another', async () => {
    const store = new MemoryStore();
    const several = [processOn(store), processOn(store), processOn(store)];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        handle(several[n % 3]?.recipient ?? on(store), `sum-${n % 2}`, add(3), by(`k${n}`)),
      ),
    );
    expect(outcomes.filter(isRefusal)).toHaveLength(0);
    for (const name of ['sum-0', 'sum-1']) {
      expect((await loadState(on(store), name)).state).toBe(90);
      expect((await store.read(name)).map(({ revision }) => revision)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    }
  });
});

test('the memory of all streams is bounded in bytes, and in the length of a stream', () => {
  const memory = new StreamMemory(100_000);
  const other = { initial: 0 };
  const loaded = (events: number, bytes = 1_000) => ({
    state: 0,
    revision: events - 1,
    position: events,
    last: { id: '', at: '' },
    ids: new Set(Array.from({ length: events }, (_, n) => String(n))),
    past: PastIds.none,
    keptAt: -1,
    bytes,
  });
  for (let n = 0; n < 60; n += 1) memory.set(`sum-${n}`, sum, loaded(1));
  for (let n = 0; n < 60; n += 1) memory.set(`other-${n}`, other, loaded(1));
  expect(memory.get('sum-19', sum)).toBeUndefined();
  expect(memory.get('sum-20', sum)).toBeDefined();
  // Another decider folds another state out of the same events.
  expect(memory.get('sum-20', other)).toBeUndefined();
  // sum-20 was asked for last, so it stays.
  memory.set('other-60', other, loaded(1, 50_000));
  expect([memory.get('sum-59', sum), memory.get('other-10', other), memory.get('other-11', other)]).toEqual([
    undefined,
    undefined,
    expect.anything(),
  ]);
  memory.set('other-59', other, loaded(501));
  expect(memory.get('other-59', other)).toBeUndefined();
  memory.set('other-61', other, loaded(1, 200_000));
  expect(memory.get('other-61', other)).toBeUndefined();
});

test('what a state takes is told roughly, whatever it is made of', () => {
  const state = { name: '翡翠', holds: new Map([['a', { quantity: 1 }]]), keys: new Set(['b']), lines: [1, null] };
  expect(roughBytes(state)).toBeGreaterThan(200);
  expect(roughBytes(state)).toBeLessThan(600);
  expect(roughBytes({ ...state, lines: Array.from({ length: 1_000 }, () => 1) })).toBeGreaterThan(8_000);
});
