/** Deposits and stored value over HTTP, and orders that are paid with them (R69, R79, R82, R95). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-deposit';
const SALE = '/biz-sell';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

let last = 13_800_200_000;
const customer = async (name = '张女士'): Promise<number> => {
  const reply = await chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const body = (customerId: number, amount: number, change: Readonly<Record<string, unknown>> = {}) => ({
  customerId,
  shopId: chain.home,
  depositAt: chain.today,
  account: '定金',
  kind: '1',
  amount,
  seller: 'admin',
  ...change,
});
const deposit = async (customerId: number, amount: number, change?: Readonly<Record<string, unknown>>) => {
  const reply = await chain.app.post(PATH, body(customerId, amount, change));
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
/** [balance, held, usable] of an account. */
const has = async (customerId: number, account = '定金'): Promise<readonly number[]> => {
  const { data } = (await chain.app.get(`/base-customer/${customerId}/balance`)).body as unknown as {
    data: { account: string; balance: number; held: number; usable: number }[];
  };
  const { balance = -1, held = -1, usable = -1 } = data.find((one) => one.account === account) ?? {};
  return [balance, held, usable];
};
const order = async (customerId: number, paid: Readonly<Record<string, number>>): Promise<Reply> =>
  chain.app.post(
    SALE,
    chain.sale([{ barcode: await chain.stock() }], {
      customerId,
      sellBalanceList: Object.entries(paid).map(([balance, amount]) => ({ balance, amount })),
    }),
  );
const ordered = async (customerId: number, paid: Readonly<Record<string, number>>): Promise<number> => {
  const reply = await order(customerId, paid);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

const fieldsOf = ({ body: { data } }: Reply): unknown => (data as { fields?: unknown }).fields;

test('a deposit posts at save, in cash where nothing is said, and its reversal takes it back (S1§3/20 S1§4/10)', async () => {
  const one = await customer();
  const id = await deposit(one, 500, { goodsBarcode: 'A001', deliverAt: chain.today, remark: '预订' });
  expect(await chain.record(PATH, id)).toMatchObject({
    no: `CZ${id}`,
    auditFlag: 2,
    account: '定金',
    kindName: '收款',
    inFee: 500,
    outFee: 0,
    goodsBarcode: 'A001',
    balanceList: [{ balance: '现金', amount: 500 }],
  });
  expect(await has(one)).toEqual([500, 0, 500]);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await has(one)).toEqual([0, 0, 0]);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 1 });
  const edited = await chain.app.put(`${PATH}/${id}`, { ...body(one, 300), id });
  expect(edited, edited.text).toMatchObject({ status: 200 });
  expect(await has(one)).toEqual([300, 0, 300]);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(409);
});

test('the same click twice is one deposit (S1§4/10)', async () => {
  const one = await customer();
  const key = { headers: { 'idempotency-key': `deposit-${one}` } };
  const [first, second] = [
    await chain.app.post(PATH, body(one, 80), key),
    await chain.app.post(PATH, body(one, 80), key),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.data).toBe(first.body.data);
  expect(await has(one)).toEqual([80, 0, 80]);
});

test('an order holds what it is paid with at save, spends it at audit, and 反审核 holds it again (S1§4/11)', async () => {
  const one = await customer();
  await deposit(one, 1_000);
  const id = await ordered(one, { 定金: 800, 现金: TAG_PRICE - 800 });
  expect(await has(one)).toEqual([1_000, 800, 200]);
  const short = await order(one, { 现金: TAG_PRICE - 201, 定金: 201 });
  expect(short).toMatchObject({ status: 409 });
  expect(fieldsOf(short)).toMatchObject([
    { path: 'sellBalanceList.1.amount', message: `余额不足：可用200.00元，需要201.00元，部分余额已被XS${id}占用` },
  ]);
  expect((await chain.audit(SALE, [id])).status).toBe(200);
  expect(await has(one)).toEqual([200, 0, 200]);
  expect((await chain.unaudit(SALE, [id])).status).toBe(200);
  expect(await has(one)).toEqual([1_000, 800, 200]);
  expect((await chain.app.del(SALE, { ids: [id] })).status).toBe(200);
  expect(await has(one)).toEqual([1_000, 0, 1_000]);
});

test('an edit holds anew; while a balance pays, the order stays its customer’s (S1§4/11)', async () => {
  const [one, other] = [await customer(), await customer()];
  await deposit(one, 1_000);
  await deposit(one, 50, { account: '储值卡' });
  const barcode = await chain.stock();
  const paid = (pay: Readonly<Record<string, number>>, customerId = one) =>
    chain.sale([{ barcode }], {
      customerId,
      sellBalanceList: Object.entries(pay).map(([balance, amount]) => ({ balance, amount })),
    });
  const id = Number((await chain.app.post(SALE, paid({ 定金: 1_000, 现金: TAG_PRICE - 1_000 }))).body.data);
  const edit = (content: object) => chain.app.put(`${SALE}/${id}`, { ...content, id });
  expect((await edit(paid({ 定金: 900, 储值卡: 50, 现金: TAG_PRICE - 950 }))).status).toBe(200);
  expect([await has(one), await has(one, '储值卡')]).toEqual([
    [1_000, 900, 100],
    [50, 50, 0],
  ]);
  const moved = await edit(paid({ 现金: TAG_PRICE }, other));
  expect(moved).toMatchObject({ status: 422, body: { data: [{ path: 'customerId' }] } });
});

test('what is spent cannot be taken back or paid out; what is left can (S1§4/11)', async () => {
  const one = await customer();
  const taken = await deposit(one, 600);
  await ordered(one, { 定金: 500, 现金: TAG_PRICE - 500 });
  const blocked = await chain.unaudit(PATH, [taken]);
  expect(blocked.status).toBe(409);
  expect(String(blocked.body.msg)).toContain('本单余额已被使用');
  const tooMuch = await chain.app.post(PATH, body(one, 101, { kind: '2' }));
  expect([tooMuch.status, fieldsOf(tooMuch)]).toMatchObject([409, [{ path: 'amount' }]]);
  await deposit(one, 100, { kind: '2', balanceList: [{ balance: '微信', amount: 100 }] });
  expect(await has(one)).toEqual([500, 500, 0]);
});

test('where the shop pays into the account, the audit adds it (S1§4/12)', async () => {
  const one = await customer();
  const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, cost: 600, remark: '旧' };
  const reply = await chain.app.post(
    SALE,
    chain.sale([], {
      customerId: one,
      sellRecycleList: [old],
      sellBalanceList: [{ balance: '储值卡', amount: -1500 }],
    }),
  );
  expect(reply, reply.text).toMatchObject({ status: 200 });
  expect(await has(one, '储值卡')).toEqual([0, 0, 0]);
  await chain.audit(SALE, [Number(reply.body.data)]);
  expect(await has(one, '储值卡')).toEqual([1500, 0, 1500]);
  const recycled = await chain.app.post('/biz-alone-recycle', {
    customerId: one,
    shopId: chain.home,
    recycleAt: chain.today,
    seller: 'admin',
    recycleList: [{ ...old, lossRatio: 100 }],
    balanceList: [{ balance: '储值卡', amount: 1500 }],
  });
  expect(recycled, recycled.text).toMatchObject({ status: 200 });
  await chain.audit('/biz-alone-recycle', [Number(recycled.body.data)]);
  expect(await has(one, '储值卡')).toEqual([3000, 0, 3000]);
});

test('what is paid in and out is in no sales figure, an order paid from it counts once (S1§4/13)', async () => {
  const one = await customer();
  const figures = async () => {
    const { today } = (await chain.app.get('/dashboard')).body.data as unknown as {
      today: { amount: number; factFee: number; orders: number };
    };
    const range = `beginTime=${chain.today}&endTime=${chain.today}`;
    const { totals } = (await chain.app.get(`/report-sell-detail/totals?${range}`)).body.data as unknown as {
      totals: Readonly<Record<string, number>>;
    };
    return { amount: today.amount, factFee: today.factFee, orders: today.orders, detail: totals['factFee'] };
  };
  const before = await figures();
  await deposit(one, 900, { account: '储值卡' });
  await deposit(one, 400, { account: '储值卡', kind: '2' });
  expect(await figures()).toEqual(before);
  const sale = await ordered(one, { 储值卡: 500, 现金: TAG_PRICE - 500 });
  expect((await chain.audit(SALE, [sale])).status).toBe(200);
  const after = await figures();
  expect([after.orders - before.orders, after.amount - before.amount, after.factFee - before.factFee]).toEqual([
    1,
    TAG_PRICE,
    TAG_PRICE,
  ]);
  expect(Number(after.detail) - Number(before.detail ?? 0)).toBe(TAG_PRICE);
});

test('the ledger tells where it came from, now and as of then; a merge posts it over and back (S1§4/10)', async () => {
  const [keep, other] = [await customer('储值甲'), await customer('储值乙')];
  await deposit(keep, 10);
  const id = await deposit(other, 70);
  const join = { keepId: keep, mergeId: other, reason: '同一人' };
  expect((await chain.app.post('/base-customer/merge', join)).status).toBe(200);
  expect([await has(keep), await has(other)]).toEqual([
    [80, 0, 80],
    [0, 0, 0],
  ]);
  expect((await chain.unaudit(PATH, [id])).status).toBe(409);
  const spent = await ordered(keep, { 定金: 20, 现金: TAG_PRICE - 20 });
  expect((await chain.app.post('/base-customer/unmerge', join)).status).toBe(409);
  expect(await has(keep)).toEqual([80, 20, 60]);
  expect((await chain.app.del(SALE, { ids: [spent] })).status).toBe(200);
  expect((await chain.app.post('/base-customer/unmerge', join)).status).toBe(200);
  expect([await has(keep), await has(other)]).toEqual([
    [10, 0, 10],
    [70, 0, 70],
  ]);
  const { list } = (await chain.app.get(`/base-customer/${other}/balance/ledger`)).body.data as {
    list: readonly { kind: string; amount: number; balance: number }[];
  };
  expect(list.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['撤销合并转回', 70, 70],
    ['合并转出', -70, 0],
    ['定金储值单', 70, 70],
  ]);
});

test('an order paid from an account that was merged is taken back when the merge is: no fen is lost', async () => {
  const [keep, other] = [await customer('储值丙'), await customer('储值丁')];
  await deposit(keep, 10);
  await deposit(other, 70);
  const sale = await ordered(other, { 定金: 50, 现金: TAG_PRICE - 50 });
  await chain.audit(SALE, [sale]);
  const join = { keepId: keep, mergeId: other, reason: '同一人' };
  expect((await chain.app.post('/base-customer/merge', join)).status).toBe(200);
  expect(await has(keep)).toEqual([30, 0, 30]);
  expect(await chain.unaudit(SALE, [sale])).toMatchObject({
    status: 409,
    body: { msg: '不能反审核，定金：该客户已合并到其他客户，余额已转走，请先撤销合并' },
  });
  expect((await chain.app.post('/base-customer/unmerge', join)).status).toBe(200);
  expect((await chain.unaudit(SALE, [sale])).status).toBe(200);
  expect([await has(keep), await has(other)]).toEqual([
    [10, 0, 10],
    [70, 50, 20],
  ]);
});

test('散客 has no account, and an account is not paid from an account (S1§2.9/2 S1§4/12)', async () => {
  const { list } = (await chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
    list: readonly { id: number }[];
  };
  const walkIn = list[0]!.id;
  expect(await chain.app.post(PATH, body(walkIn, 10))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'customerId' }] },
  });
  expect(await order(walkIn, { 定金: TAG_PRICE })).toMatchObject({
    status: 422,
    body: { data: [{ path: 'sellBalanceList.0.balance' }] },
  });
  const one = await customer();
  expect(await chain.app.post(PATH, body(one, 10, { balanceList: [{ balance: '储值卡', amount: 10 }] }))).toMatchObject(
    { status: 422, body: { data: [{ path: 'balanceList.0.balance' }] } },
  );
  expect(await chain.app.post(PATH, body(one, 10, { balanceList: [{ balance: '现金', amount: 9 }] }))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'balanceList' }] },
  });
  expect(await chain.app.post(PATH, body(one, 0))).toMatchObject({ status: 422, body: { data: [{ path: 'amount' }] } });
});

test('another shop’s deposit is nobody’s business', async () => {
  const id = await deposit(await customer(), 10);
  await chain.app.addUser({ username: 'away', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('away');
  expect((await chain.app.get(`${PATH}/${id}`, { token })).status).toBe(404);
  expect((await chain.unaudit(PATH, [id], { token })).status).toBeGreaterThanOrEqual(403);
});
