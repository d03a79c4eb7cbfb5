/** 开新店: what a shop lacks, for whom, and what its people will see (R13, R109, R155). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { sql } from 'slonik';
import { sampleBody } from '../../services/goods/sample.ts';
import { startApp, type App, type Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';

const SEES = 'admin:shopSetup:list';
let app: App;
let home: number;
let away: number;
const idOf = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
beforeAll(async () => {
  app = await startApp();
  home = await idOf(app.post('/base-shop', { name: '罗湖店', status: '2' }));
  away = await idOf(app.post('/base-shop', { name: '南山店', status: '2' }));
});
afterAll(() => app.stop());

type Row = { readonly shopId: number; readonly lacks: readonly string[] };
type Setup = Row & {
  readonly steps: readonly { key: string; done: boolean; text: string; allowed: boolean; who: string[] }[];
  readonly people: readonly { username: string; enters: boolean; sells: boolean; roles: string }[];
  readonly departmentId: number | null;
  readonly departmentParentId: number;
};
const setups = async (token?: string) =>
  (await app.get('/sys-shop-setup', token === undefined ? {} : { token })).body.data as {
    readonly shops: readonly Row[];
    readonly mayOpen: boolean;
    readonly who: readonly string[];
  };
const setupOf = async (shopId: number, token?: string): Promise<Setup> =>
  (await app.get(`/sys-shop-setup/${shopId}`, token === undefined ? {} : { token })).body.data as Setup;
const lacksOf = async (shopId: number) => (await setups()).shops.find((one) => one.shopId === shopId)?.lacks;
const PERSON = { phone: '13800138000', email: 'a@example.com', password: 'First-2026', status: '2', sex: '0' };

test('a new shop lacks its department, people and stock; each step that is taken is seen at once', async () => {
  expect(await lacksOf(home)).toEqual(['部门', '人员', '期初库存']);
  const { departmentParentId: parentId, departmentId } = await setupOf(home);
  expect([parentId, departmentId]).toEqual([1, null]);
  const deptId = await idOf(app.post('/dept', { parentId, deptName: '罗湖店', sort: 10, leader: '李四' }));
  expect((await setupOf(home)).departmentId).toBe(deptId);
  // Where the next shop's belongs, beside this one.
  expect((await setupOf(away)).departmentParentId).toBe(1);
  const place = { deptId, lockShops: [home] };
  await idOf(app.post('/sys-user', { ...PERSON, ...place, username: 'keeper', nickName: '库管', roleIds: [5] }));
  expect((await setupOf(home)).steps.find(({ key }) => key === 'people')?.text).toContain('没有人能开销售单');
  const sellerId = await idOf(
    app.post('/sys-user', { ...PERSON, ...place, username: 'seller', nickName: '小李', roleIds: [4] }),
  );
  expect(await lacksOf(home)).toEqual(['期初库存']);
  expect((await setupOf(home)).people.map(({ username, sells }) => [username, sells])).toEqual([
    ['keeper', false],
    ['seller', true],
  ]);
  const supplierId = await idOf(
    app.post('/base-supplier', { name: '水贝金行', contract: '陈先生', mobile: '13900000001', status: '2' }),
  );
  const ring = await idOf(
    app.post('/biz-goods-in', sampleBody({ shopId: home, supplierId, inStorageAt: dayOf(new Date()) })),
  );
  expect((await setupOf(home)).steps.find(({ key }) => key === 'stock')?.text).toContain('有 1 条入库还没有审核');
  expect((await app.put(`/biz-goods-in/audit/${ring}`, { ids: [ring] })).status).toBe(200);
  expect(await lacksOf(home)).toEqual([]);
  expect(await lacksOf(away)).toEqual(['部门', '人员', '期初库存']);
  const sight = (await app.get(`/sys-shop-setup/sight/${sellerId}`)).body.data as Record<string, unknown>;
  expect(sight).toMatchObject({
    username: 'seller',
    deptName: '罗湖店',
    outside: '',
    all: false,
    shops: ['罗湖店'],
    rows: { all: true, own: false, departments: [] },
    seesCost: false,
    mustChangePassword: true,
    may: ['开销售单', '交班'],
  });
  const areas = sight['areas'] as { area: string; pages: string[] }[];
  expect(areas.find(({ area }) => area === '销售')?.pages).toContain('销售单');
  expect(areas.map(({ area }) => area)).not.toContain('系统管理');
  expect(areas.flatMap(({ pages }) => pages)).not.toContain('利润表');
});

test('whoever cannot sign in is told so, and sees nothing', async () => {
  const userId = await app.addUser({ username: 'left', roleIds: [4], lockShops: [away] });
  expect((await app.put('/user/status', { userId, status: '1' })).status).toBe(200);
  expect((await app.get(`/sys-shop-setup/sight/${userId}`)).body.data).toMatchObject({
    outside: '该用户已停用，请联系管理员',
    shops: ['南山店'],
    seesCost: false,
    may: [],
    areas: [],
  });
  expect((await app.get('/sys-shop-setup/sight/999999')).status).toBe(404);
  expect((await app.get('/sys-shop-setup/999999')).status).toBe(404);
});

test('whoever is limited to a shop sees that one and its people; who may take a step is named to whoever may not', async () => {
  const role = await roleWith(app, [SEES, 'admin:sysUser:edit']);
  await app.addUser({ username: 'limited', roleIds: [role], lockShops: [away] });
  const token = await app.signIn('limited');
  const { shops, mayOpen, who } = await setups(token);
  expect([shops.map(({ shopId }) => shopId), mayOpen, who]).toEqual([[away], false, ['管理员']]);
  expect((await app.get(`/sys-shop-setup/${home}`, { token })).status).toBe(403);
  const { list } = (await app.get('/sys-user?username=seller')).body.data as { list: { userId: number }[] };
  expect((await app.get(`/sys-shop-setup/sight/${list[0]?.userId}`, { token })).status).toBe(403);
  const { steps } = await setupOf(away, token);
  const said = steps.filter(({ done }) => !done).map(({ key, allowed, who: names }) => [key, allowed, names]);
  expect(said).toEqual([
    ['people', true, []],
    ['stock', false, ['管理员']],
  ]);
});

test('roles 1 and 2 have the page, others have not', async () => {
  await app.addUser({ username: 'general', roleIds: [2] });
  await app.addUser({ username: 'manager', roleIds: [3] });
  expect((await app.get('/sys-shop-setup', { token: await app.signIn('general') })).status).toBe(200);
  const manager = await app.signIn('manager');
  for (const path of ['', `/${home}`, '/sight/1'])
    expect((await app.get(`/sys-shop-setup${path}`, { token: manager })).status, path).toBe(403);
});

test('people of another department are not told; of the only open shop are also those of the whole chain', async () => {
  const other = await idOf(app.post('/dept', { parentId: 1, deptName: '别处', sort: 10, leader: '李四' }));
  const role = await roleWith(app, [SEES]);
  const scoped = await app.addUser({ username: 'scoped', roleIds: [role] });
  await app.house.deps.master.query(sql.unsafe`UPDATE master.sys_role SET data_scope = '3' WHERE id = ${role}`);
  await app.house.deps.master.query(sql.unsafe`UPDATE master.sys_user SET dept_id = ${other} WHERE id = ${scoped}`);
  const token = await app.signIn('scoped');
  const seen = await setupOf(home, token);
  expect([seen.people, seen.steps.find(({ key }) => key === 'people')?.done]).toEqual([[], true]);
  expect((await app.get('/sys-shop-setup/sight/1', { token })).status).toBe(403);
  expect((await setupOf(home)).people.map(({ username }) => username)).not.toContain('general');
  expect((await app.put(`/base-shop/${away}`, { name: '南山店', status: '1' })).status).toBe(200);
  expect((await setupOf(home)).people.map(({ username }) => username)).toContain('general');
  expect(await lacksOf(away)).toContain('分店');
});
