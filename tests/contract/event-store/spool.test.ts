/** The past of a store that can only be followed: copied once for all who read it at that time. */
import pg from 'pg';
import { StoreUnavailable, type Recorded } from 'services/event-store/port';
import { spooled } from '../../../services/platform/event-store/spool.ts';
import { MemoryStore } from '../../../services/platform/testing/memory-store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../support/database.ts';
import { newEvent, newEvents } from './support.ts';

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Tells how often it was followed, and breaks so many times in the middle. */
class Followed extends MemoryStore {
  times = 0;
  failures = 0;
  override async *subscribe(from: Parameters<MemoryStore['subscribe']>[0]) {
    this.times += 1;
    let left = this.failures > 0 ? 5 : Infinity;
    this.failures -= 1;
    for await (const item of super.subscribe(from)) {
      if (left-- === 0) throw new StoreUnavailable('subscribe');
      yield item;
    }
  }
}
const filled = async (): Promise<Followed> => {
  const store = new Followed();
  const odd = { text: `a\\b\n"c"\t${'重'.repeat(30_000)}`, none: null, list: [] };
  for (let round = 0; round < 12; round += 1) {
    for (const stream of ['goods-乙', 'goods-a', 'sale-1'])
      await store.append(stream, 'any', [...newEvents(round, 'Filler'), newEvent("Odd'type", { ...odd, round })]);
  }
  return store;
};
type Wanted = Omit<Parameters<ReturnType<typeof spooled>>[0], 'signal'>;
const past = async (store: Followed, wanted: Wanted): Promise<Recorded[]> => {
  const events: Recorded[] = [];
  const history = spooled(store, database.url);
  for await (const batch of history({ ...wanted, signal: new AbortController().signal })) events.push(...batch);
  return events;
};
const schemas = async (): Promise<unknown[]> =>
  (await client.query(`select nspname from pg_namespace where nspname like 'log\\_spool%'`)).rows;

test('those who read together follow the log once, each in its order; nothing of it stays', async () => {
  const store = await filled();
  await client.query('create schema log_spool_7; create table log_spool_7.events (position int)');
  const until = store.events.length - 3;
  const wanted = store.events.slice(0, until + 1);
  const odd = wanted.filter(({ type }) => type === "Odd'type");
  const [inLog, byStream, none] = await Promise.all([
    past(store, { order: 'log', until }),
    past(store, { order: 'stream', until, types: ["Odd'type"] }),
    past(store, { order: 'log', until: -1 }),
  ]);
  expect([inLog, none]).toEqual([wanted, []]);
  const streams = Map.groupBy(odd, ({ stream }) => stream);
  expect(byStream).toEqual(['goods-a', 'goods-乙', 'sale-1'].flatMap((stream) => streams.get(stream)));
  expect(store.times).toBe(1);
  expect(await schemas()).toEqual([]);
});

test('when the one that copies the log fails, another does', async () => {
  const store = await filled();
  store.failures = 1;
  const until = store.events.length - 1;
  const read = await Promise.allSettled([past(store, { order: 'log', until }), past(store, { order: 'log', until })]);
  expect(read.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(read).toContainEqual({ status: 'fulfilled', value: store.events });
  const failed = read.find((one): one is PromiseRejectedResult => one.status === 'rejected');
  expect(failed?.reason).toBeInstanceOf(StoreUnavailable);
  expect(await schemas()).toEqual([]);
});

test('a copy that is broken off leaves nothing', async () => {
  const store = await filled();
  const stop = new AbortController();
  const history = spooled(store, database.url);
  for await (const batch of history({ order: 'log', until: 20, signal: stop.signal })) {
    expect(batch.length).toBeGreaterThan(0);
    stop.abort();
  }
  expect(await past(store, { order: 'log', until: 20 })).toEqual(store.events.slice(0, 21));
  expect(await schemas()).toEqual([]);
});
