/** The goods list of 1,000,000 pieces, every filter of its screen, against the same statements through plain pg. */
import { openPool } from 'services/platform/base/database';
import { CATEGORIES, FINENESSES, STYLES, barcodeOf, LAST_DAY } from './events.mjs';
import { withReadModels } from './fill.mjs';
import { tillOf } from './house.mjs';
import { atMost, connect, load, quantile } from './support.mjs';
import { loggedStatements } from './statements.mjs';

const PIECES = Number(process.env['BENCH_PIECES'] ?? 1_000_000);
const CLIENTS = 8;
/** Of ours and of bare SQL each: enough answers for a 99th percentile of the quick ones. */
const SECONDS = 4;

const dates = `beginTime=2026-10-06&endTime=${LAST_DAY}`;
const middle = barcodeOf(Math.floor(PIECES / 2) + 1);
/** Name → query: the page as it opens, then each filter alone over everything, then usual combinations and orders. */
const FILTERS = {
  'first page': dates,
  everything: '',
  shop: `shopId=3&${dates}`,
  'shop, all days': 'shopId=3',
  supplier: 'supplierId=7',
  batch: 'batchNo=P000321',
  barcode: `barcode=${middle}`,
  certificate: 'cerif=GTC000000400',
  category: `type=${CATEGORIES[1]}`,
  style: `style=${STYLES[3]}`,
  fineness: `fineness=${FINENESSES[2]}`,
  content: 'goldContent=999',
  weight: 'goldWeight=3.215',
  'name, 2 characters': 'name=翡翠',
  'name, 3 characters': 'name=平安扣',
  'name, 1 character': 'name=玉',
  'rare name': 'name=珊瑚麻花金条7',
  'name and shop and dates': `name=翡翠&shopId=3&${dates}`,
  'name and dates': `name=翡翠&${dates}`,
  'shop, category, fineness and dates': `shopId=3&type=${CATEGORIES[1]}&fineness=${FINENESSES[2]}&${dates}`,
  transfers: 'billType=2',
  receipts: `billType=1&${dates}`,
  pending: 'auditFlag=1',
  audited: 'auditFlag=2',
  'column filters': `typeArr=${CATEGORIES[0]}&typeArr=${CATEGORIES[2]}&styleArr=${STYLES[5]}&finenessArr=${FINENESSES[0]}`,
  'by weight': `${dates}&goldWeightOrder=desc`,
  'by tag price': `${dates}&sellPriceOrder=asc`,
  'by name': `${dates}&nameOrder=asc`,
  'by barcode': `${dates}&barcodeOrder=desc`,
  'page 50': `${dates}&pageIndex=50`,
};
const wanted = process.env['BENCH_FILTER'];

await withReadModels({ pieces: PIECES, names: ['goods-in'] }, async ({ base, token, url }) => {
  const pool = await openPool(url, { applicationName: 'bench' });
  const plain = await Promise.all(Array.from({ length: CLIENTS }, () => connect(url, 2)));
  const tills = await Promise.all(Array.from({ length: CLIENTS }, () => tillOf(base, token)));
  for (const [name, query] of Object.entries(FILTERS)) {
    if (wanted !== undefined && !name.includes(wanted)) continue;
    const path = `/biz-goods-in?${query}`;
    const statements = await loggedStatements(pool, path);
    const bare = (client) => Promise.all(statements.map((one, n) => plain[client][n].query(one)));
    const asked = (client) => tills[client].call('GET', encodeURI(path));
    const times = { ours: [], bare: [] };
    // Every connection has planned its statement for good before it is measured.
    for (const operation of [bare, asked]) await load({ clients: CLIENTS, forSeconds: SECONDS / 4, operation });
    for (let round = 0; round < 2; round += 1) {
      times.bare.push(...(await load({ clients: CLIENTS, forSeconds: SECONDS / 2, operation: bare })).times);
      times.ours.push(...(await load({ clients: CLIENTS, forSeconds: SECONDS / 2, operation: asked })).times);
    }
    const barest = quantile(times.bare, 0.99);
    atMost({
      figure: `list of 20 of ${PIECES.toLocaleString('en')}: ${name}, p99`,
      values: times.ours,
      limit: Math.max(15, 2 * barest),
      unit: 'ms',
      because: `bare SQL ${barest.toFixed(1)}`,
      reduce: (all) => quantile(all, 0.99),
    });
  }
  for (const till of tills) till.close();
  await Promise.all([pool.end(), ...plain.flat().map((client) => client.end())]);
});
