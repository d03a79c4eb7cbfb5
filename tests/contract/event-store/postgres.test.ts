/** The adapter of Postgres keeps the contract of the store; and what is its alone. Who writes: postgres-writer.test.ts. */
import pg from 'pg';
import {
  StoreUnavailable,
  InvalidEvent,
  type EventStore,
  type NewEvent,
  type Recorded,
} from 'services/event-store/port';
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import { copyEvents } from '../../../services/platform/event-store/postgres/bulk.ts';
import { describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { eventStoreContract } from './contract.ts';
import { postgresPerTest, terminate } from './postgres-stores.ts';
import { Follower, newEvent, newEvents, newStream } from './support.ts';

eventStoreContract('Postgres', async () => {
  const database = await testDatabase();
  const store = await openPostgresEventStore({ url: database.url });
  return {
    store,
    dropConnections: async () => {
      expect(await terminate(database.url)).toBeGreaterThan(0);
    },
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
});

describe('Postgres only', () => {
  const { open, url, forget } = postgresPerTest();

  test('several processes may create the tables at once', async () => {
    await Promise.all([open(), open(), open(), open()]);
  });

  test('another process is woken by NOTIFY and sees the log in order, far below the poll', { retry: 1 }, async () => {
    const [writer, reader] = [await open(), await open()];
    const follower = new Follower(reader, -1);
    await follower.until(({ caughtUp }) => caughtUp);
    await vi.waitFor(async () => expect(await listeners(url())).toBe(1), { timeout: 5_000 });
    const started = performance.now();
    const stream = newStream();
    for (let n = 0; n < 20; n += 1) {
      await writer.append(stream, 'any', newEvents(3));
      await follower.until(({ events }) => events.length === 3 * (n + 1));
    }
    expect(performance.now() - started).toBeLessThan(5_000);
    await follower.stop();
    expect(follower.events).toEqual(await writer.read(stream));
  });

  test('a slow subscriber far behind gets everything from the table', async () => {
    const store = await open();
    const follower = new Follower(store, -1, ['Wanted']);
    await follower.until(({ caughtUp }) => caughtUp);
    const abort = new AbortController();
    const slow = store.subscribe({ after: -1, signal: abort.signal })[Symbol.asyncIterator]();
    await fill(store, 12_000);
    const positions: number[] = [];
    while (positions.length < 12_000) {
      const { value } = await slow.next();
      if (value?.kind === 'event') positions.push(value.event.position);
    }
    abort.abort();
    expect(positions).toEqual(positions.map((_, n) => n));
    await follower.until(({ position }) => position === 11_999);
    expect(follower.events).toEqual([]);
    await follower.stop();
  });

  test('an event id that names another event fails its caller alone', async () => {
    const store = await open();
    const used = newEvent();
    await store.append(newStream(), 'none', [used]);
    const spoiled = store.append(newStream(), 'none', [used]);
    const good = Array.from({ length: 10 }, () => store.append(newStream(), 'none', newEvents(2)));
    await expect(spoiled).rejects.toThrow(InvalidEvent);
    expect((await Promise.all(good)).map(({ revision }) => revision)).toEqual(good.map(() => 1));
    expect(await store.head()).toBe(20);
  });

  test('bulk loading goes behind the log, all or nothing, and never beside a writer', async () => {
    const store = await open();
    const stream = newStream();
    await store.append(stream, 'none', newEvents(2));
    const load = (count: number): { stream: string; event: NewEvent }[] =>
      newEvents(count).map((event, n) => ({ stream: n % 2 === 0 ? stream : `other-${n % 7}`, event }));
    await expect(copyEvents(url(), load(1))).rejects.toThrow(StoreUnavailable);
    await store.close();
    const failing = function* (): Generator<{ stream: string; event: NewEvent }> {
      yield* load(5_000);
      throw new RangeError('source broke');
    };
    await expect(copyEvents(url(), failing())).rejects.toThrow('source broke');
    const odd = { stream, event: newEvent('Odd\ttype', { text: 'a\\b\n"c"' }) };
    expect(await copyEvents(url(), [...load(5_000), odd])).toBe(5_002);
    const again = await open();
    const events = await again.read(stream);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
    expect(events.at(-1)).toMatchObject({ ...odd.event, position: 5_002 });
    expect((await again.append(stream, 'any', [newEvent()])).position).toBe(5_003);
  });

  test('the past, in the order of the log or stream after stream, is what a subscription gives', async () => {
    const store = await open();
    const streams = ['goods-乙', 'goods-a', 'sale-1'];
    const odd = { text: `a\\b\n"c"\t${'重'.repeat(30_000)}`, none: null, list: [] };
    for (let round = 0; round < 12; round += 1) {
      for (const stream of streams) {
        const type = stream.startsWith('goods') ? "Odd'type" : 'Other';
        await store.append(stream, 'any', [...newEvents(round, 'Filler'), newEvent(type, { ...odd, round })]);
      }
    }
    const follower = new Follower(store, -1);
    await follower.until(({ caughtUp }) => caughtUp);
    await follower.stop();
    const { signal } = new AbortController();
    const past = async (order: 'log' | 'stream', until: number, types?: string[]): Promise<Recorded[]> => {
      const events: Recorded[] = [];
      for await (const batch of store.history?.({ order, until, types, signal }) ?? []) events.push(...batch);
      return events;
    };
    const head = await store.head();
    expect(await past('log', head)).toEqual(follower.events);
    const wanted = follower.events.filter(({ position, type }) => position <= 150 && type !== 'Filler');
    expect(await past('log', 150, ["Odd'type", 'Other'])).toEqual(wanted);
    const byStream = Map.groupBy(wanted, ({ stream }) => stream);
    const sorted = [...byStream.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await past('stream', 150, ["Odd'type", 'Other'])).toEqual(sorted.flatMap((stream) => byStream.get(stream)));
    expect(await past('stream', -1)).toEqual([]);
  });

  test('reading the past ends when aborted, and tells when its connection is cut', async () => {
    const store = await open();
    for (let n = 0; n < 40; n += 1)
      await store.append(newStream(), 'none', [newEvent('Big', { text: '重'.repeat(60_000) })]);
    const read = async (abort: AbortController, atFirst: () => Promise<unknown>): Promise<number> => {
      let count = 0;
      for await (const events of store.history?.({ order: 'log', until: 39, signal: abort.signal }) ?? []) {
        if (count === 0) await atFirst();
        count += events.length;
      }
      return count;
    };
    const abort = new AbortController();
    expect(await read(abort, async () => abort.abort())).toBeLessThan(40);
    await expect(read(new AbortController(), () => terminate(url(), 'event-history'))).rejects.toThrow(
      StoreUnavailable,
    );
  });

  test('events are only ever added', async () => {
    const store = await open();
    await store.append(newStream(), 'none', [newEvent()]);
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    for (const sql of ["update es.events set type = 'X'", 'delete from es.events', 'truncate es.events']) {
      await expect(client.query(sql)).rejects.toThrow(/only ever added/);
    }
    await client.end();
  });

  test('a closed store answers what was queued and refuses what comes later', async () => {
    const store = await open();
    const queued = Array.from({ length: 50 }, () => store.append(newStream(), 'none', [newEvent()]));
    const follower = new Follower(store, -1);
    await store.close();
    expect(await Promise.all(queued)).toHaveLength(50);
    await expect(store.append(newStream(), 'none', [newEvent()])).rejects.toThrow(StoreUnavailable);
    await expect(store.read(newStream())).rejects.toThrow(StoreUnavailable);
    await follower.done;
    expect(follower.failure).toBeInstanceOf(StoreUnavailable);
    forget();
  });
});

async function fill(store: EventStore, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1_000) {
    const appends = Array.from({ length: 10 }, () => store.append(newStream(), 'none', newEvents(100)));
    await Promise.all(appends);
  }
}

async function listeners(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'event-listener' and query like 'listen%'",
  );
  await client.end();
  return Number(rows[0]?.count);
}
