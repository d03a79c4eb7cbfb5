import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lanes } from '../tables/lanes.ts';
import { keyed, type Row } from '../projection/projection.ts';
import { healthOf, received, until, daemonsPerTest } from '../testing/daemons.ts';
import { pastOf } from '../testing/memory-store.ts';
import { ddlFile, movements, stock } from '../testing/samples.ts';
import { addIndexes } from '../tables/versions.ts';
const { at, start, rowsOf, checkpoint } = daemonsPerTest();

test('a new version is filled beside the old one, which answers until the views switch', async () => {
  at.store.record(received('A', 2), received('B', 3));
  const old = await start([stock()]);
  await old.caughtUp();
  await old.stop();
  const ddl = ddlFile(
    'create table sample_stock (code text, num bigint, shop int, tags text[], note text, primary key (code, shop)); create index on sample_stock (num)',
  );
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let reads = false;
  at.store.history = async function* ({ until: last }) {
    reads = true;
    await held;
    yield at.store.events.filter(({ position }) => position <= last);
  };
  const daemon = await start([stock({ version: 2, factor: 10, ddl })]);
  await until(() => reads);
  expect(healthOf(daemon).state).toBe('rebuilding');
  expect(await rowsOf('sample_stock')).toMatchObject([
    { code: 'A', num: 2 },
    { code: 'B', num: 3 },
  ]);
  at.store.record(received('C', 4));
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
  at.store.record(received('A', 2), received('B', 3));
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  const before = [await rowsOf('sample_stock'), await rowsOf('sample_movements')];
  for (let i = 0; i < 3; i += 1)
    await Promise.all([daemon.rebuild('sample-stock'), daemon.rebuild('sample-movements')]);
  expect([await rowsOf('sample_stock'), await rowsOf('sample_movements')]).toEqual(before);
  const { rows } = await at.db.query(
    `select nspname from pg_namespace where nspname like 'p_sample_stock%' order by 1`,
  );
  expect(rows).toEqual([{ nspname: 'p_sample_stock_v1_r2' }, { nspname: 'p_sample_stock_v1_r3' }]);
  const { rows: indexes } = await at.db.query(
    `select indexname from pg_indexes where schemaname = 'p_sample_stock_v1_r3' order by 1`,
  );
  expect(indexes).toEqual([{ indexname: 'sample_stock_num' }, { indexname: 'sample_stock_pkey' }]);
  await expect(daemon.rebuild('nothing')).rejects.toThrow(RangeError);
});

test('a rebuild that waits for its turn goes on following meanwhile', async () => {
  at.store.record(received('A', 2));
  const daemon = await start([stock(), movements], { settings: { standbyMs: 20, rebuildsTogether: 1 } });
  await daemon.caughtUp();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const past = pastOf(at.store);
  at.store.history = async function* (wanted) {
    await held;
    yield* past(wanted);
  };
  const first = daemon.rebuild('sample-stock');
  let second: Promise<void> | undefined;
  try {
    await until(() => healthOf(daemon).state === 'rebuilding');
    second = daemon.rebuild('sample-movements');
    const position = at.store.record(received('B', 3));
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

test('what lies far behind a long log is filled anew, once; a little behind it is followed', async () => {
  const past = pastOf(at.store);
  let readings = 0;
  at.store.history = (wanted) => {
    readings += 1;
    return past(wanted);
  };
  const settings = { standbyMs: 20, longLog: 10 };
  const away = async (type: string, ...codes: readonly string[]) => {
    at.store.record(...codes.map((code) => ({ ...received(code), type })));
    const daemon = await start([stock()], { settings });
    await daemon.caughtUp();
    return daemon;
  };
  const codes = (letter: string, many: number) => Array.from({ length: many }, (_, n) => `${letter}${n}`);
  await (await away('Received', ...codes('A', 20))).stop();
  const little = await away('Received', ...codes('B', 4));
  await little.rebuild('sample-stock');
  expect(readings).toBe(1);
  await little.stop();
  // Its key is parked by either version; if the new one is not promoted, the old one is followed on, not rebuilt for ever.
  const far = await away('Exploded', 'C', ...codes('D', 8));
  await until(async () => readings === 2 && healthOf(far).state === 'live');
  await far.rebuild('sample-stock', { anyway: true });
  expect(readings).toBe(3);
  expect(await checkpoint('sample-stock')).toMatchObject({ position: 32 });
  expect(await rowsOf('sample_stock')).toHaveLength(24);
});

test('a rebuild makes the rows that following the log made', async () => {
  const fact = fc.record({
    type: fc.constantFrom('Received', 'Moved', 'Elsewhere'),
    data: fc.record({
      code: fc.constantFrom('A', '翡翠', 'c\\d', 'e f', 'g'),
      shop: fc.integer({ min: 1, max: 3 }),
      num: fc.integer({ min: -2, max: 2 }),
    }),
  });
  const daemon = await start([stock(), movements], { settings: { standbyMs: 20, rebuildAbove: 0 } });
  await daemon.caughtUp();
  const sorted = async () => [
    (await at.db.query('select * from live.sample_stock order by code, shop')).rows,
    (await at.db.query('select * from live.sample_movements order by position, line')).rows,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fact, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (bursts) => {
        for (const burst of bursts) {
          at.store.record(...burst.map((one) => ({ ...one, stream: one.data.code })));
          await new Promise((resolve) => setImmediate(resolve));
        }
        const last = at.store.events.length - 1;
        expect(await daemon.waitFor(['sample-stock', 'sample-movements'], last, 5_000)).toBe(true);
        const followed = await sorted();
        await Promise.all([daemon.rebuild('sample-stock'), daemon.rebuild('sample-movements')]);
        expect(await sorted()).toEqual(followed);
      },
    ),
    { numRuns: 12 },
  );
});

test('a key that lies in two streams fails the rebuild at that event', async () => {
  at.store.record({ ...received('A'), stream: 'one' }, { ...received('B'), stream: 'two' });
  at.store.record({ ...received('A'), stream: 'three' });
  const daemon = await start([stock()]);
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
  const last = at.store.record(...extras.map((_, index) => ({ type: 'Kind', data: {}, stream: `k\\${index}\t` })));
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
  at.store.record(received('A'));
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  at.store.record(...Array.from({ length: 30 }, (_, n) => ({ type: 'Exploded', data: { code: `X${n}` } })));
  await until(() => healthOf(daemon).state === 'failed');
  await expect(daemon.rebuild('sample-stock')).rejects.toThrow(/boom/);
  await until(() => healthOf(daemon).state === 'failed');
  expect(healthOf(daemon).error).toMatchObject({ eventType: 'Exploded', position: 21 });
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }]);
});

test('a version that was replaced stops writing', async () => {
  at.store.record(received('A'));
  const old = await start([stock()]);
  await old.caughtUp();
  const next = await start([stock({ version: 2, factor: 10 })]);
  await next.caughtUp();
  await until(() => healthOf(next).state === 'live');
  at.store.record(received('A'));
  expect(await next.waitFor(['sample-stock'], 1, 2_000)).toBe(true);
  await until(() => healthOf(old).state === 'standby');
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 20 }]);
  expect((await at.db.query('select num from p_sample_stock_v1.sample_stock')).rows).toEqual([{ num: 1 }]);
});

test('what comes to a table is seen by vacuum soon, in the first version and in a rebuilt one', async () => {
  at.store.record(received('A'));
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  await daemon.rebuild('sample-stock');
  const { rows } = await at.db.query<{ options: string[] | null }>(
    `select reloptions as options from pg_class where relname = 'sample_stock' and relkind = 'r'`,
  );
  expect(rows).toHaveLength(2);
  for (const { options } of rows) expect(options).toContain('autovacuum_vacuum_insert_scale_factor=0.01');
});

test('after an index that cannot be made no other is begun', async () => {
  await at.db.query('create schema broken');
  const statements = ['create table broken_stock (num int)', 'create index on broken_stock (nothing)'];
  const broken = stock({ ddl: ddlFile([...statements, 'create index on broken_stock (num)'].join(';')) });
  await at.db.query('create table broken.broken_stock (num int)');
  const asked = { schema: 'broken', lanes: new Lanes(1), signal: new AbortController().signal };
  await expect(addIndexes(at.db, broken, asked)).rejects.toThrow(/nothing/);
  expect((await at.db.query(`select indexname from pg_indexes where schemaname = 'broken'`)).rows).toEqual([]);
});
