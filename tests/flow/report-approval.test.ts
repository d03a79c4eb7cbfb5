/** 优惠授权: who allowed what beyond the limits of the till, against a recount from the orders themselves (docs/rules.md). */
import { read, utils } from 'xlsx';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { ApprovalFigure, SaleApprovalRow } from 'projections/reports/sale-approval/contract';
import { roleWith } from '../support/roles.ts';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { TAG_PRICE, momentPast, startChain, type Chain, type Line } from './shops.ts';

const PATH = '/report-sell-approval';
type Sums = { readonly count: number; readonly totals: Record<ApprovalFigure, number> };
type Opened = {
  readonly total: number;
  readonly count: number;
  readonly list: readonly { value: number; document: string; barcode: string; shopName: string }[];
};
let chain: Chain;
let clerk: string;
/** Orders: half the price; gold under its price, nearly for nothing; both at once and one within the limits, elsewhere. */
const orders = { half: 0, gold: 0, two: 0, plain: 0 };
const pieces = { half: '', gold: '', two: ['', ''], plain: '' };
const tagless = { id: 0, barcode: '' };
let before: string;

const ok = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const get = async <Data>(path: string, token?: string): Promise<Data> => {
  const reply = await chain.app.get(path, token === undefined ? {} : { token });
  expect(reply.status, `${path} ${reply.text.slice(0, 300)}`).toBe(200);
  return reply.body.data as Data;
};
const rowsOf = async (query = '', token?: string): Promise<readonly SaleApprovalRow[]> =>
  (await get<{ list: readonly SaleApprovalRow[] }>(`${PATH}/rows?pageSize=100&${query}`, token)).list;
const sumsOf = (query = '', token?: string): Promise<Sums> => get<Sums>(`${PATH}/totals?${query}`, token);
const body = (lines: readonly Line[], paid: number, change: object = {}): Record<string, unknown> =>
  chain.sale(lines, {
    seller: 'clerk',
    sellBalanceList: paid === 0 ? [] : [{ balance: '现金', amount: paid }],
    ...change,
  });
/** Saved with the word of somebody, as at the till. */
const withWord = async (username: string, order: Record<string, unknown>, reason: string): Promise<number> => {
  const asked = await chain.app.post('/biz-sell', order, { token: clerk });
  expect(asked.status, asked.text).toBe(409);
  const marks = (asked.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
  const approval = { username, password: USER_PASSWORD, reason, marks };
  return ok(await chain.app.post('/biz-sell', { ...order, approval }, { token: clerk }));
};

beforeAll(async () => {
  chain = await startChain();
  const { app, home, away } = chain;
  await app.addUser({ username: 'clerk', roleIds: [4] });
  await app.addUser({ username: 'boss', roleIds: [3], lockShops: [home] });
  await app.addUser({ username: 'chief', roleIds: [2] });
  clerk = await app.signIn('clerk');
  pieces.half = await chain.stock();
  pieces.gold = await chain.stock();
  pieces.two = [await chain.stock({ shopId: away }), await chain.stock({ shopId: away })];
  pieces.plain = await chain.stock();
  tagless.barcode = await chain.stock({ sellPrice: 0, sellRaito: 1, goldCost: 0, workFee: 0 });
  before = (await momentPast()).toISOString();
  orders.half = await withWord('boss', body([{ barcode: pieces.half, rebate: 50 }], TAG_PRICE / 2), '老客户');
  const gold = { barcode: pieces.gold, todayGoldCost: 0.01, workFee: 0 };
  orders.gold = await withWord('chief', body([gold], 0.03), '员工内购');
  const two = pieces.two.map((barcode, at) => ({ barcode, rebate: at === 0 ? 10 : 79 }));
  orders.two = await withWord('chief', body(two, 223.8 + 1768.02, { shopId: away }), '清仓');
  orders.plain = ok(await app.post('/biz-sell', body([{ barcode: pieces.plain }], TAG_PRICE), { token: clerk }));
  tagless.id = await withWord('boss', body([{ barcode: tagless.barcode }], 0), '赠送');
  await chain.audit('/biz-sell', [orders.half]);
  await app.house.caughtUp();
}, 90_000);
afterAll(() => chain.app.stop());

/** The same out of each order's own record. */
type Recorded = {
  readonly orderNo: string;
  readonly shopId: number;
  readonly approvals: readonly {
    readonly approver: string;
    readonly reason: string;
    readonly lines: readonly { barcode: string; tagPrice: number; amount: number; exceeded: readonly string[] }[];
  }[];
};
const recount = async (wanted: (order: Recorded) => boolean = () => true) => {
  const ids = [...Object.values(orders), tagless.id];
  const records = await Promise.all(ids.map((id) => chain.record('/biz-sell', id)));
  const found = (records as unknown as readonly Recorded[]).filter((one) => one.approvals.length > 0 && wanted(one));
  const approvals = found.flatMap((one) => one.approvals);
  const given = approvals
    .flatMap(({ lines }) => lines)
    .filter(({ tagPrice }) => tagPrice > 0)
    .reduce((sum, { tagPrice, amount }) => sum + Math.round(Math.max(tagPrice - amount, 0) * 100), 0);
  return { approvals: approvals.length, orders: found.length, givenAway: given / 100 };
};

describe('rows and totals', () => {
  test('one row per approval: who, for whom, what, by how much, why and when', async () => {
    const rows = await rowsOf();
    expect(rows.map(({ orderId }) => orderId)).toEqual([tagless.id, orders.two, orders.gold, orders.half]);
    expect(rows[3]).toMatchObject({
      sellAt: chain.today,
      shopName: '罗湖店',
      customerName: '王女士',
      seller: 'clerk',
      approver: 'boss',
      asker: 'clerk',
      exceeded: `${pieces.half} 折扣50%，最低80%；实售金额1119.00元，最低1800.40元`,
      givenAway: TAG_PRICE / 2,
      reason: '老客户',
      auditFlag: 2,
    });
    expect(Math.abs(Date.parse(rows[3]!.approvedAt) - Date.now())).toBeLessThan(600_000);
    expect(rows[1]).toMatchObject({
      shopName: '南山店',
      exceeded: [
        `${pieces.two[0]} 折扣10%，最低80%；实售金额223.80元，最低1800.40元`,
        `${pieces.two[1]} 折扣79%，最低80%；实售金额1768.02元，最低1800.40元`,
      ].join('；'),
      auditFlag: 1,
    });
    expect(rows[0]).toMatchObject({ givenAway: null });
    expect(await get(`${PATH}/latest-day`)).toEqual({ day: chain.today });
  });
  test('totals are those of a recount, with every filter', async () => {
    const all = await recount();
    expect(all).toMatchObject({ approvals: 4, orders: 4 });
    expect((await sumsOf()).totals).toEqual(all);
    const filters: readonly (readonly [query: string, wanted: (order: Recorded) => boolean, found: number])[] = [
      [`shopId=${chain.away}`, ({ shopId }) => shopId === chain.away, 1],
      ['approver=boss', ({ approvals }) => approvals.some(({ approver }) => approver === 'boss'), 2],
      ['seller=cler', () => true, 4],
      ['seller=nobody', () => false, 0],
      ['rule=gold-price', ({ approvals }) => approvals.some(({ reason }) => reason === '员工内购'), 1],
      ['rule=rebate', ({ approvals }) => approvals.some(({ reason }) => /老客户|清仓/.test(reason)), 2],
      ['rule=cut-down', () => false, 0],
      [`barcode=${pieces.two[1]}`, ({ approvals }) => approvals.some(({ reason }) => reason === '清仓'), 1],
      [`barcode=${pieces.plain}`, () => false, 0],
      ['auditFlag=2', ({ approvals }) => approvals.some(({ reason }) => reason === '老客户'), 1],
      [`beginTime=${chain.today}&endTime=${chain.today}`, () => true, 4],
      [`beginTime=${addDays(chain.today, -9)}&endTime=${addDays(chain.today, -1)}`, () => false, 0],
    ];
    for (const [query, wanted, found] of filters) {
      const sums = await sumsOf(query);
      expect(sums.totals, query).toEqual(await recount(wanted));
      expect([sums.count, (await rowsOf(query)).length], query).toEqual([found, found]);
    }
    expect((await chain.app.get(`${PATH}/rows?rule=secret`)).status).toBe(422);
  });
  test('page after page, and both in one answer', async () => {
    const first = await get<{ list: readonly SaleApprovalRow[] }>(`${PATH}/rows?pageSize=3`);
    const second = await get<{ list: readonly SaleApprovalRow[] }>(`${PATH}/rows?pageSize=3&pageIndex=2`);
    expect([...first.list, ...second.list]).toEqual(await rowsOf());
    const both = await get<{ count: number; list: object }>(PATH);
    expect(both).toMatchObject({ count: 4, list: { ...(await sumsOf()).totals, list: await rowsOf() } });
  });
  test('each total opens into what adds up to it', async () => {
    for (const field of ['approvals', 'orders', 'givenAway'] as const) {
      const { totals } = await sumsOf();
      const opened = await get<Opened>(`${PATH}/explain?field=${field}&pageSize=100`);
      expect(opened.total, field).toBe(totals[field]);
      expect(
        opened.list.reduce((sum, { value }) => sum + value, 0),
        field,
      ).toBeCloseTo(totals[field], 2);
      expect(opened.list).toContainEqual(
        expect.objectContaining({ barcode: pieces.two.join('、'), shopName: '南山店' }),
      );
    }
    expect((await chain.app.get(`${PATH}/explain?field=secret`)).status).toBe(422);
  });
});

describe('who may see what', () => {
  test('without the right nothing opens; the sheet has a right of its own', async () => {
    const calls = ['', '/rows', '/totals', '/explain?field=orders', '/latest-day', '/export'];
    const statuses = async (username: string, keys: readonly string[]): Promise<readonly number[]> => {
      await chain.app.addUser({ username, roleIds: [await roleWith(chain.app, keys)] });
      const token = await chain.app.signIn(username);
      return Promise.all(calls.map(async (call) => (await chain.app.get(`${PATH}${call}`, { token })).status));
    };
    expect(await statuses('without', ['biz:bizSell:list'])).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await statuses('reader', ['report:reportSellApproval:list'])).toEqual([200, 200, 200, 200, 200, 403]);
    const sheet = 'report:reportSellApproval:export';
    expect(await statuses('blind', [sheet])).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await statuses('taker', [sheet, 'report:reportSellApproval:list'])).toEqual([200, 200, 200, 200, 200, 200]);
  });
  test('of another shop nothing is told, and asking for it is refused', async () => {
    const token = await chain.app.signIn('boss');
    const rows = await rowsOf('', token);
    expect(rows.map(({ orderId }) => orderId)).toEqual([tagless.id, orders.gold, orders.half]);
    expect((await sumsOf('', token)).totals).toEqual(await recount(({ shopId }) => shopId === chain.home));
    expect(await rowsOf(`barcode=${pieces.two[0]}`, token)).toEqual([]);
    for (const call of ['rows?', 'totals?', 'export?', 'explain?field=orders&']) {
      const reply = await chain.app.get(`${PATH}/${call}shopId=${chain.away}`, { token });
      expect(reply.status, call).toBe(403);
    }
    const opened = await get<Opened>(`${PATH}/explain?field=orders&pageSize=100`, token);
    expect(opened.list.map(({ shopName }) => shopName)).toEqual(['罗湖店', '罗湖店', '罗湖店']);
  });
  test('a limit that tells the cost is told only to who may see it; days beyond the window are refused', async () => {
    const told = async (token?: string): Promise<string | undefined> =>
      (await rowsOf('rule=gold-price', token))[0]?.exceeded;
    expect(await told()).toContain('最低532.00元');
    expect(await told(clerk)).toBe(`${pieces.gold} 今日金价0.01元，低于允许的最低金价；低于允许的最低价`);
    const early = await chain.app.get(`${PATH}/rows?beginTime=${addDays(chain.today, -46)}`, { token: clerk });
    expect(early).toMatchObject({ status: 422, body: { data: [{ path: 'beginTime' }] } });
  });
});

test('the sheet: limits in words, its filters above, its sum below', async () => {
  const query = `shopId=${chain.away}&rule=rebate&beginTime=${chain.today}&endTime=${chain.today}`;
  const reply = await fetch(`${chain.app.url}/api/v1${PATH}/export?${query}`, {
    headers: { authorization: `Bearer ${chain.app.adminToken}` },
  });
  expect(reply.status).toBe(200);
  const book = read(Buffer.from(await reply.arrayBuffer()));
  const [[above] = [], titles = [], ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets['优惠授权']!, { header: 1 });
  expect(above).toContain('分店：南山店');
  expect(above).toContain('超限项目：折扣');
  const cell = (row: number, title: string): unknown => rows[row]?.[titles.indexOf(title)];
  expect(rows).toHaveLength(2);
  expect(cell(0, '超限内容')).toContain('折扣10%，最低80%');
  expect(cell(0, '授权人')).toBe('chief');
  expect(cell(0, '审核状态')).toBe('待审核');
  const { givenAway } = await recount(({ shopId }) => shopId === chain.away);
  expect([cell(0, '差额'), cell(1, '差额')]).toEqual([givenAway, givenAway]);
});

test('what falls away leaves the report, and stands in the report of then', async () => {
  const was = { rows: await rowsOf(), sums: await sumsOf() };
  const then = encodeURIComponent((await momentPast()).toISOString());
  const order = body([{ barcode: pieces.gold }], TAG_PRICE);
  ok(await chain.app.put(`/biz-sell/${orders.gold}`, order, { token: clerk }));
  ok(await chain.app.del('/biz-sell', { ids: [tagless.id] }));
  await chain.app.house.caughtUp();
  expect((await rowsOf()).map(({ orderId }) => orderId)).toEqual([orders.two, orders.half]);
  expect((await sumsOf()).totals).toMatchObject({ approvals: 2, orders: 2 });
  expect(await rowsOf(`asOf=${then}`)).toEqual(was.rows);
  expect(await sumsOf(`asOf=${then}`)).toEqual(was.sums);
  const opened = await get<Opened>(`${PATH}/explain?field=givenAway&pageSize=100&asOf=${then}`);
  expect(opened).toMatchObject({ total: was.sums.totals.givenAway, count: 4 });
  expect(await rowsOf(`asOf=${encodeURIComponent(before)}`)).toEqual([]);
});

test('an edit with somebody’s word is told of one that came while it was judged, and writes over nothing', async () => {
  const barcode = await chain.stock();
  const id = ok(await chain.app.post('/biz-sell', body([{ barcode }], TAG_PRICE), { token: clerk }));
  const half = body([{ barcode, rebate: 50 }], TAG_PRICE / 2);
  const asked = await chain.app.put(`/biz-sell/${id}`, half, { token: clerk });
  const marks = (asked.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
  const { lookup } = chain.app.house.deps;
  const methods = lookup.settlementMethods.bind(lookup);
  vi.spyOn(lookup, 'settlementMethods').mockImplementationOnce(async () => {
    ok(await chain.app.put(`/biz-sell/${id}`, body([{ barcode }], TAG_PRICE, { remark: '客户周六来取' })));
    return methods();
  });
  const approval = { username: 'boss', password: USER_PASSWORD, reason: '老客户', marks };
  expect(await chain.app.put(`/biz-sell/${id}`, { ...half, approval }, { token: clerk })).toMatchObject({
    status: 412,
    body: { msg: '别人已修改，请刷新后再保存' },
  });
  expect(await chain.record('/biz-sell', id)).toMatchObject({ remark: '客户周六来取', factFee: TAG_PRICE });
  expect((await chain.app.del('/biz-sell', { ids: [id] })).status).toBe(200);
});
