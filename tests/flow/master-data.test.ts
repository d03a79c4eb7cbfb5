import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NET_WORDS_SQL, OWED_WORDS_SQL } from '../../services/master-data/tables.ts';
import { PLAIN_PHONES_SQL } from '../../services/master-data/plain-phones.ts';
import { fieldsOf, openHouse, type House, type Reply, type Row } from './master-data-house.ts';

let house: House;
let send: House['send'];
let listOf: House['listOf'];
beforeAll(async () => {
  house = await openHouse();
  ({ send, listOf } = house);
});
afterAll(() => house.close());

/** As an upgrade runs it. */
const migrated = async (...steps: readonly string[]): Promise<void> => {
  const db = new pg.Client({ connectionString: house.pool.configuration.connectionUri });
  await db.connect();
  for (const step of steps) await db.query(step);
  await db.end();
};
const shop = (name: string) => ({ name, status: '2', remark: '' });
const supplier = { name: '周氏珠宝', contract: '王经理', mobile: '0755-25112345', status: 2, grade: 'A' };
const customer = (name: string, mobile: string) => ({ name, mobile, status: '2' });

type Case = {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly changed: Record<string, unknown>;
  readonly wrong: Record<string, readonly [unknown, string]>;
};
const tooLong = '长'.repeat(1000);
const cases: Case[] = [
  {
    path: '/base-shop',
    body: shop('罗湖店'),
    changed: { ...shop('罗湖旗舰店'), remark: '旗舰' },
    wrong: { name: ['', '分店名称不能为空'], status: ['', '状态不能为空'], remark: [tooLong, '最多200个字'] },
  },
  {
    path: '/base-supplier',
    body: supplier,
    changed: { ...supplier, addr: '水贝一路', status: '1' },
    wrong: {
      name: [null, '供应商名称不能为空'],
      contract: ['', '联系人不能为空'],
      mobile: ['', '联系电话不能为空'],
      status: ['9', '状态不正确'],
      qq: [tooLong, '最多20个字'],
      weichat: [tooLong, '最多50个字'],
      addr: [tooLong, '最多200个字'],
      grade: [tooLong, '最多20个字'],
      remark: ['坏\0', '含有不能保存的字符'],
    },
  },
  {
    path: '/base-customer',
    body: customer('韩梅梅', '13900139000'),
    changed: { ...customer('韩梅梅', '13900139000'), vip: 'V001', contract: '金卡会员', remark: '💍 <b>老客户</b>' },
    wrong: {
      name: [' ', '客户名称不能为空'],
      mobile: ['abc', '电话格式不正确，请输入5到20位数字'],
      status: [undefined, '状态不能为空'],
      contract: [tooLong, '最多20个字'],
      vip: [tooLong, '最多40个字'],
      contracter: [tooLong, '最多50个字'],
      addr: [tooLong, '最多200个字'],
    },
  },
  {
    path: '/dict/type',
    body: { dictName: '配送方式', dictType: 'sys_delivery', status: '2' },
    changed: { dictName: '配送方式', status: 1, remark: '停用' },
    wrong: { dictName: ['', '名称不能为空'], dictType: ['', '类型不能为空'], status: [null, '状态不能为空'] },
  },
  {
    path: '/base-dict-data',
    body: { dictType: 'goodsType', dictLabel: '发簪', dictValue: '发簪', dictSort: 99, status: '2' },
    changed: { dictLabel: '发簪', dictSort: 50, status: '1', remark: '改了' },
    wrong: {
      dictType: ['', '不能为空'],
      dictLabel: ['', '数据标签不能为空'],
      dictValue: ['', '数据键值不能为空'],
      dictSort: [-1, '不能小于0'],
      status: ['', '状态不能为空'],
      expandData: ['{', '列设置不是有效的JSON'],
    },
  },
  {
    path: '/base-print-template',
    body: {
      kind: 'label',
      name: '小标签',
      fileName: '小标签',
      template: { page: { width: 40, height: 20 }, elements: [] },
    },
    changed: { kind: 'invoice', labelType: '戒指', name: '小标签', fileName: '小标签' },
    wrong: {
      kind: ['', '模板类型不能为空'],
      name: ['', '模板名称不能为空'],
      fileName: ['', '文件名称不能为空'],
      template: ['<b>', '模板内容不是有效的JSON'],
    },
  },
  {
    path: '/base-template-column',
    body: { kind: 'goodsIn', columnSort: 30, columnName: 'spec', columnComment: '规格' },
    changed: { kind: 'goodsIn', columnSort: 31, columnName: 'spec', columnComment: '规格型号' },
    wrong: { kind: ['', '单据类型不能为空'], columnName: ['', '字段名称不能为空'], columnSort: [1.5, '请输入整数'] },
  },
  {
    path: '/config',
    body: { configName: '测试', configKey: 'test_key', configValue: '1', isFrontend: 2 },
    changed: { configName: '测试', configKey: 'test_key', configValue: '2', isFrontend: '1' },
    wrong: {
      configName: ['', '参数名称不能为空'],
      configKey: ['', '参数键名不能为空'],
      configValue: ['', '参数键值不能为空'],
      isFrontend: [null, '是否前台显示不能为空'],
    },
  },
];

describe.each(cases)('$path', ({ path, body, changed, wrong }) => {
  test.each(Object.entries(wrong))('%s is checked and named (S1§5/23)', async (field, [value, message]) => {
    const reply = await send('POST', path, { body: { ...body, [field]: value } });
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply)).toEqual({ [field]: message });
  });

  test('is created once, edited by whoever saw the last state, and deleted (S0§7/20 S0§7/30 S1§7/18)', async () => {
    const key = randomUUID();
    const created = await send('POST', path, { body, key });
    expect(created).toMatchObject({ status: 200, data: expect.any(Number) });
    expect((await send('POST', path, { body, key })).data).toBe(created.data);

    const at = `${path}/${created.data}`;
    const seen = await send('GET', at);
    expect(seen.status).toBe(200);
    expect(seen.etag).toBe('"0"');
    expect((await send('PUT', at, { body: changed, ifMatch: '"0"' })).etag).toBe('"1"');
    expect((await send('PUT', at, { body: changed })).etag).toBe('"1"');
    expect(await send('PUT', at, { body, ifMatch: '"0"' })).toMatchObject({
      status: 412,
      msg: '别人已修改，请刷新后再保存',
    });
    const expected = { ...changed, ...('status' in changed ? { status: String(changed['status']) } : {}) };
    if (path === '/base-print-template') Object.assign(expected, { labelType: '' });
    expect((await send('GET', at)).data).toMatchObject(expected);

    expect((await send('DELETE', path, { body: { ids: [created.data, 999_999_999] } })).status).toBe(404);
    expect((await send('DELETE', path, { body: { ids: [created.data] }, ifMatch: '0' })).status).toBe(412);
    expect((await send('DELETE', `${path}?ids=${created.data}`)).status).toBe(200);
    expect((await send('GET', at)).status).toBe(404);
    const changes = await house.pool.anyFirst(sql.unsafe`
      SELECT action FROM master.change_log WHERE row_id = ${String(created.data)} ORDER BY id`);
    expect(changes).toEqual(['insert', 'update', 'delete']);
  });

  test('asks for the right to write', async () => {
    expect((await send('POST', path, { body, as: 'clerk' })).status).toBe(403);
    expect((await send('PUT', `${path}/1`, { body, as: 'clerk' })).status).toBe(403);
    expect((await send('DELETE', path, { body: { ids: [1] }, as: 'clerk' })).status).toBe(403);
  });
});

describe('shops', () => {
  test('a locked user sees and edits the own shop only (R13)', async () => {
    const mine = (await send('POST', '/base-shop', { body: shop('南山店') })).data;
    const other = (await send('POST', '/base-shop', { body: shop('福田店') })).data;
    const as = `locked-${mine}`;
    expect((await send('GET', '/base-shop/tree', { as })).data).toEqual([{ id: mine, label: '南山店', children: [] }]);
    expect((await send('GET', '/base-shop', { as })).data).toMatchObject({ count: 1 });
    expect((await send('GET', `/base-shop/${other}`, { as })).status).toBe(404);
    expect((await send('PUT', `/base-shop/${other}`, { body: shop('x'), as })).status).toBe(403);
    expect((await send('DELETE', '/base-shop', { body: { ids: [mine, other] }, as })).status).toBe(409);
    expect((await send('POST', '/base-shop', { body: shop('x'), as })).status).toBe(403);
    expect((await send('POST', '/base-shop', { body: shop('南山店') })).msg).toBe('分店名称“南山店”已存在');
  });
});

describe('customers', () => {
  test('one telephone is one customer, however it is written (S1§5/6)', async () => {
    await send('POST', '/base-customer', { body: customer('欧阳娜娜', '13700137000') });
    const again = await send('POST', '/base-customer', { body: customer('娜娜', '+86 137-0013-7000') });
    expect(again).toMatchObject({ status: 409, msg: '该手机号已登记为客户欧阳娜娜' });
    for (const written of ['008613700137000', '0086-137-0013-7000', '86-13700137000', '\u202D137 0013 7000\u202C']) {
      const other = await send('POST', '/base-customer', { body: customer('娜娜', written) });
      expect(other, written).toMatchObject({ status: 409, msg: '该手机号已登记为客户欧阳娜娜' });
      const found = await listOf(`/base-customer?nameOrMobile=${encodeURIComponent(written)}`);
      expect(found, written).toMatchObject([{ name: '欧阳娜娜', mobile: '13700137000' }]);
    }
    const copied = await send('POST', '/base-customer', { body: customer('李清照', '\u202A+86 137–0013–7001\u202C') });
    expect((await send('GET', `/base-customer/${copied.data}`)).data).toMatchObject({ mobile: '13700137001' });
  });

  test('numbers that were saved with 0086 before are brought to the one form; two of one number stay two to be merged', async () => {
    await house.pool.query(sql.unsafe`
      INSERT INTO master.customer (id, name, mobile, mobile_digits) VALUES
        (700001, '旧客', '008613700137002', '008613700137002'), (700002, '先来', '13700137003', '13700137003'),
        (700003, '后来', '008613700137003', '008613700137003')`);
    await migrated(PLAIN_PHONES_SQL);
    const found = async (mobile: string) => (await listOf(`/base-customer?mobile=${mobile}`)).map(({ name }) => name);
    expect(await found('13700137002')).toEqual(['旧客']);
    expect(await found('0086137-0013-7003')).toEqual(['后来', '先来']);
    expect((await send('POST', '/base-customer', { body: customer('新客', '13700137002') })).status).toBe(409);
  });

  test('are found by two characters, by part of a number, by either (S1§2.9/3 S1§7/18)', async () => {
    await send('POST', '/base-customer', { body: customer('司马相如', '13600136001') });
    await send('POST', '/base-customer', { body: customer('卓文君', '13600136002') });
    const names = async (query: string) => (await listOf(`/base-customer?${query}`)).map(({ name }) => name);
    expect(await names(`name=${encodeURIComponent('相如')}`)).toEqual(['司马相如']);
    expect(await names('mobile=3600136')).toEqual(['卓文君', '司马相如']);
    expect(await names('nameOrMobile=136002')).toEqual(['卓文君']);
    expect(await names(`nameOrMobile=${encodeURIComponent('文君')}&status=2`)).toEqual(['卓文君']);
    expect(await names(`nameOrMobile=${encodeURIComponent('文君')}&status=1`)).toEqual([]);
    expect(await names(`name=${encodeURIComponent('%')}`)).toEqual([]);
  });

  test('figures cannot be written (S1§3/3)', async () => {
    const body = { ...customer('诸葛亮', '13500135000'), amount: 9, usablePoints: 100 };
    const { data: id } = await send('POST', '/base-customer', { body });
    expect((await send('GET', `/base-customer/${id}`)).data).toMatchObject({
      amount: 0,
      amountPoints: 0,
      usablePoints: 0,
      usedPoints: 0,
    });
  });
});

test('slips that stand as they were delivered before are brought to the words of today, own ones stay (R154)', async () => {
  const text = (owed: string, net: string): string => `{"text":"${owed}  抹零：￥{{roundFee}}","title":"${net}"}`;
  const before = text('应付：￥{{payableFee}}', '损耗率');
  for (const [n, kind] of ['invoice', 'recycle', 'label'].entries())
    await house.pool.query(sql.unsafe`
      INSERT INTO master.print_template (id, kind, name, file_name, template) VALUES (${800_000 + n}, ${kind}, '旧', ${`old-${kind}`}, ${before}),
        (${800_010 + n}, ${kind}, '自定', ${`own-${kind}`}, ${text('应付 {{payableFee}}', '损耗率自定')})`);
  await migrated(OWED_WORDS_SQL, NET_WORDS_SQL);
  const Stored = z.object({ file: z.string(), template: z.string() });
  const stored = await house.pool.any(sql.type(Stored)`
    DELETE FROM master.print_template WHERE name IN ('旧', '自定') RETURNING file_name AS file, template`);
  const own = text('应付 {{payableFee}}', '损耗率自定');
  expect(Object.fromEntries(stored.map(({ file, template }) => [file, template]))).toEqual({
    'old-invoice': text('{{payableWords}}', '折净率'),
    'old-recycle': text('应付：￥{{payableFee}}', '折净率'),
    'old-label': before,
    'own-invoice': own,
    'own-recycle': own,
    'own-label': own,
  });
});

describe('what is in use stays (R12)', () => {
  test('because a read model names it; and nothing of the batch is deleted', async () => {
    const { data: used } = await send('POST', '/base-supplier', { body: supplier });
    const { data: free } = await send('POST', '/base-supplier', { body: supplier });
    const { data: shopId } = await send('POST', '/base-shop', { body: shop('宝安店') });
    await house.pool.query(sql.unsafe`CREATE SCHEMA IF NOT EXISTS live`);
    await house.pool.query(sql.unsafe`
      CREATE TABLE live.goods_in AS SELECT ${used}::bigint AS supplier_id, ${shopId}::bigint AS shop_id,
        '戒指'::text AS category, '{"mainStone": "钻石"}'::jsonb AS attributes`);
    const refused = await send('DELETE', '/base-supplier', { body: { ids: [free, used] } });
    expect(refused).toMatchObject({ status: 409, msg: '该供应商已有入库记录，不能删除' });
    expect((await send('GET', `/base-supplier/${free}`)).status).toBe(200);
    expect((await send('DELETE', '/base-shop', { body: { ids: [shopId] } })).msg).toBe('该分店已有入库记录，不能删除');

    const idOf = async (dictType: string, value: string): Promise<number> =>
      (await send<Row>('GET', `/base-dict-data/by-value?dictType=${dictType}&dictValue=${encodeURIComponent(value)}`))
        .data.id;
    const remove = async (dictType: string, value: string): Promise<Reply> =>
      send('DELETE', '/base-dict-data', { body: { ids: [await idOf(dictType, value)] } });
    expect(await remove('goodsType', '戒指')).toMatchObject({ status: 409, msg: '该数据已有入库记录，不能删除' });
    expect(await remove('stoneName', '钻石')).toMatchObject({ status: 409, msg: '该数据已有入库记录，不能删除' });
    expect((await remove('stoneName', '孔雀石')).status).toBe(200);
    await house.pool.query(sql.unsafe`DROP TABLE live.goods_in`);
  });

  test('because a sale names it; the audited ones add up to what the customer spent (S1§3/3)', async () => {
    const { data: id } = await send('POST', '/base-customer', { body: customer('曹雪芹', '13400134000') });
    await house.pool.query(sql.unsafe`CREATE SCHEMA IF NOT EXISTS live`);
    await house.pool.query(sql.unsafe`
      CREATE TABLE live.sales AS SELECT flag AS id, ${id}::int AS customer_id, 12345::bigint AS fact_fee_fen, 12345::bigint AS amount_fen,
        0::bigint AS change_fee_fen, flag AS audit_flag,
        '{}'::bigint[] AS returns_of, '[]'::jsonb AS lines, '[{"method": "微信"}]'::jsonb AS payments FROM generate_series(1, 2) AS flag`);
    expect((await send('GET', `/base-customer/${id}`)).data).toMatchObject({ amount: 123.45 });
    expect((await send('GET', '/base-customer?mobile=13400134000')).data).toMatchObject({ list: [{ amount: 123.45 }] });
    expect((await send('DELETE', '/base-customer', { body: { ids: [id] } })).msg).toBe('该客户已有销售单，不能删除');
    const methods = await listOf(`/base-dict-data?dictType=settleMethod&dictValue=${encodeURIComponent('微信')}`);
    const refused = await send('DELETE', '/base-dict-data', { body: { ids: methods.map((method) => method.id) } });
    expect(refused).toMatchObject({ status: 409, msg: '该数据已有销售单，不能删除' });
    await house.pool.query(sql.unsafe`DROP TABLE live.sales`);
  });

  test('a dictionary with values, and values that rules know', async () => {
    const types = await listOf('/dict/type?dictType=sys_normal_disable');
    expect((await send('DELETE', '/dict/type', { body: { ids: [types[0]?.id] } })).msg).toBe(
      '字典“系统开关”下还有2条数据，不能删除',
    );
    const [normal] = await listOf('/dict/data?dictType=sys_normal_disable');
    expect(await send('DELETE', '/dict/data', { body: { ids: [normal?.dictCode] } })).toMatchObject({
      status: 409,
      msg: '系统内置数据不能删除',
    });
  });
});

test('look-ups see a write of this process at once', async () => {
  const { data: id } = await send('POST', '/base-shop', { body: shop('龙岗店') });
  expect(await house.lookup.shop(id)).toEqual({ id, name: '龙岗店', enabled: true });
  await send('PUT', `/base-shop/${id}`, { body: { ...shop('龙岗店'), status: '1' } });
  expect(await house.lookup.shop(id)).toEqual({ id, name: '龙岗店', enabled: false });
  expect(await house.lookup.supplier(1)).toBeNull();
  expect(await house.lookup.settlementMethods()).toContain('现金');
  expect(await house.lookup.hasTemplate('label', '标准标签')).toBe(true);
});

test.each(['/base-shop', '/base-supplier', '/base-customer', '/dict/type', '/dict/data', '/base-dict-data', '/config'])(
  '%s downloads as a workbook',
  async (path) => {
    const { status, type, bytes } = await house.download(`${path}/export`);
    expect([status, type]).toEqual([200, expect.stringContaining('spreadsheetml')]);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  },
);
