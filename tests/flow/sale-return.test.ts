/**
 * What customers bring back, over HTTP (S1§2.1, §3; R20, R43, R44, R68, R69, R71, R73). One file, because every part sells a piece, brings it
 * back and is refused by the same few lines, without the limit of refunds that is lifted once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain, type Line } from './shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
  // What is paid out at most without a word is asked elsewhere.
  await chain.app.put('/set-config', [{ configKey: 'refund_limit', configValue: '99999' }]);
});
afterAll(() => chain.app.stop());

const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const saved = async (reply: Promise<Reply>): Promise<number> => {
  const answer = await reply;
  expect(answer).toMatchObject({ status: 200 });
  return Number(answer.body.data);
};
type Sold = { readonly sale: number; readonly barcode: string };
/** An audited sale; `paid` of it, all of it without. */
const sold = async (
  line: Partial<Line> = {},
  { num = 1, paid = undefined as number | undefined, shopId = chain.home } = {},
): Promise<Sold> => {
  const barcode = line.barcode ?? (await chain.stock({ num }));
  const sale = await saved(
    chain.app.post(PATH, chain.sale([{ ...line, barcode, num }], { ...cash(paid ?? TAG_PRICE * num), shopId })),
  );
  expect((await chain.audit(PATH, [sale])).status).toBe(200);
  return { sale, barcode };
};
const back = ({ sale, barcode }: Sold, change: object = {}) => ({ rawSellId: sale, barcode, ...change });
const returning = (lines: readonly object[], amount: number, change: object = {}) =>
  chain.sale([], { sellChangeList: lines, ...cash(-amount), ...change });
const returned = (lines: readonly object[], amount: number, change: object = {}): Promise<number> =>
  saved(chain.app.post(PATH, returning(lines, amount, change)));
const refusal = async (lines: readonly object[], amount: number, change: object = {}) => {
  const reply = await chain.app.post(PATH, returning(lines, amount, change));
  return {
    status: reply.status,
    msg: reply.body.msg,
    paths: (reply.body.data as { path: string }[] | null)?.map(({ path }) => path),
  };
};
type Bought = Readonly<Record<string, unknown>>;
const bought = async (query: string): Promise<readonly Bought[]> => {
  const reply = await chain.app.get(`${PATH}/customerBuy?${query}`);
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body.data as { list: Bought[] }).list;
};
const flow = async (barcode: string): Promise<readonly Bought[]> => {
  const { list } = (await chain.app.get(`/report-goods-flow?barcode=${barcode}`)).body.data as {
    list: { list: Bought[] };
  };
  return list.list;
};

test('pieces of a lot cost an order what they cost when they leave, and bring as much back', async () => {
  const barcode = await chain.stock({ num: 4 });
  const unit = async (): Promise<number> => {
    const { list } = (await chain.app.get(`/report-goods-turnover?barcode=${barcode}&shopId=${chain.home}`)).body
      .data as { list: { list: readonly { piceCost: number }[] } };
    return list.list[0]!.piceCost;
  };
  const before = await unit();
  const sale = await saved(chain.app.post(PATH, chain.sale([{ barcode, num: 2 }], cash(2 * TAG_PRICE))));
  // One of the lot comes back from the other shop at another price while the order waits.
  for (const [from, to] of [
    [chain.home, chain.away],
    [chain.away, chain.home],
  ]) {
    const body = chain.transfer([{ barcode, inPrice: before + 400 }], { outShopId: from, inShopId: to });
    const id = await saved(chain.app.post('/biz-allocate', body));
    expect((await chain.audit('/biz-allocate', [id])).status).toBe(200);
  }
  const after = await unit();
  expect(after).toBe(before + 100);
  expect(await chain.record(PATH, sale)).toMatchObject({ costAmount: 2 * before });
  expect((await chain.audit(PATH, [sale])).status).toBe(200);
  expect(await chain.record(PATH, sale)).toMatchObject({ costAmount: 2 * after });
  const id = await returned([back({ sale, barcode })], 2 * TAG_PRICE);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  const profit = await chain.app.get(`/finance-profit?customerId=${chain.customerId}&pageSize=500`);
  const { list } = profit.body.data as { list: { list: readonly Bought[] } };
  const margins = list.list.filter((row) => row['orderId'] === sale || row['orderId'] === id);
  expect(margins).toHaveLength(2);
  for (const [index, sign] of [-1, 1].entries())
    expect(margins[index]!['goodsMargin']).toBeCloseTo(sign * 2 * (TAG_PRICE - after), 2);
});

test('a piece that is brought back is on hand at its cost, and leaves again when the order is taken back', async () => {
  const one = await sold();
  const id = await returned([back(one)], TAG_PRICE);
  expect(await chain.record(PATH, id)).toMatchObject({
    amount: 0,
    changeFee: TAG_PRICE,
    payableFee: -TAG_PRICE,
    factFee: -TAG_PRICE,
    costAmount: TAG_PRICE,
    sellChangeList: [
      {
        rawSellId: one.sale,
        rawOrderNo: `XS${one.sale}`,
        barcode: one.barcode,
        sellNum: 1,
        sellPrice: TAG_PRICE,
        returnNum: 1,
        returnPrice: TAG_PRICE,
        factReturnAmount: TAG_PRICE,
        goldWeight: 3.215,
        returnTo: '1',
      },
    ],
  });
  expect((await chain.lookup(one.barcode)).body.msg).toContain('已售出');
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await chain.free(one.barcode)).toBe(1);
  expect((await flow(one.barcode)).map((row) => [row['billType'], row['num']])).toContainEqual(['销退', 1]);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.lookup(one.barcode)).body.msg).toContain('已售出');
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  const again = await sold({ barcode: one.barcode });
  expect((await bought(`orderNo=XS${again.sale}`)).map(({ returnable }) => returnable)).toEqual([1]);
});

test('what was bought is listed with what came back of it, and what is about to (S1§3/2 S1§5/18 S1§7/13)', async () => {
  const lot = await sold({}, { num: 3 });
  const asked = `customerId=${chain.customerId}&shopId=${chain.home}&sellAt=${chain.today}`;
  const row = async () => (await bought(asked)).find(({ barcode }) => barcode === lot.barcode);
  expect(await row()).toMatchObject({
    rawSellId: lot.sale,
    orderNo: `XS${lot.sale}`,
    num: 3,
    returned: 0,
    returnable: 3,
    factSellFee: 3 * TAG_PRICE,
    refundable: 3 * TAG_PRICE,
    returnPrice: TAG_PRICE,
    seller: '管理员',
  });
  const id = await returned([back(lot, { returnNum: 1 })], TAG_PRICE);
  expect(await row()).toMatchObject({ returned: 0, returnable: 2, refunded: TAG_PRICE });
  expect(await bought(`${asked}&sellId=${id}`)).toContainEqual(
    expect.objectContaining({ barcode: lot.barcode, returnable: 3 }),
  );
  await chain.audit(PATH, [id]);
  expect(await row()).toMatchObject({ returned: 1, returnable: 2 });
  expect(await bought(`barcode=${lot.barcode}`)).toMatchObject([{ rawSellId: lot.sale }]);
  expect(await bought(`orderNo=XS${lot.sale}`)).toMatchObject([{ barcode: lot.barcode }]);
  const before = addDays(chain.today, -1);
  expect(await bought(`customerId=${chain.customerId}&shopId=${chain.home}&sellAt=${before}`)).toEqual([]);
  const none = await chain.app.get(`${PATH}/customerBuy`);
  expect(none).toMatchObject({
    status: 422,
    body: {
      data: [
        { path: 'shopId', message: '分店名称不能为空' },
        { path: 'sellAt', message: '销售日期不能为空' },
        { path: 'customerId', message: '客户名称不能为空' },
      ],
    },
  });
});

describe('who brings back', () => {
  test('two tills return the same piece: exactly one of them does (S1§4/6 S1§4/29)', async () => {
    const one = await sold();
    const post = () => chain.app.post(PATH, returning([back(one)], TAG_PRICE));
    const both = await Promise.all([post(), post()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [winner, loser] = both.toSorted((a, b) => a.status - b.status);
    expect(loser?.body.msg).toContain(`XS${String(winner?.body.data)}`);
  });
  test('two tills return pieces of one lot: together never a fen more than was paid', async () => {
    const lots = await Promise.all(Array.from({ length: 6 }, () => sold({}, { num: 2, paid: 2 * TAG_PRICE - 0.01 })));
    const bring = (lot: Sold, amount: number) =>
      chain.app.post(PATH, returning([back(lot, { returnNum: 1, factReturnAmount: amount })], amount));
    const halves = await Promise.all(lots.flatMap((lot) => [bring(lot, TAG_PRICE), bring(lot, TAG_PRICE)]));
    const statuses = lots.map((_, index) => halves.slice(2 * index, 2 * index + 2).map(({ status }) => status));
    for (const both of statuses) expect(both.filter((status) => status === 200)).toHaveLength(1);
    for (const lot of lots) expect((await bring(lot, TAG_PRICE - 0.01)).status).toBe(200);
  });
  test('more than was sold, another customer’s, a pending sale’s or one that never was is refused at its line (S1§4/6)', async () => {
    const lot = await sold({}, { num: 2 });
    expect(await refusal([back(lot, { returnNum: 3 })], 1)).toMatchObject({
      status: 422,
      msg: '可退数量为2',
      paths: ['sellChangeList.0.returnNum'],
    });
    const other = await saved(chain.app.post('/base-customer', { name: '李先生', mobile: '13800000002', status: '2' }));
    expect(await refusal([back(lot)], 2 * TAG_PRICE, { customerId: other })).toMatchObject({
      status: 422,
      msg: '此首饰不是该客户购买的',
    });
    const barcode = await chain.stock();
    const pending = await saved(chain.app.post(PATH, chain.sale([{ barcode }])));
    expect(await refusal([back({ sale: pending, barcode })], TAG_PRICE)).toMatchObject({
      status: 422,
      msg: '没有找到此首饰的销售记录',
    });
    expect((await refusal([back(lot), back(lot)], 1)).msg).toBe('列表已存在此首饰，请不要重复输入！');
  });
});

describe('what is in the way', () => {
  test('of the sale: a return that waits or stands is named (S1§4/7)', async () => {
    const one = await sold();
    const id = await returned([back(one)], TAG_PRICE);
    expect((await chain.unaudit(PATH, [one.sale])).body.msg).toContain(`XS${id}`);
    await chain.audit(PATH, [id]);
    expect((await chain.unaudit(PATH, [one.sale])).body.msg).toContain(`XS${id}`);
    await chain.unaudit(PATH, [id]);
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect((await chain.unaudit(PATH, [one.sale])).status).toBe(200);
  });
  test('of the return: what was sold on, moved or held since (S1§4/7)', async () => {
    const one = await sold();
    const id = await returned([back(one)], TAG_PRICE);
    await chain.audit(PATH, [id]);
    const moved = await saved(chain.app.post('/biz-allocate', chain.transfer([{ barcode: one.barcode }])));
    expect((await chain.unaudit(PATH, [id])).body.msg).toContain(`DB${moved}`);
    await chain.audit('/biz-allocate', [moved]);
    const gone = await chain.unaudit(PATH, [id]);
    expect([gone.status, gone.body.msg]).toEqual([409, expect.stringContaining('南山店')]);
    expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 2 });
  });
});

test('a shop that never had the piece gets a row 销退入库, which nobody edits and 反审核 takes away (S1§4/8)', async () => {
  const one = await sold();
  const id = await returned([back(one)], TAG_PRICE, { shopId: chain.away });
  await chain.audit(PATH, [id]);
  expect(await chain.free(one.barcode, chain.away)).toBe(1);
  const rows = async () =>
    ((await chain.app.get(`/biz-goods-in?barcode=${one.barcode}&billType=3`)).body.data as { list: Bought[] }).list;
  const [row] = await rows();
  expect(row).toMatchObject({ billType: '3', shopId: chain.away, num: 1, auditFlag: 2 });
  expect((await chain.app.del('/biz-goods-in', { ids: [row!['id']] })).body.msg).toBe('销退入库记录不能单独操作');
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await rows()).toEqual([]);
});

describe('how much is paid back', () => {
  test('what was rounded off is shared, and parts of a lot add up to what was paid (S1§9/3)', async () => {
    const lot = await sold({}, { num: 3, paid: 3 * TAG_PRICE - 1 });
    const refundable = 3 * TAG_PRICE - 1;
    const [row] = await bought(`orderNo=XS${lot.sale}`);
    expect(row).toMatchObject({ refundable, returnPrice: 2237.67 });
    const parts = [2237.67, 2237.66, 2237.67];
    for (const amount of parts) await returned([back(lot, { returnNum: 1, factReturnAmount: amount })], amount);
    expect(Math.round(parts.reduce((sum, one) => sum + one, 0) * 100)).toBe(refundable * 100);
  });
  test('less is given freely, more only with the right; what does not agree is named with both numbers (S1§9/3)', async () => {
    await chain.app.addUser({ username: 'clerk', roleIds: [4] });
    const one = await sold();
    const token = await chain.app.signIn('clerk');
    const post = (line: object, amount: number) =>
      chain.app.post(PATH, returning([back(one, line)], amount, { seller: 'clerk' }), { token });
    expect(await post({ returnPrice: TAG_PRICE + 0.01 }, TAG_PRICE + 0.01)).toMatchObject({
      status: 422,
      body: { msg: '退货单价不能高于2238.00元' },
    });
    expect(await post({ factReturnAmount: 5 }, TAG_PRICE)).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellChangeList.0.factReturnAmount', sent: 5, expected: TAG_PRICE }] },
    });
    expect(await post({ returnPrice: 2000 }, 2000)).toMatchObject({ status: 200 });
  });
  test('to the last fen: all that was paid, nothing, and not a fen beyond what earlier returns left', async () => {
    await chain.app.addUser({ username: 'edges', roleIds: [4] });
    const token = await chain.app.signIn('edges');
    const lot = await sold({}, { num: 2, paid: 2 * TAG_PRICE - 0.01 });
    const post = (line: object, amount: number) =>
      chain.app.post(PATH, returning([back(lot, { returnNum: 1, ...line })], amount, { seller: 'edges' }), { token });
    // Both together 4475.99: the first piece as it falls, half up, the second what is left.
    const above = await post({ returnPrice: TAG_PRICE + 0.01 }, TAG_PRICE + 0.01);
    expect([above.status, above.body.msg]).toEqual([422, '退货单价不能高于2238.00元']);
    expect(await post({ returnPrice: TAG_PRICE }, TAG_PRICE)).toMatchObject({ status: 200 });
    const beyond = await post({ factReturnAmount: TAG_PRICE }, TAG_PRICE);
    expect(beyond).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellChangeList.0.factReturnAmount', sent: TAG_PRICE, expected: TAG_PRICE - 0.01 }] },
    });
    const minus = await post({ returnPrice: -0.01 }, -0.01);
    expect(minus).toMatchObject({ status: 422, body: { data: [{ path: 'sellChangeList.0.returnPrice' }] } });
    expect(await post({ returnPrice: 0 }, 0)).toMatchObject({ status: 200 });
    expect((await post({}, 1)).body.msg).toMatch(/^此首饰已由XS\d+退货$/);
    // Whoever may round pays back more.
    const one = await sold();
    expect(await returned([back(one, { returnPrice: TAG_PRICE + 100 })], TAG_PRICE + 100)).toBeGreaterThan(0);
  });
});

test('a walk-in brings back by the number of the order; a known customer does not bring back what a walk-in bought', async () => {
  const { list } = (await chain.app.get('/base-customer?pageSize=100')).body.data as {
    list: readonly { id: number; walkIn: boolean }[];
  };
  const walkIn = list.find((one) => one.walkIn)!.id;
  const barcode = await chain.stock();
  const sale = await saved(chain.app.post(PATH, chain.sale([{ barcode }], { customerId: walkIn, ...cash(TAG_PRICE) })));
  expect((await chain.audit(PATH, [sale])).status).toBe(200);
  const of = { shopId: chain.home, sellAt: chain.today };
  const found = await bought(
    new URLSearchParams({ ...of, shopId: String(of.shopId), orderNo: `XS${sale}` }).toString(),
  );
  expect(found.map((row) => [row['rawSellId'], row['barcode'], row['returnable']])).toEqual([[sale, barcode, 1]]);
  const one = { sale, barcode };
  expect(await refusal([back(one)], TAG_PRICE)).toMatchObject({ status: 422, msg: '此首饰不是该客户购买的' });
  const id = await returned([back(one)], TAG_PRICE, { customerId: walkIn });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await chain.free(barcode)).toBe(1);
});

describe('an edit', () => {
  test('counts its own as free, changes quantity and shop, and keeps the id of its line', async () => {
    const lot = await sold({}, { num: 2 });
    const id = await returned([back(lot, { returnNum: 1 })], TAG_PRICE);
    const [line] = (await chain.record(PATH, id))['sellChangeList'] as { id: number }[];
    const edit = (lines: readonly object[], amount: number, change: object = {}) =>
      chain.app.put(`${PATH}/${id}`, returning(lines, amount, change));
    expect(await edit([back(lot, { id: line!.id, returnNum: 2 })], 2 * TAG_PRICE)).toMatchObject({ status: 200 });
    expect(await edit([back(lot, { returnNum: 2 })], 2 * TAG_PRICE, { shopId: chain.away })).toMatchObject({
      status: 200,
    });
    expect((await chain.record(PATH, id))['sellChangeList']).toMatchObject([{ id: line!.id, returnNum: 2 }]);
    await chain.audit(PATH, [id]);
    expect(await chain.free(lot.barcode, chain.away)).toBe(2);
  });
  test('to another customer is refused while something comes back', async () => {
    const one = await sold();
    const id = await returned([back(one)], TAG_PRICE);
    const other = await saved(chain.app.post('/base-customer', { name: '赵女士', mobile: '13800000003', status: '2' }));
    const reply = await chain.app.put(`${PATH}/${id}`, returning([back(one)], TAG_PRICE, { customerId: other }));
    expect(reply).toMatchObject({ status: 422, body: { data: [{ path: 'customerId' }] } });
  });
});

test('an exchange: what is brought back pays for what is bought (S1§9/2)', async () => {
  const one = await sold();
  const barcode = await chain.stock({ sellPrice: 3000 });
  const [lookedUp] = [(await chain.lookup(barcode)).body.data as { sellPrice: number }];
  const due = lookedUp.sellPrice - TAG_PRICE;
  const body = chain.sale([{ barcode }], { sellChangeList: [back(one)], ...cash(due), payableFee: due });
  const id = await saved(chain.app.post(PATH, body));
  await chain.audit(PATH, [id]);
  expect([await chain.free(one.barcode), await chain.free(barcode)]).toEqual([1, null]);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.lookup(barcode)).body.msg).toContain(`已被XS${id}占用`);
});

test('its life tells what was sold, claimed and brought back in the words of a shop', async () => {
  const one = await sold();
  const first = await returned([back(one)], TAG_PRICE);
  await chain.app.del(PATH, { ids: [first] });
  const id = await returned([back(one)], TAG_PRICE);
  await chain.audit(PATH, [id]);
  const life = (await chain.app.get(`/report-goods-flow/life?barcode=${one.barcode}`)).body.data as {
    steps: { title: string; text: string }[];
  };
  const said = life.steps.slice(-4).map(({ title }) => title);
  expect(said).toEqual(['准备退货', '取消退货', '准备退货', '销退']);
  expect(life.steps.at(-1)?.text).toBe('罗湖店 收回客户退货 1 件，退款 ¥2,238.00');
});
