/**
 * Receipts over HTTP: create, edit, audit, 反审核, delete, look-up (S0§4, §5; R3, R4, R7, R12–R14). One file, because it runs over both
 * stores and a sixth of it is the table of values that are refused.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { automaticBarcode, checkDigitFits, sequenceOf } from '../../services/goods/barcode.ts';
import { createPieces } from '../../services/goods/pieces.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { addDays, dayOf } from 'services/contracts/dates';
import { isRefusal } from 'services/contracts/refusal';
import type { PieceCommand } from 'services/goods/contract';
import { startApp, type App, type Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';

let app: App;
let shopId: number;
let otherShop: number;
const today = dayOf(new Date());
const body = (change: Record<string, unknown> = {}): Record<string, unknown> =>
  sampleBody({ shopId, supplierId: null, inStorageAt: today, ...change });
const created = async (change: Record<string, unknown> = {}): Promise<number> => {
  const reply = await app.post('/biz-goods-in', body(change));
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const audit = (...ids: number[]): Promise<Reply> => app.put(`/biz-goods-in/audit/${ids[0]}`, { ids });
const unaudit = (...ids: number[]): Promise<Reply> =>
  app.put(`/biz-goods-in/unaudit/${ids[0]}`, { ids, reason: '录错' });
const record = async (id: number): Promise<Record<string, unknown>> =>
  (await app.get(`/biz-goods-in/${id}`)).body.data as Record<string, unknown>;
const lookup = (barcode: string, shop = shopId): Promise<Reply> =>
  app.get(`/biz-goods-in/lookup?shopId=${shop}&barcode=${encodeURIComponent(barcode)}`);
/** A document's command to a piece, as the transfer and sale slices send it. */
const apply = async (barcode: string, command: PieceCommand): Promise<void> => {
  const { store, lookup: names } = app.house.deps;
  const actor = {
    user: app.admin,
    now: new Date(),
    key: `t-${JSON.stringify(command).length}-${barcode}`,
    requestId: 'r',
  };
  expect(isRefusal(await createPieces({ store, lookup: names }).apply(barcode, command, actor))).toBe(false);
};
const holder = { kind: 'transfer', id: 7, no: 'DB7' };
const document = { ...holder, line: 0, businessDate: today };

beforeAll(async () => {
  app = await startApp();
  const shop = async (name: string): Promise<number> =>
    Number((await app.post('/base-shop', { name, status: '2', remark: '' })).body.data);
  shopId = await shop('罗湖店');
  otherShop = await shop('南山店');
});
afterAll(() => app.stop());

test('a receipt is created pending, with an automatic barcode and computed values, and shows at once (S0§4/5 S0§5/5 S0§7/5)', async () => {
  const id = await created({
    goldWeight: 3.215,
    goldCost: 560,
    workFee: 20,
    sellRaito: 1.2,
    stoneCt: 0.305,
    piceCost: 1,
    weight: 9,
  });
  const row = await record(id);
  expect(row).toMatchObject({
    id,
    auditFlag: 1,
    name: '足金戒指',
    num: 1,
    weight: 3.276,
    piceCost: 1800.4,
    sellPrice: 2238,
    stoneMeasure: '重量',
  });
  expect(String(row['barcode'])).toMatch(/^\d{12}$/);
  expect(checkDigitFits(String(row['barcode']))).toBe(true);
});
test('a price on the tag may be set by hand (S0§5/6)', async () => {
  expect(await record(await created({ sellPrice: 1999 }))).toMatchObject({ sellPrice: 1999 });
});
test('ten clicks of one button are one receipt', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => app.post('/biz-goods-in', body({ batchNo: 'TEN' }), { key: 'ten-clicks' })),
  );
  expect(new Set(replies.map((reply) => `${reply.status}/${String(reply.body.data)}`)).size).toBe(1);
  const list = await app.get('/biz-goods-in?batchNo=TEN');
  expect(list.body.data).toMatchObject({ count: 1 });
});
test('GET barcode gives a number that a receipt may then bear, in any writing (S0§5/4 S0§7/4)', async () => {
  const barcode = String((await app.get('/biz-goods-in/barcode')).body.data);
  expect(barcode).toMatch(/^\d{12}$/);
  expect(await record(await created({ barcode }))).toMatchObject({ barcode });
  expect(await record(await created({ barcode: ' ａｂ-００1 ' }))).toMatchObject({ barcode: 'AB-001' });
});
test('a barcode that is there is refused, a deleted one may come again (S0§7/8)', async () => {
  const id = await created({ barcode: 'DUP-1' });
  expect(await app.post('/biz-goods-in', body({ barcode: 'dup-1' }))).toMatchObject({
    status: 409,
    body: { msg: '条码DUP-1已存在' },
  });
  expect((await app.del('/biz-goods-in', { ids: [id] })).status).toBe(200);
  expect((await app.get(`/biz-goods-in/${id}`)).status).toBe(404);
  await created({ barcode: 'DUP-1' });
});
test('an edit is the whole record; a stale one is told so; absent costs stay (S0§4/5 S0§6/37 S0§7/2)', async () => {
  const id = await created({ cerif: 'GIA1', goldCost: 560, num: 3, batchNo: 'EDIT' });
  const before = await app.get(`/biz-goods-in/${id}`);
  const etag = before.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const { goldCost: _cost, num: _num, ...unseen } = body({ barcode: undefined, name: '足金对戒', goldWeight: 2 });
  expect(await app.put(`/biz-goods-in/${id}`, unseen, { headers: { 'if-match': etag } })).toMatchObject({
    status: 200,
    body: { data: id },
  });
  expect(await record(id)).toMatchObject({
    name: '足金对戒',
    cerif: 'GIA1',
    goldCost: 560,
    piceCost: 1120,
    num: 3,
    batchNo: 'EDIT',
  });
  expect(await app.put(`/biz-goods-in/${id}`, unseen, { headers: { 'if-match': etag } })).toMatchObject({
    status: 412,
    body: { msg: '别人已修改，请刷新后再保存' },
  });
  expect((await app.put(`/biz-goods-in/${id}`, body({ barcode: 'OTHER-9' }))).status).toBe(422);
  expect((await app.put('/biz-goods-in/999999', body())).status).toBe(404);
});
test('audited is final; 反审核 opens it again; each once, and its repeat is known by its key (S0§4/1)', async () => {
  const id = await created();
  const first = { key: `audit-of-${id}` };
  expect(await app.put(`/biz-goods-in/audit/${id}`, { ids: [id] }, first)).toMatchObject({ status: 200 });
  expect(await record(id)).toMatchObject({ auditFlag: 2, auditor: app.admin.nickName });
  expect(await app.put(`/biz-goods-in/audit/${id}`, { ids: [id] }, first)).toMatchObject({ status: 200 });
  expect(await audit(id)).toMatchObject({ status: 409, body: { msg: '单据已审核，不能重复审核' } });
  expect((await app.put(`/biz-goods-in/${id}`, body({ name: '改' }))).status).toBe(409);
  expect((await app.del('/biz-goods-in', { ids: [id] })).status).toBe(409);
  expect((await app.put(`/biz-goods-in/unaudit/${id}`, { ids: [id], reason: ' ' })).status).toBe(422);
  expect((await unaudit(id)).status).toBe(200);
  expect(await unaudit(id)).toMatchObject({ status: 409, body: { msg: '单据未审核，不能反审核' } });
  expect(await record(id)).toMatchObject({ auditFlag: 1 });
  expect((await app.call('DELETE', `/biz-goods-in?ids=${id}`)).status).toBe(200);
});
test('of several, one failure leaves all as they are and names itself (S0§7/9)', async () => {
  const [one, two] = [await created(), await created()];
  expect((await audit(two)).status).toBe(200);
  const reply = await app.del('/biz-goods-in', { ids: [one, two, 999_999] });
  expect(reply).toMatchObject({
    status: 409,
    body: {
      data: {
        failed: expect.arrayContaining([
          expect.objectContaining({ id: two }),
          expect.objectContaining({ id: 999_999 }),
        ]) as unknown,
      },
    },
  });
  expect(reply.body.msg).toContain(`RK${two}：`);
  expect(await record(one)).toMatchObject({ auditFlag: 1 });
  const both = await audit(one, two);
  expect(both).toMatchObject({ status: 409 });
  expect(both.body.msg).toBe(`RK${two}：单据已审核，不能重复审核`);
  expect(await record(one)).toMatchObject({ auditFlag: 1 });
  expect((await audit(one)).status).toBe(200);
  expect(await record(one)).toMatchObject({ auditFlag: 2 });
});
test('audit and delete at the same moment leave every piece with one fate, and nobody is told otherwise', async () => {
  const ids = [await created(), await created(), await created(), await created()];
  const [audited, deleted] = await Promise.all([audit(...ids), app.del('/biz-goods-in', { ids: ids.toReversed() })]);
  const claimed = (reply: Reply): readonly number[] =>
    reply.status === 200 ? ids : ((reply.body.data as { done?: number[] }).done ?? []);
  // A refusal does not wait for read models, even when some of its ids went through.
  const fateOf = async (id: number): Promise<string> => {
    const { status, body: shown } = await app.get(`/biz-goods-in/${id}`);
    return status === 404 ? 'gone' : String((shown.data as { auditFlag: number }).auditFlag);
  };
  for (const id of ids) {
    await expect.poll(() => fateOf(id), { timeout: 30_000 }).toMatch(/^(gone|2)$/);
    const gone = (await fateOf(id)) === 'gone';
    expect([claimed(audited).includes(id), claimed(deleted).includes(id)]).toEqual([!gone, gone]);
  }
});
test('the look-up tells where a piece is or why it is not to be had (S0§7/21)', async () => {
  expect(await lookup('NOSUCH')).toMatchObject({ status: 404, body: { msg: '此首饰不存在' } });
  const id = await created({ barcode: 'LOOK-1', num: 3, goldCost: 560 });
  expect(await lookup('look-1')).toMatchObject({ status: 409, body: { msg: '此首饰未审核' } });
  await audit(id);
  expect(await lookup(' look-1 ')).toMatchObject({
    status: 200,
    body: { data: { id, barcode: 'LOOK-1', num: 3, goldWeight: 3.215, workFee: 20, goldCost: 560, piceCost: 1800.4 } },
  });
  for (const read of [']C1LOOK-1', '\\000026look-1', '\u001DLOOK\u001D-1', '\uFEFFLOOK\u200B-1'])
    expect(await lookup(read), JSON.stringify(read)).toMatchObject({
      status: 200,
      body: { data: { barcode: 'LOOK-1' } },
    });
  expect(await lookup('LOOK-1', otherShop)).toMatchObject({ status: 409, body: { msg: '此首饰在罗湖店' } });
  await apply('LOOK-1', { type: 'HoldGoods', key: 'transfer-7/v1/0', shopId, quantity: 2, holder });
  expect(await lookup('LOOK-1')).toMatchObject({ status: 200, body: { data: { num: 1, onHand: 3, held: 2 } } });
  await apply('LOOK-1', { type: 'HoldGoods', key: 'transfer-7/v1/1', shopId, quantity: 1, holder });
  const held = await lookup('LOOK-1');
  expect(held.status).toBe(409);
  expect(held.body.msg).toMatch(/^此首饰已被DB7占用（.+，\d{4}-\d\d-\d\d \d\d:\d\d）$/);
  expect(await unaudit(id)).toMatchObject({ status: 409, body: { msg: '不能反审核，此首饰已被DB7占用、已被DB7占用' } });
  expect(await lookup('')).toMatchObject({ status: 422, body: { msg: '请输入条码！' } });
  expect(await app.get('/biz-goods-in/lookup?barcode=LOOK-1')).toMatchObject({
    status: 422,
    body: { msg: '请先选择分店名称！' },
  });
});
test('sold, disabled and mistyped pieces say so; a transferred row stands for itself', async () => {
  const sold = await created({ barcode: 'SOLD-1' });
  const off = await created({ barcode: 'OFF-1', status: '1' });
  const moved = await created({ barcode: 'MOVE-1' });
  await audit(sold, off, moved);
  await apply('SOLD-1', { type: 'HoldGoods', key: 'sale-9/v1/0', shopId, quantity: 1, holder });
  await apply('SOLD-1', { type: 'SellGoods', key: 'sale-9/v1/0', document, amountFen: 100, soldWeightMg: 1 });
  expect(await lookup('SOLD-1')).toMatchObject({ status: 409, body: { msg: '此首饰已售出' } });
  expect(await lookup('OFF-1')).toMatchObject({ status: 409, body: { msg: '此首饰已停用' } });
  expect((await lookup('202600000018')).body.msg).toBe('此首饰不存在，请检查条码是否输错');
  await apply('MOVE-1', { type: 'HoldGoods', key: 'transfer-7/v1/0', shopId, quantity: 1, holder });
  await apply('MOVE-1', {
    type: 'TransferGoods',
    key: 'transfer-7/v1/0',
    document,
    toShopId: otherShop,
    outPriceFen: 1,
    inPriceFen: 2000_00,
    rowId: 9_000_001,
  });
  expect(await lookup('MOVE-1', otherShop)).toMatchObject({
    status: 200,
    body: { data: { id: 9_000_001, piceCost: 2000 } },
  });
  await expect.poll(async () => (await app.get('/biz-goods-in/9000001')).status, { timeout: 30_000 }).toBe(200);
  expect(await app.del('/biz-goods-in', { ids: [9_000_001] })).toMatchObject({
    status: 409,
    body: { msg: '调拨入库记录不能单独操作' },
  });
});

const long = '长'.repeat(300);
const wrong: readonly [string, unknown, string][] = [
  ['shopId', undefined, '分店不能为空'],
  ['shopId', 0, '分店不能为空'],
  ['shopId', 424_242, '分店不存在'],
  ['supplierId', 424_242, '供应商不存在'],
  ['inStorageAt', '', '入库日期不能为空'],
  ['inStorageAt', '2026-02-30', '日期不存在'],
  ['type', '', '首饰类别不能为空'],
  ['type', undefined, '首饰类别不能为空'],
  ['type', '飞船', '首饰类别不在字典中'],
  ['name', ' ', '首饰名称不能为空'],
  ['name', long, '最多60个字'],
  ['style', null, '首饰款式不能为空'],
  ['fineness', 7, '首饰成色不能为空'],
  ['fineness', '纯铁', '首饰成色不在字典中'],
  ['printTemplate', '', '请选择标签模板'],
  ['printTemplate', '没有的模板', '标签模板不存在'],
  ['num', 0, '数量不能小于1'],
  ['num', 1.5, '请输入整数'],
  ['num', '３', '请输入整数'],
  ['goldWeight', -1, '不能小于0'],
  ['goldWeight', 1.2345, '最多3位小数'],
  ['goldWeight', '３.５', '请输入数字'],
  ['goldWeight', 1e12, '不能大于100000克'],
  ['goldCost', 1.005, '最多2位小数'],
  ['goldCost', -0.01, '不能小于0'],
  ['workFee', 1e12, '不能大于99999999.99元'],
  ['stoneP', 1.5, '请输入整数'],
  ['stoneCt', -1, '不能小于0'],
  ['stoneMeasure', '斤', '主石计价方式不在字典中'],
  ['sellRaito', 0.9, '不能小于1'],
  ['sellRaito', 1.005, '最多2位小数'],
  ['sellPrice', -1, '不能小于0'],
  ['remark', long, '最多200个字'],
  ['remark', 'a\u0000b', '含有不能保存的字符'],
  ['spec', ['x'], '请输入文字'],
  ['pictures', '["a.webp","b.webp","c.webp"]', '上传文件个数超出限制!最多上传2张图片!'],
  ['pictures', '{', '图片格式不正确'],
  ['pictures', '["..%2f"]', '图片名称不正确'],
  ['priceMode', '9', '计价方式不正确'],
  ['status', '3', '状态不正确'],
  ['barcode', 'AB', '条码应为4到32位数字、字母或 . _ / -'],
  ['barcode', 'A001,A002', '条码里不能有逗号'],
  ['barcode', 'A001，A002', '条码里不能有逗号'],
  ['barcode', '条码条码', '条码应为4到32位数字、字母或 . _ / -'],
];
test.each(wrong)('%s = %j is refused: %s (S0§5/1 S0§5/2)', async (path, value, message) => {
  const reply = await app.post('/biz-goods-in', body({ [path]: value }));
  expect(reply).toMatchObject({ status: 422, body: { data: expect.arrayContaining([{ path, message }]) as unknown } });
});
test('values that fit one by one but not together are refused, never stored', async () => {
  const reply = await app.post('/biz-goods-in', body({ goldWeight: 99_999, goldCost: 99_999_999 }));
  expect(reply).toMatchObject({ status: 422 });
  expect(reply.body.msg).toContain('成本超出范围');
});
test('scripts and emoji are text like any other', async () => {
  const remark = `<script>alert(1)</script> 💍 '; DROP TABLE`;
  expect(await record(await created({ remark }))).toMatchObject({ remark });
});
test('what an edit leaves out is what the last edit made of it, also of one that comes while it is judged', async () => {
  const keys = ['biz:bizGoodsIn:list', 'biz:bizGoodsIn:edit'];
  await app.addUser({ username: 'no-cost', roleIds: [await roleWith(app, keys)] });
  const token = await app.signIn('no-cost');
  const id = await created({ goldCost: 560 });
  const { lookup: names } = app.house.deps;
  const values = names.dictValues.bind(names);
  const meanwhile = vi.fn(() => app.put(`/biz-goods-in/${id}`, body({ barcode: undefined, goldCost: 600 })));
  vi.spyOn(names, 'dictValues').mockImplementationOnce(async (asked) => {
    expect(await meanwhile()).toMatchObject({ status: 200 });
    return values(asked);
  });
  const unseen = body({ barcode: undefined, goldCost: undefined, name: '足金对戒' });
  expect(await app.put(`/biz-goods-in/${id}`, unseen, { token })).toMatchObject({ status: 200 });
  expect(meanwhile).toHaveBeenCalledOnce();
  expect(await record(id)).toMatchObject({ name: '足金对戒', goldCost: 600 });
});

test('who is locked to a shop works there only, within 45 days, and sees no cost without the right', async () => {
  await app.addUser({ username: 'store', roleIds: [5], lockShops: [shopId] });
  await app.addUser({ username: 'clerk', roleIds: [4], lockShops: [shopId] });
  const token = await app.signIn('store');
  const send = (change: Record<string, unknown>): Promise<Reply> => app.post('/biz-goods-in', body(change), { token });
  expect(await send({ shopId: otherShop })).toMatchObject({ status: 403, body: { msg: '你没有该分店的权限' } });
  expect((await send({ inStorageAt: addDays(today, -45) })).status).toBe(200);
  expect((await send({ inStorageAt: addDays(today, -46) })).status).toBe(422);
  expect((await send({ inStorageAt: addDays(today, 1) })).status).toBe(422);
  expect(await app.get(`/biz-goods-in/lookup?shopId=${otherShop}&barcode=LOOK-1`, { token })).toMatchObject({
    status: 403,
  });
  const elsewhere = await created({ shopId: otherShop });
  expect((await app.del('/biz-goods-in', { ids: [elsewhere] }, { token })).status).toBe(403);
  const clerk = await app.signIn('clerk');
  const id = await created({ barcode: 'COST-1', goldCost: 500 });
  await audit(id);
  const seen = await app.get(`/biz-goods-in/lookup?shopId=${shopId}&barcode=COST-1`, { token: clerk });
  expect(seen.status).toBe(200);
  expect(seen.body.data).not.toHaveProperty('piceCost');
  expect(seen.body.data).not.toHaveProperty('goldCost');
  expect((await app.post('/biz-goods-in', body(), { token: clerk })).status).toBe(403);
});
test('a receipt of another day is changed by nobody without the right to it, as every dated document', async () => {
  await app.addUser({ username: 'keeper', roleIds: [5] });
  const token = await app.signIn('keeper');
  const change = (id: number, inStorageAt: string, by = {}): Promise<Reply> =>
    app.put(`/biz-goods-in/${id}`, body({ inStorageAt, name: '改名' }), by);
  const old = await created({ inStorageAt: addDays(today, -1) });
  for (const day of [addDays(today, -1), today]) {
    expect(await change(old, day, { token })).toMatchObject({ status: 403, body: { msg: '只能修改当天的入库单' } });
  }
  expect((await change(old, addDays(today, -1))).status).toBe(200);
  const key = 'over-midnight';
  const fresh = await created();
  expect(await change(fresh, addDays(today, -1), { token })).toMatchObject({
    status: 403,
    body: { msg: '没有“编辑任意日”的权限，不能更改日期' },
  });
  expect((await change(fresh, today, { token, key })).status).toBe(200);
  expect((await change(fresh, addDays(today, -1))).status).toBe(200);
  expect((await change(fresh, today, { token, key })).status).toBe(200);
  expect((await change(fresh, today, { token })).status).toBe(403);
});
test('a number far beyond the counter, that somebody typed, does not use the numbers of the year up', async () => {
  const year = Number(today.slice(0, 4));
  const barcodeOf = async (id: number): Promise<string> => String((await record(id))['barcode']);
  const last = sequenceOf(await barcodeOf(await created()));
  for (const taken of [last + 1, 9_999_999]) await created({ barcode: automaticBarcode(year, taken) });
  for (let times = 0; times < 2; times += 1) {
    const next = await barcodeOf(await created());
    expect(sequenceOf(next)).toBeGreaterThan(last + 1);
    expect(sequenceOf(next)).toBeLessThan(last + 20_000);
  }
});
