/** Every export of the API, drawn from its own description: words for codes, a filter line, chosen columns, totals (S0§9). */
import { read, utils } from 'xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldNames } from 'services/goods/contract';
import { NO_FILTER } from '../../projections/platform/sheets/export-filters.ts';
import { describedGets, type Get } from '../support/described.ts';
import { startChain, type Chain } from './shops.ts';

type Sheet = {
  readonly above: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
};
let chain: Chain;
let exports: readonly Get[] = [];
let lot: string;

const done = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
/** The summary of sales asks for a shop, 金价试算 for a fineness and a price. */
const needed = (path: string): string => {
  if (path === '/report-gold-what-if/export') return `&fineness=${encodeURIComponent('足金')}&price=600`;
  return path === '/report-sell-sum/export' ? `&shopId=${chain.home}` : '';
};
const sheetOf = async (path: string, query = needed(path)): Promise<Sheet> => {
  const { today, app } = chain;
  const reply = await fetch(`${app.url}/api/v1${path}?beginTime=${today}&endTime=${today}${query}`, {
    headers: { authorization: `Bearer ${app.adminToken}` },
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(reply.status, `${path}${query} ${bytes.toString('utf8').slice(0, 200)}`).toBe(200);
  const book = read(bytes);
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, blankrows: false });
  const [[above] = [], titles = [], ...rows] = lines;
  return { above: String(above), titles: titles.map(String), rows };
};
const column = ({ titles, rows }: Sheet, title: string): readonly unknown[] =>
  rows.map((row) => row[titles.indexOf(title)]);

beforeAll(async () => {
  chain = await startChain();
  lot = await chain.stock({ num: 5, goldWeight: 2, priceMode: '2', barcode: 'LOT-1' });
  const ring = await chain.stock({ barcode: 'RING-1', goldWeight: 3.215 });
  const moved = await done('/biz-allocate', chain.transfer([{ barcode: lot, inNum: 2 }]));
  await chain.audit('/biz-allocate', [moved]);
  await done('/biz-allocate', chain.transfer([{ barcode: lot }]));
  const sold = await done('/biz-sell', chain.sale([{ barcode: ring }]));
  await chain.audit('/biz-sell', [sold]);
  exports = (await describedGets(chain.app)).filter(({ path }) => path.endsWith('/export'));
}, 60_000);
afterAll(() => chain.app.stop());
const lists = (): readonly Get[] => exports.filter(({ names }) => names.includes('columns'));

test('every filter of every export has a name of its own in the line above the sheet', () => {
  const unnamed = lists().flatMap(({ path, names }) =>
    names
      .filter((name) => fieldNames()[name.replace(/Arr$/, '')] === undefined && !NO_FILTER.test(name))
      .map((name) => `${path} ${name}`),
  );
  expect(lists().length).toBeGreaterThanOrEqual(10);
  expect(unnamed).toEqual([]);
});

test('a sheet says which rows it has and who took it; no title stands twice', async () => {
  for (const { path, names } of lists()) {
    const { above, titles } = await sheetOf(path);
    const unfiltered = path === '/report-gold-what-if/export' ? '成色：足金；价格：600' : '未筛选';
    expect(above, path).toContain(names.includes('beginTime') ? `日期：${chain.today} 至 ${chain.today}` : unfiltered);
    expect(above, path).toContain(`导出：${chain.app.admin.nickName} ${chain.today}`);
    expect(new Set(titles).size, path).toBe(titles.length);
  }
  const { above } = await sheetOf('/biz-goods-in/export', `&shopId=${chain.home}&billType=2&auditFlag=2&typeArr=戒指`);
  expect(above).toContain('分店：罗湖店');
  expect(above).toContain('单据类型：调拨入库');
  expect(above).toContain('审核状态：已审核');
  expect(above).toContain('首饰类别：戒指');
  expect((await sheetOf('/base-shop/export', '&name=罗&status=2')).above).toContain('分店名称：罗；状态：启用');
});

test('codes are words, and whoever made a document stands apart from whoever entered a piece', async () => {
  const goods = await sheetOf('/biz-goods-in/export', `&barcode=${lot}`);
  expect(column(goods, '计价方式').slice(0, -1)).toEqual(['按克', '按克']);
  expect(column(goods, '单据类型').slice(0, -1)).toEqual(expect.arrayContaining(['正常入库', '调拨入库']));
  expect(column(goods, '审核状态').slice(0, -1)).toEqual(['已审核', '已审核']);
  expect(goods.titles).toContain('录入人');
  const transfers = await sheetOf('/biz-allocate/export');
  expect(new Set(column(transfers, '审核状态').slice(0, -1))).toEqual(new Set(['已审核', '待审核']));
  expect(transfers.titles).toContain('制单人');
  expect(transfers.titles).not.toContain('录入人');
  // A parameter's own value may be any text, and what somebody sent is logged as it was.
  const verbatim = ['/config/export', '/sys-opera-log/export'];
  for (const { path } of lists().filter((each) => !verbatim.includes(each.path)))
    for (const row of (await sheetOf(path)).rows)
      expect(row, path).not.toContainEqual(expect.stringMatching(/^(undefined|null|\[object|\{|\[\])/));
});

test('the columns wanted, in the order wanted; what no sheet has is left out, nothing at all is refused', async () => {
  const { titles } = await sheetOf('/biz-goods-in/export', '&columns=name,thumbs,barcode,name,goldWeight');
  expect(titles).toEqual(['首饰名称', '条码', '金重(g)']);
  const refused = await chain.app.get('/biz-goods-in/export?columns=thumbs');
  expect(refused).toMatchObject({ status: 422, body: { data: [{ path: 'columns' }] } });
});

test('the columns wanted open no cost to whoever may not see it', async () => {
  await chain.app.addUser({ username: 'floor', roleIds: [3] });
  const token = await chain.app.signIn('floor');
  const reply = await fetch(`${chain.app.url}/api/v1/biz-goods-in/export?columns=barcode,piceCost,goldCost`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  const book = read(Buffer.from(await reply.arrayBuffer()));
  const [, titles] = utils.sheet_to_json<unknown[]>(book.Sheets['首饰入库']!, { header: 1 });
  expect(titles).toEqual(['条码']);
});

test('a title says its unit, and plain gold has no carats, stones or prices of stones', async () => {
  const sheet = await sheetOf('/biz-goods-in/export', '&barcode=LOT-1&billType=1');
  const stones = ['主石重(克拉)', '主石粒数', '主石单价(元/克拉或元/粒)', '副石重(克拉)', '副石粒数'];
  expect(sheet.titles).toEqual(
    expect.arrayContaining([...stones, '金价(元/g)', '工费(元/g)', '件工费(元/件)', '总重(g)']),
  );
  for (const title of stones)
    expect(
      column(sheet, title).filter((cell) => cell != null && cell !== ''),
      title,
    ).toEqual([]);
  expect(column(sheet, '金重(g)').every((cell) => Number(cell) > 0)).toBe(true);
});

test('the last row adds up what the report adds up', async () => {
  const totalsOf = async (path: string): Promise<Record<string, number>> => {
    const { today } = chain;
    const reply = await chain.app.get(`${path}/totals?beginTime=${today}&endTime=${today}`);
    return (reply.body.data as { totals: Record<string, number> }).totals;
  };
  for (const [path, quantity, title] of [
    ['/report-goods-turnover', 'num', '库存数量'],
    ['/report-goods-allocate', 'num', '调入数量'],
  ] as const) {
    const sheet = await sheetOf(`${path}/export`);
    const totals = await totalsOf(path);
    expect(totals[quantity]).toBeGreaterThan(0);
    expect(column(sheet, title).at(-1), path).toBe(totals[quantity]);
    expect(column(sheet, '金重(g)').at(-1), path).toBeCloseTo(totals['goldWeight']!, 6);
    expect(column(sheet, '总重(g)').at(-1), path).toBeCloseTo(totals['weight']!, 6);
  }
  const goods = await sheetOf('/biz-goods-in/export', '&barcode=LOT-1&billType=1');
  expect(goods.rows.at(-1)).toContain('合计 1 行');
  expect(column(goods, '金重(g)').at(-1)).toBe(10);
});
