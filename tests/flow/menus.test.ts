/** Menus: the tree, its places, what the product ships; and what a console and the house's own shell are told. */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { menuSections } from '../../services/contracts/menu-headings.ts';
import { startApp } from '../support/app.ts';
import type { App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type Node = {
  menuId: number;
  title: string;
  component: string;
  path: string;
  menuName: string;
  visible: string;
  children: Node[];
};
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    menuId: z.int(),
    title: z.string(),
    component: z.string(),
    path: z.string(),
    menuName: z.string(),
    visible: z.string(),
    children: z.array(Node),
  }),
);
const nodes = async (path: string, token = app.adminToken): Promise<Node[]> =>
  z.array(Node).parse((await app.get(path, { token })).body.data);
const flat = (tree: readonly Node[]): Node[] => tree.flatMap((node) => [node, ...flat(node.children)]);
const add = async (title: string, more: object = {}): Promise<number> =>
  z.int().parse((await app.post('/menu', { title, sort: 1, ...more })).body.data);
const move = (id: number, body: object) => app.put(`/menu/${id}`, body);

describe('a menu', () => {
  test('has its defaults, is edited in part, and tells its changes (S2§4/3)', async () => {
    const id = await add('自制目录');
    expect((await app.get(`/menu/${id}`)).body.data).toMatchObject({
      menuType: 'M',
      parentId: 0,
      isFrame: '1',
      visible: '0',
      shipped: false,
      apis: [],
    });
    expect((await move(id, { visible: 1, noCache: false, unknown: 'ignored' })).status).toBe(200);
    expect((await app.get(`/menu/${id}`)).body.data).toMatchObject({ title: '自制目录', visible: '1' });
    expect((await app.get(`/menu/${id}/history`)).body.data).toMatchObject([
      { type: 'update', changes: { visible: { before: '0', after: '1' } } },
      { type: 'insert' },
    ]);
  });
  test('wrong fields are named (S2§5/4)', async () => {
    const { status, body } = await app.post('/menu', { title: '', permission: 'biz:*:*' });
    expect(status).toBe(422);
    const problems = z.array(z.object({ path: z.string(), message: z.string() })).parse(body.data);
    expect(problems.map(({ path }) => path).toSorted()).toEqual(['permission', 'sort', 'title']);
    expect(problems).toContainEqual({ path: 'title', message: '菜单标题不能为空' });
    const long = { title: '长', sort: 0, permission: `a:b:${'c'.repeat(50)}` };
    expect((await app.post('/menu', long)).status).toBe(422);
  });
  test('stands below what can hold it, never below itself, never too deep (S2§2.7/1)', async () => {
    const top = await add('上级');
    const middle = await add('中级', { parentId: top });
    const key = await add('按钮', { parentId: middle, menuType: 'F', permission: 'own:thing:do' });
    expect((await move(top, { parentId: top })).body.msg).toBe('上级菜单不能是自己或自己的下级');
    expect((await move(top, { parentId: middle })).body.msg).toBe('上级菜单不能是自己或自己的下级');
    expect((await move(middle, { parentId: key })).status).toBe(422);
    expect((await move(middle, { parentId: 987_654 })).body.msg).toBe('上级菜单不存在');
    expect((await move(middle, { menuType: 'F' })).status).toBe(422);
    let parentId = middle;
    for (let level = 3; level <= 10; level += 1) parentId = await add(`第${level}层`, { parentId });
    expect((await app.post('/menu', { title: '第11层', sort: 1, parentId })).body.msg).toBe('菜单最多10层');
    expect((await move(middle, { parentId: await add('再上级', { parentId: await add('更上级') }) })).status).toBe(422);
  });
  test('goes with all below it and leaves every role; what is shipped stays (S2§2.7/2)', async () => {
    const top = await add('要删的');
    const below = await add('要删的下级', { parentId: top, menuType: 'F', permission: 'own:gone:do' });
    const role = { roleName: '借过', roleKey: 'lent', roleSort: 1, menuIds: [below] };
    const roleId = z.int().parse((await app.post('/role', role)).body.data);
    expect((await app.get(`/menu/${below}/roles`)).body.data).toContainEqual(
      expect.objectContaining({ roleId, roleName: '借过' }),
    );
    expect((await app.del('/menu', { ids: [top, 41] })).body.msg).toContain('系统自带的菜单');
    expect((await app.get(`/menu/${top}`)).status).toBe(200);
    expect((await app.del('/menu', { ids: [top] })).status).toBe(200);
    expect((await app.get(`/menu/${below}`)).status).toBe(404);
    expect((await app.get(`/role/${roleId}`)).body.data).toMatchObject({ menuIds: [] });
  });
  test('two who edit at once are told', async () => {
    const id = await add('两人改');
    const seen = { headers: { 'if-match': (await app.get(`/menu/${id}`)).headers.get('etag') ?? '' } };
    expect((await app.put(`/menu/${id}`, { title: '甲' }, seen)).status).toBe(200);
    expect((await app.put(`/menu/${id}`, { title: '乙' }, seen)).status).toBe(412);
  });
  test('is written by the super administrator alone', async () => {
    const ids = await app.house.deps.master.anyFirst(sql.type(z.object({ id: z.int() }))`
      SELECT id FROM master.sys_menu WHERE permission LIKE 'admin:sysMenu:%'`);
    const role = { roleName: '菜单员', roleKey: 'menus', roleSort: 1, menuIds: ids };
    const roleId = z.int().parse((await app.post('/role', role)).body.data);
    await app.addUser({ username: 'menus', roleIds: [roleId] });
    const token = await app.signIn('menus');
    expect((await app.get('/menu', { token })).status).toBe(200);
    expect(await app.post('/menu', { title: '越权', sort: 1 }, { token })).toMatchObject({
      status: 403,
      body: { msg: '只有系统管理员可以修改菜单' },
    });
  });
});

test('a filtered tree has its matches with all above them (S2§2.7/6)', async () => {
  const found = await nodes(`/menu?title=${encodeURIComponent('模板字段')}`);
  expect(found.map(({ title }) => title)).toEqual(['基础资料']);
  expect(found[0]?.children.map(({ title }) => title)).toEqual(['模板字段']);
  const { body } = await app.get('/menu/lines?permission=SYSPOST:export');
  expect(body.data).toMatchObject({
    count: 3,
    list: [
      { title: '系统管理', depth: 0, parentTitle: '' },
      { title: '岗位', depth: 1, parentTitle: '系统管理' },
      { permission: 'admin:sysPost:export', depth: 2, parentTitle: '岗位', shipped: true },
    ],
  });
});

test('the tree is remembered, and another one as soon as anybody wrote a menu or an interface', async () => {
  const db = app.house.deps.master;
  const [api] = await db.anyFirst(sql.type(z.object({ id: z.int() }))`
    SELECT id FROM master.sys_api WHERE type = 'BUS' ORDER BY id LIMIT 1`);
  const id = await add('记住的', { menuType: 'C', apis: [api] });
  const told = async () => flat(await nodes('/menu')).find(({ menuId }) => menuId === id);
  const apiTitles = async () => {
    const all = JSON.stringify((await app.get('/menu')).body.data);
    return [all === JSON.stringify((await app.get('/menu')).body.data), all.includes('改了名的接口')];
  };
  expect(await told()).toMatchObject({ title: '记住的' });
  expect(await apiTitles()).toEqual([true, false]);
  await db.query(sql.unsafe`UPDATE master.sys_menu SET title = '别人改的' WHERE id = ${id}`);
  expect(await told()).toMatchObject({ title: '别人改的' });
  await db.query(sql.unsafe`UPDATE master.sys_api SET title = '改了名的接口' WHERE id = ${api ?? 0}`);
  expect(await apiTitles()).toEqual([true, true]);
  await db.query(sql.unsafe`DELETE FROM master.sys_menu WHERE id = ${id}`);
  expect(await told()).toBeUndefined();
});

describe('the menu of a user', () => {
  test('a console is told its own pages only, by its own names (S2§2.7/3)', async () => {
    const tree = await nodes('/menurole');
    for (const { component } of tree) expect(component).toBe('Layout');
    const pages = tree.flatMap(({ children }) => children);
    expect(pages).toContainEqual(
      expect.objectContaining({
        component: '/admin/sys-role/index',
        menuName: 'SysRoleManage',
        path: '/admin/sys-role',
      }),
    );
    expect(pages.every(({ component }) => /^\/(admin|schedule|sys-tools|dev-tools)\//.test(component))).toBe(true);
  });
  test('a key brings its page and the directory above it', async () => {
    const [key] = await app.house.deps.master.anyFirst(sql.type(z.object({ id: z.int() }))`
      SELECT id FROM master.sys_menu WHERE permission = 'base:baseSupplier:list'`);
    const role = { roleName: '只看供应商', roleKey: 'suppliers', roleSort: 1, menuIds: [key] };
    const roleId = z.int().parse((await app.post('/role', role)).body.data);
    await app.addUser({ username: 'suppliers', roleIds: [roleId] });
    const tree = await nodes('/menurole?client=house', await app.signIn('suppliers'));
    expect(flat(tree).map(({ title }) => title)).toEqual(['基础资料', '供应商']);
  });
});

test('the menu, the tree of a role, the page 菜单 and what a person sees read in one order', async () => {
  const house = await nodes('/menurole?client=house');
  const area = house.find(({ title }) => title === '系统管理');
  const pages = (area?.children ?? []).filter(({ visible }) => visible === '0');
  const shown = menuSections(pages).flatMap(({ leaves }) => leaves);
  expect(pages.map(({ title }) => title)).toEqual(shown.map(({ title }) => title));
  const ids = new Set(shown.map(({ menuId }) => menuId));
  type Label = { readonly id: number; readonly children: readonly Label[] };
  const { menus } = (await app.get('/roleMenuTreeselect/0')).body.data as { menus: readonly Label[] };
  const ofRole = menus.find(({ id }) => id === area?.menuId)?.children ?? [];
  const inOrder = shown.map(({ menuId }) => menuId);
  expect(ofRole.map(({ id }) => id).filter((id) => ids.has(id))).toEqual(inOrder);
  const lines = z
    .object({ list: z.array(z.object({ menuId: z.int() })) })
    .parse((await app.get('/menu/lines?pageSize=5000')).body.data);
  expect(lines.list.map(({ menuId }) => menuId).filter((id) => ids.has(id))).toEqual(inOrder);
  const { areas } = (await app.get('/sys-shop-setup/sight/1')).body.data as {
    areas: { area: string; pages: string[] }[];
  };
  expect(areas.find((one) => one.area === '系统管理')?.pages).toEqual(shown.map(({ title }) => title));
});
