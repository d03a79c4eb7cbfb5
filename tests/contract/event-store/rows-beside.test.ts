/** Rows that are there if and only if their events are (Postgres only: its log lies beside the tables of the house). */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  RowsRefused,
  StoreUnavailable,
  WrongExpectedRevision,
  type Beside,
  type NewEvent,
} from 'services/event-store/port';
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '../../../services/platform/event-store/postgres/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../support/database.ts';
import { newEvent, newEvents, newStream } from './support.ts';

let database: TestDatabase;
let store: PostgresEventStore;
let db: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  store = await openPostgresEventStore({ url: database.url });
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await db.query(`create schema house;
    create table house.claim (name text primary key, position bigint, said json, ids bigint[],
      at timestamptz not null default now());
    create table house.trace (id bigint generated always as identity primary key, said text check (length(said) < 40));
    create table house.listed (said text unique)`);
});
afterAll(async () => {
  await db.end();
  await store.close();
  await database.drop();
});

const claim =
  (name: string, said: string = randomUUID()): Beside =>
  ({ position }) => [
    { table: 'house.claim', values: { name, position: String(position), said: JSON.stringify(said), ids: '{7,8}' } },
    { table: 'house.trace', values: { said } },
  ];
const claims = async (...names: string[]) =>
  (await db.query('select name, position::int, said, ids::text from house.claim where name = any($1)', [names])).rows;
const has = (stream: string): Promise<boolean> => store.read(stream).then((events) => events.length > 0);
/** A batch of its own: whatever queues while this one is written goes together. */
const atOnce = (appends: readonly (() => Promise<unknown>)[]) =>
  Promise.allSettled([store.append(newStream(), 'none', [newEvent()]), ...appends.map((append) => append())]).then(
    ([, ...settled]) => settled.map(({ status }) => status),
  );

test('events and rows are one transaction, and the rows know their place', async () => {
  const stream = newStream();
  const said = 'tab\there, line\nthere, \\N \\. "quoted" 翡翠😀';
  const { position } = await store.append(stream, 'none', newEvents(2), (at) => [
    { table: 'house.claim', values: { name: stream, position: String(at.position), said: JSON.stringify(said) } },
  ]);
  expect(await claims(stream)).toEqual([{ name: stream, position, said, ids: null }]);
  const { rows } = await db.query(
    'select xmin from es.events where stream = $1 union select xmin from house.claim where name = $1',
    [stream],
  );
  expect(rows).toHaveLength(1);
});

test('a conflict writes no row, and a repeat is a conflict that the rows explain', async () => {
  const [stream, events] = [newStream(), newEvents(2)];
  await store.append(stream, 'none', events, claim(`${stream}/first`));
  for (const expected of ['none', 5] as const) {
    const again = store.append(stream, expected, events, claim(`${stream}/again`));
    await expect(again).rejects.toThrow(WrongExpectedRevision);
  }
  expect(await claims(`${stream}/first`, `${stream}/again`)).toHaveLength(1);
});

test('a row that is there already writes no event', async () => {
  const [first, second] = [newStream(), newStream()];
  await store.append(first, 'none', [newEvent()], claim('twice'));
  await expect(store.append(second, 'none', [newEvent()], claim('twice'))).rejects.toThrow(RowsRefused);
  expect(await has(second)).toBe(false);
});

test.each(['NUL \u0000', 'half \ud83d'])('what no row can keep is refused before it is sent: %j', async (said) => {
  const stream = newStream();
  const row: Beside = () => [{ table: 'house.trace', values: { said } }];
  await expect(store.append(stream, 'none', [newEvent()], row)).rejects.toThrow(RowsRefused);
  expect(await has(stream)).toBe(false);
});

/** Longer than an index takes, also when it is compressed. */
const UNLISTED = Array.from({ length: 300 }, () => randomUUID()).join('');
test.each([
  ['a text that is too long for its index', { table: 'house.listed', values: { said: UNLISTED } }],
  ['a value its column does not take', { table: 'house.claim', values: { name: 'x', position: 'many' } }],
  ['a check', { table: 'house.trace', values: { said: '长'.repeat(60) } }],
  ['a table that is not there', { table: 'house.gone', values: { said: '' } }],
])('%s fails its caller alone', async (_, row) => {
  const good = Array.from({ length: 6 }, () => newStream());
  const bad = newStream();
  const plain = newStream();
  const outcomes = await atOnce([
    ...good.slice(0, 3).map((stream) => () => store.append(stream, 'none', newEvents(2), claim(stream))),
    () => store.append(bad, 'none', [newEvent()], () => [row]),
    () => store.append(plain, 'none', [newEvent()]),
    ...good.slice(3).map((stream) => () => store.append(stream, 'none', newEvents(2), claim(stream))),
  ]);
  const [done, failed] = ['fulfilled', 'rejected'];
  expect(outcomes).toEqual([done, done, done, failed, done, done, done, done]);
  expect(await has(bad)).toBe(false);
  expect(await has(plain)).toBe(true);
  expect(await claims(...good)).toHaveLength(6);
});

test('the writer is cut off again and again: each claim has its event, each event its claim', async () => {
  const cut = (): Promise<unknown> =>
    db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'event-writer'`);
  let done = 0;
  const through = async (stream: string, events: readonly NewEvent[]): Promise<void> => {
    for (;;) {
      try {
        await store.append(stream, 'none', events, claim(stream));
        break;
      } catch (error) {
        if (error instanceof WrongExpectedRevision || error instanceof RowsRefused) break;
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
    done += 1;
  };
  const streams = Array.from({ length: 8 }, () => Array.from({ length: 40 }, () => newStream('cut')));
  const working = Promise.all(
    streams.map(async (own) => {
      for (const stream of own) await through(stream, [newEvent()]);
    }),
  );
  for (let round = 1; round <= 4; round += 1) {
    await vi.waitFor(() => expect(done).toBeGreaterThan(round * 50), { timeout: 20_000, interval: 1 });
    await cut();
  }
  await working;
  const { rows } = await db.query(`select count(*)::int as claims, count(e.stream)::int as events from house.claim c
    full join (select distinct stream, position from es.events where stream like 'cut-%') e
      on e.stream = c.name and e.position = c.position where coalesce(c.name, e.stream) like 'cut-%'`);
  expect(rows).toEqual([{ claims: 320, events: 320 }]);
});
