/** 赠品 lines of an order over HTTP (S1§2.8, §5; R43, R48, R69, R86, R87): held at save, issued at audit, back by 反审核. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

type Row = Record<string, unknown>;
let last = 0;
/** Audited stock-ins of a new gift, each [number, cost of one]. */
const stocked = async (...arrivals: readonly (readonly [num: number, cost: number])[]): Promise<string> => {
  const barcode = `ZP-T${(last += 1)}`;
  for (const [num, cost] of arrivals) {
    const body = { shopId: chain.home, inGiftAt: chain.today, barcode, goodsName: '红绳手链', num, cost, price: 29 };
    const id = Number((await chain.app.post('/biz-gift-in', { ...body, rebateInte: 120.5 })).body.data);
    expect((await chain.audit('/biz-gift-in', [id])).status).toBe(200);
  }
  return barcode;
};
const gift = async (barcode: string): Promise<Row> =>
  (await chain.app.get(`/biz-gift-in/barcode?barcode=${barcode}&shopId=${chain.home}`)).body.data as Row;
const paid = (amount: number) => (amount === 0 ? {} : { sellBalanceList: [{ balance: '现金', amount }] });
const order = (lines: readonly object[], amount: number, change: object = {}): object =>
  chain.sale([], { sellGiftList: lines, ...paid(amount), ...change });
const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

test('points that are held for a gift are not taken of another customer by a change of name', async () => {
  let mobile = 13_900_700_000;
  const customer = async (): Promise<number> => {
    const body = { name: '换客', mobile: String((mobile += 1)), status: '2' };
    const id = Number((await chain.app.post('/base-customer', body)).body.data);
    expect(
      (await chain.app.post('/base-customer/points', { customerId: id, points: 500, reason: '补录' })).status,
    ).toBe(200);
    return id;
  };
  const [one, other] = [await customer(), await customer()];
  const barcode = await stocked([10, 2]);
  const body = (customerId: number, lines: readonly object[]) => order(lines, 0, { customerId });
  const line = { barcode, num: 1, rebateInte: 121, price: 0 };
  const id = await saved(body(one, [line]));
  expect(await chain.app.put(`${PATH}/${id}`, body(other, [line]))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'customerId', message: '有积分兑换的赠品时不能更换客户，请先删除这些赠品' }] },
  });
  expect((await chain.app.put(`${PATH}/${id}`, body(other, [{ barcode, num: 1, price: 0 }]))).status).toBe(200);
});

test('held at save, issued at audit at what it cost, back by 反审核 as it was, free when the order goes (S1§4/20 S1§7/14)', async () => {
  const barcode = await stocked([10, 2], [10, 4]);
  const id = await saved(order([{ barcode, num: 3 }], 87, { giftFee: 87 }));
  expect(await chain.record(PATH, id)).toMatchObject({
    giftFee: 87,
    payableFee: 87,
    costAmount: 9,
    num: 0,
    sellGiftList: [
      {
        barcode,
        goodsName: '红绳手链',
        num: 3,
        price: 29,
        amount: 87,
        rebateInte: 0,
        cost: 9,
        giftId: expect.any(Number) as unknown,
      },
    ],
  });
  expect(await gift(barcode)).toMatchObject({ num: 17, onHand: 20, held: 3 });
  const lines = (await chain.app.get(`/biz-sell-gift/list?sellId=${id}`)).body.data as Row[];
  expect(lines).toMatchObject([{ barcode, num: 3, amount: 87 }]);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await gift(barcode)).toMatchObject({ num: 17, onHand: 17, held: 0 });
  const report = (await chain.app.get(`/report-gift-turnover?barcode=${barcode}`)).body.data as { list: Row };
  expect(report.list).toMatchObject({ inNum: 20, outNum: 3, num: 17, cost: 51 });
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await gift(barcode)).toMatchObject({ num: 17, onHand: 20, held: 3, cost: 3 });
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await gift(barcode)).toMatchObject({ num: 20, onHand: 20, held: 0 });
});

test('what a gift cost is known at the audit: another stock-in between save and audit changes it (S1§4/20)', async () => {
  const barcode = await stocked([2, 10]);
  const id = await saved(order([{ barcode, price: 0 }], 0));
  expect(await chain.record(PATH, id)).toMatchObject({ giftFee: 0, costAmount: 10 });
  const later = {
    shopId: chain.home,
    inGiftAt: chain.today,
    barcode,
    goodsName: '红绳手链',
    num: 2,
    cost: 20,
    price: 29,
  };
  const stockIn = Number((await chain.app.post('/biz-gift-in', later)).body.data);
  await chain.audit('/biz-gift-in', [stockIn]);
  await chain.audit(PATH, [id]);
  expect(await chain.record(PATH, id)).toMatchObject({
    costAmount: 15,
    sellGiftList: [{ cost: 15, price: 0, amount: 0 }],
  });
  const rest = await saved(order([{ barcode, num: 3, price: 0 }], 0));
  await chain.audit(PATH, [rest]);
  expect(await chain.record(PATH, rest)).toMatchObject({ costAmount: 45 });
  expect(await gift(barcode)).toMatchObject({ onHand: 0, cost: 0 });
  expect(await chain.unaudit('/biz-gift-in', [stockIn])).toMatchObject({ status: 409 });
});

describe('what is wrong is said at its line', () => {
  const refused = async (lines: readonly object[], change: object = {}): Promise<Reply> =>
    chain.app.post(PATH, order(lines, 29, change));
  test('unknown, twice, too many, another amount, points (S1§2.8/2 S1§5/21)', async () => {
    const barcode = await stocked([2, 5]);
    expect(await refused([{ barcode: 'NOSUCH' }])).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellGiftList.0.barcode', message: '该分店没有此赠品' }] },
    });
    expect(await refused([{ barcode }, { barcode }])).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellGiftList.1.barcode', message: '列表已存在此赠品，请不要重复输入！' }] },
    });
    expect(await refused([{ barcode, num: 3 }])).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellGiftList.0.num', message: '赠品库存不足，可用数量为2' }] },
    });
    expect(await refused([{ barcode, num: 0 }])).toMatchObject({ status: 422 });
    expect(await refused([{ barcode, amount: 28 }])).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellGiftList.0.amount', sent: 28, expected: 29 }] },
    });
    expect(await refused([{ barcode, rebateInte: 7 }])).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellGiftList.0.rebateInte' }] },
    });
    expect(await refused([{ barcode }], { shopId: chain.away })).toMatchObject({ status: 422 });
    expect(await refused([{ barcode }], { giftFee: 30 })).toMatchObject({ status: 422 });
  });
});

test('an order that has the last of a gift is edited all the same, and keeps the line', async () => {
  const barcode = await stocked([2, 5]);
  const id = await saved(order([{ barcode, num: 2 }], 58));
  const [line] = (await chain.record(PATH, id))['sellGiftList'] as Row[];
  const edit = { ...order([{ ...line, num: 2, price: 20, amount: 40 }], 40) };
  expect(await chain.app.put(`${PATH}/${id}`, edit)).toMatchObject({ status: 200 });
  expect(await chain.record(PATH, id)).toMatchObject({ giftFee: 40, sellGiftList: [{ id: line?.['id'], price: 20 }] });
  expect(await gift(barcode)).toMatchObject({ num: 0, held: 2 });
  expect(await chain.app.post(PATH, order([{ barcode }], 29))).toMatchObject({
    status: 422,
    body: { msg: expect.stringContaining('赠品库存不足，可用数量为0') as unknown },
  });
});

test('ten tills sell what is there five times: five orders stand, nothing stays half held (S1§4/20)', async () => {
  const barcode = await stocked([5, 1]);
  const rings = await Promise.all(Array.from({ length: 10 }, () => chain.stock()));
  const replies = await Promise.all(
    rings.map((ring) =>
      chain.app.post(PATH, chain.sale([{ barcode: ring }], { sellGiftList: [{ barcode }], ...paid(TAG_PRICE + 29) })),
    ),
  );
  const stood = replies.filter(({ status }) => status === 200);
  expect(stood).toHaveLength(5);
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await gift(barcode)).toMatchObject({ num: 0, onHand: 5, held: 5 });
  const free = await Promise.all(rings.map((ring) => chain.free(ring)));
  expect(free.filter((one) => one === 1)).toHaveLength(5);
  const audits = await Promise.all(stood.map(({ body }) => chain.audit(PATH, [Number(body.data)])));
  expect(audits.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await gift(barcode)).toMatchObject({ num: 0, onHand: 0, held: 0, cost: 0 });
});

test('points for gifts: held at save, spent at audit, given back by 反审核; never more than the customer has (S1§3/7)', async () => {
  const barcode = await stocked([5, 1]);
  const customer = async (): Promise<Row> =>
    (await chain.app.get(`/base-customer/${chain.customerId}`)).body.data as Row;
  const gave = { customerId: chain.customerId, points: 300, reason: '开业赠送' };
  expect((await chain.app.post('/base-customer/points', gave)).status).toBe(200);
  const usable = Number((await customer())['usablePoints']);
  // 120.5 each: 241 for two.
  const wanted = await chain.app.post(PATH, order([{ barcode, num: 2, price: 0, rebateInte: 240 }], 0));
  expect(wanted).toMatchObject({ status: 422, body: { data: [{ message: '扣减积分应为0或241' }] } });
  const id = await saved(order([{ barcode, num: 2, price: 0, rebateInte: 241 }], 0));
  expect(await customer()).toMatchObject({ usablePoints: usable - 241, usedPoints: 0 });
  expect(await chain.app.post(PATH, order([{ barcode, num: 1, price: 0, rebateInte: 121 }], 0))).toMatchObject({
    status: 409,
  });
  expect(await gift(barcode)).toMatchObject({ num: 3, held: 2 });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await customer()).toMatchObject({ usablePoints: usable - 241, usedPoints: 241 });
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await customer()).toMatchObject({ usablePoints: usable, usedPoints: 0 });
  expect(await gift(barcode)).toMatchObject({ num: 5, held: 0 });
});
