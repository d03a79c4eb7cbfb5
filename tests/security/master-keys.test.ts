/** No statement over master data reads all rows to find some: asked of Postgres about every statement of a day's work. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startApp, type App } from '../support/app.ts';

/** Tables above this size are never read whole. */
const SMALL = 10_000;
const ROWS = Number(process.env['MASTER_ROWS'] ?? 12_000);
/** Enough that reading them all is never the cheaper plan of a search. */
const CUSTOMERS = ROWS * 5;
type Asked = { readonly text: string; readonly values: readonly unknown[] };
let app: App;
const asked = new Map<string, Asked>();
const listening = { on: false };

beforeAll(async () => {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function hear(this: unknown, ...args: unknown[]) {
    const [given, more] = args as [string | Partial<Asked>, unknown];
    const text = typeof given === 'string' ? given : (given.text ?? '');
    const values = (typeof given === 'string' ? more : given.values) as readonly unknown[] | undefined;
    if (listening.on && /master\./.test(text)) asked.set(text, { text, values: Array.isArray(values) ? values : [] });
    return query.apply(this, args);
  } as never);
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const inDatabase = async <Result>(run: (db: pg.Client) => Promise<Result>): Promise<Result> => {
  const db = new pg.Client({ connectionString: app.house.deps.master.configuration.connectionUri });
  await db.connect();
  return run(db).finally(() => db.end());
};
const fill = (rows: number) =>
  inDatabase(async (db) => {
    const from = `FROM generate_series(100001, 100000 + ${rows}) AS n`;
    const surname = `substr('王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗', 1 + n % 20, 1)`;
    const given = `substr('伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂花红梅建国文玉', 1 + (n / 20) % 30, 1) || substr('一二三四五六七八九十', 1 + (n / 600) % 10, 1)`;
    for (const text of [
      'DROP INDEX master.customer_name_grams, master.customer_mobile_runs',
      `INSERT INTO master.customer (id, name, mobile, mobile_digits) SELECT n, ${surname} || ${given}, 13000000000 + n::bigint * 7919 % 999999999, 13000000000 + n::bigint * 7919 % 999999999 FROM generate_series(100001, 100000 + ${CUSTOMERS}) AS n`,
      'CREATE INDEX customer_name_grams ON master.customer USING gin (name_grams)',
      'CREATE INDEX customer_mobile_runs ON master.customer USING gin (mobile_runs)',
      `INSERT INTO master.supplier (id, name, contract, mobile) SELECT n, ${surname} || '氏珠宝' || n, ${given}, 13000000000 + n ${from}`,
      `INSERT INTO master.shop (id, name) SELECT n, ${surname} || '店' || n ${from}`,
      `INSERT INTO master.sys_user (id, username, nick_name, password_hash, phone, lock_shops) SELECT n, 'u' || n, ${surname} || ${given}, '', 13000000000 + n, ARRAY[n] ${from}`,
      'ANALYZE',
    ])
      await db.query(text);
  });

const customer = (n: number) => ({
  name: `新客${n}`,
  mobile: `139${String(n).padStart(8, '0')}`,
  status: '2',
  contract: '',
});
/** Creates, edits, finds and deletes one of each kind. */
const work = async (n: number): Promise<void> => {
  const kinds: readonly (readonly [string, object, string])[] = [
    ['/base-customer', customer(n), 'nameOrMobile=%E4%BC%9F%E4%B8%80'],
    [
      '/base-supplier',
      { name: `新供${n}`, contract: '老李', mobile: '13912345678', status: '2' },
      'name=%E5%AE%9D100123',
    ],
    ['/base-shop', { name: `新店${n}`, status: '2', remark: '' }, 'name=%E5%BA%971234'],
    [
      '/sys-user',
      {
        username: `newer${n}`,
        nickName: '新人',
        password: 'Gold-Ring-77',
        status: '2',
        roleIds: [4],
        deptId: 1,
        phone: '13912345678',
        email: 'a@b.cn',
      },
      'username=1234&nickName=%E4%BC%9F%E4%B8%80',
    ],
  ];
  for (const [path, body, search] of kinds) {
    const created = await app.post(path, body);
    expect(created.status, `${path} ${created.text}`).toBe(200);
    const id = Number(created.body.data);
    const edit = path === '/sys-user' ? { ...body, userId: id, nickName: '新人二' } : { ...body, remark: '改' };
    const edited = await app.put(path === '/sys-user' ? path : `${path}/${id}`, edit);
    expect(edited.status, `${path} ${edited.text}`).toBe(200);
    expect((await app.get(`${path}/${id}`)).status).toBe(200);
    for (const query of ['', search, 'status=1', 'status=2', 'nameOrder=asc', 'createdAtOrder=desc', 'idOrder=asc']) {
      expect((await app.get(`${path}?${query}`)).status, `${path}?${query}`).toBe(200);
    }
    if (path === '/base-customer') {
      for (const query of ['nameOrMobile=3800123', 'mobile=88812345', 'name=%E7%8E%8B', 'nameOrMobile=13900000001'])
        expect((await app.get(`${path}?${query}`)).status).toBe(200);
    }
    expect((await app.del(path, { ids: [id] })).status, path).toBe(200);
  }
};

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
};
const large = new Set<string>();
/** A scan that a LIMIT ends after so many rows, whatever the table holds, is none of the whole. */
const isWhole = (plan: Plan, bounded: boolean): boolean => {
  const ends = bounded && plan.Filter?.includes('pieces') !== true;
  return plan['Node Type'] === 'Seq Scan' && large.has(plan['Relation Name'] ?? '') && !ends;
};
/** These read all that lies below them, whatever LIMIT stands above. */
const READ_ALL = ['Sort', 'Aggregate', 'Hash', 'Materialize'];
const wholeReads = (plan: Plan, bounded = false): readonly string[] => {
  const here = bounded || plan['Node Type'] === 'Limit';
  const below = here && !READ_ALL.includes(plan['Node Type']);
  const own = isWhole(plan, here) ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((one) => wholeReads(one, below))];
};
const Explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.custom<Plan>() })) });

test('every statement of a day of master data goes by an index', async () => {
  await fill(ROWS);
  listening.on = true;
  await work(1);
  listening.on = false;
  const wrong: string[] = [];
  let explained = 0;
  await inDatabase(async (db) => {
    const sizes = await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > ${SMALL}`,
    );
    for (const { name } of sizes.rows) large.add(name);
    expect([...large]).toEqual(expect.arrayContaining(['customer', 'supplier', 'shop', 'sys_user']));
    for (const { text, values } of asked.values()) {
      if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(text)) continue;
      const { rows } = await db.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      const read = wholeReads(Explained.parse(rows[0])['QUERY PLAN'][0]!.Plan);
      explained += 1;
      if (read.length > 0) wrong.push(`${read.join()}: ${text.replaceAll(/\s+/g, ' ').slice(-400)}`);
    }
  });
  expect(explained).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
}, 240_000);
