/** Customers found by a piece of their name: rare, frequent, and those who are all at the other end of the list. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../support/app.ts';

const CUSTOMERS = 40_000;
/** The oldest of them have this name. */
const OLD = 2_500;
/** Of all the others each tenth. */
const TENTH = '王某';
const FIRST_ID = 100_001;
let app: App;

beforeAll(async () => {
  app = await startApp();
  const db = new pg.Client({ connectionString: app.house.deps.master.configuration.connectionUri });
  await db.connect();
  await db.query(
    `INSERT INTO master.customer (id, name, mobile, mobile_digits)
     SELECT $1::int + n,
       CASE WHEN n < ${OLD} THEN '老客' WHEN n % 10 = 0 THEN '${TENTH}' WHEN n % 1000 = 7 THEN '罕见' ELSE '张某' END || n,
       13000000000 + n, 13000000000 + n
     FROM generate_series(0, ${CUSTOMERS - 1}) AS n`,
    [FIRST_ID],
  );
  await db.query('ANALYZE master.customer');
  await db.end();
}, 120_000);
afterAll(() => app.stop());

type Found = {
  readonly count: number;
  readonly more?: boolean;
  readonly list: readonly { id: number; name: string }[];
};
const find = async (name: string, more = ''): Promise<Found> => {
  const reply = await app.get(`/base-customer?name=${encodeURIComponent(name)}&pageSize=50${more}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Found;
};
const falling = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => b - a);

test('a rare name is counted to the last (S1§2.9/3)', async () => {
  const { count, more, list } = await find('罕见');
  expect([count, more]).toEqual([Math.floor((CUSTOMERS - OLD) / 1000), undefined]);
  const ids = list.map(({ id }) => id);
  expect(ids).toEqual(falling(ids));
  expect(list.every(({ name }) => name.startsWith('罕见'))).toBe(true);
});
test('a frequent one says that there are more, and its counted pages are full and in order (S1§2.9/3)', async () => {
  const pages = [await find(TENTH), await find(TENTH, '&pageIndex=2')];
  expect(pages.map(({ count, more }) => [count, more])).toEqual([
    [100, true],
    [100, true],
  ]);
  const ids = pages.flatMap(({ list }) => list.map(({ id }) => id));
  const newest = Array.from({ length: 100 }, (_, n) => FIRST_ID + CUSTOMERS - 10 - 10 * n);
  expect(ids).toEqual(newest);
});
test('those at the other end of the list are found too, newest first (S1§2.9/3)', async () => {
  const { count, more, list } = await find('老客');
  expect([count, more]).toEqual([2_000, true]);
  expect(list.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => FIRST_ID + OLD - 1 - n));
  const last = await find('老客', '&pageIndex=40');
  expect(last.list[49]?.id).toBe(FIRST_ID + OLD - 2_000);
});
test.each(['nameOrder=asc', 'createdAtOrder=desc', 'idOrder=asc'])(
  'sorted otherwise (%s) they are the same',
  async (by) => {
    for (const [name, least] of [
      ['罕见', 30],
      [TENTH, 50],
      ['老客', 50],
    ] as const) {
      const { list } = await find(name, `&${by}`);
      expect(list.length).toBeGreaterThanOrEqual(least);
      expect(list.every((row) => row.name.startsWith(name))).toBe(true);
    }
    expect((await find('老客', '&idOrder=asc')).list[0]?.id).toBe(FIRST_ID);
  },
);
