/** Passwords that were guessed: the same rules hold wherever one is set, and for those that are older than the rules. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { plantStaff } from '../../services/demo/staff.ts';
import { parseConfig } from '../../services/platform/process/config.ts';
import { roleWith } from '../support/roles.ts';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App, Reply } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const person = (username: string, more: object = {}) => ({
  username,
  nickName: '王芳',
  phone: '13800138000',
  email: 'wang@example.com',
  deptId: 1,
  roleIds: [4],
  ...more,
});
const initialPassword = async (): Promise<string> => {
  const { body } = await app.get('/configKey/sys_user_initPassword');
  return String((body.data as { configValue: string }).configValue);
};

/** Sets a password for `username` at every place there is one; answers status and the message at the field. */
const PLACES = {
  create: async (username: string, password: string, roleIds: readonly number[]) => {
    const reply = await app.post('/sys-user', person(`${username}x`, { username, password, roleIds }));
    if (reply.status === 200) await app.del('/sys-user', { ids: [reply.body.data] });
    return reply;
  },
  reset: async (username: string, password: string, roleIds: readonly number[]) => {
    const userId = await app.addUser({ username, roleIds });
    const reply = await app.put('/user/pwd/reset', { userId, password });
    await app.del('/sys-user', { ids: [userId] });
    return reply;
  },
  own: async (username: string, newPassword: string, roleIds: readonly number[]) => {
    const userId = await app.addUser({ username, roleIds });
    const token = await app.signIn(username);
    const reply = await app.put('/user/pwd/set', { oldPassword: USER_PASSWORD, newPassword }, { token });
    await app.del('/sys-user', { ids: [userId] });
    return reply;
  },
};
type Place = keyof typeof PLACES;
const places = Object.keys(PLACES) as Place[];
const FIELD: Record<Place, string> = { create: 'password', reset: 'password', own: 'newPassword' };

describe.each(places)('a password at %s', (place) => {
  const set = PLACES[place];
  const refused = (message: string) => ({
    status: 422,
    body: { msg: message, data: [{ path: FIELD[place], message }] },
  });

  test('is none that everybody tries, whatever its case', async () => {
    for (const password of ['123456', 'Password', 'QWERTYUIOP', 'iloveyou', '1qaz2wsx']) {
      expect(await set('common', password, [4])).toMatchObject(refused('这个密码太常见，很容易被猜到，请换一个'));
    }
  });
  test('is not the name, nor one character', async () => {
    expect(await set('xiaowang', 'XiaoWang', [4])).toMatchObject(refused('密码不能与登录名称相同'));
    expect(await set('repeated', '$$$$$$$$', [4])).toMatchObject(refused('密码不能由同一个字符重复组成'));
  });
  test('is longer for who sees costs or hands out rights', async () => {
    const [cost, staff] = [await roleWith(app, ['biz:cost:view']), await roleWith(app, ['admin:sysUser:add'])];
    const short = 'Ruby-71';
    for (const roleId of [1, cost, staff]) {
      expect(await set('stronger', short, [4, roleId])).toMatchObject(refused('长度在 8 到 20 个字符'));
    }
    expect((await set('weaker', short, [4])).status).toBe(200);
    expect(await set('weaker', 'Ruby7', [4])).toMatchObject(refused('长度在 6 到 20 个字符'));
    expect(await set('weaker', 'Ruby7'.repeat(5), [4])).toMatchObject(refused('长度在 6 到 20 个字符'));
  });
  const ruleFor = async (roleIds: readonly number[]) =>
    (await app.get(`/user/pwd/rule?${roleIds.map((id) => `roleIds=${id}`).join('&')}`)).body.data;
  test('keeps to the shortest length of the house', async () => {
    await app.put('/set-config', [{ configKey: 'password_min_length', configValue: '10' }]);
    expect(await set('longer', 'Ruby-7133', [4])).toMatchObject(refused('长度在 10 到 20 个字符'));
    expect(await ruleFor([4])).toEqual({ least: 10, strongLeast: 10, longest: 20 });
    await app.put('/set-config', [{ configKey: 'password_min_length', configValue: '6' }]);
    expect((await set('longer', 'Ruby-7133', [4])).status).toBe(200);
    // What a form says beforehand is of the same number.
    expect(await ruleFor([4])).toEqual({ least: 6, strongLeast: 8, longest: 20 });
    const staff = await roleWith(app, ['admin:sysUser:add']);
    expect(await ruleFor([4, staff])).toEqual({ least: 8, strongLeast: 8, longest: 20 });
    expect(await ruleFor([])).toEqual({ least: 6, strongLeast: 8, longest: 20 });
  });
});

test('the first password is given out, and nobody keeps it', async () => {
  const password = await initialPassword();
  expect((await app.post('/sys-user', person('beginner', { password }))).status).toBe(200);
  const token = await app.signIn('beginner', password);
  const userId = await app.addUser({ username: 'keeper', roleIds: [4] });
  const keeper = await app.signIn('keeper');
  const kept = await app.put('/user/pwd/set', { oldPassword: USER_PASSWORD, newPassword: password }, { token: keeper });
  expect(kept).toMatchObject({ status: 422, body: { msg: '不能继续使用初始密码' } });
  expect((await app.get('/sys-user', { token })).body.msg).toBe('请先修改密码');
  expect((await app.get('/user/profile', { token })).status).toBe(200);
  expect(userId).toBeGreaterThan(0);
});

test('a password older than the rules is changed at the next sign-in', async () => {
  await app.addUser({ username: 'veteran', password: 'sunshine', roleIds: [4] });
  const cost = await roleWith(app, ['biz:cost:view']);
  const promoted = await app.addUser({ username: 'promoted', password: 'Ruby-71', roleIds: [4] });
  expect((await app.get('/sys-user', { token: await app.signIn('promoted', 'Ruby-71') })).status).toBe(200);
  await app.put('/sys-user', { ...person('promoted', { roleIds: [4, cost] }), userId: promoted });
  for (const [username, password] of [
    ['veteran', 'sunshine'],
    ['promoted', 'Ruby-71'],
  ] as const) {
    const { body } = await app.get('/getinfo', { token: await app.signIn(username, password) });
    expect(body.data).toMatchObject({ mustChangePassword: true });
  }
});

test('the shortest length is a number from 6 to 20, and everybody is told theirs', async () => {
  for (const configValue of ['5', '21', '', 'x', '6.5', '0x8']) {
    expect((await app.put('/set-config', [{ configKey: 'password_min_length', configValue }])).status).toBe(422);
  }
  expect((await app.get('/getinfo')).body.data).toMatchObject({ passwordMinLength: 8 });
  await app.addUser({ username: 'told', roleIds: [4] });
  expect((await app.get('/getinfo', { token: await app.signIn('told') })).body.data).toMatchObject({
    passwordMinLength: 6,
  });
});

describe('demo users', () => {
  const plan = { username: 'demo-clerk', nickName: '演示', sex: '0', phone: '', email: '', roleId: 4, shops: [] };
  const signIn = async (username: string): Promise<unknown> => {
    const lines = fs.readFileSync(path.join(app.dataDir, 'demo-passwords'), 'utf8').split('\n');
    const password = lines.find((line) => line.startsWith(`${username}\t`))?.split('\t')[1] ?? '';
    return (await app.get('/getinfo', { token: await app.signIn(username, password) })).body.data;
  };
  test.each([
    ['127.0.0.1', false],
    ['127.8.0.1', false],
    ['::1', false],
    ['localhost', false],
    ['0.0.0.0', true],
    ['::', true],
    ['192.168.1.20', true],
  ])('of a house that listens on %s change theirs: %s', async (host, mustChangePassword) => {
    const { loopback } = parseConfig({ HOST: host });
    const username = `demo-${host.replaceAll(/[.:]/g, '-')}`;
    const staff = { ...plan, username };
    await plantStaff(app.house.deps.master, { dataDir: app.dataDir, mustChange: !loopback }, [staff]);
    expect(await signIn(username)).toMatchObject({ mustChangePassword });
  });
});

test('the house does not start with a password of the administrator that everybody tries', async () => {
  for (const ADMIN_PASSWORD of ['password', '1234567', '88888888']) {
    await expect(startApp({ env: { ADMIN_PASSWORD } })).rejects.toThrow(/ADMIN_PASSWORD/);
  }
});

describe('while a password is being changed', () => {
  const Count = z.object({ count: z.int() });
  /** Asks while another transaction has changed the password and not ended yet; answers what was said after its end. */
  const askedMeanwhile = async (userId: number, ask: () => Promise<Reply>): Promise<Reply> => {
    const { master } = app.house.deps;
    let asking: Promise<Reply> | null = null;
    await master.transaction(async (tx) => {
      await tx.query(sql.unsafe`UPDATE master.sys_user SET password_hash = password_hash || 'x' WHERE id = ${userId}`);
      let answered = false;
      asking = ask().finally(() => (answered = true));
      const waits = async () =>
        await tx.oneFirst(sql.type(Count)`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      await expect.poll(async () => answered || (await waits()) > 0).toBe(true);
    });
    return asking!;
  };
  const sessionsOf = (userId: number): Promise<number> =>
    app.house.deps.master.oneFirst(sql.type(Count)`
      SELECT count(*)::int AS count FROM master.session_family WHERE user_id = ${userId}`);

  test('a sign-in with the old one opens nothing', async () => {
    const userId = await app.addUser({ username: 'meanwhile', roleIds: [4] });
    const reply = await askedMeanwhile(userId, () =>
      app.post('/login', { username: 'meanwhile', password: USER_PASSWORD }, { token: null }),
    );
    expect([reply.status, reply.body.msg]).toEqual([422, '密码刚被修改，请重新登录']);
    expect(await sessionsOf(userId)).toBe(0);
    const log = await app.get('/sys-login-log?username=meanwhile');
    expect(log.body.data).toMatchObject({ list: [{ status: '1', msg: '密码刚被修改，请重新登录' }], count: 1 });
  });

  test('nor does whoever knows the old one set his own over it', async () => {
    const userId = await app.addUser({ username: 'overtaken', roleIds: [4] });
    const token = await app.signIn('overtaken');
    const reply = await askedMeanwhile(userId, () =>
      app.put('/user/pwd/set', { oldPassword: USER_PASSWORD, newPassword: 'Pearl-9041' }, { token }),
    );
    expect([reply.status, reply.body.data]).toEqual([
      422,
      [{ path: 'oldPassword', message: '密码刚被修改，请重新登录' }],
    ]);
  });
});
