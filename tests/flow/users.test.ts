/** Users: the list by department and by every column, an edit in part, the own record. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'slonik';
import { z } from 'zod';
import { startApp } from '../support/app.ts';
import type { App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.sys_dept (id, parent_id, dept_name) VALUES (70, 1, '华东'), (71, 70, '上海'), (72, 1, '华北')`);
});
afterAll(() => app.stop());

const person = (username: string, more: object = {}) => ({
  username,
  nickName: `${username}的名字`,
  password: 'First-123',
  phone: '13800138000',
  email: 'someone@example.com',
  deptId: 1,
  ...more,
});
const add = async (username: string, more: object = {}): Promise<number> =>
  z.int().parse((await app.post('/sys-user', person(username, more))).body.data);
const names = async (query: string): Promise<readonly string[]> => {
  const { body } = await app.get(`/sys-user?${query}`);
  return z
    .object({ list: z.array(z.object({ username: z.string() })) })
    .parse(body.data)
    .list.map((row) => row.username);
};

test('a department stands for itself, between slashes for all below it too (S2§2.2/1)', async () => {
  await add('east', { deptId: 70 });
  await add('shanghai', { deptId: 71 });
  await add('north', { deptId: 72 });
  expect(await names('deptId=70')).toEqual(['east']);
  expect(await names('deptId=/70/')).toEqual(['east', 'shanghai']);
  expect(await names('deptId=/1/&username=north')).toEqual(['north']);
  expect(await names('deptId=/987654/')).toEqual([]);
  expect((await app.get('/sys-user?deptId=/x/')).status).toBe(422);
});
test('every column orders, both ways (S2§2.2/1)', async () => {
  await add('order-a', { phone: '13900000002', nickName: '丁' });
  await add('order-b', { phone: '13900000001', nickName: '丙', status: '1' });
  const both = (order: string) => names(`username=order-&${order}`);
  for (const name of ['userId', 'username', 'createdAt']) {
    expect(await both(`${name}Order=asc`)).toEqual(['order-a', 'order-b']);
    expect(await both(`${name}Order=desc`)).toEqual(['order-b', 'order-a']);
  }
  for (const name of ['phone', 'nickName', 'status']) {
    expect(await both(`${name}Order=asc`)).toEqual(['order-b', 'order-a']);
    expect(await both(`${name}Order=desc`)).toEqual(['order-a', 'order-b']);
  }
});
test('what an edit leaves out stays; another first role takes the place of the first (S2§2.2/2)', async () => {
  const userId = await add('partly', { roleIds: [4, 5] });
  const read = async () => (await app.get(`/sys-user/${userId}`)).body.data;
  expect((await app.put('/sys-user', { userId, remark: '只改备注' })).status).toBe(200);
  expect(await read()).toMatchObject({ nickName: 'partly的名字', remark: '只改备注', roleId: 4, roleIds: [4, 5] });
  const echoed = z.record(z.string(), z.unknown()).parse(await read());
  expect((await app.put('/sys-user', { ...echoed, roleId: 3 })).status).toBe(200);
  expect(await read()).toMatchObject({ roleId: 3, roleIds: [3, 5], postId: null, postIds: [] });
  expect((await app.put('/sys-user', { ...echoed, roleId: 3, roleIds: [3] })).status).toBe(200);
  expect(await read()).toMatchObject({ roleIds: [3] });
});
test('everybody reads and changes his own record, and nothing beyond it (S2§2.4/1)', async () => {
  await app.addUser({ username: 'self', roleIds: [4] });
  const token = await app.signIn('self');
  const own = { nickName: '新名字', phone: '13900139000', email: 'self@example.com', sex: '1' };
  expect((await app.put('/sys-user/profile', { ...own, roleIds: [1], status: '1' }, { token })).status).toBe(200);
  expect((await app.get('/user/profile', { token })).body.data).toEqual({
    user: {
      userId: expect.any(Number),
      username: 'self',
      ...own,
      avatar: '',
      createdAt: expect.any(String),
      roleIds: [4],
      postIds: [],
      dept: { deptName: '总部' },
    },
    roles: [{ roleId: 4, roleName: '营业员' }],
    posts: [],
  });
  expect((await app.put('/sys-user/profile', { ...own, phone: '123' }, { token })).body.data).toEqual([
    { path: 'phone', message: '请输入正确的手机号码' },
  ]);
});

test('logins that look alike are one (R152): to whoever adds, changes or signs in', async () => {
  const id = await add('look-alike', { roleIds: [2], phone: '0086-138 0013 8000' });
  expect((await app.get(`/sys-user/${id}`)).body.data).toMatchObject({ username: 'look-alike', phone: '13800138000' });
  const other = await add('somebody-else');
  const wrong: readonly (readonly [string, number, string])[] = [
    ['ｌｏｏｋ－ａｌｉｋｅ', 409, '登录名称已存在'],
    ['LOOK-ALIKE', 409, '登录名称已存在'],
    ['look-\u200Balike', 422, '含有看不见的字符，请删除后重新输入'],
    ['lооk-alike', 422, '不能混用拉丁字母和西里尔字母或希腊字母'],
  ];
  for (const [username, status, message] of wrong) {
    const problem = { status, body: { data: [{ path: 'username', message }] } };
    expect(await app.post('/sys-user', person(username)), username).toMatchObject(problem);
    expect(await app.put('/sys-user', { userId: other, username }), username).toMatchObject(problem);
  }
  const old = sql.unsafe`UPDATE master.sys_user SET username = 'ｏｌｄ' WHERE id = ${other}`;
  await app.house.deps.master.query(old);
  expect(await app.post('/sys-user', person('old'))).toMatchObject({ status: 409 });
  for (const username of ['ｌｏｏｋ-alike', ' Look-Alike', 'look-alike'])
    expect(await app.post('/login', { username, password: 'First-123' }, { token: '' }), username).toMatchObject({
      status: 200,
    });
});
