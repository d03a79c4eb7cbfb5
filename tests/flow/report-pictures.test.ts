/** The picture of reports that are not of order lines (R51): it adds up to the report's own totals, now and as of any moment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { momentPast, startChain, type Chain } from './shops.ts';

let chain: Chain;
const old = {
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  weight: 5.32,
  cost: 500,
  lossRatio: 100,
  remark: '旧戒指',
};
const recycle = async (line: object): Promise<void> => {
  const reply = await chain.app.post('/biz-alone-recycle', {
    customerId: chain.customerId,
    shopId: chain.home,
    recycleAt: chain.today,
    seller: 'admin',
    recycleList: [line],
  });
  expect(reply.status, reply.text).toBe(200);
  expect((await chain.audit('/biz-alone-recycle', [Number(reply.body.data)])).status).toBe(200);
};
beforeAll(async () => {
  chain = await startChain();
  await recycle(old);
  await recycle({ ...old, fineness: '18K金', weight: 2 });
  const ring = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, price: 50, remark: '改圈' };
  const cash = { sellBalanceList: [{ balance: '现金', amount: 50 }] };
  const repair = await chain.app.post('/biz-sell', chain.sale([], { sellCleanList: [ring], ...cash }));
  expect(repair.status, repair.text).toBe(200);
  await chain.audit('/biz-sell', [Number(repair.body.data)]);
  const gift = { shopId: chain.home, inGiftAt: chain.today, barcode: 'ZP-1', goodsName: '红绳手链', num: 12, cost: 2 };
  const stocked = await chain.app.post('/biz-gift-in', { ...gift, price: 19.9 });
  await chain.audit('/biz-gift-in', [Number(stocked.body.data)]);
});
afterAll(() => chain.app.stop());

type Chart = { readonly kind: string; readonly x: string[]; readonly series: { name: string; data: number[] }[] };
const chartOf = async (path: string, query = '', token?: string): Promise<Chart> => {
  const reply = await chain.app.get(`${path}/chart${query}`, token === undefined ? {} : { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Chart;
};
const PICTURES = [
  ['/report-sell-recycle', 'line', 'netWeight', 7.32],
  ['/report-recycle', 'bar', 'leftWeight', 7.32],
  ['/report-sell-clean', 'line', 'price', 50],
  ['/report-gift-turnover', 'bar', 'num', 12],
] as const;

test.each(PICTURES)('%s draws what its totals say (S1§2.12/15)', async (path, kind, field, total) => {
  const { totals } = (await chain.app.get(`${path}/totals`)).body.data as { totals: Record<string, number> };
  const chart = await chartOf(path);
  expect(chart.kind).toBe(kind);
  expect(chart.series[0]?.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(total, 3);
  expect(Number(totals[field])).toBeCloseTo(total, 3);
  expect(chart.series.every(({ data }) => data.length === chart.x.length)).toBe(true);
});
test('words rank by size, and a filter draws its rows alone', async () => {
  expect((await chartOf('/report-recycle')).x).toEqual(['足金', '18K金']);
  expect((await chartOf('/report-recycle', `?fineness=${encodeURIComponent('18K金')}`)).x).toEqual(['18K金']);
});
test('reports of days say the last with data on it, to whoever sees that shop', async () => {
  await chain.app.addUser({ username: 'next-door', roleIds: [2], lockShops: [chain.away] });
  const token = await chain.app.signIn('next-door');
  for (const path of ['/report-sell-recycle', '/report-sell-clean']) {
    expect((await chain.app.get(`${path}/latest-day`)).body.data).toEqual({ day: chain.today });
    expect((await chain.app.get(`${path}/latest-day`, { token })).body.data).toEqual({ day: null });
  }
});
test('a moment of the past is drawn as it was; another shop draws nothing (S1§2.12/15)', async () => {
  const moment = await momentPast();
  const before = await chartOf('/report-recycle');
  await recycle({ ...old, fineness: '18K金', weight: 9 });
  expect(await chartOf('/report-recycle', `?asOf=${encodeURIComponent(moment.toISOString())}`)).toEqual(before);
  await chain.app.addUser({ username: 'elsewhere', roleIds: [2], lockShops: [chain.away] });
  const token = await chain.app.signIn('elsewhere');
  for (const [path] of PICTURES) expect((await chartOf(path, '', token)).x).toEqual([]);
});
