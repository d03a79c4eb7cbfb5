import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const person = (username: string, more: object = {}) => ({
  username,
  nickName: '王芳',
  password: 'First-123',
  phone: '13800138000',
  email: 'wang@example.com',
  deptId: 1,
  roleIds: [4],
  ...more,
});
const rightsOf = async (roleId: number): Promise<readonly string[]> => {
  await app.addUser({ username: `role-${roleId}`, roleIds: [roleId] });
  const { body } = await app.get('/getinfo', { token: await app.signIn(`role-${roleId}`) });
  return z.object({ permissions: z.array(z.string()) }).parse(body.data).permissions;
};

describe('roles of a new installation', () => {
  test.each([
    [2, ['biz:date:any', 'biz:date:edit', 'biz:cost:view', 'biz:bizSell:unaudit'], ['admin:sysUser:add']],
    [3, ['biz:bizSell:audit', 'biz:bizGoodsIn:add'], ['biz:cost:view', 'biz:bizSell:unaudit', 'biz:date:any']],
    [4, ['biz:bizSell:add', 'base:baseCustomer:add'], ['biz:bizSell:audit', 'biz:cost:view', 'biz:bizGoodsIn:add']],
    [5, ['biz:bizGoodsIn:audit', 'biz:cost:view'], ['biz:bizSell:add', 'biz:bizGoodsIn:unaudit']],
    [6, ['biz:cost:view', 'biz:financeProfit:list', 'biz:bizSell:audit'], ['biz:bizSell:add', 'biz:date:any']],
    [7, ['biz:cost:view', 'biz:bizSell:list', 'admin:sysOperLog:list'], ['biz:bizSell:audit', 'biz:bizSell:add']],
    [15, ['biz:date:any', 'biz:cost:view'], ['biz:date:edit', 'biz:bizSell:unaudit']],
  ])('role %i', async (roleId, may, mayNot) => {
    const rights = await rightsOf(roleId);
    expect(rights).toEqual(expect.arrayContaining(may));
    for (const key of mayNot) expect(rights).not.toContain(key);
  });

  test('seeds are planted once: what was edited stays edited', async () => {
    const { master } = app.house.deps;
    await master.query(sql.unsafe`UPDATE master.sys_role SET role_name = '老总' WHERE id = 2`);
    const second = await startApp({ env: { DATABASE_URL: master.configuration.connectionUri } });
    await second.stop();
    const name = await master.oneFirst(sql.type(z.object({ name: z.string() }))`
      SELECT role_name AS name FROM master.sys_role WHERE id = 2`);
    expect(name).toBe('老总');
  });
});

describe('users', () => {
  test('a lock to a shop that does not exist is refused, on creation and on change', async () => {
    const refused = { status: 422, body: { msg: '分店不存在：987654', data: [{ path: 'lockShops' }] } };
    expect(await app.post('/sys-user', person('nowhere', { lockShops: [987_654] }))).toMatchObject(refused);
    const userId = Number((await app.post('/sys-user', person('somewhere'))).body.data);
    const edit = { ...person('somewhere', { lockShops: [987_654] }), userId };
    expect(await app.put('/sys-user', edit)).toMatchObject(refused);
  });
  test('a new user signs in with the given password and must change it', async () => {
    const created = await app.post('/sys-user', person('wangfang'));
    expect(created).toMatchObject({ status: 200, body: { data: expect.any(Number) } });
    const token = await app.signIn('wangfang', 'First-123');
    expect((await app.get('/sys-user', { token })).body.msg).toBe('请先修改密码');
    const { body } = await app.get(`/sys-user/${String(created.body.data)}`);
    expect(body.data).toMatchObject({
      username: 'wangfang',
      phone: '13800138000',
      roleIds: [4],
      dept: { deptName: '总部' },
    });
  });
  test('a name is taken once, whatever its letters', async () => {
    await app.post('/sys-user', person('zhao'));
    expect(await app.post('/sys-user', person('ZHAO'))).toMatchObject({ status: 409, body: { msg: '登录名称已存在' } });
  });
  test('wrong fields are named', async () => {
    const reply = await app.post('/sys-user', person('', { phone: '123', email: 'x', password: '1' }));
    expect(reply.status).toBe(422);
    expect(
      z
        .array(z.object({ message: z.string() }))
        .parse(reply.body.data)
        .map((problem) => problem.message),
    ).toEqual(['登录名称不能为空', '请输入正确的手机号码', '请输入正确的邮箱地址', '长度在 6 到 20 个字符']);
  });
  test('a mail address that is not there is missing, not wrong', async () => {
    const reply = await app.post('/sys-user', person('nomail', { email: '' }));
    expect([reply.status, reply.body.data]).toEqual([422, [{ path: 'email', message: '邮箱地址不能为空' }]]);
    expect((await app.post('/sys-user', person('nomail', { email: undefined }))).body.data).toEqual(reply.body.data);
  });
  test('a disabled user is out at once and stays out', async () => {
    const userId = await app.addUser({ username: 'disabled', roleIds: [4] });
    const token = await app.signIn('disabled');
    expect((await app.put('/user/status', { userId, status: '1' })).status).toBe(200);
    expect((await app.get('/getinfo', { token })).status).toBe(401);
    expect((await app.post('/login', { username: 'disabled', password: USER_PASSWORD }, { token: null })).status).toBe(
      403,
    );
  });
  test('a reset password ends the sessions and must be changed', async () => {
    const userId = await app.addUser({ username: 'reset', roleIds: [4] });
    const token = await app.signIn('reset');
    expect((await app.put('/user/pwd/reset', { userId, password: 'Reset-123' })).status).toBe(200);
    expect((await app.get('/getinfo', { token })).status).toBe(401);
    const { body } = await app.get('/getinfo', { token: await app.signIn('reset', 'Reset-123') });
    expect(body.data).toMatchObject({ mustChangePassword: true });
  });
  test('rights taken away are gone with the next call', async () => {
    const userId = await app.addUser({ username: 'demoted', roleIds: [2] });
    const token = await app.signIn('demoted');
    const shop = (name: string) => app.post('/base-shop', { name, status: '2' }, { token });
    expect((await shop('升职店')).status).toBe(200);
    expect((await app.put('/sys-user', { ...person('demoted'), userId })).status).toBe(200);
    expect((await shop('降职店')).status).toBe(403);
  });
  test('user 1 is protected, and nobody deletes themselves (S0§6/34)', async () => {
    // Of his own record only what everybody changes of himself (R102).
    const whole = { ...person('renamed'), userId: 1, status: '1', roleIds: [4] };
    expect((await app.put('/sys-user', whole)).status).toBe(200);
    expect((await app.get('/sys-user/1')).body.data).toMatchObject({ username: 'admin', status: '2', roleIds: [1] });
    expect((await app.put('/user/status', { userId: 1, status: '1' })).status).toBe(409);
    expect((await app.put('/user/pwd/reset', { userId: 1, password: 'Other-123' })).status).toBe(409);
    expect((await app.del('/sys-user', { ids: [1] })).status).toBe(409);
  });
  test('whoever maintains users makes no super administrator and changes none', async () => {
    const { master } = app.house.deps;
    await master.query(sql.unsafe`
      INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
      SELECT 50, '人事', 'hr', array_agg(id) FROM master.sys_menu WHERE permission LIKE 'admin:sysUser:%'`);
    await app.addUser({ username: 'hr', roleIds: [50] });
    const userId = await app.addUser({ username: 'second-admin', roleIds: [1] });
    const token = await app.signIn('hr');
    expect((await app.post('/sys-user', person('third-admin', { roleIds: [1] }), { token })).status).toBe(403);
    expect((await app.put('/user/pwd/reset', { userId, password: 'Taken-123' }, { token })).status).toBe(403);
    expect((await app.del('/sys-user', { ids: [userId] }, { token })).status).toBe(403);
    expect((await app.post('/sys-user', person('plain-clerk'), { token })).status).toBe(403);
    expect((await app.post('/sys-user', person('plain-clerk', { roleIds: [50] }), { token })).status).toBe(200);
  });
  test('deleting takes ids from the body or the query, and all or none', async () => {
    const [one, two] = [await app.addUser({ username: 'gone-1' }), await app.addUser({ username: 'gone-2' })];
    expect((await app.del('/sys-user', { ids: [one, 999_999] })).status).toBe(404);
    expect((await app.call('DELETE', `/sys-user?ids=${one},${two}`)).status).toBe(200);
    expect((await app.get('/sys-user?username=gone-')).body.data).toMatchObject({ count: 0 });
  });
  test('every change is in the change log, without the hash', async () => {
    const userId = await app.addUser({ username: 'changed' });
    await app.put('/user/status', { userId, status: '1' });
    const Row = z.object({ action: z.string(), by: z.string(), before: z.unknown(), after: z.unknown() });
    const rows = await app.house.deps.master.any(sql.type(Row)`
      SELECT action, user_name AS by, before, after FROM master.change_log
      WHERE table_name = 'sys_user' AND row_id = ${String(userId)} ORDER BY id`);
    expect(rows.map(({ action, by }) => [action, by])).toEqual([
      ['insert', 'admin'],
      ['update', 'admin'],
    ]);
    expect(rows[1]).toMatchObject({ before: { status: '2' }, after: { status: '1' } });
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });
});

test('settings for everybody are answered without signing in', async () => {
  const { body } = await app.get('/app-config', { token: null });
  expect(body.data).toMatchObject({ sys_app_name: '珠宝管理系统', print_direct: 'false', print_service_port: '9090' });
  expect(Object.keys(z.record(z.string(), z.string()).parse(body.data))).not.toContain('sys_user_initPassword');
});

describe('logs', () => {
  const Titles = z.object({
    count: z.int(),
    list: z.array(z.object({ id: z.int(), title: z.string(), status: z.string() })),
  });
  const operations = async (query = '') =>
    Titles.parse((await app.get(`/sys-opera-log?pageSize=10${query}`)).body.data);

  test('the operation log names what was done and what failed', async () => {
    await app.post('/base-shop', { name: '日志店', status: '2' });
    await app.post('/base-shop', { name: '' });
    await expect.poll(async () => (await operations('&title=分店&operName=admin&status=1')).count).toBe(1);
    // What was done says so a moment after its answer; what failed says so before.
    const done = async () => (await operations('&title=分店&operName=admin&status=2')).list[0];
    await expect.poll(done).toMatchObject({ status: '2' });
    expect((await operations('&beginTime=2000-01-01&endTime=2000-01-02')).count).toBe(0);
  });
  test('clearing hides, is itself logged, and the table keeps everything', async () => {
    const count = () =>
      app.house.deps.master.oneFirst(
        sql.type(z.object({ count: z.int() }))`SELECT count(*) AS count FROM master.command WHERE logged`,
      );
    const before = await count();
    expect((await app.call('DELETE', '/operlog/clean')).status).toBe(200);
    await expect.poll(async () => (await operations()).list.map((row) => row.title)).toEqual(['清空操作日志']);
    expect(await count()).toBeGreaterThan(before);
  });
  test('the login log is read, filtered and hidden by row', async () => {
    await app.addUser({ username: 'log-reader' });
    await app.signIn('log-reader');
    const Rows = z.object({ count: z.int(), list: z.array(z.object({ id: z.int(), status: z.string() })) });
    const logins = async () => Rows.parse((await app.get('/sys-login-log?username=log-reader')).body.data);
    const [row] = (await logins()).list;
    expect(row?.status).toBe('2');
    expect((await app.get(`/sys-login-log/${row?.id}`)).body.data).toMatchObject({
      username: 'log-reader',
      msg: '登录成功',
    });
    expect((await app.del('/sys-login-log', { ids: [row?.id] })).status).toBe(200);
    expect((await logins()).count).toBe(0);
  });
});
