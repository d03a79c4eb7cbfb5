/** The registry of interfaces: filled by the routes, named by people, granted through menus. */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addressOf, route } from '../../services/contracts/route.ts';
import { registerRoutes } from '../../services/system/api-registry.ts';
import { startApp } from '../support/app.ts';
import type { App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const Row = z.object({
  id: z.int(),
  title: z.string(),
  path: z.string(),
  action: z.string(),
  type: z.string(),
  keys: z.array(z.string()),
  parentId: z.int(),
  gone: z.boolean(),
  menus: z.int(),
});
const Page = z.object({ list: z.array(Row), count: z.int() });
const list = async (query = '') => Page.parse((await app.get(`/sys-api?${query}`)).body.data);
const find = async (action: string, path: string) => {
  const { list: rows } = await list(`path=${encodeURIComponent(path)}&action=${action}&pageSize=100`);
  const row = rows.find((one) => one.path === path);
  if (row === undefined) throw new Error(`${action} ${path} is not in the registry`);
  return row;
};
const create = async (path: string, body: object) => z.int().parse((await app.post(path, body)).body.data);
let roles = 0;
const roleWith = async (menuIds: readonly number[]) => {
  roles += 1;
  return create('/role', { roleName: `接口角色${roles}`, roleKey: `api-role-${roles}`, roleSort: roles, menuIds });
};
const readPosts = (token: string) => app.get('/post', { token });

describe('the registry', () => {
  test('has every route, by its address, with what opens it', async () => {
    const { count, list: rows } = await list('pageSize=10000');
    expect(count).toBe(app.house.routes.length);
    expect(new Set(rows.map(({ action, path }) => `${action} ${path}`))).toEqual(
      new Set(app.house.routes.map((one) => `${one.method} ${addressOf(one)}`)),
    );
    expect(await find('GET', '/api/v1/post/:id')).toMatchObject({ title: '查看岗位', type: 'BUS', parentId: 65 });
    expect(await find('GET', '/api/v1/getinfo')).toMatchObject({ type: 'SYS', keys: [], parentId: 0 });
  });
  test('filters contain, method and type are exact; every column orders (S2§2.12/1)', async () => {
    expect((await list('type=BUS&pageSize=10000')).list.every(({ type }) => type === 'BUS')).toBe(true);
    expect((await list(`title=${encodeURIComponent('岗位')}&action=DELETE`)).list).toMatchObject([
      { title: '删除岗位', path: '/api/v1/post' },
    ]);
    expect((await list('parentId=65&pageSize=100')).list.length).toBeGreaterThan(4);
    for (const name of ['id', 'title', 'path', 'action', 'type', 'createdAt']) {
      const [up, down] = [
        await list(`${name}Order=asc&pageSize=10000`),
        await list(`${name}Order=desc&pageSize=10000`),
      ];
      expect(up.list.map(({ id }) => id)).toEqual(down.list.map(({ id }) => id).reverse());
    }
    expect((await app.get('/sys-api?action=PATCH')).status).toBe(422);
  });
  test('a title is kept at the next start; path and action are locked; changes are told (S2§5/7)', async () => {
    const { id, path } = await find('PUT', '/api/v1/post/:id');
    const put = (body: object, headers = {}) => app.put(`/sys-api/${id}`, body, { headers });
    expect(await put({ title: '改岗位', parentId: 60, path })).toMatchObject({ status: 200 });
    expect(await put({ path: '/api/v1/other' })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'path', message: '地址不能修改' }] },
    });
    expect(await put({ action: 'GET' })).toMatchObject({ status: 422, body: { msg: '类型不能修改' } });
    expect(await put({ parentId: 987_654 })).toMatchObject({ status: 422, body: { msg: '所属菜单不存在' } });
    expect(await put({ title: ' ' })).toMatchObject({ status: 422, body: { msg: '标题不能为空' } });
    expect(await put({ title: 'x' }, { 'if-match': '"0"' })).toMatchObject({ status: 412 });
    await registerRoutes(app.house.deps.master, app.house.routes);
    expect((await app.get(`/sys-api/${id}`)).body.data).toMatchObject({ title: '改岗位', parentId: 60 });
    expect((await app.get(`/sys-api/${id}/history`)).body.data).toMatchObject([
      { by: 'admin', type: 'update', changes: { title: { before: '修改岗位', after: '改岗位' } } },
    ]);
  });
  test('by hand only what has a route; what lost its route is marked, kept, and may go (S2§5/7)', async () => {
    expect((await app.post('/sys-api', { title: '无', path: '/api/v1/none', action: 'GET' })).body.data).toEqual([
      { path: 'path', message: '系统没有接口 GET /api/v1/none' },
    ]);
    const named = { title: '岗位清单', path: '/api/v1/post', action: 'GET', parentId: 65 };
    expect(await create('/sys-api', named)).toBe((await find('GET', '/api/v1/post')).id);
    const old = route({
      method: 'GET',
      path: '/old-call',
      summary: '旧接口',
      allow: 'a:b:c',
      handler: async () => ({ data: null }),
    });
    await registerRoutes(app.house.deps.master, [...app.house.routes, old]);
    const { id } = await find('GET', '/api/v1/old-call');
    const menuId = await create('/menu', { title: '旧菜单', sort: 1, apis: [id] });
    await registerRoutes(app.house.deps.master, app.house.routes);
    expect(await find('GET', '/api/v1/old-call')).toMatchObject({ gone: true, menus: 1 });
    const live = (await find('DELETE', '/api/v1/post')).id;
    expect(await app.del('/sys-api', { ids: [id, live] })).toMatchObject({
      status: 409,
      body: { msg: '接口“删除岗位”仍在使用，不能删除' },
    });
    expect((await app.del('/sys-api', { ids: [id] })).status).toBe(200);
    expect((await app.get(`/menu/${menuId}`)).body.data).toMatchObject({ apis: [], sysApi: [] });
  });
});

describe('an interface of a menu', () => {
  test('is open to the roles that have the menu, beside their keys, and closed again (S2§3/6)', async () => {
    const api = await find('GET', '/api/v1/post');
    const menuId = await create('/menu', { title: '看岗位', menuType: 'F', parentId: 65, sort: 90, apis: [api.id] });
    await app.addUser({ username: 'bound', roleIds: [await roleWith([menuId])] });
    const token = await app.signIn('bound');
    expect((await readPosts(token)).status).toBe(200);
    expect((await app.get('/post/1', { token })).status).toBe(403);
    expect((await app.get(`/menu/${menuId}`)).body.data).toMatchObject({
      apis: [api.id],
      sysApi: [{ id: api.id, path: '/api/v1/post', action: 'GET', type: 'BUS' }],
    });
    // A console sends back what it was told.
    expect(
      (await app.put(`/menu/${menuId}`, { title: '看岗位', sysApi: [{ action: 'GET', path: '/api/v1/post' }] })).status,
    ).toBe(200);
    expect((await readPosts(token)).status).toBe(200);
    expect((await app.put(`/menu/${menuId}`, { apis: [], sysApi: [{ id: api.id }] })).status).toBe(200);
    expect((await readPosts(token)).status).toBe(403);
  });
  test('must exist and ask for a key (S2§3/6)', async () => {
    const open = await find('GET', '/api/v1/getinfo');
    const post = (apis: readonly number[]) => app.post('/menu', { title: '绑定', sort: 1, apis });
    expect(await post([open.id])).toMatchObject({
      status: 422,
      body: { data: [{ path: 'apis', message: `接口“${open.title}”无需授权，不能绑定到菜单` }] },
    });
    expect(await post([987_654])).toMatchObject({ status: 422, body: { msg: '接口不存在：987654' } });
  });
  test('is a right that nobody hands on without having it (S2§3/6)', async () => {
    const api = await find('DELETE', '/api/v1/post');
    const menuId = await create('/menu', { title: '删岗位', sort: 91, apis: [api.id] });
    const roleId = await roleWith([menuId]);
    const keyOf = async (permission: string) =>
      app.house.deps.master.oneFirst(sql.type(z.object({ id: z.int() }))`
        SELECT id FROM master.sys_menu WHERE permission = ${permission}`);
    const keys = ['admin:sysRole:add', 'admin:sysUser:add', 'admin:sysUser:list'];
    await app.addUser({ username: 'giver', roleIds: [await roleWith(await Promise.all(keys.slice(0, 2).map(keyOf)))] });
    const token = await app.signIn('giver');
    const role = { roleName: '转授', roleKey: 'handed-on', roleSort: 1, menuIds: [menuId] };
    expect(await app.post('/role', role, { token })).toMatchObject({ status: 403 });
    const user = {
      username: 'handed',
      nickName: '转',
      deptId: 1,
      phone: '13800000009',
      email: 'a@b.cn',
      password: 'Secret-11',
      roleIds: [roleId],
    };
    expect(await app.post('/sys-user', user, { token })).toMatchObject({
      status: 403,
      body: { msg: expect.stringContaining('接口：删除岗位') },
    });
  });
});

test('without a key of the registry nobody reads it; whoever maintains menus does', async () => {
  const key = async (permission: string) =>
    app.house.deps.master.oneFirst(sql.type(z.object({ id: z.int() }))`
      SELECT id FROM master.sys_menu WHERE permission = ${permission}`);
  await app.addUser({ username: 'nobody-api', roleIds: [await roleWith([])] });
  await app.addUser({ username: 'menus-api', roleIds: [await roleWith([await key('admin:sysMenu:edit')])] });
  const [nobody, menus] = [await app.signIn('nobody-api'), await app.signIn('menus-api')];
  expect((await app.get('/sys-api', { token: nobody })).status).toBe(403);
  expect((await app.get('/sys-api?type=BUS&pageSize=10000', { token: menus })).status).toBe(200);
  expect((await app.put('/sys-api/1', { title: '不行' }, { token: menus })).status).toBe(403);
  const sheet = await app.get('/sys-api/export?type=SYS');
  expect(sheet.status).toBe(200);
});
