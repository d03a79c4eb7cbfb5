/** Roles over HTTP (S2§2.6, §5, §6; R101, R102, R107, R110, R111). */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type App, type Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const idOf = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
const problems = (reply: Reply) => [
  reply.status,
  ...(reply.body.data as { path: string; message: string }[]).map(({ path, message }) => `${path} ${message}`),
];
let made = 0;
const body = (change: object = {}) => {
  made += 1;
  return { roleName: `角色${made}`, roleKey: `made${made}`, roleSort: made, status: '2', remark: '', ...change };
};
const Menu = z.object({ id: z.int(), parent: z.int(), page: z.int() });
/** The entry of a key, its page, and the area of that. */
const menuOf = (permission: string) =>
  app.house.deps.master.one(sql.type(Menu)`
    SELECT f.id, f.parent_id AS page, p.parent_id AS parent FROM master.sys_menu f JOIN master.sys_menu p ON p.id = f.parent_id
    WHERE f.permission = ${permission}`);
type Node = { readonly path: string; readonly children: readonly Node[] };
const pathsOf = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)]);

describe('roles', () => {
  test('are made, listed, found, edited by what is sent alone, and deleted', async () => {
    const shop = await menuOf('base:baseShop:list');
    const sent = body({ menuIds: [shop.id], remark: '看分店' });
    const id = await idOf(app.post('/role', sent));
    const record = (await app.get(`/role/${id}`)).body.data;
    expect(record).toMatchObject({
      ...sent,
      roleId: id,
      dataScope: '1',
      secondFactor: '1',
      users: 0,
      menuIds: [shop.id],
      deptIds: [],
    });
    expect((await app.put(`/role/${id}`, { roleSort: 7 })).status).toBe(200);
    expect((await app.get(`/role/${id}`)).body.data).toMatchObject({ ...sent, roleSort: 7 });
    const found = (await app.get(`/role?roleKey=${sent.roleKey.toUpperCase()}`)).body.data;
    expect(found).toMatchObject({ count: 1, pageSize: 10, list: [{ roleId: id, roleName: sent.roleName }] });
    const sorted = (await app.get('/role?roleSortOrder=desc&pageSize=100')).body.data as {
      list: { roleSort: number }[];
    };
    const sorts = sorted.list.map(({ roleSort }) => roleSort);
    expect(sorts).toEqual(sorts.toSorted((a, b) => b - a));
    expect((await app.put(`/role/${id}`, { roleName: '改名' })).body.data).toEqual([
      { path: 'roleName', message: '角色名称不能修改' },
    ]);
    expect((await app.post('/role', { ...body(), roleKey: sent.roleKey })).body.msg).toBe('权限字符已存在');
    expect((await app.post('/role', { ...body(), roleName: sent.roleName })).body.msg).toBe('角色名称已存在');
    expect((await app.del('/role', { ids: [id] })).status).toBe(200);
    expect((await app.get(`/role/${id}`)).status).toBe(404);
  });

  test('every mistake is told at its field', async () => {
    expect(problems(await app.post('/role', {}))).toEqual([
      422,
      'roleName 角色名称不能为空',
      'roleKey 权限字符不能为空',
      'roleSort 角色顺序不能为空',
    ]);
    expect(problems(await app.post('/role', body({ menuIds: [987_654_321] })))).toEqual([
      422,
      'menuIds 菜单不存在或已删除',
    ]);
    expect(problems(await app.post('/role', body({ dataScope: '9' })))).toEqual([422, 'dataScope 请选择数据范围']);
    expect((await app.post('/role', body({ roleKey: 'a b' }))).status).toBe(422);
  });

  test('the tree ticks a page only with all below it; a page is in the menu with one key of it', async () => {
    const { id: list, page, parent } = await menuOf('base:baseShop:list');
    const id = await idOf(app.post('/role', body({ menuIds: [list] })));
    const choice = (await app.get(`/roleMenuTreeselect/${id}`)).body.data as { checkedKeys: number[] };
    expect(choice.checkedKeys).toEqual([list]);
    expect((await app.get(`/menu/role/${id}`)).body.data).toEqual(choice);
    expect((await app.get('/roleMenuTreeselect/0')).body.data).toMatchObject({ checkedKeys: [] });
    await app.addUser({ username: 'shops', roleIds: [id] });
    const token = await app.signIn('shops');
    const menu = (await app.get('/menurole', { token })).body.data as readonly Node[];
    expect(pathsOf(menu)).toEqual(['/admin', '/admin/shop']);
    const keys = ['list', 'add', 'edit', 'remove', 'export'].map((action) => `base:baseShop:${action}`);
    const all = await Promise.all(keys.map(menuOf));
    expect((await app.put(`/role/${id}`, { menuIds: all.map((one) => one.id) })).status).toBe(200);
    const whole = ((await app.get(`/role/${id}`)).body.data as { menuIds: number[] }).menuIds;
    expect(whole).toContain(page);
    expect(whole).not.toContain(parent);
    // Rights change at once for who is signed in.
    expect((await app.post('/base-shop', { name: '新店', status: '2' }, { token })).status).toBe(200);
    expect((await app.put(`/role/${id}`, { menuIds: [list] })).status).toBe(200);
    expect((await app.post('/base-shop', { name: '又一店', status: '2' }, { token })).status).toBe(403);
  });

  test('two administrators edit one role: the second is told', async () => {
    const id = await idOf(app.post('/role', body()));
    const headers = { 'if-match': '"0"' };
    expect((await app.put(`/role/${id}`, { remark: '一' }, { headers })).status).toBe(200);
    expect((await app.put(`/role/${id}`, { remark: '二' }, { headers })).status).toBe(412);
  });

  test('one that somebody has stays, by name; a switch off is felt at once', async () => {
    const shop = await menuOf('base:baseShop:list');
    const id = await idOf(app.post('/role', body({ roleName: '值班', menuIds: [shop.id] })));
    await app.addUser({ username: 'holder', roleIds: [id] });
    const kept = await app.del('/role', { ids: [id] });
    expect([kept.status, kept.body.msg]).toEqual([409, expect.stringMatching(/^角色“值班”还有用户：.+，不能删除$/)]);
    const token = await app.signIn('holder');
    expect((await app.get('/base-shop', { token })).status).toBe(200);
    expect((await app.put('/role-status', { roleId: id, status: '1' })).status).toBe(200);
    expect((await app.get('/base-shop', { token })).status).not.toBe(200);
  });

  test('the scope of rows is chosen apart; departments belong to one of the kinds alone', async () => {
    const id = await idOf(app.post('/role', body()));
    const scope = (dataScope: string, deptIds: readonly number[]) =>
      app.put('/roledatascope', { roleId: id, dataScope, deptIds });
    expect((await scope('2', [1])).status).toBe(200);
    expect((await app.get(`/role/${id}`)).body.data).toMatchObject({ dataScope: '2', deptIds: [1] });
    expect((await app.get(`/roleDeptTreeselect/${id}`)).body.data).toMatchObject({
      depts: [{ id: 1, label: '总部' }],
      checkedKeys: [1],
    });
    expect(problems(await scope('2', [4_040_404]))).toEqual([422, 'deptIds 部门不存在或已删除']);
    expect((await scope('3', [1])).status).toBe(200);
    expect((await app.get(`/role/${id}`)).body.data).toMatchObject({ dataScope: '3', deptIds: [] });
  });
});

describe('the ceiling', () => {
  test('the role of administrators is fixed', async () => {
    expect((await app.put('/role/1', { remark: '改' })).status).toBe(409);
    expect((await app.put('/role-status', { roleId: 1, status: '1' })).status).toBe(409);
    expect((await app.del('/role', { ids: [1] })).status).toBe(409);
  });
  test('nobody hands on what he has not, edits a role above him or one of his own', async () => {
    const keys = ['admin:sysRole:add', 'admin:sysRole:update', 'admin:sysRole:remove', 'base:baseShop:list'];
    const own = await roleWith(app, keys);
    await app.house.deps.master.query(sql.unsafe`UPDATE master.sys_role SET data_scope = '3' WHERE id = ${own}`);
    await app.addUser({ username: 'deputy', roleIds: [own] });
    const token = await app.signIn('deputy');
    const list = await menuOf('base:baseShop:list');
    const add = await menuOf('base:baseShop:add');
    const beyond = await app.post('/role', body({ menuIds: [list.id, add.id], dataScope: '3' }), { token });
    expect([beyond.status, beyond.body.msg]).toEqual([403, '不能授予你没有的权限（分店·新增）']);
    const wide = await app.post('/role', body({ menuIds: [list.id], dataScope: '1' }), { token });
    expect([wide.status, wide.body.msg]).toEqual([403, '不能授予超出自己的数据范围']);
    const unsaid = await app.post('/role', body({ menuIds: [list.id] }), { token });
    expect([unsaid.status, unsaid.body.msg]).toEqual([403, '不能授予超出自己的数据范围']);
    const id = await idOf(app.post('/role', body({ menuIds: [list.id], dataScope: '5' }), { token }));
    expect((await app.put(`/role/${id}`, { menuIds: [add.id] }, { token })).status).toBe(403);
    expect((await app.put(`/role/${own}`, { remark: '我' }, { token })).body.msg).toBe('不能修改自己拥有的角色');
    expect((await app.put('/role/2', { remark: '总' }, { token })).status).toBe(403);
    expect((await app.del('/role', { ids: [2] }, { token })).status).toBe(409);
    expect((await app.del('/role', { ids: [id] }, { token })).status).toBe(200);
  });
  test('who may give roles chooses from their names; anybody else sees none', async () => {
    const giver = await roleWith(app, ['admin:sysUser:add']);
    await app.addUser({ username: 'giver', roleIds: [giver] });
    const list = (await app.get('/role?pageSize=100', { token: await app.signIn('giver') })).body.data as {
      list: { users: number }[];
    };
    expect(list.list.length).toBeGreaterThan(8);
    expect(list.list.every(({ users }) => users === 0)).toBe(true);
    await app.addUser({ username: 'nobody', roleIds: [4] });
    const token = await app.signIn('nobody');
    for (const path of ['/role', '/role/2', '/roleMenuTreeselect/2', '/roleDeptTreeselect/2']) {
      expect((await app.get(path, { token })).status, path).toBe(403);
    }
  });
});
