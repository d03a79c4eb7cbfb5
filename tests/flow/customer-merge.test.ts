/** Two records of one person become one, and apart again (R50, R95). */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceDesk, createBalances } from '../../services/balance/balances.ts';
import { pendingOf } from '../../services/points/live-checks.ts';
import { finishMerges } from '../../services/points/merging.ts';
import { createPoints } from '../../services/points/points.ts';
import type { Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

let last = 13_800_100_000;
const customer = async (name: string): Promise<number> => {
  const reply = await chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const correct = (customerId: number, points: number): Promise<Reply> =>
  chain.app.post('/base-customer/points', { customerId, points, reason: '补录' });
const merge = (keepId: number, mergeId: number): Promise<Reply> =>
  chain.app.post('/base-customer/merge', { keepId, mergeId, reason: '同一人' });
const part = (keepId: number, mergeId: number): Promise<Reply> =>
  chain.app.post('/base-customer/unmerge', { keepId, mergeId, reason: '不是同一人' });
const usable = async (id: number): Promise<unknown> => (await chain.record('/base-customer', id))['usablePoints'];
const listed = async (name: string): Promise<readonly number[]> => {
  const reply = await chain.app.get(`/base-customer?name=${encodeURIComponent(name)}`);
  return (reply.body.data as { list: readonly { id: number }[] }).list.map(({ id }) => id);
};
const kinds = async (id: number): Promise<readonly unknown[]> => {
  const { list } = (await chain.app.get(`/base-customer/${id}/points`)).body.data as {
    list: readonly { kind: string; points: number; balance: number }[];
  };
  return list.map(({ kind, points, balance }) => [kind, points, balance]);
};

test('points go over and come back, lists show one, and a later save goes to the one that stays (S1§2.9/4)', async () => {
  const [keep, other] = [await customer('合并甲'), await customer('合并乙')];
  await correct(keep, 10);
  await correct(other, 30);
  const sold = Number(
    (await chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId: other }))).body
      .data,
  );
  await chain.audit('/biz-sell', [sold]);
  expect(await merge(keep, other)).toMatchObject({ status: 200, body: { msg: '客户已合并' } });
  expect([await usable(keep), await usable(other)]).toEqual([40, 0]);
  expect(await listed('合并')).toEqual([keep]);
  expect(await chain.record('/base-customer', other)).toMatchObject({ status: '1', mergedInto: keep });
  expect(await chain.record('/base-customer', keep)).toMatchObject({ amount: 2238, mergedInto: null });
  expect(await kinds(other)).toEqual([
    ['合并转出', -30, 0],
    ['手工调整', 30, 30],
  ]);
  expect((await chain.app.get(`/base-customer/${keep}/merged`)).body.data).toMatchObject([
    { id: other, name: '合并乙', points: 30, reason: '同一人' },
  ]);
  const later = await chain.app.post(
    '/biz-sell',
    chain.sale([{ barcode: await chain.stock() }], { customerId: other }),
  );
  expect(later.status).toBe(200);
  expect(later.body.msg).toContain('客户合并乙已合并，单据记在合并甲名下');
  expect(await chain.record('/biz-sell', Number(later.body.data))).toMatchObject({ customerId: keep });
  expect(await part(keep, other)).toMatchObject({ status: 200, body: { msg: '已撤销合并' } });
  expect([await usable(keep), await usable(other)]).toEqual([10, 30]);
  expect(await listed('合并')).toEqual([other, keep]);
  expect(await chain.record('/base-customer', other)).toMatchObject({ status: '2', mergedInto: null });
  expect((await kinds(other))[0]).toEqual(['撤销合并转回', 30, 30]);
  expect((await part(keep, other)).body.msg).toBe('这两位客户没有合并，或已撤销');
});

test('what the one that went had bought comes back from the one that stays, and its lists tell of both (S1§2.9/1)', async () => {
  const [keep, other] = [await customer('退货甲'), await customer('退货乙')];
  const sell = async (customerId: number): Promise<readonly [id: number, barcode: string]> => {
    const barcode = await chain.stock();
    const reply = await chain.app.post('/biz-sell', chain.sale([{ barcode }], { customerId }));
    expect(reply.status, reply.text).toBe(200);
    await chain.audit('/biz-sell', [Number(reply.body.data)]);
    return [Number(reply.body.data), barcode];
  };
  const [sale, barcode] = await sell(other);
  const [taken] = await sell(other);
  expect((await merge(keep, other)).status).toBe(200);
  type Rows = readonly Record<string, unknown>[];
  const rowsOf = (reply: Reply): Rows => {
    expect(reply.status, reply.text).toBe(200);
    const { list } = reply.body.data as { list: Rows | { list: Rows } };
    return 'list' in list ? list.list : list;
  };
  const ids = async (path: string): Promise<readonly unknown[]> =>
    rowsOf(await chain.app.get(path)).map((row) => row['rawSellId'] ?? row['id']);
  expect(await ids(`/biz-sell/customerBuy?shopId=${chain.home}&sellAt=${chain.today}&customerId=${keep}`)).toEqual([
    taken,
    sale,
  ]);
  expect(await ids(`/biz-sell?customerId=${keep}`)).toEqual([taken, sale]);
  const lines = await chain.app.get(`/report-sell-detail?customerId=${keep}`);
  expect((lines.body.data as { list: unknown }).list).toMatchObject({ sellFee: 2 * 2238 });
  const returning = {
    sellChangeList: [{ rawSellId: sale, barcode }],
    sellBalanceList: [{ balance: '现金', amount: -2238 }],
  };
  const reply = await chain.app.post('/biz-sell', chain.sale([], { customerId: keep, ...returning }));
  expect(reply.status, reply.text).toBe(200);
  const id = Number(reply.body.data);
  await chain.audit('/biz-sell', [id]);
  expect(await chain.free(barcode)).toBe(1);
  // Another customer's piece is still nobody else's.
  const stranger = await chain.app.post(
    '/biz-sell',
    chain.sale([], { customerId: await customer('退货丙'), sellChangeList: [{ rawSellId: taken, barcode: 'X' }] }),
  );
  expect(stranger.status).toBe(422);
  // An order of before, taken back after the merge, is corrected under the one that stays.
  expect((await chain.unaudit('/biz-sell', [taken])).status).toBe(200);
  const stood = await chain.record('/biz-sell', taken);
  const edited = await chain.app.put(`/biz-sell/${taken}`, { ...stood, remark: '改备注' });
  expect(edited.status, edited.text).toBe(200);
  expect(await chain.record('/biz-sell', taken)).toMatchObject({ customerId: keep, remark: '改备注' });
});

test('what the one that stays brought back of the other’s purchase goes back to the other with its sale: nobody’s total turns negative', async () => {
  const [keep, other] = [await customer('退回甲'), await customer('退回乙')];
  const sums = async (): Promise<unknown[]> => {
    const rows = [await chain.record('/base-customer', keep), await chain.record('/base-customer', other)];
    return rows.map(({ amount, paidAmount }) => [amount, paidAmount]);
  };
  const order = async (body: object): Promise<number> => {
    const reply = await chain.app.post('/biz-sell', body);
    expect(reply.status, reply.text).toBe(200);
    expect((await chain.audit('/biz-sell', [Number(reply.body.data)])).status).toBe(200);
    return Number(reply.body.data);
  };
  const barcode = await chain.stock();
  const sale = await order(chain.sale([{ barcode }], { customerId: other }));
  expect((await merge(keep, other)).status).toBe(200);
  await order(
    chain.sale([], {
      customerId: keep,
      sellChangeList: [{ rawSellId: sale, barcode }],
      sellBalanceList: [{ balance: '现金', amount: -2238 }],
    }),
  );
  await order(chain.sale([{ barcode: await chain.stock() }], { customerId: keep }));
  const together = [2238, 2238];
  expect((await sums())[0]).toEqual(together);
  expect((await part(keep, other)).status).toBe(200);
  expect(await sums()).toEqual([together, [0, 0]]);
  // Parted twice it counts once.
  expect((await merge(keep, other)).status).toBe(200);
  expect((await sums())[0]).toEqual(together);
  expect((await part(keep, other)).status).toBe(200);
  expect(await sums()).toEqual([together, [0, 0]]);
});

test('a refund that was taken back is pending: it keeps its money and blocks the merge until it is deleted', async () => {
  const [keep, other] = [await customer('退款甲'), await customer('退款乙')];
  const deposit = async (kind: string, amount: number): Promise<number> => {
    const place = { customerId: other, shopId: chain.home, depositAt: chain.today, account: '定金', seller: 'admin' };
    const reply = await chain.app.post('/biz-deposit', { ...place, kind, amount });
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  const has = async (id: number): Promise<unknown> => {
    const { data } = (await chain.app.get(`/base-customer/${id}/balance`)).body as { data: unknown };
    return (data as { account: string }[]).find(({ account }) => account === '定金');
  };
  await deposit('1', 600);
  const refund = await deposit('2', 200);
  const paid = await deposit('1', 50);
  for (const id of [refund, paid]) expect((await chain.unaudit('/biz-deposit', [id])).status).toBe(200);
  expect(await has(other)).toMatchObject({ balance: 600, held: 200, usable: 400 });
  const blocked = await merge(keep, other);
  expect(blocked).toMatchObject({ status: 409, body: { msg: `被合并的客户还有未审核的单据：CZ${refund}、CZ${paid}` } });
  expect((await chain.app.del('/biz-deposit', { ids: [refund] })).status).toBe(200);
  expect(await has(other)).toMatchObject({ balance: 600, held: 0, usable: 600 });
  expect((await merge(keep, other)).status).toBe(409);
  expect((await chain.app.del('/biz-deposit', { ids: [paid] })).status).toBe(200);
  expect((await merge(keep, other)).status).toBe(200);
  expect(await has(keep)).toMatchObject({ balance: 600, held: 0 });
});

test('old gold and repairs of the one that went are found by the one that stays, in every report', async () => {
  const [keep, other] = [await customer('旧料甲'), await customer('旧料乙')];
  const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 2, cost: 600, remark: '旧戒指' };
  const clean = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, price: 1200, remark: '改圈' };
  const body = { customerId: other, sellRecycleList: [old], sellCleanList: [clean], sellBalanceList: [] };
  const reply = await chain.app.post('/biz-sell', chain.sale([], body));
  expect(reply.status, reply.text).toBe(200);
  expect((await chain.audit('/biz-sell', [Number(reply.body.data)])).status).toBe(200);
  expect((await merge(keep, other)).status).toBe(200);
  const ofKeep = async (path: string) =>
    (await chain.app.get(`${path}?customerId=${keep}`)).body.data as { count: number; list: object };
  expect(await ofKeep('/report-sell-detail')).toMatchObject({ count: 2, list: { recycleFee: 1200, cleanFee: 1200 } });
  expect(await ofKeep('/report-sell-recycle')).toMatchObject({ count: 1, list: { price: 1200 } });
  expect(await ofKeep('/report-sell-clean')).toMatchObject({ count: 1, list: { price: 1200 } });
});

test('points find their owner: a merged record takes none by hand, and none come back to it', async () => {
  const [keep, other] = [await customer('积分甲'), await customer('积分乙')];
  await correct(other, 50);
  const barcode = `ZP-M${other}`;
  const gift = { shopId: chain.home, inGiftAt: chain.today, barcode, goodsName: '红绳', num: 3, cost: 2, price: 29 };
  const stockIn = Number((await chain.app.post('/biz-gift-in', { ...gift, rebateInte: 20 })).body.data);
  expect((await chain.audit('/biz-gift-in', [stockIn])).status).toBe(200);
  const line = { barcode, num: 1, rebateInte: 20, price: 0 };
  const spent = await chain.app.post(
    '/biz-sell',
    chain.sale([], { customerId: other, sellGiftList: [line], sellBalanceList: [] }),
  );
  expect(spent.status, spent.text).toBe(200);
  const id = Number(spent.body.data);
  expect((await chain.audit('/biz-sell', [id])).status).toBe(200);
  expect((await merge(keep, other)).status).toBe(200);
  const gone = '该客户已合并到其他客户，积分已转走，请先撤销合并';
  expect(await correct(other, 5)).toMatchObject({ status: 409, body: { msg: gone } });
  expect(await chain.unaudit('/biz-sell', [id])).toMatchObject({ status: 409 });
  expect([await usable(keep), await usable(other)]).toEqual([30, 0]);
  expect((await part(keep, other)).status).toBe(200);
  expect((await chain.unaudit('/biz-sell', [id])).status).toBe(200);
  expect((await chain.app.del('/biz-sell', { ids: [id] })).status).toBe(200);
  expect([await usable(keep), await usable(other)]).toEqual([0, 50]);
});

test('whoever was erased is joined to nobody, and comes back from no merge', async () => {
  const erase = (id: number): Promise<Reply> => chain.app.post(`/base-customer/${id}/erase`, { reason: '本人要求' });
  const [keep, other, third] = [await customer('注销甲'), await customer('注销乙'), await customer('注销丙')];
  expect((await merge(keep, other)).status).toBe(200);
  expect((await erase(keep)).status).toBe(200);
  expect((await part(keep, other)).body).toMatchObject({ code: 409, msg: '客户已注销，不能撤销合并' });
  expect(await chain.record('/base-customer', other)).toMatchObject({ status: '1', mergedInto: keep });
  expect((await merge(third, keep)).body.msg).toBe('已注销的客户不能合并');
});

test('pending documents of the one that goes are in the way, by name (S1§2.9/4)', async () => {
  const [keep, other] = [await customer('等待甲'), await customer('等待乙')];
  const id = Number(
    (await chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId: other }))).body
      .data,
  );
  const refused = await merge(keep, other);
  expect(refused).toMatchObject({ status: 409, body: { msg: `被合并的客户还有未审核的单据：XS${id}` } });
  expect(await chain.record('/base-customer', other)).toMatchObject({ status: '2', mergedInto: null });
  await chain.audit('/biz-sell', [id]);
  const deleted = await chain.app.post(
    '/biz-sell',
    chain.sale([{ barcode: await chain.stock() }], { customerId: other }),
  );
  expect((await chain.app.del('/biz-sell', { ids: [deleted.body.data] })).status).toBe(200);
  expect(await merge(keep, other)).toMatchObject({ status: 200 });
});

/** As a crash leaves it behind its first transaction, and as the next start takes it up. */
const brokenOff = async (id: number, keepId: number, mergeId: number): Promise<void> => {
  const { master: pool, store } = chain.app.house.deps;
  await pool.query(sql.unsafe`
    INSERT INTO master.customer_merge (id, keep_id, merge_id, reason, status_before, step, by_id, by_name, at)
    VALUES (${id}, ${keepId}, ${mergeId}, '同一人', '2', 'merging', 1, '管理员', now())`);
  await pool.query(
    sql.unsafe`UPDATE master.customer SET status = '1', merged_into = ${keepId}::bigint WHERE id = ${mergeId}::bigint`,
  );
  const [points, balances] = [createPoints({ store }), balanceDesk(createBalances({ store }))];
  const changed = () => chain.app.house.deps.lookup.forget();
  await finishMerges({ pool, points, balances, changed, pendingOf: (one) => pendingOf(pool, one) }, () => new Date());
};
test('a merge that a crash broke off ends as it would have: undone where a document of the one that goes waits', async () => {
  const [keep, busy, idle] = [await customer('断合甲'), await customer('断合乙'), await customer('断合丙')];
  await correct(busy, 10);
  await correct(idle, 20);
  const order = chain.sale([{ barcode: await chain.stock() }], { customerId: busy });
  const pending = Number((await chain.app.post('/biz-sell', order)).body.data);
  await brokenOff(900_001, keep, busy);
  expect(await chain.record('/base-customer', busy)).toMatchObject({ status: '2', mergedInto: null, usablePoints: 10 });
  expect((await merge(keep, busy)).body.msg).toContain(`XS${pending}`);
  await brokenOff(900_002, keep, idle);
  expect(await chain.record('/base-customer', idle)).toMatchObject({ status: '1', mergedInto: keep, usablePoints: 0 });
  expect(await usable(keep)).toBe(20);
});

test('points that came over and were spent keep the two together (S1§2.9/4)', async () => {
  const [keep, other] = [await customer('花掉甲'), await customer('花掉乙')];
  await correct(other, 30);
  await merge(keep, other);
  await correct(keep, -20);
  const refused = await part(keep, other);
  expect(refused.status).toBe(409);
  expect(refused.body.msg).toContain('转来的积分已被使用，不能撤销合并：可用10，需要30');
  expect(await chain.record('/base-customer', other)).toMatchObject({ status: '1', mergedInto: keep });
  await correct(keep, 20);
  expect((await part(keep, other)).status).toBe(200);
  expect(await usable(other)).toBe(30);
});

test('two tills merge one customer into two others: one of them does (S1§2.9/4)', async () => {
  const [one, another, other] = [await customer('并发甲'), await customer('并发乙'), await customer('并发丙')];
  await correct(other, 7);
  const both = await Promise.all([merge(one, other), merge(another, other)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(Number(await usable(one)) + Number(await usable(another)) + Number(await usable(other))).toBe(7);
});

test('whoever is merged, disabled, 散客 or oneself is refused, and so is who has no right (S1§3/4)', async () => {
  const [keep, other, third] = [await customer('规则甲'), await customer('规则乙'), await customer('规则丙')];
  expect((await merge(keep, keep)).body.msg).toBe('不能与自己合并');
  const [walkIn = 0] = await listed('散客');
  expect((await merge(keep, walkIn)).body.msg).toBe('散客不能合并');
  expect((await merge(keep, 999_999)).body.msg).toBe('被合并的客户不存在');
  expect((await merge(keep, other)).status).toBe(200);
  expect((await merge(third, other)).body.msg).toBe('客户规则乙已合并到其他客户');
  expect((await merge(third, keep)).body.msg).toBe('已有客户合并到规则甲，请先撤销那次合并');
  expect((await merge(other, third)).body.msg).toContain('规则乙已停用');
  expect((await chain.app.del('/base-customer', { ids: [other] })).status).toBe(409);
  expect((await chain.app.del('/base-customer', { ids: [keep] })).status).toBe(409);
  const edited = await chain.app.put(`/base-customer/${other}`, { name: '规则乙', mobile: '13811112222', status: '2' });
  expect(edited).toMatchObject({ status: 409, body: { msg: '该客户已合并到其他客户，请先撤销合并' } });
  await chain.app.addUser({ username: 'merger', roleIds: [await roleWith(chain.app, ['base:baseCustomer:edit'])] });
  const token = await chain.app.signIn('merger');
  const body = { keepId: keep, mergeId: third, reason: '试' };
  expect((await chain.app.post('/base-customer/merge', body, { token })).status).toBe(403);
});
