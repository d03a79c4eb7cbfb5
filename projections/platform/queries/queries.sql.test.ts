import { buffer } from 'node:stream/consumers';
import { openPool } from 'services/platform/base/database';
import { openPgPool } from 'services/platform/base/pg-pool';
import { sql, type DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { z } from 'zod';
import { testDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { moments } from '../../moments/projector.ts';
import { positionAsOf } from './as-of.ts';
import { startProjections } from '../daemon/daemon.ts';
import { exportRoute, type PageReader } from '../sheets/export.ts';
import { foldedName, gramsMatch, nameGrams } from './name-grams.ts';
import { everyRow, pagedList, type PageRequest } from './paged-list.ts';
import { streamRows } from './stream-rows.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { silent } from '../testing/samples.ts';

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await testDatabase();
  db = await openPool(database.url, { applicationName: 'test' });
  await db.query(
    sql.unsafe`create table names (id bigint primary key, name text not null, folded text not null, grams text[] not null)`,
  );
  await db.query(sql.unsafe`create index on names using gin (grams)`);
  await db.query(
    sql.unsafe`create table numbers as select n::bigint as id, n % 2 as odd from generate_series(1, 10500) as n`,
  );
  const names = ['翡翠玉镯', '玉翡镯', '足金 999 项链', 'Ａbc_项链%', '镯'];
  const tuples = names.map((name, id) => [id + 1, name, foldedName(name)]);
  await db.query(
    sql.unsafe`insert into names select id, name, folded, '{}' from ${sql.unnest(tuples, ['int8', 'text', 'text'])} as t(id, name, folded)`,
  );
  for (const [index, name] of names.entries()) {
    await db.query(sql.unsafe`update names set grams = ${sql.array(nameGrams(name), 'text')} where id = ${index + 1}`);
  }
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

test('values arrive as the wire wants them', async () => {
  const row = await db.one(sql.unsafe`
    select 9007199254740991::int8 as id, 12.30::numeric as price, '2026-11-01'::date as day,
           '2026-11-01 10:30:00.123456+00'::timestamptz as at, array[1, 2]::int8[] as ids`);
  expect(row).toEqual({
    id: 9_007_199_254_740_991,
    price: '12.30',
    day: '2026-11-01',
    at: '2026-11-01T18:30:00.123+08:00',
    ids: [1, 2],
  });
});

test('rows are checked by their schema', async () => {
  const Row = z.object({ id: z.string() });
  await expect(db.any(sql.type(Row)`select 1 as id`)).rejects.toThrow('do not conform');
  const Doubled = z.object({ id: z.int().transform((id) => id * 2) });
  expect(await db.any(sql.type(Doubled)`select 4 as id`)).toEqual([{ id: 8 }]);
});

const search = (term: string) =>
  db.anyFirst(sql.type(z.object({ id: z.int() }))`
    select id from names where ${gramsMatch(sql.fragment`grams`, sql.fragment`folded`, term)} order by id`);
test.each([
  ['one Chinese character', '镯', [1, 2, 5]],
  ['two Chinese characters, in that order', '翡翠', [1]],
  ['three, in that order only', '玉翡镯', [2]],
  ['a term whose pieces are there but not side by side', '翡玉镯', []],
  ['width and case folded', 'ABC', [4]],
  ['signs of LIKE taken as they are', 'c_项链%', [4]],
  ['a percent sign alone', '%', [4]],
])('search finds %s', async (_, term, ids) => {
  expect(await search(term)).toEqual(ids);
});

test('counts are exact to 10,000 and say so beyond', async () => {
  const Row = z.object({ id: z.int() });
  const page = (where = sql.fragment`true`, pageIndex = 1) =>
    pagedList({
      db,
      row: Row,
      where,
      from: sql.fragment`numbers n`,
      key: sql.fragment`n.id`,
      orderBy: sql.fragment`n.id desc`,
      select: sql.fragment`select n.id from page join numbers n on n.id = page.key`,
      paging: { pageIndex, pageSize: 3 },
    });
  expect(await page()).toEqual({
    list: [{ id: 10_500 }, { id: 10_499 }, { id: 10_498 }],
    count: 10_000,
    more: true,
    pageIndex: 1,
    pageSize: 3,
  });
  expect(await page(sql.fragment`n.odd = 1`, 1750)).toEqual({
    list: [{ id: 5 }, { id: 3 }, { id: 1 }],
    count: 5_250,
    pageIndex: 1750,
    pageSize: 3,
  });
});

test('a page behind the last one still says how many there are, and an empty list none', async () => {
  const list = (pageIndex: number, least: number) =>
    pagedList({
      db,
      row: z.object({ id: z.int() }),
      from: sql.fragment`numbers n`,
      where: sql.fragment`n.id > ${least}`,
      key: sql.fragment`n.id`,
      orderBy: sql.fragment`n.id`,
      select: sql.fragment`select n.id from page join numbers n on n.id = page.key`,
      paging: { pageIndex, pageSize: 20 },
    });
  expect(await list(4, 10_450)).toEqual({ list: [], count: 50, pageIndex: 4, pageSize: 20 });
  expect(await list(1, 10_500)).toEqual({ list: [], count: 0, pageIndex: 1, pageSize: 20 });
});

test('a list goes on after the view behind its plan was switched to other columns', async () => {
  await db.query(sql.unsafe`create view shown as select 1::bigint as id, 'a'::text as word`);
  const page = () =>
    pagedList({
      db,
      row: z.object({ id: z.int(), word: z.union([z.string(), z.int()]) }),
      from: sql.fragment`shown w`,
      where: sql.fragment`true`,
      key: sql.fragment`w.id`,
      orderBy: sql.fragment`w.id`,
      select: sql.fragment`select w.id, w.word from page join shown w on w.id = page.key`,
      paging: { pageIndex: 1, pageSize: 20 },
    });
  for (let round = 0; round < 3; round += 1) expect((await page()).list).toEqual([{ id: 1, word: 'a' }]);
  await db.query(sql.unsafe`drop view shown`);
  await db.query(sql.unsafe`create view shown as select 2::bigint as id, 7::int as word`);
  for (let round = 0; round < 3; round += 1) expect((await page()).list).toEqual([{ id: 2, word: 7 }]);
});

test('a row that breaks its schema is told also where a count stands beside it', async () => {
  const broken = pagedList({
    db,
    row: z.object({ id: z.string() }),
    from: sql.fragment`numbers n`,
    where: sql.fragment`true`,
    key: sql.fragment`n.id`,
    orderBy: sql.fragment`n.id`,
    select: sql.fragment`select n.id from page join numbers n on n.id = page.key`,
    paging: { pageIndex: 1, pageSize: 1 },
  });
  await expect(broken).rejects.toThrow('do not conform');
});

test.each([
  ['little', sql.fragment`n.odd = 1`, { list: [{ id: 10_499 }, { id: 10_497 }], count: 5_250 }],
  ['plenty', sql.fragment`n.id > 0`, { list: [{ id: 10_500 }, { id: 10_499 }], count: 10_000, more: true }],
])('a search that finds %s answers the same rows in the same order', async (_, where, expected) => {
  const list = {
    db,
    row: z.object({ id: z.int() }),
    where,
    from: sql.fragment`numbers n`,
    key: sql.fragment`n.id`,
    orderBy: sql.fragment`n.id desc`,
    select: sql.fragment`select n.id from page join numbers n on n.id = page.key`,
  };
  const paging = { pageIndex: 1, pageSize: 2 };
  const searched = { columns: sql.fragment`n.id`, alias: sql.fragment`n`, walking: sql.fragment`(${where}) is true` };
  expect(await pagedList({ ...list, paging, searched })).toEqual({ ...expected, ...paging });
  let last = Infinity;
  for await (const some of everyRow(list)) {
    for (const { id } of some) {
      expect(id).toBeLessThan(last);
      last = id;
    }
  }
  expect(last).toBe(1);
});

test('a long result is streamed from one snapshot, and may be left early', async () => {
  const query = sql.type(z.object({ id: z.int() }))`select id from numbers order by id`;
  let count = 0;
  for await (const some of streamRows({ db, query })) for (const { id } of some) expect(id).toBe((count += 1));
  expect(count).toBe(10_500);
  for await (const [first] of streamRows({ db, query })) if (first?.id === 501) break;
  await expect(
    streamRows({ db, query: sql.type(z.object({ n: z.int() }))`select 1 / 0 as n` }).next(),
  ).rejects.toThrow();
  expect(db.state().acquiredConnections).toBe(0);
});

test('an export is of one moment, whatever is written while its pages go', async () => {
  const meanwhile = openPgPool({ connectionString: database.url, max: 1 });
  const route = exportRoute<PageRequest, PageReader>(
    { db },
    {
      path: '/numbers/export',
      name: '数',
      allow: 'numbers',
      query: z.object({ pageIndex: z.int(), pageSize: z.int() }),
      columns: [{ field: 'id', title: '编号', kind: 'count' }],
      page: async (at, { query: { pageIndex, pageSize } }) => {
        const list = await at.db.any(sql.type(z.object({ id: z.int() }))`
          select id from numbers order by id desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`);
        await meanwhile.query('insert into numbers (id) values ($1)', [20_000 + pageIndex]);
        return { list };
      },
    },
  );
  const call = { query: { pageIndex: 1, pageSize: 20 }, user: { permissions: new Set(['*:*:*']) }, now: new Date() };
  const { raw } = (await route.handler(call as never)) as { raw: NodeJS.ReadableStream };
  const book = xlsx.read(await buffer(raw));
  const [, , ...rows] = xlsx.utils.sheet_to_json<number[]>(book.Sheets['数']!, { header: 1 });
  expect(rows.map(([id]) => id)).toEqual(Array.from({ length: 10_500 }, (_, at) => 10_500 - at));
  await meanwhile.query('delete from numbers where id > 20000');
  await meanwhile.end();
});

test('a moment names the last position entered until then, also when clocks differ', async () => {
  const store = memoryStore();
  const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 2, 0, second)).toISOString();
  store.record(...[10, 20, 20, 19, 21, 40].map((second) => ({ type: 'Anything', data: {}, at: at(second) })));
  const daemon = await startProjections({ store, url: database.url, projections: [moments], log: silent });
  expect(await daemon.waitFor(['moments'], 5, 5_000)).toBe(true);
  const seconds = [9, 10, 19, 20, 21, 39, 40, 50];
  expect(await Promise.all(seconds.map((second) => positionAsOf(db, at(second))))).toEqual([-1, 0, 0, 3, 4, 4, 5, 5]);
  await daemon.stop();
  const again = await startProjections({ store, url: database.url, projections: [moments], log: silent });
  store.record({ type: 'Late', data: {}, at: at(30) }, { type: 'Anything', data: {}, at: at(60) });
  expect(await again.waitFor(['moments'], 7, 5_000)).toBe(true);
  expect(await Promise.all([39, 40, 59, 60].map((second) => positionAsOf(db, at(second))))).toEqual([4, 6, 6, 7]);
  await again.rebuild('moments');
  expect(await Promise.all([39, 40, 59, 60].map((second) => positionAsOf(db, at(second))))).toEqual([4, 6, 6, 7]);
  await again.stop();
  await expect(positionAsOf(db, 'yesterday')).rejects.toThrow(RangeError);
});
