/** Excel import over HTTP (S0§2, §5; wire): upload, match, all rows or none, progress, crash. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read as readBook, utils, write } from 'xlsx';
import { acceptImport } from '../../services/goods/import/accept-import.ts';
import { openJob } from '../../services/goods/import/import-jobs.ts';
import { runImport, type ImportDeps } from '../../services/goods/import/import-run.ts';
import { createImports } from '../../services/goods/import/imports.ts';
import { goodsRecipient } from '../../services/goods/pieces.ts';
import { sampleBody, sampleReceipt } from '../../services/goods/sample.ts';
import { dayOf } from 'services/contracts/dates';
import { nextId } from 'services/platform/wire-ids';
import { startApp, type App, type Reply } from '../support/app.ts';
import { supplierFile } from '../support/supplier-file.ts';

let app: App;
let shopId: number;
const HEADERS = ['编码', '品名', '类别', '款式', '成色', '克重', '进价', '件数'];
const MAPPING = {
  编码: 'barcode',
  品名: 'name',
  类别: 'type',
  款式: 'style',
  成色: 'fineness',
  克重: 'goldWeight',
  进价: 'goldCost',
  件数: 'num',
};
const xlsx = (rows: readonly (readonly unknown[])[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADERS, ...rows.map((row) => [...row])]), '首饰');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};
const upload = (bytes: Buffer, name = '首饰.xlsx', token?: string): Promise<Reply> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return app.call('POST', '/biz-goods-in/import-file', { body: form, ...(token === undefined ? {} : { token }) });
};
const send = (change: Record<string, unknown>, key?: string): Promise<Reply> =>
  app.post(
    '/biz-goods-in/import',
    { supplierId: null, shopId, type: '戒指', batchNo: '', ...change },
    key === undefined ? {} : { key },
  );
const importFile = async (
  rows: readonly (readonly unknown[])[],
  change: Record<string, unknown> = {},
): Promise<Reply> => {
  const file = await upload(xlsx(rows));
  expect(file.status).toBe(200);
  const { fileId } = file.body.data as { fileId: string };
  return send({ fileId, mapping: MAPPING, ...change });
};
const countOf = async (query: string): Promise<number> =>
  ((await app.get(`/biz-goods-in?${query}`)).body.data as { count: number }).count;
const importDeps = (): ImportDeps => {
  const { store, master: db, log } = app.house.deps;
  return { store, db, ids: app.house.deps.ids, log, recipient: goodsRecipient(store) };
};
const draft = (row: number, barcode: string) => {
  const {
    receiptId: _id,
    barcode: _barcode,
    ...receipt
  } = sampleReceipt({ shopId, supplierId: null, receivedOn: dayOf(new Date()) });
  return { row, barcode, receipt };
};
const accept = async (barcodes: readonly string[]): Promise<number> => {
  const id = await nextId(app.house.deps.master);
  const head = { shopId, supplierId: null, category: '戒指', batchNo: 'RACE', receivedOn: dayOf(new Date()) };
  const actor = { user: app.admin, now: new Date(), key: `import-${id}`, requestId: 'r' };
  const drafts = barcodes.map((barcode, index) => {
    const one = draft(index + 2, barcode);
    return { ...one, receipt: { ...one.receipt, importId: id } };
  });
  await openJob(app.house.deps.master, { id, fileId: null, shopId, userId: 1, total: drafts.length });
  await acceptImport(importDeps(), { id, head, fileName: '首饰.xlsx', drafts, actor });
  return id;
};

beforeAll(async () => {
  app = await startApp();
  shopId = Number((await app.post('/base-shop', { name: '罗湖店', status: '2', remark: '' })).body.data);
});
afterAll(() => app.stop());

test('a file is read on the server: headings, the first rows, how many', async () => {
  const reply = await upload(
    xlsx(Array.from({ length: 30 }, (_, index) => [`F${1000 + index}`, '戒指', null, '光圈', '足金', 1.5])),
  );
  expect(reply).toMatchObject({ status: 200, body: { data: { headers: HEADERS, count: 30 } } });
  const { sample } = reply.body.data as { sample: Record<string, unknown>[] };
  expect(sample).toHaveLength(20);
  expect(sample[0]).toMatchObject({ 编码: 'F1000', 克重: 1.5, 类别: null });
});
test('a label template that nobody has is named by its row, and nothing is received', async () => {
  const headers = ['编码', '品名', '款式', '成色', '标签'];
  const book = utils.book_new();
  const rows = [
    ['TPL-0001', '素圈', '光圈', '足金', '标准标签'],
    ['TPL-0002', '素圈', '光圈', '足金', '没有的标签'],
    ['TPL-0003', '素圈', '光圈', '足金', ''],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet([headers, ...rows]), '首饰');
  const file = await upload(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const { fileId } = file.body.data as { fileId: string };
  const mapping = { 编码: 'barcode', 品名: 'name', 款式: 'style', 成色: 'fineness', 标签: 'printTemplate' };
  const reply = await send({ fileId, mapping, batchNo: 'TPL' });
  expect(reply).toMatchObject({
    status: 422,
    body: { data: [{ row: 3, field: '标签', message: '标签模板“没有的标签”不存在' }] },
  });
  expect(await countOf('batchNo=TPL')).toBe(0);
});

test('what may mean two things is asked for again, and no given name is cut', async () => {
  const reply = await importFile(
    [
      ['CM-0001', '足金戒指', '戒指', '光圈', '足金', '1,5', 560, 1],
      ['CM-0002', '足金戒指', '戒指', '光圈', '足金', '30分', '5克', '2件'],
      ['CM-0003', '名'.repeat(61), '戒指', '光圈', '足金', '3.2克', '￥560元', '1件'],
    ],
    { batchNo: 'COMMA' },
  );
  expect(reply.status).toBe(422);
  expect(reply.body.data).toEqual([
    { row: 2, field: '克重', wire: 'goldWeight', value: '1,5', message: '请输入数字' },
    { row: 3, field: '克重', wire: 'goldWeight', value: '30分', message: '请输入数字' },
    { row: 3, field: '进价', wire: 'goldCost', value: '5克', message: '请输入数字' },
    { row: 4, field: '品名', wire: 'name', value: '名'.repeat(61), message: '最多60个字' },
  ]);
  expect(reply.body.msg).toBe('导入失败，共3行、4处有误：第2行“克重”请输入数字');
});
test('all rows arrive: given barcodes, automatic ones, the chosen category where the file has none', async () => {
  const reply = await importFile(
    [
      ['000777', '足金戒指', null, '光圈', '足金', 3.215, 560, 1],
      [null, null, '项链', '光圈', '足金', '1,000.5', '５６０', null],
    ],
    { batchNo: 'HAPPY' },
  );
  expect(reply).toMatchObject({
    status: 200,
    body: { msg: '导入成功，共2条', data: { state: 'completed', done: 2, total: 2 } },
  });
  const { list } = (await app.get('/biz-goods-in?batchNo=HAPPY')).body.data as { list: Record<string, unknown>[] };
  const rows = list.toSorted((a, b) => Number(a['id']) - Number(b['id']));
  expect(rows[0]).toMatchObject({ barcode: '000777', type: '戒指', auditFlag: 1, piceCost: 1800.4 });
  expect(rows[1]).toMatchObject({ type: '项链', name: '足金光圈', goldWeight: 1000.5, goldCost: 560, num: 1 });
  expect(String(rows[1]?.['barcode'])).toMatch(/^\d{12}$/);
  const { id } = reply.body.data as { id: number };
  expect(await app.get(`/biz-goods-in/import/${id}`)).toMatchObject({
    status: 200,
    body: { data: { state: 'completed', done: 2, total: 2 } },
  });
  expect(
    (await app.put(`/biz-goods-in/audit/${String(rows[0]?.['id'])}`, { ids: rows.map((row) => row['id']) })).status,
  ).toBe(200);
});
test('one refused row refuses all, each by its row in Excel and its own heading', async () => {
  await importFile([['TAKEN-1', '戒指', null, '光圈', '足金', 1, 1, 1]]);
  const reply = await importFile(
    [
      ['GOOD-1', '戒指', null, '光圈', '足金', 1, 1, 1],
      ['B!', '戒指', null, '光圈', '足金', 1, 1, 1],
      ['GOOD-1', '戒指', null, '飞天', '足金', '重', -1, 0.5],
      ['TAKEN-1', '戒指', null, '光圈', '足金', 1, 1, 1],
    ],
    { batchNo: 'REFUSED' },
  );
  expect(reply.status).toBe(422);
  expect(reply.body.msg).toContain('共3行');
  expect(reply.body.data).toEqual(
    expect.arrayContaining([
      {
        row: 3,
        field: '编码',
        wire: 'barcode',
        value: 'B!',
        message: '条码应为4到32位数字、字母或 . _ / -',
      },
      { row: 4, field: '克重', wire: 'goldWeight', value: '重', message: '请输入数字' },
      { row: 4, field: '进价', wire: 'goldCost', value: '-1', message: '不能小于0' },
      { row: 4, field: '件数', wire: 'num', value: '0.5', message: '请输入整数' },
      { row: 5, field: '编码', wire: 'barcode', value: 'TAKEN-1', message: '条码TAKEN-1已存在' },
    ]),
  );
  expect(await countOf('batchNo=REFUSED')).toBe(0);
  const twice = await importFile([
    ['SAME-1', '戒指', null, '光圈', '足金', 1, 1, 1],
    ['same-1', '戒指', null, '光圈', '足金', 1, 1, 1],
  ]);
  expect(twice).toMatchObject({ status: 422, body: { data: [{ row: 3, field: '编码', message: '条码与第2行重复' }] } });
});
test('at most 200 refused values are listed, all are counted', async () => {
  const reply = await importFile(
    Array.from({ length: 300 }, (_, index) => [`M${1000 + index}`, '戒指', null, '光圈', '足金', -1, 1, 1]),
  );
  expect(reply.status).toBe(422);
  expect(reply.body.data).toHaveLength(200);
  expect(reply.body.msg).toContain('共300行');
});
test('rows may come in the body, and a repeat is the same import', async () => {
  const list = [sampleBody({ barcode: 'LIST-1' }), sampleBody({ barcode: '' })];
  const first = await send({ list, batchNo: 'LIST' }, 'import-once');
  expect(first.status).toBe(200);
  expect((await send({ list, batchNo: 'LIST' }, 'import-once')).body.data).toEqual(first.body.data);
  expect(await countOf('batchNo=LIST')).toBe(2);
});
test('what is missing or makes no sense is refused in words', async () => {
  expect(await send({ list: [] })).toMatchObject({ status: 422, body: { msg: '请先导入Excel文件数据！' } });
  expect(await send({})).toMatchObject({ status: 422, body: { msg: '请先导入Excel文件数据！' } });
  expect(await send({ shopId: null, list: [{}] })).toMatchObject({ status: 422, body: { msg: '请选择分店名称' } });
  expect(await send({ type: '', list: [{}] })).toMatchObject({ status: 422, body: { msg: '请选择首饰类别' } });
  expect(await send({ type: '飞船', list: [{}] })).toMatchObject({ status: 422, body: { msg: '首饰类别不在字典中' } });
  expect((await send({ fileId: 'ab'.repeat(16), mapping: MAPPING })).status).toBe(404);
  expect((await send({ fileId: '../../etc/passwd', mapping: MAPPING })).status).toBe(404);
  const { fileId } = (await upload(xlsx([['A']]))).body.data as { fileId: string };
  expect((await send({ fileId, mapping: { 编码: 'auditFlag' } })).body.msg).toBe('不能导入的字段：auditFlag');
  expect((await send({ fileId, mapping: { 编码: 'name', 品名: 'name' } })).body.msg).toBe('同一字段只能对应一列');
  expect((await send({ fileId, mapping: {} })).body.msg).toBe('请先匹配列与字段');
});
test('only tables of at most 10 MB are read, whatever they are called', async () => {
  expect(await upload(Buffer.from('x'), 'a.exe')).toMatchObject({
    status: 415,
    body: { msg: '只支持 .xlsx、.xls、.csv 文件！' },
  });
  expect((await upload(Buffer.from('4d5a900003000000', 'hex'), 'renamed.xlsx')).status).toBe(415);
  expect(await upload(Buffer.from('这不是表格'), '首饰.xlsx')).toMatchObject({
    status: 415,
    body: { msg: '这不是Excel文件，请在Excel中打开后另存为 .xlsx' },
  });
  expect(await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 65), 'big.csv')).toMatchObject({
    status: 413,
    body: { msg: '文件大小不能超过10MB！' },
  });
  expect((await upload(Buffer.from('504b030400000000', 'hex'), 'broken.xlsx')).status).toBe(422);
  await app.addUser({ username: 'seller', roleIds: [4] });
  expect((await upload(xlsx([]), 'a.xlsx', await app.signIn('seller'))).status).toBe(403);
});
test('a barcode taken meanwhile takes everything back and is named', async () => {
  const body = sampleBody({ shopId, supplierId: null, inStorageAt: dayOf(new Date()), barcode: 'RACE-2' });
  const id = await accept(['RACE-1', 'RACE-2', 'RACE-3']);
  expect((await app.post('/biz-goods-in', body)).status).toBe(200);
  expect(await runImport(importDeps(), id)).toEqual({
    state: 'withdrawn',
    problems: [{ row: 3, barcode: 'RACE-2', message: '条码RACE-2已存在' }],
  });
  expect(await runImport(importDeps(), id)).toMatchObject({ state: 'withdrawn' });
  expect(await app.get(`/biz-goods-in/import/${id}`)).toMatchObject({ body: { data: { state: 'withdrawn' } } });
  for (const barcode of ['RACE-1', 'RACE-3']) {
    expect((await app.get(`/biz-goods-in/lookup?shopId=${shopId}&barcode=${barcode}`)).status).toBe(404);
  }
  expect((await app.get(`/biz-goods-in/lookup?shopId=${shopId}&barcode=RACE-2`)).body.msg).toBe('此首饰未审核');
});
test('an import that a crash left is found and finished; its rows cannot be touched before', async () => {
  const { master, lookup, dataDir } = app.house.deps;
  const id = await accept(['CRASH-1', 'CRASH-2']);
  const [row] = await master.anyFirst(sql.unsafe`SELECT id FROM master.goods_receipt WHERE import_id = ${id}`);
  expect((await app.put('/biz-goods-in/audit/1', { ids: [row] })).status).toBe(404);
  await master.query(
    sql.unsafe`UPDATE master.import_job SET renewed_at = now() - interval '1 minute' WHERE id = ${id}`,
  );
  await createImports({ ...importDeps(), lookup, dataDir }).resumeAbandoned();
  expect(await app.get(`/biz-goods-in/import/${id}`)).toMatchObject({
    body: { data: { state: 'completed', done: 2 } },
  });
  expect((await app.put('/biz-goods-in/audit/1', { ids: [row] })).status).toBe(200);
});
test('an import that shows itself while it is looked at is not given up', async () => {
  const { master, lookup, dataDir } = app.house.deps;
  const id = await nextId(master);
  await openJob(master, { id, fileId: null, shopId, userId: 1, total: 1 });
  // It was silent when it was found, and has given a sign of life since.
  const db = new Proxy(master, {
    get: (pool, name) => (name === 'anyFirst' ? async () => [id] : Reflect.get(pool, name)),
  });
  const state = async () => (await app.get(`/biz-goods-in/import/${id}`)).body.data;
  await createImports({ ...importDeps(), db, lookup, dataDir }).resumeAbandoned();
  expect(await state()).toMatchObject({ state: 'running' });
  await master.query(
    sql.unsafe`UPDATE master.import_job SET renewed_at = now() - interval '1 minute' WHERE id = ${id}`,
  );
  await createImports({ ...importDeps(), db, lookup, dataDir }).resumeAbandoned();
  expect(await state()).toMatchObject({ state: 'dropped' });
});
test('the uploaded file is gone when its import ends, when it is given up, or after an hour, also in a new process', async () => {
  const folder = path.join(app.dataDir, 'imports');
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
  const read = async (barcode: string): Promise<string> =>
    ((await upload(xlsx([[barcode, '戒指', null, '光圈', '足金', 1, 1, 1]]))).body.data as { fileId: string }).fileId;
  const done = await read('GONE-1');
  expect((await send({ fileId: done, mapping: MAPPING, shopId: 0 })).status).toBe(422);
  expect(fs.readdirSync(folder)).toHaveLength(1);
  expect((await send({ fileId: done, mapping: MAPPING })).status).toBe(200);
  expect(fs.readdirSync(folder)).toEqual([]);
  expect((await send({ fileId: done, mapping: MAPPING })).status).toBe(404);

  const given = await read('GONE-2');
  await app.del(`/biz-goods-in/import-file/${given}`, {});
  expect(fs.readdirSync(folder)).toEqual([]);

  const old = await read('GONE-3');
  const [name = ''] = fs.readdirSync(folder);
  const past = new Date(Date.now() - 61 * 60_000);
  fs.utimesSync(path.join(folder, name), past, past);
  expect((await send({ fileId: old, mapping: MAPPING })).body.msg).toBe('导入文件已过期，请重新选择文件');
  await read('GONE-4');
  const { lookup, dataDir } = app.house.deps;
  await createImports({ ...importDeps(), lookup, dataDir }).files.prune();
  expect(fs.readdirSync(folder)).toHaveLength(1);
});

const SUPPLIER_MAPPING = {
  货号: 'barcode',
  品名: 'name',
  款式: 'style',
  成色: 'fineness',
  '金重(g)': 'goldWeight',
  毛重: 'weight',
  主石: 'stoneName',
  '主石重（分）': 'stoneCt',
  证书号: 'cerif',
  计价: 'priceMode',
  成本: 'piceCost',
  标价: 'sellPrice',
};
const MENDED = [
  { row: 7, wire: 'goldWeight', value: '15.2克' },
  { row: 8, wire: 'priceMode', value: '按克' },
];
const supplierUpload = async (): Promise<string> =>
  ((await upload(supplierFile(), '出货清单.xlsx')).body.data as { fileId: string }).fileId;

test('a supplier’s real list: read below its titles, shown as read, mended in place, costs and weights kept', async () => {
  const supplierId = Number(
    (await app.post('/base-supplier', { name: '金源珠宝', contract: '李经理', mobile: '13900000001', status: '2' }))
      .body.data,
  );
  const file = await upload(supplierFile(), '出货清单.xlsx');
  expect(file.body.data).toMatchObject({ headerRow: 4, count: 4, totalRows: [9] });
  const { fileId } = file.body.data as { fileId: string };
  const body = { fileId, mapping: SUPPLIER_MAPPING, supplierId, shopId, type: '戒指', batchNo: 'REAL' };

  const check = await app.post('/biz-goods-in/import-check', body);
  expect(check.body.data).toMatchObject({
    total: 4,
    ignored: ['序号', '产地'],
    problemCount: 2,
    problems: [
      { row: 7, field: '金重(g)', wire: 'goldWeight', value: '十五克', message: '请输入数字' },
      { row: 8, field: '计价', wire: 'priceMode', value: '面议', message: '计价方式应为“一口价”或“按克”' },
    ],
  });
  const { read } = check.body.data as { read: { values: Record<string, string> }[] };
  expect(read[0]?.values).toMatchObject({
    goldWeight: '40.500 g',
    stoneName: '',
    stoneCt: '',
    cerif: '',
    priceMode: '一口价',
    piceCost: '25,000.00 元',
  });
  expect(read[1]?.values).toMatchObject({ stoneCt: '0.300 克拉', weight: '3.400 g' });
  expect((await send({ ...body })).status).toBe(422);

  const mended = { ...body, edits: MENDED };
  const again = await app.post('/biz-goods-in/import-check', mended);
  expect(again.body.data).toMatchObject({ problemCount: 0, doubtCount: 0, keptCosts: 4, costDifference: 42_200 });
  expect((again.body.data as { differences: { message: string }[] }).differences[0]?.message).toBe(
    '按文件25000.00元入库，公式为0.00元，差+25000.00元',
  );
  const done = await send({ ...mended, consent: 0 });
  expect(done).toMatchObject({
    status: 200,
    body: { data: { total: 4, ignored: ['序号', '产地'], keptCosts: 4, costDifference: 42_200, keptWeights: 2 } },
  });
  const { list } = (await app.get('/biz-goods-in?batchNo=REAL')).body.data as { list: Record<string, unknown>[] };
  const by = new Map(list.map((row) => [row['barcode'], row]));
  expect(by.get('JY-8801')).toMatchObject({ piceCost: 25_000, givenCost: 25_000, weight: 40.5, givenWeight: 0 });
  expect(by.get('JY-8801')).toMatchObject({ cerif: '', stoneName: '', priceMode: '1', sellPrice: 38_000 });
  expect(by.get('JY-8802')).toMatchObject({ stoneCt: 0.3, weight: 3.4, givenWeight: 3.4, goldWeight: 3.215 });
  expect(by.get('JY-8803')).toMatchObject({ goldWeight: 15.2, weight: 15.7 });

  // Edited by a screen that knows nothing of given costs, the cost stays; without the right it is not seen.
  const row = by.get('JY-8801') ?? {};
  const { givenCost: _cost, givenWeight: _weight, piceCost: _computed, ...known } = row;
  expect(
    (await app.put(`/biz-goods-in/${String(row['id'])}`, { ...known, printTemplate: '标准标签', remark: '已核对' }))
      .status,
  ).toBe(200);
  expect((await app.get(`/biz-goods-in/${String(row['id'])}`)).body.data).toMatchObject({
    piceCost: 25_000,
    remark: '已核对',
  });
  expect(
    (
      await app.put(`/biz-goods-in/${String(row['id'])}`, {
        ...row,
        printTemplate: '标准标签',
        givenCost: null,
        goldCost: 500,
      })
    ).status,
  ).toBe(200);
  expect((await app.get(`/biz-goods-in/${String(row['id'])}`)).body.data).toMatchObject({ piceCost: 20_250 });
  await app.addUser({ username: 'no-cost', roleIds: [4] });
  const token = await app.signIn('no-cost');
  const seen = (await app.get(`/biz-goods-in?batchNo=REAL`, { token })).text;
  expect(seen).toContain('JY-8801');
  expect(seen).not.toContain('givenCost');

  expect((await app.get(`/biz-goods-in/import-matching?supplierId=${supplierId}`)).body.data).toEqual({
    mapping: { ...SUPPLIER_MAPPING, 序号: '', 产地: '' },
  });
});
test('what is hardly right is counted and needs a consent to just so many', async () => {
  const rows = [
    ['ODD-0001', '项链', '项链', '光圈', '足金', 15_700, 560, 1],
    ['ODD-0002', '戒指', '戒指', '光圈', '足金', 0, 0, 1],
  ];
  const { fileId } = (await upload(xlsx(rows))).body.data as { fileId: string };
  const body = { fileId, mapping: MAPPING, supplierId: null, shopId, type: '戒指', batchNo: 'ODD' };
  const check = await app.post('/biz-goods-in/import-check', body);
  expect(check.body.data).toMatchObject({
    problemCount: 0,
    doubtCount: 3,
    doubts: [
      { row: 2, field: '克重', message: '金重15700.000克，一件超过500克' },
      { row: 3, field: '克重', message: '成色为足金，金重为0' },
      { row: 3, field: '成本', message: '成本为0' },
    ],
  });
  expect(await send({ ...body, consent: 2 })).toMatchObject({
    status: 409,
    body: { msg: '有3处数据不合常理，请核对后再导入', data: { reason: 'implausible', count: 3 } },
  });
  expect(await countOf('batchNo=ODD')).toBe(0);
  expect((await send({ ...body, consent: 3 })).status).toBe(200);
});
test('the sheet of errors holds all rows as they stand, what was mended, and what is wrong', async () => {
  const fileId = await supplierUpload();
  const answer = await fetch(`${app.url}/api/v1/biz-goods-in/import-errors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileId, mapping: SUPPLIER_MAPPING, shopId, type: '戒指', edits: MENDED.slice(0, 1) }),
  });
  expect(answer.status).toBe(200);
  const book = readBook(Buffer.from(await answer.arrayBuffer()));
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  expect(rows).toHaveLength(4);
  expect(rows[2]).toMatchObject({ 货号: 'JY-8803', '金重(g)': '15.2克', 产地: '深圳' });
  expect(rows[2]?.['错误说明']).not.toContain('金重');
  expect(rows[3]).toMatchObject({ 计价: '面议', 错误说明: expect.stringContaining('计价：计价方式应为') });
});
test('another user’s file, mended or not, is nobody else’s', async () => {
  const fileId = await supplierUpload();
  await app.addUser({ username: 'keeper', roleIds: [5] });
  const token = await app.signIn('keeper');
  for (const path of ['import', 'import-check', 'import-errors']) {
    const body = { fileId, mapping: SUPPLIER_MAPPING, shopId, type: '戒指' };
    expect((await app.post(`/biz-goods-in/${path}`, body, { token })).status, path).toBe(404);
  }
});
