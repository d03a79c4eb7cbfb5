/**
 * The second step at the door: who takes it, what a code is worth and how often, and the ways back in. One file, because all of it goes
 * by one clock, which each test and each enrolment moves on so that no code counts twice.
 */
import fs from 'node:fs';
import path from 'node:path';
import { generateSync } from 'otplib';
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSecrets } from '../../services/platform/secrets/secrets.ts';
import { resetByName } from '../../services/system/commands/reset-second-factor.ts';
import { ADMIN_PASSWORD, startApp, USER_PASSWORD } from '../support/app.ts';
import type { App, Reply } from '../support/app.ts';

const NOBODY = { token: null };
const MINUTE_MS = 60_000;
/** Seeded roles: one is left as it is, one is made to demand it. */
const FREE = 4;
const DEMANDING = 3;

let app: App;
let ahead = 0;
let users = 0;
const now = () => new Date(Date.now() + ahead);
beforeAll(async () => {
  app = await startApp({ clock: now });
  await app.house.deps.master.query(sql.unsafe`UPDATE master.sys_role SET second_factor = '2' WHERE id = ${DEMANDING}`);
});
afterAll(() => app.stop());
/** Every test begins in a step of its own. */
beforeEach(() => {
  ahead += 2 * MINUTE_MS;
});

const addUser = async (...roleIds: readonly number[]) => {
  users += 1;
  const username = `second-${users}`;
  return { username, id: await app.addUser({ username, roleIds }) };
};
const login = (username: string, password = USER_PASSWORD): Promise<Reply> =>
  app.post('/login', { username, password, rememberMe: false }, NOBODY);
const second = (ticket: string, code: string, more: object = {}): Promise<Reply> =>
  app.post('/login/second', { ticket, code, ...more }, NOBODY);
const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) + 30 * steps });
const statusOf = async (token: string) => (await app.get('/getinfo', { token })).status;

const Asked = z.object({
  secondFactor: z.literal(true),
  ticket: z.string().min(40),
  enrol: z.object({ secret: z.string(), otpauth: z.string() }).optional(),
});
const askedIn = (reply: Reply) => {
  expect(reply.status).toBe(422);
  return Asked.parse(reply.body.data);
};
const ticketOf = async (username: string): Promise<string> => askedIn(await login(username)).ticket;
const Codes = z.object({ token: z.string(), expire: z.string(), recoveryCodes: z.array(z.string()) });
/** A user who enrolled at his first sign-in, two minutes ago. */
const enrolled = async () => {
  const user = await addUser(FREE, DEMANDING);
  const { ticket, enrol } = askedIn(await login(user.username));
  const secret = enrol?.secret ?? '';
  const reply = await second(ticket, codeOf(secret));
  expect(reply.status).toBe(200);
  ahead += 2 * MINUTE_MS;
  return { ...user, secret, ...Codes.parse(reply.body.data) };
};
const wrongFor = (secret: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
};
const loginLog = (username: string) =>
  app.house.deps.master.any(sql.type(z.object({ status: z.string(), msg: z.string() }))`
    SELECT status, msg FROM master.login_log WHERE username = ${username} ORDER BY id`);

describe('who takes a second step', () => {
  test('nobody whose roles do not demand it and who did not ask for it', async () => {
    const { username } = await addUser(FREE);
    expect((await login(username)).status).toBe(200);
  });
  test('one demanding role of several suffices; a disabled role demands nothing', async () => {
    const { username } = await addUser(FREE, DEMANDING);
    const asked = askedIn(await login(username));
    expect(asked.enrol?.otpauth).toMatch(/^otpauth:\/\/totp\/.+secret=/);
    expect(asked.enrol?.otpauth).toContain(asked.enrol?.secret);
    const db = app.house.deps.master;
    await db.query(sql.unsafe`UPDATE master.sys_role SET status = '1' WHERE id = ${DEMANDING}`);
    try {
      expect((await login(username)).status).toBe(200);
    } finally {
      await db.query(sql.unsafe`UPDATE master.sys_role SET status = '2' WHERE id = ${DEMANDING}`);
    }
  });
  test('a wrong password is told as before, and gets no ticket', async () => {
    const { username } = await enrolled();
    const wrong = await login(username, 'not-it-at-all');
    expect(wrong).toMatchObject({ status: 422, body: { data: [{ path: 'password', message: '用户名或密码错误' }] } });
  });
  test('enrolment answers as a sign-in does, with ten recovery codes that are shown this once', async () => {
    const user = await enrolled();
    expect(await statusOf(user.token)).toBe(200);
    expect(new Set(user.recoveryCodes).size).toBe(10);
    const asked = askedIn(await login(user.username));
    expect(asked.enrol).toBeUndefined();
    const again = await second(asked.ticket, codeOf(user.secret), { rememberMe: true });
    expect(again.status).toBe(200);
    expect(again.body['token']).toEqual(expect.any(String));
    expect(again.headers.get('set-cookie')).toContain('jewel_device=');
    expect(again.text).not.toContain('recoveryCodes');
    const left = Date.parse(String(again.body['expire'])) - now().getTime();
    expect(Math.abs(left - 30 * 24 * 60 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect((await loginLog(user.username)).map(({ status, msg }) => `${status} ${msg}`)).toEqual([
      '1 密码正确，等待动态验证码',
      '2 登录成功，已启用两步验证',
      '1 密码正确，等待动态验证码',
      '2 登录成功',
    ]);
  });
  test('an offer that was made before somebody enrolled takes nothing over', async () => {
    const { username } = await addUser(DEMANDING);
    const thief = askedIn(await login(username));
    const owner = askedIn(await login(username));
    expect((await second(owner.ticket, codeOf(owner.enrol?.secret ?? ''))).status).toBe(200);
    const late = await second(thief.ticket, codeOf(thief.enrol?.secret ?? ''));
    expect(late).toMatchObject({ status: 422, body: { data: [{ path: 'ticket' }] } });
  });
});

describe('what a code is worth', () => {
  test('a code counts once, also for another ticket and at the same moment', async () => {
    const { username, secret } = await enrolled();
    const code = codeOf(secret);
    const tickets = [await ticketOf(username), await ticketOf(username), await ticketOf(username)];
    const replies = await Promise.all(tickets.map((ticket) => second(ticket, code)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422]);
    const refused = await second(await ticketOf(username), code);
    expect(refused).toMatchObject({ status: 422, body: { data: [{ path: 'code' }] } });
  });
  test('a code that enrolled is used', async () => {
    const { username } = await addUser(DEMANDING);
    const { ticket, enrol } = askedIn(await login(username));
    const code = codeOf(enrol?.secret ?? '');
    expect((await second(ticket, code)).status).toBe(200);
    expect((await second(await ticketOf(username), code)).status).toBe(422);
  });
  test.each([
    [-2, 422],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 422],
  ])('a clock %i steps off: %i', async (steps, status) => {
    const { username, secret } = await enrolled();
    expect((await second(await ticketOf(username), codeOf(secret, steps))).status).toBe(status);
  });
  test('an older step than the last one is refused', async () => {
    const { username, secret } = await enrolled();
    expect((await second(await ticketOf(username), codeOf(secret, 1))).status).toBe(200);
    expect((await second(await ticketOf(username), codeOf(secret, 0))).status).toBe(422);
  });
  test('blanks and wide digits are understood, nonsense is not', async () => {
    const { username, secret } = await enrolled();
    const wide = Array.from(codeOf(secret), (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0));
    const typed = `${wide.slice(0, 3).join('')} ${wide.slice(3).join('')}`;
    expect((await second(await ticketOf(username), typed)).status).toBe(200);
    for (const code of ['', '12345', '1234567', 'abcdef', '-----', '０', '💎💎💎']) {
      expect((await second(await ticketOf(username), code)).status, code).toBe(422);
      ahead += 16 * MINUTE_MS;
    }
  });
});

describe('the ticket', () => {
  test('of one user takes no code of another, nor a made-up one any', async () => {
    const one = await enrolled();
    const other = await enrolled();
    expect((await second(await ticketOf(one.username), codeOf(other.secret))).status).toBe(422);
    expect((await second('x'.repeat(43), codeOf(one.secret))).status).toBe(422);
    expect((await second('', codeOf(one.secret))).status).toBe(422);
  });
  test('lasts five minutes', async () => {
    const { username, secret } = await enrolled();
    const early = await ticketOf(username);
    ahead += 5 * MINUTE_MS - 10_000;
    const late = await ticketOf(username);
    expect((await second(early, codeOf(secret))).status).toBe(200);
    ahead += 5 * MINUTE_MS + 1_000;
    expect(await second(late, codeOf(secret))).toMatchObject({ status: 422, body: { data: [{ path: 'ticket' }] } });
  });
  test('is used up by its sign-in', async () => {
    const { username, secret } = await enrolled();
    const ticket = await ticketOf(username);
    expect((await second(ticket, codeOf(secret))).status).toBe(200);
    ahead += MINUTE_MS;
    expect(await second(ticket, codeOf(secret))).toMatchObject({ status: 422, body: { data: [{ path: 'ticket' }] } });
  });
  test('bears five tries; the right password gives no more of them', async () => {
    const { username, secret } = await enrolled();
    const wrong = wrongFor(secret);
    const ticket = await ticketOf(username);
    const paths: unknown[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await second(ticket, wrong);
      expect(status).toBe(422);
      paths.push(z.array(z.object({ path: z.string() })).parse(body.data)[0]?.path);
    }
    expect(paths).toEqual(['code', 'code', 'code', 'code', 'ticket']);
    expect((await second(ticket, codeOf(secret))).status).toBe(422);
    const fresh = await ticketOf(username);
    expect(await second(fresh, codeOf(secret))).toMatchObject({ status: 429, body: { data: { retryAfter: 30 } } });
    ahead += MINUTE_MS;
    expect((await second(fresh, codeOf(secret))).status).toBe(200);
  });
  test('ends with the account and with its password', async () => {
    const { username, id, secret } = await enrolled();
    const before = await ticketOf(username);
    expect((await app.put('/user/pwd/reset', { userId: id, password: 'Reset-1234' })).status).toBe(200);
    expect((await second(before, codeOf(secret))).status).toBe(422);
    const ticket = askedIn(await login(username, 'Reset-1234')).ticket;
    await app.put('/user/status', { userId: id, status: '1' });
    expect((await second(ticket, codeOf(secret))).status).toBe(422);
  });
});

describe('ways back in', () => {
  test('each recovery code opens once, however it is typed', async () => {
    const { username, recoveryCodes } = await enrolled();
    const [first = '', next = ''] = recoveryCodes;
    expect((await second(await ticketOf(username), first)).status).toBe(200);
    expect((await second(await ticketOf(username), first)).status).toBe(422);
    const typed = next.replaceAll('-', '').toLowerCase();
    const reply = await second(await ticketOf(username), typed);
    expect(reply.status).toBe(200);
    const state = await app.get('/user/second-factor', { token: String(reply.body['token']) });
    expect(state.body.data).toEqual({ active: true, required: true, recoveryLeft: 8 });
  });
  test('a reset takes the factor, the codes and every session; the next sign-in enrols anew', async () => {
    const { username, id, secret, token, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(username);
    expect((await app.put('/user/second-factor/reset', { userId: id })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect((await second(ticket, codeOf(secret))).status).toBe(422);
    const asked = askedIn(await login(username));
    expect(asked.enrol?.secret).not.toBe(secret);
    expect((await second(asked.ticket, recoveryCodes[0] ?? '')).status).toBe(422);
  });
  test('a reset needs its right, spares user 1 and oneself, and reaches nobody above', async () => {
    const { id } = await enrolled();
    const clerk = await addUser(FREE);
    const token = await app.signIn(clerk.username);
    expect((await app.put('/user/second-factor/reset', { userId: id }, { token })).status).toBe(403);
    expect((await app.put('/user/second-factor/reset', { userId: 1 })).status).toBe(409);
    expect((await app.put('/user/second-factor/reset', { userId: 999_999_999 })).status).toBe(404);
    const db = app.house.deps.master;
    const boss = await addUser(1);
    const bossToken = await app.signIn(boss.username);
    expect((await app.put('/user/second-factor/reset', { userId: boss.id }, { token: bossToken })).status).toBe(409);
    await db.query(sql.unsafe`
      INSERT INTO master.sys_role (id, role_name, role_key, menu_ids) SELECT 900, 'resetter', 'resetter', array_agg(id)
      FROM master.sys_menu WHERE permission = 'admin:sysUser:resetPassword'`);
    const resetter = await addUser(900);
    const resetterToken = await app.signIn(resetter.username);
    const reached = await app.put('/user/second-factor/reset', { userId: boss.id }, { token: resetterToken });
    expect(reached.status).toBe(403);
  });
  test('user 1 is reset by command line, with a row in the log', async () => {
    const token = await app.signIn('admin', ADMIN_PASSWORD);
    const { data } = (await app.put('/user/second-factor', { action: 'start', password: ADMIN_PASSWORD }, { token }))
      .body;
    const { secret } = z.object({ secret: z.string() }).parse(data);
    const code = codeOf(secret);
    await app.put('/user/second-factor', { action: 'confirm', password: ADMIN_PASSWORD, code }, { token });
    askedIn(await login('admin', ADMIN_PASSWORD));
    const db = app.house.deps.master;
    expect(await resetByName(db, 'no-such-user', now())).toBe(false);
    expect(await resetByName(db, 'admin', now())).toBe(true);
    expect((await login('admin', ADMIN_PASSWORD)).status).toBe(200);
    expect((await loginLog('admin')).map(({ msg }) => msg)).toContain('两步验证已由命令行重置');
  });
});

describe('one of one’s own accord', () => {
  const set = (token: string, action: string, more: object = {}) =>
    app.put('/user/second-factor', { action, password: USER_PASSWORD, ...more }, { token });
  const Secret = z.object({ secret: z.string(), otpauth: z.string() });
  const volunteer = async (...roles: readonly number[]) => {
    const user = await addUser(...roles);
    const token = await app.signIn(user.username);
    const elsewhere = await app.signIn(user.username);
    const { secret } = Secret.parse((await set(token, 'start')).body.data);
    return { ...user, token, elsewhere, secret };
  };

  test('begun with the password, in force with the first code; other sign-ins end', async () => {
    const { username, token, elsewhere, secret } = await volunteer(FREE);
    expect((await login(username)).status).toBe(200);
    expect(await set(token, 'confirm', { code: wrongFor(secret) })).toMatchObject({ status: 422 });
    expect(await set(token, 'confirm')).toMatchObject({ status: 422, body: { data: [{ path: 'code' }] } });
    const done = await set(token, 'confirm', { code: codeOf(secret) });
    expect(done.status).toBe(200);
    expect(z.object({ recoveryCodes: z.array(z.string()).length(10) }).safeParse(done.body.data).success).toBe(true);
    expect(await Promise.all([token, elsewhere].map(statusOf))).toEqual([200, 401]);
    ahead += MINUTE_MS;
    expect((await second(await ticketOf(username), codeOf(secret))).status).toBe(200);
  });
  test('a wrong password does nothing at all', async () => {
    const { token, secret } = await volunteer(FREE);
    for (const action of ['start', 'confirm', 'disable']) {
      const reply = await set(token, action, { password: 'not-it', code: codeOf(secret) });
      expect(reply).toMatchObject({ status: 422, body: { data: [{ path: 'password' }] } });
    }
  });
  test('what was begun waits ten minutes', async () => {
    const { token, secret } = await volunteer(FREE);
    ahead += 11 * MINUTE_MS;
    expect((await set(token, 'confirm', { code: codeOf(secret) })).status).toBe(409);
  });
  test('replacing and giving up ask for a code of the one in use', async () => {
    const { username, token, secret } = await volunteer(FREE);
    await set(token, 'confirm', { code: codeOf(secret) });
    ahead += MINUTE_MS;
    for (const action of ['start', 'disable']) {
      expect(await set(token, action)).toMatchObject({ status: 422, body: { data: [{ path: 'code' }] } });
    }
    const started = await set(token, 'start', { code: codeOf(secret) });
    const next = Secret.parse(started.body.data).secret;
    ahead += MINUTE_MS;
    expect((await set(token, 'confirm', { code: codeOf(next) })).status).toBe(200);
    ahead += MINUTE_MS;
    expect((await set(token, 'disable', { code: codeOf(secret) })).status).toBe(422);
    expect((await set(token, 'disable', { code: codeOf(next) })).status).toBe(200);
    expect((await set(token, 'disable', { code: codeOf(next, 1) })).status).toBe(409);
    expect((await login(username)).status).toBe(200);
  });
  test('nobody gives up what his role demands', async () => {
    const { token, secret } = await enrolled();
    expect((await set(token, 'disable', { code: codeOf(secret) })).status).toBe(409);
  });
});

describe('what lies where', () => {
  test('no secret, ticket or recovery code stands anywhere in the database, nor in a log', async () => {
    const { username, secret, recoveryCodes } = await enrolled();
    await addUser(FREE);
    const own = await app.signIn(`second-${users}`);
    const started = await app.put('/user/second-factor', { action: 'start', password: USER_PASSWORD }, { token: own });
    const proposed = z.object({ secret: z.string() }).parse(started.body.data).secret;
    const ticket = await ticketOf(username);
    const db = app.house.deps.master;
    const tables = await db.anyFirst(sql.type(z.object({ name: z.string() }))`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'master' AND table_type = 'BASE TABLE'`);
    expect(tables).toContain('second_factor');
    for (const table of tables) {
      const rows = await db.anyFirst(sql.type(z.object({ row: z.string() }))`
        SELECT to_jsonb(t)::text AS row FROM ${sql.identifier(['master', table])} AS t`);
      const text = rows.join('\n');
      for (const word of [secret, proposed, ticket, ...recoveryCodes, USER_PASSWORD])
        expect(text.includes(word), table).toBe(false);
    }
  });
  test('the key lies beside the data, for its owner alone; another key or another holder opens nothing', () => {
    const file = path.join(app.dataDir, 'secrets.key');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const secrets = openSecrets(app.dataDir);
    const sealed = secrets.seal('JBSWY3DP', 'a:1');
    expect(secrets.open(sealed, 'a:1')).toBe('JBSWY3DP');
    expect(secrets.open(sealed, 'a:2')).toBeNull();
    expect(secrets.open(`${sealed.slice(0, -4)}AAA=`, 'a:1')).toBeNull();
    expect(openSecrets('unused', Buffer.alloc(32, 7).toString('base64')).open(sealed, 'a:1')).toBeNull();
  });
  test('a lost key lets nobody in by the password alone', async () => {
    const { username, id, secret, recoveryCodes } = await enrolled();
    await app.house.deps.master.query(
      sql.unsafe`UPDATE master.second_factor SET secret = ${Buffer.alloc(60, 1).toString('base64')} WHERE user_id = ${id}`,
    );
    const asked = askedIn(await login(username));
    expect(asked.enrol).toBeUndefined();
    expect((await second(asked.ticket, codeOf(secret))).status).toBe(422);
    expect((await second(asked.ticket, recoveryCodes[0] ?? '')).status).toBe(200);
  });
  test('a deleted user leaves nothing', async () => {
    const { id } = await enrolled();
    const token = await app.signIn('admin', ADMIN_PASSWORD);
    expect((await app.del('/sys-user', { ids: [id] }, { token })).status).toBe(200);
    const left = await app.house.deps.master.oneFirst(sql.type(z.object({ count: z.int() }))`
      SELECT count(*) AS count FROM master.second_factor WHERE user_id = ${id}`);
    expect(left).toBe(0);
  });
});
