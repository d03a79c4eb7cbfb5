/** What one clerk may not do alone at the till, one scheme after the other (R132, R133, R142 to R144). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from '../flow/shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
let clerk: string;
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [chain.home] });
  clerk = await chain.app.signIn('clerk');
  const board = { details: [{ name: '足金', cost: 546, price: 600 }] };
  expect((await chain.app.post('/base-quoted-price', board)).status).toBe(200);
}, 60_000);
afterAll(() => chain.app.stop());

const rulesOf = ({ status, body }: Reply): readonly unknown[] =>
  status === 409 ? (body.data as readonly { rule: string }[]).map(({ rule }) => rule) : [status];
const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const order = (change: object): Record<string, unknown> => chain.sale([], { seller: 'clerk', ...change });
const save = (body: object): Promise<Reply> => chain.app.post(PATH, body, { token: clerk });
/** 3.215 g at 600 with the piece's own fee of 20 a gram. */
const FULL = 1993.3;
const sold = async (): Promise<{ readonly id: number; readonly barcode: string; readonly body: object }> => {
  const barcode = await chain.stock({ goldCost: 400 });
  const line = { barcode, num: 1, todayGoldCost: 600, workFee: 20 };
  const body = order({ sellGoodsList: [line], ...cash(FULL) });
  const reply = await save(body);
  expect(reply.status, reply.text).toBe(200);
  return { id: Number(reply.body.data), barcode, body };
};
const old = (change: object) => ({
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  weight: 10,
  remark: '旧',
  ...change,
});
const recycled = (line: object, change: object = {}): Promise<Reply> => {
  const { home, customerId, today } = chain;
  const body = { customerId, shopId: home, recycleAt: today, seller: 'clerk', recycleList: [line], ...change };
  return chain.app.post('/biz-alone-recycle', body, { token: clerk });
};

test('every limit used a little: the line is judged by what it comes to', async () => {
  const barcode = await chain.stock({ goldCost: 400 });
  const line = { barcode, num: 1, todayGoldCost: 570, workFee: 0, rebate: 80, cutDown: -0.643 };
  const reply = await save(order({ sellGoodsList: [line], ...cash(1172.83) }));
  expect(rulesOf(reply)).toEqual(['floor']);
});
test('old gold: a work fee, a fineness that nobody quotes, no metal; at the board’s price nothing is asked', async () => {
  expect(rulesOf(await recycled(old({ workFee: 5000 })))).toEqual(['old-gold']);
  expect(rulesOf(await recycled(old({ fineness: '18K金', cost: 9999 })))).toEqual(['old-gold']);
  expect(rulesOf(await recycled(old({ fineness: '非贵金属', cost: 9999 })))).toEqual(['old-gold-unquoted']);
  expect(rulesOf(await recycled(old({})))).toEqual([200]);
});
test('以旧换新 at the price of what is sold, and not once that is taken out again', async () => {
  const barcode = await chain.stock({ goldCost: 400 });
  const goods = [{ barcode, num: 1, todayGoldCost: 600, workFee: 20 }];
  const given = [old({ weight: 3.21, cost: 600 })];
  const reply = await save(order({ sellGoodsList: goods, sellRecycleList: given, ...cash(67.3) }));
  expect(reply.status, reply.text).toBe(200);
  const id = Number(reply.body.data);
  const record = await chain.record(PATH, id);
  const lines = record['sellRecycleList'] as readonly { id: number }[];
  const alone = order({ sellRecycleList: [{ ...given[0], id: lines[0]?.id }], ...cash(-1926) });
  expect(rulesOf(await chain.app.put(`${PATH}/${id}`, alone, { token: clerk }))).toEqual(['old-gold']);
});
test('what was printed is not lowered alone; its remark is', async () => {
  const { id, body } = await sold();
  expect((await chain.app.post(`${PATH}/printed`, { ids: [id], kind: 'browser' })).status).toBe(200);
  await chain.app.house.caughtUp();
  const edit = (change: object) => chain.app.put(`${PATH}/${id}`, { ...body, ...change }, { token: clerk });
  expect(rulesOf(await edit({ remark: '送盒' }))).toEqual([200]);
  expect(rulesOf(await edit({ factFee: FULL - 5, ...cash(FULL - 5) }))).toEqual(['witnessed']);
  const gone = await chain.app.del(PATH, { ids: [id] }, { token: clerk });
  expect([...rulesOf(gone)]).toEqual([gone.status === 403 ? 403 : 'witnessed']);
});
test('money for a return beyond the limit, and straight to the old material; its weight is kept', async () => {
  const { id, barcode } = await sold();
  await chain.audit(PATH, [id]);
  const back = (line: object) =>
    order({ sellChangeList: [{ rawSellId: id, barcode, returnNum: 1, ...line }], ...cash(-FULL) });
  expect(rulesOf(await save(back({})))).toEqual(['refund']);
  expect(rulesOf(await save(back({ returnTo: '2' })))).toEqual(['to-old-material', 'refund']);
  const own = await chain.app.post(PATH, { ...back({ returnWeight: 3.1 }), approval: { reason: '断裂' } });
  expect(own.status, own.text).toBe(200);
  expect(await chain.record(PATH, Number(own.body.data))).toMatchObject({ sellChangeList: [{ returnWeight: 3.1 }] });
});
test('what a fineness is made of is written in the dictionary alone, and makes sense', async () => {
  const columns = { dictType: 'goodsFineness', dictValue: '9K金', expandData: { metal: '金', content: 999 } };
  expect((await chain.app.put('/base-data/type-template', columns)).status).toBe(422);
  const entry = { dictType: 'goodsFineness', dictLabel: '20K金', dictValue: '20K金', dictSort: 99, status: '2' };
  const add = (expandData: object) => chain.app.post('/base-dict-data', { ...entry, expandData });
  expect((await add({ metal: '金', content: 1001 })).body.data).toMatchObject([{ path: 'expandData' }]);
  expect((await add({ metal: '金', content: 833 })).status).toBe(200);
});
