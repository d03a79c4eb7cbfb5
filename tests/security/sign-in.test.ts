/** What was tried at the door: tokens that outlive their sign-in, guesses from everywhere. */
import { randomBytes, createHash } from 'node:crypto';
import pg from 'pg';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { authMigrations } from '../../services/platform/auth/tables.ts';
import { migrate } from '../../services/platform/base/migrate.ts';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App, Reply } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';

const HOUR_MS = 3_600_000;
const NOBODY = { token: null };

describe('one family of tokens per sign-in', () => {
  let app: App;
  let ahead = 0;
  beforeAll(async () => {
    app = await startApp({ clock: () => new Date(Date.now() + ahead) });
    await app.addUser({ username: 'tabs', roleIds: [4] });
  });
  afterAll(() => app.stop());

  const signIn = async (rememberMe = false) => {
    const { body } = await app.post('/login', { username: 'tabs', password: USER_PASSWORD, rememberMe }, NOBODY);
    return { token: String(body['token']), expire: Date.parse(String(body['expire'])) };
  };
  const refresh = async (token: string) => {
    const { status, body } = await app.get('/refresh_token', { token });
    return { status, token: String(body['token']), expire: Date.parse(String(body['expire'])) };
  };
  const statusOf = async (token: string) => (await app.get('/getinfo', { token })).status;

  test('signing out with any token of the family ends them all, and no other sign-in', async () => {
    const other = await signIn();
    const first = await signIn();
    const second = await refresh(first.token);
    const third = await refresh(second.token);
    expect(await Promise.all([first, second, third].map(({ token }) => statusOf(token)))).toEqual([200, 200, 200]);
    await app.post('/logout', {}, { token: second.token });
    expect(await Promise.all([first, second, third].map(({ token }) => statusOf(token)))).toEqual([401, 401, 401]);
    expect(await statusOf(other.token)).toBe(200);
  });

  test('a renewal that races with signing out leaves nothing alive', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { token } = await signIn();
      const [renewals] = await Promise.all([
        Promise.all([refresh(token), refresh(token), refresh(token)]),
        app.post('/logout', {}, { token }),
      ]);
      expect(renewals.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual([]);
      const issued = [token, ...renewals.filter(({ status }) => status === 200).map((renewed) => renewed.token)];
      expect(new Set(await Promise.all(issued.map(statusOf)))).toEqual(new Set([401]));
    }
  });

  test('a used token serves other tabs for a minute, then no more; renewing it again does not lengthen that', async () => {
    const first = await signIn();
    const second = await refresh(first.token);
    ahead += 50_000;
    expect((await refresh(first.token)).status).toBe(200);
    ahead += 20_000;
    expect(await statusOf(first.token)).toBe(401);
    expect((await refresh(first.token)).status).toBe(401);
    expect(await statusOf(second.token)).toBe(200);
  });

  test.each([
    [false, 12],
    [true, 30 * 24],
  ])('with 记住我 %s renewals end after %i hours', async (remember, hours) => {
    const started = Date.now() + ahead;
    let held = await signIn(remember);
    const end = held.expire;
    expect(Math.abs(end - started - hours * HOUR_MS)).toBeLessThan(60_000);
    const step = (hours * HOUR_MS) / 10;
    for (let renewal = 0; renewal < 9; renewal += 1) {
      ahead += step;
      held = await refresh(held.token);
      expect(held).toMatchObject({ status: 200, expire: end });
    }
    ahead += step + 60_000;
    expect(await statusOf(held.token)).toBe(401);
    expect((await refresh(held.token)).status).toBe(401);
  });

  test('a changed password leaves the one token it was changed with', async () => {
    const userId = await app.addUser({ username: 'stolen', roleIds: [4] });
    const mine = await app.signIn('stolen');
    const elsewhere = await app.signIn('stolen');
    const branch = await refresh(mine);
    const change = { oldPassword: USER_PASSWORD, newPassword: 'Fresh-Pearl-7' };
    expect((await app.put('/user/pwd/set', change, { token: mine })).status).toBe(200);
    expect(await Promise.all([mine, elsewhere, branch.token].map(statusOf))).toEqual([200, 401, 401]);
    const left = await app.house.deps.master.oneFirst(sql.type(z.object({ count: z.int() }))`
      SELECT count(*) AS count FROM master.session_family WHERE user_id = ${userId}`);
    expect(left).toBe(1);
  });
});

describe('slowing guesses down', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ env: { TRUST_PROXY: '1' } });
    await app.addUser({ username: 'owner', roleIds: [4] });
    await app.addUser({ username: 'colleague', roleIds: [4] });
  });
  afterAll(() => app.stop());

  const from = (address: string, more: Record<string, string> = {}) => ({
    token: null,
    headers: { 'x-forwarded-for': address, ...more },
  });
  const guess = (username: string, address: string, more: Record<string, string> = {}) =>
    app.post('/login', { username, password: 'not-the-one' }, from(address, more));
  const enter = (username: string, address: string, more: Record<string, string> = {}) =>
    app.post('/login', { username, password: USER_PASSWORD }, from(address, more));
  const cookieOf = (reply: Reply): string => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  test('a known device of the right user is not locked out by what others try', async () => {
    const first = await enter('owner', '203.0.113.1');
    expect(first.headers.get('set-cookie')).toMatch(
      /^jewel_device=[\w-]+\.[\w-]{43}; Path=\/api\/v1; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(first);
    // From everywhere, also from his own shop's address.
    for (let index = 0; index < 40; index += 1) await guess('owner', index % 2 ? '203.0.113.1' : `198.51.100.${index}`);
    expect((await enter('owner', '203.0.113.1')).status).toBe(429);
    expect((await enter('owner', '192.0.2.77')).status).toBe(429);
    expect((await enter('owner', '203.0.113.1', { cookie })).status).toBe(200);
    expect((await enter('owner', '192.0.2.77', { cookie: `a=b; ${cookie}` })).status).toBe(200);
    expect((await app.call('GET', '/getinfo', { token: String(first.body['token']) })).status).toBe(200);
  });

  test('the device opens nothing by itself, for nobody else, and not when it was changed', async () => {
    const cookie = cookieOf(await enter('colleague', '203.0.113.2'));
    for (let index = 0; index < 25; index += 1) await guess('owner', `198.51.101.${index}`);
    expect((await enter('owner', '203.0.113.2', { cookie })).status).toBe(429);
    const [device, signature = ''] = cookie.split('.');
    const wrong = `${device}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (let index = 0; index < 25; index += 1) await guess('colleague', `198.51.102.${index}`);
    for (const forged of [wrong, `${device}.`, 'jewel_device=x.y', 'jewel_device=']) {
      expect((await enter('colleague', '203.0.113.3', { cookie: forged })).status).toBe(429);
    }
    for (let index = 0; index < 5; index += 1)
      expect((await guess('colleague', '203.0.113.2', { cookie })).status).toBe(422);
    expect((await enter('colleague', '203.0.113.2', { cookie })).status).toBe(429);
  });

  test('a hundred addresses guess no quicker than twenty', async () => {
    await app.addUser({ username: 'spread', roleIds: [4] });
    const replies: number[] = [];
    for (let index = 0; index < 60; index += 1) replies.push((await guess('spread', `198.18.0.${index}`)).status);
    expect(replies.filter((status) => status === 422)).toHaveLength(20);
  });

  test('whoever writes his own address into the header stays who he is', async () => {
    const { master } = app.house.deps;
    await app.addUser({ username: 'forger', roleIds: [4] });
    const replies: number[] = [];
    for (let index = 0; index < 12; index += 1)
      replies.push((await guess('forger', `10.9.8.${index}, 203.0.113.66`)).status);
    expect(replies.filter((status) => status === 422)).toHaveLength(5);
    await guess('forger', "203.0.113.66, '; DROP TABLE x\t<b>");
    const addresses = await master.anyFirst(sql.type(z.object({ ipaddr: z.string() }))`
      SELECT DISTINCT ipaddr FROM master.login_log WHERE username = 'forger' ORDER BY ipaddr`);
    expect(addresses).toEqual(['127.0.0.1', '203.0.113.66']);
  });

  test('a reset password makes the devices of its user strangers', async () => {
    const userId = await app.addUser({ username: 'lost-phone', roleIds: [4] });
    const cookie = cookieOf(await enter('lost-phone', '203.0.113.9'));
    expect((await app.put('/user/pwd/reset', { userId, password: 'Fresh-Pearl-8' })).status).toBe(200);
    for (let index = 0; index < 25; index += 1) await guess('lost-phone', `198.18.1.${index}`);
    expect((await guess('lost-phone', '203.0.113.9', { cookie })).status).toBe(429);
  });
});

test('sessions of an older release go on to the end they had, each as a family of its own', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    const [before] = authMigrations;
    await migrate(database.url, before === undefined ? [] : [before]);
    await client.connect();
    const hash = createHash('sha256').update(randomBytes(32)).digest();
    await client.query(
      `INSERT INTO master.session VALUES ($1, 7, true, '10.0.0.1', 'till', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')`,
      [hash],
    );
    await migrate(database.url, authMigrations);
    const { rows } = await client.query(
      `SELECT s.token_hash, f.user_id, f.ip, f.ends_at FROM master.session s JOIN master.session_family f ON f.id = s.family`,
    );
    expect(rows).toEqual([
      { token_hash: hash, user_id: '7', ip: '10.0.0.1', ends_at: new Date('2026-12-01T00:00:00Z') },
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
