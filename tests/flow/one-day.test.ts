/** One day with every kind of line in several shops: all reports and the start page tell the same of it, at every moment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Dashboard } from 'projections/dashboard/contract';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
let gift = '';
const ids: Record<string, number> = {};
beforeAll(async () => {
  chain = await startChain();
  for (const [username, shop] of [
    ['first', chain.home],
    ['second', chain.home],
    ['third', chain.away],
  ] as const) {
    await chain.app.addUser({ username, roleIds: [4], lockShops: [shop] });
  }
  const { list } = (await chain.app.get('/sys-user?pageSize=100')).body.data as {
    list: { id: number; username: string }[];
  };
  for (const one of list) ids[one.username] = one.id;
  gift = 'ZP-DAY';
  const body = { shopId: chain.home, inGiftAt: chain.today, barcode: gift, goodsName: '红绳手链', num: 50, cost: 2.35 };
  const stocked = Number((await chain.app.post('/biz-gift-in', { ...body, price: 29, rebateInte: 0 })).body.data);
  expect((await chain.audit('/biz-gift-in', [stocked])).status).toBe(200);
});
afterAll(() => chain.app.stop());

const cents = (value: number): number => Math.round(value * 100) / 100;
const milli = (value: number): number => Math.round(value * 1000) / 1000;
const add = (rows: readonly Row[], field: string): number =>
  milli(rows.reduce((total, row) => total + Number(row[field] ?? 0), 0));

const OLD = { type: '戒指', style: '光圈', fineness: '足金', weight: 1.234, cost: 600, remark: '旧戒指' };
const CLEAN = { type: '手链', style: '光圈', price: 50 };
const GRAM = { todayGoldCost: 700, workFee: 0, fineWorkFee: 0, piceWorkFee: 0 };
/** Saved at the server's own sum, less what is rounded off. */
const saved = async (lines: readonly { barcode: string }[], change: Row = {}, less = 0): Promise<number> => {
  const body = chain.sale(lines, {
    seller: 'first',
    sellerId: ids['first'],
    ...change,
    payableFee: 0.01,
    sellBalanceList: [],
  });
  const said = (await chain.app.post(PATH, body)).body.data as { path: string; expected: number }[];
  const payableFee = said.find(({ path }) => path === 'payableFee')?.expected ?? 0;
  const factFee = cents(payableFee - less);
  const sellBalanceList = factFee === 0 ? [] : [{ balance: '现金', amount: factFee }];
  const reply = await chain.app.post(PATH, { ...body, payableFee, factFee, sellBalanceList });
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const audited = async (...made: Parameters<typeof saved>): Promise<number> => {
  const id = await saved(...made);
  expect(await chain.audit(PATH, [id])).toMatchObject({ status: 200 });
  return id;
};
const inAway = (): Row => ({ shopId: chain.away, seller: 'third', sellerId: ids['third'] });

const totalsOf = async (path: string, query = ''): Promise<Row> => {
  const reply = await chain.app.get(`${path}/totals?pageSize=1${query}`);
  expect(reply, `${path} ${reply.text}`).toMatchObject({ status: 200 });
  return (reply.body.data as { totals: Row }).totals;
};
const rowsOf = async (path: string, query = ''): Promise<readonly Row[]> =>
  ((await chain.app.get(`${path}/rows?pageSize=500${query}`)).body.data as { list: Row[] }).list;
const n = (totals: Row, name: string): number => Number(totals[name]);

/** All that is told of the day, of one shop or of the chain. */
const told = async (shop: number | undefined, asOf = '') => {
  const day = `&beginTime=${chain.today}&endTime=${chain.today}`;
  const query = `${day}${shop === undefined ? '' : `&shopId=${shop}`}${asOf}`;
  const shops = shop === undefined ? `&shopId=${chain.home}&shopId=${chain.away}` : `&shopId=${shop}`;
  const [detail, goods, change, gifts, clean, recycled, score, profit] = await Promise.all(
    [
      '/report-sell-detail',
      '/report-sell-goods',
      '/report-sell-change',
      '/report-sell-gift',
      '/report-sell-clean',
      '/report-sell-recycle',
      '/report-seller-score',
      '/finance-profit',
    ].map((path) =>
      totalsOf(path, path === '/report-sell-recycle' ? `${query}&billType=${encodeURIComponent('销售回收')}` : query),
    ),
  );
  const pivot = await rowsOfPivot(`${shops}${day}${asOf}`);
  const sums = await totalsOf('/report-sell-sum', `${shops}${day}${asOf}`);
  const sellers = await rowsOf('/report-seller-score', query);
  return {
    detail: detail!,
    goods: goods!,
    change: change!,
    gifts: gifts!,
    clean: clean!,
    recycled: recycled!,
    score: score!,
    profit: profit!,
    pivot,
    sums,
    sellers,
  };
};
const rowsOfPivot = async (query: string): Promise<readonly Row[]> =>
  (await chain.app.get(`/report-sell-sum?${query.slice(1)}`)).body.data as readonly Row[];
type Told = Awaited<ReturnType<typeof told>>;

/** What each report says of the same thing. */
const agree = ({ detail, goods, change, gifts, clean, recycled, score, profit, pivot, sums, sellers }: Told): void => {
  const auditedPart = (name: string): number => {
    const pending = `pending${name[0]!.toUpperCase()}${name.slice(1)}`;
    return cents(n(detail, name) - n(detail, pending));
  };
  const of = (billType: string): readonly Row[] => pivot.filter((row) => row['billType'] === billType);
  expect(auditedPart('sellFee')).toBe(n(goods, 'factFee'));
  expect(add(of('销售'), 'factFee')).toBe(n(goods, 'factFee'));
  expect(n(profit, 'amount')).toBe(n(goods, 'factFee'));
  expect(auditedPart('changeFee')).toBe(n(change, 'factReturnAmount'));
  expect(add(of('退货'), 'factFee')).toBe(-n(change, 'factReturnAmount') + 0);
  expect(n(profit, 'changeFee')).toBe(n(change, 'factReturnAmount'));
  expect(auditedPart('giftFee')).toBe(n(gifts, 'amount'));
  expect(n(profit, 'giftFee')).toBe(n(gifts, 'amount'));
  expect(auditedPart('cleanFee')).toBe(n(clean, 'price'));
  expect(n(profit, 'cleanFee')).toBe(n(clean, 'price'));
  expect(auditedPart('recycleFee')).toBe(n(recycled, 'price'));
  expect(n(profit, 'oldFee')).toBe(n(recycled, 'price'));
  expect(auditedPart('factFee')).toBe(n(profit, 'factFee'));
  const net = { amount: cents(n(goods, 'factFee') - n(change, 'factReturnAmount')) };
  expect(n(score, 'amount')).toBe(net.amount);
  expect(cents(add(sellers, 'factSellFee'))).toBe(net.amount);
  expect(n(sums, 'factFee')).toBe(net.amount);
  for (const figure of ['num', 'goldWeight']) {
    const left = milli(n(goods, figure) - n(change, figure));
    expect(n(score, figure), figure).toBe(left);
    expect(n(sums, figure), figure).toBe(left);
  }
};

/** The orders themselves, added up by hand. */
const recounted = (orders: readonly Row[], { detail, goods, change, profit }: Told): void => {
  const done = orders.filter(({ auditFlag }) => auditFlag === 2);
  const lines = (list: string): readonly Row[] => done.flatMap((order) => order[list] as readonly Row[]);
  expect(n(detail, 'sellFee')).toBe(add(orders, 'amount'));
  expect(n(detail, 'changeFee')).toBe(add(orders, 'changeFee'));
  expect(n(detail, 'recycleFee')).toBe(add(orders, 'oldFee'));
  expect(n(detail, 'giftFee')).toBe(add(orders, 'giftFee'));
  expect(n(detail, 'cleanFee')).toBe(add(orders, 'cleanFee'));
  expect(n(detail, 'factFee')).toBe(add(orders, 'factFee'));
  expect(n(goods, 'num')).toBe(add(lines('sellGoodsList'), 'num'));
  expect(n(goods, 'goldWeight')).toBe(add(lines('sellGoodsList'), 'sellGoldWeight'));
  expect(n(goods, 'amount')).toBe(add(lines('sellGoodsList'), 'sellPrice'));
  expect(n(change, 'num')).toBe(add(lines('sellChangeList'), 'returnNum'));
  expect(n(profit, 'costAmount')).toBe(add(done, 'costAmount'));
  const income = add(done, 'amount') + add(done, 'giftFee') + add(done, 'cleanFee');
  expect(n(profit, 'profit')).toBe(
    cents(income - add(done, 'costAmount') - (add(done, 'payableFee') - add(done, 'factFee'))),
  );
};

const dashboard = async (token?: string): Promise<Dashboard> =>
  (await chain.app.get('/dashboard', token === undefined ? {} : { token })).body.data as Dashboard;
/** The start page counts saved orders and tells beside what of them waits; the rest is what the reports say. */
const home = (
  { today, byShop, bySeller, byCategory, byHour }: Dashboard,
  { detail, goods, profit, sellers }: Told,
): void => {
  const { pending } = today;
  const done = (figure: 'amount' | 'factFee' | 'num' | 'goldWeight' | 'margin'): number =>
    milli(Number(today[figure]) - Number(pending[figure]));
  expect(Number(today.amount)).toBe(cents(n(detail, 'sellFee') - n(detail, 'changeFee')));
  expect(Number(today.factFee)).toBe(n(detail, 'factFee'));
  expect(Number(pending.factFee)).toBe(n(detail, 'pendingFactFee'));
  expect(done('amount')).toBe(cents(n(profit, 'amount') - n(profit, 'changeFee')));
  expect(done('num')).toBe(n(goods, 'num'));
  expect(done('goldWeight')).toBe(n(goods, 'goldWeight'));
  expect(done('margin')).toBe(n(profit, 'goodsMargin'));
  for (const parts of [byShop, bySeller, byCategory, byHour])
    expect(cents(parts.reduce((sum, { amount }) => sum + Number(amount), 0))).toBe(Number(today.amount));
  for (const { seller, amount, pendingAmount } of bySeller) {
    const own = sellers.filter((row) => row['seller'] === seller);
    expect(cents(Number(amount) - Number(pendingAmount)), seller).toBe(cents(add(own, 'factSellFee')));
  }
};

const everyone = async (orders: readonly number[], asOf = ''): Promise<readonly Told[]> => {
  const records = await Promise.all(orders.map((id) => chain.record(PATH, id)));
  const found: Told[] = [];
  for (const shop of [undefined, chain.home, chain.away]) {
    const one = await told(shop, asOf);
    agree(one);
    if (asOf === '') {
      const ofDay = records.filter(({ sellAt, shopId }) => sellAt === chain.today && (shop ?? shopId) === shopId);
      recounted(ofDay, one);
    }
    found.push(one);
  }
  return found;
};

test('sales detail, pieces, returns, gifts, repairs, old material, pivot, sellers, profit and the start page agree (S1§1/2 S1§2.12/14)', async () => {
  const shared = [
    { sellerId: ids['first'], seller: 'first', ratio: 60.5 },
    { sellerId: ids['second'], seller: 'second', ratio: 39.5 },
  ];
  const [ring, lot, other, cut, last, old] = await Promise.all([
    chain.stock(),
    chain.stock({ type: '手链', num: 3 }),
    chain.stock({ type: '吊坠', style: '莲花' }),
    chain.stock({ shopId: chain.away, type: '项链' }),
    chain.stock({ shopId: chain.away }),
    chain.stock({ type: '耳环' }),
  ]);
  const parts = { sellRecycleList: [OLD], sellCleanList: [CLEAN], sellGiftList: [{ barcode: gift, num: 2 }] };
  const before = await audited([{ barcode: old }], { sellAt: addDays(chain.today, -1) });
  const every = await audited([{ barcode: ring }, { barcode: lot, num: 2 } as { barcode: string }], {
    ...parts,
    sellers: shared,
  });
  const waiting = await saved([{ barcode: other }], {
    sellCleanList: [CLEAN],
    sellGiftList: [{ barcode: gift, num: 1 }],
  });
  const shorter = await audited([{ barcode: cut, cutDown: -0.215, ...GRAM } as { barcode: string }], inAway(), 5);
  const noPieces = await audited([], { sellRecycleList: [OLD, { ...OLD, weight: 2 }], sellCleanList: [CLEAN] });
  const returned = await audited([], { ...inAway(), sellChangeList: [{ rawSellId: before, barcode: old }] });
  const exchanged = await audited([], {
    sellChangeList: [{ rawSellId: every, barcode: lot, returnNum: 1 }],
    sellCleanList: [CLEAN],
  });
  const gone = await saved([{ barcode: last }], inAway());
  const orders = [before, every, waiting, shorter, noPieces, returned, exchanged, gone];
  await everyone(orders);
  home(await dashboard(), await told(undefined));

  const moment = await momentPast();
  const then = await everyone(orders);
  expect((await chain.app.del(PATH, { ids: [gone] })).status).toBe(200);
  expect(await chain.unaudit(PATH, [exchanged])).toMatchObject({ status: 200 });
  const left = orders.filter((id) => id !== gone);
  await everyone(left);
  home(await dashboard(), await told(undefined));
  expect((await chain.audit(PATH, [waiting])).status).toBe(200);
  expect(await chain.unaudit(PATH, [shorter])).toMatchObject({ status: 200 });
  await everyone(left);
  home(await dashboard(), await told(undefined));
  const manager = { username: 'of-away', roleIds: [15], lockShops: [chain.away] };
  await chain.app.addUser(manager);
  home(await dashboard(await chain.app.signIn('of-away')), await told(chain.away));
  expect(await everyone(left, `&asOf=${encodeURIComponent(moment.toISOString())}`)).toEqual(then);
});
