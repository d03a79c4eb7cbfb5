/** Returns to suppliers over HTTP (S0§2–5; R2–R6, R10, R12, R13, R40), and the reports of what moved (R27). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply, RequestOptions } from '../support/app.ts';
import { momentPast, startChain, type Chain, type Line } from './shops.ts';

const PATH = '/biz-goods-return';
let chain: Chain;
let [goldHouse, stoneHouse] = [0, 0];
beforeAll(async () => {
  chain = await startChain();
  const supplier = async (name: string): Promise<number> =>
    Number(
      (await chain.app.post('/base-supplier', { name, contract: '李经理', mobile: '13900000001', status: '2' })).body
        .data,
    );
  goldHouse = await supplier('金源首饰');
  stoneHouse = await supplier('宝石坊');
  expect(goldHouse).toBeGreaterThan(0);
});
afterAll(() => chain.app.stop());

const body = (lines: readonly Line[], change: Record<string, unknown> = {}): Record<string, unknown> => ({
  supplierId: null,
  shopId: chain.home,
  returnAt: chain.today,
  remark: '',
  bizGoodsList: lines,
  ...change,
});
const create = (lines: readonly Line[], change?: Record<string, unknown>, options?: RequestOptions): Promise<Reply> =>
  chain.app.post(PATH, body(lines, change), options);
const created = async (lines: readonly Line[], change?: Record<string, unknown>): Promise<number> => {
  const reply = await create(lines, change);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const delivered = (change: Record<string, unknown> = {}): Promise<string> =>
  chain.stock({ supplierId: goldHouse, ...change });
type Row = Record<string, unknown>;
const goodsRow = async (barcode: string): Promise<Row> => {
  const { data } = (await chain.app.get(`/biz-goods-in?barcode=${barcode}&shopId=${chain.home}`)).body;
  return (data as { list: Row[] }).list[0] ?? {};
};
const report = async (path: string, query: string): Promise<{ count: number; list: Row & { list: Row[] } }> => {
  const reply = await chain.app.get(`${path}?${query}`);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as { count: number; list: Row & { list: Row[] } };
};

test('save holds, audit sends back, 反审核 brings the piece home and holds it, deletion frees it (S0§7/15)', async () => {
  const barcode = await delivered();
  const id = await created([{ barcode, returnPrice: 1750.5 }]);
  expect((await chain.lookup(barcode)).body.msg).toContain(`已被TH${id}占用`);
  expect(await goodsRow(barcode)).toMatchObject({ state: '待审', heldBy: [`TH${id}`] });
  expect(await chain.record(PATH, id)).toMatchObject({
    no: `TH${id}`,
    auditFlag: 1,
    supplierId: goldHouse,
    supplierName: '金源首饰',
    returnAmount: 1750.5,
    bizGoodsList: [{ barcode, num: 1, returnNum: 1, piceCost: 1800.4, returnPrice: 1750.5 }],
  });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 2 });
  expect(await goodsRow(barcode)).toMatchObject({ state: '已退', onHand: 0 });
  expect(await chain.lookup(barcode)).toMatchObject({ status: 409, body: { msg: `此首饰已退供应商（TH${id}）` } });
  const receipt = Number((await goodsRow(barcode))['id']);
  expect((await chain.unaudit('/biz-goods-in', [receipt])).body.msg).toContain(`已退供应商（TH${id}）`);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await goodsRow(barcode)).toMatchObject({ state: '待审', onHand: 1 });
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await chain.free(barcode)).toBe(1);
  const flow = await report('/report-goods-flow', `barcode=${barcode}`);
  expect(flow.list.list.map((row) => [row['billType'], row['num'], row['documentNo']])).toEqual([
    ['正常入库', 1, `RK${receipt}`],
    ['退供应商', -1, `TH${id}`],
    ['退供应商（反审核）', 1, `TH${id}`],
  ]);
  const life = (await chain.app.get(`/report-goods-flow/life?barcode=${barcode}`)).body.data as { steps: Row[] };
  expect(life.steps.find(({ title }) => title === '退供应商')?.['text']).toBe(
    '罗湖店 退给 金源首饰 1 件，退货价 ¥1,750.50',
  );
  const history = (await chain.app.get(`${PATH}/${id}/history`)).body;
  expect(history.msg).toContain('不存在');
});

describe('what the form says is said by the server too', () => {
  test('header (S0§5/15)', async () => {
    expect((await create([])).body.msg).toBe('请输入要退货的首饰！');
    const barcode = await delivered();
    expect((await create([{ barcode }], { shopId: null })).body.msg).toBe('分店名称不能为空');
    expect((await create([{ barcode }], { returnAt: '' })).body.msg).toBe('退货日期不能为空');
    expect((await create([{ barcode }], { supplierId: 999_999 })).body.msg).toBe('供应商不存在');
  });
  test('lines (S0§5/15)', async () => {
    const lot = await delivered({ num: 3 });
    expect((await create([{ barcode: lot }, { barcode: lot }])).body.msg).toBe('列表已存在此首饰，请不要重复输入！');
    expect((await create([{ barcode: lot, returnNum: 0 }])).body.msg).toBe('退货数量不能为0！');
    expect((await create([{ barcode: lot, returnNum: 1.5 }])).status).toBe(422);
    expect((await create([{ barcode: lot, returnNum: 4 }])).body.msg).toBe('退货数量不能大于库存数量！');
    expect((await create([{ barcode: lot, returnPrice: 1.234 }])).status).toBe(422);
    expect((await create([{ barcode: lot, goodsId: 1 }])).body.msg).toBe('货品编号与条码不一致');
    expect((await create([{ barcode: 'NOSUCH99' }])).status).toBe(404);
  });
});

test('quantity defaults to what is free, price to the cost; a lot goes back in part (S0§5/16)', async () => {
  const lot = await delivered({ num: 5 });
  const all = await created([{ barcode: lot }]);
  expect(await chain.record(PATH, all)).toMatchObject({
    bizGoodsList: [{ num: 5, returnNum: 5, returnPrice: 1800.4 }],
  });
  const edit = await chain.app.put(`${PATH}/${all}`, body([{ barcode: lot, returnNum: 2 }], { supplierId: goldHouse }));
  expect(edit).toMatchObject({ status: 200 });
  expect(await chain.free(lot)).toBe(3);
  await chain.audit(PATH, [all]);
  expect(await chain.free(lot)).toBe(3);
});

describe('the supplier', () => {
  test('is that of the pieces; a mix warns and waits for a choice before the audit', async () => {
    const [gold, stone] = [await delivered(), await delivered({ supplierId: stoneHouse })];
    const mixed = await create([{ barcode: gold }, { barcode: stone }]);
    expect(mixed).toMatchObject({
      status: 200,
      body: { msg: expect.stringMatching(/^保存成功：TH\d+，明细中有其他供应商的首饰，请核对$/) as unknown },
    });
    const id = Number(mixed.body.data);
    expect(await chain.record(PATH, id)).toMatchObject({ supplierId: null, mixedSuppliers: true });
    expect(await chain.audit(PATH, [id])).toMatchObject({ status: 422 });
    expect((await chain.audit(PATH, [id])).body.msg).toContain('请先选择供应商再审核');
    const chosen = body([{ barcode: gold }, { barcode: stone }], { supplierId: stoneHouse });
    expect((await chain.app.put(`${PATH}/${id}`, chosen)).status).toBe(200);
    expect((await chain.audit(PATH, [id])).status).toBe(200);
    const list = (await chain.app.get(`${PATH}?supplierId=${stoneHouse}`)).body.data as { list: Row[] };
    expect(list.list.map((row) => row['id'])).toContain(id);
    expect(await chain.app.del('/base-supplier', { ids: [stoneHouse] })).toMatchObject({ status: 409 });
  });
  test('one that was disabled is nobody’s default, and stays where it stood', async () => {
    const row = { name: '歇业首饰', contract: '王经理', mobile: '13900000002' };
    const gone = Number((await chain.app.post('/base-supplier', { ...row, status: '2' })).body.data);
    const [first, second] = [await chain.stock({ supplierId: gone }), await chain.stock({ supplierId: gone })];
    const before = await created([{ barcode: first }]);
    expect((await chain.app.put(`/base-supplier/${gone}`, { id: gone, ...row, status: '1' })).status).toBe(200);
    expect((await create([{ barcode: second }], { supplierId: gone })).body.msg).toBe('供应商已停用');
    const id = await created([{ barcode: second }]);
    expect(await chain.record(PATH, id)).toMatchObject({ supplierId: null });
    expect((await chain.audit(PATH, [id])).body.msg).toContain('请先选择供应商再审核');
    expect((await chain.app.put(`${PATH}/${before}`, body([{ barcode: first }]))).status).toBe(200);
    expect(await chain.record(PATH, before)).toMatchObject({ supplierId: gone });
  });
  test('pieces without one need one to be chosen', async () => {
    const barcode = await chain.stock();
    const id = await created([{ barcode }]);
    expect((await chain.audit(PATH, [id])).status).toBe(422);
  });
});

test('audited is final; an edit is of the same day only, whoever asks; bulk is all or nothing (S0§4/1 S0§4/3)', async () => {
  const [one, two] = [await delivered(), await delivered()];
  const id = await created([{ barcode: one }]);
  await chain.audit(PATH, [id]);
  expect(await chain.app.put(`${PATH}/${id}`, body([{ barcode: one }]))).toMatchObject({
    status: 409,
    body: { msg: '已审核的单据不能修改' },
  });
  expect((await chain.app.del(PATH, { ids: [id] })).body.msg).toBe('已审核的单据不能删除');
  expect((await chain.audit(PATH, [id])).status).toBe(409);
  await chain.app.addUser({ username: 'returner', roleIds: [2] });
  const manager = await chain.app.signIn('returner');
  const old = await created([{ barcode: two }], { returnAt: addDays(chain.today, -1) });
  expect(await chain.app.put(`${PATH}/${old}`, body([{ barcode: two }]), { token: manager })).toMatchObject({
    status: 403,
    body: { msg: '只能修改当天的退货单' },
  });
  expect((await chain.audit(PATH, [old, id])).status).toBe(409);
  expect(await chain.record(PATH, old)).toMatchObject({ auditFlag: 1 });
});

describe('who may', () => {
  test('dates, shops and costs (S0§6/32)', async () => {
    await chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [chain.home] });
    await chain.app.addUser({ username: 'elsewhere', roleIds: [3], lockShops: [chain.away] });
    const [keeper, elsewhere] = [await chain.app.signIn('keeper'), await chain.app.signIn('elsewhere')];
    const barcode = await delivered();
    const on = (returnAt: string) => create([{ barcode }], { returnAt }, { token: keeper });
    expect((await on(addDays(chain.today, 1))).status).toBe(422);
    expect((await on(addDays(chain.today, -46))).status).toBe(422);
    expect((await create([{ barcode }], {}, { token: elsewhere })).status).toBe(403);
    const id = Number((await create([{ barcode, returnPrice: 1 }], {}, { token: keeper })).body.data);
    expect(await chain.record(PATH, id)).toMatchObject({ bizGoodsList: [{ returnPrice: 1800.4 }] });
    const seen = (await chain.app.get(`${PATH}/${id}`, { token: keeper })).body.data as { bizGoodsList: Row[] };
    expect(seen).not.toHaveProperty('returnAmount');
    expect(Object.keys(seen.bizGoodsList[0] ?? {})).not.toEqual(expect.arrayContaining(['piceCost']));
    expect((await chain.app.get(`${PATH}/${id}`, { token: elsewhere })).status).toBe(404);
    expect((await chain.audit(PATH, [id], { token: elsewhere })).status).toBe(403);
  });
  test('ten clicks are one return; a stale edit is refused', async () => {
    const barcode = await delivered();
    const sent = body([{ barcode }]);
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () => chain.app.post(PATH, sent, { key: `click-${barcode}` })),
    );
    expect(new Set(clicks.map((reply) => `${reply.status} ${String(reply.body.data)}`)).size).toBe(1);
    const id = Number(clicks[0]?.body.data);
    const seen = (await chain.app.get(`${PATH}/${id}`)).headers.get('etag') ?? '';
    const save = (remark: string) =>
      chain.app.put(`${PATH}/${id}`, body([{ barcode }], { remark }), { headers: { 'if-match': seen } });
    expect((await save('先')).status).toBe(200);
    expect((await save('后')).status).toBe(412);
    const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as Row[];
    expect(history.map(({ title }) => title)).toEqual(['新增', '修改']);
  });
});

describe('reports', () => {
  test('returns: audited ones piece by piece, totals times quantity, opened, as of a moment (S0§2/19 S0§7/17)', async () => {
    const lot = await delivered({ num: 4, name: '报表戒指', stoneCt: 0.5 });
    const id = await created([{ barcode: lot, returnNum: 3, returnPrice: 100 }]);
    const by = `barcode=${lot}`;
    expect(await report('/report-goods-return', by)).toMatchObject({ count: 0, list: { num: 0, returnPrice: 0 } });
    await chain.audit(PATH, [id]);
    const { count, list } = await report('/report-goods-return', by);
    expect(count).toBe(1);
    expect(list.list).toMatchObject([
      {
        shopName: '罗湖店',
        supplierName: '金源首饰',
        documentNo: `TH${id}`,
        returnAt: chain.today,
        barcode: lot,
        name: '报表戒指',
        num: 4,
        returnNum: 3,
        returnPrice: 100,
        piceCost: 1800.4,
      },
    ]);
    const row = list.list[0] as { goldWeight: number; weight: number };
    expect(list).toMatchObject({ num: 3, stoneCt: 1.5, returnPrice: 300 });
    expect(list['goldWeight']).toBeCloseTo(row.goldWeight * 3, 3);
    expect(list['weight']).toBeCloseTo(row.weight * 3, 3);
    const opened = (await chain.app.get(`/report-goods-return/explain?${by}&field=returnPrice`)).body.data as Row;
    expect(opened).toMatchObject({ total: 300, count: 1, list: [{ document: `TH${id}`, value: 300 }] });
    const today = `beginTime=${chain.today}&endTime=${chain.today}&shopId=${chain.home}&supplierId=${goldHouse}`;
    const filtered = `${today}&name=报表&typeArr=${encodeURIComponent(String(list.list[0]?.['type']))}`;
    expect(await report('/report-goods-return', filtered)).toMatchObject({ count: 1 });
    expect(await report('/report-goods-return', `${filtered}&finenessArr=没有`)).toMatchObject({ count: 0 });
    const audited = await momentPast();
    await chain.unaudit(PATH, [id]);
    expect(await report('/report-goods-return', by)).toMatchObject({ count: 0 });
    const then = `${by}&asOf=${encodeURIComponent(audited.toISOString())}`;
    expect(await report('/report-goods-return', then)).toMatchObject({ count: 1, list: { num: 3 } });
  });
  test('transfers: both shops see them, others do not; the price is a cost (S0§2/18 S0§7/16)', async () => {
    const lot = await chain.stock({ num: 4 });
    const reply = await chain.app.post(
      '/biz-allocate',
      chain.transfer([{ barcode: lot, inNum: 3, inPrice: 200 }], { allocateAt: chain.today }),
    );
    await chain.audit('/biz-allocate', [Number(reply.body.data)]);
    const by = `barcode=${lot}&outShopId=${chain.home}&inShopId=${chain.away}`;
    const { count, list } = await report('/report-goods-allocate', by);
    expect(count).toBe(1);
    expect(list).toMatchObject({
      num: 3,
      inPrice: 600,
      list: [{ outShopName: '罗湖店', inShopName: '南山店', outNum: 4, inNum: 3, inPrice: 200 }],
    });
    expect(await report('/report-goods-allocate', `barcode=${lot}&outShopId=${chain.away}`)).toMatchObject({
      count: 0,
    });
    await chain.app.addUser({ username: 'receiver', roleIds: [3], lockShops: [chain.away] });
    await chain.app.addUser({ username: 'stranger', roleIds: [3], lockShops: [await otherShop()] });
    const [receiver, stranger] = [await chain.app.signIn('receiver'), await chain.app.signIn('stranger')];
    const seenBy = async (token: string) =>
      (await chain.app.get(`/report-goods-allocate?barcode=${lot}`, { token })).body.data as {
        count: number;
        list: Row & { list: Row[] };
      };
    const seen = await seenBy(receiver);
    expect(seen).toMatchObject({ count: 1, list: { num: 3 } });
    expect(seen.list).not.toHaveProperty('inPrice');
    expect(seen.list.list[0]).not.toHaveProperty('inPrice');
    expect(await seenBy(stranger)).toMatchObject({ count: 0 });
    const opened = (field: string, token: string) =>
      chain.app.get(`/report-goods-allocate/explain?barcode=${lot}&field=${field}`, { token });
    expect((await opened('inPrice', receiver)).status).toBe(403);
    expect((await opened('num', receiver)).body.data).toMatchObject({ total: 3 });
  });
  test('exports carry the reports under their names', async () => {
    for (const path of [PATH, '/report-goods-return', '/report-goods-allocate']) {
      const reply = await chain.app.get(`${path}/export`);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toContain('spreadsheetml');
    }
    const name = decodeURIComponent(
      (await chain.app.get('/report-goods-return/export')).headers.get('content-disposition')!,
    );
    expect(name).toContain('首饰退货报表');
    expect((await chain.app.get(`/report-goods-allocate/latest-day`)).body.data).toEqual({ day: chain.today });
  });
});

const otherShop = async (): Promise<number> =>
  Number((await chain.app.post('/base-shop', { name: '福田店', status: '2', remark: '' })).body.data);
