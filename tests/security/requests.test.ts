/** A request is what its route knows of it, and nothing is accepted without a trace. */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from 'services/contracts/route';
import { CommandLog } from '../../services/platform/command-log/command-log.ts';
import type { Outcome } from '../../services/platform/answers/outcome.ts';
import { pendingEntry, STUB } from 'services/platform/operation-log/entry';
import { OperationLog } from '../../services/platform/operation-log/operation-log.ts';
import { silentLog } from 'services/platform/base/log';
import { type Method, type Reply } from '../support/app.ts';
import { startChain, type Chain } from '../flow/shops.ts';

const Row = z.object({
  id: z.int(),
  title: z.string(),
  request_id: z.string(),
  http_status: z.int(),
  status: z.string(),
  oper_param: z.string(),
  message: z.string(),
  hidden: z.boolean(),
});
let chain: Chain;
const replies: Reply[] = [];
const json = { 'content-type': 'application/json' };
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const call = async (method: Method, path: string, options: Parameters<Chain['app']['call']>[2] = {}) => {
  const reply = await chain.app.call(method, path, options);
  replies.push(reply);
  return reply;
};
const idOf = (reply: Reply): string => reply.headers.get('x-request-id') ?? '';
const rowsOf = (ids: readonly string[]) =>
  chain.app.house.deps.master.any(sql.type(Row)`
    SELECT id, title, request_id, http_status, status, oper_param, message, hidden
    FROM master.command WHERE request_id = ANY (${sql.array([...ids], 'text')})`);
/** The row of a reply, once its outcome is there. */
const rowOf = async (reply: Reply): Promise<z.infer<typeof Row>> => {
  const found = async () => (await rowsOf([idOf(reply)])).filter(({ status }) => status !== '0');
  await expect.poll(async () => (await found()).length, { timeout: 10_000 }).toBe(1);
  return (await found())[0]!;
};
const writes = (): readonly Route[] => chain.app.house.routes.filter(({ method }) => method !== 'GET');
/** Signing in and out, and what shoppers do, have logs of their own; labels are read for many ids, an import is looked at: nothing is written. */
const NOT_LOGGED = [
  '/biz-goods-in/batch-print',
  '/biz-goods-in/import-check',
  '/login',
  '/login/second',
  '/login/sms',
  '/logout',
  '/ws-ticket',
  '/wx/binding',
  '/wx/binding/code',
  '/wx/consents/withdraw',
  '/wx/erasure-request',
  '/wx/erasure-request/withdraw',
  '/wx/giveaway/claim',
  '/wx/unbind',
];
/** Their body is a map whose names are whatever somebody configures. */
const FREE = ['/set-config'];

describe('depth', () => {
  const nested = (levels: number): string => `{"name":"深","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  test.each([32, 2_500, 4_500, 300_000])(
    'an unknown field of %i levels is a 400 in Chinese, and leaves its row',
    async (levels) => {
      for (const [method, path] of [
        ['POST', '/base-shop'],
        ['PUT', '/base-shop/1'],
        ['DELETE', '/operlog/clean'],
      ] as const) {
        const reply = await call(method, path, { body: nested(levels), headers: json });
        expect(reply, path).toMatchObject({ status: 400, body: { msg: '请求内容嵌套不能超过32层' } });
        expect(await rowOf(reply)).toMatchObject({ http_status: 400, status: '1' });
      }
    },
  );
  test('a million levels are refused as fast as 33', async () => {
    const reply = await call('POST', '/base-shop', { body: '['.repeat(1_000_000), headers: json });
    expect(reply).toMatchObject({ status: 400, body: { msg: '请求内容嵌套不能超过32层' } });
  });
  test('31 levels inside the body are no reason, the field is unknown all the same', async () => {
    const body = `{"name":"不深的店","status":"2","remark":"","x":${'['.repeat(31)}"evil"${']'.repeat(31)}}`;
    const reply = await call('POST', '/base-shop', { body, headers: json });
    expect(reply.status).toBe(200);
    const row = await rowOf(reply);
    expect(row).toMatchObject({ http_status: 200, status: '2' });
    expect(row.oper_param).toContain('不深的店');
    expect(row.oper_param).not.toContain('evil');
  });
});

describe('unknown fields', () => {
  const evil = { evil: 'evil' };
  test('come neither into a log nor into what tells a repeat, on any write of the table', async () => {
    for (const { method, path } of writes().filter(
      (route) => !NOT_LOGGED.includes(route.path) && route.multipart === undefined,
    )) {
      const where = `${path.replaceAll(/:\w+/g, '999999999')}?evil=evil`;
      if (/clean$|pwd\/set$/.test(path) || FREE.includes(path)) continue;
      const reply = await call(method, where, { body: { evil, ids: [999_999_999], reason: '录入错误' } });
      expect(reply.status, where).toBeLessThan(500);
      expect((await rowOf(reply)).oper_param, where).not.toContain('evil');
    }
  });
  test('the same command with another unknown field is a repeat', async () => {
    const shop = { name: '未知字段店', status: '2', remark: '' };
    const first = await call('POST', '/base-shop', { body: shop, key: 'unknown-field' });
    const again = await call('POST', '/base-shop', { body: { ...shop, evil }, key: 'unknown-field' });
    expect(again.body.data).toBe(first.body.data);
  });
});

describe('text', () => {
  test('cut anywhere in an emoji, the row is there and well-formed', async () => {
    for (let pad = 3_900; pad < 3_904; pad += 1) {
      const reply = await call('POST', '/base-shop', { body: { name: `${'x'.repeat(pad)}${'💍'.repeat(200)}` } });
      expect(reply.status).toBe(422);
      const row = await rowOf(reply);
      expect(row.oper_param).toMatch(/💍…$/u);
    }
  });
  test('halves of characters and NUL are refused at their field, and the row says so without them', async () => {
    for (const half of ['a\ud83d', '\udc8db', 'a\u0000b']) {
      const body = JSON.stringify({ name: half, status: '2', remark: '' });
      const reply = await call('POST', '/base-shop', { body, headers: json });
      expect(reply).toMatchObject({ status: 422, body: { data: [{ path: 'name' }] } });
      expect((await rowOf(reply)).oper_param).toContain('"name":"');
    }
    expect((await call('GET', '/base-customer?name=%00')).status).toBe(422);
  });
  test('a user agent and an address of any length are kept in part', async () => {
    const headers = { 'user-agent': 'ü'.repeat(9_000) };
    const reply = await call('POST', `/base-shop?${'x'.repeat(3_000)}=1`, { body: {}, headers });
    await rowOf(reply);
  });
  test('telephone numbers and addresses are masked, secrets gone', async () => {
    const body = {
      name: '李女士',
      mobile: '13912345678',
      addr: '深圳市罗湖区翠竹路1号',
      remark: '家里电话13912345679',
    };
    const row = await rowOf(await call('POST', '/base-customer', { body: { ...body, status: '2' } }));
    expect(row.oper_param).toContain('139••••5678');
    expect(row.oper_param).not.toMatch(/1391234567|翠竹路/);
  });
});

describe('every write leaves its row', () => {
  test('what is not logged are these', () => {
    expect(
      writes()
        .filter((route) => route.logged === false)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(NOT_LOGGED);
  });
  test('a denied call of any route leaves exactly one', async () => {
    await chain.app.addUser({ username: 'nobody' });
    const token = await chain.app.signIn('nobody');
    let denied = 0;
    for (const { method, path, absolute, allow } of chain.app.house.routes) {
      if (typeof allow === 'object' && 'everyone' in allow) continue;
      if (absolute === true) continue;
      const reply = await call(method, path.replaceAll(/:\w+/g, '1'), { token });
      expect(reply.status, path).toBe(403);
      const rows = await rowsOf([idOf(reply)]);
      expect(
        rows.map((row) => row.http_status),
        path,
      ).toEqual([403]);
      denied += 1;
    }
    expect(denied).toBeGreaterThan(120);
  });
  test('a refused one leaves exactly one, before its answer', async () => {
    for (const { method, path } of writes().filter((route) => !NOT_LOGGED.includes(route.path))) {
      if (/clean$|pwd\/set$/.test(path)) continue;
      const reply = await call(method, path.replaceAll(/:\w+/g, 'x'), { body: '{', headers: json });
      expect((await rowsOf([idOf(reply)])).length, `${method} ${path}`).toBe(1);
      expect(reply.status, path).toBeGreaterThanOrEqual(400);
    }
  });
  test('an accepted one too, and it was there before its work was done', async () => {
    const barcode = await chain.stock();
    const day: Reply[] = [
      await call('POST', '/base-shop', { body: { name: '新店', status: '2', remark: '' } }),
      await call('POST', '/base-customer', { body: { name: '周女士', mobile: '13700000009', status: '2' } }),
      await call('POST', '/biz-allocate', { body: chain.transfer([{ barcode }]) }),
    ];
    expect(day.map(({ status, text }) => (status === 200 ? '' : text))).toEqual(['', '', '']);
    // A row without outcome is in the table by the time of the answer: only its outcome may follow.
    expect((await rowsOf(day.map(idOf))).length).toBe(3);
    for (const reply of day) expect(await rowOf(reply)).toMatchObject({ http_status: 200, status: '2' });
  });
  test('a repeat, a busy key and a key of another body leave theirs', async () => {
    const shop = { name: '重复行店', status: '2', remark: '' };
    const many = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/base-shop', { body: shop, key: 'eight' })),
    );
    many.push(await call('POST', '/base-shop', { body: { ...shop, name: '另一家' }, key: 'eight' }));
    for (const reply of many) expect(await rowOf(reply)).toMatchObject({ http_status: reply.status });
  });
  test('and all that was sent in this file has one row each', async () => {
    const sent = replies.filter(({ status }) => status !== 404).map(idOf);
    const rows = await rowsOf(sent);
    expect(new Set(rows.map((row) => row.request_id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(200);
  });
  test('clearing the log leaves the trace of its clearing', async () => {
    const { id } = await rowOf(await call('POST', '/base-shop', { body: {} }));
    const cleared = await call('DELETE', '/operlog/clean', { body: { x: { y: 1 } } });
    expect(cleared.status).toBe(200);
    expect(await rowOf(cleared)).toMatchObject({ title: '清空操作日志', hidden: false, http_status: 200 });
    expect((await call('GET', `/sys-opera-log/${id}`)).status).toBe(404);
    const trace = await rowOf(cleared);
    expect((await call('GET', `/sys-opera-log/${trace.id}`)).status).toBe(200);
    const again = await call('DELETE', '/operlog/clean');
    expect(await rowOf(again)).toMatchObject({ hidden: false });
  });
});

describe('what Postgres still refuses', () => {
  const entry = (requestId: string, text: string) => ({
    ...pendingEntry({
      route: chain.app.house.route('POST', '/base-shop'),
      user: chain.app.admin,
      input: {},
      url: '/',
      ip: '127.0.0.1',
      userAgent: '',
      requestId,
      key: requestId,
      at: new Date(),
    }),
    oper_param: text,
  });
  const done: Outcome = { kind: 'envelope', status: 200, envelope: { code: 200, msg: '操作成功', data: null } };
  test.each(['half \ud83d', 'NUL \u0000'])('becomes a stub, and the write goes on: %j', async (text) => {
    const commands = new CommandLog(chain.app.house.deps.bindings, chain.app.house.deps.ids);
    const command = (key: string) => ({ userId: 1, key, route: 'POST /planted', bodyHash: key });
    const [bad, good] = [`bad-${text}`, `good-${text}`].map((name) => name.replaceAll(/[^\w-]/g, ''));
    const traces = [{ entry: entry(bad!, text) }, { entry: entry(good!, 'fine') }];
    const outcomes = await Promise.all(
      traces.map((trace, index) => commands.run(command([bad!, good!][index]!), async () => done, { trace })),
    );
    await commands.stop();
    expect(outcomes).toEqual([done, done]);
    const rows = await rowsOf([bad!, good!]);
    expect(rows.map((row) => row.oper_param).toSorted()).toEqual(['fine', STUB]);
  });
  test('an outcome becomes a stub as well', async () => {
    const log = new OperationLog(chain.app.house.deps.master, silentLog);
    const trace = { entry: entry('bad-outcome', 'fine') };
    await log.open(trace);
    await chain.app.house.deps.master.query(sql.unsafe`
      ALTER TABLE master.command ADD CONSTRAINT planted CHECK (length(message) < 40)`);
    await log.finish({ ...trace, entry: { ...trace.entry } }, { status: 409, message: '长'.repeat(60), latencyMs: 1 });
    await log.flush();
    await chain.app.house.deps.master.query(sql.unsafe`ALTER TABLE master.command DROP CONSTRAINT planted`);
    expect(await rowsOf(['bad-outcome'])).toMatchObject([{ message: STUB, http_status: 409 }]);
  });
});

describe('a row without an outcome', () => {
  const leave = async (reply: Reply, answered: boolean): Promise<void> => {
    await rowOf(reply);
    await chain.app.house.deps.master.query(sql.unsafe`
      UPDATE master.command SET status = '0', http_status = 0, renewed_at = now() - interval '1 hour'
      WHERE request_id = ${idOf(reply)}`);
    if (answered) return;
    await chain.app.house.deps.master.query(sql.unsafe`
      UPDATE master.command SET answer = NULL, owner = NULL WHERE request_id = ${idOf(reply)}`);
  };
  test('gets that of its command, where the answer was kept', async () => {
    const reply = await call('POST', '/base-shop', { body: { name: '已答店', status: '2', remark: '' } });
    await leave(reply, true);
    expect(await rowOf(reply)).toMatchObject({ status: '2', http_status: 200 });
  });
  test('reads 中断 otherwise', async () => {
    const reply = await call('POST', '/base-shop', { body: { name: '未答店', status: '2', remark: '' } });
    await leave(reply, false);
    expect(await rowOf(reply)).toMatchObject({ status: '1', message: '中断' });
  });
});
