/** Excel import over HTTP (S0§2, §5; wire): all rows or none, progress, crash, the file itself. */
import { ALL_OPEN } from 'services/contracts/closed-day';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import { expect, test } from 'vitest';
import { acceptImport } from '../../services/goods/import/accept-import.ts';
import { openJob } from '../../services/goods/import/import-jobs.ts';
import { runImport, type ImportDeps } from '../../services/goods/import/import-run.ts';
import { createImports } from '../../services/goods/import/imports.ts';
import { goodsRecipient } from '../../services/goods/pieces.ts';
import { sampleBody, sampleReceipt } from '../../services/goods/sample.ts';
import { dayOf } from 'services/contracts/dates';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { importDesk, MAPPING, xlsx } from './import-desk.ts';

const { at, upload, send, importFile, countOf } = importDesk();
const importDeps = (): ImportDeps => {
  const { store, master: db, log } = at.app.house.deps;
  return { store, db, ids: at.app.house.deps.ids, log, recipient: goodsRecipient(store) };
};
const draft = (row: number, barcode: string) => {
  const {
    receiptId: _id,
    barcode: _barcode,
    ...receipt
  } = sampleReceipt({ shopId: at.shopId, supplierId: null, receivedOn: dayOf(new Date()) });
  return { row, barcode, receipt };
};
const write = async (id: number, barcodes: readonly string[]): Promise<void> => {
  const head = {
    shopId: at.shopId,
    supplierId: null,
    category: '戒指',
    batchNo: 'RACE',
    receivedOn: dayOf(new Date()),
  };
  const actor = { user: at.app.admin, now: new Date(), key: `import-${id}`, requestId: 'r' };
  const drafts = barcodes.map((barcode, index) => {
    const one = draft(index + 2, barcode);
    return { ...one, receipt: { ...one.receipt, importId: id } };
  });
  await acceptImport(importDeps(), { id, head, fileName: '首饰.xlsx', drafts, actor });
};
const accept = async (barcodes: readonly string[]): Promise<number> => {
  const { master } = at.app.house.deps;
  const id = await nextId(master);
  await openJob(master, { id, fileId: null, shopId: at.shopId, userId: 1, total: barcodes.length });
  await write(id, barcodes);
  return id;
};

test('all rows arrive: given barcodes, automatic ones, the chosen category where the file has none (S0§2/10)', async () => {
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
  const { list } = (await at.app.get('/biz-goods-in?batchNo=HAPPY')).body.data as { list: Record<string, unknown>[] };
  const rows = list.toSorted((a, b) => Number(a['id']) - Number(b['id']));
  expect(rows[0]).toMatchObject({ barcode: '000777', type: '戒指', auditFlag: 1, piceCost: 1800.4 });
  expect(rows[1]).toMatchObject({ type: '项链', name: '足金光圈', goldWeight: 1000.5, goldCost: 560, num: 1 });
  expect(String(rows[1]?.['barcode'])).toMatch(/^\d{12}$/);
  const { id } = reply.body.data as { id: number };
  expect(await at.app.get(`/biz-goods-in/import/${id}`)).toMatchObject({
    status: 200,
    body: { data: { state: 'completed', done: 2, total: 2 } },
  });
  expect(
    (await at.app.put(`/biz-goods-in/audit/${String(rows[0]?.['id'])}`, { ids: rows.map((row) => row['id']) })).status,
  ).toBe(200);
});
test('one refused row refuses all, each by its row in Excel and its own heading (S0§5/11)', async () => {
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
test('a code with a comma is refused by its row', async () => {
  expect(await importFile([['A001，A002', '戒指', null, '光圈', '足金', 1, 1, 1]])).toMatchObject({
    status: 422,
    body: { data: [{ row: 2, field: '编码', wire: 'barcode', value: 'A001，A002', message: '条码里不能有逗号' }] },
  });
});
test('at most 200 refused values are listed, all are counted (S0§5/11)', async () => {
  const reply = await importFile(
    Array.from({ length: 300 }, (_, index) => [`M${1000 + index}`, '戒指', null, '光圈', '足金', -1, 1, 1]),
  );
  expect(reply.status).toBe(422);
  expect(reply.body.data).toHaveLength(200);
  expect(reply.body.msg).toContain('共300行');
});
test('rows may come in the body, and a repeat is the same import (S0§7/7)', async () => {
  const list = [sampleBody({ barcode: 'LIST-1' }), sampleBody({ barcode: '' })];
  const first = await send({ list, batchNo: 'LIST' }, 'import-once');
  expect(first.status).toBe(200);
  expect((await send({ list, batchNo: 'LIST' }, 'import-once')).body.data).toEqual(first.body.data);
  expect(await countOf('batchNo=LIST')).toBe(2);
});
test('what is missing or makes no sense is refused in words (S0§5/10)', async () => {
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
test('only tables of at most 10 MB are read, whatever they are called (S0§5/10 S0§8/5)', async () => {
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
  await at.app.addUser({ username: 'seller', roleIds: [4] });
  expect((await upload(xlsx([]), 'a.xlsx', await at.app.signIn('seller'))).status).toBe(403);
});
test('a barcode taken meanwhile takes everything back and is named (S0§5/11)', async () => {
  const body = sampleBody({ shopId: at.shopId, supplierId: null, inStorageAt: dayOf(new Date()), barcode: 'RACE-2' });
  const id = await accept(['RACE-1', 'RACE-2', 'RACE-3']);
  expect((await at.app.post('/biz-goods-in', body)).status).toBe(200);
  expect(await runImport(importDeps(), id)).toEqual({
    state: 'withdrawn',
    problems: [{ row: 3, barcode: 'RACE-2', message: '条码RACE-2已存在' }],
  });
  expect(await runImport(importDeps(), id)).toMatchObject({ state: 'withdrawn' });
  expect(await at.app.get(`/biz-goods-in/import/${id}`)).toMatchObject({ body: { data: { state: 'withdrawn' } } });
  for (const barcode of ['RACE-1', 'RACE-3']) {
    expect((await at.app.get(`/biz-goods-in/lookup?shopId=${at.shopId}&barcode=${barcode}`)).status).toBe(404);
  }
  expect((await at.app.get(`/biz-goods-in/lookup?shopId=${at.shopId}&barcode=RACE-2`)).body.msg).toBe('此首饰未审核');
});
test('an import that a crash left is found and finished; its rows cannot be touched before', async () => {
  const { master, lookup, dataDir } = at.app.house.deps;
  const id = await accept(['CRASH-1', 'CRASH-2']);
  const [row] = await master.anyFirst(sql.unsafe`SELECT id FROM master.goods_receipt WHERE import_id = ${id}`);
  expect((await at.app.put('/biz-goods-in/audit/1', { ids: [row] })).status).toBe(404);
  await master.query(
    sql.unsafe`UPDATE master.import_job SET renewed_at = now() - interval '1 minute' WHERE id = ${id}`,
  );
  await createImports({ ...importDeps(), closedDays: ALL_OPEN, lookup, dataDir }).resumeAbandoned();
  expect(await at.app.get(`/biz-goods-in/import/${id}`)).toMatchObject({
    body: { data: { state: 'completed', done: 2 } },
  });
  expect((await at.app.put('/biz-goods-in/audit/1', { ids: [row] })).status).toBe(200);
});
test('an import that shows itself while it is looked at is not given up', async () => {
  const { master, lookup, dataDir } = at.app.house.deps;
  const id = await nextId(master);
  await openJob(master, { id, fileId: null, shopId: at.shopId, userId: 1, total: 1 });
  // It was silent when it was found, and has given a sign of life since.
  const db = new Proxy(master, {
    get: (pool, name) => (name === 'anyFirst' ? async () => [id] : Reflect.get(pool, name)),
  });
  const state = async () => (await at.app.get(`/biz-goods-in/import/${id}`)).body.data;
  await createImports({ ...importDeps(), closedDays: ALL_OPEN, db, lookup, dataDir }).resumeAbandoned();
  expect(await state()).toMatchObject({ state: 'running' });
  await master.query(
    sql.unsafe`UPDATE master.import_job SET renewed_at = now() - interval '1 minute' WHERE id = ${id}`,
  );
  await createImports({ ...importDeps(), closedDays: ALL_OPEN, db, lookup, dataDir }).resumeAbandoned();
  expect(await state()).toMatchObject({ state: 'dropped' });
});
test('the uploaded file is gone when its import ends, when it is given up, or after an hour, also in a new process', async () => {
  const folder = path.join(at.app.dataDir, 'imports');
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
  await at.app.del(`/biz-goods-in/import-file/${given}`, {});
  expect(fs.readdirSync(folder)).toEqual([]);

  const old = await read('GONE-3');
  const [name = ''] = fs.readdirSync(folder);
  const past = new Date(Date.now() - 61 * 60_000);
  fs.utimesSync(path.join(folder, name), past, past);
  expect((await send({ fileId: old, mapping: MAPPING })).body.msg).toBe('导入文件已过期，请重新选择文件');
  await read('GONE-4');
  const { lookup, dataDir } = at.app.house.deps;
  await createImports({ ...importDeps(), closedDays: ALL_OPEN, lookup, dataDir }).files.prune();
  expect(fs.readdirSync(folder)).toHaveLength(1);
});
test('an import that was given up while its process hung, and went on, is finished when that process ends after all', async () => {
  const { master, store, lookup, dataDir } = at.app.house.deps;
  const silent = (id: number) =>
    master.query(sql.unsafe`UPDATE master.import_job SET renewed_at = now() - interval '1 minute' WHERE id = ${id}`);
  const imports = createImports({ ...importDeps(), closedDays: ALL_OPEN, lookup, dataDir });
  const state = async (id: number) => (await at.app.get(`/biz-goods-in/import/${id}`)).body.data;
  const hung = await nextId(master);
  await openJob(master, { id: hung, fileId: null, shopId: at.shopId, userId: 1, total: 2 });
  await silent(hung);
  await imports.resumeAbandoned();
  expect(await state(hung)).toMatchObject({ state: 'dropped' });
  await write(hung, ['HUNG-1', 'HUNG-2']);
  const ending = new Proxy(store, {
    get: (whole, name) =>
      name === 'append' ? () => Promise.reject(new Error('killed')) : Reflect.get(whole, name, whole),
  });
  await expect(runImport({ ...importDeps(), store: ending }, hung)).rejects.toThrow('killed');
  expect(await state(hung)).toMatchObject({ state: 'running' });
  await silent(hung);
  await imports.resumeAbandoned();
  expect(await state(hung)).toMatchObject({ state: 'completed', done: 2 });
});
