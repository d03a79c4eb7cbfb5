/** Print templates and template columns over HTTP (S2§2, §3, §6, §7), and what documents put on paper (R13). */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SAMPLE_LABEL } from 'services/contracts/print-fields';
import { readLayout } from 'services/contracts/print-layout';
import { labelProblems } from '../../root-config/src/print/label-rules.ts';
import { seedSystem } from '../../services/system/seeds/seed.ts';
import { seedMasterData } from '../../services/master-data/seed.ts';
import { TEMPLATE_SEEDS } from '../../services/master-data/templates/seed.ts';
import type { Reply, RequestOptions } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/base-print-template';
const COLUMNS = '/base-template-column';
const DRAWN = JSON.stringify({ version: 2, page: { width: 40, height: 20 }, elements: [] });
let chain: Chain;
beforeAll(async () => void (chain = await startChain()));
afterAll(() => chain.app.stop());

type Template = { readonly id: number; readonly name: string; readonly fileName: string; readonly isDefault: boolean };
const idOf = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const body = (name: string, change: Record<string, unknown> = {}) => ({
  kind: 'label',
  labelType: '',
  name,
  fileName: name,
  remark: '',
  ...change,
});
const created = async (name: string, change?: Record<string, unknown>): Promise<number> =>
  idOf(await chain.app.post(PATH, body(name, change)));
const listed = async (query: string): Promise<readonly Template[]> =>
  ((await chain.app.get(`${PATH}?pageSize=50&${query}`)).body.data as { list: Template[] }).list;
const named = async (name: string): Promise<Template & { readonly template: string }> =>
  (await chain.app.get(`${PATH}/by-name/${encodeURIComponent(name)}`)).body.data as Template & { template: string };
const problemsOf = (reply: Reply): unknown => {
  const { data } = reply.body;
  return Array.isArray(data) ? data : (data as { fields?: unknown })?.fields;
};
let lastRole = 500;
/** A user of a fresh role with these keys. */
const userWith = async (username: string, keys: readonly string[], shops: readonly number[] = []): Promise<string> => {
  const roleId = (lastRole += 1);
  await chain.app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
    SELECT ${roleId}, ${username}, ${username}, coalesce(array_agg(id), '{}') FROM master.sys_menu
    WHERE permission = ANY(${sql.array([...keys], 'text')})`);
  await chain.app.addUser({ username, roleIds: [roleId], lockShops: shops });
  return chain.app.signIn(username);
};

describe('templates', () => {
  test('each kind of paper has a seeded template, and the list narrows by kind, jewellery type and name', async () => {
    for (const kind of ['label', 'invoice', 'allocate', 'goodsReturn', 'check'])
      expect((await listed(`kind=${kind}`)).length, kind).toBeGreaterThan(0);
    const type = encodeURIComponent('戒指');
    await created('戒指小标签', { labelType: '戒指' });
    await created('项链小标签', { labelType: '项链' });
    const names = (await listed(`kind=label&labelType=${type}`)).map(({ name }) => name);
    expect(names).toContain('戒指小标签');
    expect(names).toContain('标准标签');
    expect(names).not.toContain('项链小标签');
    expect((await listed(`name=${encodeURIComponent('项链小')}`)).map(({ name }) => name)).toEqual(['项链小标签']);
  });

  test('a copy brings the design along and needs a file name of its own', async () => {
    const { template } = await named('标准标签');
    const id = await created('标准标签 副本', { template });
    expect(((await chain.app.get(`${PATH}/${id}`)).body.data as { template: string }).template).toBe(template);
    const again = await chain.app.post(PATH, body('别名', { fileName: '标准标签 副本', template }));
    expect(again).toMatchObject({ status: 409 });
    expect(problemsOf(again)).toEqual([{ path: 'fileName', message: '文件名称已存在' }]);
  });

  test('an invoice and other documents have no jewellery type', async () => {
    for (const kind of ['invoice', 'allocate', 'goodsReturn', 'check']) {
      const id = await created(`单据${kind}`, { kind, labelType: '戒指' });
      expect((await chain.app.get(`${PATH}/${id}`)).body.data).toMatchObject({ kind, labelType: '' });
    }
  });

  test('one default for each kind and type: the one before it gives way, also when two choose at once', async () => {
    const [first, second] = [
      await created('默认一', { labelType: '手镯' }),
      await created('默认二', { labelType: '手镯' }),
    ];
    const other = await created('默认三', { labelType: '吊坠' });
    expect(idOf(await chain.app.put(`${PATH}/default/${first}`, {}))).toBe(first);
    expect(idOf(await chain.app.put(`${PATH}/default/${other}`, {}))).toBe(other);
    await Promise.all([first, second, first, second].map((id) => chain.app.put(`${PATH}/default/${id}`, {})));
    const chosen = async (type: string) =>
      (await listed(`kind=label&labelType=${encodeURIComponent(type)}`))
        .filter(({ isDefault, name }) => isDefault && name.startsWith('默认'))
        .map(({ id }) => id);
    expect(await chosen('手镯')).toHaveLength(1);
    idOf(await chain.app.put(`${PATH}/default/${second}`, {}));
    expect(await chosen('手镯')).toEqual([second]);
    expect(await chosen('吊坠')).toEqual([other]);
    expect((await listed(`kind=label&labelType=${encodeURIComponent('手镯')}`))[0]).toMatchObject({ isDefault: true });
    idOf(await chain.app.put(`${PATH}/${second}`, body('默认二', { labelType: '项链' })));
    expect(await chosen('手镯')).toEqual([]);
    expect(await chain.app.put(`${PATH}/default/999999`, {})).toMatchObject({ status: 404 });
  });

  test('one that pieces were received with can neither be deleted nor take another file name or kind', async () => {
    const id = await created('在用标签');
    await chain.stock({ printTemplate: '在用标签' });
    const removed = await chain.app.del(PATH, { ids: [id] });
    expect(removed).toMatchObject({ status: 409, body: { msg: '该模板已有入库记录，不能删除' } });
    const renamed = await chain.app.put(`${PATH}/${id}`, body('在用标签', { fileName: '新文件名' }));
    expect(renamed).toMatchObject({ status: 409 });
    expect(problemsOf(renamed)).toEqual([{ path: 'fileName', message: '该模板已有入库记录，不能修改文件名称' }]);
    expect(problemsOf(await chain.app.put(`${PATH}/${id}`, body('在用标签', { kind: 'check' })))).toEqual([
      { path: 'kind', message: '该模板已有入库记录，不能修改模板类型' },
    ]);
    expect(
      await chain.app.put(`${PATH}/${id}`, body('在用标签', { name: '改个名称', fileName: '在用标签' })),
    ).toMatchObject({
      status: 200,
    });
    const free = await created('没用过');
    expect(await chain.app.del(PATH, { ids: [free, id] })).toMatchObject({ status: 409 });
    expect(await chain.app.get(`${PATH}/${free}`)).toMatchObject({ status: 200 });
    expect(await chain.app.del(PATH, { ids: [free] })).toMatchObject({ status: 200 });
  });

  test('a design is saved on what was seen, by whoever designs that kind of paper', async () => {
    const [label, check] = [await created('设计标签'), await created('设计盘点', { kind: 'check' })];
    const save = (id: number, options?: RequestOptions) =>
      chain.app.put(`${PATH}/update-template/${id}`, { id, template: DRAWN }, options);
    const clerk = await userWith('clerk', ['biz:bizGoodsIn:list']);
    const designer = await userWith('designer', ['biz:bizGoodsIn:printDesign']);
    expect(await save(label, { token: clerk })).toMatchObject({ status: 403 });
    expect(await save(check, { token: designer })).toMatchObject({
      status: 403,
      body: { msg: '无权设计这种打印模板' },
    });
    expect(await save(label, { token: designer, headers: { 'if-match': '"0"' } })).toMatchObject({ status: 200 });
    const changed = await chain.app.put(
      `${PATH}/update-template/${label}`,
      { template: DRAWN.replace('40', '50') },
      { headers: { 'if-match': '"0"' } },
    );
    expect(changed).toMatchObject({ status: 412, body: { msg: '别人已修改，请刷新后再保存' } });
    expect(await save(999_999)).toMatchObject({ status: 404 });
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}/${label}`],
      ['PUT', `${PATH}/default/${label}`],
      ['DELETE', PATH],
    ] as const)
      expect(
        await chain.app.call(method, path, { token: designer, body: { ...body('x'), ids: [label] } }),
      ).toMatchObject({
        status: 403,
      });
  });
});

test.each(TEMPLATE_SEEDS.filter(({ kind }) => kind === 'label'))(
  'the seeded $name keeps the rules for labels',
  (seed) => {
    const layout = readLayout(seed.template);
    expect(layout === null ? ['no layout'] : labelProblems(layout, SAMPLE_LABEL)).toEqual([]);
  },
);

test('a shipped paper that nobody changed becomes the one of this release; a changed one, and one that is somebody’s, stay', async () => {
  const { master } = chain.app.house.deps;
  const old = JSON.stringify({ version: 2, page: { width: 30, height: 15 }, elements: [] });
  const names = ['素金标签', '镶嵌标签', '玉石标签'] as const;
  const [untouched, changed, own] = names;
  for (const name of names) {
    await master.query(sql.unsafe`UPDATE master.print_template SET template = ${old} WHERE file_name = ${name}`);
  }
  const { id } = await named(changed);
  expect(await chain.app.put(`${PATH}/${id}`, body(changed, { remark: '店里改过' }))).toMatchObject({ status: 200 });
  expect(await chain.app.del(PATH, { ids: [(await named(own)).id] })).toMatchObject({ status: 200 });
  const mine = await created(own);
  const text = async (name: string): Promise<unknown> =>
    master.oneFirst(sql.unsafe`SELECT template FROM master.print_template WHERE file_name = ${name}`);
  const before = await text(own);
  await seedMasterData(master);
  expect(await text(untouched)).toBe(TEMPLATE_SEEDS.find(({ fileName }) => fileName === untouched)?.template);
  expect(await text(changed)).toBe(old);
  expect([await text(own), (await named(own)).id]).toEqual([before, mine]);
});

test('a page planted before it had a screen gets its address once; one that was taken away stays away', async () => {
  const { master } = chain.app.house.deps;
  const address = async (): Promise<unknown> =>
    master.oneFirst(sql.unsafe`SELECT path || ' ' || visible AS place FROM master.sys_menu WHERE id = 45`);
  const asBefore = sql.unsafe`UPDATE master.sys_menu SET path = '', component = '', visible = '1' WHERE id = 45`;
  const start = (): Promise<void> =>
    seedSystem(master, { dataDir: chain.app.dataDir, config: { adminPassword: undefined } });
  await master.query(asBefore);
  await master.query(sql.unsafe`DELETE FROM master.sys_seed WHERE name = 'menu-page:45'`);
  await start();
  expect(await address()).toBe('/admin/print-template 0');
  await master.query(asBefore);
  await start();
  expect(await address()).toBe(' 1');
});

test('a key that no call asks for any more leaves the menu and every role that has it', async () => {
  const { master } = chain.app.house.deps;
  await master.query(sql.unsafe`
    INSERT INTO master.sys_menu (id, parent_id, menu_type, title, menu_name, icon, path, component, permission, visible, sort)
    VALUES (3807, 38, 'F', '导出利润表', '', '', '', '', 'biz:financeProfit:export', '0', 7)`);
  await master.query(sql.unsafe`UPDATE master.sys_role SET menu_ids = menu_ids || 3807::int8 WHERE id = 6`);
  const roles = (): Promise<readonly number[]> =>
    master.oneFirst(
      sql.type(z.object({ menu_ids: z.array(z.int()) }))`SELECT menu_ids FROM master.sys_role WHERE id = 6`,
    );
  const before = await roles();
  await seedSystem(master, { dataDir: chain.app.dataDir, config: { adminPassword: undefined } });
  expect(await roles()).toEqual(before.filter((id) => id !== 3807).toSorted((a, b) => a - b));
  const left = await master.any(
    sql.unsafe`SELECT id FROM master.sys_menu WHERE permission = 'biz:financeProfit:export'`,
  );
  expect(left).toEqual([]);
});

describe('template columns', () => {
  test('every kind of document offers its fields in order, with Chinese names', async () => {
    for (const kind of ['goodsIn', 'sell', 'allocate', 'goodsReturn', 'check']) {
      const columns = (await chain.app.get(`${COLUMNS}/list?kind=${kind}`)).body.data as Record<string, unknown>[];
      expect(columns.length, kind).toBeGreaterThan(5);
      expect(columns.map(({ columnSort }) => columnSort)).toEqual(columns.map((_, index) => index + 1));
      expect(columns.every(({ columnComment }) => /\p{Script=Han}/u.test(String(columnComment)))).toBe(true);
    }
    expect(await chain.app.get(`${COLUMNS}/list`)).toMatchObject({ status: 422, body: { msg: '请指定单据类型' } });
  });
  test('a field stands once in a kind', async () => {
    const column = { kind: 'goodsIn', columnSort: 99, columnName: 'stoneColor', columnComment: '主石颜色' };
    const id = idOf(await chain.app.post(COLUMNS, column));
    const again = await chain.app.post(COLUMNS, column);
    expect(again).toMatchObject({ status: 409 });
    expect(problemsOf(again)).toEqual([{ path: 'columnName', message: '该单据类型下已有此字段' }]);
    idOf(await chain.app.post(COLUMNS, { ...column, kind: 'check' }));
    expect(await chain.app.del(COLUMNS, { ids: [id] })).toMatchObject({ status: 200 });
  });
});

describe('print data', () => {
  type Paper = { title: string; templateName: string; tables: Record<'master' | 'goods', Record<string, unknown>[]> };
  const paper = async (kind: string, id: number, options?: RequestOptions): Promise<Paper> => {
    const reply = await chain.app.get(`${PATH}/print-data/${kind}/${id}`, options);
    expect(reply, kind).toMatchObject({ status: 200 });
    return reply.body.data as Paper;
  };
  test('a label is its piece, under the template the piece was received with', async () => {
    const barcode = await chain.stock({ printTemplate: '标准标签' });
    const { list } = (await chain.app.get(`/biz-goods-in?barcode=${barcode}`)).body.data as { list: { id: number }[] };
    const id = list[0]?.id ?? 0;
    const { templateName, tables } = await paper('label', id);
    expect(templateName).toBe('标准标签');
    expect(tables.goods).toEqual([expect.objectContaining({ barcode, goldWeight: 3.215, shopName: '罗湖店' })]);
    const printer = await userWith('printer', ['biz:bizGoodsIn:print']);
    const [printed = {}] = (await paper('label', id, { token: printer })).tables.goods;
    expect(printed).toMatchObject({ barcode, sellPrice: 2238 });
    expect(printed).not.toHaveProperty('piceCost');
    expect(printed).not.toHaveProperty('goldCost');
    const away = await userWith('awayprinter', ['biz:bizGoodsIn:print'], [chain.away]);
    expect(await chain.app.get(`${PATH}/print-data/label/${id}`, { token: away })).toMatchObject({ status: 404 });
    const reader = await userWith('labelreader', ['biz:bizGoodsIn:list']);
    expect(await chain.app.get(`${PATH}/print-data/label/${id}`, { token: reader })).toMatchObject({ status: 403 });
  });
  test('a transfer, a return and a check: header, lines and the default template of their kind', async () => {
    const [one, two, three] = [await chain.stock(), await chain.stock(), await chain.stock()];
    const transfer = idOf(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: one }])));
    const back = idOf(
      await chain.app.post('/biz-goods-return', {
        supplierId: null,
        shopId: chain.home,
        returnAt: chain.today,
        remark: '瑕疵',
        bizGoodsList: [{ barcode: two }],
      }),
    );
    const check = idOf(
      await chain.app.post('/biz-check', {
        shopId: chain.home,
        checkAt: chain.today,
        type: '戒指',
        style: '',
        noFind: '',
        remark: '',
        bizGoodsList: [{ barcode: three, factNum: 1, scanNum: 1 }],
      }),
    );
    const sheet = await paper('allocate', transfer);
    expect(sheet).toMatchObject({ title: '调拨单', templateName: '调拨单' });
    expect(sheet.tables.master).toEqual([
      expect.objectContaining({
        no: `DB${transfer}`,
        outShopName: '罗湖店',
        inShopName: '南山店',
        printedBy: '管理员',
      }),
    ]);
    expect(sheet.tables.goods).toEqual([
      expect.objectContaining({ barcode: one, inNum: 1, inPrice: expect.stringMatching(/^\d+\.\d\d$/) }),
    ]);

    const returned = await paper('goodsReturn', back);
    expect(returned).toMatchObject({ title: '退货单', templateName: '退货单' });
    expect(returned.tables.goods).toEqual([expect.objectContaining({ barcode: two, returnNum: 1 })]);

    const counted = await paper('check', check);
    expect(counted.tables.master).toEqual([
      expect.objectContaining({ no: `PD${check}`, type: '戒指', factNum: 1, scope: '全部明细' }),
    ]);
    const states = ({ tables }: typeof counted) =>
      new Map(tables.goods.map((line) => [line['barcode'], line['stateName']]));
    expect(states(counted).get(three)).toBe('相符');
    expect([...states(counted).values()]).toContain('未盘');
    expect([...states(counted).values()]).not.toContain('缺失');
    expect((await chain.app.post(`/biz-check/${check}/finish`, {})).status).toBe(200);
    expect([...states(await paper('check', check)).values()]).toContain('缺失');

    const chosen = await created('调拨单竖版', { kind: 'allocate' });
    idOf(await chain.app.put(`${PATH}/default/${chosen}`, {}));
    expect((await paper('allocate', transfer)).templateName).toBe('调拨单竖版');
  });
  test('costs stay behind without their right, other shops and other papers are closed', async () => {
    const barcode = await chain.stock();
    const transfer = idOf(await chain.app.post('/biz-allocate', chain.transfer([{ barcode }])));
    const viewer = await userWith('viewer', ['biz:bizAllocate:view']);
    const [line = {}] = (await paper('allocate', transfer, { token: viewer })).tables.goods;
    expect(line).toMatchObject({ barcode });
    expect(line).not.toHaveProperty('inPrice');
    expect(line).not.toHaveProperty('outPrice');
    const third = idOf(await chain.app.post('/base-shop', { name: '福田店', status: '2', remark: '' }));
    const elsewhere = await userWith('elsewhere', ['biz:bizAllocate:view'], [third]);
    expect(await chain.app.get(`${PATH}/print-data/allocate/${transfer}`, { token: elsewhere })).toMatchObject({
      status: 404,
    });
    expect(await chain.app.get(`${PATH}/print-data/goodsReturn/${transfer}`, { token: viewer })).toMatchObject({
      status: 403,
    });
    expect(await chain.app.get(`${PATH}/print-data/check/${transfer}`)).toMatchObject({ status: 404 });
    expect(await chain.app.get(`${PATH}/print-data/poster/1`)).toMatchObject({ status: 404 });
  });
});
