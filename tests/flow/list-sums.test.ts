/** The strip over a list: sums of all rows of its filters, each opened into rows that add up to it; cost only with the right. */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

let chain: Chain;
let lot = '';
const ok = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
beforeAll(async () => {
  chain = await startChain({});
  const { app } = chain;
  lot = await chain.stock({ num: 5 });
  const other = await chain.stock();
  const first = ok(await app.post('/biz-allocate', chain.transfer([{ barcode: lot, inNum: 2 }])));
  ok(await chain.audit('/biz-allocate', [first]));
  ok(await app.post('/biz-allocate', chain.transfer([{ barcode: other, inNum: 1 }])));
  const bizGoodsList = [{ barcode: lot, num: 1, result: '1' }];
  const inspected = { shopId: chain.home, inspectAt: chain.today, inspector: '周敏', bizGoodsList };
  ok(await chain.audit('/biz-goods-inspection', [ok(await app.post('/biz-goods-inspection', inspected))]));
  for (const signed of [true, false]) {
    const opened = { shopId: chain.home, checkAt: chain.today, type: '戒指' };
    const check = ok(await app.post('/biz-check/open', opened));
    ok(await app.post(`/biz-check/${check}/scan`, { barcodes: [lot] }));
    if (signed) ok(await chain.audit('/biz-check', [check]));
  }
  await app.house.caughtUp();
});
afterAll(() => chain.app.stop());

type Sums = { count: number; audited: number; totals: Record<string, number> };
type Opened = { total: number; count: number; list: { value: number; document: string; barcode: string }[] };
const get = async <Data>(path: string, token?: string): Promise<Data> => {
  const reply = await chain.app.get(path, token === undefined ? {} : { token });
  expect(reply, path).toMatchObject({ status: 200 });
  return reply.body.data as Data;
};
const dated = (): string => `beginTime=${addDays(chain.today, -1)}&endTime=${chain.today}`;

test.each([
  '/biz-goods-in',
  '/biz-allocate',
  '/biz-goods-return',
  '/biz-stock-adjust',
  '/biz-check',
  '/biz-goods-inspection',
])('%s: every sum is that of its rows, and opens into them', async (path) => {
  for (const query of [dated(), `${dated()}&auditFlag=2`, `${dated()}&barcode=${lot}`]) {
    const { count, audited, totals } = await get<Sums>(`${path}/totals?${query}`);
    const { list } = await get<{ list: { auditFlag: number }[] }>(`${path}?${query}&pageSize=100`);
    expect([count, audited]).toEqual([list.length, list.filter(({ auditFlag }) => auditFlag === 2).length]);
    for (const [field, sum] of Object.entries(totals)) {
      const opened = await get<Opened>(`${path}/explain?${query}&field=${field}&pageSize=100`);
      expect(opened.total, field).toBe(sum);
      expect(opened.count).toBe(count);
      expect(opened.list.reduce((all, { value }) => all + value, 0)).toBeCloseTo(sum, 3);
    }
  }
});

test('a check adds to the sums what its audit signed, and nothing before', async () => {
  const { list } = await get<{ list: { auditFlag: number; bookNum: number | null; factNum: number | null }[] }>(
    `/biz-check?${dated()}`,
  );
  expect(list.map(({ auditFlag }) => auditFlag).toSorted((a, b) => a - b)).toEqual([1, 2]);
  const signed = list.find(({ auditFlag }) => auditFlag === 2);
  expect(signed).toMatchObject({ bookNum: 4, factNum: 1 });
  const { totals } = await get<Sums>(`/biz-check/totals?${dated()}`);
  expect(totals).toEqual({ bookNum: 4, factNum: 1 });
  expect((await get<Sums>(`/biz-check/totals?${dated()}&auditFlag=1`)).totals).toEqual({ bookNum: 0, factNum: 0 });
  const { total, list: rows } = await get<Opened>(`/biz-check/explain?${dated()}&field=bookNum`);
  expect([total, rows.map(({ value }) => value).toSorted((a, b) => a - b)]).toEqual([4, [0, 4]]);
});

test('weights and prices are those of a piece, times the pieces', async () => {
  const { totals } = await get<Sums>(`/biz-goods-in/totals?${dated()}&barcode=${lot}&billType=1`);
  expect(totals).toMatchObject({ num: 5, sellPrice: 5 * TAG_PRICE });
});

test('without the right there is no sum of cost, and none can be opened; of other shops nothing is counted', async () => {
  await chain.app.addUser({ username: 'counter', roleIds: [4], lockShops: [chain.home] });
  const token = await chain.app.signIn('counter');
  expect((await get<Sums>(`/biz-allocate/totals?${dated()}`, token)).totals).not.toHaveProperty('inAmount');
  expect((await chain.app.get(`/biz-allocate/explain?${dated()}&field=inAmount`, { token })).status).toBe(403);
  await chain.app.addUser({ username: 'elsewhere', roleIds: [3], lockShops: [chain.away] });
  const away = await chain.app.signIn('elsewhere');
  const { count } = await get<Sums>(`/biz-goods-in/totals?${dated()}&billType=1`, away);
  expect(count).toBe(0);
  expect((await chain.app.get(`/biz-goods-in/totals?${dated()}&shopId=${chain.home}`, { token: away })).status).toBe(
    403,
  );
});

test('a figure that is none is refused at its field', async () => {
  const reply = await chain.app.get('/biz-goods-in/explain?field=unitCost');
  expect(reply).toMatchObject({ status: 422 });
});

test('ranges of weight and price include both ends, and an end that is no number is refused at its field', async () => {
  const count = async (range: string) => (await get<Sums>(`/biz-goods-in/totals?${dated()}&billType=1&${range}`)).count;
  expect(await count('goldWeightFrom=3.215&goldWeightTo=3.215')).toBe(2);
  expect(await count('goldWeightFrom=3.216')).toBe(0);
  expect(await count(`sellPriceTo=${TAG_PRICE}&sellPriceFrom=`)).toBe(2);
  expect(await count(`sellPriceTo=${TAG_PRICE - 0.01}`)).toBe(0);
  const turnover = await get<{ count: number }>('/report-goods-turnover/totals?goldWeightFrom=3.216');
  expect(turnover.count).toBe(0);
  for (const bad of ['goldWeightFrom=x', 'goldWeightTo=-1', 'sellPriceFrom=1e99', 'sellPriceTo=NaN'])
    expect(await chain.app.get(`/biz-goods-in?${bad}`), bad).toMatchObject({
      status: 422,
      body: { data: [{ path: bad.split('=')[0] }] },
    });
});

test('a sum above what a double holds is exact to the fen, and so is what it opens into', async () => {
  const { app } = chain;
  // As events of before the table of values may have left them.
  const prices = [9_007_199_254_740_991, 9_007_199_254_740_990];
  const pieces = [await chain.stock({ batchNo: 'HUGE' }), await chain.stock({ batchNo: 'HUGE' })];
  await app.house.caughtUp();
  for (const [index, price] of prices.entries()) {
    await app.house.deps.master.query(
      sql.unsafe`UPDATE live.goods_in SET tag_price_fen = ${price}::int8 WHERE barcode = ${pieces[index] ?? ''}`,
    );
  }
  const { totals } = await get<{ totals: Record<string, unknown> }>(`/biz-goods-in/totals?${dated()}&batchNo=HUGE`);
  expect(totals['sellPrice']).toBe('180143985094819.81');
  const opened = await get<{ total: unknown; list: { value: unknown }[] }>(
    `/biz-goods-in/explain?${dated()}&batchNo=HUGE&field=sellPrice`,
  );
  expect(opened.total).toBe(totals['sellPrice']);
  expect(opened.list.map(({ value }) => value)).toEqual([90_071_992_547_409.9, 90_071_992_547_409.91]);
  await app.house.deps.master.query(sql.unsafe`UPDATE live.goods_in SET quantity = 99999 WHERE batch_no = 'HUGE'`);
  // Pieces times price is beyond bigint now, of each row.
  const many = await get<Opened>(`/biz-goods-in/explain?${dated()}&batchNo=HUGE&field=sellPrice`);
  const exact = prices.map((price) => BigInt(price) * 99_999n);
  const yuan = (fen: bigint): string => String(fen).replace(/(\d\d)$/, '.$1');
  expect(many.total).toBe(yuan(exact[0]! + exact[1]!));
  expect(many.list.map(({ value }) => value)).toEqual([yuan(exact[1]!), yuan(exact[0]!)]);
});
