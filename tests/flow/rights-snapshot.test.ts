/** R126: who could do what at the end of a day, and what that day changed of it. */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from 'services/contracts/dates';
import type { RightsSnapshot } from 'services/system/contract';
import { startApp, type App } from '../support/app.ts';

let app: App;
let userId = 0;
let roleId = 0;
const today = dayOf(new Date());
const yesterday = addDays(today, -1);
const ids = async (query: ReturnType<typeof sql.unsafe>) => app.house.deps.master.anyFirst(query) as Promise<number[]>;
const menuOf = async (permission: string): Promise<number> =>
  (await ids(sql.unsafe`SELECT id FROM master.sys_menu WHERE permission = ${permission}`))[0] ?? 0;
const seen = async (day?: string, id = userId) => {
  const reply = await app.get(`/rights-snapshot?userId=${id}${day === undefined ? '' : `&day=${day}`}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as RightsSnapshot;
};
const keysOf = ({ keys }: RightsSnapshot) => keys.map(({ permission }) => permission);
const who = async (query: string) => {
  const reply = await app.get(`/rights-snapshot/who?pageSize=100&${query}`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as { list: { username: string; roles: string; shops: string }[] }).list;
};
const namesOf = async (query: string) => (await who(query)).map(({ username }) => username);

beforeAll(async () => {
  app = await startApp();
  const role = { roleName: '查看分店', roleKey: 'sees-shops', menuIds: [await menuOf('base:baseShop:list')] };
  roleId = Number((await app.post('/role', { ...role, roleSort: 1 })).body.data);
  userId = await app.addUser({ username: 'looked-at', roleIds: [roleId] });
  const { master } = app.house.deps;
  // What is there now was there yesterday, and the house has kept it since.
  await master.query(sql.unsafe`UPDATE master.rights_version SET at = at - interval '1 day'`);
  await master.query(sql.unsafe`UPDATE master.change_log SET at = at - interval '1 day'`);
  await master.query(sql.unsafe`UPDATE master.rights_baseline SET at = at - interval '1 day'`);
});
afterAll(() => app.stop());

test('rights of a day are those of its end, with what was changed in it and by whom (S2§6/2 S2§6/9)', async () => {
  const shop = Number((await app.post('/base-shop', { name: '东门店', status: '2', remark: '' })).body.data);
  const menuIds = [await menuOf('base:baseShop:list'), await menuOf('base:baseSupplier:list')];
  expect((await app.put(`/role/${roleId}`, { menuIds })).status).toBe(200);
  expect((await app.put('/roledatascope', { roleId, dataScope: '5' })).status).toBe(200);
  expect((await app.put('/sys-user', { userId, lockShops: [shop] })).status).toBe(200);
  const before = await seen(yesterday);
  expect(before).toMatchObject({ day: yesterday, enters: true, all: false, shops: [] });
  expect(before.scope).toEqual({ all: true, own: false, departments: [] });
  expect(keysOf(before)).toEqual(['base:baseShop:list']);
  // The page is seen by the key below it.
  expect(before.menus.map(({ title }) => title)).toEqual(['基础资料', '分店']);
  const now = await seen();
  expect(now).toMatchObject({ day: today, shops: [{ id: shop, name: '东门店' }], scope: { all: false, own: true } });
  expect(keysOf(now).toSorted()).toEqual(['base:baseShop:list', 'base:baseSupplier:list']);
  expect(now.changes.map(({ by, record, label, removed, added }) => [by, record, label, removed, added])).toEqual([
    ['admin', '角色 查看分店', '菜单和权限', '', '供应商·查询'],
    ['admin', '角色 查看分店', '数据范围', '全部数据权限', '仅本人数据权限'],
    ['admin', '用户 looked-at', '分店', '', '东门店'],
  ]);
});
test('who could: by permission, shop and day; a disabled role brings nothing (S2§6/9)', async () => {
  const away = Number((await app.post('/base-shop', { name: '西门店', status: '2', remark: '' })).body.data);
  expect(await who('permission=base:baseSupplier:list')).toEqual(
    expect.arrayContaining([expect.objectContaining({ username: 'looked-at', roles: '查看分店', shops: '东门店' })]),
  );
  expect(await namesOf(`permission=base:baseSupplier:list&day=${yesterday}`)).toEqual(['admin']);
  expect(await namesOf(`permission=base:baseSupplier:list&shopId=${away}`)).toEqual(['admin']);
  expect((await app.put('/role-status', { roleId, status: '1' })).status).toBe(200);
  expect(await namesOf('permission=base:baseShop:list')).toEqual(['admin']);
  expect(await seen()).toMatchObject({ enters: false, keys: [], roles: [{ roleId, status: '1' }] });
  expect(await namesOf(`permission=base:baseShop:list&day=${yesterday}`)).toContain('looked-at');
});
test('whoever was deleted is still told of the days before (S2§6/9)', async () => {
  expect((await app.del('/sys-user', { ids: [userId] })).status).toBe(200);
  expect((await seen(yesterday)).username).toBe('looked-at');
  expect((await app.get(`/rights-snapshot?userId=${userId}`)).status).toBe(404);
});
test('days before the house kept them, and days to come, are named (S2§6/9)', async () => {
  const asked = async (query: string) => (await app.get(`/rights-snapshot?userId=1&${query}`)).body;
  expect(await asked(`day=${addDays(today, -2)}`)).toMatchObject({
    code: 422,
    data: [{ path: 'day', message: `最早只能查看${yesterday}的权限` }],
  });
  expect(await asked(`day=${addDays(today, 1)}`)).toMatchObject({ code: 422, data: [{ path: 'day' }] });
  expect((await app.get('/rights-snapshot')).body).toMatchObject({ code: 422, data: [{ path: 'userId' }] });
  expect((await app.get('/rights-snapshot/who')).body).toMatchObject({ code: 422, data: [{ path: 'permission' }] });
});
test('the auditor may ask, others may not; whoever is limited sees what he sees of people (S2§6/9)', async () => {
  const code = async (token: string, path = '/rights-snapshot?userId=1') => (await app.get(path, { token })).status;
  await app.addUser({ username: 'auditor', roleIds: [7] });
  await app.addUser({ username: 'seller', roleIds: [4] });
  expect(await code(await app.signIn('auditor'))).toBe(200);
  expect(await code(await app.signIn('seller'))).toBe(403);
  const copy = { roleId: 7, roleName: '本人审计', roleKey: 'own-auditor' };
  const own = Number((await app.post('/role/copy', copy)).body.data);
  expect((await app.put('/roledatascope', { roleId: own, dataScope: '5' })).status).toBe(200);
  await app.addUser({ username: 'own', roleIds: [own] });
  const token = await app.signIn('own');
  expect(await code(token)).toBe(403);
  const found = await app.get('/rights-snapshot/who?permission=admin:rights:list', { token });
  expect(found.body.data).toMatchObject({ list: [{ username: 'own' }], count: 1 });
});
test('the choices are all keys there are, with the page they belong to', async () => {
  expect((await app.get('/rights-snapshot/keys')).body.data).toEqual(
    expect.arrayContaining([{ value: 'admin:rights:list', label: '权限快照·查询' }]),
  );
});
