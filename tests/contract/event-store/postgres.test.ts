import pg from 'pg';
import {
  StoreUnavailable,
  InvalidEvent,
  type EventStore,
  type NewEvent,
  type Recorded,
} from 'services/event-store/port';
import { openPostgresEventStore, type PostgresEventStore } from 'services/platform/event-store/postgres/index';
import { copyEvents } from 'services/platform/event-store/postgres/bulk';
import { takeOffice, tryWriterLock } from 'services/platform/event-store/postgres/office';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../support/database.ts';
import { eventStoreContract } from './contract.ts';
import { Follower, appendThrough, newEvent, newEvents, newStream } from './support.ts';

/** Ends the store's connections on the server, as a restart or a network fault would. */
async function terminate(url: string, name = 'event-%'): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like $1',
    [name],
  );
  await client.end();
  return rowCount ?? 0;
}

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
  let database: TestDatabase;
  const opened: PostgresEventStore[] = [];
  const open = async (patienceMs = 5_000): Promise<PostgresEventStore> => {
    const store = await openPostgresEventStore({ url: database.url, patienceMs });
    opened.push(store);
    return store;
  };
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await database.drop();
  });

  test('several processes may create the tables at once', async () => {
    await Promise.all([open(), open(), open(), open()]);
  });

  test('a second writer stands by and takes over when the first ends', async () => {
    const [first, second] = [await open(), await open(300)];
    const stream = newStream();
    await first.append(stream, 'none', newEvents(2));
    await expect(second.append(stream, 1, [newEvent()])).rejects.toThrow(StoreUnavailable);
    expect([first.isWriter(), second.isWriter()]).toEqual([true, false]);
    await first.append(stream, 1, [newEvent()]);
    await first.close();
    await appendThrough(second, stream, 2, [newEvent()]);
    expect(second.isWriter()).toBe(true);
    const events = await second.read(stream);
    expect(events.map(({ revision, position }) => [revision, position])).toEqual([0, 1, 2, 3].map((n) => [n, n]));
  });

  const standing = async (name: string, alone = (): boolean => false): Promise<PostgresEventStore> => {
    const store = await open();
    store.writership.stand({ address: `http://${name}`, process: name, alone });
    return store;
  };
  const kindOf = ({ writership }: PostgresEventStore): string => writership.place().kind;
  const LOOKS = { interval: 5, timeout: 5_000 };

  test(
    'of those who stand for it one writes without being asked; the others know how it is reached and refuse at once',
    { retry: 1 },
    async () => {
      const first = await standing('first');
      await expect.poll(() => kindOf(first), LOOKS).toBe('here');
      const second = await standing('second');
      await expect.poll(() => kindOf(second), LOOKS).toBe('elsewhere');
      const started = performance.now();
      await expect(second.append(newStream(), 'none', [newEvent()])).rejects.toMatchObject({
        name: 'NotTheWriter',
        writer: 'http://first',
      });
      expect(performance.now() - started).toBeLessThan(1_000);
      expect(second.writership.key).toBe(first.writership.key);
      // One that was never told of the others waits as it ever did.
      const idle = await open(300);
      await expect(idle.append(newStream(), 'none', [newEvent()])).rejects.not.toMatchObject({ name: 'NotTheWriter' });
      await first.writership.resign();
      await expect.poll(() => second.writership.place(), LOOKS).toMatchObject({ kind: 'here', epoch: 2 });
      await expect(first.append(newStream(), 'none', [newEvent()])).rejects.toThrow(StoreUnavailable);
      await second.append(newStream(), 'none', [newEvent()]);
    },
  );

  test('one that gives no sign of life is ended with its leases, also in the middle of an append; one that waits for the server is not', async () => {
    const hung = new pg.Client({ connectionString: database.url, application_name: 'event-writer' });
    const lease = new pg.Client({ connectionString: database.url, application_name: 'lease hung' });
    const lost = new Set<string>();
    for (const client of [hung, lease]) client.on('error', () => lost.add(client === hung ? 'writer' : 'lease'));
    const second = await open();
    await Promise.all([hung.connect(), lease.connect()]);
    await takeOffice(hung, 'es', { address: 'http://hung', process: 'hung' });
    // At work for longer than anybody may be silent: a slow disk is no death.
    const working = hung.query('select pg_sleep(1.5)');
    second.writership.stand({ address: 'http://second', process: 'second', alone: () => false });
    await working;
    expect([kindOf(second), lost.size]).toEqual(['elsewhere', 0]);
    // Half an append: the server waits for the rest.
    await hung.query('begin');
    await hung.query("insert into es.events values (0, 's', 0, gen_random_uuid(), 't', '{}', '{}')");
    await expect.poll(() => kindOf(second), LOOKS).toBe('here');
    expect([...lost].toSorted()).toEqual(['lease', 'writer']);
    expect((await second.append(newStream(), 'none', [newEvent()])).position).toBe(0);
  });

  test('one that hangs as soon as it has the lock is followed like any other, and stands by when it goes on', async () => {
    const [first, second] = [await open(), await open()];
    const watching = new pg.Client({ connectionString: database.url });
    await watching.connect();
    const { query: ask } = pg.Client.prototype as unknown as { query: (...asked: readonly unknown[]) => unknown };
    const has = "select pid from pg_locks where locktype = 'advisory' and pid = $1";
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
    let isHung = false;
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked) {
      const answer: unknown = Reflect.apply(ask, this, asked);
      if (isHung || !(answer instanceof Promise)) return answer;
      return answer.finally(async () => {
        const { rowCount } = (await Reflect.apply(ask, watching, [
          has,
          [Reflect.get(this, 'processID')],
        ])) as pg.QueryResult;
        if (rowCount === 0) return;
        isHung = true;
        hang();
        await goesOn;
      });
    });
    first.writership.stand({ address: 'http://first', process: 'first', alone: () => false });
    await hangs;
    second.writership.stand({ address: 'http://second', process: 'second', alone: () => false });
    await expect
      .poll(() => kindOf(second), LOOKS)
      .toBe('here')
      .finally(() => {
        goOn();
        query.mockRestore();
      });
    await expect.poll(() => kindOf(first), LOOKS).toBe('elsewhere');
    await second.append(newStream(), 'none', [newEvent()]);
    await watching.end();
  });

  test('who lives is not ended, however long it has nothing to write; who is alone asks the server for nothing', async () => {
    const first = await standing('first');
    await expect.poll(() => kindOf(first), LOOKS).toBe('here');
    const second = await standing('second');
    await expect.poll(() => kindOf(second), LOOKS).toBe('elsewhere');
    let places = 0;
    second.writership.onChange(() => (places += 1));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect([kindOf(first), kindOf(second), places]).toEqual(['here', 'elsewhere', 0]);
  });

  test('a process of an older release that writes is in no row: nobody is reached there, and nobody ends it', async () => {
    const old = new pg.Client({ connectionString: database.url, application_name: 'event-writer' });
    const store = await open();
    await old.connect();
    expect(await tryWriterLock(old, 'es')).toBe(true);
    store.writership.stand({ address: 'http://new', process: 'new', alone: () => false });
    await expect.poll(() => store.writership.place(), LOOKS).toMatchObject({ kind: 'elsewhere', address: null });
    await expect(store.append(newStream(), 'none', [newEvent()])).rejects.toMatchObject({ writer: null });
    await old.end();
    await expect.poll(() => kindOf(store), LOOKS).toBe('here');
  });

  test('a server that takes no writes makes nobody its writer', async () => {
    const url = new URL(database.url);
    await open();
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const store = await openPostgresEventStore({ url: url.href, patienceMs: 300 });
    opened.push(store);
    store.writership.stand({ address: 'http://replica', process: 'replica', alone: () => false });
    await expect(store.append(newStream(), 'none', [newEvent()])).rejects.toThrow(StoreUnavailable);
    expect(kindOf(store)).toBe('unknown');
  });

  test('the writer is cut off under load: what was acknowledged is there, nothing twice', async () => {
    const store = await open(10_000);
    const acknowledged: string[] = [];
    const write = async (): Promise<void> => {
      const stream = newStream();
      let expected: number | 'none' = 'none';
      for (let n = 0; n < 40; n += 1) {
        const events = newEvents(2);
        expected = (await appendThrough(store, stream, expected, events)).revision;
        acknowledged.push(...events.map(({ id }) => id));
      }
    };
    const follower = new Follower(store, -1);
    const writers = Promise.all(Array.from({ length: 16 }, write));
    for (let kill = 1; kill <= 4; kill += 1) {
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(kill * 200), { timeout: 15_000, interval: 1 });
      await terminate(database.url, 'event-writer');
    }
    await writers;
    await follower.until(({ events }) => events.length >= acknowledged.length);
    await follower.stop();
    expect(acknowledged).toHaveLength(16 * 40 * 2);
    expect(follower.events.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    expect(follower.events.map(({ position }) => position)).toEqual(follower.events.map((_, n) => n));
  });

  test('another process is woken by NOTIFY and sees the log in order, far below the poll', { retry: 1 }, async () => {
    const [writer, reader] = [await open(), await open()];
    const follower = new Follower(reader, -1);
    await follower.until(({ caughtUp }) => caughtUp);
    await vi.waitFor(async () => expect(await listeners(database.url)).toBe(1), { timeout: 5_000 });
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
    await expect(copyEvents(database.url, load(1))).rejects.toThrow(StoreUnavailable);
    await store.close();
    const failing = function* (): Generator<{ stream: string; event: NewEvent }> {
      yield* load(5_000);
      throw new RangeError('source broke');
    };
    await expect(copyEvents(database.url, failing())).rejects.toThrow('source broke');
    const odd = { stream, event: newEvent('Odd\ttype', { text: 'a\\b\n"c"' }) };
    expect(await copyEvents(database.url, [...load(5_000), odd])).toBe(5_002);
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
    await expect(read(new AbortController(), () => terminate(database.url, 'event-history'))).rejects.toThrow(
      StoreUnavailable,
    );
  });

  test('events are only ever added', async () => {
    const store = await open();
    await store.append(newStream(), 'none', [newEvent()]);
    const client = new pg.Client({ connectionString: database.url });
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
    opened.splice(0);
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
