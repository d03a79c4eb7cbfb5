/** What every route gets from the platform, whatever it does. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp } from '../support/app.ts';
import type { App, Reply } from '../support/app.ts';

const PAGE = '<!doctype html><script type="importmap">{"imports":{}}</script><title>珠宝</title>';
let app: App;
let siteDir: string;
beforeAll(async () => {
  siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-site-'));
  fs.writeFileSync(path.join(siteDir, 'index.html'), PAGE);
  fs.writeFileSync(path.join(siteDir, 'shell-4f2a9c1b.js'), 'export {};'.repeat(500));
  app = await startApp({ siteDir });
});
afterAll(async () => {
  await app.stop();
  fs.rmSync(siteDir, { recursive: true, force: true });
});

const shop = (name: string) => ({ name, status: '2', remark: '' });
const countShops = (name: string): Promise<number> =>
  app.house.deps.master.oneFirst(sql.type(z.object({ count: z.int() }))`
    SELECT count(*) AS count FROM master.shop WHERE name = ${name}`);
const expectEnvelope = (reply: Reply, status: number, msg: string): void => {
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ code: status, msg });
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
};

describe('refusals', () => {
  test('nobody signed in is 401', async () => {
    expectEnvelope(await app.get('/sys-user', { token: null }), 401, '登录已过期，请重新登录');
    expectEnvelope(await app.get('/sys-user', { token: 'made-up' }), 401, '登录已过期，请重新登录');
  });
  test('a missing right is 403 and is written down', async () => {
    await app.addUser({ username: 'weak', roleIds: [4] });
    const token = await app.signIn('weak');
    expectEnvelope(await app.post('/base-shop', shop('无权店'), { token }), 403, '你没有权限执行此操作');
    await expect
      .poll(() =>
        app.house.deps.master.any(sql.type(z.object({ status: z.string(), message: z.string() }))`
          SELECT status, message FROM master.command WHERE oper_name = 'weak'`),
      )
      .toEqual([{ status: '1', message: '你没有权限执行此操作' }]);
  });
  test('an unknown address below /api is 404 in the envelope', async () => {
    expectEnvelope(await app.get('/no-such-thing'), 404, '页面不存在');
  });
  test('broken JSON is 400', async () => {
    const headers = { 'content-type': 'application/json' };
    expectEnvelope(await app.call('POST', '/base-shop', { body: '{"name":', headers }), 400, '请求内容不是有效的JSON');
    const polluted = '{"name":"店","__proto__":{"admin":true}}';
    expect((await app.call('POST', '/base-shop', { body: polluted, headers })).status).toBe(400);
  });
  test('a body above its limit is 413 and names the limit', async () => {
    expectEnvelope(await app.post('/base-shop', shop('长'.repeat(400_000))), 413, '请求内容不能超过1MB');
  });
  test('another content type is 415', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectEnvelope(
      await app.call('POST', '/base-shop', { body: 'name=x', headers }),
      415,
      '不支持的内容类型，请使用 application/json',
    );
    expect((await app.call('POST', '/base-shop', { body: new FormData() })).status).toBe(415);
    expect((await app.post('/public/uploadFile', {})).status).toBe(415);
  });
  test('a broken rule is 422 and names the field in Chinese (S0§8/1)', async () => {
    const reply = await app.post('/base-shop', {});
    expect(reply.status).toBe(422);
    expect(reply.body.data).toContainEqual({ path: 'name', message: '分店名称不能为空' });
  });
  test('headers that make no sense are 400', async () => {
    expect((await app.post('/base-shop', shop('钥匙店'), { key: 'k'.repeat(129) })).status).toBe(400);
    expect((await app.put('/base-shop/1', shop('头店'), { headers: { 'if-match': 'yes' } })).status).toBe(400);
  });
  test('asOf on a write is 422', async () => {
    expectEnvelope(await app.post('/base-shop?asOf=2026-11-01', shop('往日店')), 422, '历史时点只能查询，不能保存');
  });
  test('bytes that are no HTTP end politely', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = net.connect(app.house.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('请求格式不正确');
  });
});

describe('repeated commands', () => {
  test('ten at once with one key are one', async () => {
    const key = 'ten-at-once';
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.post('/base-shop', shop('十次店'), { key })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body)))).toHaveLength(1);
    expect(await countShops('十次店')).toBe(1);
  });
  test('a later repeat answers the first result', async () => {
    const first = await app.post('/base-shop', shop('重复店'), { key: 'later' });
    const again = await app.post('/base-shop', shop('重复店'), { key: 'later' });
    expect(again.body).toEqual(first.body);
    expect(again.status).toBe(200);
  });
  test('another body with the key is 409', async () => {
    await app.post('/base-shop', shop('甲店'), { key: 'other-body' });
    const other = await app.post('/base-shop', shop('乙店'), { key: 'other-body' });
    expect(other).toMatchObject({ status: 409, body: { data: { reason: 'key_reused' } } });
    expect(await countShops('乙店')).toBe(0);
  });
  test('a refused command leaves the key free', async () => {
    expect((await app.post('/base-shop', { name: '' }, { key: 'free' })).status).toBe(422);
    await app.post('/base-shop', shop('占名店'));
    expect((await app.post('/base-shop', shop('占名店'), { key: 'free' })).status).toBe(409);
    expect((await app.post('/base-shop', shop('空名店'), { key: 'free' })).status).toBe(200);
  });
  test('two processes answer one key once', async () => {
    const databaseUrl = app.house.deps.master.configuration.connectionUri;
    const second = await startApp({ env: { DATABASE_URL: databaseUrl } });
    try {
      const key = 'two-houses';
      const replies = await Promise.all(
        [app, second, app, second].map((house) => house.post('/base-shop', shop('双进程店'), { key })),
      );
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
      expect(new Set(replies.map((reply) => JSON.stringify(reply.body.data)))).toHaveLength(1);
      expect(await countShops('双进程店')).toBe(1);
    } finally {
      await second.stop();
    }
  });
});

describe('a command whose process died', () => {
  const isKept = async (key: string): Promise<boolean> =>
    app.house.deps.master.exists(
      sql.type(z.object({}))`SELECT FROM master.command WHERE key = ${key} AND answer IS NOT NULL`,
    );
  /** The answer reaches the log just after the caller. */
  const left = async (key: string, renewed: string): Promise<void> => {
    await expect.poll(() => isKept(key), { timeout: 30_000 }).toBe(true);
    await app.house.deps.master.query(sql.unsafe`
      UPDATE master.command SET answer = NULL, owner = gen_random_uuid(), renewed_at = now() - ${renewed}::interval
      WHERE key = ${key} AND claimed`);
  };
  test('is taken over with the ids it had', async () => {
    const first = await app.post('/base-shop', shop('接手店'), { key: 'orphan' });
    await app.del('/base-shop', { ids: [first.body.data] });
    await left('orphan', '7 seconds');
    const again = await app.post('/base-shop', shop('接手店'), { key: 'orphan' });
    expect(again).toMatchObject({ status: 200, body: { data: first.body.data } });
  });
  test('is waited for while somebody still renews it', async () => {
    await app.post('/base-shop', shop('等待店'), { key: 'alive' });
    await left('alive', '0 seconds');
    const answered = app.post('/base-shop', shop('等待店'), { key: 'alive' });
    const stored = { kind: 'envelope', status: 200, envelope: { code: 200, msg: '操作成功', data: 424_242 } };
    await app.house.deps.master.query(sql.unsafe`
      UPDATE master.command SET answer = ${JSON.stringify(stored)}::json, owner = NULL WHERE key = 'alive' AND claimed`);
    expect((await answered).body.data).toBe(424_242);
  });
});

describe('pictures', () => {
  const upload = async (bytes: Buffer, name = '金戒指.png', type = 'image/png'): Promise<Reply> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return app.call('POST', '/public/uploadFile', { body: form });
  };
  const Stored = z.object({ name: z.string(), path: z.string(), full_path: z.string(), url: z.string() });

  test('a picture is stored anew under a random name, with a thumbnail (S0§7/10 S1§7/15)', async () => {
    const png = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#d4af37' } })
      .png()
      .toBuffer();
    const reply = await upload(png);
    expect(reply.status).toBe(200);
    const stored = Stored.parse(reply.body.data);
    expect(stored.name).toMatch(/^[0-9a-f]{32}\.webp$/);
    const widths = await Promise.all(
      [stored.path, `/static/uploadfile/thumb/${stored.name}`].map(async (where) => {
        const answer = await fetch(`${app.url}${where}`);
        expect(answer.headers.get('cache-control')).toContain('immutable');
        return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;
      }),
    );
    expect(widths).toEqual([2000, 320]);
  });
  const NOT_A_PICTURE = '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。';
  test('a programme that calls itself a picture is refused (S1§5/16)', async () => {
    expectEnvelope(await upload(Buffer.from('MZ this is no picture')), 415, NOT_A_PICTURE);
    const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    expectEnvelope(await upload(Buffer.from(script), 'a.svg', 'image/svg+xml'), 415, NOT_A_PICTURE);
  });
  test('a small file with countless pixels is refused (S1§5/16)', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expectEnvelope(await upload(bomb), 415, NOT_A_PICTURE);
  });
  test('a file above the limit is 413 (S1§5/16)', async () => {
    expectEnvelope(await upload(Buffer.alloc(10 * 1024 * 1024 + 1)), 413, '文件大小超过 10MB');
  });
  test('without a file there is nothing to store', async () => {
    const form = new FormData();
    form.append('type', '1');
    expectEnvelope(await app.call('POST', '/public/uploadFile', { body: form }), 422, '请选择文件');
  });
});

describe('the console and its documentation', () => {
  const html = { accept: 'text/html' };
  test('addresses of the console answer its page, never cached', async () => {
    for (const where of ['/', '/index.html']) {
      expect((await app.call('GET', where === '/' ? '/' : `/swagger/..${where}`, { headers: html })).text).toBe(PAGE);
    }
    const deep = await fetch(`${app.url}/stock/goods-in`, { headers: html });
    expect(await deep.text()).toBe(PAGE);
    expect(deep.headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${app.url}/nothing-here.js`)).status).toBe(404);
  });
  test('hashed files may be kept for ever and travel compressed', async () => {
    const script = await fetch(`${app.url}/shell-4f2a9c1b.js`, { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-encoding')).toBe('br');
  });
  test('scripts are strict: self and the import map, nothing embeds us', async () => {
    const { headers } = await fetch(`${app.url}/`, { headers: html });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]+'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    // Out of the page only to this house and to the print service on the user's own machine (S0§7).
    expect(/connect-src ([^;]+)/.exec(policy)?.[1]).toBe("'self' ws://127.0.0.1:9090 ws://localhost:9090");
    expect(policy).toContain("object-src 'none'");
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
  });
  test('what is no page may do nothing as one, and carries no more headers than that', async () => {
    const { headers } = await fetch(`${app.url}/api/v1/login-config`);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toBeNull();
  });
  test('the documentation is served and names the calls', async () => {
    const page = await fetch(`${app.url}/swagger/index.html`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await fetch(`${app.url}/swagger/json`)).json());
    expect(Object.keys(paths)).toContain('/api/v1/login');
    expect(paths['/api/v1/login']?.['post']).toMatchObject({ summary: '登录', requestBody: expect.anything() });
  });
});

describe('running it', () => {
  test('the process says that it is up, ready, and how it does', async () => {
    await app.house.caughtUp();
    expectEnvelope(await app.get('/healthz', { token: null }), 200, '运行正常');
    const ready = await app.get('/readyz', { token: null });
    expect(ready.body.data).toMatchObject({
      数据库: '正常',
      事件存储: '正常',
      读模型: '正常',
      lag: { 'goods-in': 0, sales: 0 },
    });
    const { text } = await app.get('/metrics', { token: null });
    for (const name of [
      'http_request_duration_seconds',
      'event_append_duration_seconds',
      'projection_lag_positions',
      'projection_parked_keys',
      'nodejs_eventloop_lag_seconds',
      'place_free_bytes{where="data"}',
      'place_free_bytes{where="database"}',
      'place_connections_left{where="database"}',
      'place_clock_ahead_seconds{where="database"}',
    ]) {
      expect(text).toContain(name);
    }
  });
  test('a write is in the operation log, its secrets are not', async () => {
    await app.put('/user/pwd/set', { oldPassword: 'my-old-secret', newPassword: 'my-new-secret' });
    const Row = z.object({ title: z.string(), http_status: z.int(), oper_param: z.string(), latency_ms: z.int() });
    const rows = () =>
      app.house.deps.master.any(sql.type(Row)`
        SELECT title, http_status, oper_param, latency_ms FROM master.command WHERE oper_url LIKE '%/user/pwd/set'`);
    await expect.poll(rows).toMatchObject([{ http_status: 422 }]);
    const [row] = await rows();
    expect(row).toMatchObject({ title: '修改密码', http_status: 422 });
    expect(row?.oper_param).not.toContain('secret');
  });
});

test('a read model that is not made yet is in preparation, not a fault', async () => {
  const { master } = app.house.deps;
  await master.query(sql.unsafe`ALTER VIEW live.stock_adjusts RENAME TO stock_adjusts_later`);
  expect(await app.get('/biz-stock-adjust')).toMatchObject({ status: 503, body: { msg: '数据正在准备，请稍后再试' } });
  await master.query(sql.unsafe`ALTER VIEW live.stock_adjusts_later RENAME TO stock_adjusts`);
  expect((await app.get('/biz-stock-adjust')).status).toBe(200);
});
