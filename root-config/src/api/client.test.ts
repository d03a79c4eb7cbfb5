// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client, queryString } from './client.ts';
import { connectionStore, lookWhetherWell } from './house-state.ts';
import { NETWORK_GONE } from './errors.ts';
import { type Session, sessionStore } from './session.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });
const calls: { url: string; init: RequestInit }[] = [];
const serve = (...answers: (() => Response)[]): void => {
  const left = [...answers];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const next = left.shift();
    if (!next) throw new TypeError('Failed to fetch');
    return next();
  });
};
const signedIn: Session = { stage: 'in', token: 'first', user: null, menus: [], shopId: null, stranger: null };

beforeEach(() => {
  calls.length = 0;
  sessionStore.set(signedIn);
});
afterEach(() => vi.unstubAllGlobals());

test('empty filters are left out, lists are repeated', () => {
  expect(queryString({ a: '', b: null, c: 0, typeArr: ['戒指', '项链'] })).toBe(
    `?c=0&typeArr=${encodeURIComponent('戒指')}&typeArr=${encodeURIComponent('项链')}`,
  );
});
test('a refusal carries message, fields and request id (S0§8/1)', async () => {
  const fields = [{ path: 'num', message: '数量不能为空' }];
  serve(() => answer(422, { code: 422, msg: '请检查', data: { fields } }, { 'x-request-id': 'r1' }));
  await expect(client.post('/x', {})).rejects.toMatchObject({ status: 422, msg: '请检查', fields, requestId: 'r1' });
});
test('no answer is an ApiError in words that promise no other try, and marks the connection', async () => {
  serve();
  await expect(client.get('/x')).rejects.toMatchObject({ status: 0, msg: NETWORK_GONE });
  expect(connectionStore.get().lost).toBe(true);
  serve(() => answer(200, { code: 200, msg: '', data: 1 }));
  await client.get('/x');
  expect(connectionStore.get().lost).toBe(false);
});
test('a house that is not well is known by its answers until one of that kind is well', async () => {
  const full = '磁盘空间不足，输入已保留';
  const trouble = () => connectionStore.get().trouble?.msg ?? null;
  serve(
    () => answer(507, { code: 507, msg: full }),
    () => answer(200, { code: 200, msg: '', data: 1 }),
    () => answer(422, { code: 422, msg: '请检查' }),
    () => answer(503, { code: 503, msg: '存储暂时不可用' }),
  );
  await expect(client.post('/x', {})).rejects.toMatchObject({ status: 507 });
  expect(trouble()).toBe(full);
  await client.get('/x');
  expect(trouble()).toBe(full);
  await expect(client.post('/x', {})).rejects.toMatchObject({ status: 422 });
  expect(trouble()).toBeNull();
  await expect(client.get('/x')).rejects.toMatchObject({ status: 503 });
  expect(trouble()).toBe('存储暂时不可用');
});
test('it is looked at until it is well; a full disk is not', async () => {
  const { signal } = new AbortController();
  let until = 0;
  const look = async (...answers: (() => Response)[]): Promise<boolean> => {
    connectionStore.set((state) => ({ ...state, lost: true, trouble: { msg: 'x', of: 'write', until } }));
    serve(...answers);
    await lookWhetherWell(signal);
    return connectionStore.get().trouble === null && !connectionStore.get().lost;
  };
  expect(await look()).toBe(false);
  expect(await look(() => answer(503, { code: 503, msg: '数据库：无法连接' }))).toBe(false);
  expect(await look(() => answer(200, { code: 200, data: { warnings: ['数据库所在磁盘只剩0.1 GB'] } }))).toBe(false);
  expect(await look(() => answer(200, { code: 200, data: {} }))).toBe(true);
  until = Date.now() + 60_000;
  expect(await look(() => answer(200, { code: 200, data: {} }))).toBe(false);
  connectionStore.set((state) => ({ ...state, trouble: null }));
});
test('an answer that does not come is asked after: a store that hangs is told, a read model that catches up is not', async () => {
  vi.useFakeTimers();
  const told = async (data: object): Promise<string | undefined> => {
    connectionStore.set((state) => ({ ...state, lost: false, trouble: null }));
    vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) =>
      url === '/readyz'
        ? Promise.resolve(answer(503, { code: 503, data }))
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    const leaving = new AbortController();
    const asked = client.request('GET', '/x', { signal: leaving.signal }).catch(() => null);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(connectionStore.get().trouble).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    leaving.abort();
    await asked;
    return connectionStore.get().trouble?.msg;
  };
  const well = { 数据库: '正常', 事件存储: '正常' };
  expect(await told({ ...well, 数据库: '检查超时' })).toBe('数据库没有回应，恢复后会继续；输入已保留');
  expect(await told({ ...well, 读模型: 'sales 正在追赶' })).toBeUndefined();
  vi.useRealTimers();
  connectionStore.set((state) => ({ ...state, trouble: null }));
});
test('an error page of a proxy becomes a sentence', async () => {
  serve(() => new Response('<html>', { status: 502 }));
  await expect(client.get('/x')).rejects.toMatchObject({ status: 502, msg: '服务暂时不可用，请稍后再试' });
});
test('a lost session waits for the sign-in and sends again with the new token', async () => {
  serve(
    () => answer(401, { code: 401, msg: '登录已失效' }),
    () => answer(200, { code: 200, msg: '', data: 'saved' }),
  );
  const pending = client.put('/x', { a: 1 });
  await vi.waitFor(() => expect(sessionStore.get().stage).toBe('lost'), { timeout: 30_000 });
  sessionStore.set({ ...signedIn, token: 'second' });
  await expect(pending).resolves.toBe('saved');
  expect(calls.map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
  ]);
  expect(calls[1]?.init.body).toBe('{"a":1}');
});
test('giving up the sign-in fails what waited', async () => {
  serve(() => answer(401, { code: 401, msg: '登录已失效' }));
  const pending = client.get('/x');
  const outcome = expect(pending).rejects.toMatchObject({ status: 401 });
  await vi.waitFor(() => expect(sessionStore.get().stage).toBe('lost'), { timeout: 30_000 });
  sessionStore.set({ ...signedIn, stage: 'out', token: null });
  await outcome;
});

test('another user in this window’s place: a write waits, goes with the own user, and never in the other’s name (R151)', async () => {
  const user = { userId: 1, userName: 'a', name: '甲', roles: [], permissions: [], roleIds: [], lockShops: [] };
  const own = { ...signedIn, user };
  const other = { ...user, userId: 2, userName: 'b', name: '乙' };
  const sent = vi.fn(() => Promise.resolve(Response.json({ code: 200, msg: '', data: 1 })));
  vi.stubGlobal('fetch', sent);
  sessionStore.set({ ...own, stranger: { token: 'second', user: other } });
  const waiting = client.post('/biz-sell', {});
  await client.get('/biz-sell');
  expect(sent).toHaveBeenCalledTimes(1);
  sessionStore.set(own);
  await expect(waiting).resolves.toBe(1);
  expect(sent).toHaveBeenCalledTimes(2);
  sessionStore.set({ ...own, stranger: { token: 'second', user: other } });
  const refused = client.post('/biz-sell', {});
  sessionStore.set({ ...own, token: 'second', user: other });
  await expect(refused).rejects.toThrow('登录的用户已更换，没有保存；请核对后再保存');
  expect(sent).toHaveBeenCalledTimes(2);
});
