import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ADMIN_PASSWORD, startApp, USER_PASSWORD } from '../support/app.ts';
import type { App } from '../support/app.ts';

const NOBODY = { token: null };

describe('without a picture', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  test('the administrator signs in and is told who they are', async () => {
    const reply = await app.post('/login', { username: 'admin', password: ADMIN_PASSWORD }, NOBODY);
    expect(reply.body).toMatchObject({ code: 200, token: expect.any(String), expire: expect.any(String) });
    const { body } = await app.get('/getinfo');
    expect(body.data).toMatchObject({
      roles: ['admin'],
      permissions: ['*:*:*'],
      userName: 'admin',
      userId: 1,
      roleIds: [1],
      lockShops: [],
      oxs: { IsOxs: false },
      mustChangePassword: false,
    });
  });

  test('a wrong password and an unknown user are answered alike', async () => {
    const wrong = await app.post('/login', { username: 'admin', password: 'not-it' }, NOBODY);
    const unknown = await app.post('/login', { username: 'nobody-here', password: 'not-it' }, NOBODY);
    expect(wrong.status).toBe(422);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body.msg).toBe('用户名或密码错误');
  });

  test('empty fields are named in Chinese', async () => {
    const reply = await app.post('/login', { username: '', password: '' }, NOBODY);
    expect(reply).toMatchObject({ status: 422, body: { code: 422, msg: '用户名不能为空' } });
    expect(reply.body.data).toEqual([
      { path: 'username', message: '用户名不能为空' },
      { path: 'password', message: '密码不能为空' },
    ]);
  });

  test('guessing is slowed down, and the right password does not help before the time is over', async () => {
    await app.addUser({ username: 'guessed' });
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        app.post('/login', { username: 'guessed', password: `guess-${index}` }, NOBODY),
      ),
    );
    expect(guesses.filter((reply) => reply.status === 422)).toHaveLength(5);
    const locked = await app.post('/login', { username: 'Guessed', password: USER_PASSWORD }, NOBODY);
    expect(locked.status).toBe(429);
    expect(locked.body.msg).toMatch(/^登录失败次数过多，请\d+秒后再试$/);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('signing out ends the session at once', async () => {
    await app.addUser({ username: 'leaver' });
    const token = await app.signIn('leaver');
    expect((await app.get('/getinfo', { token })).status).toBe(200);
    expect((await app.post('/logout', {}, { token })).body.msg).toBe('退出成功');
    const after = await app.get('/getinfo', { token });
    expect(after).toMatchObject({ status: 401, body: { code: 401, msg: '登录已过期，请重新登录' } });
  });

  test('a refreshed token is a new one', async () => {
    await app.addUser({ username: 'stayer' });
    const token = await app.signIn('stayer');
    const { body } = await app.get('/refresh_token', { token });
    expect(body['token']).not.toBe(token);
    expect((await app.get('/getinfo', { token: String(body['token']) })).status).toBe(200);
  });

  test('a password that someone else set must be changed before anything else', async () => {
    await app.addUser({ username: 'newcomer', roleIds: [2], mustChangePassword: true });
    const token = await app.signIn('newcomer');
    const other = await app.signIn('newcomer');
    expect((await app.get('/getinfo', { token })).body.data).toMatchObject({ mustChangePassword: true });
    expect((await app.get('/menurole', { token })).status).toBe(200);
    expect(await app.get('/sys-user', { token })).toMatchObject({ status: 403, body: { msg: '请先修改密码' } });
    const short = await app.put('/user/pwd/set', { oldPassword: USER_PASSWORD, newPassword: '123' }, { token });
    expect(short).toMatchObject({ status: 422, body: { msg: '长度在 6 到 20 个字符' } });
    const wrong = await app.put('/user/pwd/set', { oldPassword: 'other', newPassword: 'Fresh-123' }, { token });
    const said = { msg: '旧密码错误', data: [{ path: 'oldPassword', message: '旧密码错误' }] };
    expect(wrong).toMatchObject({ status: 422, body: said });
    const changed = await app.put('/user/pwd/set', { oldPassword: USER_PASSWORD, newPassword: 'Fresh-123' }, { token });
    expect(changed).toMatchObject({ status: 200, body: { msg: '密码修改成功' } });
    expect((await app.get('/sys-user', { token })).status).toBe(200);
    expect((await app.get('/getinfo', { token: other })).status).toBe(401);
    await app.signIn('newcomer', 'Fresh-123');
  });

  test('a user with fewer rights sees names only, and the administrator is no seller', async () => {
    await app.addUser({ username: 'clerk', roleIds: [4] });
    const token = await app.signIn('clerk');
    const { body } = await app.get('/sys-user?pageSize=200&seller=1', { token });
    const { list } = z.object({ list: z.array(z.record(z.string(), z.unknown())) }).parse(body.data);
    expect(list.map((user) => user['username'])).not.toContain('admin');
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['id', 'nickName', 'userId', 'username']);
    const full = await app.get('/sys-user?username=clerk');
    expect(full.body.data).toMatchObject({ count: 1, list: [{ username: 'clerk', roleIds: [4], status: '2' }] });
  });

  test('the menu of a seller holds what a seller may open', async () => {
    await app.addUser({ username: 'menu-reader', roleIds: [4] });
    const token = await app.signIn('menu-reader');
    const { body } = await app.get('/menurole?client=house', { token });
    const Node = z.object({ path: z.string(), children: z.array(z.object({ path: z.string() })) });
    const tree = z.array(Node).parse(body.data);
    expect(tree.map((node) => node.path)).toEqual(['/index', '/stock', '/sales', '/admin']);
    expect(tree.flatMap((node) => node.children.map((child) => child.path))).toContain('/sales/order');
  });

  test('sign-ins are written down', async () => {
    await app.addUser({ username: 'logged' });
    await app.post('/login', { username: 'logged', password: 'wrong-1' }, NOBODY);
    await app.signIn('logged');
    const rows = await app.house.deps.master.any(sql.type(z.object({ status: z.string(), msg: z.string() }))`
      SELECT status, msg FROM master.login_log WHERE username = 'logged' ORDER BY id`);
    expect(rows).toEqual([
      { status: '1', msg: '用户名或密码错误' },
      { status: '2', msg: '登录成功' },
    ]);
  });

  test('SMS is not offered', async () => {
    expect((await app.get('/login-config', NOBODY)).body.data).toEqual({ sms: false, captcha: false });
    expect(await app.post('/login/sms', { username: 'admin' }, NOBODY)).toMatchObject({
      status: 404,
      body: { msg: '未启用短信登录' },
    });
  });
});

describe('with a picture', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ captcha: 'on' });
  });
  afterAll(() => app.stop());

  const picture = async (): Promise<{ id: string; code: string }> => {
    const { body } = await app.get('/captcha', NOBODY);
    expect(body).toMatchObject({ code: 200, data: expect.stringMatching(/^data:image\/webp;base64,/) });
    const id = String(body['id']);
    const code = await app.house.deps.master.oneFirst(sql.type(z.object({ answer: z.string() }))`
      SELECT answer FROM master.captcha WHERE id = ${id}`);
    return { id, code };
  };

  test('the right characters let in once', async () => {
    const { id, code } = await picture();
    const form = { username: 'admin', password: ADMIN_PASSWORD, uuid: id, code: code.toUpperCase() };
    expect(code).toHaveLength(5);
    expect((await app.post('/login', form, NOBODY)).status).toBe(200);
    expect(await app.post('/login', form, NOBODY)).toMatchObject({ status: 422, body: { msg: '验证码错误或已过期' } });
  });

  test('a wrong answer uses the picture up', async () => {
    const { id, code } = await picture();
    const form = { username: 'admin', password: ADMIN_PASSWORD, uuid: id };
    expect((await app.post('/login', { ...form, code: 'wrong' }, NOBODY)).status).toBe(422);
    expect((await app.post('/login', { ...form, code }, NOBODY)).status).toBe(422);
    expect((await app.post('/login', { ...form, uuid: randomUUID(), code }, NOBODY)).status).toBe(422);
    expect((await app.post('/login', form, NOBODY)).body.msg).toBe('验证码不能为空');
  });
});
