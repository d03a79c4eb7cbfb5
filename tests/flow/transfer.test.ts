/** Transfers over HTTP (S0§4, §5; R2–R8, R12, R13, R40). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/biz-allocate';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const create = (...call: Parameters<Chain['transfer']>): Promise<Reply> =>
  chain.app.post(PATH, chain.transfer(...call));
const created = async (...call: Parameters<Chain['transfer']>): Promise<number> => {
  const reply = await create(...call);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const fieldsOf = (reply: Reply): unknown =>
  (reply.body.data as { fields?: unknown } | null)?.fields ?? reply.body['fields'];

test('save holds, audit moves at the transfer price, 反审核 brings back and holds, deletion frees (S0§2/25 S0§7/12)', async () => {
  const barcode = await chain.stock();
  const id = await created([{ barcode, inPrice: 1900 }]);
  expect(await chain.free(barcode)).toBe(null);
  expect((await chain.lookup(barcode)).body.msg).toContain(`已被DB${id}占用`);
  expect(await chain.record(PATH, id)).toMatchObject({ id, auditFlag: 1 });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 2 });
  const there = (await chain.lookup(barcode, chain.away)).body.data as Record<string, unknown>;
  expect(there).toMatchObject({ num: 1, piceCost: 1900 });
  expect((await chain.lookup(barcode)).body.msg).toContain('南山店');
  const row = await chain.record('/biz-goods-in', Number(there['id']));
  expect(row).toMatchObject({ barcode, shopId: chain.away, billType: '2', piceCost: 1900 });
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 1 });
  expect((await chain.lookup(barcode)).body.msg).toContain(`已被DB${id}占用`);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await chain.free(barcode)).toBe(1);
  expect((await chain.app.put(`${PATH}/${id}`, chain.transfer([{ barcode }]))).body.msg).toBe('单据已删除');
});

describe('what the form says is said by the server too, in order', () => {
  test('header (S0§5/12)', async () => {
    expect((await create([])).body.msg).toBe('请输入要调拨的首饰！');
    const barcode = await chain.stock();
    expect((await create([{ barcode }], { inShopId: null })).body.msg).toBe('调入分店编号不能为空');
    expect(await create([{ barcode }], { inShopId: chain.home })).toMatchObject({
      status: 422,
      body: { msg: '调入和调出分店不能一样！' },
    });
    expect((await create([{ barcode }], { inShopId: 999_999 })).body.msg).toBe('调入分店不存在');
  });
  test('lines (S0§5/13)', async () => {
    const barcode = await chain.stock();
    expect((await create([{ barcode }, { barcode }])).body.msg).toBe('列表已存在此首饰，请不要重复输入！');
    expect((await create([{ barcode, inNum: 0 }])).body.msg).toBe('调入数量不能为0！');
    expect((await create([{ barcode, inNum: 2 }])).body.msg).toBe('调入数量不能大于库存数量！');
    const unknown = await create([{ barcode }, { barcode: 'NOSUCH99' }]);
    expect(unknown.status).toBe(404);
    expect(JSON.stringify(unknown.body)).toContain('bizGoodsList.1.barcode');
    const other = (await chain.lookup(await chain.stock())).body.data as { id: number };
    const wrongId = await create([{ barcode, outGoodsId: other.id }]);
    expect(wrongId.status).toBe(422);
    expect(JSON.stringify(fieldsOf(wrongId) ?? wrongId.body)).toContain('bizGoodsList.0.outGoodsId');
    expect(await chain.free(barcode)).toBe(1);
  });
  test('audited is final, and audit comes once (S0§4/1)', async () => {
    const barcode = await chain.stock();
    const id = await created([{ barcode }]);
    await chain.audit(PATH, [id]);
    const edit = await chain.app.put(`${PATH}/${id}`, chain.transfer([{ barcode }]));
    expect(edit).toMatchObject({ status: 409, body: { msg: '已审核的单据不能修改' } });
    expect(await chain.app.del(PATH, { ids: [id] })).toMatchObject({
      status: 409,
      body: { msg: '已审核的单据不能删除' },
    });
    expect((await chain.audit(PATH, [id])).status).toBe(409);
    expect((await chain.app.put(`${PATH}/unaudit/${id}`, { ids: [id], reason: '' })).status).toBe(422);
  });
});

test('an edit holds what is new and frees what fell away; lots move in part (S0§7/12)', async () => {
  const lot = await chain.stock({ num: 5 });
  const [left, right] = [await chain.stock(), await chain.stock()];
  const id = await created([{ barcode: lot, inNum: 3 }, { barcode: left }]);
  expect(await chain.free(lot)).toBe(2);
  const edited = await chain.app.put(`${PATH}/${id}`, chain.transfer([{ barcode: right }, { barcode: lot, inNum: 3 }]));
  expect(edited).toMatchObject({ status: 200 });
  expect([await chain.free(left), await chain.free(right), await chain.free(lot)]).toEqual([1, null, 2]);
  await chain.audit(PATH, [id]);
  expect([await chain.free(lot), await chain.free(lot, chain.away)]).toEqual([2, 3]);
});

test('a taken piece refuses the edit and the version before stands', async () => {
  const [mine, taken] = [await chain.stock(), await chain.stock()];
  const id = await created([{ barcode: mine }]);
  const other = await created([{ barcode: taken }]);
  const refused = await chain.app.put(`${PATH}/${id}`, chain.transfer([{ barcode: mine }, { barcode: taken }]));
  expect(refused.status).toBe(409);
  expect(refused.body.msg).toContain(`已被DB${other}占用`);
  await chain.audit(PATH, [id]);
  expect(await chain.free(mine, chain.away)).toBe(1);
});

test('a stale edit is refused', async () => {
  const barcode = await chain.stock();
  const id = await created([{ barcode }]);
  const seen = (await chain.app.get(`${PATH}/${id}`)).headers.get('etag') ?? '';
  expect(seen).not.toBe('');
  const save = (remark: string) =>
    chain.app.put(`${PATH}/${id}`, chain.transfer([{ barcode }], { remark }), { headers: { 'if-match': seen } });
  expect((await save('先')).status).toBe(200);
  expect(await save('后')).toMatchObject({ status: 412, body: { msg: '别人已修改，请刷新后再保存' } });
});

test('ten clicks are one transfer; another body under that key is refused', async () => {
  const barcode = await chain.stock();
  const body = chain.transfer([{ barcode }]);
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () => chain.app.post(PATH, body, { key: `click-${barcode}` })),
  );
  expect(new Set(clicks.map((reply) => `${reply.status} ${String(reply.body.data)}`)).size).toBe(1);
  expect(clicks[0]?.status).toBe(200);
  const other = await chain.app.post(PATH, { ...body, remark: '别的' }, { key: `click-${barcode}` });
  expect(other.status).toBe(409);
});

test('bulk audit is all or nothing and names who fails', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 2; count += 1) ids.push(await created([{ barcode: await chain.stock() }]));
  const gone = await created([{ barcode: await chain.stock() }]);
  await chain.app.del(PATH, { ids: [gone] });
  const refused = await chain.audit(PATH, [...ids, gone]);
  expect(refused).toMatchObject({ status: 409, body: { msg: `DB${gone}：单据已删除` } });
  expect(await chain.record(PATH, ids[0] ?? 0)).toMatchObject({ auditFlag: 1 });
  expect((await chain.audit(PATH, ids)).status).toBe(200);
  expect(await chain.record(PATH, ids[1] ?? 0)).toMatchObject({ auditFlag: 2 });
});

describe('who may', () => {
  test('dates: 45 days back, none forward; another day is edited with a right only (S0§4/4 S0§6/32)', async () => {
    await chain.app.addUser({ username: 'keeper', roleIds: [5] });
    await chain.app.addUser({ username: 'boss', roleIds: [2] });
    const [keeper, boss] = [await chain.app.signIn('keeper'), await chain.app.signIn('boss')];
    const barcode = await chain.stock();
    const on = (allocateAt: string, token: string) =>
      chain.app.post(PATH, chain.transfer([{ barcode }], { allocateAt }), { token });
    expect((await on(addDays(chain.today, 1), keeper)).status).toBe(422);
    expect((await on(addDays(chain.today, -46), keeper)).status).toBe(422);
    const saved = await on(addDays(chain.today, -45), keeper);
    expect(saved.status).toBe(200);
    const edit = (token: string) =>
      chain.app.put(`${PATH}/${String(saved.body.data)}`, chain.transfer([{ barcode }]), { token });
    expect(await edit(keeper)).toMatchObject({ status: 403, body: { msg: '只能修改当天的调拨单' } });
    expect((await edit(boss)).status).toBe(200);
  });
  test('locked shops: the sender saves, the receiver may audit', async () => {
    await chain.app.addUser({ username: 'there', roleIds: [2], lockShops: [chain.away] });
    const token = await chain.app.signIn('there');
    const barcode = await chain.stock();
    expect((await chain.app.post(PATH, chain.transfer([{ barcode }]), { token })).status).toBe(403);
    const id = await created([{ barcode }]);
    expect((await chain.app.del(PATH, { ids: [id] }, { token })).status).toBe(403);
    expect((await chain.audit(PATH, [id], { token })).status).toBe(200);
  });
  test('prices from a user without the right to costs are not taken', async () => {
    await chain.app.addUser({ username: 'manager', roleIds: [3] });
    const token = await chain.app.signIn('manager');
    const barcode = await chain.stock();
    const reply = await chain.app.post(PATH, chain.transfer([{ barcode, inPrice: 1 }]), { token });
    expect(reply).toMatchObject({ status: 200 });
    await chain.audit(PATH, [Number(reply.body.data)]);
    expect((await chain.lookup(barcode, chain.away)).body.data).toMatchObject({ piceCost: 1800.4 });
  });
});
