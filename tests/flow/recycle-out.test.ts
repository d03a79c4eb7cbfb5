/** Exits of old material over HTTP (S1§2.12; R13, R23, R45, R89, R96). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Reply, RequestOptions } from '../support/app.ts';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-recycle-out';
const RECYCLE = '/biz-alone-recycle';
type Row = Record<string, unknown>;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'buyer', roleIds: [3] });
});
afterAll(() => chain.app.stop());

/** A lot of a fineness that the house knows: 600 元 a gram, all of it kept. Answers its id. */
const lot = async (weight: number, change: Row = {}, shopId = chain.home): Promise<number> => {
  const line = { type: '戒指', style: '光圈', fineness: '足金', weight, lossRatio: 100, cost: 600, remark: '旧' };
  const made = await chain.app.post(RECYCLE, {
    customerId: chain.customerId,
    shopId,
    recycleAt: chain.today,
    seller: 'buyer',
    recycleList: [{ ...line, workFee: 0, ...change }],
  });
  expect(made).toMatchObject({ status: 200 });
  const id = Number(made.body.data);
  expect(await chain.audit(RECYCLE, [id])).toMatchObject({ status: 200 });
  const found = (await rowsOf('')).find(({ documentNo }) => documentNo === `HS${id}`);
  return Number(found?.['lotId']);
};
const rowsOf = async (query: string): Promise<Row[]> => {
  const reply = await chain.app.get(`/report-recycle?pageSize=200${query}`);
  return (reply.body.data as { list: { list: Row[] } }).list.list;
};
const lotOf = async (lotId: number, query = ''): Promise<Row | undefined> =>
  (await rowsOf(`&barcode=JL${lotId}&stock=all${query}`))[0];
const body = (lotList: readonly Row[], change: Row = {}): Row => ({
  shopId: chain.home,
  outAt: chain.today,
  kind: '1',
  party: '大金工厂',
  lotList,
  remark: '',
  ...change,
});
const create = (lotList: readonly Row[], change?: Row, request?: RequestOptions): Promise<Reply> =>
  chain.app.post(PATH, body(lotList, change), request);
const created = async (lotList: readonly Row[], change?: Row): Promise<number> => {
  const reply = await create(lotList, change);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const audited = async (lotList: readonly Row[], change?: Row): Promise<number> => {
  const id = await created(lotList, change);
  expect(await chain.audit(PATH, [id])).toMatchObject({ status: 200 });
  return id;
};
const statusesOf = (replies: readonly Reply[]): readonly number[] =>
  replies.map(({ status }) => status).toSorted((left, right) => left - right);
const back = (id: number, change: Row = {}, request?: RequestOptions): Promise<Reply> =>
  chain.app.put(`${PATH}/back/${id}`, { backAt: chain.today, fineness: '足金', weightBack: 3.9, ...change }, request);
const refused = async (path: string, lotList: readonly Row[], change?: Row): Promise<string> => {
  const reply = await create(lotList, change);
  expect(reply).toMatchObject({ status: 422, body: { data: [{ path }] } });
  return String(reply.body.msg);
};

test('save holds the metal, the audit takes it with its share of the cost, deleting lets it go (S1§2.12/4 S1§3/20)', async () => {
  const lotId = await lot(10);
  const id = await created([{ lotId, weightOut: 4 }]);
  expect(await lotOf(lotId)).toMatchObject({ leftWeight: 10, held: 4 });
  expect(await chain.app.put(`${PATH}/${id}`, body([{ lotId, weightOut: 7 }]))).toMatchObject({ status: 200 });
  expect(await lotOf(lotId)).toMatchObject({ leftWeight: 10, held: 7 });
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await lotOf(lotId)).toMatchObject({ leftWeight: 10, held: 0 });
  const out = await audited([{ lotId, weightOut: 4 }]);
  expect(await lotOf(lotId)).toMatchObject({ leftWeight: 6, held: 0, leftPrice: 3600 });
  expect(await chain.record(PATH, out)).toMatchObject({
    no: `JC${out}`,
    kindName: '返厂',
    state: '待回料',
    weightOut: 4,
    cost: 2400,
    backAt: null,
    lotList: [{ lotNo: `JL${lotId}`, fineness: '足金', style: '光圈', weightOut: 4 }],
  });
  expect(await chain.app.get(`${PATH}-detail/list?outId=${out}`)).toMatchObject({
    status: 200,
    body: { data: [{ lotId, lotNo: `JL${lotId}`, weightOut: 4 }] },
  });
  expect(await chain.app.put(`${PATH}/${out}`, body([{ lotId, weightOut: 1 }]))).toMatchObject({ status: 409 });
  expect((await chain.app.del(PATH, { ids: [out] })).status).toBe(409);
});

test('parts of a lot take their share of its cost, the last part the rest (S1§2.12/5)', async () => {
  const lotId = await lot(0.03, { cost: 33.33 });
  const costs: unknown[] = [];
  for (const _part of [1, 2, 3]) {
    const id = await audited([{ lotId, weightOut: 0.01 }], { kind: '4', price: 5, party: '李老板' });
    costs.push((await chain.record(PATH, id))['cost']);
  }
  // 0.03 g × 33.33 = 1.00 元 in three parts.
  expect(costs).toEqual([0.33, 0.34, 0.33]);
  expect(await lotOf(lotId)).toMatchObject({ leftWeight: 0, leftPrice: 0 });
});

describe('coming back', () => {
  test('makes one new lot with the whole cost; the loss is what did not come; 反审核 undoes it first (S1§2.12/6)', async () => {
    const lotId = await lot(10);
    const id = await audited([{ lotId, weightOut: 4 }], { kind: '2' });
    const open = `${PATH}?state=awaiting&pageSize=100`;
    expect(((await chain.app.get(open)).body.data as { list: Row[] }).list.map((row) => row['id'])).toContain(id);
    const before = await momentPast();
    const done = await back(id);
    expect(done).toMatchObject({ status: 200, body: { msg: expect.stringContaining('JL') } });
    const newLot = Number(done.body.data);
    const cameBack = { source: '回料', documentNo: `JC${id}`, leftWeight: 3.9, leftPrice: 2400, fineness: '足金' };
    expect(await lotOf(newLot)).toMatchObject(cameBack);
    expect(await chain.record(PATH, id)).toMatchObject({
      state: '已完成',
      backAt: chain.today,
      backLotNo: `JL${newLot}`,
      weightBack: 3.9,
      loss: 0.1,
      cost: 2400,
    });
    expect(((await chain.app.get(open)).body.data as { list: Row[] }).list.map((row) => row['id'])).not.toContain(id);
    const then = (await chain.app.get(`${open}&asOf=${before.toISOString()}`)).body.data as { list: Row[] };
    expect(then.list.map((row) => row['id'])).toContain(id);
    expect((await chain.app.get(`${PATH}/${id}?asOf=${before.toISOString()}`)).body.data).toMatchObject({
      state: '待回料',
      weightBack: 0,
    });
    const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as { title: string; changes: Row[] }[];
    expect(history.map(({ title }) => title)).toEqual(['新增', '审核', '回料']);
    expect(history.at(-1)?.changes).toContainEqual({ field: 'loss', label: '损耗', before: '', after: '0.100g' });
    expect((await chain.unaudit(PATH, [id])).status).toBe(200);
    expect(await lotOf(newLot)).toBeUndefined();
    expect(await lotOf(lotId)).toMatchObject({ leftWeight: 10, held: 4, leftPrice: 6000 });
    expect(await chain.record(PATH, id)).toMatchObject({ state: '待审核', backAt: null, weightBack: 0, cost: 0 });
    // Audited again it may come back again, as another lot.
    expect((await chain.audit(PATH, [id])).status).toBe(200);
    const again = await back(id, { weightBack: 4, fineness: '18K金' });
    expect(again).toMatchObject({ status: 200 });
    expect(await lotOf(Number(again.body.data))).toMatchObject({ fineness: '18K金', leftWeight: 4, leftPrice: 2400 });
  });

  test('反审核 is blocked once the new lot is used, and names by whom (S1§2.12/7)', async () => {
    const lotId = await lot(10);
    const id = await audited([{ lotId, weightOut: 4 }]);
    const newLot = Number((await back(id)).body.data);
    const user = await created([{ lotId: newLot, weightOut: 1 }]);
    const held = await chain.unaudit(PATH, [id]);
    expect(held).toMatchObject({ status: 409 });
    expect(held.body.msg).toContain(`JC${user}`);
    expect(await chain.record(PATH, id)).toMatchObject({ state: '已完成', weightBack: 3.9 });
    expect((await chain.audit(PATH, [user])).status).toBe(200);
    const used = await chain.unaudit(PATH, [id]);
    expect(used).toMatchObject({ status: 409 });
    expect(used.body.msg).toContain(`JC${user}`);
    // The recycle order that brought the first lot is blocked too.
    const brought = await lotOf(lotId);
    const recycle = Number(String(brought?.['documentNo']).slice(2));
    expect((await chain.unaudit(RECYCLE, [recycle])).body.msg).toContain(`JC${id}`);
    expect((await chain.unaudit(PATH, [user])).status).toBe(200);
    expect((await chain.app.del(PATH, { ids: [user] })).status).toBe(200);
    expect((await chain.unaudit(PATH, [id])).status).toBe(200);
    expect(await lotOf(lotId)).toMatchObject({ leftWeight: 10, held: 4 });
  });

  test('happens once, whatever is clicked: twice at once, the same click again, a second one (S1§2.12/6)', async () => {
    const id = await audited([{ lotId: await lot(10), weightOut: 10 }]);
    const replies = await Promise.all([back(id, { weightBack: 9 }), back(id, { weightBack: 9.5 })]);
    expect(statusesOf(replies)).toEqual([200, 409]);
    const other = await audited([{ lotId: await lot(10), weightOut: 10 }]);
    const first = await back(other, {}, { key: 'one-click' });
    expect(await back(other, {}, { key: 'one-click' })).toMatchObject({ body: { data: first.body.data } });
    expect(await back(other)).toMatchObject({ status: 409, body: { msg: '此单已回料，不能重复回料' } });
    const brought = (await rowsOf('')).filter(({ documentNo }) => documentNo === `JC${other}`);
    expect(brought).toHaveLength(1);
  });

  test('what cannot be is refused at its field (S1§2.12/6)', async () => {
    const lotId = await lot(10);
    const id = await created([{ lotId, weightOut: 4 }]);
    expect(await back(id)).toMatchObject({ status: 409, body: { msg: '单据未审核，不能回料' } });
    await chain.audit(PATH, [id]);
    const wrong = async (change: Row, path: string): Promise<string> => {
      const reply = await back(id, change);
      expect(reply).toMatchObject({ status: 422, body: { data: [{ path }] } });
      return String(reply.body.msg);
    };
    expect(await wrong({ weightBack: 4.001 }, 'weightBack')).toBe('回料重量不能大于出库重量4.000克');
    expect(await wrong({ weightBack: 0 }, 'weightBack')).toContain('回料重量应大于0');
    expect(await wrong({ fineness: '没有的成色' }, 'fineness')).toBe('成色不存在');
    expect(await wrong({ fineness: '' }, 'fineness')).toBe('请选择成色');
    expect(await wrong({ backAt: addDays(chain.today, -1) }, 'backAt')).toBe('回料日期不能早于出库日期');
    expect(await wrong({ backAt: '' }, 'backAt')).toBe('回料日期不能为空');
    expect(await back(999_999)).toMatchObject({ status: 404 });
    const sold = await audited([{ lotId, weightOut: 1 }], { kind: '4', price: 700 });
    expect(await back(sold)).toMatchObject({ status: 409, body: { msg: '只有返厂、熔料的旧料可以回料' } });
    expect(await chain.record(PATH, sold)).toMatchObject({ state: '已完成', price: 700 });
  });
});

test('two exits that want one lot at once: one has it, the other is told by whom (S1§2.12/8)', async () => {
  const lotId = await lot(10);
  const replies = await Promise.all([
    create([{ lotId, weightOut: 6 }]),
    create([{ lotId, weightOut: 6 }], { kind: '2' }),
    create([{ lotId, weightOut: 6 }], { kind: '4', price: 1 }),
  ]);
  const [won] = replies.filter(({ status }) => status === 200);
  expect(statusesOf(replies)).toEqual([200, 409, 409]);
  for (const { body: said } of replies.filter(({ status }) => status === 409)) {
    expect(said.msg).toContain(`旧料JL${lotId}已被JC${String(won?.body.data)}占用`);
    expect(said.data).toMatchObject({ problems: [{ list: 'lots', line: 0 }] });
  }
  expect(await lotOf(lotId)).toMatchObject({ held: 6, leftWeight: 10 });
});

test('the form’s rules: shop, day, kind, party, price, lots, pieces (S1§2.12/4)', async () => {
  const lotId = await lot(10);
  const one = [{ lotId, weightOut: 1 }];
  expect(await refused('shopId', one, { shopId: null })).toBe('分店名称不能为空');
  expect(await refused('outAt', one, { outAt: '' })).toBe('出库日期不能为空');
  expect(await refused('kind', one, { kind: '5' })).toContain('请选择出库类型');
  expect(await refused('party', one, { party: '' })).toBe('请填写返厂的去向（工厂或买方）');
  expect(await refused('price', one, { kind: '4' })).toBe('请输入出售金额');
  expect(await refused('price', one, { price: 5 })).toBe('只有出售才有出售金额');
  expect(await refused('lotList', [])).toBe('请选择要出库的旧料！');
  expect(await refused('lotList.0.weightOut', [{ lotId, weightOut: 0 }])).toContain('出库重量应大于0');
  expect(await refused('lotList.0.weightOut', [{ lotId, weightOut: 1.2345 }])).toContain('最多3位小数');
  expect(await refused('lotList.0.lotId', [{ lotId: 999_999, weightOut: 1 }])).toBe('旧料JL999999不存在');
  expect(await refused('lotList.1.lotId', [...one, ...one])).toBe(`旧料JL${lotId}重复`);
  expect(await refused('goodsList', one, { goodsList: ['202600000001'] })).toBe('只有转成品才填写成品条码');
  expect(await refused('goodsList.0', one, { kind: '3', goodsList: ['202600000001'] })).toBe(
    '没有条码为202600000001的首饰',
  );
  const far = await lot(2, {}, chain.away);
  expect(await refused('lotList.0.lotId', [{ lotId: far, weightOut: 1 }])).toBe(`旧料JL${far}不在本店`);
  expect(await create([{ lotId, weightOut: 11 }])).toMatchObject({
    status: 409,
    body: { msg: `足金：旧料JL${lotId}剩余10.000克，不够11.000克` },
  });
  const became = async (code: string) =>
    (await refused('goodsList.0', one, { kind: '3', goodsList: [code] })) as string;
  const elsewhere = await chain.stock({ shopId: chain.away });
  expect(await became(elsewhere)).toBe(`条码为${elsewhere}的首饰不在本店`);
  const saved = await chain.app.post(
    '/biz-goods-in',
    sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today }),
  );
  const withdrawn = String((await chain.record('/biz-goods-in', Number(saved.body.data)))['barcode']);
  expect((await chain.app.del('/biz-goods-in', { ids: [saved.body.data] })).status).toBe(200);
  expect(await became(withdrawn)).toBe(`没有条码为${withdrawn}的首饰`);
  const barcode = await chain.stock();
  const id = await audited(one, { kind: '3', party: '', goodsList: [barcode] });
  expect(await chain.record(PATH, id)).toMatchObject({ kindName: '转成品', state: '已完成', goodsList: [barcode] });
});

test('other shops and other rights: not seen, not written, cost with its right only (S1§2.12/9)', async () => {
  await chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [chain.away] });
  const as = { token: await chain.app.signIn('keeper') };
  const lotId = await lot(10);
  const id = await audited([{ lotId, weightOut: 1 }]);
  expect(await chain.app.get(`${PATH}/${id}`, as)).toMatchObject({ status: 404 });
  expect(await back(id, { weightBack: 1 }, as)).toMatchObject({ status: 403 });
  expect(await create([{ lotId, weightOut: 1 }], {}, as)).toMatchObject({ status: 403 });
  const far = await lot(3, {}, chain.away);
  const own = await chain.app.post(PATH, body([{ lotId: far, weightOut: 3 }], { shopId: chain.away }), as);
  expect(own).toMatchObject({ status: 200 });
  const list = (await chain.app.get(PATH, as)).body.data as { list: Row[] };
  expect(list.list.map((row) => row['id'])).toEqual([own.body.data]);
  expect(list.list[0]).not.toHaveProperty('cost');
});

test('what a shop has free to take: by number, never another shop’s, nothing of a lot that is held whole (S1§2.12/8)', async () => {
  const [lotId, whole, far] = [await lot(10), await lot(2), await lot(7, {}, chain.away)];
  await created([
    { lotId, weightOut: 4 },
    { lotId: whole, weightOut: 2 },
  ]);
  const free = async (shopId: number, query = ''): Promise<Row[]> =>
    (await chain.app.get(`${PATH}/lots?shopId=${shopId}${query}`)).body.data as Row[];
  expect(await free(chain.home, `&barcode=jl${lotId}`)).toMatchObject([{ lotNo: `JL${lotId}`, free: 6 }]);
  expect(await free(chain.home, `&barcode=${whole}`)).toEqual([]);
  expect(await free(chain.home, `&barcode=${far}`)).toEqual([]);
  expect((await free(chain.away)).map((row) => row['lotId'])).toContain(far);
  const as = { token: await chain.app.signIn('keeper') };
  expect(await chain.app.get(`${PATH}/lots?shopId=${chain.home}`, as)).toMatchObject({ status: 403 });
});

test('lists: filters, sums that open, the sheet, the paper', async () => {
  const lotId = await lot(5, { fineness: '足银', cost: 6 });
  const id = await audited([{ lotId, weightOut: 5 }], { kind: '4', price: 29.5, party: '银匠张' });
  const query = `party=${encodeURIComponent('银匠')}&kind=4&fineness=${encodeURIComponent('足银')}`;
  expect((await chain.app.get(`${PATH}?${query}`)).body.data).toMatchObject({ count: 1, list: [{ id, price: 29.5 }] });
  expect((await chain.app.get(`${PATH}?${query}&state=pending`)).body.data).toMatchObject({ count: 0 });
  const opened = (await chain.app.get(`${PATH}/explain?${query}&field=weightOut`)).body.data;
  expect(opened).toMatchObject({ total: 5, list: [{ document: `JC${id}`, value: 5 }] });
  expect((await chain.app.get(`${PATH}/export?${query}`)).status).toBe(200);
  const printed = (await chain.app.get(`/base-print-template/print-data/recycleOut/${id}`)).body.data;
  expect(printed).toMatchObject({
    title: '旧料出库单',
    tables: { master: [{ no: `JC${id}`, kindName: '出售' }], goods: [{ lotNo: `JL${lotId}`, weightOut: '5.000' }] },
  });
});
