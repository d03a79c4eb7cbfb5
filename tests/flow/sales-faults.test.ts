/** What goes wrong at several counters at once, and what changes between two clicks (R2, R20, R21, R22, R25, R34, R69, R95). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const SALE = '/biz-sell';
type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const idOf = async (asked: Promise<Reply>): Promise<number> => {
  const reply = await asked;
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const audited = async (path: string, body: object): Promise<number> => {
  const id = await idOf(chain.app.post(path, body));
  expect((await chain.audit(path, [id])).status).toBe(200);
  return id;
};
let mobile = 13_811_000_000;
const customer = (name: string): Promise<number> =>
  idOf(chain.app.post('/base-customer', { name, mobile: String((mobile += 1)), status: '2' }));
const gifts = async (barcode: string, num: number): Promise<void> => {
  const money = { cost: 2, price: 29, rebateInte: 100 };
  const body = { shopId: chain.home, inGiftAt: chain.today, barcode, goodsName: '红绳手链', num, ...money };
  await audited('/biz-gift-in', body);
};
const giftStock = async (barcode: string): Promise<Row> =>
  (await chain.app.get(`/biz-gift-in/barcode?barcode=${barcode}&shopId=${chain.home}`)).body.data as Row;
/** The one that was accepted; every other was refused in words. */
const winnerOf = (replies: readonly Reply[]): Reply => {
  const won = replies.filter(({ status }) => status === 200);
  expect(won.length, replies.map(({ text }) => text).join('\n')).toBe(1);
  for (const { status, text } of replies) expect([200, 409, 422], text).toContain(status);
  return won[0] as Reply;
};

test('a sale of which a part came back is taken back by nobody, until that part is sold again (S1§4/29)', async () => {
  const barcode = await chain.stock({ num: 3 });
  const sale = await audited(SALE, chain.sale([{ barcode, num: 3 }], cash(3 * TAG_PRICE)));
  const sellChangeList = [{ rawSellId: sale, barcode, returnNum: 1 }];
  const back = await audited(SALE, chain.sale([], { sellChangeList, ...cash(-TAG_PRICE) }));
  const blocked = await chain.unaudit(SALE, [sale]);
  expect([blocked.status, blocked.body.msg]).toEqual([409, expect.stringContaining(`XS${back}`)]);
  expect(await chain.record(SALE, sale)).toMatchObject({ auditFlag: 2 });
  expect(await chain.free(barcode)).toBe(1);
  expect((await chain.unaudit(SALE, [back])).status).toBe(200);
  expect((await chain.app.del(SALE, { ids: [back] })).status).toBe(200);
  expect((await chain.unaudit(SALE, [sale])).status).toBe(200);
  expect(await chain.record(SALE, sale)).toMatchObject({ auditFlag: 1 });
});

test('a return and the reversal of its sale at once: one of them is done, ten times (S1§4/29)', async () => {
  for (let round = 0; round < 10; round += 1) {
    const barcode = await chain.stock();
    const sale = await audited(SALE, chain.sale([{ barcode }]));
    const sellChangeList = [{ rawSellId: sale, barcode }];
    const [back, reversed] = await Promise.all([
      chain.app.post(SALE, chain.sale([], { sellChangeList, ...cash(-TAG_PRICE) })),
      chain.unaudit(SALE, [sale]),
    ]);
    winnerOf([back, reversed]);
    expect(await chain.record(SALE, sale)).toMatchObject({ auditFlag: back.status === 200 ? 2 : 1 });
  }
});

test('points spent at two tills at once: one order has them, ten times, and what is left can be spent (S1§3/5 S1§4/30)', async () => {
  await gifts('ZP-PTS', 50);
  const line = { barcode: 'ZP-PTS', num: 1, price: 0, rebateInte: 100 };
  for (let round = 0; round < 10; round += 1) {
    const customerId = await customer('积分客');
    const given = { customerId, points: 150, reason: '开业赠送' };
    expect((await chain.app.post('/base-customer/points', given)).status).toBe(200);
    const spend = () => chain.app.post(SALE, chain.sale([], { customerId, sellGiftList: [line], ...cash(0) }));
    const won = winnerOf(await Promise.all([spend(), spend()]));
    expect(await chain.record('/base-customer', customerId)).toMatchObject({ usablePoints: 50, heldPoints: 100 });
    expect((await chain.audit(SALE, [Number(won.body.data)])).status).toBe(200);
    const after = { usablePoints: 50, heldPoints: 0, usedPoints: 100 };
    expect(await chain.record('/base-customer', customerId)).toMatchObject(after);
  }
  expect(await giftStock('ZP-PTS')).toMatchObject({ onHand: 40, held: 0 });
});

test('ten tills want the one gift that is there: one has it, and the pieces of the others are free again (S1§4/30)', async () => {
  await gifts('ZP-ONE', 1);
  const pieces = await Promise.all(Array.from({ length: 10 }, () => chain.stock()));
  const order = (barcode: string) =>
    chain.sale([{ barcode }], { sellGiftList: [{ barcode: 'ZP-ONE' }], ...cash(TAG_PRICE + 29) });
  const replies = await Promise.all(pieces.map((barcode) => chain.app.post(SALE, order(barcode))));
  const won = winnerOf(replies);
  expect(await giftStock('ZP-ONE')).toMatchObject({ num: 0, onHand: 1, held: 1 });
  const free = await Promise.all(pieces.map((barcode) => chain.free(barcode)));
  expect(free.map((num) => num ?? 0)).toEqual(replies.map((reply) => (reply === won ? 0 : 1)));
});

test('stored value spent at two tills at once: one order has it (S1§4/30)', async () => {
  const customerId = await customer('定金客');
  const deposit = { customerId, shopId: chain.home, depositAt: chain.today, account: '定金', kind: '1', amount: 1000 };
  await idOf(chain.app.post('/biz-deposit', { ...deposit, seller: 'admin' }));
  const pieces = [await chain.stock(), await chain.stock()];
  const sellBalanceList = [
    { balance: '定金', amount: 600 },
    { balance: '现金', amount: TAG_PRICE - 600 },
  ];
  const replies = await Promise.all(
    pieces.map((barcode) => chain.app.post(SALE, chain.sale([{ barcode }], { customerId, sellBalanceList }))),
  );
  const won = winnerOf(replies);
  const { data } = (await chain.app.get(`/base-customer/${customerId}/balance`)).body;
  expect(data).toContainEqual({ account: '定金', balance: 1000, held: 600, usable: 400 });
  expect(await chain.free(pieces[replies.indexOf(won) === 0 ? 1 : 0] ?? '')).toBe(1);
});

test('a rule of points that is deleted between save and audit changes nothing of the order (S1§4/31)', async () => {
  const rule = { type: '戒指', style: '光圈', fineness: '足金', amount: 100, customerPoint: 10, status: '2' };
  const ruleId = await idOf(chain.app.post('/base-points', rule));
  const customerId = await customer('规则客');
  const id = await idOf(chain.app.post(SALE, chain.sale([{ barcode: await chain.stock() }], { customerId })));
  expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
  expect((await chain.audit(SALE, [id])).status).toBe(200);
  expect(await chain.record(SALE, id)).toMatchObject({ points: 224 });
  expect(await chain.record('/base-customer', customerId)).toMatchObject({ amountPoints: 224, usablePoints: 224 });
});

test('a seller who is disabled after the save: the order is audited and stays his; the next names another (S1§4/31)', async () => {
  const sellerId = await chain.app.addUser({ username: 'leaving', roleIds: [4] });
  const named = { seller: 'leaving', sellerId };
  const id = await idOf(chain.app.post(SALE, chain.sale([{ barcode: await chain.stock() }], named)));
  expect((await chain.app.put('/user/status', { userId: sellerId, status: '1' })).status).toBe(200);
  expect((await chain.audit(SALE, [id])).status).toBe(200);
  expect(await chain.record(SALE, id)).toMatchObject({ seller: 'leaving', sellerId, auditFlag: 2 });
  const report = (await chain.app.get(`/report-seller-score?sellerId=${sellerId}`)).body.data;
  expect(report).toMatchObject({ count: 1, list: { amount: TAG_PRICE, list: [{ orderNo: `XS${id}` }] } });
  const next = await chain.app.post(SALE, chain.sale([{ barcode: await chain.stock() }], named));
  expect(next).toMatchObject({ status: 422, body: { data: [{ path: 'seller', message: '销售员不存在或已停用' }] } });
});

test('an order is saved while its customer is merged: either waits for the other, or the one that stays tells of it and has its points, ten times (S1§4/31)', async () => {
  const rule = { type: '戒指', style: '光圈', fineness: '足金', amount: 100, customerPoint: 10, status: '2' };
  const ruleId = await idOf(chain.app.post('/base-points', rule));
  for (let round = 0; round < 10; round += 1) {
    const [keepId, mergeId] = [await customer('留下'), await customer('并入')];
    await idOf(chain.app.post('/base-customer/points', { customerId: mergeId, points: 5, reason: '开业赠送' }));
    const barcode = await chain.stock();
    const [order, merge] = await Promise.all([
      chain.app.post(SALE, chain.sale([{ barcode }], { customerId: mergeId })),
      chain.app.post('/base-customer/merge', { keepId, mergeId, reason: '同一人' }),
    ]);
    for (const { status, text } of [order, merge]) expect([200, 409], text).toContain(status);
    expect([order.status, merge.status]).toContain(200);
    const standing = merge.status === 200 ? keepId : mergeId;
    if (order.status === 200) {
      const id = Number(order.body.data);
      if (merge.status !== 200) expect(merge.body.msg).toContain(`XS${id}`);
      const { list } = (await chain.app.get(`${SALE}?customerId=${standing}`)).body.data as { list: readonly Row[] };
      expect(list.map((row) => row['id'])).toEqual([id]);
      expect((await chain.audit(SALE, [id])).status).toBe(200);
    }
    const usablePoints = 5 + (order.status === 200 ? 224 : 0);
    expect(await chain.record('/base-customer', standing)).toMatchObject({ usablePoints });
  }
  expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
});

test('an order has two pictures at most, and keeps bare names of files, whatever address is sent (S1§5/16)', async () => {
  const order = async (pictures: readonly string[]): Promise<Reply> =>
    chain.app.post(SALE, chain.sale([{ barcode: await chain.stock() }], { pictures }));
  const names = ['a1b2c3d4.webp', 'b1b2c3d4.webp', 'c1b2c3d4.webp'];
  expect(await order(names)).toMatchObject({
    status: 422,
    body: { msg: '上传文件个数超出限制!最多上传2张图片!', data: [{ path: 'pictures' }] },
  });
  const id = await idOf(order(['https://example.com/x/a1b2c3d4.webp', '../../secret.webp']));
  const { pictures } = await chain.record(SALE, id);
  expect(JSON.parse(String(pictures))).toEqual(['a1b2c3d4.webp', 'secret.webp']);
});
