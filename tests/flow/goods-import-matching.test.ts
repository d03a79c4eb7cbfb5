/** A sheet read, matched and checked before anything is received (S0§2, §5; wire): what each value is taken for, and what is wrong. */
import { expect, test } from 'vitest';
import { read as readBook, utils } from 'xlsx';
import { supplierFile } from '../support/supplier-file.ts';
import { HEADERS, importDesk, MAPPING, xlsx } from './import-desk.ts';

const { at, upload, send, importFile, countOf } = importDesk();

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
  const rows = [
    ['TPL-0001', '素圈', '光圈', '足金', '标准标签'],
    ['TPL-0002', '素圈', '光圈', '足金', '没有的标签'],
    ['TPL-0003', '素圈', '光圈', '足金', ''],
  ];
  const file = await upload(xlsx(rows, headers));
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
    { row: 3, field: '克重', wire: 'goldWeight', value: '30分', message: '单位“分”不适用于金重，请换算成克后再导入' },
    { row: 3, field: '进价', wire: 'goldCost', value: '5克', message: '单位“克”不适用于金价，请换算成元/克后再导入' },
    { row: 4, field: '品名', wire: 'name', value: '名'.repeat(61), message: '最多60个字' },
  ]);
  expect(reply.body.msg).toBe('导入失败，共3行、4处有误：第2行“克重”请输入数字');
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
    (await at.app.post('/base-supplier', { name: '金源珠宝', contract: '李经理', mobile: '13900000001', status: '2' }))
      .body.data,
  );
  const file = await upload(supplierFile(), '出货清单.xlsx');
  expect(file.body.data).toMatchObject({ headerRow: 4, count: 4, totalRows: [9] });
  const { fileId } = file.body.data as { fileId: string };
  const body = { fileId, mapping: SUPPLIER_MAPPING, supplierId, shopId: at.shopId, type: '戒指', batchNo: 'REAL' };

  const check = await at.app.post('/biz-goods-in/import-check', body);
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
  const again = await at.app.post('/biz-goods-in/import-check', mended);
  expect(again.body.data).toMatchObject({ problemCount: 0, doubtCount: 0, keptCosts: 4, costDifference: 42_200 });
  expect((again.body.data as { differences: { message: string }[] }).differences[0]?.message).toBe(
    '按文件25000.00元入库，公式为0.00元，差+25000.00元',
  );
  const done = await send({ ...mended, consent: 0 });
  expect(done).toMatchObject({
    status: 200,
    body: { data: { total: 4, ignored: ['序号', '产地'], keptCosts: 4, costDifference: 42_200, keptWeights: 2 } },
  });
  const { list } = (await at.app.get('/biz-goods-in?batchNo=REAL')).body.data as { list: Record<string, unknown>[] };
  const by = new Map(list.map((row) => [row['barcode'], row]));
  expect(by.get('JY-8801')).toMatchObject({ piceCost: 25_000, givenCost: 25_000, weight: 40.5, givenWeight: 0 });
  expect(by.get('JY-8801')).toMatchObject({ cerif: '', stoneName: '', priceMode: '1', sellPrice: 38_000 });
  expect(by.get('JY-8802')).toMatchObject({ stoneCt: 0.3, weight: 3.4, givenWeight: 3.4, goldWeight: 3.215 });
  expect(by.get('JY-8803')).toMatchObject({ goldWeight: 15.2, weight: 15.7 });

  // Edited by a screen that knows nothing of given costs, the cost stays; without the right it is not seen.
  const row = by.get('JY-8801') ?? {};
  const { givenCost: _cost, givenWeight: _weight, piceCost: _computed, ...known } = row;
  expect(
    (await at.app.put(`/biz-goods-in/${String(row['id'])}`, { ...known, printTemplate: '标准标签', remark: '已核对' }))
      .status,
  ).toBe(200);
  expect((await at.app.get(`/biz-goods-in/${String(row['id'])}`)).body.data).toMatchObject({
    piceCost: 25_000,
    remark: '已核对',
  });
  expect(
    (
      await at.app.put(`/biz-goods-in/${String(row['id'])}`, {
        ...row,
        printTemplate: '标准标签',
        givenCost: null,
        goldCost: 500,
      })
    ).status,
  ).toBe(200);
  expect((await at.app.get(`/biz-goods-in/${String(row['id'])}`)).body.data).toMatchObject({ piceCost: 20_250 });
  await at.app.addUser({ username: 'no-cost', roleIds: [4] });
  const token = await at.app.signIn('no-cost');
  const seen = (await at.app.get(`/biz-goods-in?batchNo=REAL`, { token })).text;
  expect(seen).toContain('JY-8801');
  expect(seen).not.toContain('givenCost');

  expect((await at.app.get(`/biz-goods-in/import-matching?supplierId=${supplierId}`)).body.data).toEqual({
    mapping: { ...SUPPLIER_MAPPING, 序号: '', 产地: '' },
  });
});
test('what is hardly right is counted and needs a consent to just so many', async () => {
  const rows = [
    ['ODD-0001', '项链', '项链', '光圈', '足金', 15_700, 560, 1],
    ['ODD-0002', '戒指', '戒指', '光圈', '足金', 0, 0, 1],
  ];
  const { fileId } = (await upload(xlsx(rows))).body.data as { fileId: string };
  const body = { fileId, mapping: MAPPING, supplierId: null, shopId: at.shopId, type: '戒指', batchNo: 'ODD' };
  const check = await at.app.post('/biz-goods-in/import-check', body);
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
  const answer = await fetch(`${at.app.url}/api/v1/biz-goods-in/import-errors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.app.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fileId,
      mapping: SUPPLIER_MAPPING,
      shopId: at.shopId,
      type: '戒指',
      edits: MENDED.slice(0, 1),
    }),
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
  await at.app.addUser({ username: 'keeper', roleIds: [5] });
  const token = await at.app.signIn('keeper');
  for (const path of ['import', 'import-check', 'import-errors']) {
    const body = { fileId, mapping: SUPPLIER_MAPPING, shopId: at.shopId, type: '戒指' };
    expect((await at.app.post(`/biz-goods-in/${path}`, body, { token })).status, path).toBe(404);
  }
});
