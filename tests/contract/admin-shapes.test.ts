/**
 * The administration as an unchanged console calls it: every path with the form that its screens give it, against the
 * shape that they read. The house runs as it would for such a console: the HTTP status is always 200, `code` speaks (R103).
 * One file, though long: its last test counts the calls that all others made of one house.
 */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { dayOf } from 'services/contracts/dates';
import { startApp, type App, type Method, type RequestOptions } from '../support/app.ts';
import { allRoutes } from '../support/routes.ts';
import { ADMINISTRATION, EXPORTS, WIRE, matches } from './admin-calls.ts';
import { LIST, READS } from './admin-reads.ts';
import { RESOURCES } from './admin-resources.ts';
import * as shapes from './admin-shapes.ts';

let app: App;
/** `GET /sys-user/1`: what was asked, without its query. */
const asked = new Set<string>();
const noted = (house: App): App => {
  const call: App['call'] = (method, path, options) => {
    asked.add(`${method} ${path.split('?')[0]}`);
    return house.call(method, path, options);
  };
  return {
    ...house,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    put: (path, body, options) => call('PUT', path, { ...options, body }),
    del: (path, body, options) => call('DELETE', path, { ...options, body }),
  };
};
beforeAll(async () => {
  app = noted(await startApp({ env: { STATUS_IN_BODY: 'on' } }));
  const { master } = app.house.deps;
  await master.query(sql.unsafe`CREATE SCHEMA custom`);
  await master.query(sql.unsafe`CREATE TABLE custom.demo_brand (id bigint PRIMARY KEY, brand_name varchar(60))`);
  await master.query(sql.unsafe`CREATE TABLE custom.demo_maker (id bigint PRIMARY KEY, maker_name varchar(60))`);
  await master.query(sql.unsafe`
    INSERT INTO master.job_run (job_id, job_name, invoke_target, due_at, start_at, status, output)
    VALUES (1, '每夜自检', 'NightlyRecount', now(), now(), '0', '')`);
  await app.post('/post', { postName: '岗', postCode: 'GANG', sort: 1 });
  await app.post('/base-shop', { name: '店', status: '2' });
});
afterAll(() => app.stop());

const CHINESE = /[一-鿿]/;
/** What the console's own client does: whatever is not `code` 200 in an answer of status 200 is a failure. */
const ask = async (method: Method, path: string, options: RequestOptions = {}) => {
  const reply = await app.call(method, path, options);
  expect([reply.status, reply.body.code], `${method} ${path}: ${reply.text}`).toEqual([200, 200]);
  expect(reply.body.msg).toMatch(CHINESE);
  return reply.body;
};
const read = async <Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> => {
  const parsed = shape.safeParse((await ask('GET', path)).data);
  expect(parsed.success ? [] : parsed.error.issues, path).toEqual([]);
  return parsed.data as z.output<Shape>;
};
const xlsx = async (path: string): Promise<void> => {
  const { status, headers } = await app.get(path);
  expect([status, headers.get('content-type')], path).toEqual([200, expect.stringContaining('spreadsheetml')]);
};

describe('a console writes', () => {
  test.each(RESOURCES)('$path: a form, the record echoed, a list of numbers', async (resource) => {
    const { path, id: name, shape, form, change, inBody } = resource;
    const id = shapes.created.parse((await ask('POST', path, { body: form })).data);
    const record = (await read(`${path}/${id}`, shape)) as Record<string, unknown>;
    expect(record[name]).toBe(id);
    const whole = (await ask('GET', `${path}/${id}`)).data as object;
    await ask('PUT', inBody ? path : `${path}/${id}`, { body: { ...whole, ...change } });
    await read(`${path}/${id}`, shape);
    await ask('DELETE', path, { body: { ids: [id] } });
    expect((await app.get(`${path}/${id}`)).body.code).toBe(404);
  });

  test('switches, scopes and passwords by their named fields, whatever else comes along (S2§7/6)', async () => {
    const form = {
      nickName: '换',
      password: 'First-2026',
      phone: '13800138000',
      email: 'a@b.cn',
      deptId: 1,
      roleId: 4,
    };
    const userId = shapes.created.parse((await ask('POST', '/sys-user', { body: { ...form, username: 'turn' } })).data);
    const user = (await ask('GET', `/sys-user/${userId}`)).data as object;
    await ask('PUT', '/user/status', { body: { ...user, nickName: '不', status: '1' } });
    expect((await ask('GET', `/sys-user/${userId}`)).data).toMatchObject({ nickName: '换', status: '1' });
    await ask('PUT', '/user/pwd/reset', { body: { userId, password: 'Second-2026' } });
    const role = (await ask('GET', '/role/4')).data as object;
    await ask('PUT', '/roledatascope', { body: { ...role, roleName: '不', dataScope: '2', deptIds: [1] } });
    await ask('PUT', '/role-status', { body: { roleId: 4, status: '1' } });
    const after = { roleName: '营业员', dataScope: '2', deptIds: [1], status: '1' };
    expect((await ask('GET', '/role/4')).data).toMatchObject(after);
    expect((await read('/roleDeptTreeselect/4', shapes.deptTicks)).checkedKeys).toEqual([1]);
    await ask('PUT', '/role-status', { body: { roleId: 4, status: 2 } });
    // The dialog of the role that may everything sends no menus.
    const first = (await ask('GET', '/role/1')).data as object;
    await ask('PUT', '/role/1', { body: { ...first, menuIds: [] } });
    const { user: own } = await read('/user/profile', shapes.profile);
    const mine = { ...own, phone: '13900139000', email: 'x@y.cn', oldPassword: '', newPassword: '' };
    for (const path of ['/sys-user', '/sys-user/profile']) await ask('PUT', path, { body: mine });
    const wrong = await app.put('/user/pwd/set', { oldPassword: 'no', newPassword: 'Third-2026' });
    expect([wrong.status, wrong.body.code]).toEqual([200, 422]);
  });

  test('what an edit leaves out stays as it is (S2§7/6)', async () => {
    const parts: readonly (readonly [path: string, form: object, edit: object])[] = [
      ['/post', { postName: '半', postCode: 'BAN', sort: 3, status: 1, remark: '记' }, { postName: '全' }],
      ['/dept', { parentId: 1, deptName: '半', sort: 3, leader: '人', phone: '13800138000', status: 1 }, { sort: 4 }],
      ['/dict/type', { dictName: '半', dictType: 'half', status: 1, remark: '记' }, { status: 2 }],
      [
        '/dict/data',
        {
          dictType: 'sys_user_sex',
          dictLabel: '半',
          dictValue: '8',
          dictSort: 3,
          cssClass: 'a',
          isDefault: 'Y',
          status: 1,
        },
        { remark: '记' },
      ],
    ];
    for (const [path, form, edit] of parts) {
      const id = shapes.created.parse((await ask('POST', path, { body: form })).data);
      const { updatedAt: _, ...before } = (await ask('GET', `${path}/${id}`)).data as Record<string, unknown>;
      await ask('PUT', `${path}/${id}`, { body: edit });
      const wanted = Object.fromEntries(
        Object.entries(edit).map(([name, value]) => [name, name === 'status' ? '2' : value]),
      );
      expect((await ask('GET', `${path}/${id}`)).data).toMatchObject({ ...before, ...wanted });
      await ask('DELETE', path, { body: { ids: [id] } });
    }
  });

  test('deletes by numbers, by their texts, or by a list with commas (S2§7/6)', async () => {
    const made: number[] = [];
    for (const name of ['一', '二', '三', '四']) {
      const form = { postName: name, postCode: name, sort: 0, status: 2 };
      made.push(shapes.created.parse((await ask('POST', '/post', { body: form })).data));
    }
    const [first, second, third, fourth] = made;
    await ask('DELETE', '/post', { body: { ids: [String(first)] } });
    await ask('DELETE', '/post', { body: { ids: `${second},${third}` } });
    await ask('DELETE', `/post?ids=${fourth}`);
    expect((await ask('GET', '/post?pageSize=1000')).data).toMatchObject({ count: 1 });
  });

  test('all settings back as they were answered, a job started and stopped, an interface with its title', async () => {
    const settings = await read('/set-config', shapes.settings);
    const body = Object.entries(settings).map(([configKey, configValue]) => ({ configKey, configValue }));
    await ask('PUT', '/set-config', { body });
    for (const step of ['start', 'remove']) await ask('GET', `/job/${step}/3`);
    const record = (await ask('GET', '/sys-api/1')).data as object;
    await ask('PUT', '/sys-api/1', { body: { ...record, handle: 'x', type: 'BUS', title: '形' } });
    expect(await read('/sys-api/1', shapes.api)).toMatchObject({ title: '形', type: 'SYS' });
    expect((await ask('GET', `/sys-api${LIST}&type=${encodeURIComponent('暂无')}`)).data).toMatchObject({ count: 0 });
  });

  test('a table is imported by its parameters, edited with what the page adds, forgotten by a list', async () => {
    await ask('POST', '/sys/tables/info?tables=custom.demo_brand');
    const { list } = await read(`/sys/tables/page${LIST}`, shapes.page(shapes.genTable));
    const { tableId } = shapes.genTable.parse(list[0]);
    const { list: columns, info } = await read(`/sys/tables/info/${tableId}`, shapes.genInfo);
    const edited = columns.map((column) => ({ ...column, isRequired: false, fkCol: [], isList: '0' }));
    const flags = { isDataScope: true, isActions: 1, isAuth: false };
    await ask('PUT', '/sys/tables/info', { body: { ...info, columns: edited, params: { treeCode: '' }, ...flags } });
  });
});

describe('a console reads', () => {
  test.each(READS)('%s', async (path, shape) => void (await read(path, shape)));

  test('column settings of a category as they were saved, and what a document puts on paper: these fields and no others (S2§7/7)', async () => {
    const [path, dictValue] = ['/base-data/type-template', '戒指'];
    const expandData = '{"hidden":["spec"]}';
    await ask('PUT', path, { body: { dictValue, expandData } });
    const one = await read(`${path}?dictValue=${encodeURIComponent(dictValue)}`, shapes.typeTemplate);
    expect(one).toMatchObject({ dictType: 'goodsType', dictValue, expandData });
    const all = await read(path, shapes.typeTemplates);
    expect(all).toContainEqual({ dictType: 'goodsType', dictValue, dictLabel: dictValue, expandData });
    const customer = { name: '形', mobile: '13800138000', status: '2' };
    const customerId = shapes.created.parse((await ask('POST', '/base-customer', { body: customer })).data);
    const [shop] = await read('/base-shop/tree', shapes.nodes);
    const deposit = {
      customerId,
      shopId: shop?.id,
      depositAt: dayOf(new Date()),
      account: '定金',
      kind: '1',
      amount: 100,
      seller: 'admin',
      balanceList: [{ balance: '现金', amount: 100 }],
    };
    const id = shapes.created.parse((await ask('POST', '/biz-deposit', { body: deposit })).data);
    const paper = await read(`/base-print-template/print-data/deposit/${id}`, shapes.printData);
    expect(paper).toMatchObject({ title: '定金储值单', tables: { master: [{ amount: '100.00' }] } });
  });
  test('the captcha and the monitor beside code, not in data', async () => {
    const captcha = z.object({ data: z.string().startsWith('data:image/'), id: z.string().min(1) });
    captcha.parse(await ask('GET', '/captcha', { token: null }));
    const monitor = await ask('GET', '/server-monitor');
    expect(shapes.monitor.safeParse(monitor).error?.issues).toBeUndefined();
    expect('data' in monitor).toBe(false);
  });
  test('sheets of its exports and templates', async () => {
    for (const list of EXPORTS) await xlsx(`${list}/export?dictType=sys_user_sex`);
    for (const name of ['import-template', 'importTemplate']) await xlsx(`/sys-user/${name}`);
  });
  test('a menu of components that it has, at most two levels, under its own names (S2§2/1)', async () => {
    type Route = { component: string; menuName: string; path: string; children: Route[] };
    const roots = (await read('/menurole', z.array(shapes.routeTree))) as Route[];
    expect(roots.every(({ component }) => component === 'Layout')).toBe(true);
    const pages = roots.flatMap(({ children }) => children);
    expect(pages.every(({ children }) => children.length === 0)).toBe(true);
    const views = pages.map(({ component }) => component);
    for (const name of ['sys-user', 'sys-role', 'sys-menu', 'sys-dept', 'sys-post', 'dict', 'sys-config', 'sys-api'])
      expect(views).toContain(`/admin/${name}/index`);
    expect(views).toEqual(
      expect.arrayContaining([
        '/admin/dict/data',
        '/admin/sys-login-log/index',
        '/admin/sys-oper-log/index',
        '/schedule/index',
        '/schedule/log',
        '/sys-tools/monitor',
        '/dev-tools/gen/index',
        '/dev-tools/build/index',
      ]),
    );
    expect(new Set(pages.map(({ menuName }) => menuName)).size).toBe(pages.length);
    const added = { parentId: 60, menuType: 'C', title: '形', sort: 99, path: '/shape', menuName: 'Shape' };
    await ask('POST', '/menu', { body: { ...added, component: '/admin/sys-post/index' } });
    await ask('POST', '/menu', { body: { ...added, component: '/none/index', menuName: 'None' } });
    const names = ((await read('/menurole', z.array(shapes.routeTree))) as Route[]).flatMap(({ children }) =>
      children.map(({ menuName }) => menuName),
    );
    expect([names.includes('Shape'), names.includes('None')]).toEqual([true, false]);
  });
});

describe('a console signs in and out', () => {
  test('its token lies beside code, and ends with the session', async () => {
    await app.addUser({ username: 'console', roleIds: [4] });
    const body = { username: 'console', password: 'Secret-1', rememberMe: false, code: '', uuid: '' };
    const opened = await ask('POST', '/login', { body, token: null });
    const { token } = z.object({ token: z.string().min(20), expire: z.iso.datetime({ offset: true }) }).parse(opened);
    z.object({ token: z.string().min(20) }).parse(await ask('GET', '/refresh_token', { token }));
    await ask('POST', '/logout', { token });
    const after = await app.get('/getinfo', { token });
    expect([after.status, after.body.code]).toEqual([200, 401]);
  });
  test('every refusal has status 200 and says its own in code; the numbers of the house keep it (S2§7/5)', async () => {
    const wrong = { username: 'console', password: 'wrong', code: '', uuid: '' };
    const seller = await app.signIn('console');
    const codes = async (...replies: Promise<{ status: number; body: { code?: number } }>[]) =>
      (await Promise.all(replies)).map(({ status, body }) => [status, body.code]);
    const bad = { body: '{', headers: { 'content-type': 'application/json' } };
    expect(
      await codes(
        app.post('/login', wrong, { token: null }),
        app.get('/getinfo', { token: null }),
        app.get('/role', { token: seller }),
        app.get('/nothing'),
        app.call('POST', '/post', bad),
        app.post('/sys-user', {}),
        app.del('/role', { ids: [1] }),
      ),
    ).toEqual([422, 401, 403, 404, 400, 422, 409].map((code) => [200, code]));
    const numbers = (await app.get('/metrics')).text;
    expect(numbers).toMatch(/route="\/api\/v1\/login",status="422"/);
  });
});

describe('beside the API', () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = (field: string, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(picture)): FormData => {
    const made = new FormData();
    made.append(field, new Blob([bytes], { type: 'image/png' }), 'blob');
    return made;
  };
  test('a portrait: its path without a slash where it is sent, with one where it is read; the file is there', async () => {
    const sent = z
      .string()
      .startsWith('static/uploadfile/')
      .parse((await ask('POST', '/user/avatar', { body: form('upload[]') })).data);
    expect((await ask('GET', '/getinfo')).data).toMatchObject({ avatar: `/${sent}` });
    expect((await app.get(`/${sent}`)).headers.get('content-type')).toContain('image/');
    const uploaded = shapes.picture.parse((await ask('POST', '/public/uploadFile', { body: form('file') })).data);
    expect([uploaded.path, uploaded.full_path].every((path) => path.startsWith('/static/uploadfile/'))).toBe(true);
  });
  test('an import outside /api/v1 is judged like any other', async () => {
    for (const path of ['/api/v1/system/user/importData', '/system/user/importData']) {
      const reply = await app.post(`${path}?updateSupport=0`, form('file'));
      expect([reply.status, reply.body.code], path).toEqual([200, 415]);
    }
  });
  test('the documentation stands at the address that it knows, and may be framed (S2§7/8)', async () => {
    const reply = await app.get('/swagger/admin/index.html');
    expect([reply.status, reply.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN']);
    expect(reply.headers.get('content-type')).toContain('text/html');
  });
  test('the live log opens with the token in its address and closes by a call (S2§7/8)', async () => {
    const at = app.url.replace('http', 'ws');
    const socket = new WebSocket(`${at}/ws/5f1e8a52-0000-4000-8000-000000000000/log?token=${app.adminToken}`);
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await ask('GET', '/wslogout/5f1e8a52-0000-4000-8000-000000000000/log');
    await closed;
  });
});

describe('the table of calls', () => {
  test('every list of the administration that goes out is among the sheets (S2§7/7)', () => {
    const lists = allRoutes().flatMap(({ method, path }) =>
      method === 'GET' && path.endsWith('/export') && ADMINISTRATION.test(path)
        ? [path.slice(0, -'/export'.length)]
        : [],
    );
    expect(EXPORTS.toSorted()).toEqual(lists.toSorted());
  });
  test('none of its calls was left out above (S2§7/7)', () => {
    const calls = Object.values(WIRE).flat();
    expect(calls).toHaveLength(71 + EXPORTS.length);
    expect(calls.filter((call) => ![...asked].some((heard) => matches(call, heard)))).toEqual([]);
  });
});
