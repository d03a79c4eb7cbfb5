/** The start page's figures over HTTP (R93, R78, R13): against a recount of the orders themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from 'services/contracts/dates';
import { roleWith } from '../support/roles.ts';
import type { Dashboard, Todo } from 'projections/dashboard/contract';
import { startChain, TAG_PRICE, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

type Order = Readonly<Record<'amount' | 'changeFee' | 'factFee' | 'num' | 'costAmount', number>>;
const dashboard = async (token?: string): Promise<Dashboard> => {
  const { status, text, body } = await chain.app.get('/dashboard', token === undefined ? {} : { token });
  expect(status, text).toBe(200);
  return body.data as Dashboard;
};
const todoOf = async (kind: Todo['kind'], token?: string): Promise<readonly Todo[]> =>
  (await dashboard(token)).todo.filter((one) => one.kind === kind);
const sell = async (change: Record<string, unknown> = {}, shopId = chain.home): Promise<number> => {
  const barcode = await chain.stock({ type: '戒指', shopId });
  const { status, text, body } = await chain.app.post('/biz-sell', chain.sale([{ barcode }], { shopId, ...change }));
  expect(status, text).toBe(200);
  return Number(body.data);
};
const ordersOn = async (day: string): Promise<readonly Order[]> => {
  const { body } = await chain.app.get(`/biz-sell?beginTime=${day}&endTime=${day}&pageSize=100`);
  return (body.data as { readonly list: readonly Order[] }).list;
};
const total = (orders: readonly Order[], of: (order: Order) => number): number =>
  Math.round(orders.reduce((sum, order) => sum + of(order), 0) * 100) / 100;
const amountOf = ({ amount, changeFee }: Order): number => amount - changeFee;
const person = async (
  username: string,
  keys: readonly string[],
  lockShops: readonly number[] = [],
): Promise<string> => {
  await chain.app.addUser({ username, roleIds: [await roleWith(chain.app, keys)], lockShops });
  return chain.app.signIn(username);
};

describe('figures', () => {
  test('an empty house has zeros, no parts and no gold price', async () => {
    const empty = { amount: 0, factFee: 0, num: 0, goldWeight: 0, orders: 0, margin: 0 };
    expect(await dashboard()).toMatchObject({
      today: { ...empty, day: chain.today, pending: empty },
      yesterday: { ...empty, day: addDays(chain.today, -1) },
      byHour: [],
      byShop: [],
      bySeller: [],
      byCategory: [],
      goldPrice: null,
    });
  });

  test('days are those of the sale, pending orders are in them and beside, and the parts add up to the day (S1§1/1)', async () => {
    const yesterday = addDays(chain.today, -1);
    const audited = await sell();
    await chain.audit('/biz-sell', [audited]);
    await sell();
    await sell({}, chain.away);
    await sell({ sellAt: yesterday });
    const { today, yesterday: before, byHour, byShop, bySeller, byCategory } = await dashboard();
    const orders = await ordersOn(chain.today);
    expect(orders).toHaveLength(3);
    expect(today).toMatchObject({
      orders: 3,
      amount: total(orders, amountOf),
      factFee: total(orders, ({ factFee }) => factFee),
      num: 3,
      margin: total(orders, (order) => amountOf(order) - order.costAmount),
      pending: { orders: 2, amount: 2 * TAG_PRICE, num: 2 },
    });
    expect(Number(today.goldWeight)).toBeGreaterThan(0);
    expect(before).toMatchObject({ day: yesterday, orders: 1, amount: TAG_PRICE, pending: { orders: 1 } });
    for (const parts of [byHour, byShop, bySeller, byCategory]) {
      expect(parts.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(today.amount);
    }
    expect(byShop).toMatchObject([
      { shopId: chain.home, shopName: '罗湖店', orders: 2 },
      { shopId: chain.away, shopName: '南山店', orders: 1 },
    ]);
    expect(byCategory).toMatchObject([{ type: '戒指', num: 3, goldWeight: today.goldWeight }]);
    // Each hour opens the orders that were entered in it.
    const path = `/biz-sell?beginTime=${chain.today}&endTime=${chain.today}&hour=`;
    for (let hour = 0; hour < 24; hour += 1) {
      const found = await chain.app.get(`${path}${hour}`);
      expect(found.body.data).toMatchObject({ count: byHour.find((one) => one.hour === hour)?.orders ?? 0 });
    }
  });

  test('an hour is one of a day, and takes the days', async () => {
    const days = `beginTime=${chain.today}&endTime=${chain.today}`;
    for (const hour of ['24', '-1', '1.5', '早上']) {
      const refused = await chain.app.get(`/biz-sell?${days}&hour=${hour}`);
      expect(refused.body.data).toEqual([{ path: 'hour', message: '录入时段为 0 到 23 时' }]);
    }
    const alone = await chain.app.get('/biz-sell?hour=9');
    expect(alone.status).toBe(422);
    expect(alone.body.data).toEqual([{ path: 'hour', message: '按时段查询请先选择销售日期' }]);
  });

  test('what comes back lessens the day, and its cost is no loss; a reversed order waits, a deleted one is gone (S1§1/1)', async () => {
    const barcode = await chain.stock({ type: '吊坠' });
    const first = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
    await chain.audit('/biz-sell', [first]);
    const before = await dashboard();
    const body = {
      ...chain.sale([], { sellBalanceList: [{ balance: '现金', amount: -TAG_PRICE }] }),
      sellChangeList: [{ rawSellId: first, barcode }],
    };
    const returned = await chain.app.post('/biz-sell', body);
    expect(returned.status, returned.text).toBe(200);
    const after = await dashboard();
    expect(Number(after.today.amount)).toBe(Number(before.today.amount) - TAG_PRICE);
    expect(after.byCategory.find(({ type }) => type === '吊坠')).toMatchObject({ amount: 0, num: 1 });
    const cost = Number((await chain.record('/biz-sell', first))['costAmount']);
    expect(Number(after.today.margin)).toBeCloseTo(Number(before.today.margin) - TAG_PRICE + cost, 2);
    expect((await chain.app.del('/biz-sell', { ids: [Number(returned.body.data)] })).status).toBe(200);
    expect((await dashboard()).today).toEqual(before.today);
    await chain.unaudit('/biz-sell', [first]);
    expect((await dashboard()).today.pending.orders).toBe(before.today.pending.orders + 1);
  });

  test('who is limited to a shop sees that shop; cost needs its right (S1§6/2)', async () => {
    const token = await person('of-away', ['biz:bizSell:list'], [chain.away]);
    const { today, byShop } = await dashboard(token);
    expect(today).toMatchObject({ orders: 1, amount: TAG_PRICE });
    expect(byShop.map(({ shopId }) => shopId)).toEqual([chain.away]);
    expect(today).not.toHaveProperty('margin');
    expect(today.pending).not.toHaveProperty('margin');
    expect((await chain.app.get('/dashboard', { token: null })).status).toBe(401);
  });
});

describe('what waits', () => {
  test('documents for those who audit them, with the list that shows as many (S1§1/3)', async () => {
    const [sales] = await todoOf('audit');
    expect(sales).toMatchObject({ title: '待审核销售单', unit: '单' });
    const query = sales?.path.split('?')[1] ?? '';
    const listed = (await chain.app.get(`/biz-sell?${query}`)).body.data as { readonly count: number };
    expect(listed.count).toBe(sales?.count);
    expect(await todoOf('audit', await person('no-audit', ['biz:bizSell:list']))).toEqual([]);
    const locked = await todoOf(
      'audit',
      await person('audits-away', ['biz:bizSell:list', 'biz:bizSell:audit'], [chain.away]),
    );
    expect(locked.map(({ count }) => count)).toEqual([1]);
  });

  test('of a day to come they wait for who may open that day, in the list as on the page', async () => {
    const tomorrow = addDays(chain.today, 1);
    await sell({ sellAt: tomorrow });
    const check = { shopId: chain.home, checkAt: tomorrow, type: '戒指' };
    expect((await chain.app.post('/biz-check/open', check)).status).toBe(200);
    const clerk = await person('audits-now', ['biz:bizSell:list', 'biz:bizSell:audit', 'biz:bizCheck:list']);
    const shown = async (token?: string): Promise<number> => {
      const [sales] = await todoOf('audit', token);
      const path = `/biz-sell?${sales?.path.split('?')[1] ?? ''}`;
      const { count } = (await chain.app.get(path, token === undefined ? {} : { token })).body.data as {
        count: number;
      };
      expect(count).toBe(sales?.count);
      return count;
    };
    expect(await shown()).toBe((await shown(clerk)) + 1);
    expect([await todoOf('check'), await todoOf('check', clerk)]).toEqual([[], []]);
  });

  test('pieces older than a year, with the report that shows as many (S1§1/3)', async () => {
    const before = (await todoOf('stock'))[0]?.count ?? 0;
    await chain.stock({ inStorageAt: addDays(chain.today, -400) });
    const [old] = await todoOf('stock');
    expect(old?.count).toBe(before + 1);
    const stock = await chain.app.get(`/report-goods-turnover/rows?${old?.path.split('?')[1] ?? ''}`);
    expect((stock.body.data as { readonly list: readonly unknown[] }).list).toHaveLength(old?.count ?? 0);
  });

  test('customers whose birthday it is, with the list that shows as many (S1§1/3)', async () => {
    const today = dayOf(new Date()).slice(5);
    // A year that has every day of this one, the 29 February too.
    for (const [index, birthday] of [`1992-${today}`, today, '01-02'].entries()) {
      const body = { name: `寿星${index}`, mobile: `1350000000${index}`, status: '2', birthday };
      expect((await chain.app.post('/base-customer', body)).status).toBe(200);
    }
    const [birthdays] = await todoOf('birthday');
    const found = await chain.app.get(`/base-customer?${birthdays?.path.split('?')[1] ?? ''}`);
    expect((found.body.data as { readonly count: number }).count).toBe(birthdays?.count);
    expect(birthdays?.count).toBe(today === '01-02' ? 3 : 2);
  });

  test('the board of now stands there, without what gold is bought for', async () => {
    const details = [{ quotedSort: 1, name: '足金', goldContent: '990', cost: 550, price: 588, measureUnit: '元/克' }];
    expect((await chain.app.post('/base-quoted-price', { details })).status).toBe(200);
    const { goldPrice } = await dashboard();
    expect(goldPrice?.list).toEqual([{ name: '足金', goldContent: '990', price: 588, measureUnit: '元/克' }]);
  });
});
