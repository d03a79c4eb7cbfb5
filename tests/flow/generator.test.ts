/** The generator's settings over HTTP (S2§2.22, §5, §7; R124). */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
  await app.house.deps.master.query(sql.unsafe`CREATE SCHEMA custom`);
  await app.house.deps.master.query(sql.unsafe`
    CREATE TABLE custom.demo_brand (id bigint PRIMARY KEY, brand_name varchar(60) NOT NULL, price numeric(10, 2))`);
  await app.house.deps.master.query(sql.unsafe`COMMENT ON TABLE custom.demo_brand IS '品牌表'`);
  await app.house.deps.master.query(sql.unsafe`CREATE TABLE custom.keyless (name text)`);
});
afterAll(() => app.stop());
type Info = { readonly list: readonly { columnId: number }[]; readonly info: object };
const free = async () => (await app.get('/db/tables/page?tableName=custom')).body.data;

test('a table is imported once, changed by what is said of it alone, and forgotten', async () => {
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

test('quoted names, tables elsewhere and those without a key are refused, whole imports with them', async () => {
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
