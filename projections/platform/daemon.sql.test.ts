import fc from 'fast-check';
import type pg from 'pg';
import { openPgPool } from 'services/platform/pg-pool';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { startProjections, type Daemon, type DaemonOptions } from './daemon.ts';
import { readModelGate } from './gate.ts';
import { keyed, type Projection, type Row } from './projection.ts';
import { readTypes } from './pg-values.ts';
import { memoryStore, pastOf, type Fact, type MemoryStore } from './testing/memory-store.ts';
import { ddlFile, movements, silent, stock } from './testing/samples.ts';

let database: TestDatabase;
let db: pg.Pool;
let store: MemoryStore;
let daemons: Daemon[] = [];
beforeEach(async () => {
  database = await testDatabase();
  db = openPgPool({ connectionString: database.url, max: 2, types: readTypes });
  store = memoryStore();
});
afterEach(async () => {
  await Promise.all(daemons.map((daemon) => daemon.stop()));
  daemons = [];
  await db.end();
  await database.drop();
});

const start = async (projections: Projection[], more: Partial<DaemonOptions> = {}): Promise<Daemon> => {
  const settings = { standbyMs: 20, ...more.settings };
  const daemon = await startProjections({ store, url: database.url, projections, log: silent, ...more, settings });
  daemons.push(daemon);
  return daemon;
};
const rowsOf = async (table: string) => (await db.query(`select * from live.${table} order by 1, 2`)).rows as unknown[];
const checkpoint = async (name: string) => {
  const { rows } = await db.query(
    `select position, version, run from projection.checkpoint where name = $1 and state = 'live'`,
    [name],
  );
  return rows[0] as { position: number; version: number; run: number } | undefined;
};
const received = (code: string, num = 1, shop = 1): Fact => ({ type: 'Received', data: { code, num, shop } });
const until = async (holds: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 8_000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('did not come true');
};
const healthOf = (daemon: Daemon, name = 'sample-stock') => daemon.health().find((one) => one.name === name)!;

test('rows follow the log, and whoever waits for a position sees them', async () => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  const position = store.record(
    received('A', 2),
    { type: 'Moved', data: { code: 'A', num: -2, shop: 1 } },
    received('B', 5),
  );
  expect(await daemon.waitFor(['sample-stock', 'sample-movements'], position, 2_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toEqual([{ code: 'B', shop: 1, num: 5, tags: ['Received\t"5"\\'] }]);
  expect(await rowsOf('sample_movements')).toHaveLength(6);
  expect((await rowsOf('sample_movements'))[1]).toEqual({
    position: 0,
    line: 1,
    at: '2026-11-01T09:00:00.000+08:00',
    code: "A'",
  });
  await expect.poll(() => healthOf(daemon)).toMatchObject({ state: 'live', position: 2, lag: 0 });
});

test('events of other types move the checkpoint too', async () => {
  const daemon = await start([stock()]);
  const position = store.record({ type: 'Elsewhere', data: {} });
  expect(await daemon.waitFor(['sample-stock'], position, 2_000)).toBe(true);
  await until(async () => (await checkpoint('sample-stock'))?.position === 0);
});

test('waiting for a view that does not exist is a fault, and waiting ends at its time', async () => {
  const daemon = await start([stock()]);
  await expect(daemon.waitFor(['nothing'], 0, 100)).rejects.toThrow(RangeError);
  expect(await daemon.waitFor(['sample-stock'], 99, 30)).toBe(false);
});

test('a process without projectors waits through the database', async () => {
  const gate = readModelGate({ url: database.url, views: ['sample-stock'] });
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  const waiting = gate.waitFor(['sample-stock'], 0, 3_000);
  store.record(received('A'));
  expect(await waiting).toBe(true);
  expect(await gate.waitFor(['sample-stock'], 7, 30)).toBe(false);
  expect(() => gate.waitFor(['nothing'], 0, 1)).toThrow(RangeError);
  await gate.close();
});

test('a fold that throws stops that projection alone, red, with everything before it written and nothing after', async () => {
  store.record(received('A'), received('B'), { type: 'Exploded', data: { code: 'B' } }, received('C'));
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  expect(healthOf(daemon)).toMatchObject({
    state: 'failed',
    position: 1,
    error: {
      eventId: store.events[2]!.id,
      eventType: 'Exploded',
      position: 2,
      message: expect.stringContaining('boom'),
    },
  });
  expect(healthOf(daemon).error?.reason).toMatch(/已停止/);
  store.record(received('D'));
  expect(await daemon.waitFor(['sample-movements'], 4, 2_000)).toBe(true);
  expect(await daemon.waitFor(['sample-stock'], 2, 30)).toBe(false);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }, { code: 'B' }]);
  await daemon.stop();
  const again = await start([stock(), movements]);
  await again.caughtUp();
  expect(healthOf(again)).toMatchObject({ state: 'failed', position: 1 });
});

test('a write that the table refuses names its event', async () => {
  store.record(received('A'), { type: 'TooMuch', data: { code: 'X' } }, received('B'));
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  expect(healthOf(daemon)).toMatchObject({
    state: 'failed',
    position: 0,
    error: { position: 1, eventType: 'TooMuch' },
  });
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }]);
  expect((await checkpoint('sample-stock'))?.position).toBe(0);
});

test('a refused row among many new ones names its event, and what came before is written', async () => {
  store.record(...Array.from({ length: 200 }, (_, n) => received(`A${n}`)), { type: 'TooMuch', data: { code: 'X' } });
  store.record(...Array.from({ length: 200 }, (_, n) => received(`B${n}`)));
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  expect(healthOf(daemon)).toMatchObject({ state: 'failed', position: 199, error: { position: 200 } });
  expect(await rowsOf('sample_stock')).toHaveLength(200);
  expect(await rowsOf('sample_movements')).toHaveLength(800);
});

test('rows and checkpoint are one transaction: connections killed at any moment lose and double nothing', async () => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  for (let i = 0; i < 300; i += 1) {
    store.record(received(`K${i % 7}`));
    if (i % 60 === 30) {
      await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'projection%' and datname = current_database()`,
      );
    }
    if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await daemon.waitFor(['sample-stock', 'sample-movements'], 299, 10_000)).toBe(true);
  const { rows } = await db.query(`select sum(num)::int as num from live.sample_stock`);
  expect(rows).toEqual([{ num: 300 }]);
  expect(await rowsOf('sample_movements')).toHaveLength(600);
});

test('a lost event store is subscribed to again from the checkpoint', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  for (let i = 0; i < 5; i += 1) {
    store.record(received('A'));
    store.disconnect();
  }
  expect(await daemon.waitFor(['sample-stock'], 4, 5_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 5 }]);
});

test('a runner whose checkpoint was moved by another writes nothing and stands by', async () => {
  const daemon = await start([stock()], { settings: { standbyMs: 60_000 } });
  store.record(received('A'));
  expect(await daemon.waitFor(['sample-stock'], 0, 2_000)).toBe(true);
  await until(async () => (await checkpoint('sample-stock'))?.position === 0);
  await db.query(`update projection.checkpoint set position = 50`);
  store.record(received('B'));
  await until(() => healthOf(daemon).state === 'standby');
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }]);
});

test('of two daemons one runs and the other takes over', async () => {
  const first = await start([stock()]);
  await first.caughtUp();
  const second = await start([stock()]);
  await second.caughtUp();
  expect([healthOf(first).state, healthOf(second).state]).toEqual(['live', 'standby']);
  store.record(received('A'));
  expect(await second.waitFor(['sample-stock'], 0, 2_000)).toBe(true);
  await first.stop();
  await until(() => healthOf(second).state === 'live');
  store.record(received('A'));
  expect(await second.waitFor(['sample-stock'], 1, 2_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 2 }]);
});

test('a new version is filled beside the old one, which answers until the views switch', async () => {
  store.record(received('A', 2), received('B', 3));
  const old = await start([stock()]);
  await old.caughtUp();
  await old.stop();
  const ddl = ddlFile(
    'create table sample_stock (code text, num bigint, shop int, tags text[], note text, primary key (code, shop)); create index on sample_stock (num)',
  );
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let reads = false;
  store.history = async function* ({ until: last }) {
    reads = true;
    await held;
    yield store.events.filter(({ position }) => position <= last);
  };
  const daemon = await start([stock({ version: 2, factor: 10, ddl })]);
  await until(() => reads);
  expect(healthOf(daemon).state).toBe('rebuilding');
  expect(await rowsOf('sample_stock')).toMatchObject([
    { code: 'A', num: 2 },
    { code: 'B', num: 3 },
  ]);
  store.record(received('C', 4));
  release();
  await daemon.caughtUp();
  expect(await daemon.waitFor(['sample-stock'], 2, 2_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toMatchObject([
    { code: 'A', num: 20, note: null },
    { code: 'B', num: 30 },
    { code: 'C', num: 40 },
  ]);
  expect(await checkpoint('sample-stock')).toMatchObject({ version: 2, run: 0, position: 2 });
  const outdated = await start([stock()]);
  await outdated.caughtUp();
  expect(healthOf(outdated).state).toBe('standby');
});

test('rebuild on demand keeps the rows, the previous schema, and drops older ones', async () => {
  store.record(received('A', 2), received('B', 3));
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  const before = [await rowsOf('sample_stock'), await rowsOf('sample_movements')];
  for (let i = 0; i < 3; i += 1)
    await Promise.all([daemon.rebuild('sample-stock'), daemon.rebuild('sample-movements')]);
  expect([await rowsOf('sample_stock'), await rowsOf('sample_movements')]).toEqual(before);
  const { rows } = await db.query(`select nspname from pg_namespace where nspname like 'p_sample_stock%' order by 1`);
  expect(rows).toEqual([{ nspname: 'p_sample_stock_v1_r2' }, { nspname: 'p_sample_stock_v1_r3' }]);
  const { rows: indexes } = await db.query(
    `select indexname from pg_indexes where schemaname = 'p_sample_stock_v1_r3' order by 1`,
  );
  expect(indexes).toEqual([{ indexname: 'sample_stock_num' }, { indexname: 'sample_stock_pkey' }]);
  await expect(daemon.rebuild('nothing')).rejects.toThrow(RangeError);
});

test('a rebuild that waits for its turn goes on following meanwhile', async () => {
  store.record(received('A', 2));
  const daemon = await start([stock(), movements], { settings: { standbyMs: 20, rebuildsTogether: 1 } });
  await daemon.caughtUp();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const past = pastOf(store);
  store.history = async function* (wanted) {
    await held;
    yield* past(wanted);
  };
  const first = daemon.rebuild('sample-stock');
  let second: Promise<void> | undefined;
  try {
    await until(() => healthOf(daemon).state === 'rebuilding');
    second = daemon.rebuild('sample-movements');
    const position = store.record(received('B', 3));
    expect(await daemon.waitFor(['sample-movements'], position, 8_000)).toBe(true);
    await until(() => healthOf(daemon, 'sample-movements').state === 'live');
    expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 2 }]);
  } finally {
    release();
  }
  await Promise.all([first, second]);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }, { code: 'B' }]);
  expect(await rowsOf('sample_movements')).toHaveLength(4);
});

test.each([
  ['in any number of passes', false],
  ['stream by stream', true],
])('a rebuild, %s, makes the rows that following the log made', async (_, byStream) => {
  if (byStream) store.history = pastOf(store);
  const fact = fc.record({
    type: fc.constantFrom('Received', 'Moved', 'Elsewhere'),
    data: fc.record({
      code: fc.constantFrom('A', '翡翠', 'c\\d', 'e f', 'g'),
      shop: fc.integer({ min: 1, max: 3 }),
      num: fc.integer({ min: -2, max: 2 }),
    }),
  });
  const daemon = await start([stock(byStream ? { oneStream: true } : {}), movements], {
    settings: { standbyMs: 20, maxRowsInMemory: 3, rebuildAbove: 0 },
  });
  await daemon.caughtUp();
  const sorted = async () => [
    (await db.query('select * from live.sample_stock order by code, shop')).rows,
    (await db.query('select * from live.sample_movements order by position, line')).rows,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fact, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (bursts) => {
        for (const burst of bursts) {
          store.record(...burst.map((one) => ({ ...one, stream: one.data.code })));
          await new Promise((resolve) => setImmediate(resolve));
        }
        const last = store.events.length - 1;
        expect(await daemon.waitFor(['sample-stock', 'sample-movements'], last, 5_000)).toBe(true);
        const followed = await sorted();
        await Promise.all([daemon.rebuild('sample-stock'), daemon.rebuild('sample-movements')]);
        expect(await sorted()).toEqual(followed);
      },
    ),
    { numRuns: 12 },
  );
});

test('a key that lies in two streams against its word fails the rebuild at that event', async () => {
  store.record({ ...received('A'), stream: 'one' }, { ...received('B'), stream: 'two' });
  store.record({ ...received('A'), stream: 'three' });
  store.history = pastOf(store);
  const daemon = await start([stock({ oneStream: true })]);
  await daemon.caughtUp();
  await expect(daemon.rebuild('sample-stock')).rejects.toThrow(/more than one stream/);
  expect(await rowsOf('sample_stock')).toMatchObject([
    { code: 'A', num: 2 },
    { code: 'B', num: 1 },
  ]);
});

test('every kind of column holds the same after following and after a rebuild', async () => {
  const columns = `code text primary key, price numeric, ids bigint[], names text[], extra jsonb, plain json, day date,
    at timestamptz, yes boolean, note text, doubled bigint generated always as (length(code) * 2) stored`;
  const extras = [{ a: ['x"y', null, { b: '\\' }] }, 'text', 7, true, [], null];
  const kinds = keyed<Row>({
    name: 'kinds-of-columns',
    version: 1,
    table: 'kinds',
    ddl: ddlFile(`create table kinds (${columns});`),
    events: ['Kind'],
    key: 'code',
    identity: ['code'],
    keyOf: (event) => event.stream,
    fold: (_, event) => [
      {
        code: event.stream,
        price: '12.30',
        ids: [1, 2 ** 53 - 1],
        names: ['a,b', '"q"', '\\', 'NULL', '', '{}', ' '],
        extra: extras[event.position]!,
        plain: { position: event.position },
        day: '2026-11-01',
        at: event.meta.at,
        yes: event.position % 2 === 0,
        note: 'tab\tline\nreturn\r\\N \\.',
      },
    ],
  });
  const daemon = await start([kinds]);
  const last = store.record(...extras.map((_, index) => ({ type: 'Kind', data: {}, stream: `k\\${index}\t` })));
  expect(await daemon.waitFor(['kinds-of-columns'], last, 2_000)).toBe(true);
  const followed = await rowsOf('kinds');
  expect(followed).toHaveLength(6);
  expect(followed[0]).toMatchObject({
    ids: [1, 2 ** 53 - 1],
    names: ['a,b', '"q"', '\\', 'NULL', '', '{}', ' '],
    extra: extras[0],
    doubled: 8,
  });
  await daemon.rebuild('kinds-of-columns');
  expect(await rowsOf('kinds')).toEqual(followed);
});

test('a rebuild that fails leaves the old rows answering and says where it stopped', async () => {
  store.record(received('A'), { type: 'Exploded', data: { code: 'A' } });
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  await expect(daemon.rebuild('sample-stock')).rejects.toThrow(/boom/);
  await until(() => healthOf(daemon).state === 'failed');
  expect(healthOf(daemon).error).toMatchObject({ eventType: 'Exploded', position: 1 });
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }]);
});

test('a version that was replaced stops writing', async () => {
  store.record(received('A'));
  const old = await start([stock()]);
  await old.caughtUp();
  const next = await start([stock({ version: 2, factor: 10 })]);
  await next.caughtUp();
  await until(() => healthOf(next).state === 'live');
  store.record(received('A'));
  expect(await next.waitFor(['sample-stock'], 1, 2_000)).toBe(true);
  await until(() => healthOf(old).state === 'standby');
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 20 }]);
  expect((await db.query('select num from p_sample_stock_v1.sample_stock')).rows).toEqual([{ num: 1 }]);
});
