/** Sales over HTTP (S1§4, §5, §9; R2–R8, R12, R13, R15–R18, R25, R40). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const create = (...call: Parameters<Chain['sale']>): Promise<Reply> => chain.app.post(PATH, chain.sale(...call));
const created = async (...call: Parameters<Chain['sale']>): Promise<number> => {
  const reply = await create(...call);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const refused = async (path: string, ...call: Parameters<Chain['sale']>): Promise<string> => {
  const reply = await create(...call);
  expect(reply.status).toBe(422);
  expect(JSON.stringify(reply.body)).toContain(`"${path}"`);
  return String(reply.body.msg);
};
const paid = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });

test('save holds, audit sells, 反审核 takes back and holds, audit sells again (S1§4/1 S1§7/11)', async () => {
  const barcode = await chain.stock();
  const id = await created([{ barcode }]);
  expect((await chain.lookup(barcode)).body.msg).toContain(`已被XS${id}占用`);
  expect(await chain.record(PATH, id)).toMatchObject({
    amount: TAG_PRICE,
    payableFee: TAG_PRICE,
    factFee: TAG_PRICE,
    auditFlag: 1,
  });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await chain.lookup(barcode)).body.msg).toContain('已售出');
  expect(await chain.app.put(`${PATH}/${id}`, chain.sale([{ barcode }]))).toMatchObject({
    status: 409,
    body: { msg: '已审核的单据不能修改' },
  });
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.lookup(barcode)).body.msg).toContain(`已被XS${id}占用`);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await chain.lookup(barcode)).body.msg).toContain('已售出');
});

test('a list shows the pictures of what was sold where the sale has none of its own (S1§2.1/2)', async () => {
  const barcode = await chain.stock({ pictures: '["ring.webp"]' });
  const id = await created([{ barcode }]);
  const shown = async (): Promise<unknown> => (await chain.app.get(`${PATH}?barcode=${barcode}`)).body.data;
  expect(await shown()).toMatchObject({ list: [{ pictures: '', shownPictures: '["ring.webp"]' }] });
  const own = chain.sale([{ barcode }], { pictures: '["bill.webp"]' });
  expect(await chain.app.put(`${PATH}/${id}`, own)).toMatchObject({ status: 200 });
  expect(await shown()).toMatchObject({ list: [{ pictures: '["bill.webp"]', shownPictures: '["bill.webp"]' }] });
  expect(await chain.record(PATH, id)).toMatchObject({ pictures: '["bill.webp"]' });
});

test('two tills, one piece: exactly one sells it, the other hears who has it (S1§4/2)', async () => {
  const barcode = await chain.stock();
  const both = await Promise.all([create([{ barcode }]), create([{ barcode }])]);
  expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = both.find((reply) => reply.status === 200);
  const loser = both.find((reply) => reply.status === 409);
  expect(loser?.body.msg).toContain(`此首饰已被XS${String(winner?.body.data)}占用`);
});

test('who may be named as the seller is known at once, also right after a change (S1§6/1)', async () => {
  const userId = await chain.app.addUser({ username: 'leaving', roleIds: [3] });
  const barcode = await chain.stock();
  const id = await created([{ barcode }], { seller: 'leaving' });
  const setStatus = (status: string) => chain.app.put('/user/status', { userId, status });
  expect((await setStatus('1')).status).toBe(200);
  expect(await refused('seller', [{ barcode: await chain.stock() }], { seller: 'leaving' })).toBe(
    '销售员不存在或已停用',
  );
  // R25: on the order that names her she stays.
  expect(
    (await chain.app.put(`${PATH}/${id}`, chain.sale([{ barcode }], { seller: 'leaving', remark: '改' }))).status,
  ).toBe(200);
  expect((await setStatus('2')).status).toBe(200);
  await created([{ barcode: await chain.stock() }], { seller: 'leaving' });
});

test('a transferred piece sells in the new shop, and its transfer cannot be taken back then', async () => {
  const barcode = await chain.stock();
  const transfer = Number((await chain.app.post('/biz-allocate', chain.transfer([{ barcode }]))).body.data);
  await chain.audit('/biz-allocate', [transfer]);
  expect((await create([{ barcode }])).body.msg).toContain('南山店');
  const id = await created([{ barcode }], { shopId: chain.away });
  const blocked = await chain.unaudit('/biz-allocate', [transfer]);
  expect(blocked.status).toBe(409);
  expect(blocked.body.msg).toContain(`XS${id}`);
  await chain.audit(PATH, [id]);
  const sold = await chain.unaudit('/biz-allocate', [transfer]);
  expect(sold.status).toBe(409);
  expect(sold.body.msg).toContain('已售出');
  expect(await chain.record('/biz-allocate', transfer)).toMatchObject({ auditFlag: 2 });
  await chain.unaudit(PATH, [id]);
  await chain.app.del(PATH, { ids: [id] });
  expect((await chain.unaudit('/biz-allocate', [transfer])).status).toBe(200);
});

test('a lot sells in part, and an edit counts its own hold as free (S1§5/4)', async () => {
  const barcode = await chain.stock({ num: 3 });
  const id = await created([{ barcode, num: 3 }], paid(TAG_PRICE * 3));
  expect(await refused('sellGoodsList.0.num', [{ barcode: await chain.stock(), num: 2 }])).toBe(
    '销售数量不能大于库存数量！',
  );
  const edited = await chain.app.put(`${PATH}/${id}`, chain.sale([{ barcode, num: 3 }], paid(TAG_PRICE * 3)));
  expect(edited).toMatchObject({ status: 200 });
});

describe('every number is recomputed', () => {
  test('a fixed price with rebate and fees (S1§9/1 S1§9/13)', async () => {
    const line = { barcode: await chain.stock(), rebate: 90, workFee: 10, piceWorkFee: 5 };
    // 2238 × 90 % + 3.215 g × 10 + 5 = 2014.20 + 32.15 + 5.00
    const sum = 2051.35;
    const id = await created([{ ...line, rebateFee: 2014.2, factSellFee: sum }], { ...paid(sum), amount: sum });
    expect(await chain.record(PATH, id)).toMatchObject({ amount: sum, factFee: sum });
  });
  test('by the gram (S1§9/1 S1§9/13)', async () => {
    const barcode = await chain.stock();
    // 600 × (3.215 − 0.015) g; the piece's own work fee of 20 per gram
    const sum = 1920 + 64;
    const line = {
      barcode,
      todayGoldCost: 600,
      cutDown: -0.015,
      sellGoldWeight: 3.2,
      sellPrice: 1920,
      factSellFee: sum,
    };
    const id = await created([line], paid(sum));
    const kept = { tagPrice: TAG_PRICE, gramShare: expect.any(Number) as number };
    expect(await chain.record(PATH, id)).toMatchObject({ amount: sum, sellGoodsList: [kept] });
  });
  test('what does not agree is named with both numbers (S1§9/1)', async () => {
    const barcode = await chain.stock();
    const message = await refused('sellGoodsList.0.factSellFee', [{ barcode, factSellFee: 1 }]);
    expect(message).toBe('实售金额与系统计算不一致：提交1.00，应为2238.00');
    await refused('sellGoodsList.0.sellPrice', [{ barcode, sellPrice: 5 }]);
    await refused('sellGoodsList.0.cutDown', [{ barcode, cutDown: -4 }]);
    await refused('amount', [{ barcode }], { amount: 5 });
    await refused('payableFee', [{ barcode }], { payableFee: 5 });
    await refused('changeFee', [{ barcode }], { changeFee: 5 });
    expect(await chain.free(barcode)).toBe(1);
  });
});

describe('payments', () => {
  test('sum to what was paid, with methods that exist (S1§5/2 S1§5/15)', async () => {
    const barcode = await chain.stock();
    expect(await refused('sellBalanceList', [{ barcode }], { sellBalanceList: [], factFee: TAG_PRICE })).toBe(
      '请在支付方式中输入至少一种结算金额！',
    );
    await refused('factFee', [{ barcode }], { factFee: TAG_PRICE, ...paid(1) });
    await refused('sellBalanceList.0.balance', [{ barcode }], {
      sellBalanceList: [{ balance: '贝壳', amount: TAG_PRICE }],
    });
  });
  test('rounding up to the limit, beyond it with a right (S1§5/3)', async () => {
    await chain.app.addUser({ username: 'seller', roleIds: [4] });
    const token = await chain.app.signIn('seller');
    const barcode = await chain.stock();
    const at = (amount: number) =>
      chain.app.post(PATH, chain.sale([{ barcode }], { factFee: amount, seller: 'seller', ...paid(amount) }), {
        token,
      });
    const beyond = await at(TAG_PRICE - 10.01);
    expect(beyond.status).toBe(422);
    expect(beyond.body.msg).toBe('实付金额与应付金额相差10.01元，超过抹零上限10.00元');
    expect((await at(TAG_PRICE - 10)).status).toBe(200);
    const lower = { factFee: 2000, seller: 'seller', ...paid(2000) };
    const other = await chain.stock();
    const allowed = Number((await create([{ barcode: other }], lower)).body.data);
    const again = (change: object) =>
      chain.app.put(`${PATH}/${allowed}`, chain.sale([{ barcode: other }], { ...lower, ...change }), { token });
    expect(await again({ remark: '周六来取' })).toMatchObject({ status: 200 });
    expect(await again({ factFee: 1999, ...paid(1999) })).toMatchObject({ status: 422 });
  });
  test('have the sign of the bill, whatever right one has (S1§5/2)', async () => {
    const barcode = await chain.stock();
    const mixed = (...amounts: number[]) => ({
      factFee: amounts.reduce((sum, amount) => sum + amount, 0),
      sellBalanceList: amounts.map((amount, index) => ({ balance: index === 0 ? '现金' : '微信', amount })),
    });
    expect(await refused('factFee', [{ barcode }], mixed(-150, 50))).toBe('实付金额不能小于0');
    expect(await refused('sellBalanceList.1.amount', [{ barcode }], mixed(1_000_000, TAG_PRICE - 1_000_000))).toBe(
      '第1行“金额”：不能超过实付金额2238.00元',
    );
    await refused('sellBalanceList.0.amount', [{ barcode }], mixed(-1, TAG_PRICE + 1));
    await refused('factFee', [{ barcode }], { factFee: 100, sellBalanceList: [{ balance: '现金', amount: -150 }] });
    await refused('sellBalanceList', [{ barcode }], { factFee: -100, sellBalanceList: [] });
    expect(await chain.free(barcode)).toBe(1);
  });
});

test('what the form asks for (S1§5/1 S1§5/17)', async () => {
  const barcode = await chain.stock();
  expect(await refused('sellGoodsList', [])).toBe('五个列表中至少需要一个有数据！');
  expect(await refused('customerId', [{ barcode }], { customerId: null })).toBe('客户名称不能为空');
  expect(await refused('customerId', [{ barcode }], { customerId: 999_999 })).toBe('客户不存在');
  expect(await refused('seller', [{ barcode }], { seller: '' })).toBe('请选择销售员');
  expect(await refused('seller', [{ barcode }], { seller: '没有此人' })).toBe('销售员不存在或已停用');
  expect(await refused('printTemplate', [{ barcode }], { printTemplate: '没有的模板' })).toBe('打印模板不存在');
  expect(await refused('sellGiftList.0.barcode', [{ barcode }], { sellGiftList: [{}] })).toContain('条码');
  expect(await refused('sellGoodsList.1.barcode', [{ barcode }, { barcode }])).toBe(
    '列表已存在此首饰，请不要重复输入！',
  );
});

test('rights: shop, day, cost (S1§4/3 S1§6/75)', async () => {
  await chain.app.addUser({ username: 'there', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('there');
  const barcode = await chain.stock();
  expect((await chain.app.post(PATH, chain.sale([{ barcode }]), { token })).status).toBe(403);
  const id = await created([{ barcode }], { sellAt: addDays(chain.today, -3) });
  expect((await chain.audit(PATH, [id], { token })).status).toBe(403);
  await chain.app.addUser({ username: 'here', roleIds: [3], lockShops: [chain.home] });
  const here = await chain.app.signIn('here');
  expect(await chain.app.put(`${PATH}/${id}`, chain.sale([{ barcode }]), { token: here })).toMatchObject({
    status: 403,
    body: { msg: '只能修改当天的销售单' },
  });
  expect((await chain.app.put(`${PATH}/${id}`, chain.sale([{ barcode }]))).status).toBe(200);
});

test('ten clicks are one sale (S1§4/5)', async () => {
  const barcode = await chain.stock();
  const body = chain.sale([{ barcode }]);
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () => chain.app.post(PATH, body, { key: `sell-${barcode}` })),
  );
  expect(new Set(clicks.map((reply) => `${reply.status} ${String(reply.body.data)}`)).size).toBe(1);
  expect(clicks[0]?.status).toBe(200);
});
