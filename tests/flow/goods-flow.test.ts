/** The flow of goods and a piece's life, now and as of a moment; who changed a receipt (wire; R7, R13). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { addDays, dayOf } from 'services/contracts/dates';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

/** Commands happen at moments of our choosing, all in one minute. */
let now = new Date(`${dayOf(new Date())}T00:00:30.000+08:00`);
const tick = (): string => {
  now = new Date(now.getTime() + 1_000);
  return now.toISOString();
};
let chain: Chain;
let barcode: string;
let receiptId: number;
let transferId: number;
const at = { before: '', received: '', audited: '', moved: '', back: '' };
type Flow = { count: number; list: { num: number; list: Record<string, unknown>[] } };
type Life = {
  whereabouts: { shopId: number; onHand: number; held: number }[];
  steps: { title: string; by: string; documentNo: string | null; changes: unknown[]; reason: string | null }[];
  goods: Record<string, unknown>;
};
const flow = async (query: string): Promise<Flow> =>
  (await chain.app.get(`/report-goods-flow?${query}`)).body.data as Flow;
const life = (asOf?: string): Promise<Reply> =>
  chain.app.get(
    `/report-goods-flow/life?barcode=${barcode}${asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`}`,
  );
const lifeData = async (asOf?: string): Promise<Life> => (await life(asOf)).body.data as Life;
const ok = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

beforeAll(async () => {
  chain = await startChain({ clock: () => now });
  const { app, home, today } = chain;
  at.before = tick();
  tick();
  const body = sampleBody({ shopId: home, supplierId: null, inStorageAt: today });
  receiptId = ok(await app.post('/biz-goods-in', body));
  at.received = tick();
  tick();
  ok(await app.put(`/biz-goods-in/${receiptId}`, { ...body, id: receiptId, batchNo: 'P9', goldCost: 600 }));
  ok(await chain.audit('/biz-goods-in', [receiptId]));
  barcode = String((await chain.record('/biz-goods-in', receiptId))['barcode']);
  at.audited = tick();
  tick();
  transferId = ok(await app.post('/biz-allocate', chain.transfer([{ barcode }])));
  ok(await chain.audit('/biz-allocate', [transferId]));
  at.moved = tick();
  tick();
  ok(await chain.unaudit('/biz-allocate', [transferId]));
  at.back = tick();
});
afterAll(() => chain.app.stop());

test('every movement is a row, a reversal a twin of its own, and what was is readable (S0§2/20 S0§7/18)', async () => {
  const { list, count } = await flow(`barcode=${barcode}`);
  expect(list.list.map((row) => [row['billType'], row['num'], row['shopId']])).toEqual([
    ['正常入库', 1, chain.home],
    ['调拨出库', -1, chain.home],
    ['调拨入库', 1, chain.away],
    ['调拨入库（反审核）', -1, chain.away],
    ['调拨出库（反审核）', 1, chain.home],
  ]);
  const { list: _rows, ...sums } = list;
  expect({ count, ...sums }).toEqual({ count: 5, num: 1, inNum: 3, outNum: 2 });
  expect(list.list[1]).toMatchObject({ documentNo: `DB${transferId}`, turnoverAt: chain.today, by: '管理员' });
});
test('as of two events of one minute: before, between and after (S0§2/28)', async () => {
  const counts = await Promise.all(
    [at.before, at.received, at.audited, at.moved, at.back].map(
      async (moment) => (await flow(`barcode=${barcode}&asOf=${encodeURIComponent(moment)}`)).count,
    ),
  );
  expect(counts).toEqual([0, 0, 1, 3, 5]);
  expect(await life(at.before)).toMatchObject({ status: 404 });
  expect((await lifeData(at.received)).whereabouts).toEqual([]);
  expect((await lifeData(at.audited)).whereabouts).toMatchObject([{ shopId: chain.home, onHand: 1, held: 0 }]);
  expect((await lifeData(at.moved)).whereabouts).toMatchObject([{ shopId: chain.away, onHand: 1, held: 0 }]);
  expect((await lifeData(at.back)).whereabouts).toMatchObject([{ shopId: chain.home, onHand: 1, held: 1 }]);
  expect((await lifeData(at.back)).whereabouts).toEqual((await lifeData()).whereabouts);
});
test('a life is told step by step: who, which document, from what to what; as of a moment with its values then', async () => {
  const { steps } = await lifeData();
  expect(steps.map(({ title }) => title)).toEqual([
    '入库登记',
    '修改',
    '入库审核',
    '占用',
    '调拨',
    '占用',
    '调拨反审核',
  ]);
  expect(steps.every(({ by }) => by === '管理员')).toBe(true);
  expect(steps[1]).toMatchObject({
    changes: expect.arrayContaining([
      { field: 'batchNo', label: '批次号', before: '', after: 'P9' },
      { field: 'goldCost', label: '金价', before: '¥560.00/g', after: '¥600.00/g' },
    ]) as unknown,
  });
  expect(steps[4]).toMatchObject({ documentNo: `DB${transferId}` });
  expect((await lifeData(at.received)).goods).toMatchObject({ goldCost: 560 });
  expect((await lifeData(at.audited)).goods).toMatchObject({ goldCost: 600 });
});
test('the history of a receipt names its own steps; cost only to who may see it; other shops not at all', async () => {
  const history = await chain.app.get(`/biz-goods-in/${receiptId}/history`);
  expect(history.body.data).toMatchObject([
    { title: '入库登记', type: 'GoodsReceived', by: '管理员', changes: [], reason: null },
    { title: '修改', type: 'GoodsReceiptCorrected' },
    { title: '入库审核', type: 'GoodsReceiptAudited' },
  ]);
  expect(history.text).toContain('金价');
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [chain.home] });
  const clerk = await chain.app.get(`/biz-goods-in/${receiptId}/history`, { token: await chain.app.signIn('clerk') });
  expect(clerk.status).toBe(200);
  expect(clerk.text).toContain('批次号');
  expect(clerk.text).not.toContain('金价');
  await chain.app.addUser({ username: 'stranger', roleIds: [3], lockShops: [chain.away] });
  const stranger = { token: await chain.app.signIn('stranger') };
  expect((await chain.app.get(`/biz-goods-in/${receiptId}/history`, stranger)).status).toBe(404);
  expect((await chain.app.get('/biz-goods-in/999999/history')).status).toBe(404);
});
test('without a barcode the flow takes shop and dates, and asks for one of the two (S0§5/17)', async () => {
  const { today, home } = chain;
  expect((await flow(`shopId=${home}&beginTime=${today}&endTime=${today}`)).count).toBe(3);
  const yesterday = addDays(today, -1);
  expect((await flow(`shopId=${home}&beginTime=${yesterday}&endTime=${yesterday}`)).count).toBe(0);
  expect(await chain.app.get('/report-goods-flow')).toMatchObject({ status: 422, body: { msg: '请输入条码！' } });
});
test('pages that show the present only refuse a moment instead of answering with today', async () => {
  for (const path of ['/base-shop', '/base-customer', '/biz-allocate/shops', '/biz-goods-in/latest-day']) {
    expect(await chain.app.get(`${path}?asOf=2026-01-01`)).toMatchObject({
      status: 422,
      body: { msg: '此页面只能查看当前数据' },
    });
  }
});
test('the export of the flow is the same rows as of the same moment (S0§2/20)', async () => {
  const sheet = await chain.app.get(
    `/report-goods-flow/export?barcode=${barcode}&asOf=${encodeURIComponent(at.moved)}`,
  );
  expect(sheet.status).toBe(200);
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml');
});
test('a lot leaves by a sale at the price of one piece, as by any other way; in the sheet too, also without the cost', async () => {
  const lot = await chain.stock({ num: 5 });
  const sold = { sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * 3 }] };
  const sale = ok(await chain.app.post('/biz-sell', chain.sale([{ barcode: lot, num: 3 }], sold)));
  ok(await chain.audit('/biz-sell', [sale]));
  const { list } = (await flow(`barcode=${lot}`)).list;
  expect(list.at(-1)).toMatchObject({ billType: '销售', num: -3, outPrice: TAG_PRICE });
  await chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [chain.home] });
  const reply = await fetch(`${chain.app.url}/api/v1/report-goods-flow/export?barcode=${lot}`, {
    headers: { authorization: `Bearer ${await chain.app.signIn('keeper')}` },
  });
  expect(reply.status).toBe(200);
  const book = read(Buffer.from(await reply.arrayBuffer()));
  const [, titles = [], ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
  const place = titles.indexOf('出库价');
  expect(titles).not.toContain('入库价');
  expect([rows[0]?.[place], rows[1]?.[place]]).toEqual([undefined, TAG_PRICE]);
});
