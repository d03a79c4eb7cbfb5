/** 金料平衡 and 金价试算 over HTTP (R91): what came − what went = what is there, at any moment, and what another price would make of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holderOf } from '../support/guarded.ts';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/report-gold-balance';
const EXIT = '/biz-recycle-out';
const RECYCLE = '/biz-alone-recycle';
const SALE = '/biz-sell';
type Row = Record<string, unknown>;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'buyer', roleIds: [3] });
});
afterAll(() => chain.app.stop());

const created = async (path: string, body: Row): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const audited = async (path: string, body: Row): Promise<number> => {
  const id = await created(path, body);
  expect(await chain.audit(path, [id])).toMatchObject({ status: 200 });
  return id;
};
const lotFrom = async (weight: number, fineness: string): Promise<number> => {
  const line = { type: '戒指', style: '光圈', fineness, weight, lossRatio: 100, cost: 600, workFee: 0, remark: '旧' };
  const { customerId, home: shopId, today: recycleAt } = chain;
  const id = await audited(RECYCLE, { customerId, shopId, recycleAt, seller: 'buyer', recycleList: [line] });
  const rows = (await chain.app.get('/report-recycle?pageSize=200')).body.data as { list: { list: Row[] } };
  return Number(rows.list.list.find(({ documentNo }) => documentNo === `HS${id}`)?.['lotId']);
};
const exitOf = (lotId: number, weightOut: number): Row => ({
  shopId: chain.home,
  outAt: chain.today,
  kind: '2',
  party: '熔料厂',
  lotList: [{ lotId, weightOut }],
});
const balance = async (fineness: string, query = ''): Promise<Row[]> => {
  const reply = await chain.app.get(`${PATH}?fineness=${encodeURIComponent(fineness)}${query}`);
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body.data as { list: { list: Row[] } }).list.list;
};
const explain = async (fineness: string, field: string): Promise<Row> =>
  (await chain.app.get(`${PATH}/explain?fineness=${encodeURIComponent(fineness)}&field=${field}`)).body.data as Row;

test('pieces and lots: all that comes and goes is there or gone, also in the past, and each figure opens (S1§2.12/11 S1§2.12/16)', async () => {
  const sold = await chain.stock();
  await chain.stock({ fineness: '足金', goldWeight: 2.5, num: 2 });
  const moved = await chain.stock({ fineness: '足金', goldWeight: 1 });
  const before = await momentPast();
  const sale = await audited(SALE, chain.sale([{ barcode: sold }]));
  await audited('/biz-allocate', chain.transfer([{ barcode: moved }]));
  const lotId = await lotFrom(10, '足金');
  const exit = await audited(EXIT, exitOf(lotId, 6));
  const [here, away] = await balance('足金');
  const moves = { received: 9.215, recycled: 10, sold: 3.215, transferOut: 1, exits: 6, loss: 0, back: 0 };
  expect(here).toMatchObject({ ...moves, due: 9, pieces: 5, lots: 4, there: 9, difference: 0 });
  expect(away).toMatchObject({ shopId: chain.away, transferIn: 1, due: 1, there: 1, difference: 0 });
  const back = { backAt: chain.today, fineness: '18K金', weightBack: 5.8 };
  expect(await chain.app.put(`${EXIT}/back/${exit}`, back)).toMatchObject({ status: 200 });
  // A melt leaves one fineness and enters another; its loss is a line of its own.
  expect((await balance('足金'))[0]).toMatchObject({ exits: 5.8, loss: 0.2, due: 9, there: 9, difference: 0 });
  expect((await balance('18K金'))[0]).toMatchObject({ back: 5.8, due: 5.8, lots: 5.8, difference: 0 });
  const [then] = await balance('足金', `&asOf=${before.toISOString()}`);
  expect(then).toMatchObject({ received: 9.215, sold: 0, recycled: 0, due: 9.215, there: 9.215, difference: 0 });
  expect(await explain('足金', 'sold')).toMatchObject({ total: 3.215, list: [{ barcode: sold, value: 3.215 }] });
  expect(await explain('足金', 'loss')).toMatchObject({ total: 0.2, list: [{ document: `JC${exit}` }] });
  expect(await explain('足金', 'due')).toMatchObject({ total: 10 });
  expect(await explain('足金', 'pieces')).toMatchObject({ total: 6 });
  expect(await explain('足金', 'lots')).toMatchObject({
    total: 4,
    list: [{ barcode: `JL${lotId}`, document: `JC${exit}` }],
  });
  expect(await explain('足金', 'there')).toMatchObject({ total: 10 });
  expect(await explain('足金', 'difference')).toMatchObject({ total: 0, count: 0 });
  expect((await chain.unaudit(EXIT, [exit])).status).toBe(200);
  expect((await chain.unaudit(SALE, [sale])).status).toBe(200);
  expect((await balance('足金'))[0]).toMatchObject({
    sold: 0,
    exits: 0,
    loss: 0,
    due: 18.215,
    there: 18.215,
    difference: 0,
  });
  expect(await balance('18K金')).toEqual([]);
  expect((await chain.app.get(`${PATH}/export`)).status).toBe(200);
});

test('gold of other shops stays unseen (S1§2.12/11 S1§2.12/18)', async () => {
  await chain.app.addUser({ username: 'elsewhere', roleIds: [3], lockShops: [chain.away] });
  const as = { token: await chain.app.signIn('elsewhere') };
  const reply = await chain.app.get(PATH, as);
  const { list } = (reply.body.data as { list: { list: Row[] } }).list;
  expect(new Set(list.map(({ shopId }) => shopId))).toEqual(new Set([chain.away]));
  expect(await chain.app.get(`${PATH}?shopId=${chain.home}`, as)).toMatchObject({ status: 403 });
  // What another gold price makes of the stock is cost.
  expect(await chain.app.get('/report-gold-what-if?fineness=x&price=1', as)).toMatchObject({ status: 403 });
});

test('another gold price: unsold pieces by the gram, at the price that is tried and at the board’s (S1§2.12/12 S1§2.12/15 S1§2.12/18)', async () => {
  const fineness = '足银';
  const line = { quotedSort: 1, name: fineness, goldContent: '', cost: 6, price: 8.5, measureUnit: '元/克' };
  expect(await chain.app.post('/base-quoted-price', { details: [line] })).toMatchObject({ status: 200 });
  await chain.stock({ fineness, goldWeight: 10, goldCost: 5, workFee: 0, num: 2 });
  await chain.stock({ fineness, goldWeight: 7, goldCost: 5, workFee: 0, priceMode: '1' });
  const query = `fineness=${encodeURIComponent(fineness)}`;
  const reply = await chain.app.get(`/report-gold-what-if?${query}&price=9`);
  expect(reply).toMatchObject({ status: 200 });
  const { list } = reply.body.data as { list: Row & { list: Row[] } };
  const worth = { goldWeight: 20, value: 180, valueAt: 170, change: 10 };
  expect(list.list).toMatchObject([{ ...worth, priceAt: 8.5, shopId: chain.home }]);
  const [row] = list.list;
  const cost = Number(row?.['cost']);
  expect(row).toMatchObject({ margin: 180 - cost, marginAt: 170 - cost });
  expect(list).toMatchObject(worth);
  for (const field of ['goldWeight', 'value', 'valueAt', 'change', 'cost', 'margin', 'marginAt']) {
    const opened = await chain.app.get(`/report-gold-what-if/explain?${query}&price=9&field=${field}`);
    expect(opened.body.data, field).toMatchObject({ total: list[field], count: 1 });
  }
  const chart = (await chain.app.get(`/report-gold-what-if/chart?${query}&price=9`)).body.data;
  expect(chart).toMatchObject({
    x: ['罗湖店'],
    series: [
      { name: '试算金值', data: [180] },
      { name: '挂牌金值', data: [170] },
    ],
  });
  const sheet = `/report-gold-what-if/export?${query}&price=9`;
  expect((await chain.app.get(sheet)).status).toBe(200);
  const seesOnly = await holderOf(chain.app, ['biz:cost:view']);
  expect((await chain.app.get(sheet, { token: seesOnly })).status).toBe(403);
  const moment = await momentPast();
  await chain.stock({ fineness, goldWeight: 3, goldCost: 5, workFee: 0 });
  const then = await chain.app.get(`/report-gold-what-if?${query}&price=9&asOf=${moment.toISOString()}`);
  expect((then.body.data as { list: Row }).list).toMatchObject(worth);
  expect(await chain.app.get('/report-gold-what-if?price=9')).toMatchObject({ status: 422 });
  expect(await chain.app.get(`/report-gold-what-if?${query}`)).toMatchObject({ status: 422 });
});
