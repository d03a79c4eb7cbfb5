/**
 * R109: whoever sees only some rows reaches none of the others, by any id, list, file, paper or audit. One file, because five people
 * and what each of them may not see are set up once, and the last test walks over all that the others made.
 */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MANIFESTS } from 'services/contracts/manifests';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Method, Reply } from '../support/app.ts';
import { fullOrder } from '../support/full-order.ts';
import { allRoutes } from '../support/routes.ts';
import { everyGet } from '../security/crawl.ts';
import { roleWith } from '../support/roles.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const SECRET = '不该看见的备注';
const REFUSED = '该数据不在你的数据权限范围内';
let chain: Chain;
let branch = 0;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
/** What the administrator made, by the path of its documents. */
const made: Record<string, number> = {};

const done = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
/** Somebody of that department with all keys of role 2 and those of users, who sees rows of that scope. */
const person = async (username: string, dataScope: string, deptId: number, deptIds: readonly number[] = []) => {
  const { app } = chain;
  const role = { roleId: 2, roleName: username, roleKey: `scope-${username}` };
  const roleId = await done(app.post('/role/copy', role));
  await done(app.put('/roledatascope', { roleId, dataScope, deptIds }));
  await app.house.deps.master.query(sql.unsafe`
    UPDATE master.sys_role SET menu_ids = menu_ids || ARRAY(
      SELECT id FROM master.sys_menu WHERE permission LIKE 'admin:sysUser:%') WHERE id = ${roleId}`);
  ids[username] = await app.addUser({ username, roleIds: [roleId] });
  await app.house.deps.master.query(sql.unsafe`
    UPDATE master.sys_user SET dept_id = ${deptId} WHERE id = ${ids[username]}`);
  tokens[username] = await app.signIn(username);
};
const as = (username: string, method: Method, path: string, body?: unknown): Promise<Reply> =>
  chain.app.call(method, path, { token: tokens[username] ?? null, ...(body === undefined ? {} : { body }) });
const receipt = (change: object = {}) =>
  sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today, ...change });
const received = (username: string) => done(as(username, 'POST', '/biz-goods-in', receipt()));

beforeAll(async () => {
  chain = await startChain();
  const { app, home, today } = chain;
  branch = await done(app.post('/dept', { parentId: 1, deptName: '罗湖部', sort: 1, leader: '李' }));
  await person('clerk', '5', 1);
  await person('colleague', '3', 1);
  await person('branch', '3', branch);
  await person('chosen', '2', 1, [branch]);
  await person('head', '4', 1);
  const [one, two, three, four] = [
    await chain.stock({ remark: SECRET }),
    await chain.stock({ remark: SECRET }),
    await chain.stock(),
    await chain.stock(),
  ];
  made['/biz-goods-in'] = await done(app.post('/biz-goods-in', receipt({ remark: SECRET })));
  made['/biz-sell'] = await done(app.post('/biz-sell', { ...(await fullOrder(chain, [one, two])), remark: SECRET }));
  made['/biz-allocate'] = await done(
    app.post('/biz-allocate', chain.transfer([{ barcode: three }], { remark: SECRET })),
  );
  const adjusted = { shopId: home, adjustAt: today, kind: '2', reason: '丢失', remark: SECRET };
  made['/biz-stock-adjust'] = await done(
    app.post('/biz-stock-adjust', {
      ...adjusted,
      pictures: '',
      bizGoodsList: [{ barcode: four, num: 1, reason: '丢失' }],
    }),
  );
  made['/biz-check'] = await done(
    app.post('/biz-check/open', { shopId: home, checkAt: today, type: '戒指', style: '', remark: SECRET }),
  );
}, 60_000);
afterAll(() => chain.app.stop());

const denied = ({ status, text, body }: Reply, what: string): void => {
  expect([status, text.includes(SECRET)], `${what}: ${text.slice(0, 200)}`).toEqual([403, false]);
  if (body.msg !== undefined) expect(body.msg, what).toBe(REFUSED);
};

test('no list, sum, file or latest day shows another one’s rows; its own ones are there (S2§4/5)', async () => {
  for (const { path } of MANIFESTS) {
    const list = await as('clerk', 'GET', `${path}?pageSize=100`);
    expect([list.status, list.body.data], path).toMatchObject([200, { list: [], count: 0 }]);
    const file = await as('clerk', 'GET', `${path}/export?pageSize=100`);
    if (file.status !== 404) expect([file.status, file.text.includes(SECRET)], path).toEqual([200, false]);
    const day = await as('clerk', 'GET', `${path}/latest-day`);
    expect(day.body.data, path).toEqual({ day: null });
    const sums = await as('clerk', 'GET', `${path}/totals`);
    if (sums.status === 200) expect(sums.body.data, path).toMatchObject({ count: 0 });
  }
  const own = await received('clerk');
  expect((await as('clerk', 'GET', '/biz-goods-in')).body.data).toMatchObject({ list: [{ id: own }], count: 1 });
  expect((await as('clerk', 'GET', `/biz-goods-in/${own}`)).status).toBe(200);
});
test('reports show no line of it (S2§4/5)', async () => {
  await done(chain.audit('/biz-sell', [made['/biz-sell'] ?? 0]));
  for (const report of ['sell-goods', 'sell-detail', 'sell-change', 'sell-clean', 'sell-recycle', 'seller-score']) {
    const path = `/report-${report}/rows?pageSize=100`;
    expect((await as('colleague', 'GET', path)).body.data, path).not.toEqual([]);
    expect((await as('clerk', 'GET', path)).body.data, path).toMatchObject({ list: [] });
  }
  for (const path of ['/biz-sell-clean', '/biz-sell-change/inspect']) {
    expect((await as('clerk', 'GET', path)).body.data, path).toMatchObject({ list: [] });
  }
  await done(chain.unaudit('/biz-sell', [made['/biz-sell'] ?? 0]));
});
test('nothing that is asked of one document by its id answers it (S2§4/5)', async () => {
  const asked = allRoutes().flatMap(({ method, path }) => {
    const kind = Object.keys(made).find((one) => path.startsWith(`${one}/`));
    return method === 'GET' && kind !== undefined && path.includes('/:id') ? [{ path, id: made[kind] }] : [];
  });
  expect(asked.length).toBeGreaterThan(12);
  for (const { path, id } of asked) {
    const { status, text } = await as('clerk', 'GET', path.replace(':id', String(id)));
    expect([403, 404, 422], `${path} ${text}`).toContain(status);
    expect(text).not.toContain(SECRET);
  }
});
test('records, histories, lines and papers of it are refused, and the refusal is logged (S2§4/5)', async () => {
  for (const [path, id] of Object.entries(made)) {
    denied(await as('clerk', 'GET', `${path}/${id}`), path);
    denied(await as('clerk', 'GET', `${path}/${id}/history`), `${path} history`);
  }
  const { '/biz-goods-in': goods = 0, '/biz-sell': sale = 0, '/biz-allocate': transfer = 0 } = made;
  denied(await as('clerk', 'GET', `/biz-allocate-detail/list?allocateId=${transfer}`), 'lines');
  const papers = '/base-print-template/print-data';
  for (const path of [
    `${papers}/label/${goods}`,
    `${papers}/allocate/${transfer}`,
    `${papers}/check/${made['/biz-check']}`,
    `/biz-sell/print/${sale}`,
  ]) {
    denied(await as('clerk', 'GET', path), path);
  }
  denied(await as('clerk', 'PUT', '/biz-goods-in/batch-print', { ids: [goods] }), 'labels');
  denied(await as('clerk', 'POST', '/biz-goods-in/printed', { ids: [goods], kind: 'service' }), 'label printed');
  denied(await as('clerk', 'POST', '/biz-sell/printed', { ids: [sale], kind: 'service' }), 'sale printed');
  const log = await chain.app.get('/sys-opera-log?operName=clerk&status=1&pageSize=100');
  expect(log.text).toContain(REFUSED);
});
test('it is not edited, deleted, audited or taken back, alone or among own ones (S2§4/5)', async () => {
  const own = await received('clerk');
  const before = await chain.record('/biz-allocate', made['/biz-allocate'] ?? 0);
  const sold = await chain.stock();
  const bodies: Record<string, object> = {
    '/biz-goods-in': receipt({ remark: '改了' }),
    '/biz-sell': chain.sale([{ barcode: sold }]),
    '/biz-allocate': chain.transfer([{ barcode: sold }]),
    '/biz-check': {
      shopId: chain.home,
      checkAt: chain.today,
      type: '戒指',
      bizGoodsList: [{ barcode: sold, factNum: 1 }],
    },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const id = made[path] ?? 0;
    denied(await as('clerk', 'PUT', `${path}/${id}`, body), `edit ${path}`);
    denied(await as('clerk', 'PUT', `${path}/audit/1`, { ids: [id] }), `audit ${path}`);
    denied(await as('clerk', 'PUT', `${path}/unaudit/1`, { ids: [id], reason: '录错' }), `unaudit ${path}`);
    denied(await as('clerk', 'DELETE', path, { ids: [id] }), `delete ${path}`);
  }
  const mixed = await as('clerk', 'PUT', '/biz-goods-in/audit/1', { ids: [own, made['/biz-goods-in']] });
  expect(mixed).toMatchObject({
    status: 409,
    body: { data: { failed: [{ id: made['/biz-goods-in'], message: REFUSED }] } },
  });
  expect(await chain.record('/biz-goods-in', own)).toMatchObject({ auditFlag: 1 });
  expect(await chain.record('/biz-allocate', made['/biz-allocate'] ?? 0)).toEqual(before);
  await done(as('clerk', 'PUT', '/biz-goods-in/audit/1', { ids: [own] }));
});
test('a department is the creator’s of that time, and the viewer’s of today (S2§4/6)', async () => {
  const id = await received('branch');
  const sees = async (username: string) => (await as(username, 'GET', `/biz-goods-in/${id}`)).status;
  expect(await Promise.all(['branch', 'chosen', 'head', 'colleague', 'clerk'].map(sees))).toEqual([
    200, 200, 200, 403, 403,
  ]);
  await chain.app.house.deps.master.query(sql.unsafe`
    UPDATE master.sys_user SET dept_id = 1 WHERE username = 'branch'`);
  await expect.poll(() => sees('branch')).toBe(403);
  expect(await Promise.all(['chosen', 'head', 'colleague'].map(sees))).toEqual([200, 200, 403]);
  const list = async (username: string) => (await as(username, 'GET', '/biz-goods-in?pageSize=100')).text;
  expect(await list('chosen')).toContain(`"id":${id}`);
  expect(await list('colleague')).not.toContain(`"id":${id}`);
});
test('stock is known to everybody: look-ups, who holds a piece, figures (S2§4/5)', async () => {
  const barcode = await chain.stock();
  expect((await as('clerk', 'GET', `/biz-goods-in/lookup?shopId=${chain.home}&barcode=${barcode}`)).status).toBe(200);
  await done(chain.app.post('/biz-allocate', chain.transfer([{ barcode }])));
  const taken = await as('clerk', 'POST', '/biz-sell', chain.sale([{ barcode }]));
  expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('占用')]);
  const turnover = await as('clerk', 'GET', '/report-goods-turnover/rows?pageSize=100');
  expect(turnover.text).toContain(barcode);
});
test('the start page adds up whose orders he sees (S2§4/5)', async () => {
  type Page = {
    today: { orders: number; amount: number };
    byShop: unknown[];
    byHour: unknown[];
    bySeller: unknown[];
    byCategory: unknown[];
  };
  const pageOf = async (username: string): Promise<Page> => (await as(username, 'GET', '/dashboard')).body.data as Page;
  expect((await pageOf('colleague')).today.orders).toBeGreaterThan(0);
  const nothing = { byShop: [], byHour: [], bySeller: [], byCategory: [] };
  expect(await pageOf('clerk')).toMatchObject({ today: { orders: 0, amount: 0, pending: { orders: 0 } }, ...nothing });
  const own = await done(as('clerk', 'POST', '/biz-sell', chain.sale([{ barcode: await chain.stock() }])));
  const page = await pageOf('clerk');
  expect(page.today).toMatchObject({ orders: 1, amount: TAG_PRICE });
  for (const part of [page.byShop, page.byHour, page.bySeller, page.byCategory]) expect(part).toHaveLength(1);
  await done(as('clerk', 'DELETE', '/biz-sell', { ids: [own] }));
});
test('cash of a person’s day is told to whoever made a part of it, others’ parts as a sum (S2§4/5)', async () => {
  const { app, home, today } = chain;
  await done(app.put('/set-config', [{ configKey: 'cash_report_limit', configValue: '1000.00' }]));
  const deposit = {
    customerId: chain.customerId,
    shopId: home,
    depositAt: today,
    account: '定金',
    kind: '1',
    amount: 5_000,
    seller: 'admin',
  };
  await done(app.post('/biz-deposit', { ...deposit, balanceList: [{ balance: '现金', amount: 5_000 }] }));
  const cash = async (username: string) =>
    (await as(username, 'GET', '/biz-cash-report?direction=1')).body.data as {
      list: { id: number; amount: number }[];
      count: number;
    };
  const { id } = (await cash('colleague')).list[0]!;
  expect(await cash('clerk')).toMatchObject({ list: [], count: 0 });
  expect((await as('clerk', 'GET', '/biz-cash-report/export')).text).not.toContain('王女士');
  expect((await as('clerk', 'GET', `/biz-cash-report/${id}`)).status).toBe(404);
  expect((await as('clerk', 'GET', `/biz-cash-report/${id}/history`)).status).toBe(404);
  const papers = {
    name: '王',
    contact: '13800000001',
    idType: '护照',
    idNo: 'E12345678',
    idExpiry: '长期',
    purpose: '首饰',
    checker: { username: 'admin', password: 'x' },
  };
  expect((await as('clerk', 'PUT', `/biz-cash-report/${id}`, papers)).status).toBe(404);
  const own = { ...deposit, amount: 20, balanceList: [{ balance: '现金', amount: 20 }] };
  await done(as('clerk', 'POST', '/biz-deposit', own));
  expect((await cash('clerk')).list).toMatchObject([{ id }]);
  const { documents, elsewhere, amount } = (await as('clerk', 'GET', `/biz-cash-report/${id}`)).body.data as {
    documents: { amount: number }[];
    elsewhere: number;
    amount: number;
  };
  expect([documents.map((one) => one.amount), elsewhere]).toEqual([[20], amount - 20]);
});
test('parked orders are listed to, taken and thrown away by whoever sees their maker’s rows (S2§4/5)', async () => {
  const park = { shopId: chain.home, body: { values: {} }, note: SECRET };
  const id = await done(chain.app.post('/biz-sell/park', park));
  const notes = async (username: string) => (await as(username, 'GET', `/biz-sell/park?shopId=${chain.home}`)).text;
  expect(await notes('colleague')).toContain(SECRET);
  expect(await notes('clerk')).not.toContain(SECRET);
  denied(await as('clerk', 'POST', `/biz-sell/park/${id}/take`, {}), 'take');
  denied(await as('clerk', 'DELETE', '/biz-sell/park', { ids: [id] }), 'throw away');
  const own = await done(as('clerk', 'POST', '/biz-sell/park', park));
  expect(await notes('clerk')).toContain(`"id":${own}`);
  await done(as('clerk', 'POST', `/biz-sell/park/${own}/take`, {}));
  await done(as('colleague', 'POST', `/biz-sell/park/${id}/take`, {}));
});
test('who has a role: people in scope alone (S2§4/5)', async () => {
  const { app } = chain;
  const master = app.house.deps.master;
  await master.query(sql.unsafe`
    UPDATE master.sys_role SET menu_ids = menu_ids || ARRAY(
      SELECT id FROM master.sys_menu WHERE permission LIKE 'admin:sysRole:%') WHERE role_name IN ('clerk', 'colleague')`);
  await expect.poll(async () => (await as('clerk', 'GET', '/role/1/users')).status).toBe(200);
  const admins = async (username: string) =>
    ((await as(username, 'GET', '/role/1/users')).body.data as { list: { username: string }[] }).list.map(
      (one) => one.username,
    );
  expect(await admins('clerk')).toEqual([]);
  await expect.poll(() => admins('colleague')).toEqual(['admin']);
});
test('people: the list, a record, its history and every change (S2§4/6)', async () => {
  const names = async (username: string) => {
    const { list } = (await as(username, 'GET', '/sys-user?pageSize=100')).body.data as {
      list: { username: string }[];
    };
    return list.map((row) => row.username).toSorted();
  };
  expect(await names('clerk')).toEqual(['clerk']);
  await chain.app.house.deps.master.query(sql.unsafe`
    UPDATE master.sys_user SET dept_id = ${branch} WHERE username = 'branch'`);
  await expect.poll(() => names('branch')).toEqual(['branch']);
  expect(await names('chosen')).toEqual(['branch']);
  expect(await names('colleague')).toEqual(['admin', 'chosen', 'clerk', 'colleague', 'head']);
  const other = ids['branch'] ?? 0;
  denied(await as('clerk', 'GET', `/sys-user/${other}`), 'record');
  denied(await as('clerk', 'GET', `/sys-user/${other}/history`), 'history');
  denied(await as('clerk', 'PUT', '/user/status', { userId: other, status: '1' }), 'status');
  denied(await as('clerk', 'DELETE', '/sys-user', { ids: [other] }), 'delete');
  denied(await as('clerk', 'PUT', '/user/pwd/reset', { userId: other, password: 'Other-2026-x' }), 'password');
  const picker = await as('clerk', 'GET', '/sys-user?seller=1&pageSize=100');
  expect(picker.text).toContain('colleague');
  expect(picker.text).not.toContain('roleIds');
});
test('nobody shows others or himself what he does not see: not by a role, a department or somebody else’s password', async () => {
  const { app } = chain;
  const role = async (dataScope: string, roleName: string): Promise<number> => {
    const id = await done(app.post('/role/copy', { roleId: 2, roleName, roleKey: `rows-${dataScope}` }));
    await done(app.put('/roledatascope', { roleId: id, dataScope }));
    return id;
  };
  const [all, department] = [await role('1', '看全部'), await role('3', '看部门')];
  const { userId, roleIds } = (await app.get(`/sys-user/${ids['colleague']}`)).body.data as {
    userId: number;
    roleIds: number[];
  };
  const BEYOND = { status: 403, body: { msg: '这样的角色和部门的数据权限范围超出你自己的' } };
  const edit = (body: object) => as('colleague', 'PUT', '/sys-user', body);
  expect(await edit({ userId, roleIds: [...roleIds, all] })).toMatchObject(BEYOND);
  expect(await edit({ userId, deptId: branch })).toMatchObject(BEYOND);
  expect(await edit({ userId, roleIds, deptId: 1, remark: '照旧' })).toMatchObject({ status: 200 });
  const newcomer = (username: string, more: object) =>
    as('colleague', 'POST', '/sys-user', {
      username,
      nickName: username,
      phone: '13800138000',
      email: 'a@example.com',
      password: 'Pearl-9041',
      deptId: 1,
      ...more,
    });
  expect(await newcomer('wide', { roleIds: [all] })).toMatchObject(BEYOND);
  expect(await newcomer('there', { roleIds: [department], deptId: branch })).toMatchObject(BEYOND);
  const made = await done(newcomer('here', { roleIds: [department] }));
  expect(await edit({ userId: made, roleIds: [all] })).toMatchObject(BEYOND);
  expect(await edit({ userId: made, deptId: branch })).toMatchObject(BEYOND);
  const reset = { userId: ids['head'], password: 'Other-2026-x' };
  const above = await as('colleague', 'PUT', '/user/pwd/reset', reset);
  expect([above.status, above.body.msg]).toEqual([403, '“head”的数据权限范围超出你自己的，请由权限更高的人修改']);
  await done(as('colleague', 'PUT', '/user/pwd/reset', { ...reset, userId: made }));
});
test('whoever sees some departments draws no other below them', async () => {
  const { app } = chain;
  await app.house.deps.master.query(sql.unsafe`
    UPDATE master.sys_role SET menu_ids = menu_ids || ARRAY(
      SELECT id FROM master.sys_menu WHERE permission LIKE 'admin:sysDept:%') WHERE role_name = 'chosen'`);
  const names = { sort: 1, leader: '李' };
  const other = await done(app.post('/dept', { parentId: 1, deptName: '南山部', ...names }));
  const rename = { parentId: 1, deptName: '罗湖一部', ...names };
  await expect.poll(async () => (await as('chosen', 'PUT', `/dept/${branch}`, rename)).status).toBe(200);
  const drawn = await as('chosen', 'PUT', `/dept/${other}`, { parentId: branch, deptName: '南山部', ...names });
  expect([drawn.status, drawn.body.msg]).toEqual([403, '只能在你的数据权限范围内移动部门']);
});

const Key = z.object({ permission: z.string() });
const WITHHELD = ['biz:cost:view', 'base:baseCustomer:pii', 'biz:bizCashReport:view'];
/** Of the customer. */
const NUMBER = '13800000001';
test('whoever has another shop, his own rows and no right to costs or numbers hears nothing of it by any GET: lists, files, histories, sums, logs (R145)', async () => {
  const { app, away, home, today } = chain;
  const { master } = app.house.deps;
  const keys = await master.anyFirst(sql.type(Key)`
    SELECT permission FROM master.sys_menu WHERE permission <> '' AND permission <> ALL (${sql.array(WITHHELD, 'text')})`);
  const roleId = await roleWith(app, keys);
  await master.query(sql.unsafe`UPDATE master.sys_role SET data_scope = '5' WHERE id = ${roleId}`);
  await app.addUser({ username: 'stray', roleIds: [roleId], lockShops: [away] });
  const token = await app.signIn('stray');
  const heard = await everyGet(app, token, { ids: Object.values(made), barcodes: [], shopIds: [home], today });
  expect(new Set(heard.filter(({ status }) => status === 200).map(({ path }) => path)).size).toBeGreaterThan(100);
  expect(heard.filter(({ status }) => status >= 500).map(({ where }) => where)).toEqual([]);
  const told = heard.filter(({ text }) => text.includes(SECRET) || text.includes(NUMBER));
  expect(told.map(({ where }) => where)).toEqual([]);
  // The same is there for whoever may see it.
  const own = await everyGet(
    app,
    tokens['colleague'] ?? '',
    { ids: [], barcodes: [], shopIds: [], today },
    '/biz-sell',
  );
  expect(own.some(({ text }) => text.includes(SECRET))).toBe(true);
}, 240_000);
