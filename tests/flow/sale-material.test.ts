/** What a sale does to the old material of its shop, over HTTP: returns that are melted, cut and added gold (R24, R74, R75, R76). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
type Row = Record<string, unknown>;
/** 营业员, who may not round at will. */
const SELLER_ROLE = 4;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const paid = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const refused = async (body: object) => {
  const { status, body: said } = await chain.app.post(PATH, body);
  return { status, msg: said.msg, paths: (said.data as { path: string }[] | null)?.map(({ path }) => path) };
};
const lots = async (query = ''): Promise<Row[]> => {
  const { data } = (await chain.app.get(`/report-recycle?pageSize=200${query}`)).body as unknown as {
    data: { list: { list: Row[] } };
  };
  return data.list.list;
};
const lotsOf = async (id: number): Promise<Row[]> =>
  (await lots()).filter(({ documentNo }) => documentNo === `XS${id}`);
const flow = async (barcode: string): Promise<unknown[]> => {
  const { list } = (await chain.app.get(`/report-goods-flow?barcode=${barcode}`)).body.data as {
    list: { list: Row[] };
  };
  return list.list.map(({ billType, num }) => [billType, num]);
};
const GRAM = { todayGoldCost: 700, workFee: 0, fineWorkFee: 0, piceWorkFee: 0 };
/** An order at the server's own sum. */
const atItsSum = async (lines: readonly { barcode: string }[], change: Row = {}, id?: number): Promise<Row> => {
  const body = chain.sale(lines, { ...change, payableFee: 0.01, sellBalanceList: [] });
  const asked = id === undefined ? chain.app.post(PATH, body) : chain.app.put(`${PATH}/${id}`, { ...body, id });
  const said = (await asked).body.data as { path: string; expected: number }[];
  const due = said.find(({ path }) => path === 'payableFee')?.expected ?? 0;
  return { ...body, payableFee: due, ...paid(due) };
};
const cost = async (id: number): Promise<number> => Number((await chain.record(PATH, id))['costAmount']);
const piece = async (barcode: string): Promise<Row> => {
  const { list } = (await chain.app.get(`/biz-goods-in?barcode=${barcode}`)).body.data as { list: Row[] };
  return list[0]!;
};
const audit = async (id: number): Promise<void> => {
  expect(await chain.audit(PATH, [id])).toMatchObject({ status: 200 });
};
const sold = async (num = 1): Promise<{ sale: number; barcode: string }> => {
  const barcode = await chain.stock({ num });
  const sale = await saved(chain.sale([{ barcode, num }], paid(TAG_PRICE * num)));
  await audit(sale);
  return { sale, barcode };
};
const returning = (lines: readonly object[], amount: number, change: object = {}) =>
  chain.sale([], { sellChangeList: lines, ...paid(-amount), ...change });

describe('a return that becomes old material', () => {
  test('is a lot at what the piece cost, and no piece of the shop; 反审核 takes both back (S1§2.1/13)', async () => {
    const { sale, barcode } = await sold();
    const cost = Number((await chain.record(PATH, sale))['costAmount']);
    const id = await saved(returning([{ rawSellId: sale, barcode, returnTo: '2' }], TAG_PRICE));
    expect(await lotsOf(id)).toEqual([]);
    await audit(id);
    const [lot] = await lotsOf(id);
    expect(lot).toMatchObject({ source: '退货转入', fineness: '足金', leftWeight: 3.215, leftPrice: cost });
    expect((await chain.lookup(barcode)).body.msg).toBe(`此首饰退货后已转旧料（XS${id}）`);
    expect(await flow(barcode)).toEqual(
      expect.arrayContaining([
        ['销退', 1],
        ['转旧料', -1],
      ]),
    );
    expect(await chain.unaudit(PATH, [id])).toMatchObject({ status: 200 });
    expect(await lotsOf(id)).toEqual([]);
    expect((await chain.lookup(barcode)).body.msg).toContain('已售出');
    await audit(id);
    expect(await lotsOf(id)).toHaveLength(1);
    // Nobody brings it back twice, and its sale stands as long as the return does.
    expect(await refused(returning([{ rawSellId: sale, barcode }], TAG_PRICE))).toMatchObject({ status: 409 });
    expect((await chain.unaudit(PATH, [sale])).status).toBe(409);
  });
  test('of a lot of pieces some go on the shelf and some are melted: costs add up to all of it (S1§9/6)', async () => {
    const { sale, barcode } = await sold(3);
    const cost = Number((await chain.record(PATH, sale))['costAmount']);
    const melted = await saved(returning([{ rawSellId: sale, barcode, returnNum: 2, returnTo: '2' }], 2 * TAG_PRICE));
    const shelved = await saved(returning([{ rawSellId: sale, barcode, returnNum: 1 }], TAG_PRICE));
    await audit(melted);
    await audit(shelved);
    expect(await lotsOf(melted)).toMatchObject([{ leftWeight: 6.43, leftPrice: Math.round((cost / 3) * 200) / 100 }]);
    expect(await chain.free(barcode)).toBe(1);
  });
});

describe('cut gold', () => {
  test('is a lot at the gold cost of the piece, taken off the cost of the order; a cut piece comes back lighter (S1§2.2/3)', async () => {
    const barcode = await chain.stock();
    const { piceCost } = await piece(barcode);
    const sale = await saved(await atItsSum([{ barcode, ...GRAM, cutDown: -0.215 } as Row & { barcode: string }]));
    // 0.215 g × 560.
    expect(await cost(sale)).toBeCloseTo(Number(piceCost) - 120.4, 2);
    await audit(sale);
    expect(await lotsOf(sale)).toMatchObject([
      { source: '截金', leftWeight: 0.215, leftPrice: 120.4, fineness: '足金' },
    ]);
    const { amount } = (await chain.record(PATH, sale)) as { amount: number };
    const id = await saved(returning([{ rawSellId: sale, barcode }], amount));
    expect(await chain.record(PATH, id)).toMatchObject({ sellChangeList: [{ goldWeight: 3, needsLabel: true }] });
    await audit(id);
    expect(await piece(barcode)).toMatchObject({ goldWeight: 3, state: '在库' });
    expect(await chain.unaudit(PATH, [id])).toMatchObject({ status: 200 });
    expect(await piece(barcode)).toMatchObject({ goldWeight: 3.215, state: '已售' });
    await audit(id);
    // It costs what it cost without the gold that was cut off, and its next sale knows it.
    const again = await saved(await atItsSum([{ barcode, ...GRAM } as Row & { barcode: string }]));
    expect(await chain.record(PATH, again)).toMatchObject({ sellGoodsList: [{ goldWeight: 3 }] });
    expect(await cost(again)).toBeCloseTo(Number(piceCost) - 120.4, 2);
  });
  test('of a lot of pieces comes back as old material alone (S1§2.2/3)', async () => {
    const barcode = await chain.stock({ num: 2 });
    const line = { barcode, num: 2, ...GRAM, cutDown: -0.43 };
    const sale = await saved(await atItsSum([line]));
    await audit(sale);
    const { amount } = (await chain.record(PATH, sale)) as { amount: number };
    const half = amount / 2;
    expect(await refused(returning([{ rawSellId: sale, barcode, returnNum: 1 }], half))).toEqual({
      status: 422,
      msg: '此条码有多件，销售时截金或加金后重量不一，只能转旧料',
      paths: ['sellChangeList.0.returnTo'],
    });
    const id = await saved(returning([{ rawSellId: sale, barcode, returnNum: 1, returnTo: '2' }], half));
    await audit(id);
    expect(await lotsOf(id)).toMatchObject([{ leftWeight: 3 }]);
  });
});

describe('added gold', () => {
  const ring = { type: '戒指', style: '光圈', fineness: '18K金', weight: 2, cost: 400, remark: '旧戒指' };
  const stock = () => chain.stock({ fineness: '18K金' });
  const cut = (barcode: string, cutDown: number) => ({ barcode, ...GRAM, cutDown });
  const weights = async (): Promise<unknown[]> =>
    (await lots('&fineness=18K%E9%87%91')).map(({ leftWeight, leftPrice }) => [leftWeight, leftPrice]);

  test('costs what the order itself cuts off where that comes first, before and after its audit', async () => {
    const [thinner, thicker] = [await stock(), await stock()];
    const { piceCost } = await piece(thicker);
    const lines = [cut(thinner, -0.3), cut(thicker, 0.3)];
    const id = await saved(await atItsSum(lines, { sellRecycleList: [ring] }));
    const before = await cost(id);
    await audit(id);
    // 0.3 g at 560 leaves one piece and is in the other; what the customer handed in stays whole.
    expect(before).toBeCloseTo(2 * Number(piceCost) + 800, 2);
    expect(await cost(id)).toBe(before);
    expect(await weights()).toEqual([[2, 800]]);
    expect(await chain.unaudit(PATH, [id])).toMatchObject({ status: 200 });
    expect(await chain.app.del(PATH, { ids: [id] })).toMatchObject({ status: 200 });
    expect(await weights()).toEqual([]);
  });
  test('is refused at its field where there is none; what the customer hands in with the order counts as there (S1§2.2/4)', async () => {
    const barcode = await stock();
    const line = cut(barcode, 0.5);
    expect(await refused(chain.sale([line], paid(1)))).toEqual({
      status: 409,
      msg: '本店18K金旧料可用0.000克，不够加金',
      paths: ['sellGoodsList.0.cutDown'],
    });
    const sale = await saved(await atItsSum([line], { sellRecycleList: [ring] }));
    await audit(sale);
    // 2 g for 800: 0.5 g of it for 200 is in the ring now.
    expect(await weights()).toEqual([[1.5, 600]]);
    expect(await chain.unaudit(PATH, [sale])).toMatchObject({ status: 200 });
    expect(await weights()).toEqual([]);
    await audit(sale);
    expect(await weights()).toEqual([[1.5, 600]]);
  });
  test('is held by the order that waits, and costs the order what the metal cost, the first first (S1§2.2/4)', async () => {
    const more = await saved(chain.sale([], { sellRecycleList: [{ ...ring, cost: 500 }], ...paid(-1000) }));
    await audit(more);
    const [one, other] = [await stock(), await stock()];
    const { piceCost } = await piece(one);
    const id = await saved(await atItsSum([cut(one, 2)]));
    // 1.5 g at 400 and 0.5 g at 500.
    expect(await cost(id)).toBeCloseTo(Number(piceCost) + 850, 2);
    expect(await refused(chain.sale([cut(other, 1.6)], paid(1)))).toMatchObject({
      status: 409,
      msg: '本店18K金旧料可用1.500克，不够加金',
    });
    const next = await saved(await atItsSum([cut(other, 1.5)]));
    // An edit takes what it holds itself as free.
    const edited = { ...(await atItsSum([cut(one, 1)], {}, id)), id };
    expect(await chain.app.put(`${PATH}/${id}`, edited)).toMatchObject({ status: 200 });
    expect(await cost(id)).toBeCloseTo(Number(piceCost) + 400, 2);
    await audit(next);
    await audit(id);
    expect(await weights()).toEqual(
      [
        [0.5, 200],
        [0.5, 250],
      ].filter(([weight]) => weight !== undefined),
    );
    expect(await chain.unaudit(PATH, [more])).toMatchObject({ status: 409 });
  });
  test('costs what the lots cost that its audit takes, whatever was free when it was edited last', async () => {
    const of = async (price: number): Promise<void> => {
      const line = { ...ring, fineness: '铂950', weight: 1, cost: price };
      await audit(await saved(chain.sale([], { sellRecycleList: [line], ...paid(-price) })));
    };
    await of(300);
    await of(500);
    const left = async () => (await lots('&fineness=铂950')).map(({ lotId, leftPrice }) => [lotId, leftPrice]);
    const [[first]] = (await left()) as [[number]];
    const exit = { shopId: chain.home, outAt: chain.today, kind: '1', party: '工厂', remark: '' };
    const out = await chain.app.post('/biz-recycle-out', { ...exit, lotList: [{ lotId: first, weightOut: 1 }] });
    expect(out.status, out.text).toBe(200);
    const barcode = await chain.stock({ fineness: '铂950' });
    const dear = Number((await piece(barcode))['piceCost']) + 500;
    // The cheap lot is somebody else's: the dear one is kept.
    const id = await saved(await atItsSum([cut(barcode, 1)]));
    expect(await cost(id)).toBeCloseTo(dear, 2);
    expect((await chain.app.del('/biz-recycle-out', { ids: [Number(out.body.data)] })).status).toBe(200);
    const edited = { ...(await atItsSum([cut(barcode, 1)], { remark: '改备注' }, id)), id };
    expect(await chain.app.put(`${PATH}/${id}`, edited)).toMatchObject({ status: 200 });
    await audit(id);
    expect(await left()).toEqual([[first, 300]]);
    expect(await cost(id)).toBeCloseTo(dear, 2);
    const profit = await chain.app.get(`/finance-profit?customerId=${chain.customerId}&pageSize=500`);
    const { list } = profit.body.data as { list: { list: Row[] } };
    expect(list.list.find(({ orderId }) => orderId === id)).toMatchObject({ costAmount: await cost(id) });
  });
});

describe('what old gold is bought for', () => {
  const ring = { type: '戒指', style: '光圈', fineness: '铂950', weight: 1, remark: '旧戒指' };
  test('is the board’s price where nobody says another, and more needs a word (S1§2.3/2)', async () => {
    expect(await refused(chain.sale([], { sellRecycleList: [ring], ...paid(-1) }))).toEqual({
      status: 422,
      msg: '此成色没有挂牌回收价，请填写单价',
      paths: ['sellRecycleList.0.cost'],
    });
    const board = {
      adPicture: '',
      backgroudPicture: '',
      remark: '',
      details: [{ name: '铂950', cost: 220, price: 300 }],
    };
    expect(await chain.app.post('/base-quoted-price', board)).toMatchObject({ status: 200 });
    const id = await saved(chain.sale([], { sellRecycleList: [ring], ...paid(-220) }));
    expect(await chain.record(PATH, id)).toMatchObject({ sellRecycleList: [{ cost: 220, price: 220 }] });
    await chain.app.addUser({ username: 'clerk', roleIds: [SELLER_ROLE] });
    const token = await chain.app.signIn('clerk');
    const dear = chain.sale([], { sellRecycleList: [{ ...ring, cost: 221 }], ...paid(-221) });
    const reply = await chain.app.post(PATH, { ...dear, seller: 'clerk' }, { token });
    expect(reply).toMatchObject({
      status: 409,
      body: { data: [{ path: 'sellRecycleList.0.price', rule: 'old-gold', value: 221, limit: 220 }] },
    });
    expect(await chain.app.post(PATH, dear)).toMatchObject({ status: 200 });
  });
});
