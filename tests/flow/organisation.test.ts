/** Departments, posts and tenants over HTTP (S2§2.8–2.10, §5, §7; R101, R108, R110, R111, R128). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from 'services/contracts/dates';
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
const HEAD = 1;
const DEPARTMENT = {
  parentId: HEAD,
  deptName: '采购部',
  sort: 10,
  leader: '李四',
  phone: '13800000000',
  email: 'a@b.cn',
};
const department = (change: object = {}) => idOf(app.post('/dept', { ...DEPARTMENT, ...change }));
type Node = { readonly deptId: number; readonly deptName: string; readonly children: readonly Node[] };
const tree = async (query = ''): Promise<readonly Node[]> =>
  (await app.get(`/dept${query}`)).body.data as readonly Node[];
const named = (nodes: readonly Node[]): readonly unknown[] =>
  nodes.map(({ deptName, children }) => (children.length === 0 ? deptName : [deptName, ...named(children)]));

describe('departments', () => {
  test('are a tree by their place; a filter keeps all that is above what was found (S2§2.8/1)', async () => {
    const shops = await department({ deptName: '门店', sort: 5 });
    await department({ deptName: '罗湖门店', parentId: shops });
    const buying = await department();
    expect(named(await tree())).toEqual([['总部', ['门店', '罗湖门店'], '采购部']]);
    expect(named(await tree('?deptName=罗湖'))).toEqual([['总部', ['门店', '罗湖门店']]]);
    expect(named(await tree('?status=1'))).toEqual([]);
    const record = await app.get(`/dept/${buying}`);
    expect(record.body.data).toMatchObject({ ...DEPARTMENT, deptId: buying, status: '2' });
    expect(record.headers.get('etag')).toBe('"0"');
    expect((await app.put(`/dept/${buying}`, { ...DEPARTMENT, status: '1' })).status).toBe(200);
    const choice = (await app.get('/deptTree')).body.data as { label: string; children: { label: string }[] }[];
    expect(choice.map(({ label, children }) => [label, ...children.map((one) => one.label)])).toEqual([
      ['总部', '门店'],
    ]);
    expect((await app.del('/dept', { ids: [shops] })).status).toBe(200);
    expect((await app.del('/dept', { ids: [buying] })).status).toBe(200);
    expect(named(await tree())).toEqual(['总部']);
  });

  test('every mistake is told at its field (S2§5/9)', async () => {
    expect(problems(await app.post('/dept', {}))).toEqual([
      422,
      'parentId 上级部门不能为空',
      'deptName 部门名称不能为空',
      'sort 部门顺序不能为空',
      'leader 负责人不能为空',
    ]);
    const wrong = { phone: '23800000000', email: 'nobody', leader: '李'.repeat(21), sort: -1 };
    expect(
      problems(await app.post('/dept', { ...DEPARTMENT, ...wrong })).map((one) => String(one).split(' ')[0]),
    ).toEqual(['422', 'sort', 'leader', 'phone', 'email']);
    expect(problems(await app.post('/dept', { ...DEPARTMENT, parentId: 999_999 }))).toEqual([
      422,
      'parentId 上级部门不存在',
    ]);
  });

  test('none is under itself or what is below it, also when two are moved at once; ten deep at most (S2§5/9)', async () => {
    const above = await department({ deptName: '一' });
    const below = await department({ deptName: '二', parentId: above });
    const move = (id: number, parentId: number) => app.put(`/dept/${id}`, { ...DEPARTMENT, deptName: '移', parentId });
    expect(problems(await move(above, above))).toEqual([422, 'parentId 上级部门不能是自己']);
    expect(problems(await move(above, below))).toEqual([422, 'parentId 上级部门不能是自己的下级']);
    expect((await move(below, HEAD)).status).toBe(200);
    const both = await Promise.all([move(above, below), move(below, above)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    let deepest = HEAD;
    for (let depth = 2; depth <= 10; depth += 1) deepest = await department({ parentId: deepest });
    expect(problems(await app.post('/dept', { ...DEPARTMENT, parentId: deepest }))).toEqual([
      422,
      'parentId 部门最多10级',
    ]);
    for (const { deptId } of (await tree())[0]!.children) await app.del('/dept', { ids: [deptId] });
    expect(named(await tree())).toEqual(['总部']);
  });

  test('one with people in it or below, or in a data scope, stays, by name; empty ones below go with theirs (S2§2.8/2)', async () => {
    const above = await department({ deptName: '华南' });
    const below = await department({ deptName: '深圳', parentId: above });
    const person = await app.addUser({ username: 'resident', roleIds: [4] });
    const record = (await app.get(`/sys-user/${person}`)).body.data as object;
    const staff = { ...record, phone: '13912345678', email: 'r@b.cn', deptId: below };
    const moved = await app.put('/sys-user', staff);
    expect(moved.status, moved.text).toBe(200);
    const kept = await app.del('/dept', { ids: [above] });
    expect([kept.status, kept.body.msg]).toEqual([
      409,
      expect.stringMatching(/^部门“华南”或其下级还有用户：.+，不能删除$/),
    ]);
    expect((await app.put('/sys-user', { ...staff, deptId: HEAD })).status).toBe(200);
    expect((await app.del('/dept', { ids: [above] })).status).toBe(200);
    expect((await app.get(`/dept/${below}`)).status).toBe(404);
  });

  test('who has seen another version is told', async () => {
    const id = await department({ deptName: '版本' });
    const headers = { 'if-match': '"0"' };
    expect((await app.put(`/dept/${id}`, { ...DEPARTMENT, leader: '王五' }, { headers })).status).toBe(200);
    expect((await app.put(`/dept/${id}`, { ...DEPARTMENT, leader: '赵六' }, { headers })).status).toBe(412);
    expect((await app.get(`/dept/${id}/history`)).body.data).toMatchObject([
      { by: 'admin', type: 'update', changes: { leader: { before: '李四', after: '王五' } } },
      { by: 'admin', type: 'insert' },
    ]);
    expect((await app.del('/dept', { ids: [id] })).status).toBe(200);
  });
});

describe('posts', () => {
  const POST = { postName: '店长', postCode: 'manager', sort: 1, status: '2', remark: '' };
  test('are listed by their place, found, exported; a code is its own (S2§2.9/1)', async () => {
    const second = await idOf(app.post('/post', { ...POST, postName: '顾问', postCode: 'adviser', sort: 2 }));
    const first = await idOf(app.post('/post', POST));
    const list = async (query = '') => (await app.get(`/post${query}`)).body.data;
    expect(await list()).toMatchObject({
      count: 2,
      pageSize: 10,
      list: [
        { ...POST, postId: first },
        { postId: second, postName: '顾问' },
      ],
    });
    expect(await list('?postName=顾')).toMatchObject({ count: 1, list: [{ postId: second }] });
    expect(await list('?postCode=MANA')).toMatchObject({ count: 1, list: [{ postId: first }] });
    expect(await list('?sortOrder=desc')).toMatchObject({ list: [{ postId: second }, { postId: first }] });
    const again = await app.post('/post', { ...POST, postCode: 'MANAGER' });
    expect([again.status, again.body.msg]).toEqual([409, '岗位编码已存在']);
    expect(problems(await app.post('/post', { remark: '' }))).toEqual([
      422,
      'postName 岗位名称不能为空',
      'postCode 岗位编码不能为空',
      'sort 岗位顺序不能为空',
    ]);
    expect((await app.get('/post/export')).headers.get('content-type')).toContain('spreadsheetml');
  });
  test('one that somebody has stays, by name (S2§2.9/1)', async () => {
    const postId = await idOf(app.post('/post', { ...POST, postCode: 'held', postName: '收银' }));
    const person = await app.addUser({ username: 'cashier', roleIds: [4] });
    const record = (await app.get(`/sys-user/${person}`)).body.data as object;
    const staff = { ...record, phone: '13912345679', email: 'c@b.cn', deptId: HEAD };
    expect((await app.put('/sys-user', { ...staff, postId })).status).toBe(200);
    const token = await app.signIn('cashier');
    const profile = (await app.get('/user/profile', { token })).body.data;
    expect(profile).toMatchObject({ posts: [{ postId, postName: '收银' }] });
    const kept = await app.del('/post', { ids: [postId] });
    expect([kept.status, kept.body.msg]).toEqual([409, expect.stringMatching(/^岗位“收银”还有用户：.+，不能删除$/)]);
  });
});

describe('tenants', () => {
  const today = dayOf(new Date());
  const TENANT = {
    name: '金源珠宝',
    code: 'JY',
    url: 'https://example.cn',
    startDate: addDays(today, -300),
    endDate: addDays(today, 20),
    remindDate: today,
    serviceFee: 9800.5,
    status: '2',
  };
  test('are a register; dates in their order, a code its own (S2§2.10/1)', async () => {
    const id = await idOf(app.post('/biz-tenant', TENANT));
    expect((await app.get(`/biz-tenant/${id}`)).body.data).toMatchObject({ ...TENANT, id });
    expect((await app.get('/biz-tenant?name=金源')).body.data).toMatchObject({ count: 1, pageSize: 20 });
    expect((await app.post('/biz-tenant', TENANT)).body.msg).toBe('租户编码已存在');
    expect(problems(await app.post('/biz-tenant', { ...TENANT, code: '', endDate: addDays(today, -301) }))).toEqual([
      422,
      'endDate 结束日期不能早于开始日期',
    ]);
    const nobody = [422, 'name 请至少填写名称、编码、地址、日期或服务费中的一项'];
    expect(problems(await app.post('/biz-tenant', {}))).toEqual(nobody);
    expect(problems(await app.post('/biz-tenant', { name: ' ', code: '', serviceFee: null }))).toEqual(nobody);
    const named = await idOf(app.post('/biz-tenant', { name: '只有名称' }));
    expect(problems(await app.put(`/biz-tenant/${named}`, { name: '' }))).toEqual(nobody);
    expect((await app.put(`/biz-tenant/${named}`, { name: '', url: 'https://a.cn' })).status).toBe(200);
  });
  test('an edit keeps what it leaves out, takes away what is blank, and raises the revision only where something changed', async () => {
    const id = await idOf(app.post('/biz-tenant', { ...TENANT, code: 'PART', status: '1' }));
    const path = `/biz-tenant/${id}`;
    const revision = async () => (await app.get(path)).headers.get('etag');
    expect(await revision()).toBe('"0"');
    expect((await app.put(path, { name: '改名' })).headers.get('etag')).toBe('"1"');
    expect((await app.get(path)).body.data).toMatchObject({ ...TENANT, code: 'PART', status: '1', name: '改名' });
    expect((await app.put(path, { name: '改名', startDate: TENANT.startDate })).headers.get('etag')).toBe('"1"');
    expect((await app.put(path, { remindDate: '', serviceFee: null })).headers.get('etag')).toBe('"2"');
    expect((await app.get(path)).body.data).toMatchObject({
      remindDate: null,
      serviceFee: null,
      endDate: TENANT.endDate,
    });
    expect(problems(await app.put(path, { startDate: addDays(today, 21) }))).toEqual([
      422,
      'endDate 结束日期不能早于开始日期',
    ]);
    const stale = await app.put(path, { name: '又改' }, { headers: { 'if-match': '"1"' } });
    expect([stale.status, await revision()]).toEqual([412, '"2"']);
  });
  test('are told of from their day of reminding to thirty days after their end (S2§2.10/1)', async () => {
    const end = async (code: string, change: object) => idOf(app.post('/biz-tenant', { ...TENANT, code, ...change }));
    await end('later', { remindDate: addDays(today, 1) });
    await end('off', { status: '1' });
    await end('over', { endDate: addDays(today, -31) });
    const last = await end('last', { endDate: addDays(today, -30), remindDate: addDays(today, -60), name: '最后一天' });
    const reminders = (await app.get('/biz-tenant/reminders')).body.data as { id: number; name: string }[];
    expect(reminders.map(({ name }) => name)).toEqual(['最后一天', '金源珠宝']);
    expect(reminders[0]?.id).toBe(last);
  });
});

describe('what was changed in a record', () => {
  const historyOf = async (path: string, token?: string) =>
    app.get(`${path}/history`, token === undefined ? {} : { token });
  const changes = async (path: string) =>
    ((await historyOf(path)).body.data as { changes: object }[]).map((one) => one.changes);

  test('is told of shops, suppliers, template columns and parameters; of a shop to whoever may work in it (S2§2.6/5)', async () => {
    const shop = await idOf(app.post('/base-shop', { name: '南门店', status: '2', remark: '' }));
    expect((await app.put(`/base-shop/${shop}`, { name: '南门店', status: '1', remark: '' })).status).toBe(200);
    expect((await changes(`/base-shop/${shop}`))[0]).toEqual({ status: { before: '2', after: '1' } });
    const other = await idOf(app.post('/base-shop', { name: '北门店', status: '2' }));
    await app.addUser({
      username: 'locked',
      roleIds: [await roleWith(app, ['base:baseShop:list'])],
      lockShops: [other],
    });
    const locked = await app.signIn('locked');
    expect((await historyOf(`/base-shop/${shop}`, locked)).status).toBe(403);
    const supplier = { name: '金源', contract: '王', mobile: '13800000000', status: '2' };
    const id = await idOf(app.post('/base-supplier', supplier));
    expect((await app.put(`/base-supplier/${id}`, { ...supplier, grade: '甲' })).status).toBe(200);
    expect((await changes(`/base-supplier/${id}`))[0]).toEqual({ grade: { before: '', after: '甲' } });
    expect((await historyOf(`/base-supplier/${id}`, locked)).status).toBe(403);
    const parameters = (await app.get('/config?configKey=sys_user_initPassword')).body.data as {
      list: { id: number }[];
    };
    const secret = parameters.list[0]?.id ?? 0;
    const pairs = [{ configKey: 'sys_user_initPassword', configValue: 'Never-told-1' }];
    expect((await app.put('/set-config', pairs)).status).toBe(200);
    expect((await historyOf(`/config/${secret}`)).text).not.toContain('Never-told-1');
  });
  test('says that a design changed, not the whole of it; a dictionary answers for its own family (S2§2.6/5)', async () => {
    const body = { kind: 'label', labelType: '', name: '历史', fileName: '历史', remark: '' };
    const kinds = (await app.get('/dict-data/option-select?dictType=sys_print_kind')).body.data as { value: string }[];
    const template = await idOf(app.post('/base-print-template', { ...body, kind: kinds[0]?.value }));
    const design = { id: template, template: '{"page":{"width":40,"height":20},"elements":[]}' };
    const saved = await app.put(`/base-print-template/update-template/${template}`, design);
    expect(saved.status, saved.text).toBe(200);
    expect((await changes(`/base-print-template/${template}`))[0]).toEqual({
      template: { before: '', after: '新内容' },
    });
    const type = await idOf(app.post('/base-dict-type', { dictName: '历史', dictType: 'history', status: '2' }));
    expect((await historyOf(`/base-dict-type/${type}`)).status).toBe(200);
    expect((await historyOf(`/dict/type/${type}`)).status).toBe(404);
    const entry = { dictType: 'history', dictLabel: '甲', dictValue: '1', dictSort: 0, status: '2' };
    const data = await idOf(app.post('/base-dict-data', entry));
    expect((await historyOf(`/base-dict-data/${data}`)).status).toBe(200);
    expect((await historyOf(`/dict/data/${data}`)).status).toBe(404);
  });
});

test('who may not is refused: reading, writing, and choosing', async () => {
  await app.addUser({ username: 'outside', roleIds: [4] });
  const token = await app.signIn('outside');
  for (const path of ['/dept', '/deptTree', '/post', '/biz-tenant', '/biz-tenant/reminders', '/post/export']) {
    expect((await app.get(path, { token })).status, path).toBe(403);
  }
  for (const path of ['/dept', '/post', '/biz-tenant']) {
    expect((await app.post(path, {}, { token })).status, path).toBe(403);
    expect((await app.del(path, { ids: [1] }, { token })).status, path).toBe(403);
  }
});

test('an edit of a parameter keeps what it leaves out', async () => {
  const form = { configName: '试', configKey: 'try_part', configValue: '一', isFrontend: '1', remark: '原来' };
  const path = `/config/${await idOf(app.post('/config', form))}`;
  const stored = async () => (await app.get(path)).body.data;
  expect((await app.put(path, { remark: '改了' })).status).toBe(200);
  expect(await stored()).toMatchObject({ ...form, remark: '改了' });
  expect((await app.put(path, { configValue: '二' })).status).toBe(200);
  expect(await stored()).toMatchObject({ ...form, configValue: '二', remark: '改了' });
  expect(problems(await app.put(path, { configValue: '' }))).toEqual([422, 'configValue 参数键值不能为空']);
});
