/** Every total opens into the events that make it, whose sum is the total; now and as of a moment (wire: <report>/explain). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

let now = new Date(`${dayOf(new Date())}T00:00:30.000+08:00`);
const tick = (): string => {
  now = new Date(now.getTime() + 1_000);
  return now.toISOString();
};
let chain: Chain;
let [before, ring, lot] = ['', '', ''];
let checkId = 0;
const ok = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
type Opened = { total: number; count: number; list: { value: number; document: string; barcode: string }[] };
const opened = async (path: string, query: string): Promise<Opened> => {
  const reply = await chain.app.get(`${path}/explain?${query}&pageSize=1000`);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as Opened;
};

beforeAll(async () => {
  chain = await startChain({ clock: () => now });
  const { app, today, home } = chain;
  ring = await chain.stock({ stoneCt: 0.5 });
  lot = await chain.stock({ num: 5, type: '手链', stoneCt: 0.2 });
  const sold = await chain.stock();
  tick();
  ok(
    await chain.audit('/biz-allocate', [
      ok(await app.post('/biz-allocate', chain.transfer([{ barcode: lot, inNum: 2 }]))),
    ]),
  );
  checkId = ok(await app.post('/biz-check/open', { shopId: home, checkAt: today, type: '手链' }));
  ok(await app.post(`/biz-check/${checkId}/scan`, { barcodes: [lot, lot, ring] }));
  const counted = [{ barcode: lot, factNum: 3, scanNum: 3, remark: '多数了一遍' }];
  const header = { shopId: home, checkAt: today, type: '手链', style: '', remark: '' };
  ok(await app.put(`/biz-check/${checkId}`, { ...header, bizGoodsList: counted }));
  ok(await chain.audit('/biz-check', [checkId]));
  const order = ok(await app.post('/biz-sell', chain.sale([{ barcode: ring }])));
  ok(await chain.audit('/biz-sell', [order]));
  before = tick();
  tick();
  ok(await app.post('/biz-sell', chain.sale([{ barcode: sold }])));
  ok(await chain.unaudit('/biz-sell', [order]));
  await app.house.caughtUp();
});
afterAll(() => chain.app.stop());

const dated = (): string => `beginTime=${addDays(chain.today, -1)}&endTime=${chain.today}`;
describe.each([
  [
    '/report-goods-turnover',
    ['num', 'goldWeight', 'weight', 'stoneCt', 'secondCt', 'piceCost', 'sellPrice'],
    'stock=all',
  ],
  ['/report-goods-allocate', ['num', 'goldWeight', 'weight', 'stoneCt', 'inPrice'], 'type=手链'],
  ['/report-goods-return', ['num', 'goldWeight', 'weight', 'stoneCt', 'returnPrice'], ''],
  ['/report-goods-check', ['goldWeight', 'weight', 'stoneCt', 'bookNum', 'factNum'], 'only=different'],
  ['/report-goods-flow', ['num'], ''],
])('%s (S0§3/1–4)', (path, fields, filter) => {
  test.each(fields)('%s (S0§3/1–4)', async (field) => {
    for (const query of [dated(), `${filter}&${dated()}`, `${dated()}&asOf=${encodeURIComponent(before)}`]) {
      const { list } = (await chain.app.get(`${path}?${query}`)).body.data as { list: Record<string, number> };
      const { total, count, list: events } = await opened(path, `${query}&field=${field}`);
      expect(total).toBe(list[field]);
      expect(events).toHaveLength(count);
      expect(events.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(total, 3);
    }
  });
  test('its rows alone and its totals alone are those of both together', async () => {
    const seen = async (address: string) => (await chain.app.get(address)).body.data as Record<string, unknown>;
    for (const query of [dated(), `${filter}&${dated()}`, `${dated()}&pageSize=1&asOf=${encodeURIComponent(before)}`]) {
      const { count, pageIndex, pageSize, list: both } = await seen(`${path}?${query}`);
      const { list, ...totals } = both as Record<string, unknown>;
      expect(await seen(`${path}/rows?${query}`)).toEqual({ list, pageIndex, pageSize });
      expect(await seen(`${path}/totals?${query}`)).toEqual({ count, totals });
    }
  });
  test('no other total', async () => {
    expect((await chain.app.get(`${path}/explain?${dated()}&field=secret`)).status).toBe(422);
  });
});

test('what was counted opens into each scan and correction, the books into the movements before', async () => {
  const counts = await opened('/report-goods-check', `${dated()}&barcode=${lot}&field=factNum`);
  expect(counts).toMatchObject({ total: 3, count: 2 });
  expect(counts.list.map(({ value, document }) => [value, document])).toEqual([
    [1, `PD${checkId}`],
    [2, `PD${checkId}`],
  ]);
  const books = await opened('/report-goods-check', `${dated()}&barcode=${lot}&field=bookNum`);
  expect(books.list.map(({ value }) => value)).toEqual([-2, 5]);
});
test('summary tags of sales open into the orders, pending and audited, as they stand', async () => {
  const summary = async (query: string) =>
    ((await chain.app.get(`/biz-sell?${query}`)).body.data as { summary: Record<string, number> }).summary;
  for (const query of [dated(), `auditFlag=2&${dated()}`, `${dated()}&asOf=${encodeURIComponent(before)}`]) {
    const sums = await summary(query);
    for (const field of ['count', 'giftFee', 'oldFee', 'changeFee', 'cleanFee', 'amount', 'factFee']) {
      const { total, list } = await opened('/biz-sell', `${query}&field=${field}`);
      expect(total, field).toBe(sums[field]);
      expect(list.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(total, 2);
    }
  }
  expect((await summary(dated()))['amount']).toBe(2 * TAG_PRICE);
  expect((await summary(`${dated()}&asOf=${encodeURIComponent(before)}`))['amount']).toBe(TAG_PRICE);
  expect((await opened('/biz-sell', `${dated()}&field=count`)).list.map(({ barcode }) => barcode)).toContain(ring);
  expect((await chain.app.get('/biz-sell/explain?field=costAmount')).status).toBe(422);
});
test('who sees one shop only opens what is of that shop', async () => {
  await chain.app.addUser({ username: 'clerk', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('clerk');
  const seen = async (path: string) => ((await chain.app.get(path, { token })).body.data as Opened).list;
  expect(await seen(`/biz-sell/explain?${dated()}&field=count`)).toEqual([]);
  expect(await seen(`/report-goods-check/explain?${dated()}&field=factNum`)).toEqual([]);
  expect((await seen(`/report-goods-flow/explain?${dated()}&field=num`)).map(({ value }) => value)).toEqual([2]);
});
