/** Every report over 1,000,000 pieces and 5,000,000 rows of flow, as its screen opens and by any filter, now and as of. */
import { FINENESSES, CATEGORIES, LAST_DAY, STYLES, barcodeOf } from './events.mjs';
import { withReadModels } from './fill.mjs';
import { TODAY, atMost, connect, quantile } from './support.mjs';

const PIECES = Number(process.env['BENCH_PIECES'] ?? 1_000_000);
const FIRST_ROUNDS = 40;
const ROUNDS = 3;
const wanted = process.env['BENCH_FILTER'];

const READ_MODELS = [
  'goods-in',
  'goods-turnover',
  'goods-flow',
  'holding',
  'goods-in-versions',
  'goods-moves',
  'moments',
];
const month = `beginTime=2026-10-06&endTime=${LAST_DAY}`;
const allDays = `beginTime=2024-12-01&endTime=${LAST_DAY}`;
const piece = `type=${CATEGORIES[1]}&style=${STYLES[3]}&fineness=${FINENESSES[2]}`;
const many = `typeArr=${CATEGORIES[0]}&typeArr=${CATEGORIES[2]}&styleArr=${STYLES[5]}&finenessArr=${FINENESSES[0]}`;
const moves = (shop) => ({
  first: { [month]: 'this month' },
  any: {
    '': 'everything',
    [allDays]: 'all days',
    [`${shop}=3`]: 'shop',
    [`type=${CATEGORIES[1]}`]: 'category',
    [piece]: 'category, style, fineness',
    [many]: 'column filters',
    'name=翡翠': 'name',
    [`barcode=${barcodeOf(Math.floor(PIECES / 2) + 2)}`]: 'barcode',
    'nameOrder=asc': 'by name',
    [`${month}&nameOrder=asc`]: 'by name in days',
    'goldWeightOrder=desc': 'by weight',
  },
});
/** Path → what it opens with (first rows in 300 ms), and other filters (exact totals in 2 s). */
const REPORTS = {
  'report-goods-turnover': {
    first: { 'shopId=3': 'one shop', '': 'the whole chain' },
    any: {
      [`type=${CATEGORIES[1]}`]: 'category',
      [piece]: 'category, style, fineness',
      [many]: 'column filters',
      'goldContent=999': 'content',
      'goldWeight=3.215': 'weight',
      'name=翡翠': 'name',
      [`barcode=${barcodeOf(Math.floor(PIECES / 2) + 4)}`]: 'barcode',
      'stock=all': 'with what has left',
      [`stock=all&type=${CATEGORIES[1]}`]: 'category with what has left',
      'nameOrder=asc': 'by name',
      'goldWeightOrder=desc': 'by weight',
      'sellPriceOrder=desc': 'by price',
      'ageDaysOrder=asc': 'newest first',
      'pageIndex=50': 'page 50',
    },
  },
  'report-goods-flow': {
    first: {
      [`barcode=${barcodeOf(Math.floor(PIECES / 2) + 1)}`]: 'one piece',
      [`shopId=3&${month}`]: 'a shop’s month',
    },
    any: { [month]: 'the chain’s month', [`shopId=3&${allDays}`]: 'a shop, all days', [allDays]: 'all days' },
  },
  'report-goods-allocate': moves('outShopId'),
  'report-goods-return': moves('shopId'),
};
/** The moment of an as-of: in the middle of the two years. */
const THEN = 'asOf=2025-12-01T12:00:00%2B08:00';
const monthThen = (query) => query.replace(month, 'beginTime=2025-10-17&endTime=2025-12-01');

/** As a screen asks: rows and totals at once. Milliseconds until the rows are there, or until both are. */
const timed = async (call, { path, query, rounds, isFirst }) => {
  const times = [];
  const arrived = async (part, from) => {
    const { data } = await call('GET', encodeURI(`/${path}/${part}?${query}`).replaceAll('%252B', '%2B'));
    if (times.length === 0 && process.env['BENCH_VERBOSE'] !== undefined)
      console.error(path, part, query, data.count ?? data.list.length);
    return performance.now() - from;
  };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now();
    const [rows, totals] = await Promise.all([arrived('rows', from), arrived('totals', from)]);
    if (round > 0) times.push(isFirst ? rows : Math.max(rows, totals));
  }
  return times;
};
const measure = async (call, { path, query, what, isFirst, moment }) => {
  const asOf = moment === undefined ? `${monthThen(query)}&${THEN}` : `${query}&asOf=${moment}`;
  for (const [asked, when] of [
    [query, ''],
    [asOf, ', as of'],
  ]) {
    const figure = `${path}: ${what}${when}, ${isFirst ? 'first rows, p99' : 'with exact totals'}`;
    if (wanted !== undefined && !figure.includes(wanted)) continue;
    const values = await timed(call, { path, query: asked, rounds: isFirst ? FIRST_ROUNDS : ROUNDS, isFirst });
    const reduce = isFirst ? (all) => quantile(all, 0.99) : (all) => Math.max(...all);
    atMost({ figure, values, limit: isFirst ? 300 : 2_000, unit: 'ms', reduce });
  }
};

const CHECKED_SHOP = 3;
const CHECKED = CATEGORIES.slice(0, 4);
/** An audited check of a shop's category: its books; the log knows no piece, so nothing can be scanned. */
const makeCheck = async (call, type) => {
  const header = { shopId: CHECKED_SHOP, checkAt: TODAY, type };
  const id = (await call('POST', '/biz-check/open', { body: header })).data;
  await call('PUT', `/biz-check/audit/${id}`, { body: { ids: [id] } });
};
const openShop = async (url) => {
  const [client] = await connect(url, 1);
  const shop = `INSERT INTO master.shop (id, name, status, remark) VALUES ($1, '三号店', '2', '') ON CONFLICT DO NOTHING`;
  await client.query(shop, [CHECKED_SHOP]);
  await client.end();
};
/** After everything the fill has put into the log. */
const LATER = '2028-01-01T00:00:00Z';
const today = `beginTime=${TODAY}&endTime=${TODAY}`;
const OF_CHECKS = {
  [`shopId=${CHECKED_SHOP}`]: 'shop',
  [`type=${CATEGORIES[1]}`]: 'category',
  [piece]: 'category, style, fineness',
  'name=翡翠': 'name',
  'pageIndex=50': 'page 50',
};
const measureChecks = async (call, url) => {
  const path = 'report-goods-check';
  await openShop(url);
  for (const [at, type] of CHECKED.entries()) {
    await makeCheck(call, type);
    const what = `today, ${at + 1} checks of one shop`;
    if (at % 3 === 0) await measure(call, { path, query: today, what, isFirst: true, moment: LATER });
  }
  for (const [query, what] of Object.entries(OF_CHECKS))
    await measure(call, { path, query, what, isFirst: false, moment: LATER });
};

await withReadModels({ pieces: PIECES, names: READ_MODELS }, async ({ call, url }) => {
  for (const [path, { first, any }] of Object.entries(REPORTS)) {
    for (const [query, what] of Object.entries(first)) await measure(call, { path, query, what, isFirst: true });
    for (const [query, what] of Object.entries(any)) await measure(call, { path, query, what, isFirst: false });
  }
  await measureChecks(call, url);
});
