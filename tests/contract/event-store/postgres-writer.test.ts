/** One process writes to a log in Postgres; who takes over from it, when, and what became of what it was writing. */
import pg from 'pg';
import { StoreUnavailable } from 'services/event-store/port';
import type { PostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import { takeOffice, tryWriterLock } from '../../../services/platform/event-store/postgres/office.ts';
import { describe, expect, test, vi } from 'vitest';
import { postgresPerTest, terminate } from './postgres-stores.ts';
import { Follower, appendThrough, newEvent, newEvents, newStream } from './support.ts';

describe('Postgres only', () => {
  const { open, url } = postgresPerTest();

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
    const hung = new pg.Client({ connectionString: url(), application_name: 'event-writer' });
    const lease = new pg.Client({ connectionString: url(), application_name: 'lease hung' });
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
    const watching = new pg.Client({ connectionString: url() });
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
    const old = new pg.Client({ connectionString: url(), application_name: 'event-writer' });
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
    const address = new URL(url());
    await open();
    address.searchParams.set('options', '-c default_transaction_read_only=on');
    const store = await open(300, address.href);
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
      await terminate(url(), 'event-writer');
    }
    await writers;
    await follower.until(({ events }) => events.length >= acknowledged.length);
    await follower.stop();
    expect(acknowledged).toHaveLength(16 * 40 * 2);
    expect(follower.events.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    expect(follower.events.map(({ position }) => position)).toEqual(follower.events.map((_, n) => n));
  });
});
