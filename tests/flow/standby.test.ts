/** Two processes of one house over the log in Postgres: one writes, the other passes on what may write, and takes over (R66). */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hopHeader, HOP_HEADER } from '../../services/platform/http/pass-mark.ts';
import { ADMIN_PASSWORD, startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startChain, type Chain } from './shops.ts';

const SOON = { interval: 10, timeout: 5_000 };
let database: TestDatabase;
let chain: Chain;
let standby: App;
const placeOf = ({ house }: App) => house.deps.store.writership?.place();
const writesAt = async (app: App) => (await app.get('/readyz?for=write', { waits: false })).status;
beforeAll(async () => {
  database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  chain = await startChain({ env });
  standby = await startApp({ env: { ...env, TRUST_PROXY: '1' } });
  await vi.waitFor(() => expect(placeOf(standby)?.kind).toBe('elsewhere'), SOON);
}, 120_000);
afterAll(async () => {
  await standby.stop();
  await chain.app.stop();
  await database.drop();
});

const Row = z.object({ requestId: z.string(), ip: z.string() });
/** Rows of the operation log of whoever used that key. */
const loggedOf = (key: string) =>
  chain.app.house.deps.master.any(sql.type(Row)`
    SELECT request_id AS "requestId", oper_ip AS ip FROM master.command WHERE key = ${key}`);
const eventsOf = async (key: string) => {
  const seen: string[] = [];
  const signal = AbortSignal.timeout(5_000);
  for await (const fed of chain.app.house.deps.store.subscribe({ after: -1, signal })) {
    if (fed.kind === 'caught-up') return seen;
    if (fed.kind === 'event' && fed.event.meta.key === key) seen.push(fed.event.type);
  }
  return seen;
};
const setAddress = (address: string) =>
  chain.app.house.deps.master.query(sql.unsafe`UPDATE es.writer SET address = ${address}`);
/** What a process hears that is asked at this address. */
const startEar = async (answer: http.RequestListener) => {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) };
};

test('the standby says who writes, and that it does not', async () => {
  expect(placeOf(chain.app)?.kind).toBe('here');
  expect(placeOf(standby)).toMatchObject({ kind: 'elsewhere', address: chain.app.url });
  expect([await writesAt(chain.app), await writesAt(standby)]).toEqual([200, 503]);
  expect((await standby.get('/readyz')).status).toBe(200);
  const { body } = await standby.get('/readyz?for=write');
  expect(body.msg).toBe(`保存：由${chain.app.url}负责`);
});

test('a save through the standby is the one of the writer: same answer, one sale, one row of the log, with the address of whoever asked', async () => {
  const barcode = await chain.stock();
  const body = chain.sale([{ barcode }]);
  const key = 'sold-at-the-standby';
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const [first, again] = [
    await standby.post('/biz-sell', body, { key, headers }),
    await chain.app.post('/biz-sell', body, { key }),
  ];
  expect([first.status, again.status], first.text).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const told = ['content-type', 'content-security-policy', 'x-position', 'cache-control'];
  expect(told.map((name) => first.headers.get(name))).toEqual(told.map((name) => again.headers.get(name)));
  const logged = await loggedOf(key);
  expect(logged.filter(({ requestId }) => requestId === first.headers.get('x-request-id'))).toEqual([
    { requestId: first.headers.get('x-request-id'), ip: '203.0.113.7' },
  ]);
  expect(logged.map(({ ip }) => ip)).toEqual(['203.0.113.7', '127.0.0.1']);
  expect((await eventsOf(key)).filter((type) => type === 'SaleSubmitted')).toHaveLength(1);
  // Refused with the same words, too, before and behind the body.
  const refused = await Promise.all([standby, chain.app].map((app) => app.post('/biz-sell', body)));
  expect(refused[0]?.body).toEqual(refused[1]?.body);
  const large = { remark: 'x'.repeat(3_000_000) };
  const tooLarge = await Promise.all([standby, chain.app].map((app) => app.post('/biz-sell', large)));
  expect(tooLarge.map(({ status, body: { msg } }) => [status, msg])).toEqual([
    [413, tooLarge[1]?.body.msg],
    [413, tooLarge[1]?.body.msg],
  ]);
  const stranger = await standby.post('/biz-sell', { remark: 'x'.repeat(900_000) }, { token: null });
  expect(stranger.status).toBe(401);
});

test('who saves through the standby sees it at once, at either', async () => {
  for (const reader of [standby, chain.app]) {
    const body = chain.sale([{ barcode: await chain.stock() }]);
    const { data } = (await standby.post('/biz-sell', body)).body;
    const shown = await reader.get(`/biz-sell/${String(data)}`, { waits: false });
    expect([shown.status, shown.headers.get('x-read-model-lag')], shown.text).toEqual([200, null]);
  }
});

test('the mark of a request that was passed on is nobody else’s to make', { retry: 1 }, async () => {
  const url = '/api/v1/biz-sell';
  const token = chain.app.adminToken;
  const authorization = `Bearer ${token}`;
  const { key = '' } = chain.app.house.deps.store.writership ?? {};
  const hop = { ip: '198.51.100.1', origin: undefined };
  const marked = (by: string, idempotency: string) => ({
    [HOP_HEADER]: hopHeader(
      by,
      { method: 'POST', url, headers: { authorization, 'idempotency-key': idempotency } },
      hop,
    ),
  });
  // A stranger's has no effect: at the writer nor at the standby.
  for (const [n, app] of [chain.app, standby].entries()) {
    const forged = `forged-${n}`;
    const body = chain.sale([{ barcode: await chain.stock() }]);
    const reply = await app.post('/biz-sell', body, { key: forged, token, headers: marked('another key', forged) });
    expect(reply.status, reply.text).toBe(200);
    expect((await loggedOf(forged)).map(({ ip }) => ip)).toEqual(['127.0.0.1']);
  }
  // One that was overheard is good for no other request.
  const overheard = marked(key, 'the-real-one');
  const body = chain.sale([{ barcode: await chain.stock() }]);
  expect((await chain.app.post('/biz-sell', body, { key: 'another-one', token, headers: overheard })).status).toBe(200);
  expect((await loggedOf('another-one')).map(({ ip }) => ip)).toEqual(['127.0.0.1']);
  // The house's own is believed where it writes, and never passed on a second time.
  const believed = chain.sale([{ barcode: await chain.stock() }]);
  expect((await chain.app.post('/biz-sell', believed, { key: 'own', token, headers: marked(key, 'own') })).status).toBe(
    200,
  );
  expect((await loggedOf('own')).map(({ ip }) => ip)).toEqual(['198.51.100.1']);
  const started = performance.now();
  const twice = await standby.post('/biz-sell', believed, { key: 'twice', token, headers: marked(key, 'twice') });
  expect([twice.status, twice.body.data]).toEqual([503, { writer: chain.app.url }]);
  expect(performance.now() - started).toBeLessThan(500);
  expect(await loggedOf('twice')).toEqual([]);
});

test('a request is passed on once, whole, and what comes back is the answer whatever it says', async () => {
  const heard: string[] = [];
  const ear = await startEar((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${String(request.headers['idempotency-key'])} ${body}`);
      response.writeHead(418, { 'content-type': 'text/plain', 'x-teapot': 'yes' }).end('short and stout');
    });
  });
  await setAddress(ear.url);
  await expect.poll(() => placeOf(standby), SOON).toMatchObject({ address: ear.url });
  const reply = await standby.put('/biz-sell/7?a=b', { remark: '原样' }, { key: 'k' });
  expect([reply.status, reply.text, reply.headers.get('x-teapot')]).toEqual([418, 'short and stout', 'yes']);
  expect(heard).toEqual(['PUT /api/v1/biz-sell/7?a=b k {"remark":"原样"}']);
  // Of a length that nobody said before.
  for (const method of ['DELETE', 'POST']) {
    const headers = { authorization: `Bearer ${standby.adminToken}`, 'content-type': 'application/json' };
    await new Promise<void>((resolve, reject) => {
      const sent = http.request(`${standby.url}/api/v1/biz-sell`, {
        method,
        headers: { ...headers, 'transfer-encoding': 'chunked' },
      });
      sent.on('error', reject).on('response', (answer) => answer.resume().on('end', resolve));
      sent.write('{"ids":');
      sent.end('[1]}');
    });
    expect(heard.at(-1)).toBe(`${method} /api/v1/biz-sell undefined {"ids":[1]}`);
  }
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(300_000, 'x')]), 'a.png');
  await standby.call('POST', '/public/uploadFile', { body: form });
  expect(heard.at(-1)).toMatch(/^POST \/api\/v1\/public\/uploadFile .*filename="a.png"[^x]*x{300000}\r\n--/s);
  await ear.stop();
  await setAddress(chain.app.url);
  await expect.poll(() => placeOf(standby), SOON).toMatchObject({ address: chain.app.url });
});

test(
  'a writer that cannot be reached: the answer names it after a second at most, and signing in goes on',
  { retry: 1 },
  async () => {
    const nowhere = 'http://127.0.0.1:9';
    await setAddress(nowhere);
    await expect.poll(() => placeOf(standby), SOON).toMatchObject({ address: nowhere });
    const started = performance.now();
    const refused = await standby.post('/biz-sell', {});
    const took = performance.now() - started;
    expect([refused.status, refused.body.data]).toEqual([503, { writer: nowhere }]);
    expect(refused.body.msg).toContain('输入已保留');
    expect(took).toBeLessThan(2_000);
    const signIn = { username: 'admin', password: ADMIN_PASSWORD, rememberMe: false };
    expect((await standby.post('/login', signIn, { token: null })).status).toBe(200);
    // One that breaks off has perhaps done it: that is no refusal, and is not tried elsewhere.
    const ear = await startEar((request) => request.socket.destroy());
    await setAddress(ear.url);
    await expect.poll(() => placeOf(standby), SOON).toMatchObject({ address: ear.url });
    expect((await standby.post('/biz-sell', {})).status).toBe(503);
    await ear.stop();
    await setAddress(chain.app.url);
    await expect.poll(() => placeOf(standby), SOON).toMatchObject({ address: chain.app.url });
  },
);

test('nobody waits in vain for an append of the standby itself', { retry: 1 }, async () => {
  const started = performance.now();
  const { store } = standby.house.deps;
  await expect(store.append('goods-1', 'any', [])).rejects.toThrow();
  const meta = { key: 'k', correlationId: 'k', causationId: 'k', userId: 1, userName: 'a', shopId: null };
  const event = {
    id: crypto.randomUUID(),
    type: 'Probe',
    data: {},
    meta: { ...meta, at: new Date().toISOString(), schema: 1 },
  };
  await expect(store.append('probe-1', 'any', [event])).rejects.toMatchObject({ writer: chain.app.url });
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('a writer that ends hands over before it is gone, and what was saved with it is found under its key', async () => {
  const body = chain.sale([{ barcode: await chain.stock() }]);
  const { data } = (await standby.post('/biz-sell', body, { key: 'before' })).body;
  const stopping = chain.app.house.stop();
  await expect.poll(() => placeOf(standby)?.kind, SOON).toBe('here');
  await stopping;
  expect(await writesAt(standby)).toBe(200);
  const again = await standby.post('/biz-sell', body, { key: 'before' });
  expect([again.status, again.body.data, again.headers.get('idempotency-replayed')]).toEqual([200, data, 'true']);
  const piece = await standby.post('/base-shop', { name: '福田店', status: '2', remark: '' });
  expect(piece.status).toBe(200);
});
