/** Stock turnover over HTTP (S0§2; wire; R7, R8, R13): totals, age, filters, moments, cost, explanation, export. */
import { utils, read } from 'xlsx';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, dayOf } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

let now = new Date(`${dayOf(new Date())}T00:00:30.000+08:00`);
const tick = (): string => {
  now = new Date(now.getTime() + 1_000);
  return now.toISOString();
};
let chain: Chain;
let lot: string;
let ring: string;
let saleId: number;
const at = { stocked: '', moved: '', sold: '' };

type Row = Record<string, unknown>;
type Report = { count: number; list: Row & { list: Row[] } };
const ask = (query: string, token?: string): Promise<Reply> =>
  chain.app.get(`/report-goods-turnover?${query}`, token === undefined ? {} : { token });
/** The report once its read model has passed everything written. */
const report = async (query: string, token?: string): Promise<Report> => (await ask(query, token)).body.data as Report;
const settled = (query: string, num: number): Promise<void> =>
  vi.waitFor(async () => expect((await report(query)).list['num']).toBe(num), { timeout: 30_000 });
const asOf = (moment: string): string => `asOf=${encodeURIComponent(moment)}`;
const ok = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

beforeAll(async () => {
  chain = await startChain({ clock: () => now });
  const { app, today } = chain;
  lot = await chain.stock({ num: 10, name: '足金手链', type: '手链', stoneCt: 0.3, inStorageAt: addDays(today, -40) });
  ring = await chain.stock();
  at.stocked = tick();
  tick();
  const transfer = ok(await app.post('/biz-allocate', chain.transfer([{ barcode: lot, inNum: 4 }])));
  ok(await chain.audit('/biz-allocate', [transfer]));
  at.moved = tick();
  tick();
  saleId = ok(await app.post('/biz-sell', chain.sale([{ barcode: ring }])));
  ok(await chain.audit('/biz-sell', [saleId]));
  at.sold = tick();
  tick();
  await settled('', 10);
});
afterAll(() => chain.app.stop());

test('one row per barcode and shop, oldest first; totals multiply by what is on hand (S0§2/21 S0§7/19)', async () => {
  const { count, list } = await report('');
  expect(count).toBe(2);
  expect(list.list.map((row) => [row['shopId'], row['inNum'], row['outNum'], row['num'], row['ageDays']])).toEqual([
    [chain.home, 10, 4, 6, 40],
    [chain.away, 4, 0, 4, 40],
  ]);
  expect(list.list[0]).toMatchObject({ barcode: lot, name: '足金手链', shopName: '罗湖店', held: 0, type: '手链' });
  expect(list).toMatchObject({ num: 10, goldWeight: 32.15, weight: 32.75, stoneCt: 3, secondCt: 0 });
  expect(list['sellPrice']).toBe(10 * Number(list.list[0]?.['sellPrice']));
  expect(list['piceCost']).toBe(18_004);
});
test('what has left shows on request, and what a document holds is still there', async () => {
  const gone = (await report(`stock=all&barcode=${ring}`)).list.list;
  expect(gone).toMatchObject([{ inNum: 1, outNum: 1, num: 0 }]);
  const transfer = ok(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: lot, inNum: 2 }])));
  await expect
    .poll(async () => (await report(`shopId=${chain.home}`)).list.list[0], { timeout: 30_000 })
    .toMatchObject({ num: 6, held: 2 });
  ok(await chain.app.del('/biz-allocate', { ids: [transfer] }));
});
test.each([
  ['type=手链', 2],
  ['type=戒指&stock=all', 1],
  ['typeArr=手链&typeArr=戒指', 2],
  ['name=手链', 2],
  ['style=光圈&fineness=足金', 2],
  ['goldWeight=3.215', 2],
  ['goldWeight=3.214', 0],
  ['goldContent=999', 0],
  ['barcode=nothing', 0],
])('filter %s finds %i (S0§5/18)', async (query, count) => {
  expect((await report(query)).count).toBe(count);
});
test('as of any moment: rows, totals and age', async () => {
  const stocked = await report(asOf(at.stocked));
  expect(stocked).toMatchObject({ count: 2, list: { num: 11 } });
  expect((await report(asOf(at.moved))).list).toMatchObject({ num: 11 });
  expect((await report(asOf(at.moved))).count).toBe(3);
  expect(await report(asOf(at.sold))).toMatchObject({ count: 2, list: { num: 10 } });
});
test('every total opens into the movements that make it', async () => {
  for (const field of ['num', 'goldWeight', 'weight', 'stoneCt', 'secondCt', 'piceCost', 'sellPrice']) {
    for (const query of ['', `shopId=${chain.home}`, asOf(at.moved), 'type=手链']) {
      const { list } = await report(query);
      const reply = await chain.app.get(`/report-goods-turnover/explain?${query}&field=${field}&pageSize=100`);
      const opened = reply.body.data as { total: number; count: number; list: { value: number }[] };
      expect(opened.total).toBe(list[field]);
      expect(opened.count).toBe(opened.list.length);
      expect(opened.list.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(opened.total, 3);
    }
  }
  expect((await chain.app.get('/report-goods-turnover/explain?field=secret')).status).toBe(422);
});
test('cost leaves only with the right; a locked shop sees itself only; without the key nothing', async () => {
  await chain.app.addUser({ username: 'clerk', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('clerk');
  const { count, list } = await report('', token);
  expect(count).toBe(1);
  expect(list.list[0]).toMatchObject({ shopId: chain.away, num: 4 });
  expect(list).not.toHaveProperty('piceCost');
  expect(list.list[0]).not.toHaveProperty('piceCost');
  expect((await ask(`shopId=${chain.home}`, token)).status).toBe(403);
  const opened = await chain.app.get('/report-goods-turnover/explain?field=piceCost', { token });
  expect(opened.status).toBe(403);
});
test('the export has the rows of the list (S0§2/21)', async () => {
  const answer = await fetch(`${chain.app.url}/api/v1/report-goods-turnover/export`, {
    headers: { authorization: `Bearer ${chain.app.adminToken}` },
  });
  const book = read(Buffer.from(await answer.arrayBuffer()));
  const rows = utils.sheet_to_json<Row>(book.Sheets['库存周转报表']!, { range: 1 });
  expect(rows.map((row) => [row['分店'], row['库存数量'], row['库龄(天)']])).toEqual([
    ['罗湖店', 6, 40],
    ['南山店', 4, 40],
    ['合计 2 行', 10, undefined],
  ]);
});
