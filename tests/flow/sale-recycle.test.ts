/** Old material in an order over HTTP (S1§2.3, §5, §9; R16, R17, R45, R68, R76, R89): one save holds it, one audit makes its lots. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG_PRICE, momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
type Row = Record<string, unknown>;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

/** 2.5 g at 100 % and 600 yuan: 1,500 yuan. */
const ring = { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, cost: 600, remark: '旧戒指' };
const paid = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });
const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const lotsOf = async (id: number): Promise<Row[]> => {
  const { data } = (await chain.app.get('/report-recycle?pageSize=200')).body as unknown as {
    data: { list: { list: Row[] } };
  };
  return data.list.list.filter(({ documentNo }) => documentNo === `XS${id}`);
};
const listed = async (sellId: number): Promise<Row[]> =>
  (await chain.app.get(`/biz-sell-recycle/list?sellId=${sellId}`)).body.data as Row[];

test('old gold lessens what is to be paid, and the audit makes a lot of it; 反审核 takes it back (S1§2.3/1)', async () => {
  const barcode = await chain.stock();
  const due = TAG_PRICE - 1500;
  const id = await saved(
    chain.sale([{ barcode }], { sellRecycleList: [ring], oldFee: 1500, payableFee: due, factFee: due, ...paid(due) }),
  );
  expect(await chain.record(PATH, id)).toMatchObject({
    oldFee: 1500,
    payableFee: due,
    factFee: due,
    sellRecycleList: [{ fineness: '足金', weight: 2.5, lossRatio: 100, netWeight: 2.5, price: 1500 }],
  });
  const [line] = await listed(id);
  expect(line).toMatchObject({ id: id * 10_000, price: 1500 });
  expect(await lotsOf(id)).toEqual([]);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await lotsOf(id)).toMatchObject([{ source: '销售回收', leftWeight: 2.5, leftPrice: 1500, fineness: '足金' }]);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await lotsOf(id)).toEqual([]);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 1, sellRecycleList: [{ price: 1500 }] });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await lotsOf(id)).toHaveLength(1);
});

test('an order may be of old gold alone: the shop pays (S1§2.3/1)', async () => {
  const id = await saved(chain.sale([], { sellRecycleList: [ring, { ...ring, fineness: '18K金' }], ...paid(-3000) }));
  expect(await chain.record(PATH, id)).toMatchObject({ amount: 0, oldFee: 3000, payableFee: -3000, factFee: -3000 });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await lotsOf(id)).map(({ fineness }) => fineness)).toEqual(['足金', '18K金']);
});

test('two lines of one fineness are two lots; an edit of one leaves the other, by its id (S1§2.3/1)', async () => {
  const heavy = { ...ring, weight: 5 };
  const id = await saved(chain.sale([], { sellRecycleList: [ring, heavy], ...paid(-4500) }));
  const [first, second] = await listed(id);
  const edited = { ...second, weight: 4, netWeight: undefined, price: undefined };
  const body = chain.sale([], { sellRecycleList: [first!, edited], ...paid(-3900), factFee: -3900 });
  expect(await chain.app.put(`${PATH}/${id}`, body)).toMatchObject({ status: 200 });
  expect((await listed(id)).map((line) => [line['id'], line['price']])).toEqual([
    [first?.['id'], 1500],
    [second?.['id'], 2400],
  ]);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await lotsOf(id)).map(({ leftWeight }) => leftWeight)).toEqual([2.5, 4]);
});

test('what is wrong stands at its line (S1§5/10 S1§5/19)', async () => {
  const wrong = async (change: Row, path: string): Promise<string> => {
    const reply = await chain.app.post(PATH, chain.sale([], { sellRecycleList: [{ ...ring, ...change }] }));
    expect(reply).toMatchObject({ status: 422 });
    expect(JSON.stringify(reply.body.data)).toContain(`"sellRecycleList.0.${path}"`);
    return String(reply.body.msg);
  };
  expect(await wrong({ fineness: '没有的成色' }, 'fineness')).toBe('成色不存在');
  expect(await wrong({ remark: '' }, 'remark')).toBe('备注不能为空');
  expect(await wrong({ weight: 0 }, 'weight')).toBe('重量必须大于0');
  expect(await wrong({ price: 1 }, 'price')).toContain('应为1500.00');
  const other = await saved(chain.sale([], { sellRecycleList: [ring], ...paid(-1500) }));
  expect(await wrong({ id: other * 10_000 }, 'id')).toBe('明细行不属于此单据，请刷新后再保存');
});

test('the detail report has both kinds line by line; a reversed one leaves it, totals open, other moments show what was (S1§2.12/2)', async () => {
  const handed = { ...ring, style: '爱心', workFee: 10, stone: '钻石', stoneCt: 0.3, stoneP: 1 };
  const order = await saved(chain.sale([], { sellRecycleList: [handed], ...paid(-1525) }));
  await chain.app.addUser({ username: 'collector', roleIds: [3] });
  const alone = await chain.app.post('/biz-alone-recycle', {
    customerId: chain.customerId,
    shopId: chain.home,
    recycleAt: chain.today,
    seller: 'collector',
    recycleList: [{ ...handed, weight: 7.5, cost: 500 }],
  });
  expect(alone).toMatchObject({ status: 200 });
  const recycle = Number(alone.body.data);
  const report = async (query = ''): Promise<{ count: number; list: Row & { list: Row[] } }> => {
    const reply = await chain.app.get(`/report-sell-recycle?style=${encodeURIComponent('爱心')}${query}`);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body.data as { count: number; list: Row & { list: Row[] } };
  };
  expect(await report()).toMatchObject({ count: 0 });
  await chain.audit(PATH, [order]);
  await chain.audit('/biz-alone-recycle', [recycle]);
  const both = await report();
  expect(both).toMatchObject({
    count: 2,
    list: { weight: 10, netWeight: 10, price: 5350, stoneCt: 0.6, cost: 525 },
  });
  expect(both.list.list).toMatchObject([
    { orderNo: `HS${recycle}`, billType: '独立回收', price: 3825, cost: 500, workFee: 10, customerName: '王女士' },
    { orderNo: `XS${order}`, billType: '销售回收', price: 1525, lossRatio: 100, stone: '钻石', remark: '旧戒指' },
  ]);
  const [first] = both.list.list;
  expect(await report(`&barcode=${String(first?.['barcode'])}`)).toMatchObject({ count: 1 });
  expect(await report(`&billType=${encodeURIComponent('销售回收')}`)).toMatchObject({
    count: 1,
    list: { price: 1525 },
  });
  const explain = `/report-sell-recycle/explain?style=${encodeURIComponent('爱心')}`;
  expect((await chain.app.get(`${explain}&field=price`)).body.data).toMatchObject({ total: 5350, count: 2 });
  expect((await chain.app.get(`/report-sell-recycle/export?style=${encodeURIComponent('爱心')}`)).status).toBe(200);
  const then = await momentPast();
  await chain.unaudit('/biz-alone-recycle', [recycle]);
  expect(await report()).toMatchObject({ count: 1, list: { price: 1525 } });
  expect(await report(`&asOf=${then.toISOString()}`)).toMatchObject({ count: 2, list: { price: 5350 } });
});
