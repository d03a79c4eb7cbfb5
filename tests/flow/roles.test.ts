/** Roles: list, record, trees, copying, who has it; the ceiling, what is fixed, and two who edit at once. */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { z } from 'zod';
import type { Route } from 'services/contracts/route';
import { MANIFESTS } from '../../services/contracts/manifests.ts';
import { MENU_SEEDS, pagesWith } from '../../services/system/seeds/menus.ts';
import { seedSystem } from '../../services/system/seeds/seed.ts';
import { startApp } from '../support/app.ts';
import type { App } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { allRoutes } from '../support/routes.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const Row = z.object({
  roleId: z.int(),
  roleName: z.string(),
  status: z.string(),
  menuIds: z.array(z.int()),
  deptIds: z.array(z.int()),
  dataScope: z.string(),
  users: z.int(),
});
const Saved = z.int();
let named = 0;
const draft = (more: object = {}) => {
  named += 1;
  return { roleName: `角色${named}`, roleKey: `test-role-${named}`, roleSort: named, ...more };
};
const create = async (more: object = {}, token = app.adminToken): Promise<number> =>
  Saved.parse((await app.post('/role', draft(more), { token })).body.data);
const read = async (id: number) => Row.parse((await app.get(`/role/${id}`)).body.data);
const menuOf = async (permission: string): Promise<number> =>
  app.house.deps.master.oneFirst(sql.type(z.object({ id: z.int() }))`
    SELECT id FROM master.sys_menu WHERE permission = ${permission}`);
const Tree = z.object({ checkedKeys: z.array(z.int()), menus: z.array(z.unknown()) });

/** Somebody who maintains roles and sees shops, and no more. */
const keeper = async (username: string, more: object = {}) => {
  const menuIds = await Promise.all(
    ['add', 'update', 'remove', 'list'].map((action) => menuOf(`admin:sysRole:${action}`)),
  );
  const roleId = await create({ menuIds: [...menuIds, await menuOf('base:baseShop:list')], ...more });
  await app.addUser({ username, roleIds: [roleId] });
  return { roleId, token: await app.signIn(username) };
};

describe('a role', () => {
  test('has its defaults, and what an edit leaves out stays (S2§5/2)', async () => {
    const id = await create({ menuIds: [await menuOf('base:baseShop:list')] });
    expect(await read(id)).toMatchObject({ status: '2', dataScope: '1', deptIds: [], users: 0 });
    expect((await app.put(`/role/${id}`, { roleSort: 9, unknown: 'ignored', roleName: 'other' })).status).toBe(200);
    const after = await read(id);
    expect(after.menuIds).toEqual([await menuOf('base:baseShop:list')]);
    expect(after.roleName).not.toBe('other');
  });
  test('wrong fields are named (S2§5/2)', async () => {
    const { status, body } = await app.post('/role', { roleName: ' ', roleKey: '', roleSort: -1 });
    expect([status, body.data]).toEqual([
      422,
      [
        { path: 'roleName', message: '角色名称不能为空' },
        { path: 'roleKey', message: '权限字符不能为空' },
        { path: 'roleSort', message: '不能小于0' },
      ],
    ]);
    expect((await app.post('/role', draft({ menuIds: [999_999] }))).body.msg).toBe('菜单不存在：999999');
    const first = draft();
    expect((await app.post('/role', first)).status).toBe(200);
    expect(await app.post('/role', { ...draft(), roleKey: first.roleKey })).toMatchObject({
      status: 409,
      body: { msg: '权限字符已存在' },
    });
  });
  test('keys that look alike are one (R152)', async () => {
    await create({ roleKey: 'alike-key' });
    const said = async (roleKey: string) => {
      const { status, body } = await app.post('/role', draft({ roleKey }));
      return [status, (body.data as { message: string }[])[0]?.message];
    };
    expect(await said('ａｌｉｋｅ-key')).toEqual([409, '权限字符已存在']);
    expect(await said('Alike-Key')).toEqual([409, '权限字符已存在']);
    expect(await said('alike\u00AD-key')).toEqual([422, '含有看不见的字符，请删除后重新输入']);
    expect(await said('аlike-key')).toEqual([422, '不能混用拉丁字母和西里尔字母或希腊字母']);
  });
  test('an entry with children is told only when all below it is granted (S2§2.6/2)', async () => {
    const ids = await app.house.deps.master.anyFirst(sql.type(z.object({ id: z.int() }))`
      SELECT id FROM master.sys_menu WHERE parent_id = 41 ORDER BY id`);
    const part = await create({ menuIds: ids.slice(1) });
    expect((await read(part)).menuIds).not.toContain(41);
    const whole = await create({ menuIds: ids });
    expect((await read(whole)).menuIds).toContain(41);
    const tree = Tree.parse((await app.get(`/roleMenuTreeselect/${whole}`)).body.data);
    expect(tree.checkedKeys).toEqual(expect.arrayContaining([41, ...ids]));
    expect((await app.get(`/menu/role/${whole}`)).body.data).toEqual(tree);
    expect(Tree.parse((await app.get('/roleMenuTreeselect/0')).body.data).checkedKeys).toEqual([]);
    expect((await app.get('/roleMenuTreeselect/987654')).status).toBe(404);
  });
  test('data scope: departments are of scope 2 alone (S2§4/2)', async () => {
    const id = await create();
    const scope = (dataScope: string | number) => app.put('/roledatascope', { roleId: id, dataScope, deptIds: [1] });
    expect((await scope(2)).status).toBe(200);
    expect(await read(id)).toMatchObject({ dataScope: '2', deptIds: [1] });
    expect((await app.get(`/roleDeptTreeselect/${id}`)).body.data).toMatchObject({ checkedKeys: [1] });
    expect((await scope('5')).status).toBe(200);
    expect(await read(id)).toMatchObject({ dataScope: '5', deptIds: [] });
    expect((await scope('6')).status).toBe(422);
  });
  test('自定数据权限 without a department is refused at its field (R155)', async () => {
    const refused = { status: 422, body: { data: [{ path: 'deptIds', message: '自定数据权限要选部门' }] } };
    expect(await app.post('/role', draft({ dataScope: '2' }))).toMatchObject(refused);
    const id = await create();
    expect(await app.put('/roledatascope', { roleId: id, dataScope: '2', deptIds: [] })).toMatchObject(refused);
    expect(await app.put(`/role/${id}`, { dataScope: '2' })).toMatchObject(refused);
    expect((await app.put(`/role/${id}`, { dataScope: '2', deptIds: [1] })).status).toBe(200);
    expect(await app.put(`/role/${id}`, { deptIds: [] })).toMatchObject(refused);
    expect((await app.put(`/role/${id}`, { remark: '别的' })).status).toBe(200);
  });
  test('a copy has the rights of its model; who has it is listed', async () => {
    const { body } = await app.post('/role/copy', { roleId: 4, roleName: '营业员副本', roleKey: 'seller-copy' });
    const id = Saved.parse(body.data);
    expect((await read(id)).menuIds).toEqual((await read(4)).menuIds);
    await app.addUser({ username: 'copied', roleIds: [id] });
    expect((await app.get(`/role/${id}/users`)).body.data).toMatchObject({
      count: 1,
      list: [{ username: 'copied', deptName: '总部' }],
    });
    expect((await app.post('/role/copy', { roleId: 1, roleName: '管理员二', roleKey: 'admin2' })).status).toBe(409);
  });
  test('its changes are told, with who made them', async () => {
    const id = await create();
    await app.put('/role-status', { roleId: id, status: 1 });
    const { body } = await app.get(`/role/${id}/history`);
    expect(body.data).toMatchObject([
      { type: 'update', by: 'admin', changes: { status: { before: '2', after: '1' } } },
      { type: 'insert', by: 'admin' },
    ]);
  });
});

describe('lists', () => {
  test('filters contain, whatever the case; every column orders (S2§2.6/1)', async () => {
    await create({ roleName: '排序甲', roleKey: 'Sorted-A', roleSort: 2 });
    await create({ roleName: '排序乙', roleKey: 'Sorted-B', roleSort: 1, status: '1' });
    const keys = async (query: string) => {
      const { body } = await app.get(`/role?roleKey=sorted&${query}`);
      return z
        .object({ list: z.array(z.object({ roleKey: z.string() })) })
        .parse(body.data)
        .list.map((row) => row.roleKey);
    };
    expect(await keys('roleSortOrder=asc')).toEqual(['Sorted-B', 'Sorted-A']);
    expect(await keys('roleSortOrder=desc')).toEqual(['Sorted-A', 'Sorted-B']);
    expect(await keys('createdAtOrder=desc')).toEqual(['Sorted-B', 'Sorted-A']);
    expect(await keys('roleIdOrder=asc&status=1')).toEqual(['Sorted-B']);
    expect(await keys(`roleName=${encodeURIComponent('甲')}`)).toEqual(['Sorted-A']);
  });
  test('whoever gives roles to people sees their names only; others see none (S2§6/1)', async () => {
    const picker = await create({ menuIds: [await menuOf('admin:sysUser:add')] });
    await app.addUser({ username: 'picker', roleIds: [picker] });
    const token = await app.signIn('picker');
    const { body } = await app.get('/role', { token });
    const [first] = z.object({ list: z.array(z.record(z.string(), z.unknown())) }).parse(body.data).list;
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['id', 'roleId', 'roleName', 'status']);
    expect((await app.get('/role/4', { token })).status).toBe(403);
    await app.addUser({ username: 'no-roles-seen', roleIds: [4] });
    expect((await app.get('/role', { token: await app.signIn('no-roles-seen') })).status).toBe(403);
  });
});

test('roles go out as a sheet with the key of the export', async () => {
  const sheet = (token: string) =>
    fetch(`${app.url}/api/v1/role/export`, { headers: { authorization: `Bearer ${token}` } });
  const reply = await sheet(app.adminToken);
  const book = xlsx.read(Buffer.from(await reply.arrayBuffer()));
  const cells = xlsx.utils.sheet_to_json<readonly unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 }).flat();
  expect(cells).toEqual(expect.arrayContaining(['权限字符', 'admin', '全部数据权限']));
  const { token } = await keeper('no-export');
  expect((await sheet(token)).status).toBe(403);
});

describe('nobody', () => {
  test('grants menus or a scope beyond his own, or edits his own role (S2§2.6/3)', async () => {
    const { roleId, token } = await keeper('keeper', { dataScope: '3' });
    const asKeeper = (more: object) => app.post('/role', draft(more), { token });
    const shops = await menuOf('base:baseShop:list');
    expect((await asKeeper({ menuIds: [shops], dataScope: '5' })).status).toBe(200);
    expect((await asKeeper({ menuIds: [shops, await menuOf('biz:cost:view')], dataScope: '5' })).status).toBe(403);
    expect((await asKeeper({ menuIds: [shops] })).body.msg).toBe('数据权限范围超出你自己的');
    expect((await app.put(`/role/${roleId}`, { remark: '加一点' }, { token })).body.msg).toBe('不能修改自己的角色');
    expect((await app.put('/role-status', { roleId: 2, status: '1' }, { token })).status).toBe(403);
    expect((await app.del('/role', { ids: [3] }, { token })).status).toBe(403);
  });
  test('is offered what he may not give; a refusal names the pages (R155)', async () => {
    const { token } = await keeper('offered', { dataScope: '3' });
    const shops = await menuOf('base:baseShop:list');
    const offer = (await app.get('/role-grantable', { token })).body.data as Record<string, number[]>;
    expect(offer).toMatchObject({ dataScopes: ['2', '3', '5'], deptIds: [1] });
    expect(offer['menuIds']).toContain(shops);
    expect(offer['menuIds']).not.toContain(await menuOf('biz:cost:view'));
    expect((await app.get('/role-grantable')).body.data).toEqual({
      menuIds: null,
      dataScopes: ['1', '2', '3', '4', '5'],
      deptIds: null,
    });
    const sells = await Promise.all(['add', 'edit', 'audit'].map((action) => menuOf(`biz:bizSell:${action}`)));
    const beyond = draft({ menuIds: [shops, ...sells, await menuOf('biz:bizAllocate:add')], dataScope: '5' });
    const { status, body } = await app.post('/role', beyond, { token });
    expect([status, body.msg]).toEqual([403, '不能授予你没有的菜单或权限：首饰调拨：新增；销售单：新增、编辑、审核']);
    expect(body.data).toEqual([{ path: 'menuIds', message: body.msg }]);
  });
  test('changes what the super administrator may, nor deletes him (S2§5/3)', async () => {
    expect((await app.put('/role-status', { roleId: 1, status: '1' })).status).toBe(409);
    expect((await app.put('/roledatascope', { roleId: 1, dataScope: '5' })).status).toBe(409);
    expect((await app.del('/role', { ids: [1] })).status).toBe(409);
    expect((await app.put('/role/1', { roleSort: 3, menuIds: [], status: '2' })).status).toBe(200);
  });
  test('overwrites what somebody else saved meanwhile', async () => {
    const id = await create();
    const { headers } = await app.get(`/role/${id}`);
    const seen = { headers: { 'if-match': headers.get('etag') ?? '' } };
    expect((await app.put(`/role/${id}`, { remark: '甲' }, seen)).status).toBe(200);
    expect(await app.put(`/role/${id}`, { remark: '乙' }, seen)).toMatchObject({
      status: 412,
      body: { msg: '别人已修改，请刷新后再保存' },
    });
  });
  test('deletes a role that people have: all or none, with names (S2§2.6/4)', async () => {
    const [free, held] = [await create(), await create({ roleName: '有人的角色' })];
    await app.addUser({ username: 'holder', roleIds: [held] });
    expect(await app.del('/role', { ids: [free, held] })).toMatchObject({
      status: 409,
      body: { msg: '角色“有人的角色”有1位用户，不能删除' },
    });
    expect((await app.get(`/role/${free}`)).status).toBe(200);
    expect((await app.del('/role', { ids: [free] })).status).toBe(200);
    expect((await app.get(`/role/${free}`)).status).toBe(404);
  });
});

test('a disabled role gives nothing with the next call', async () => {
  const id = await create({ menuIds: [await menuOf('base:baseShop:list')] });
  await app.addUser({ username: 'loses', roleIds: [id, await create()] });
  const token = await app.signIn('loses');
  expect((await app.get('/base-shop', { token })).status).toBe(200);
  expect((await app.put('/role-status', { roleId: id, status: '1' })).status).toBe(200);
  expect((await app.get('/base-shop', { token })).status).toBe(403);
});

/** Keys that read without writing, where a page is not called by 查询. */
const READS = /:(list|log|query)$|^biz:cost:view$/;
/** Lists that everybody reads in part: names of people, templates to print with. */
const EVERYBODYS: Readonly<Record<string, string>> = {
  'admin:sysUser:list': '/sys-user',
  'base:basePrintTemplate:list': '/base-print-template',
  'base:baseTemplateColumn:list': '/base-template-column',
  // Of the process, not of a slice.
  'admin:systemState:list': '/sys-state',
};
/** Without a barcode, days or prices in the address they are 422, after the right was judged. */
const WANTS_MORE = ['/report-goods-flow', '/report-sell-sum', '/report-gold-what-if'];
/** Pages that ask the house for nothing of their own. */
const OF_THE_BROWSER = ['tool:build:list', 'tool:demo:list'];
const keysIn = ({ allow }: Route): readonly string[] =>
  typeof allow === 'string' ? [allow] : 'everyone' in allow ? [] : allow;
/** Beside the rows of a list: sums, what lies behind them, the day it begins with. */
const BESIDE = /\/(latest-day|totals|explain|chart|rows|export|history|extract|lookup|life)$|:/;
type ReadingEntry = { readonly key: string; readonly lists: readonly string[]; readonly writes: readonly Route[] };
/** Every key that opens a page by reading, with the lists that it reads and what else is done under its name. */
const readingEntries = (): readonly ReadingEntry[] => {
  const routes = allRoutes();
  const keys = pagesWith(MANIFESTS).flatMap(({ id, path, hidden, seenWith }) => {
    if (path === undefined || hidden === true) return [];
    const own = MENU_SEEDS.filter((menu) => menu.parent_id === id).map(({ permission }) => permission);
    return [...own, seenWith ?? ''].filter((key) => READS.test(key));
  });
  return [...new Set(keys)]
    .filter((key) => !OF_THE_BROWSER.includes(key))
    .map((key) => {
      const read = routes.filter(
        (each) => each.method === 'GET' && keysIn(each).includes(key) && !BESIDE.test(each.path),
      );
      const family = key.slice(0, key.lastIndexOf(':') + 1);
      const writes = routes.filter(
        (each) =>
          each.method !== 'GET' && keysIn(each).some((one) => one.startsWith(family)) && !keysIn(each).includes(key),
      );
      const everybodys = EVERYBODYS[key];
      return { key, lists: everybodys === undefined ? read.map(({ path }) => path) : [everybodys], writes };
    });
};

test('an entry that only reads opens each page of the house and writes nothing (R158)', async () => {
  const entries = readingEntries();
  expect(entries.length).toBeGreaterThan(60);
  // Whoever may read a paper may print it, and says so.
  const opened = allRoutes().filter((each) => each.method !== 'GET' && keysIn(each).some((key) => READS.test(key)));
  expect(opened.map(({ path }) => path).filter((path) => !path.endsWith('/printed'))).toEqual([]);
  const addressOf = (path: string): string => path.replaceAll(/:\w+/g, '1');
  const seen = async ({ key, lists, writes }: ReadingEntry, index: number) => {
    const username = `reads-${index}`;
    await app.addUser({ username, roleIds: [await roleWith(app, [key])] });
    const token = await app.signIn(username);
    const answers = await Promise.all(lists.map(async (path) => (await app.get(path, { token })).status));
    const through = await Promise.all(
      writes.map(async ({ method, path }) => {
        const { status } = await app.call(method, addressOf(path), { token, body: {} });
        return status === 403 ? [] : [`${method} ${path}: ${status}`];
      }),
    );
    // What is not there yet is 404, which is no refusal of the right.
    const read =
      answers.every((status) => [200, 404, 422].includes(status)) &&
      (answers.includes(200) || lists.every((path) => WANTS_MORE.includes(path)));
    return { key, read: read || `${lists.join()}: ${answers.join()}`, through: through.flat() };
  };
  const found = [];
  for (const [index, entry] of entries.entries()) found.push(await seen(entry, index));
  expect(found).toEqual(entries.map(({ key }) => ({ key, read: true, through: [] })));
}, 240_000);

test('who only reads the settings sees no secret of them (R158)', async () => {
  await app.addUser({ username: 'reads-settings', roleIds: [await roleWith(app, ['admin:sysSetting:list'])] });
  const token = await app.signIn('reads-settings');
  expect((await app.put('/set-config', [], { token })).status).toBe(403);
  expect((await app.get('/set-config', { token })).body.data).toMatchObject({ sys_user_initPassword: '••••' });
  expect((await app.get('/set-config')).body.data).not.toMatchObject({ sys_user_initPassword: '••••' });
  for (const other of ['/sys-session', '/config', '/role', '/sys-opera-log', '/user-safety'])
    expect((await app.get(other, { token })).status, other).toBe(403);
});

test('with an upgrade whoever read a page goes on by its entry, and nobody else (R158)', async () => {
  const { master } = app.house.deps;
  const [list, edit] = [await menuOf('admin:sysSession:list'), await menuOf('admin:sysUser:resetPassword')];
  const [reader, other] = [
    await create({ menuIds: [edit] }),
    await create({ menuIds: [await menuOf('base:baseShop:list')] }),
  ];
  await master.query(sql.unsafe`DELETE FROM master.sys_menu WHERE id = ${list}`);
  await master.query(sql.unsafe`DELETE FROM master.sys_seed WHERE name = ${`menu:${list}`}`);
  await seedSystem(master, { dataDir: app.dataDir, config: { adminPassword: undefined } });
  expect((await read(reader)).menuIds).toContain(list);
  expect((await read(other)).menuIds).not.toContain(list);
});
