/** Every report over the lines of sales, 1,000,000 orders with 3,000,000 lines, as its screen asks and by any filter; and the start page. */
import { CATEGORIES, FINENESSES, LAST_DAY, STYLES } from './events.mjs';
import { SHOPS, withOrders } from './fill-sales.mjs';
import { atMost, quantile } from './support.mjs';

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const FIRST_ROUNDS = 40;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const wanted = process.env['BENCH_FILTER'];

const day = `beginTime=${LAST_DAY}&endTime=${LAST_DAY}`;
const month = `beginTime=2026-10-21&endTime=${LAST_DAY}`;
const year = `beginTime=2025-11-21&endTime=${LAST_DAY}`;
const allDays = `beginTime=2024-01-01&endTime=${LAST_DAY}`;

const shared = {
  [allDays]: 'all days',
  [year]: 'a year',
  [`shopId=3&${allDays}`]: 'a shop, all days',
  [`seller=${encodeURIComponent('销售员1')}&${allDays}`]: 'seller',
};
const kinds = {
  [`${allDays}&type=${CATEGORIES[1]}`]: 'category',
  [`${allDays}&type=${CATEGORIES[1]}&style=${STYLES[3]}&fineness=${FINENESSES[2]}`]: 'category, style, fineness',
  [`${allDays}&typeArr=${CATEGORIES[0]}&typeArr=${CATEGORIES[2]}&styleArr=${STYLES[5]}`]: 'column filters',
  [`${allDays}&name=${STYLES[3]}`]: 'name',
  [`customerId=1000002&${allDays}`]: 'customer',
  [`${allDays}&amountOrder=desc`]: 'by amount',
};
const REPORTS = {
  'report-sell-detail': {
    ...shared,
    ...kinds,
    [`${allDays}&billType=退换`]: 'returns',
    [`${allDays}&auditFlag=1`]: 'pending',
  },
  'report-sell-goods': { ...shared, ...kinds },
  'report-sell-change': { ...shared, ...kinds },
  'report-sell-gift': { [allDays]: 'all days', [year]: 'a year', [`${allDays}&goodsName=${STYLES[3]}`]: 'name' },
  'report-seller-score': { ...shared, ...kinds },
  'finance-profit': shared,
};
const CHARTS = Object.keys(REPORTS);

const encoded = (path) => encodeURI(path).replaceAll('%25', '%');
/** Milliseconds until the rows are there, or until rows and totals are; both are asked at once, as a screen does. */
const timed = async (call, { path, query, rounds, isFirst }) => {
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now();
    const arrived = async (part) => {
      await call('GET', encoded(`/${path}/${part}?${query}`));
      return performance.now() - from;
    };
    const [rows, totals] = await Promise.all([arrived('rows'), arrived('totals')]);
    if (round > 0) times.push(isFirst ? rows : Math.max(rows, totals));
  }
  return times;
};
const measure = async (call, { path, query, what, isFirst }) => {
  const figure = `${path}: ${what}, ${isFirst ? 'first rows, p99' : 'with exact totals'}`;
  if (wanted !== undefined && !figure.includes(wanted)) return;
  const values = await timed(call, { path, query, rounds: isFirst ? FIRST_ROUNDS : ROUNDS, isFirst });
  const reduce = isFirst ? (all) => quantile(all, 0.99) : (all) => Math.max(...all);
  atMost({ figure, values, limit: isFirst ? 300 : 2_000, unit: 'ms', reduce });
};
/** One answer by itself. */
const alone = async (call, { figure, path, limit, rounds, reduce }) => {
  if (wanted !== undefined && !figure.includes(wanted)) return;
  const values = [];
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now();
    await call('GET', encoded(path));
    if (round > 0) values.push(performance.now() - from);
  }
  atMost({ figure, values, limit, unit: 'ms', reduce });
};
const slowest = (all) => Math.max(...all);

await withOrders(ORDERS, async ({ call }) => {
  for (const [path, filters] of Object.entries(REPORTS)) {
    await measure(call, { path, query: day, what: 'today', isFirst: true });
    await measure(call, { path, query: month, what: 'a month', isFirst: true });
    for (const [query, what] of Object.entries(filters)) {
      await measure(call, { path, query, what, isFirst: false });
    }
  }
  for (const path of CHARTS)
    await alone(call, {
      figure: `${path}: picture of all days`,
      path: `/${path}/chart?${allDays}`,
      limit: 2_000,
      rounds: ROUNDS,
      reduce: slowest,
    });
  const shops = Array.from({ length: SHOPS }, (_, at) => `shopId=${at + 1}`).join('&');
  for (const [query, what] of [
    [`${shops}&${year}`, 'a year of 50 shops'],
    [`${shops}&${allDays}`, 'two years of 50 shops'],
  ])
    await alone(call, {
      figure: `report-sell-sum: ${what}`,
      path: `/report-sell-sum?${query}`,
      limit: 2_000,
      rounds: ROUNDS,
      reduce: slowest,
    });
  await alone(call, {
    figure: 'dashboard, p99',
    path: '/dashboard',
    limit: 200,
    rounds: FIRST_ROUNDS,
    reduce: (all) => quantile(all, 0.99),
  });
});
