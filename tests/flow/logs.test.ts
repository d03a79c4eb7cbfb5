/** The login log and the operation log (S2§2.15, 2.16; R105): whatever is looked for, found however the rows lie. */
import { read, utils } from 'xlsx';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addDays, dayOf } from 'services/contracts/dates';
import { addValues } from 'services/platform/operation-log/log-values';
import { startApp } from '../support/app.ts';
import type { App } from '../support/app.ts';

const ROWS = 1_500;
const Page = z.object({ count: z.int(), more: z.boolean().optional(), list: z.array(z.looseObject({ id: z.int() })) });
let app: App;

/** One row a second since 2026-03-01 08:00:00; every 300th is somebody else's, from elsewhere, and fails. */
const fill = async (): Promise<void> => {
  const db = app.house.deps.master;
  await db.query(sql.unsafe`
    WITH held AS (${addValues([
      { field: 'oper_name', value: 'Often' },
      { field: 'oper_name', value: '罕见员' },
      { field: 'oper_ip', value: '10.1.1.1' },
      { field: 'oper_ip', value: '203.0.113.77' },
      { field: 'route', value: 'POST /biz-sell', detail: '新增销售单' },
      { field: 'route', value: 'DELETE /operlog/clean', detail: '清空操作日志' },
    ])})
    INSERT INTO master.command (user_id, logged, route, title, oper_url, oper_param, message, status, oper_name, oper_ip,
      request_id, oper_time)
    SELECT 1, true, CASE WHEN rare THEN 'DELETE /operlog/clean' ELSE 'POST /biz-sell' END,
      CASE WHEN rare THEN '清空操作日志' ELSE '新增销售单' END, '/api/v1/biz-sell/' || (700000 + n), '{}', '好',
      CASE WHEN rare THEN '1' ELSE '2' END, CASE WHEN rare THEN '罕见员' ELSE 'Often' END,
      CASE WHEN rare THEN '203.0.113.77' ELSE '10.1.1.1' END, 'fill-' || n,
      '2026-03-01T08:00:00+08:00'::timestamptz + n * interval '1 second'
    FROM (SELECT n, n % 300 = 150 AS rare FROM generate_series(0, ${ROWS - 1}) AS n) AS each`);
};
const DAY = 'beginTime=2026-03-01&endTime=2026-03-01';
const asked = async (query: string) => {
  const reply = await app.get(encodeURI(`/sys-opera-log?${DAY}&pageSize=100&${query}`));
  expect(reply.status, reply.text).toBe(200);
  return Page.parse(reply.body.data);
};

beforeAll(async () => {
  app = await startApp();
  await fill();
}, 60_000);
afterAll(() => app.stop());

describe('the operation log', () => {
  test('finds what is rare wherever it lies, by any of its filters and all of them together (S2§2.16/1)', async () => {
    for (const query of [
      'operName=罕见',
      'operIp=0.113.7',
      'title=清空',
      'businessType=9',
      'requestMethod=DELETE',
      'status=1',
      'operName=罕见&operIp=203.&title=操作日志&businessType=9&requestMethod=DELETE&status=1&operUrl=/biz-sell/7',
    ])
      expect(await asked(query), query).toMatchObject({ count: 5, list: expect.objectContaining({ length: 5 }) });
    expect((await asked('operUrl=SELL/700777')).list).toMatchObject([{ operUrl: '/api/v1/biz-sell/700777' }]);
    expect((await asked('operName=nobody&title=销售')).count).toBe(0);
  });
  test('of what is frequent it shows the newest, or the oldest (S2§2.16/1)', async () => {
    const newest = await asked('operName=oft');
    expect(newest).toMatchObject({ count: 100, more: true, list: expect.objectContaining({ length: 100 }) });
    expect(newest.list[0]).toMatchObject({ operUrl: `/api/v1/biz-sell/${700000 + ROWS - 1}`, businessType: '1' });
    expect((await asked('operName=oft&createdAtOrder=asc')).list[0]).toMatchObject({
      operUrl: '/api/v1/biz-sell/700000',
    });
    expect((await asked('status=2')).count).toBe(ROWS - 5);
  });
  test('signs of a pattern are what they are (S2§2.16/1)', async () => {
    expect((await asked('operUrl=%25')).count).toBe(0);
    expect((await asked('operName=_ften')).count).toBe(0);
  });
  test('a time to the second belongs to it on both ends; what is none is refused (S2§7/2)', async () => {
    const between = '/sys-opera-log?beginTime=2026-03-01 08:00:10&endTime=2026-03-01 08:00:12';
    expect(Page.parse((await app.get(encodeURI(between))).body.data).count).toBe(3);
    expect((await app.get(encodeURI('/sys-opera-log?beginTime=2026-03-01 25:00:00'))).body).toMatchObject({
      code: 422,
      data: [{ path: 'beginTime' }],
    });
  });
  test('what a route does is told by its kind, and new values are found at once (S2§3/5)', async () => {
    await app.post('/base-shop', { name: '新日志店', status: '2' });
    const page = Page.parse((await app.get(encodeURI('/sys-opera-log?title=分店&operName=ADM'))).body.data);
    expect(page.list[0]).toMatchObject({
      title: '新增分店',
      businessType: '1',
      requestMethod: 'POST',
      operLocation: '内网IP',
    });
  });
});

const sheet = async (path: string): Promise<unknown[][]> => {
  const reply = await fetch(`${app.url}/api/v1${encodeURI(path)}`, {
    headers: { authorization: `Bearer ${app.adminToken}` },
  });
  expect(reply.status).toBe(200);
  const book = read(Buffer.from(await reply.arrayBuffer()));
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, blankrows: false });
};
describe('both logs', () => {
  test('go out as sheets of exactly what was looked for, in words (S2§2.16/2)', async () => {
    const [above, titles, ...rows] = await sheet(`/sys-opera-log/export?${DAY}&operName=罕见`);
    expect(String(above)).toContain('操作人：罕见');
    expect(titles).toContain('操作类型');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual(expect.arrayContaining(['清空', 'DELETE', '失败', '罕见员', '203.0.113.77']));
    const signedIn = await sheet('/sys-login-log/export?username=ADMIN&status=2');
    expect(signedIn.length).toBeGreaterThan(2);
    expect(signedIn[2]).toEqual(expect.arrayContaining(['成功', '电脑']));
  });
  test('whoever may read them may not take them away, and sees the days of his window (S2§2.16/2 S2§6/3)', async () => {
    const { master } = app.house.deps;
    await master.query(sql.unsafe`
      INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
      SELECT 60, '看日志', 'reader', array_agg(id) FROM master.sys_menu
      WHERE permission IN ('admin:sysLoginLog:list', 'admin:sysOperLog:list')`);
    await app.addUser({ username: 'reader', roleIds: [60] });
    const token = await app.signIn('reader');
    const old = addDays(dayOf(new Date()), -60);
    for (const path of ['/sys-login-log', '/sys-opera-log']) {
      expect((await app.get(path, { token })).status).toBe(200);
      expect((await app.get(`${path}/export`, { token })).status).toBe(403);
      expect((await app.get(`${path}?beginTime=${old}%2008:00:00`, { token })).status).toBe(422);
      expect((await app.get(`${path}?beginTime=${old}`)).status).toBe(200);
    }
  });
  test('a sign-in is found by a piece of its name and its address, and shown with its place (S2§2.15/1)', async () => {
    const page = Page.parse((await app.get('/sys-login-log?username=DMI&ipaddr=127.&loginLocation=内网')).body.data);
    expect(page.list[0]).toMatchObject({ username: 'admin', loginLocation: '内网IP', status: '2' });
    const [row] = page.list;
    expect((await app.get(`/sys-login-log/${row!.id}`)).body.data).toMatchObject({
      username: 'admin',
      loginLocation: '内网IP',
    });
  });
});
describe('a piece of one or two characters', () => {
  test('is found among the newest rows, or anywhere beside a name; one more character finds it anywhere', async () => {
    const { master } = app.house.deps;
    await master.query(sql.unsafe`
      INSERT INTO master.command (user_id, logged, route, title, oper_url, status, oper_name, oper_ip, request_id, oper_time)
      SELECT 1, true, 'POST /biz-sell', '新增销售单', CASE n WHEN 1 THEN '/zq/old' WHEN 31000 THEN '/zq/new' ELSE '/x' END, '2',
        CASE n WHEN 1 THEN '罕见员' ELSE 'Often' END, '10.1.1.1', 'many-' || n,
        '2026-03-05T08:00:00+08:00'::timestamptz + n * interval '1 second' FROM generate_series(1, 31000) AS n`);
    const of = async (query: string) => {
      const reply = await app.get(encodeURI(`/sys-opera-log?beginTime=2026-03-05&endTime=2026-03-05&${query}`));
      const { list, count, more } = Page.parse(reply.body.data);
      return { urls: list.map((row) => row['operUrl']), count, more: more ?? false };
    };
    expect(await of('operUrl=ZQ')).toEqual({ urls: ['/zq/new'], count: 1, more: true });
    expect(await of('operUrl=zq&operName=罕见')).toEqual({ urls: ['/zq/old'], count: 1, more: false });
    expect(await of('operUrl=/zq')).toEqual({ urls: ['/zq/new', '/zq/old'], count: 2, more: false });
    expect((await of('operUrl=/')).more).toBe(true);
  });
});
describe('a module of several routes, each of them with thousands of rows', () => {
  const rowsOf = async (query: string) => {
    const reply = await app.get(
      encodeURI(`/sys-opera-log?beginTime=2026-02-01&endTime=2026-02-05&title=珍品&${query}`),
    );
    const { list, count, more } = Page.parse(reply.body.data);
    return { urls: list.map((row) => row['operUrl']), count, more: more ?? false };
  };
  const numbers = (from: number, step: number) => Array.from({ length: 10 }, (_, n) => `/gem/${from + n * step}`);
  beforeAll(async () => {
    const { master } = app.house.deps;
    await master.query(
      sql.unsafe`${addValues([
        { field: 'route', value: 'POST /gem', detail: '新增珍品' },
        { field: 'route', value: 'PUT /gem', detail: '修改珍品' },
        { field: 'route', value: 'PUT /gem', detail: '修改展品' },
      ])}`,
    );
    // The newest are of another module; what one of the routes does was called otherwise at first.
    await master.query(sql.unsafe`
      INSERT INTO master.command (user_id, logged, route, title, oper_url, status, oper_name, oper_ip, request_id, oper_time)
      SELECT 1, true, CASE WHEN n > 5000 THEN 'POST /biz-sell' WHEN n % 2 = 0 THEN 'POST /gem' ELSE 'PUT /gem' END,
        CASE WHEN n > 5000 THEN '新增销售单' WHEN n % 2 = 0 THEN '新增珍品' WHEN n < 4 THEN '修改展品' ELSE '修改珍品' END,
        '/gem/' || n, '2', 'Often', '10.1.1.1', 'gem-' || n,
        '2026-02-01T08:00:00+08:00'::timestamptz + n * interval '1 second' FROM generate_series(1, 6000) AS n`);
  });
  test('is read by the first of each, merged in the order of the list, whichever way it goes', async () => {
    expect(await rowsOf('')).toEqual({ urls: numbers(5000, -1), count: 2_000, more: true });
    expect((await rowsOf('pageIndex=200')).urls).toEqual(numbers(3010, -1));
    expect((await rowsOf('pageIndex=201')).urls).toEqual([]);
  });
  test('leaves out what a route was called at another time', async () => {
    const { urls } = await rowsOf('createdAtOrder=asc&pageSize=5');
    expect(urls).toEqual(['/gem/2', '/gem/4', '/gem/5', '/gem/6', '/gem/7']);
  });
  test('goes with other filters as before', async () => {
    expect(await rowsOf('requestMethod=PUT&operUrl=/gem/49')).toMatchObject({ count: 56, more: false });
    expect(await rowsOf('operName=罕见')).toEqual({ urls: [], count: 0, more: false });
  });
});
describe('clearing the operation log', () => {
  test('hides what is settled at once without touching it, keeps what is under way and who cleared it', async () => {
    const { master } = app.house.deps;
    const [first] = (await asked('')).list;
    await master.query(sql.unsafe`
      INSERT INTO master.command (user_id, logged, route, title, oper_url, status, oper_name, owner, renewed_at, request_id)
      VALUES (1, true, 'POST /biz-sell', '进行中', '/under-way', '0', 'admin', gen_random_uuid(), now() + interval '1 hour', 'now')`);
    await app.post('/post', { postName: '刚才', postCode: 'GC', sort: 1, status: '2' });
    expect(await app.call('DELETE', '/operlog/clean')).toMatchObject({ status: 200 });
    const { list } = Page.parse((await app.get('/sys-opera-log?pageSize=100')).body.data);
    expect(list).toMatchObject([{ title: '清空操作日志', operName: 'admin' }, { title: '进行中' }]);
    expect(await asked('')).toMatchObject({ list: [], count: 0 });
    expect(await asked('operName=罕见&operUrl=/biz-sell/7')).toMatchObject({ list: [], count: 0 });
    expect((await app.get(`/sys-opera-log/${first!.id}`)).status).toBe(404);
    expect(await sheet(`/sys-opera-log/export?${DAY}`)).toHaveLength(2);
    const Touched = z.object({ hidden: z.int(), kept: z.int() });
    const { hidden, kept } = await master.one(sql.type(Touched)`
      SELECT count(*) FILTER (WHERE hidden)::int AS hidden, count(*)::int AS kept FROM master.command WHERE logged`);
    expect(hidden).toBeLessThan(20);
    expect(kept).toBeGreaterThan(32_000);
    await app.post('/post', { postName: '之后', postCode: 'ZH', sort: 2, status: '2' });
    expect((await app.get('/sys-opera-log?title=新增岗位')).text).toContain('之后');
  });
});
