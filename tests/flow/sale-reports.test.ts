/** Reports over the lines of sales against a naive recount of the orders, step by step (S1§2.12, §3; R19, R27, R51, R78, R92). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestOptions } from '../support/app.ts';
import { holderOf } from '../support/guarded.ts';
import { TAG_PRICE, momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
type Row = Readonly<Record<string, unknown>>;
type Report = { readonly count: number; readonly totals: Row; readonly rows: readonly Row[] };
let chain: Chain;
let gift = '';
beforeAll(async () => {
  chain = await startChain();
  gift = 'ZP-REPORT';
  const body = { shopId: chain.home, inGiftAt: chain.today, barcode: gift, goodsName: '红绳手链', num: 500, cost: 2 };
  const id = Number((await chain.app.post('/biz-gift-in', { ...body, price: 29, rebateInte: 0 })).body.data);
  expect((await chain.audit('/biz-gift-in', [id])).status).toBe(200);
});
afterAll(() => chain.app.stop());

const read = async (path: string, query = '', options?: RequestOptions): Promise<Report> => {
  const reply = await chain.app.get(`${path}?pageSize=500${query}`, options);
  expect(reply, path).toMatchObject({ status: 200 });
  const { count, list } = reply.body.data as { count: number; list: Row & { list: Row[] } };
  const { list: rows, ...totals } = list;
  return { count, totals, rows };
};
const cents = (value: number): number => Math.round(value * 100) / 100;
const sum = (rows: readonly Row[], field: string): number =>
  cents(rows.reduce((total, row) => total + Number(row[field] ?? 0), 0));
const linesOf = (orders: readonly Row[], list: string): readonly Row[] =>
  orders.flatMap((order) => order[list] as readonly Row[]);

/** What the reports say, and what the orders themselves come to. */
const compared = async (ids: readonly number[], asOf = '') => {
  const all = (await Promise.all(ids.map((id) => chain.record(PATH, id)))).filter((one) => one['id'] !== undefined);
  const audited = all.filter(({ auditFlag }) => auditFlag === 2);
  const goods = linesOf(audited, 'sellGoodsList');
  const change = linesOf(audited, 'sellChangeList');
  const gifts = linesOf(audited, 'sellGiftList');
  const costOfReturns = change.length * TAG_COST;
  const [detail, sold, back, given, score, profit] = await Promise.all(
    [
      '/report-sell-detail',
      '/report-sell-goods',
      '/report-sell-change',
      '/report-sell-gift',
      '/report-seller-score',
      '/finance-profit',
    ].map((path) => read(path, asOf)),
  );
  const pending = all.filter(({ auditFlag }) => auditFlag === 1);
  const lists = ['sellGoodsList', 'sellChangeList', 'sellRecycleList', 'sellGiftList', 'sellCleanList'];
  expect(detail!.count).toBe(lists.reduce((count, list) => count + linesOf(all, list).length, 0));
  const fees = (of: readonly Row[]) => ({
    SellFee: sum(of, 'amount'),
    ChangeFee: sum(of, 'changeFee'),
    RecycleFee: sum(of, 'oldFee'),
    GiftFee: sum(of, 'giftFee'),
    CleanFee: sum(of, 'cleanFee'),
    FactFee: sum(of, 'factFee'),
  });
  const named = (prefix: string, of: Row): Row =>
    Object.fromEntries(
      Object.entries(of).map(([name, value]) => [
        prefix === '' ? name[0]!.toLowerCase() + name.slice(1) : prefix + name,
        value,
      ]),
    );
  expect(detail!.totals).toEqual({ ...named('', fees(all)), ...named('pending', fees(pending)) });
  expect(sum(detail!.rows, 'factFee')).toBe(sum(all, 'factFee'));
  const ofKinds = (kinds: readonly string[]) => detail!.rows.map(({ billType }) => kinds.includes(String(billType)));
  expect(detail!.rows.map(({ sellPrice }) => sellPrice !== null)).toEqual(ofKinds(['销售', '退换']));
  expect(detail!.rows.map(({ rebate }) => rebate !== null)).toEqual(ofKinds(['销售']));
  expect(sold).toMatchObject({
    count: goods.length,
    totals: { num: sum(goods, 'num'), amount: sum(goods, 'sellPrice'), factFee: sum(goods, 'factSellFee') },
  });
  expect(back).toMatchObject({
    count: change.length,
    totals: { num: sum(change, 'returnNum'), factReturnAmount: sum(change, 'factReturnAmount') },
  });
  expect(given).toMatchObject({
    count: gifts.length,
    totals: { num: sum(gifts, 'num'), amount: sum(gifts, 'amount') },
  });
  expect(score).toMatchObject({
    count: goods.length + change.length,
    totals: {
      num: sum(goods, 'num') - sum(change, 'returnNum'),
      amount: cents(sum(goods, 'factSellFee') - sum(change, 'factReturnAmount')),
    },
  });
  expect(sum(score!.rows, 'factSellFee')).toBe(score!.totals['amount']);
  const income = sum(audited, 'amount') + sum(audited, 'giftFee') + sum(audited, 'cleanFee');
  const round = cents(sum(audited, 'payableFee') - sum(audited, 'factFee'));
  expect(profit).toMatchObject({
    count: audited.length,
    totals: {
      roundFee: round,
      costAmount: sum(audited, 'costAmount'),
      profit: cents(income - sum(audited, 'costAmount') - round),
      goodsMargin: cents(
        income -
          sum(audited, 'changeFee') -
          round -
          goods.reduce((cost, { piceCost, num }) => cost + Number(piceCost) * Number(num), 0) -
          sum(gifts, 'cost') +
          costOfReturns,
      ),
    },
  });
  expect(sum(profit!.rows, 'profit')).toBe(profit!.totals['profit']);
  return { detail, sold, back, given, score, profit };
};
let TAG_COST = 0;

const OLD = { type: '戒指', style: '光圈', fineness: '足金', weight: 1, cost: 600, remark: '旧戒指' };
const CLEAN = { type: '戒指', style: '光圈', price: 50 };
const PARTS = [
  ['sellRecycleList', OLD, -600],
  ['sellCleanList', CLEAN, 50],
  ['sellGiftList', { barcode: '', num: 2 }, 58],
] as const;
/** An order of `pieces` and of the parts whose bits are set; `less` is rounded off. */
const orderOf = (pieces: readonly string[], bits: number, less = 0, change: object = {}): object => {
  const parts = PARTS.filter((_, bit) => (bits & (1 << bit)) !== 0);
  const due = parts.reduce((total, [, , amount]) => total + amount, TAG_PRICE * pieces.length) - less;
  const lists = Object.fromEntries(
    parts.map(([list, line]) => [list, [list === 'sellGiftList' ? { ...line, barcode: gift } : line]]),
  );
  return chain.sale(
    pieces.map((barcode) => ({ barcode })),
    { ...lists, factFee: due, sellBalanceList: due === 0 ? [] : [{ balance: '现金', amount: due }], ...change },
  );
};
const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

test('every step of any course of orders, returns, edits, reversals and deletions leaves what a recount comes to (S1§2.12/13 S1§3/10 S1§3/11)', async () => {
  const ids: number[] = [];
  let seed = 20_261_123;
  const draw = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  type Held = { readonly id: number; readonly pieces: readonly string[]; state: 'pending' | 'audited' };
  const held: Held[] = [];
  const steps: Record<string, () => Promise<void>> = {
    sell: async () => {
      const pieces = await Promise.all(Array.from({ length: 1 + draw(2) }, () => chain.stock()));
      const id = await saved(orderOf(pieces, draw(8), draw(2)));
      const [line] = (await chain.record(PATH, id))['sellGoodsList'] as readonly Row[];
      TAG_COST = Number(line!['piceCost']);
      ids.push(id);
      held.push({ id, pieces, state: 'pending' });
    },
    edit: async () => {
      const one = held.find(({ state, pieces }) => state === 'pending' && pieces.length > 0);
      if (one === undefined) return;
      expect(await chain.app.put(`${PATH}/${one.id}`, orderOf(one.pieces, draw(8)))).toMatchObject({ status: 200 });
    },
    audit: async () => {
      const one = held.find(({ state }) => state === 'pending');
      if (one === undefined) return;
      expect((await chain.audit(PATH, [one.id])).status).toBe(200);
      one.state = 'audited';
    },
    bringBack: async () => {
      const one = held.find(({ state, pieces }) => state === 'audited' && pieces.length > 0);
      if (one === undefined) return;
      const asked = `customerId=${chain.customerId}&shopId=${chain.home}&sellAt=${chain.today}`;
      const reply = await chain.app.get(`${PATH}/customerBuy?${asked}`);
      const bought = (reply.body.data as { list: Row[] }).list.find(
        ({ rawSellId, returnable }) => rawSellId === one.id && Number(returnable) > 0,
      );
      if (bought === undefined) return;
      const amount = Number(bought['returnPrice']);
      const lines = [{ rawSellId: one.id, barcode: bought['barcode'] }];
      const id = await saved(
        chain.sale([], {
          sellChangeList: lines,
          factFee: -amount,
          sellBalanceList: [{ balance: '现金', amount: -amount }],
        }),
      );
      ids.push(id);
      held.push({ id, pieces: [], state: 'pending' });
    },
    reverse: async () => {
      const one = held.findLast(({ state }) => state === 'audited');
      if (one !== undefined && (await chain.unaudit(PATH, [one.id])).status === 200) one.state = 'pending';
    },
    remove: async () => {
      const at = held.findLastIndex(({ state }) => state === 'pending');
      if (at < 0 || held.length < 4) return;
      expect((await chain.app.del(PATH, { ids: [held[at]!.id] })).status).toBe(200);
      ids.splice(ids.indexOf(held[at]!.id), 1);
      held.splice(at, 1);
    },
  };
  const order = ['sell', 'audit', 'sell', 'edit', 'bringBack', 'audit', 'bringBack', 'audit', 'audit', 'reverse'];
  for (const name of [...order, 'sell', 'remove', 'audit', 'bringBack', 'audit', 'reverse', 'audit', 'remove']) {
    await steps[name]!();
    await compared(ids);
  }
});

const REPORTS = {
  '/report-sell-detail': ['sellFee', 'factFee', 'cleanFee', 'pendingFactFee'],
  '/report-sell-goods': ['num', 'goldWeight', 'amount', 'factFee'],
  '/report-sell-change': ['num', 'factReturnAmount', 'sellPrice'],
  '/report-sell-gift': ['num', 'amount'],
  '/report-seller-score': ['amount', 'goldWeight', 'num'],
  '/finance-profit': ['factFee', 'profit', 'goodsMargin'],
} as const;
describe('each report', () => {
  let order = 0;
  beforeAll(async () => {
    const [one, other] = [await chain.stock(), await chain.stock({ type: '手链' })];
    order = await saved(orderOf([one, other], 7));
    expect((await chain.audit(PATH, [order])).status).toBe(200);
    const lines = [{ rawSellId: order, barcode: one }];
    const cash = [{ balance: '现金', amount: -TAG_PRICE }];
    const back = await saved(chain.sale([], { sellChangeList: lines, factFee: -TAG_PRICE, sellBalanceList: cash }));
    expect((await chain.audit(PATH, [back])).status).toBe(200);
    await saved(orderOf([await chain.stock()], 0));
  });

  test.each(Object.entries(REPORTS))('%s opens its totals into events that add up to them', async (path, fields) => {
    const { totals } = await read(path);
    for (const field of fields) {
      const reply = await chain.app.get(`${path}/explain?pageSize=500&field=${field}`);
      expect(reply).toMatchObject({ status: 200, body: { data: { total: totals[field] } } });
      const { list } = reply.body.data as { list: Row[] };
      expect(cents(list.reduce((total, { value }) => total + Number(value), 0)), field).toBe(totals[field]);
      expect(list.every(({ eventId, document }) => eventId !== '' && String(document).startsWith('XS'))).toBe(true);
    }
  });
  test.each(Object.keys(REPORTS))('%s shows any moment of the past as it was (S1§5/12)', async (path) => {
    const before = await read(path);
    const moment = await momentPast();
    const id = await saved(orderOf([await chain.stock()], 7));
    expect((await chain.audit(PATH, [id])).status).toBe(200);
    const then = await read(path, `&asOf=${encodeURIComponent(moment.toISOString())}`);
    expect(then).toEqual(before);
    const opened = await chain.app.get(`${path}/chart?asOf=${encodeURIComponent(moment.toISOString())}`);
    expect(opened).toMatchObject({ status: 200 });
  });
  test.each(Object.keys(REPORTS))('%s leaves as a sheet, and says its latest day and its picture', async (path) => {
    expect((await chain.app.get(`${path}/export`)).status).toBe(200);
    expect((await chain.app.get(`${path}/latest-day`)).body.data).toEqual({ day: chain.today });
    const chart = (await chain.app.get(`${path}/chart`)).body.data as { x: string[]; series: { data: number[] }[] };
    expect(chart.x.length).toBeGreaterThan(0);
    expect(chart.series.every(({ data }) => data.length === chart.x.length)).toBe(true);
  });
  test('another shop sees nothing of this one (S1§6/76)', async () => {
    await chain.app.addUser({ username: 'elsewhere', roleIds: [2], lockShops: [chain.away] });
    const token = await chain.app.signIn('elsewhere');
    for (const path of Object.keys(REPORTS)) {
      expect(await read(path, '', { token }), path).toMatchObject({ count: 0, rows: [] });
      expect((await chain.app.get(`${path}?shopId=${chain.home}`, { token })).status, path).toBe(403);
      const chart = (await chain.app.get(`${path}/chart`, { token })).body.data;
      expect(chart, path).toMatchObject({ x: [] });
    }
  });
  test('what came back shows the fees of the line that sold it (S1§3/12)', async () => {
    const barcode = await chain.stock();
    const fees = { workFee: 5, fineWorkFee: 2, piceWorkFee: 30 };
    const body = orderOf([], 0, 0, { sellGoodsList: [{ barcode, num: 1, dealPrice: 2000, ...fees }] });
    const sale = await saved({ ...body, factFee: 2000, sellBalanceList: [{ balance: '现金', amount: 2000 }] });
    expect((await chain.audit(PATH, [sale])).status).toBe(200);
    const cash = [{ balance: '现金', amount: -2000 }];
    const lines = [{ rawSellId: sale, barcode }];
    const back = await saved(chain.sale([], { sellChangeList: lines, factFee: -2000, sellBalanceList: cash }));
    expect((await chain.audit(PATH, [back])).status).toBe(200);
    const { rows } = await read('/report-sell-change', `&barcode=${barcode}`);
    expect(rows).toMatchObject([{ ...fees, returnPrice: 2000 }]);
  });
  test('a filter by category counts an order once, at its first row among those that are left (S1§3/10)', async () => {
    const { rows, totals } = await read('/report-sell-detail', `&typeArr=${encodeURIComponent('手链')}`);
    const sale = await chain.record(PATH, order);
    expect(rows.filter(({ orderId }) => orderId === order)).toMatchObject([{ type: '手链', factFee: sale['factFee'] }]);
    expect(sum(rows, 'factFee')).toBe(totals['factFee']);
  });
  test('cost and margins leave with their right alone (S1§3/11)', async () => {
    const token = await holderOf(chain.app, ['biz:financeProfit:list']);
    const { rows, totals } = await read('/finance-profit', '', { token });
    for (const field of ['costAmount', 'profit', 'goodsMargin']) {
      expect((await read('/finance-profit')).rows[0]).toHaveProperty(field);
      expect(rows[0]).not.toHaveProperty(field);
      expect(totals).not.toHaveProperty(field);
      expect((await chain.app.get(`/finance-profit/explain?field=${field}`, { token })).status).toBe(403);
    }
    const chart = (await chain.app.get('/finance-profit/chart', { token })).body.data as { series: { name: string }[] };
    expect(chart.series.map(({ name }) => name)).toEqual(['实付金额']);
  });
});

describe('销售汇总', () => {
  const sums = async (query: string, options?: RequestOptions): Promise<readonly Row[]> => {
    const reply = await chain.app.get(`/report-sell-sum?${query}`, options);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body.data as readonly Row[];
  };
  const days = (): string => `beginTime=${chain.today}&endTime=${chain.today}`;
  const both = (): string => `shopId=${chain.home}&shopId=${chain.away}&${days()}`;

  test('adds up audited jewellery by shop, style and category, what came back in rows of its own (S1§5/12 S1§7/37)', async () => {
    const rows = await sums(both());
    const { rows: sold } = await read('/report-sell-goods');
    const { rows: back } = await read('/report-sell-change');
    const of = (type: string): readonly Row[] => rows.filter(({ billType }) => billType === type);
    expect(sum(of('销售'), 'factFee')).toBe(sum(sold, 'factSellFee'));
    expect(sum(of('销售'), 'num')).toBe(sum(sold, 'num'));
    expect(back.length).toBeGreaterThan(0);
    expect(sum(of('退货'), 'factFee')).toBe(-sum(back, 'factReturnAmount'));
    expect(sum(of('退货'), 'num')).toBe(-sum(back, 'returnNum'));
    const rings = sold.filter(({ type, style }) => type === '手链' && style !== '');
    expect(
      sum(
        of('销售').filter(({ type }) => type === '手链'),
        'num',
      ),
    ).toBe(rings.length);
    const { totals } = (await chain.app.get(`/report-sell-sum/totals?${both()}`)).body.data as { totals: Row };
    expect(totals).toMatchObject({ num: sum(rows, 'num'), factFee: sum(rows, 'factFee') });
    const opened = (await chain.app.get(`/report-sell-sum/explain?${both()}&field=factFee`)).body.data;
    expect(opened).toMatchObject({ total: totals['factFee'] });
    expect((await chain.app.get(`/report-sell-sum/export?${both()}`)).status).toBe(200);
    const chart = (await chain.app.get(`/report-sell-sum/chart?${both()}`)).body.data;
    expect(chart).toMatchObject({ kind: 'bar', x: ['罗湖店'] });
  });
  test('needs a shop and days, and shows no shop that is not the user’s (S1§5/12)', async () => {
    const refused = async (query: string) => {
      const reply = await chain.app.get(`/report-sell-sum?${query}`);
      expect(reply.status).toBe(422);
      return reply.body.msg;
    };
    expect(await refused(days())).toBe('请选择分店!');
    expect(await refused(`shopId=${chain.home}`)).toContain('请选择日期');
    const token = await chain.app.signIn('elsewhere');
    expect(await sums(`shopId=${chain.away}&${days()}`, { token })).toEqual([]);
    expect((await chain.app.get(`/report-sell-sum?${both()}`, { token })).status).toBe(403);
  });
  test('shows any moment of the past as it was', async () => {
    const before = await sums(both());
    const moment = await momentPast();
    const id = await saved(orderOf([await chain.stock()], 0));
    expect((await chain.audit(PATH, [id])).status).toBe(200);
    expect(await sums(both())).not.toEqual(before);
    expect(await sums(`${both()}&asOf=${encodeURIComponent(moment.toISOString())}`)).toEqual(before);
  });
});
