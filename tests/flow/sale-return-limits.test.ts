/** Returns at their edges over HTTP: refunds to the fen, without the customer at hand, shared sales, merged records (R73, R81, R95). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
let clerk: string;
const ids: Record<string, number> = {};
beforeAll(async () => {
  chain = await startChain();
  // What is paid out at most without a word is asked elsewhere.
  await chain.app.put('/set-config', [{ configKey: 'refund_limit', configValue: '99999' }]);
  for (const username of ['first', 'second']) await chain.app.addUser({ username, roleIds: [4] });
  const { list } = (await chain.app.get('/sys-user?pageSize=100')).body.data as {
    list: readonly { id: number; username: string }[];
  };
  for (const one of list) ids[one.username] = one.id;
  clerk = await chain.app.signIn('first');
});
afterAll(() => chain.app.stop());

const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const saved = async (reply: Reply): Promise<number> => {
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const audit = async (id: number): Promise<void> => {
  expect(await chain.audit(PATH, [id])).toMatchObject({ status: 200 });
};
type Sold = { readonly sale: number; readonly barcode: string };
type Sale = { readonly num?: number; readonly paid?: number; readonly change?: Row };
const sold = async ({ num = 1, paid = TAG_PRICE * num, change = {} }: Sale = {}): Promise<Sold> => {
  const barcode = await chain.stock({ num });
  const sale = await saved(await chain.app.post(PATH, chain.sale([{ barcode, num }], { ...cash(paid), ...change })));
  await audit(sale);
  return { sale, barcode };
};
const back = ({ sale, barcode }: Sold, change: Row = {}): Row => ({ rawSellId: sale, barcode, ...change });
const order = (lines: readonly Row[], amount: number, change: Row = {}): Row =>
  chain.sale([], { sellChangeList: lines, ...cash(-amount), ...change });
/** By a seller, who may not give back more than was paid. */
const byClerk = (line: Row, amount: number): Promise<Reply> =>
  chain.app.post(PATH, order([line], amount, { seller: 'first' }), { token: clerk });
const refused = async (line: Row, amount: number, field: string, msg: string): Promise<void> => {
  const reply = await byClerk(line, amount);
  expect(reply, reply.text).toMatchObject({
    status: 422,
    body: { msg, data: [{ path: `sellChangeList.0.${field}`, message: msg }] },
  });
};
const bought = async (query: string): Promise<readonly Row[]> =>
  ((await chain.app.get(`${PATH}/customerBuy?${query}`)).body.data as { list: Row[] }).list;
const reported = async (path: string, id: number): Promise<readonly Row[]> => {
  const { list } = (await chain.app.get(`${path}?pageSize=500`)).body.data as { list: { list: readonly Row[] } };
  return list.list.filter(({ orderId }) => orderId === id);
};
const customer = async (name: string, mobile: string): Promise<number> =>
  saved(await chain.app.post('/base-customer', { name, mobile, status: '2' }));

describe('how much a seller pays back', () => {
  test('a piece: all of it to the fen, not a fen more, down to nothing, never below', async () => {
    const one = await sold();
    await refused(
      back(one, { returnPrice: TAG_PRICE + 0.01 }),
      TAG_PRICE + 0.01,
      'returnPrice',
      '退货单价不能高于2238.00元',
    );
    expect((await byClerk(back(one, { returnPrice: -0.01 }), -0.01)).status).toBe(422);
    expect((await byClerk(back(one, { returnPrice: 0.001 }), 0.001)).status).toBe(422);
    const free = await saved(await byClerk(back(one, { returnPrice: 0 }), 0));
    expect(await chain.record(PATH, free)).toMatchObject({ changeFee: 0, factFee: 0 });
    await audit(free);
    const other = await sold();
    const all = await saved(await byClerk(back(other, { returnPrice: TAG_PRICE }), TAG_PRICE));
    expect(await chain.record(PATH, all)).toMatchObject({ changeFee: TAG_PRICE });
  });
  test('a lot of three for a fen less: the unit may not exceed its price, the last one only what is left', async () => {
    const lot = await sold({ num: 3, paid: 3 * TAG_PRICE - 0.01 });
    // 6713.99 / 3 = 2237.9967, said as 2238.00; three times that is a fen too much.
    await refused(
      back(lot, { returnNum: 3, returnPrice: 2238.01 }),
      6714.03,
      'returnPrice',
      '退货单价不能高于2238.00元',
    );
    for (const amount of [2238, 2237.99]) {
      await saved(await byClerk(back(lot, { returnNum: 1, factReturnAmount: amount }), amount));
    }
    const [row] = await bought(`orderNo=XS${lot.sale}`);
    expect(row).toMatchObject({ refundable: 6713.99, refunded: 4475.99, returnable: 1 });
    await saved(await byClerk(back(lot, { returnNum: 1, factReturnAmount: 2238 }), 2238));
    expect(await bought(`orderNo=XS${lot.sale}`)).toMatchObject([{ refunded: 6713.99, returnable: 0 }]);
  });
  test('less for the first leaves no more for the second at another price', async () => {
    const lot = await sold({ num: 2, paid: 2 * TAG_PRICE - 1 });
    await saved(await byClerk(back(lot, { returnNum: 1, returnPrice: 2000 }), 2000));
    await refused(
      back(lot, { returnNum: 1, returnPrice: 2237.51 }),
      2237.51,
      'returnPrice',
      '退货单价不能高于2237.50元',
    );
    await saved(await byClerk(back(lot, { returnNum: 1, returnPrice: 2237.49 }), 2237.49));
  });
  test('quantities: none, part of one, all and one more', async () => {
    const lot = await sold({ num: 2 });
    for (const returnNum of [0, -1, 1.5]) {
      expect((await byClerk(back(lot, { returnNum }), TAG_PRICE)).status, String(returnNum)).toBe(422);
    }
    await refused(back(lot, { returnNum: 3 }), 3 * TAG_PRICE, 'returnNum', '可退数量为2');
    await saved(await byClerk(back(lot), 2 * TAG_PRICE));
    const gone = await byClerk(back(lot, { returnNum: 1 }), TAG_PRICE);
    expect([gone.status, gone.body.msg]).toEqual([409, expect.stringMatching(/^此首饰已由XS\d+退货$/)]);
  });
  test('what was rounded off two pieces is shared by amount, the rest on the last', async () => {
    const [one, two] = [await chain.stock(), await chain.stock()];
    const sale = await saved(
      await chain.app.post(PATH, chain.sale([{ barcode: one }, { barcode: two }], cash(2 * TAG_PRICE - 0.01))),
    );
    await audit(sale);
    const rows = await bought(`orderNo=XS${sale}`);
    const paid = rows.map(({ refundable }) => Number(refundable));
    expect(Math.round(paid.reduce((sum, fee) => sum + fee, 0) * 100)).toBe((2 * TAG_PRICE - 0.01) * 100);
    for (const { barcode, refundable } of rows) {
      const fee = Number(refundable);
      const line = back({ sale, barcode: String(barcode) });
      expect((await byClerk({ ...line, returnPrice: fee + 0.01 }, fee + 0.01)).status).toBe(422);
      await saved(await byClerk({ ...line, returnPrice: fee }, fee));
    }
  });
  test('whoever may round gives more by a word, and the order and a row of 异常 say so', async () => {
    const noted = async (): Promise<readonly Row[]> =>
      ((await chain.app.get('/report-exception?kind=return-price')).body.data as { list: Row[] }).list;
    const one = await sold();
    const id = await saved(
      await chain.app.post(PATH, order([back(one, { returnPrice: TAG_PRICE + 500 })], TAG_PRICE + 500)),
    );
    expect(await chain.record(PATH, id)).toMatchObject({ changeFee: TAG_PRICE + 500 });
    const again = (more: number, remark: string) =>
      chain.app.put(
        `${PATH}/${id}`,
        order([back(one, { returnPrice: TAG_PRICE + more })], TAG_PRICE + more, { seller: 'first', remark }),
        { token: clerk },
      );
    expect(await again(500, '客户周六来取')).toMatchObject({ status: 200 });
    expect(await again(501, '')).toMatchObject({ status: 422 });
    const what = `${one.barcode} 足金戒指退货1件共退2738.00元，比客户实付可退的多500.00元`;
    await expect.poll(noted).toMatchObject([{ count: 1, amount: 500, level: '1', details: [{ what }] }]);
  });
  test('whoever may round and gives no words asks for one, also where nothing is paid out', async () => {
    const roleId = await roleWith(chain.app, ['biz:bizSell:add', 'biz:bizSell:round']);
    await chain.app.addUser({ username: 'rounder', roleIds: [roleId] });
    const token = await chain.app.signIn('rounder');
    const one = await sold();
    const goods = [
      { barcode: await chain.stock(), num: 1 },
      { barcode: await chain.stock(), num: 1 },
    ];
    const exchange = (returnPrice: number) =>
      chain.app.post(
        PATH,
        order([back(one, { returnPrice })], returnPrice - 2 * TAG_PRICE, {
          sellGoodsList: goods,
          seller: 'rounder',
          ...cash(2 * TAG_PRICE - returnPrice),
        }),
        { token },
      );
    expect(await exchange(2 * TAG_PRICE)).toMatchObject({
      status: 409,
      body: {
        data: [
          {
            path: 'sellChangeList.0.returnPrice',
            rule: 'return-price',
            message: '足金戒指退4476.00元，超过客户实付可退的2238.00元',
            value: 4476,
            limit: 2238,
          },
        ],
      },
    });
    expect(await exchange(TAG_PRICE)).toMatchObject({ status: 200 });
  });
});

test('with the slip alone, no customer at hand: its number finds what can come back, and whose it was', async () => {
  const { list } = (await chain.app.get('/base-customer')).body.data as { list: readonly Row[] };
  const passer = list.find(({ walkIn }) => walkIn === true);
  const walkIn = Number(passer?.['id']);
  const one = await sold({ change: { customerId: walkIn } });
  const [row] = await bought(`orderNo=XS${one.sale}`);
  expect(row).toMatchObject({ rawSellId: one.sale, customerId: walkIn, customerName: passer?.['name'], returnable: 1 });
  expect(await bought(`orderNo=XS${one.sale}0`)).toEqual([]);
  const wrong = await chain.app.post(PATH, order([back(one)], TAG_PRICE));
  expect(wrong).toMatchObject({ status: 422, body: { msg: '此首饰不是该客户购买的' } });
  const id = await saved(
    await chain.app.post(PATH, order([back(one)], TAG_PRICE, { customerId: Number(row?.['customerId']) })),
  );
  await audit(id);
  expect(await chain.free(one.barcode)).toBe(1);
});

test('of a sale that two shared, each takes his part back, whoever writes the return', async () => {
  const share = (username: string, ratio: number) => ({ sellerId: ids[username], seller: username, ratio });
  const sellers = [share('first', 60), share('second', 40)];
  const one = await sold({ change: { seller: 'first', sellerId: ids['first'], sellers } });
  const id = await saved(await chain.app.post(PATH, order([back(one)], TAG_PRICE)));
  await audit(id);
  const rows = await reported('/report-seller-score', id);
  const figures = rows.map(({ seller, num, factSellFee }) => [seller, num, factSellFee]);
  expect(figures).toHaveLength(2);
  expect(figures).toEqual(
    expect.arrayContaining([
      ['first', -1, -1342.8],
      ['second', 0, -895.2],
    ]),
  );
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await reported('/report-seller-score', id)).toEqual([]);
});

describe('of a customer who was merged meanwhile', () => {
  test('both records bring it back, to the one that stays; after the two part it is the other’s alone', async () => {
    const [keep, gone] = [await customer('留下', '13800000081'), await customer('并入', '13800000082')];
    const [one, two] = [await sold({ change: { customerId: gone } }), await sold({ change: { customerId: gone } })];
    const merge = { keepId: keep, mergeId: gone, reason: '同一人' };
    expect(await chain.app.post('/base-customer/merge', merge)).toMatchObject({ status: 200 });
    const asked = `customerId=${keep}&shopId=${chain.home}&sellAt=${chain.today}`;
    expect((await bought(asked)).map(({ barcode }) => barcode)).toEqual(
      expect.arrayContaining([one.barcode, two.barcode]),
    );
    const first = await saved(await chain.app.post(PATH, order([back(one)], TAG_PRICE, { customerId: gone })));
    expect(await chain.record(PATH, first)).toMatchObject({ customerId: keep });
    await audit(first);
    expect(await chain.app.post('/base-customer/unmerge', { ...merge, reason: '不是' })).toMatchObject({ status: 200 });
    expect(await chain.app.post(PATH, order([back(two)], TAG_PRICE, { customerId: keep }))).toMatchObject({
      status: 422,
      body: { msg: '此首饰不是该客户购买的' },
    });
    await audit(await saved(await chain.app.post(PATH, order([back(two)], TAG_PRICE, { customerId: gone }))));
    expect(await chain.free(two.barcode)).toBe(1);
  });
});

/** A walk of returns of one lot: after each step what is on hand, waits and can come back adds up to what was received. */
test('any order of returns to the shelf and to 质检, reversals and judgements: nothing comes back twice', async () => {
  const RECEIVED = 4;
  const lot = await sold({ num: RECEIVED });
  type Open = {
    readonly id: number;
    readonly num: number;
    readonly to: '1' | '3';
    state: 'pending' | 'audited' | 'passed';
  };
  const open: Open[] = [];
  const lineOf = async (id: number): Promise<number> =>
    ((await chain.record(PATH, id))['sellChangeList'] as { id: number }[])[0]!.id;
  const check = async (step: string): Promise<void> => {
    const sum = (some: (one: Open) => boolean): number => open.filter(some).reduce((total, { num }) => total + num, 0);
    const [row] = await bought(`orderNo=XS${lot.sale}`);
    expect(row, step).toMatchObject({
      returned: sum(({ state }) => state !== 'pending'),
      returnable: RECEIVED - sum(() => true),
      refunded: sum(() => true) * TAG_PRICE,
    });
    const shelf = sum(({ state, to }) => state === 'passed' || (state === 'audited' && to === '1'));
    expect((await chain.free(lot.barcode)) ?? 0, step).toBe(shelf);
    const over = RECEIVED - sum(() => true) + 1;
    const tooMuch = await chain.app.post(PATH, order([back(lot, { returnNum: over })], over * TAG_PRICE));
    expect([409, 422], step).toContain(tooMuch.status);
  };
  const write = async (num: number, to: '1' | '3'): Promise<Open> => {
    const body = order([back(lot, { returnNum: num, returnTo: to })], num * TAG_PRICE);
    const one: Open = { id: await saved(await chain.app.post(PATH, body)), num, to, state: 'pending' };
    open.push(one);
    await check(`write ${num} to ${to}`);
    return one;
  };
  const post = async (one: Open): Promise<void> => {
    await audit(one.id);
    one.state = 'audited';
    await check('audit');
  };
  const takeBack = async (one: Open): Promise<void> => {
    expect(await chain.unaudit(PATH, [one.id])).toMatchObject({ status: 200 });
    one.state = 'pending';
    await check('take back');
  };
  const judge = async (one: Open): Promise<void> => {
    const reply = await chain.app.put(`/biz-sell-change/inspect/${await lineOf(one.id)}`, {
      result: '1',
      remark: '完好',
    });
    expect(reply, reply.text).toMatchObject({ status: 200 });
    one.state = 'passed';
    await check('judge');
  };
  const [shelf, waits] = [await write(1, '1'), await write(2, '3')];
  await post(waits);
  await post(shelf);
  await takeBack(waits);
  await post(waits);
  await judge(waits);
  expect((await chain.unaudit(PATH, [waits.id])).status).toBe(409);
  const undone = await chain.app.put(`/biz-sell-change/uninspect/${await lineOf(waits.id)}`, { reason: '看错了' });
  expect(undone, undone.text).toMatchObject({ status: 200 });
  waits.state = 'audited';
  await check('judged anew');
  await takeBack(shelf);
  const last = await write(1, '3');
  await post(last);
  await judge(last);
  await judge(waits);
});
