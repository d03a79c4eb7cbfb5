/** Batch stock entry over HTTP (S0§2, §5; wire): header, rows, all or none, repeats, rights. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'slonik';
import { addDays, dayOf } from 'services/contracts/dates';
import { sequenceOf } from '../../services/goods/barcode.ts';
import { startApp, type App, type Reply } from '../support/app.ts';

let app: App;
let shopId: number;
const today = dayOf(new Date());
const ring = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: '足金光圈',
  style: '光圈',
  fineness: '足金',
  goldWeight: 3.215,
  goldCost: 560,
  workFee: 20,
  sellRaito: 1.2,
  ...change,
});
const batch = (list: readonly unknown[], change: Record<string, unknown> = {}): Record<string, unknown> => ({
  shopId,
  type: '戒指',
  printTemplate: '标准标签',
  inStorageAt: today,
  list,
  ...change,
});
const send = (body: unknown, options: { key?: string; token?: string } = {}): Promise<Reply> =>
  app.post('/biz-goods-in/goods-batch', body, options);
const countOf = async (query: string): Promise<number> =>
  ((await app.get(`/biz-goods-in?${query}`)).body.data as { count: number }).count;

beforeAll(async () => {
  app = await startApp();
  shopId = Number((await app.post('/base-shop', { name: '罗湖店', status: '2', remark: '' })).body.data);
});
afterAll(() => app.stop());

test('the goods come back with barcodes, computed values and everything a label shows (S0§2/24 S0§7/6)', async () => {
  const reply = await send(batch([ring(), ring({ name: '第二件', num: 3, barcode: 'own-1' })], { batchNo: 'TRAY-1' }));
  expect(reply).toMatchObject({
    status: 200,
    body: { msg: expect.stringMatching(/^保存成功，共2条：\S+、\S+$/) as unknown },
  });
  const goods = reply.body.data as Record<string, unknown>[];
  expect(goods[0]).toMatchObject({
    name: '足金光圈',
    type: '戒指',
    shopId,
    shopName: '罗湖店',
    inStorageAt: today,
    printTemplate: '标准标签',
    status: '2',
    auditFlag: 1,
    weight: 3.215,
    piceCost: 1800.4,
    sellPrice: 2238,
  });
  expect(String(goods[0]?.['barcode'])).toMatch(/^\d{12}$/);
  expect(goods[1]).toMatchObject({ barcode: 'OWN-1', num: 3 });
  expect(await app.get(`/biz-goods-in/${String(goods[0]?.['id'])}`)).toMatchObject({
    status: 200,
    body: { data: { auditFlag: 1, barcode: goods[0]?.['barcode'], batchNo: 'TRAY-1' } },
  });
  const ids = goods.map((one) => one['id']);
  expect((await app.put(`/biz-goods-in/audit/${String(ids[0])}`, { ids })).status).toBe(200);
});
test.each([
  ['shopId', '分店不能为空'],
  ['inStorageAt', '入库日期不能为空'],
  ['type', '请选择首饰类别'],
  ['printTemplate', '请选择标签模板'],
])('header without %s: %s, before anything else (S0§5/7)', async (field, msg) => {
  expect(await send(batch([], { [field]: undefined }))).toMatchObject({ status: 422, body: { msg } });
});
test('a name that somebody gave is never cut', async () => {
  const reply = await send(batch([ring(), ring({ name: '名'.repeat(61) })]));
  expect(reply).toMatchObject({ status: 422, body: { data: [{ path: 'list.1.name', message: '最多60个字' }] } });
});
test('a batch has at least one row and at most 500 (S0§2/24)', async () => {
  expect(await send(batch([]))).toMatchObject({ status: 422, body: { msg: '请至少先添加一条数据！' } });
  const many = Array.from({ length: 501 }, () => ring());
  expect(await send(batch(many))).toMatchObject({ status: 422, body: { msg: '一次最多批量入库500条' } });
});
test('every row has a name; the first without is named before other faults (S0§5/8)', async () => {
  const rows = [ring(), ring({ name: ' ', goldWeight: -1 }), ring({ name: undefined })];
  expect(await send(batch(rows))).toMatchObject({
    status: 422,
    body: { msg: '请检查第！2 行商品名称不能为空！', data: [{ path: 'list.1.name' }] },
  });
});
test('one bad row refuses all, each by its row and field', async () => {
  const rows = [
    ring({ barcode: 'MINE-1' }),
    ring({ goldWeight: -1 }),
    ring({ style: '飞天' }),
    ring({ barcode: 'mine-1' }),
    ring({ barcode: 'OWN-1' }),
  ];
  const reply = await send(batch(rows, { batchNo: 'NONE' }));
  expect(reply.status).toBe(422);
  expect(reply.body.msg).toMatch(/^第2行 金重：.*（共\d处有误）$/);
  const problems = reply.body.data as { row: number; field: string }[];
  expect(problems.map(({ row, field }) => `${row} ${field}`)).toEqual(['2 金重', '3 款式', '4 条码', '5 条码']);
  expect(await countOf('batchNo=NONE')).toBe(0);
  expect((await send(batch([ring({ barcode: 'MINE-1' })]))).status).toBe(200);
});
test('a code with a comma is refused at its field, whatever its width', async () => {
  for (const barcode of ['A001,A002', 'A001，A002'])
    expect(await send(batch([ring(), ring({ barcode })]))).toMatchObject({
      status: 422,
      body: { data: [{ path: 'list.1.barcode', message: '条码里不能有逗号' }] },
    });
  expect(await send(batch([ring({ barcode: ']C1COMMA-1' })]))).toMatchObject({
    status: 200,
    body: { data: [{ barcode: 'COMMA-1' }] },
  });
});
test('a repeat with the same key answers the same goods and makes nothing twice (S0§4/8)', async () => {
  const body = batch([ring(), ring()], { batchNo: 'TWICE' });
  const [one, two] = await Promise.all([send(body, { key: 'batch-key' }), send(body, { key: 'batch-key' })]);
  const again = await send(body, { key: 'batch-key' });
  expect([one.status, two.status, again.status]).toEqual([200, 200, 200]);
  expect(two.body.data).toEqual(one.body.data);
  expect(again.body.data).toEqual(one.body.data);
  expect(await countOf('batchNo=TWICE')).toBe(2);
});
test('of two batches with one barcode at the same moment one is received, the other leaves nothing', async () => {
  const body = (batchNo: string): unknown => batch([ring({ barcode: 'RACE-1' }), ring()], { batchNo });
  const replies = await Promise.all([send(body('RACE-A')), send(body('RACE-B'))]);
  const counts = await Promise.all(['RACE-A', 'RACE-B'].map((batchNo) => countOf(`batchNo=${batchNo}`)));
  const winner = replies.findIndex(({ status }) => status === 200);
  expect(counts[winner]).toBe(2);
  expect(counts[1 - winner]).toBe(0);
  expect([409, 422]).toContain(replies[1 - winner]?.status);
  expect(replies[1 - winner]?.body.msg).toMatch(/^第1行 条码：/);
});
test('500 rows are one batch, and a counter that was lost is lifted above them', async () => {
  const reply = await send(
    batch(
      Array.from({ length: 500 }, () => ring()),
      { batchNo: 'FULL' },
    ),
  );
  expect(reply.status).toBe(200);
  const barcodes = (reply.body.data as { barcode: string }[]).map(({ barcode }) => barcode);
  expect(new Set(barcodes).size).toBe(500);
  expect(await countOf('batchNo=FULL')).toBe(500);
  const sequences = barcodes.map(sequenceOf);
  await app.house.deps.master.query(
    sql.unsafe`UPDATE master.goods_barcode SET last = ${Math.min(...sequences) - 1} WHERE year = ${Number(today.slice(0, 4))}`,
  );
  const next = await send(batch([ring()]));
  expect(next).toMatchObject({ status: 200 });
  const [{ barcode }] = next.body.data as [{ barcode: string }];
  expect(sequenceOf(barcode)).toBeGreaterThan(Math.max(...sequences));
});
test('the right, the shop and the day are checked on the server', async () => {
  const other = Number((await app.post('/base-shop', { name: '南山店', status: '2', remark: '' })).body.data);
  await app.addUser({ username: 'keeper', roleIds: [5], lockShops: [other] });
  await app.addUser({ username: 'seller', roleIds: [4], lockShops: [shopId] });
  const [keeper, seller] = [await app.signIn('keeper'), await app.signIn('seller')];
  expect((await send(batch([ring()]), { token: keeper })).status).toBe(403);
  const old = batch([ring()], { shopId: other, inStorageAt: addDays(today, -46) });
  expect(await send(old, { token: keeper })).toMatchObject({
    status: 422,
    body: { msg: '日期只能选择今天往前45天以内' },
  });
  expect((await send(batch([ring()], { shopId: other }), { token: keeper })).status).toBe(200);
  expect((await send(batch([ring()]), { token: seller })).status).toBe(403);
});
