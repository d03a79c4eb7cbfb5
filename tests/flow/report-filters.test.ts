/** The stock reports of S0§2 and §3: every filter and column filter, row fields, totals, page sizes, days (S0§4, §9). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
type Row = Record<string, unknown>;
type Report = { count: number; pageSize: number; list: Row & { list: Row[] } };
/** Two pieces that differ in everything a report filters by. */
const ONE = {
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  name: '足金光圈戒指',
  goldWeight: 3.2,
  sellPrice: 1200,
  goldContent: '999',
};
const TWO = {
  type: '手链',
  style: '福字',
  fineness: '铂950',
  name: '铂金福字手链',
  goldWeight: 8.1,
  sellPrice: 5300.5,
  goldContent: '950',
};
const pieces: { barcode: string; supplierId: number; shop: number }[] = [];

const ok = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const report = async (path: string, query: Record<string, string>): Promise<Report> => {
  const reply = await chain.app.get(`${path}?${new URLSearchParams(query)}`);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as Report;
};

beforeAll(async () => {
  chain = await startChain();
  const { app, home, away, today } = chain;
  for (const [kind, shop] of [
    [ONE, home],
    [TWO, away],
  ] as const) {
    const supplier = { name: `${kind.name}供应商`, contract: '李经理', mobile: '13900000001', status: '2' };
    const supplierId = ok(await app.post('/base-supplier', supplier));
    const barcode = await chain.stock({ ...kind, shopId: shop, supplierId, num: 3, stoneCt: 0.3 });
    pieces.push({ barcode, supplierId, shop });
    const [outShopId, inShopId] = [shop, shop === home ? away : home];
    ok(
      await chain.audit('/biz-allocate', [
        ok(await app.post('/biz-allocate', chain.transfer([{ barcode }], { outShopId, inShopId }))),
      ]),
    );
    const back = { supplierId, shopId: shop, returnAt: today, remark: '', bizGoodsList: [{ barcode, returnNum: 1 }] };
    ok(await chain.audit('/biz-goods-return', [ok(await app.post('/biz-goods-return', back))]));
    const check = ok(await app.post('/biz-check/open', { shopId: shop, checkAt: today, type: kind.type }));
    ok(await app.post(`/biz-check/${check}/scan`, { barcodes: [barcode] }));
    ok(await chain.audit('/biz-check', [check]));
  }
  await app.house.caughtUp();
});
afterAll(() => chain.app.stop());

const PIECE = ['type', 'style', 'fineness', 'name'] as const;
const STONES = ['stoneName', 'stoneCt', 'stoneP', 'secondName', 'secondCt', 'secondP'];
const FEES = ['styleNo', 'workFee', 'fineWorkFee', 'piceWorkFee', 'goldContent', 'remark', ...STONES];
const REPORTS = [
  {
    path: '/report-goods-check',
    filters: [...PIECE, 'shopId', 'barcode'],
    dated: true,
    fields: ['shopName', 'checkAt', 'bookNum', 'factNum', 'noFind', 'goldWeight', 'weight', 'sellPrice', ...FEES],
    totals: ['goldWeight', 'weight', 'stoneCt', 'bookNum', 'factNum'],
  },
  {
    path: '/report-goods-allocate',
    filters: [...PIECE, 'outShopId', 'barcode'],
    dated: true,
    fields: ['outShopName', 'inShopName', 'allocateAt', 'outNum', 'inNum', 'inPrice', 'goldWeight', 'weight', ...FEES],
    totals: ['num', 'goldWeight', 'weight', 'stoneCt', 'inPrice'],
  },
  {
    path: '/report-goods-return',
    filters: [...PIECE, 'shopId', 'supplierId', 'barcode'],
    dated: true,
    fields: [
      'shopName',
      'supplierName',
      'returnAt',
      'num',
      'piceCost',
      'returnNum',
      'returnPrice',
      'sellPrice',
      'weight',
      ...FEES,
    ],
    totals: ['num', 'goldWeight', 'weight', 'stoneCt', 'returnPrice'],
  },
  {
    path: '/report-goods-turnover',
    filters: [...PIECE, 'barcode', 'goldWeight', 'goldContent'],
    dated: false,
    fields: ['shopName', 'inNum', 'outNum', 'num', 'held', 'ageDays', 'lastMovedAt', 'piceCost', 'sellPrice', ...FEES],
    totals: ['num', 'goldWeight', 'weight', 'stoneCt', 'secondCt', 'piceCost', 'sellPrice'],
  },
] as const;

const valueOf = (name: string, index: 0 | 1): string => {
  const piece = pieces[index];
  const given: Record<string, unknown> = {
    ...[ONE, TWO][index],
    barcode: piece?.barcode,
    shopId: piece?.shop,
    outShopId: piece?.shop,
    supplierId: piece?.supplierId,
  };
  return String(given[name]);
};

describe.each(REPORTS)('$path', ({ path, filters, dated, fields, totals }) => {
  test.each(filters)('filter %s (S0§3/1–4)', async (name) => {
    const all = await report(path, {});
    expect(all.count).toBeGreaterThan(1);
    for (const index of [0, 1] as const) {
      const found = await report(path, { [name]: valueOf(name, index) });
      expect(found.count).toBe(all.count / 2);
      const field = name === 'supplierId' || name.endsWith('ShopId') || name === 'shopId' ? 'barcode' : name;
      expect(new Set(found.list.list.map((row) => String(row[field])))).toEqual(new Set([valueOf(field, index)]));
    }
  });
  test.each(['typeArr', 'styleArr', 'finenessArr'])('column filter %s (S0§3/1–4)', async (name) => {
    const field = name.replace('Arr', '');
    const found = await report(path, { [name]: valueOf(field, 1) });
    expect(new Set(found.list.list.map((row) => row[field]))).toEqual(new Set([valueOf(field, 1)]));
  });
  test('ranges of weight and price include both ends, in rows and totals', async () => {
    const all = await report(path, {});
    const prices = [...new Set(all.list.list.map((row) => Number(row['sellPrice'])))].toSorted((a, b) => a - b);
    const [low, high] = prices;
    expect(prices).toHaveLength(2);
    for (const [query, weight] of [
      [{ goldWeightFrom: '3.2', goldWeightTo: '3.2' }, 3.2],
      [{ goldWeightTo: '8.099' }, 3.2],
      [{ goldWeightFrom: '3.201' }, 8.1],
    ] as const) {
      const found = await report(path, query);
      expect(found.count, JSON.stringify(query)).toBe(all.count / 2);
      expect(new Set(found.list.list.map((row) => row['goldWeight']))).toEqual(new Set([weight]));
    }
    for (const [query, price] of [
      [{ sellPriceFrom: String(high) }, high],
      [{ sellPriceFrom: String(low), sellPriceTo: String(low) }, low],
      [{ sellPriceTo: (high! - 0.01).toFixed(2) }, low],
    ] as const) {
      const found = await report(path, query);
      expect(found.count, JSON.stringify(query)).toBe(all.count / 2);
      expect(new Set(found.list.list.map((row) => row['sellPrice']))).toEqual(new Set([price]));
    }
    expect((await report(path, { goldWeightFrom: '8.101' })).count).toBe(0);
    expect((await report(path, { sellPriceTo: (low! - 0.01).toFixed(2) })).count).toBe(0);
  });
  test('row fields and totals (S0§3/1–4)', async () => {
    const { list } = await report(path, {});
    for (const field of fields) expect(list.list[0], field).toHaveProperty(field);
    expect(Object.keys(list).toSorted()).toEqual(['list', ...totals].toSorted());
  });
  test('twenty to a page, any page; a day without data is empty (S0§3/1–4)', async () => {
    expect((await report(path, {})).pageSize).toBe(20);
    const [first, second] = [
      await report(path, { pageSize: '1' }),
      await report(path, { pageSize: '1', pageIndex: '2' }),
    ];
    expect(first.list.list).toHaveLength(1);
    expect(second.list.list).toHaveLength(1);
    expect(first.list.list).not.toEqual(second.list.list);
    if (!dated) return;
    const yesterday = addDays(chain.today, -1);
    expect((await report(path, { beginTime: yesterday, endTime: yesterday })).count).toBe(0);
    expect((await report(path, { beginTime: chain.today, endTime: chain.today })).count).toBeGreaterThan(0);
  });
});
test('/report-goods-turnover filter shopId (S0§3/4)', async () => {
  const names = new Set<unknown>();
  for (const shopId of [chain.home, chain.away]) {
    const { list } = await report('/report-goods-turnover', { shopId: String(shopId) });
    const shops = new Set(list.list.map((row) => row['shopName']));
    expect(shops.size).toBe(1);
    for (const name of shops) names.add(name);
  }
  expect(names.size).toBe(2);
});
test('returns are listed ten to a page, other documents twenty', async () => {
  const sizes = await Promise.all(
    ['/biz-goods-return', '/biz-allocate', '/biz-check', '/biz-goods-in'].map(
      async (path) => ((await chain.app.get(path)).body.data as { pageSize: number }).pageSize,
    ),
  );
  expect(sizes).toEqual([10, 20, 20, 20]);
});
test('in-shop is a filter of transfers too', async () => {
  const [one] = pieces;
  const found = await report('/report-goods-allocate', { inShopId: String(chain.away) });
  expect(found.list.list.map((row) => row['barcode'])).toEqual([one?.barcode]);
});
