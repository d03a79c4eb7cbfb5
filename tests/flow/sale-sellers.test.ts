/** Several sellers of one order over HTTP (R81). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
const ids: Record<string, number> = {};
beforeAll(async () => {
  chain = await startChain();
  for (const username of ['first', 'second', 'third']) {
    await chain.app.addUser({ username, roleIds: [4], lockShops: username === 'third' ? [chain.away] : [chain.home] });
  }
  const { list } = (await chain.app.get('/sys-user?pageSize=100')).body.data as {
    list: readonly { id: number; username: string; nickName: string }[];
  };
  for (const one of list) ids[one.username] = one.id;
});
afterAll(() => chain.app.stop());

const share = (username: string, ratio: number) => ({ sellerId: ids[username], seller: username, ratio });
const save = async (sellers: unknown, barcode?: string): Promise<Reply> =>
  chain.app.post(
    PATH,
    chain.sale([{ barcode: barcode ?? (await chain.stock()) }], { seller: 'first', sellerId: ids['first'], sellers }),
  );
const refused = async (path: string, sellers: unknown): Promise<void> => {
  const reply = await save(sellers);
  expect(reply, reply.text).toMatchObject({ status: 422, body: { data: [{ path }] } });
};

test('they share the order, are kept with it, and its history tells them (S1§2.1/7)', async () => {
  const shares = [share('first', 60.5), share('second', 39.5)];
  const reply = await save(shares);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  const id = Number(reply.body.data);
  expect(await chain.record(PATH, id)).toMatchObject({ seller: 'first', sellerId: ids['first'], sellers: shares });
  const history = await chain.app.get(`${PATH}/${id}/history`);
  expect(history.text).toContain('first60.5%，second39.5%');
});
test('whoever sold it alone has all of it (S1§2.1/7)', async () => {
  const reply = await save(undefined);
  expect(await chain.record(PATH, Number(reply.body.data))).toMatchObject({ sellers: [share('first', 100)] });
});
test('ratios make a hundred, nobody twice, everybody of the shop, the seller first (S1§2.1/7)', async () => {
  await refused('sellers', [share('first', 60), share('second', 39.99)]);
  await refused('sellers.1.sellerId', [share('first', 50), share('first', 50)]);
  await refused('sellers.1.ratio', [share('first', 100), share('second', 0)]);
  await refused('sellers.0.sellerId', [share('second', 50), share('first', 50)]);
  await refused('sellers.1.sellerId', [share('first', 50), share('third', 50)]);
  await refused('sellers.0.ratio', [share('first', 33.333), share('second', 66.67)]);
});

type Row = Readonly<Record<string, unknown>>;
const reported = async (path: string, id: number): Promise<readonly Row[]> => {
  const reply = await chain.app.get(`${path}?pageSize=500`);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  const { list } = reply.body.data as { list: { list: readonly Row[] } };
  return list.list.filter(({ orderId }) => orderId === id);
};
test('each has his part in 业绩, down to the rows; a gift of the order costs what it costs, once (S1§9/15)', async () => {
  const gift = { shopId: chain.home, inGiftAt: chain.today, barcode: 'ZP-TWO', goodsName: '红绳手链', num: 5, cost: 2 };
  const stockIn = Number((await chain.app.post('/biz-gift-in', { ...gift, price: 29, rebateInte: 0 })).body.data);
  expect((await chain.audit('/biz-gift-in', [stockIn])).status).toBe(200);
  const barcode = await chain.stock();
  const sellers = [share('first', 60), share('second', 40)];
  const body = { seller: 'first', sellerId: ids['first'], sellers, sellGiftList: [{ barcode: 'ZP-TWO', price: 0 }] };
  const id = Number((await chain.app.post(PATH, chain.sale([{ barcode }], body))).body.data);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  const rows = await reported('/report-seller-score', id);
  expect(rows.map(({ seller, num, factSellFee }) => [seller, num, factSellFee])).toEqual(
    expect.arrayContaining([
      ['first', 1, 1342.8],
      ['second', 0, 895.2],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect(await chain.record(PATH, id)).toMatchObject({ costAmount: 1802.4 });
  expect(await reported('/finance-profit', id)).toMatchObject([{ costAmount: 1802.4, profit: 435.6 }]);
});

test('what comes back of a shared order lessens the parts of those who sold it, whoever takes it back', async () => {
  const barcode = await chain.stock();
  const sellers = [share('first', 60), share('second', 40)];
  const body = { seller: 'first', sellerId: ids['first'], sellers };
  const sale = Number((await chain.app.post(PATH, chain.sale([{ barcode }], body))).body.data);
  expect((await chain.audit(PATH, [sale])).status).toBe(200);
  const brought = chain.sale([], {
    seller: 'second',
    sellerId: ids['second'],
    sellChangeList: [{ rawSellId: sale, barcode }],
    sellBalanceList: [{ balance: '现金', amount: -2238 }],
  });
  const reply = await chain.app.post(PATH, brought);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  const id = Number(reply.body.data);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  const rows = await reported('/report-seller-score', id);
  expect(rows.map(({ seller, factSellFee }) => [seller, factSellFee])).toEqual(
    expect.arrayContaining([
      ['first', -1342.8],
      ['second', -895.2],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await reported('/report-seller-score', id)).toEqual([]);
});

test('an order counts once for whoever has a line in it, also where that is only what comes back', async () => {
  const [old, fresh] = [await chain.stock(), await chain.stock({ sellPrice: 3000 })];
  const ofFirst = { seller: 'first', sellerId: ids['first'] };
  const sale = Number((await chain.app.post(PATH, chain.sale([{ barcode: old }], ofFirst))).body.data);
  expect((await chain.audit(PATH, [sale])).status).toBe(200);
  const exchange = chain.sale([{ barcode: fresh }], {
    seller: 'second',
    sellerId: ids['second'],
    sellChangeList: [{ rawSellId: sale, barcode: old }],
    sellBalanceList: [{ balance: '现金', amount: 762 }],
  });
  const reply = await chain.app.post(PATH, exchange);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  const id = Number(reply.body.data);
  type Detail = { readonly list: { readonly factFee: string; readonly list: readonly Row[] } };
  const detail = async (seller: string): Promise<readonly unknown[]> => {
    const query = `seller=${seller}&pageSize=500`;
    const { list } = (await chain.app.get(`/report-sell-detail?${query}`)).body.data as Detail;
    const told = await chain.app.get(`/report-sell-detail/explain?${query}&field=factFee`);
    const sum = list.list.reduce((total, { factFee }) => total + Number(factFee ?? 0), 0);
    const own = list.list.filter(({ orderId }) => orderId === id).map(({ billType, factFee }) => [billType, factFee]);
    return [own, Number(list.factFee) - sum, Number((told.body.data as { total: unknown }).total) - sum];
  };
  expect(await detail('first')).toEqual([[['退换', 762]], 0, 0]);
  expect(await detail('second')).toEqual([[['销售', 762]], 0, 0]);
});
