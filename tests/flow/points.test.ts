/** Points: rules, what a sale earns, the ledger, corrections (S1§2.10, §5, §7; R16, R21, R46, R47, R82, R84, R85). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const RULE = { type: '戒指', style: '四爪', fineness: '', amount: 100, status: '2' };
const rule = (change: Record<string, unknown> = {}): Promise<Reply> =>
  chain.app.post('/base-points', { ...RULE, ...change });
const idOf = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
const query = (values: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
const fitting = async (values: Record<string, string | number>) =>
  (await chain.app.get(`/base-points/get-points?${query(values)}`)).body;
const customer = async (mobile: string): Promise<number> =>
  idOf(chain.app.post('/base-customer', { name: `客户${mobile.slice(-4)}`, mobile, status: '2' }));
const pointsOf = async (id: number) => {
  const record = await chain.record('/base-customer', id);
  return ['amountPoints', 'usablePoints', 'usedPoints', 'heldPoints'].map((name) => record[name]);
};
type LedgerPage = { readonly count: number; readonly list: readonly Readonly<Record<string, unknown>>[] };
const ledger = async (id: number): Promise<LedgerPage> =>
  (await chain.app.get(`/base-customer/${id}/points`)).body.data as LedgerPage;
/** A ring of those that earn, of its own style. */
const ring = (style: string) => chain.stock({ type: '戒指', style, fineness: '足金' });

describe('rules', () => {
  test.each([
    [{ type: '' }, 'type', '首饰类别不能为空'],
    [{ amount: '' }, 'amount', '销售金额不能为空'],
    [{ amount: undefined }, 'amount', '销售金额不能为空'],
    [{ style: '', fineness: '' }, 'style', '首饰款式和首饰成色至少需要选择一种！'],
    [{ amount: -1 }, 'amount', '不能小于0'],
    [{ amount: 1.234 }, 'amount', '最多2位小数'],
    [{ customerPoint: 1.5 }, 'customerPoint', '请输入整数'],
    [{ sellerPoint: -1 }, 'sellerPoint', '不能小于0'],
    [{ style: '没有的款式' }, 'style', '首饰款式不存在'],
    [{ status: '' }, 'status', '状态不能为空'],
  ])('%j is refused at its field (S1§5/26)', async (change, field, message) => {
    const { status, body } = await rule(change);
    expect(status).toBe(422);
    expect(JSON.stringify(body.data ?? body)).toContain(`"${field}"`);
    expect(JSON.stringify(body)).toContain(message);
  });

  test('are created with their defaults; two enabled ones with the same keys are not (S1§2.10/1 S1§7/19)', async () => {
    const id = await idOf(rule({ style: '群镶', customerPoint: 8 }));
    expect(await chain.record('/base-points', id)).toMatchObject({
      pointSort: 0,
      amount: 100,
      customerPoint: 8,
      sellerPoint: 0,
      discount: 100,
      status: '2',
    });
    const again = await rule({ style: '群镶' });
    expect(again).toMatchObject({ status: 409, body: { msg: `相同类别、款式、成色的启用规则已存在（编号${id}）` } });
    const unsaid = await idOf(rule({ style: '群镶', fineness: '足金', status: undefined }));
    expect(await chain.record('/base-points', unsaid)).toMatchObject({ status: '2' });
    const silent = await chain.app.put(`/base-points/${unsaid}`, {
      ...RULE,
      style: '群镶',
      fineness: '足金',
      status: undefined,
    });
    expect(silent).toMatchObject({ status: 422, body: { data: [{ path: 'status', message: '状态不能为空' }] } });
    const off = await idOf(rule({ style: '群镶', status: '1' }));
    const on = await chain.app.put(`/base-points/${off}`, { ...RULE, style: '群镶', status: '2' });
    expect(on.status).toBe(409);
    expect((await chain.app.del('/base-points', { ids: [id, off] })).status).toBe(200);
  });

  test('a dictionary value that a rule names stays', async () => {
    const id = await idOf(rule({ style: '六爪' }));
    const found = await chain.app.get(
      `/base-dict-data/by-value?${query({ dictType: 'goodsStyle', dictValue: '六爪' })}`,
    );
    const { id: dictId } = found.body.data as { id: number };
    const refused = await chain.app.del('/base-dict-data', { ids: [dictId] });
    expect(refused).toMatchObject({ status: 409, body: { msg: '该数据已有积分规则使用，不能删除' } });
    expect((await chain.app.del('/base-points', { ids: [id] })).status).toBe(200);
  });

  test('get-points answers the best one with msg success, zeros where none fits, and tries an amount (S1§7/2 S1§7/19)', async () => {
    const byStyle = await idOf(rule({ style: '皇冠', customerPoint: 10, sellerPoint: 3, discount: 95 }));
    const both = await idOf(rule({ style: '皇冠', fineness: '足金', customerPoint: 20, sellerPoint: 5 }));
    const crown = { type: '戒指', style: '皇冠', fineness: '足金' };
    expect(await fitting(crown)).toMatchObject({
      msg: 'success',
      data: { id: both, customerPoint: 20, discount: 100 },
    });
    const other = await fitting({ ...crown, fineness: '18K金', amount: 1234.5, rebate: 95 });
    expect(other).toMatchObject({ msg: 'success', data: { id: byStyle, points: 123, sellerPoints: 37 } });
    expect(await fitting({ ...crown, fineness: '18K金', amount: 1234.5, rebate: 94.99 })).toMatchObject({
      data: { points: 0, sellerPoints: 0 },
    });
    expect(await fitting({ ...crown, type: '项链' })).toEqual({
      code: 200,
      msg: 'success',
      data: { id: 0, discount: 0, amount: 0, customerPoint: 0, sellerPoint: 0 },
    });
    expect((await chain.app.del('/base-points', { ids: [byStyle, both] })).status).toBe(200);
  });
});

describe('a sale', () => {
  const earning = { customerPoint: 10, sellerPoint: 3 };
  /** 2238 × 10 ÷ 100, and × 3 ÷ 100, half up. */
  const [EARNED, SELLER] = [224, 67];

  test('earns at audit, by the rule of its save, and gives back at 反审核 (S1§4/31 S1§9/4)', async () => {
    const ruleId = await idOf(rule({ style: '四爪', ...earning }));
    const customerId = await customer('13911110001');
    const barcode = await ring('四爪');
    const id = await idOf(chain.app.post('/biz-sell', chain.sale([{ barcode }], { customerId })));
    expect(await chain.record('/biz-sell', id)).toMatchObject({ points: EARNED, sellerPoints: SELLER });
    expect(await pointsOf(customerId)).toEqual([0, 0, 0, 0]);
    const changed = await chain.app.put(`/base-points/${ruleId}`, { ...RULE, style: '四爪', customerPoint: 1 });
    expect(changed.status).toBe(200);
    const kept = await chain.app.put(`/biz-sell/${id}`, chain.sale([{ barcode }], { customerId, remark: '改备注' }));
    expect(kept.status).toBe(200);
    expect((await chain.audit('/biz-sell', [id])).status).toBe(200);
    expect(await pointsOf(customerId)).toEqual([EARNED, EARNED, 0, 0]);
    expect(await ledger(customerId)).toMatchObject({
      count: 1,
      list: [
        {
          kind: '销售积分',
          points: EARNED,
          balance: EARNED,
          orderNo: `XS${id}`,
          ruleId,
          rule: expect.stringContaining('四爪'),
        },
      ],
    });
    expect((await chain.unaudit('/biz-sell', [id])).status).toBe(200);
    expect(await pointsOf(customerId)).toEqual([0, 0, 0, 0]);
    expect((await ledger(customerId)).list.map(({ kind, points, balance }) => [kind, points, balance])).toEqual([
      ['销售积分（反审核）', -EARNED, 0],
      ['销售积分', EARNED, EARNED],
    ]);
    expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
  });

  test('whose points were spent since is not reversed, and says so; the correction that is missing lets it go (S1§4/18)', async () => {
    const ruleId = await idOf(rule({ style: '四爪', ...earning }));
    const customerId = await customer('13911110002');
    const id = await idOf(chain.app.post('/biz-sell', chain.sale([{ barcode: await ring('四爪') }], { customerId })));
    await chain.audit('/biz-sell', [id]);
    const correct = (points: number) =>
      chain.app.post('/base-customer/points', { customerId, points, reason: '线下兑换' });
    expect(await correct(-100)).toMatchObject({ status: 200, body: { data: { balance: 124, usable: 124 } } });
    const blocked = await chain.unaudit('/biz-sell', [id]);
    expect(blocked.status).toBe(409);
    expect(blocked.body.msg).toBe('不能反审核，本单积分已被使用：可用124，需要224');
    expect(await chain.record('/biz-sell', id)).toMatchObject({ auditFlag: 2 });
    expect((await correct(100)).status).toBe(200);
    expect((await chain.unaudit('/biz-sell', [id])).status).toBe(200);
    expect(await pointsOf(customerId)).toEqual([0, 0, 0, 0]);
    expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
  });

  test('with other points than the server reckons is refused at their fields (S1§9/4)', async () => {
    const ruleId = await idOf(rule({ style: '四爪', ...earning }));
    const barcode = await ring('四爪');
    const wrong = await chain.app.post('/biz-sell', chain.sale([{ barcode, points: 225 }], { points: 225 }));
    expect(wrong).toMatchObject({
      status: 422,
      body: { msg: '积分与系统计算不一致：提交225，应为224' },
    });
    expect(JSON.stringify(wrong.body)).toContain('"sellGoodsList.0.points"');
    const right = await chain.app.post('/biz-sell', chain.sale([{ barcode, points: EARNED }], { points: EARNED }));
    expect(right.status).toBe(200);
    expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
  });

  test('another customer of the same order gets them, and 散客 none; whoever sold gets his either way (S1§3/4)', async () => {
    const ruleId = await idOf(rule({ style: '四爪', ...earning }));
    const [one, another] = [await customer('13911110003'), await customer('13911110004')];
    const barcode = await ring('四爪');
    const id = await idOf(chain.app.post('/biz-sell', chain.sale([{ barcode }], { customerId: one })));
    const moved = await chain.app.put(`/biz-sell/${id}`, chain.sale([{ barcode }], { customerId: another }));
    expect(moved.status).toBe(200);
    await chain.audit('/biz-sell', [id]);
    expect([await pointsOf(one), await pointsOf(another)]).toEqual([
      [0, 0, 0, 0],
      [EARNED, EARNED, 0, 0],
    ]);
    const { list } = (await chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
      list: { id: number; walkIn: boolean }[];
    };
    const [walkIn] = list;
    expect(walkIn).toMatchObject({ walkIn: true });
    const customerId = walkIn?.id ?? 0;
    const given = await chain.app.post('/biz-sell', chain.sale([{ barcode: await ring('四爪') }], { customerId }));
    expect(await chain.record('/biz-sell', await idOf(Promise.resolve(given)))).toMatchObject({
      points: 0,
      sellerPoints: SELLER,
    });
    expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
  });

  test('is one of the customer in two tills at once: both are there (S1§9/4)', async () => {
    const ruleId = await idOf(rule({ style: '四爪', ...earning }));
    const customerId = await customer('13911110005');
    const pieces = await Promise.all([ring('四爪'), ring('四爪'), ring('四爪')]);
    const ids = await Promise.all(
      pieces.map((barcode) => idOf(chain.app.post('/biz-sell', chain.sale([{ barcode }], { customerId })))),
    );
    await Promise.all(ids.map((id) => chain.audit('/biz-sell', [id])));
    expect(await pointsOf(customerId)).toEqual([3 * EARNED, 3 * EARNED, 0, 0]);
    const { list, count } = await ledger(customerId);
    expect(count).toBe(3);
    expect(list.map(({ balance }) => balance)).toEqual([3 * EARNED, 2 * EARNED, EARNED]);
    expect((await chain.app.del('/base-points', { ids: [ruleId] })).status).toBe(200);
  });
});

describe('a correction', () => {
  test('has its right, its reason and its customer; the same click twice is one (S1§2.9/5)', async () => {
    const customerId = await customer('13911110006');
    const body = { customerId, points: 50, reason: '开业赠送' };
    const once = await chain.app.post('/base-customer/points', body, { key: 'fifty' });
    const twice = await chain.app.post('/base-customer/points', body, { key: 'fifty' });
    expect([once.status, twice.status]).toEqual([200, 200]);
    expect(await pointsOf(customerId)).toEqual([50, 50, 0, 0]);
    expect((await ledger(customerId)).list).toMatchObject([
      { kind: '手工调整', points: 50, balance: 50, reason: '开业赠送', orderNo: '', documentId: null },
    ]);
    const refusals = [
      [{ ...body, points: 0 }, 422, '调整积分不能为0'],
      [{ ...body, reason: ' ' }, 422, '请填写调整原因'],
      [{ ...body, customerId: 999_999 }, 422, '客户不存在'],
      [{ ...body, points: -51 }, 409, '可用积分不足：可用50，需要51'],
    ] as const;
    for (const [sent, status, message] of refusals) {
      const reply = await chain.app.post('/base-customer/points', sent);
      expect([reply.status, reply.body.msg]).toEqual([status, message]);
    }
    const roleIds = [await roleWith(chain.app, ['base:baseCustomer:list', 'base:baseCustomer:edit'])];
    await chain.app.addUser({ username: 'clerk', roleIds });
    const token = await chain.app.signIn('clerk');
    expect((await chain.app.post('/base-customer/points', body, { token })).status).toBe(403);
    expect((await chain.app.get(`/base-customer/${customerId}/points`, { token })).status).toBe(200);
  });

  test('leaves a customer with points undeletable', async () => {
    const customerId = await customer('13911110007');
    await chain.app.post('/base-customer/points', { customerId, points: 5, reason: '赠送' });
    expect(await chain.app.del('/base-customer', { ids: [customerId] })).toMatchObject({ status: 409 });
  });
});
