/**
 * The generator over HTTP (S2§2.22, §5, §7; R124): its settings, and what is made of them. One file, because all parts
 * read one schema and write into one project, which are set up once.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toProject } from '../../services/generator/generating.ts';
import { startApp, type App } from '../support/app.ts';

let app: App;
let project: string;
beforeAll(async () => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-project-'));
  app = await startApp({ env: { GENERATOR: 'on', GENERATOR_PROJECT: project } });
  await app.house.deps.master.query(sql.unsafe`CREATE SCHEMA custom`);
  await app.house.deps.master.query(sql.unsafe`
    CREATE TABLE custom.demo_brand (id bigint PRIMARY KEY, brand_name varchar(60) NOT NULL, price numeric(10, 2))`);
  await app.house.deps.master.query(sql.unsafe`COMMENT ON TABLE custom.demo_brand IS '品牌表'`);
  await app.house.deps.master.query(sql.unsafe`CREATE TABLE custom.keyless (name text)`);
});
afterAll(async () => {
  await app.stop();
  fs.rmSync(project, { recursive: true, force: true });
});
type Info = { readonly list: readonly { columnId: number }[]; readonly info: object };
const free = async () => (await app.get('/db/tables/page?tableName=custom')).body.data;

test('a table is imported once, changed by what is said of it alone, and forgotten (S2§2.22/1)', async () => {
  expect(await free()).toMatchObject({
    count: 2,
    list: [{ tableName: 'custom.demo_brand', tableComment: '品牌表' }, {}],
  });
  const imported = await app.post('/sys/tables/info', { tables: 'custom.demo_brand' });
  expect(imported.status, imported.text).toBe(200);
  const [id] = imported.body.data as number[];
  expect(await free()).toMatchObject({ count: 1 });
  expect((await app.get('/sys/tables/page')).body.data).toMatchObject({ count: 1, list: [{ tableId: id }] });
  const read = await app.get(`/sys/tables/info/${id}`);
  const { list } = read.body.data as Info;
  expect(read.body.data).toMatchObject({
    info: { tableName: 'custom.demo_brand', tableComment: '品牌', className: 'DemoBrand', moduleName: 'demo-brand' },
    list: [
      { columnName: 'id', isPk: '1', isInsert: '0' },
      { columnName: 'brand_name', jsonField: 'brandName', isRequired: '1', queryType: 'LIKE' },
      { columnName: 'price', goType: 'float64', isRequired: '0' },
    ],
  });
  const columns = [{ columnId: list[2]?.columnId, columnComment: '价格', isList: false }];
  const headers = { 'if-match': '"0"' };
  expect((await app.put('/sys/tables/info', { tableId: id, remark: '试', columns }, { headers })).status).toBe(200);
  expect((await app.put('/sys/tables/info', { tableId: id }, { headers })).status).toBe(412);
  const again = await app.get(`/sys/tables/info/${id}`);
  expect(again.body.data).toMatchObject({
    info: { remark: '试', className: 'DemoBrand' },
    list: [{}, {}, { columnComment: '价格', isList: '0', isInsert: '1' }],
  });
  expect((await app.get('/gen/tabletree')).body.data).toMatchObject([{ tableId: id, columns: [{}, {}, {}] }]);
  expect((await app.del(`/sys/tables/info/${id},999`, undefined)).status).toBe(404);
  expect((await app.del(`/sys/tables/info/${id}`, undefined)).status).toBe(200);
  expect(await free()).toMatchObject({ count: 2 });
});

test('quoted names, tables elsewhere and those without a key are refused, whole imports with them (S2§2.22/1 S2§5/6)', async () => {
  for (const [tables, words] of [
    ['', '请选择要导入的表'],
    ['custom."x"', '只允许小写字母,例如 sys_demo 格式'],
    ['../x', '只允许小写字母,例如 sys_demo 格式'],
    ['master.sys_user', '数据库中没有表 master.sys_user'],
    ['custom.demo_brand,custom.keyless', '主键应为一个名为 id 的整数列'],
  ]) {
    const reply = await app.post(`/sys/tables/info?tables=${encodeURIComponent(tables!)}`, {});
    expect([reply.status, reply.body.msg]).toEqual([422, expect.stringContaining(words!)]);
  }
  expect((await app.get('/sys/tables/page')).body.data).toMatchObject({ count: 0 });
  const wrong = await app.put('/sys/tables/info', {
    tableId: 1,
    moduleName: '../x',
    className: 'demo',
    packageName: 'A',
  });
  expect(wrong.status).toBe(422);
  expect((wrong.body.data as { path: string }[]).map(({ path }) => path)).toEqual([
    'className',
    'packageName',
    'moduleName',
  ]);
});

test('nobody without a key of the generator sees or changes it', async () => {
  await app.addUser({ username: 'nobody', roleIds: [4] });
  const token = await app.signIn('nobody');
  for (const path of ['/sys/tables/page', '/db/tables/page', '/gen/tabletree'])
    expect((await app.get(path, { token })).status).toBe(403);
  expect((await app.post('/sys/tables/info', { tables: 'x' }, { token })).status).toBe(403);
});

const imported = async (tables = 'custom.demo_brand'): Promise<number> => {
  const reply = await app.post('/sys/tables/info', { tables });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as number[])[0]!;
};
const forgotten = (id: number) => app.del(`/sys/tables/info/${id}`, undefined);
const writes = ['toproject', 'todb', 'apitofile'];
const inProject = (): string[] =>
  fs
    .readdirSync(project, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(project, name)).isFile());

test('new files alone are written, the same once more changes nothing, and one that differs stops all of it (S2§7/3)', async () => {
  const id = await imported();
  const first = await app.get(`/gen/toproject/${id}?ischeckrole=true`);
  expect([first.status, first.body.msg]).toEqual([200, '已生成7个文件，重新启动后生效']);
  expect(inProject().toSorted()).toEqual((first.body.data as string[]).toSorted());
  expect((await app.get(`/gen/toproject/${id}`)).body).toMatchObject({ data: [], msg: '文件已在项目中，没有变化' });
  const screen = path.join(project, 'mfe-admin/src/custom/demo-brand/screen.tsx');
  fs.rmSync(path.join(project, 'tests'), { recursive: true });
  fs.appendFileSync(screen, '// mine\n');
  const refused = await app.get(`/gen/toproject/${id}`);
  expect([refused.status, refused.body.data]).toEqual([
    409,
    [{ path: 'mfe-admin/src/custom/demo-brand/screen.tsx', message: '已存在且内容不同' }],
  ]);
  expect(fs.existsSync(path.join(project, 'tests'))).toBe(false);
  expect(fs.readFileSync(screen, 'utf8')).toMatch(/\/\/ mine\n$/);
  await forgotten(id);
});

test('a link that leads out of the project is no place to write (S2§7/3)', async () => {
  const id = await imported();
  const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-elsewhere-'));
  fs.rmSync(path.join(project, 'projections'), { recursive: true, force: true });
  fs.symlinkSync(elsewhere, path.join(project, 'projections'));
  const reply = await app.get(`/gen/toproject/${id}`);
  expect([reply.status, reply.body.msg]).toEqual([422, expect.stringContaining('不能写入项目之外的位置')]);
  expect(fs.readdirSync(elsewhere)).toEqual([]);
  fs.rmSync(path.join(project, 'projections'));
  fs.rmSync(elsewhere, { recursive: true });
  await forgotten(id);
});

const menuRows = async (): Promise<readonly { title: string; permission: string }[]> =>
  app.house.deps.master.any(sql.unsafe`
    SELECT title, permission FROM master.sys_menu WHERE path = '/admin/custom/demo-brand' OR permission LIKE 'custom:%'
    ORDER BY id`) as never;
test('page and keys come into the menu once, by path and permission, and nobody is given them (S2§7/4)', async () => {
  const id = await imported();
  expect((await app.get(`/gen/todb/${id}`)).body.msg).toContain('已写入7条菜单');
  expect((await menuRows()).map(({ permission }) => permission)).toEqual([
    '',
    ...['list', 'add', 'edit', 'remove', 'export'].map((action) => `custom:demoBrand:${action}`),
  ]);
  const held = await app.house.deps.master.oneFirst(sql.unsafe`
    SELECT count(*)::int FROM master.sys_role AS r JOIN master.sys_menu AS m ON m.id = ANY (r.menu_ids)
    WHERE m.permission LIKE 'custom:%'`);
  expect(held).toBe(0);
  expect((await app.get(`/gen/todb/${id}`)).body).toMatchObject({ data: [], msg: '菜单已是最新，没有变化' });
  await app.put('/sys/tables/info', { tableId: id, functionName: '牌子' });
  expect((await app.get(`/gen/todb/${id}`)).body.data).toEqual(['牌子']);
  expect(await menuRows()).toHaveLength(6);
  const page = await app.house.deps.master.oneFirst(sql.unsafe`
    SELECT id FROM master.sys_menu WHERE path = '/admin/custom/demo-brand'`);
  expect((await app.get(`/menu/${String(page)}/history`)).body.data).toMatchObject([
    { by: 'admin', type: 'update', changes: { title: { after: '牌子' } } },
    { by: 'admin', type: 'insert', changes: { path: { after: '/admin/custom/demo-brand' } } },
  ]);
  const migration = await app.get(`/gen/apitofile/${id}`);
  expect(migration.body.data).toEqual(['services/master-data/custom-migrations/0001-demo-brand.ts']);
  expect((await app.get(`/gen/apitofile/${id}`)).body.data).toEqual([]);
  await app.put('/sys/tables/info', { tableId: id, functionName: "牌'子" });
  const [file] = (await app.get(`/gen/apitofile/${id}`)).body.data as string[];
  expect(fs.readFileSync(path.join(project, file!), 'utf8')).toContain(String.raw`牌\'\'子`);
  await forgotten(id);
});

test('all files are taken along as one zip (S2§7/4)', async () => {
  const id = await imported();
  const reply = await fetch(`${app.url}/api/v1/gen/gencode/${id}`, {
    headers: { authorization: `Bearer ${app.adminToken}` },
  });
  expect(reply.headers.get('content-disposition')).toContain('demo-brand.zip');
  // A zip names each of its files once more at its end.
  const named =
    Buffer.from(await reply.arrayBuffer())
      .toString('latin1')
      .split('PK\u0001\u0002').length - 1;
  expect(named).toBe(7);
  await forgotten(id);
});

test('checks and foreign keys come along; what needs a function of this database is left out (S2§5/6)', async () => {
  const { master } = app.house.deps;
  await master.query(sql.unsafe`CREATE TABLE public.demo_maker (id bigint PRIMARY KEY, maker_name text)`);
  await master.query(sql.unsafe`CREATE FUNCTION public.is_fine(text) RETURNS boolean LANGUAGE sql AS 'SELECT true'`);
  await master.query(sql.unsafe`
    CREATE TABLE custom.demo_bound (id bigint PRIMARY KEY, name text CONSTRAINT bound_fine CHECK (public.is_fine(name)),
      price numeric(10, 2) CONSTRAINT bound_price CHECK (price > 0 AND price < 100),
      maker_id bigint CONSTRAINT bound_maker REFERENCES public.demo_maker)`);
  await app.post('/sys/tables/info?tables=custom.demo_bound', {});
  const list = (await app.get('/sys/tables/page?tableName=demo_bound')).body.data as { list: { tableId: number }[] };
  const id = list.list[0]?.tableId ?? 0;
  const files = (await app.get(`/gen/preview/${id}`)).body.data as Record<string, string>;
  const [resource = ''] = Object.entries(files).flatMap(([name, text]) => (name.includes('resource') ? [text] : []));
  expect(resource).toContain(
    'ADD CONSTRAINT "bound_price" CHECK (((price > (0)::numeric) AND (price < (100)::numeric)));',
  );
  expect(resource).toContain(`to_regclass('"public"."demo_maker"') IS NOT NULL THEN`);
  expect(resource).toContain(
    'ADD CONSTRAINT "bound_maker" FOREIGN KEY ("maker_id") REFERENCES "public"."demo_maker" ("id");',
  );
  expect(resource).toContain('bound_price: () =>');
  expect(resource).not.toContain('is_fine');
  const migration = /sql: `([\s\S]*?)`,/.exec(resource)?.[1] ?? '';
  // Once more changes nothing, and in a fresh database it makes the same.
  const db = new pg.Client({ connectionString: master.configuration.connectionUri });
  await db.connect();
  await db.query('SET search_path = master');
  await db.query(migration);
  const constraints = () => db.query(`SELECT conname FROM pg_constraint WHERE conname LIKE 'bound_%' ORDER BY 1`);
  expect((await constraints()).rowCount).toBe(3);
  await db.query('DROP TABLE custom.demo_bound');
  await db.query(migration);
  expect((await constraints()).rows).toEqual([{ conname: 'bound_maker' }, { conname: 'bound_price' }]);
  await db.end();
  await forgotten(id);
});

test('what does not fit is refused before a line is written, and says why (S2§5/5 S2§5/6)', async () => {
  const id = await imported();
  const { list } = (await app.get(`/sys/tables/info/${id}`)).body.data as Info;
  const columnId = list[1]?.columnId;
  const price = list[2]?.columnId;
  const steps: readonly (readonly [object, string])[] = [
    [{ packageName: 'admin' }, '包名 admin 由系统使用'],
    [{ columns: [{ columnId, isInsert: false }] }, '列 brand_name 必填，应允许新增'],
    [{ columns: [{ columnId, jsonField: 'pageSize' }] }, '字段名 pageSize 已被占用'],
    [{ columns: [{ columnId, goType: 'int64' }] }, '不能当作 int64'],
    [{ columns: [{ columnId, fkTableName: 'master.shop' }] }, '列 brand_name 不能关联 master.shop'],
    [{ columns: [{ columnId, jsonField: 'shopId' }] }, '列 brand_name 的字段名 shopId 说的是编号'],
    [
      {
        columns: [
          { columnId: price, isQuery: 1, queryType: 'BETWEEN' },
          { columnId, jsonField: 'priceFrom' },
        ],
      },
      '重复',
    ],
    [{ tplCategory: 'tree', treeCode: 'id', treeParentCode: 'brand_name', treeName: 'brand_name' }, '整数列'],
  ];
  const before = (await app.get(`/sys/tables/info/${id}`)).body.data as { list: object[]; info: object };
  const { list: columns, info } = before;
  for (const [change, words] of steps) {
    for (const body of [
      { ...info, columns },
      { tableId: id, ...change },
    ])
      expect((await app.put('/sys/tables/info', body)).status, words).toBe(200);
    const reply = await app.get(`/gen/preview/${id}`);
    expect([reply.status, reply.body.msg], words).toEqual([409, expect.stringContaining(words)]);
  }
  expect((await app.put('/sys/tables/info', { ...info, columns })).status).toBe(200);
  expect((await app.get(`/gen/preview/${id}`)).status).toBe(200);
  await forgotten(id);
});

test('a dictionary or table that does not exist is refused at its field; tables of the house are linked (R157)', async () => {
  const id = await imported();
  const { list } = (await app.get(`/sys/tables/info/${id}`)).body.data as Info;
  const columnId = list[1]?.columnId;
  const said = async (column: object) => {
    const { status, body } = await app.put('/sys/tables/info', { tableId: id, columns: [{ columnId, ...column }] });
    return status === 200 ? 200 : body.data;
  };
  expect(await said({ dictType: 'nothing' })).toEqual([{ path: 'columns.0.dictType', message: '没有字典 nothing' }]);
  expect(await said({ dictType: 'goodsType' })).toBe(200);
  for (const fkTableName of ['custom.nothing', 'master.sys_role', 'master.config'])
    expect(await said({ fkTableName })).toEqual([
      { path: 'columns.0.fkTableName', message: `没有可以关联的表 ${fkTableName}` },
    ]);
  expect(await said({ fkTableName: 'custom.demo_brand', fkLabelId: 'id', fkLabelName: 'name' })).toEqual([
    { path: 'columns.0.fkLabelName', message: '表 custom.demo_brand 没有列 name' },
  ]);
  expect(await said({ fkTableName: 'master.shop' })).toBe(200);
  await forgotten(id);
});

test('columns are planned by their names as the house would, and defaults are kept (R157)', async () => {
  await app.house.deps.master.query(sql.unsafe`
    CREATE TABLE custom.demo_repair (id bigint PRIMARY KEY, shop_id bigint NOT NULL, customer_id integer, supplier_id bigint,
      user_id bigint, brand_id bigint, price numeric, work_fee numeric(10, 2) NOT NULL DEFAULT 5.50, amount integer,
      weight numeric(10, 3), stone_ct numeric, wechat_id text, grade text NOT NULL DEFAULT 'A', urgent boolean DEFAULT true)`);
  const id = await imported('custom.demo_repair');
  const { list } = (await app.get(`/sys/tables/info/${id}`)).body.data as Info;
  const wechat = list.find((one) => 'columnName' in one && one.columnName === 'wechat_id');
  expect(wechat).toMatchObject({ jsonField: 'wechatIdText' });
  expect(list[1]).toMatchObject({
    columnComment: '分店',
    fkTableName: 'master.shop',
    fkLabelId: 'id',
    fkLabelName: 'name',
  });
  const columns = list.map(({ columnId }) => ({ columnId, isQuery: true, queryType: 'EQ' }));
  expect((await app.put('/sys/tables/info', { tableId: id, columns })).status).toBe(200);
  const files = (await app.get(`/gen/preview/${id}`)).body.data as Record<string, string>;
  const file = (name: string): string => files[`template/${name}.template`] ?? '';
  for (const line of [
    "shopId: rowNumber('id', '分店不能为空')",
    "customerId: orNull(rowNumber('partnerId'))",
    "brandId: orNull(rowNumber('id'))",
    'price: orNull(money(',
    'workFee: orNull(money(10, 2))',
    'amount: orNull(money(9, 0))',
    'weight: orNull(grams(10, 3))',
    'stoneCt: orNull(carats(',
    'shopId: filterShop()',
  ])
    expect(file('contract.ts')).toContain(line);
  for (const line of ["kind: 'shop'", "path: '/base-customer'", "path: '/base-supplier'", "path: '/sys-user'"])
    expect(file('dialog.tsx')).toContain(line);
  for (const line of ['workFee: 5.5', "grade: 'A'", 'urgent: true', "kind: 'money'", "kind: 'weight'", "kind: 'carat'"])
    expect(file('dialog.tsx')).toContain(line);
  for (const line of ["money('price'", "weight('weight'", "carat('stoneCt'", "text('shopIdLabel'"])
    expect(file('screen.tsx')).toContain(line);
  expect(file('query.ts')).toContain('otherShop(query.shopId, user)');
  expect(file('resource.ts')).toContain("shops: ['shop_id']");
  await forgotten(id);
});

test('rows are divided by their makers only where the table can keep them', async () => {
  const { master } = app.house.deps;
  await master.query(
    sql.unsafe`CREATE TABLE custom.demo_odd (id bigint PRIMARY KEY, note_name text, created_by_id text)`,
  );
  const [id = 0] = (await app.post('/sys/tables/info', { tables: 'custom.demo_odd' })).body.data as number[];
  const resource = async () => {
    const { status, body } = await app.get(`/gen/preview/${id}`);
    return [status, status === 200 ? (body.data as Record<string, string>)['template/resource.ts.template'] : body.msg];
  };
  expect(await resource()).toEqual([200, expect.not.stringContaining('scoped')]);
  expect((await app.put('/sys/tables/info', { tableId: id, isDataScope: '1' })).status).toBe(200);
  expect(await resource()).toEqual([409, expect.stringContaining('数据权限要用列 created_by_id')]);
  await master.query(
    sql.unsafe`ALTER TABLE custom.demo_odd DROP COLUMN created_by_id, ADD COLUMN created_by_id bigint`,
  );
  expect(await resource()).toEqual([200, expect.stringContaining('scoped: true')]);
  await forgotten(id);
});

test('nothing is written where the generator is off, by nobody without its key, and for no table that is not there (S2§7/3)', async () => {
  const id = await imported();
  const token = await app.signIn('nobody');
  for (const call of [...writes, 'preview', 'gencode']) {
    expect((await app.get(`/gen/${call}/${id}`, { token })).status, call).toBe(403);
    expect((await app.get(`/gen/${call}/999`)).status, call).toBe(404);
  }
  await forgotten(id);
  const off = await toProject(
    app.house.deps.master,
    { ...app.house.deps.installation, generator: false, projectDir: project },
    id,
  );
  expect(off).toMatchObject({ kind: 'forbidden', message: '生成器未启用' });
});
