/** The till: what a clerk gave away alone, and what it takes now (docs/rules.md, "The till"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateSync } from 'otplib';
import { sql } from 'slonik';
import { z } from 'zod';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain, type Line } from '../flow/shops.ts';

const PATH = '/biz-sell';
type Asked = { readonly path: string; readonly message: string; readonly mark: string; readonly limit?: number };
let chain: Chain;
let clerk: string;
let boss: string;
let barcode: string;
beforeAll(async () => {
  chain = await startChain();
  const { home, away } = chain;
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [home] });
  await chain.app.addUser({ username: 'boss', roleIds: [3], lockShops: [home] });
  await chain.app.addUser({ username: 'stranger', roleIds: [3], lockShops: [away] });
  await chain.app.addUser({ username: 'newboss', roleIds: [3], mustChangePassword: true });
  clerk = await chain.app.signIn('clerk');
  boss = await chain.app.signIn('boss');
}, 60_000);
afterAll(() => chain.app.stop());
beforeEach(async () => {
  barcode = await chain.stock();
});

/** Paid as asked, else with what the lines come to. */
const order = (line: Partial<Line>, paid: number, change: object = {}): Record<string, unknown> =>
  chain.sale([{ barcode, ...line }], {
    seller: 'clerk',
    sellBalanceList: paid === 0 ? [] : [{ balance: '现金', amount: paid }],
    ...change,
  });
const save = (body: Record<string, unknown>, token = clerk): Promise<Reply> => chain.app.post(PATH, body, { token });
const edit = (id: number, body: Record<string, unknown>, token = clerk): Promise<Reply> =>
  chain.app.put(`${PATH}/${id}`, body, { token });
const askedIn = (reply: Reply): readonly Asked[] => {
  expect(reply.status, reply.text).toBe(409);
  expect(reply.body.msg).toContain('授权');
  return reply.body.data as readonly Asked[];
};
const by = (username: string, asked: readonly Asked[], change: object = {}) => ({
  approval: { username, password: USER_PASSWORD, reason: '老客户', marks: asked.map(({ mark }) => mark), ...change },
});
const HALF = { rebate: 50 };
const HALF_PRICE = TAG_PRICE / 2;
const refusedAt = (reply: Reply, path: string): string => {
  expect(reply.status, reply.text).toBe(422);
  expect((reply.body.data as readonly { path: string }[]).map((one) => one.path)).toContain(path);
  return String(reply.body.msg);
};
/** An order at half the price that the boss allowed. */
const allowed = async (): Promise<number> => {
  const body = order(HALF, HALF_PRICE);
  const reply = await save({ ...body, ...by('boss', askedIn(await save(body))) });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};

describe('what was sold for next to nothing', () => {
  test('a rebate of 0', async () => {
    const [asked] = askedIn(await save(order({ rebate: 0 }, 0)));
    expect(asked).toMatchObject({
      path: 'sellGoodsList.0.rebate',
      message: '折扣0%，最低80%',
      rule: 'rebate',
      value: 0,
      limit: 80,
      barcode,
    });
    // 80 % would do for the price, but not for what it cost: neither is told.
    const below = await save(order({ rebate: 80 }, TAG_PRICE * 0.8));
    expect(askedIn(below)).toMatchObject([{ rule: 'floor', message: '低于允许的最低价' }]);
    expect(askedIn(below)[0]).not.toHaveProperty('limit');
    expect((await save(order({ rebate: 85 }, TAG_PRICE * 0.85))).status).toBe(200);
  });
  test('gold at a fen; what it cost is not told on the way', async () => {
    const line = { todayGoldCost: 0.01, workFee: 0 };
    const reply = await save(order(line, 0.03));
    expect(askedIn(reply)).toMatchObject([
      { path: 'sellGoodsList.0.todayGoldCost', message: '今日金价0.01元，低于允许的最低金价' },
      { path: 'sellGoodsList.0.factSellFee', message: '低于允许的最低价' },
    ]);
    for (const one of askedIn(reply)) expect(one).not.toHaveProperty('limit');
    // 560 a gram were paid, which is more than 80 % of the tag.
    expect(askedIn(await save(order({ todayGoldCost: 559.99, workFee: 0 }, 1800.37)))).toHaveLength(1);
    expect((await save(order({ todayGoldCost: 560, workFee: 0 }, 1800.4))).status).toBe(200);
  });
  test('the quoted price rules where there is one', async () => {
    const quoted = (...details: readonly object[]) => chain.app.post('/base-quoted-price', { details });
    expect((await quoted({ name: '足金', price: '八百' })).status).toBe(422);
    expect((await quoted({ name: '足金', price: 800 }, { name: '18K金', price: 600 })).status).toBe(200);
    // 80 % of 800 a gram with the piece's own fee of 20, whatever is typed: 2109.04. What was typed low says where.
    const asked = askedIn(await save(order({ todayGoldCost: 655, workFee: 0 }, 2105.83)));
    expect(asked).toMatchObject([{ message: '今日金价655.00元，最低760.00元', limit: 760 }, { rule: 'floor' }]);
    const saved = await save(order({ todayGoldCost: 657, workFee: 0 }, 2112.26));
    expect(saved.status, saved.text).toBe(200);
    expect(await chain.record(PATH, Number(saved.body.data))).toMatchObject({
      sellGoodsList: [{ originalTodayGoldCost: 800 }],
    });
    expect((await quoted({ name: '足金', price: 0 })).status).toBe(200);
  });
  test('a million in and the rest back', async () => {
    const both = [
      { balance: '现金', amount: 1_000_000 },
      { balance: '微信', amount: TAG_PRICE - 1_000_000 },
    ];
    refusedAt(await save(order({}, 0, { factFee: TAG_PRICE, sellBalanceList: both })), 'sellBalanceList.1.amount');
  });
  test('999 g added, and a piece cut away', async () => {
    refusedAt(await save(order({ cutDown: 999 }, TAG_PRICE)), 'sellGoodsList.0.cutDown');
    refusedAt(await save(order({ cutDown: 999, todayGoldCost: 600 }, TAG_PRICE)), 'sellGoodsList.0.cutDown');
    refusedAt(await save(order({ cutDown: -3.216, todayGoldCost: 600 }, TAG_PRICE)), 'sellGoodsList.0.cutDown');
    const asked = askedIn(await save(order({ cutDown: -3.215, todayGoldCost: 600, workFee: 0 }, 0)));
    expect(asked).toMatchObject([{ message: '截金3.215克，最多0.643克', limit: 0.643 }]);
  });
  test('a seller of another shop', async () => {
    expect(refusedAt(await save(order({}, TAG_PRICE, { seller: 'stranger' })), 'seller')).toBe(
      '销售员不是本店的，请重新选择',
    );
  });
  test('a piece without a tag', async () => {
    barcode = await chain.stock({ sellPrice: 0, sellRaito: 1, goldCost: 0, workFee: 0 });
    expect(askedIn(await save(order({}, 0)))).toMatchObject([{ rule: 'no-price' }]);
    expect(askedIn(await save(order({ todayGoldCost: 900, workFee: 0 }, 2893.5)))).toMatchObject([
      { rule: 'no-price' },
    ]);
  });
  test('stones by the gram of their gold', async () => {
    barcode = await chain.stock({ stoneCt: 1.2, stoneName: '钻石', piceCost: 15_000, sellPrice: 25_000 });
    const asked = askedIn(await save(order({ todayGoldCost: 600, workFee: 0 }, 1929)));
    expect(asked).toMatchObject([{ rule: 'floor', value: 1929 }]);
  });
});

describe('somebody’s word', () => {
  test('is taken once for that order, and kept with it', async () => {
    const body = order(HALF, HALF_PRICE);
    const asked = askedIn(await save(body));
    const id = Number((await save({ ...body, ...by('boss', asked) })).body.data);
    expect(await chain.record(PATH, id)).toMatchObject({
      amount: HALF_PRICE,
      approver: 'boss',
      approvals: [
        {
          approver: 'boss',
          asker: 'clerk',
          reason: '老客户',
          lines: [
            {
              barcode,
              tagPrice: TAG_PRICE,
              amount: HALF_PRICE,
              exceeded: ['折扣50%，最低80%', '实售金额1119.00元，最低1800.40元'],
            },
          ],
        },
      ],
    });
    const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data;
    expect(history).toMatchObject([
      {
        title: '新增',
        changes: [
          {
            label: '优惠授权',
            after: `boss授权 ${barcode} 折扣50%，最低80%；实售金额1119.00元，最低1800.40元（老客户）`,
          },
        ],
      },
    ]);
    // Another piece at the same price: the word that was given is not for that one.
    const other = { ...body, sellGoodsList: [{ barcode: await chain.stock(), num: 1, ...HALF }] };
    expect((await save({ ...other, ...by('boss', asked) })).body.msg).toContain('需要授权的内容有变化');
  });
  test('of the wrong person is none', async () => {
    const body = order(HALF, HALF_PRICE);
    const asked = askedIn(await save(body));
    const said = async (username: string, change: object = {}) => save({ ...body, ...by(username, asked, change) });
    expect(refusedAt(await said('boss', { password: 'guess' }), 'approval.password')).toBe('用户名或密码错误');
    expect(refusedAt(await said('nobody'), 'approval.password')).toBe('用户名或密码错误');
    refusedAt(await said('boss', { password: '' }), 'approval.password');
    refusedAt(await said('boss', { reason: '' }), 'approval.reason');
    expect(refusedAt(await said('clerk'), 'approval.username')).toBe('clerk没有优惠授权的权限');
    expect(refusedAt(await said('stranger'), 'approval.username')).toBe('stranger不能为这家分店授权');
    refusedAt(await said('newboss'), 'approval.username');
    expect(await chain.free(barcode)).toBe(1);
    expect((await said('boss')).status).toBe(200);
  });
  test('takes the code of an account with a second factor, once, and nobody who needs one and has none', async () => {
    const { app } = chain;
    const db = app.house.deps.master;
    await app.addUser({ username: 'careful', roleIds: [3] });
    const token = await app.signIn('careful');
    const own = (action: string, code = '') =>
      app.put('/user/second-factor', { action, password: USER_PASSWORD, code }, { token });
    const { secret } = z.object({ secret: z.string() }).parse((await own('start')).body.data);
    const codeIn = (steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
    const first = codeIn(0);
    expect((await own('confirm', first)).status).toBe(200);
    const body = order(HALF, HALF_PRICE);
    const asked = askedIn(await save(body));
    const said = (code: string) => save({ ...body, ...by('careful', asked, { code }) });
    expect(refusedAt(await said(''), 'approval.code')).toBe('请输入授权人的动态验证码');
    refusedAt(await said(first), 'approval.code');
    const wrongPassword = await save({ ...body, ...by('careful', asked, { password: 'guess', code: codeIn(1) }) });
    refusedAt(wrongPassword, 'approval.password');
    expect((await said(codeIn(1))).status).toBe(200);
    await db.query(sql.unsafe`UPDATE master.sys_role SET second_factor = '2' WHERE id = 3`);
    const again = order(HALF, HALF_PRICE, { sellGoodsList: [{ barcode: await chain.stock(), num: 1, ...HALF }] });
    try {
      const needs = await save({ ...again, ...by('boss', askedIn(await save(again))) });
      expect(refusedAt(needs, 'approval.username')).toContain('身份验证器');
    } finally {
      await db.query(sql.unsafe`UPDATE master.sys_role SET second_factor = '1' WHERE id = 3`);
    }
  });
  test('is asked for again by nobody who changes something else, and by everybody who changes that', async () => {
    const id = await allowed();
    const other = Number(
      (await chain.app.post('/base-customer', { name: '别人', mobile: '13800000002', status: '2' })).body.data,
    );
    expect((await edit(id, order(HALF, HALF_PRICE, { remark: '改' }))).status).toBe(200);
    expect(await chain.record(PATH, id)).toMatchObject({ remark: '改', approver: 'boss' });
    askedIn(await edit(id, order({ rebate: 49 }, 1096.62)));
    askedIn(await edit(id, order(HALF, HALF_PRICE, { customerId: other })));
    expect((await edit(id, order({ rebate: 85 }, TAG_PRICE * 0.85))).status).toBe(200);
    expect(await chain.record(PATH, id)).toMatchObject({ approver: '', approvals: [] });
    askedIn(await edit(id, order(HALF, HALF_PRICE)));
  });
  test('of one’s own is written down too', async () => {
    const reply = await save(order({ rebate: 10 }, 223.8, { seller: 'boss' }), boss);
    expect(reply.status, reply.text).toBe(200);
    expect(await chain.record(PATH, Number(reply.body.data))).toMatchObject({
      approvals: [{ approver: 'boss', asker: 'boss', reason: '本人操作' }],
    });
  });
  test('is not written where passwords are read, and not guessed', async () => {
    await allowed();
    await chain.app.addUser({ username: 'second', roleIds: [3] });
    const body = order(HALF, HALF_PRICE, { sellGoodsList: [{ barcode: await chain.stock(), num: 1, ...HALF }] });
    const asked = askedIn(await save(body));
    const guess = () => save({ ...body, ...by('second', asked, { password: 'Guess-1' }) });
    for (let tries = 0; tries < 5; tries += 1) refusedAt(await guess(), 'approval.password');
    const slowed = await save({ ...body, ...by('second', asked) });
    expect(slowed.status).toBe(429);
    expect(slowed.body.data).toMatchObject({ retryAfter: expect.any(Number) as number });
    const logged = z.object({ text: z.string() });
    const read = () =>
      chain.app.house.deps.master.any(sql.type(logged)`
        SELECT oper_param AS text FROM master.command WHERE oper_param LIKE '%approval%'`);
    await expect.poll(async () => (await read()).length, { timeout: 5000 }).toBeGreaterThan(5);
    const texts = (await read()).map(({ text }) => text).join('\n');
    expect(texts).toContain('second');
    expect(texts).not.toContain('Guess-1');
    expect(texts).not.toContain(USER_PASSWORD);
  });
});

test('who may be asked is known at the till', async () => {
  const reply = await chain.app.get(`${PATH}/approvers?shopId=${chain.home}`, { token: clerk });
  // The dialog asks for a user name, so it tells them.
  expect(reply.body.data).toContainEqual(expect.objectContaining({ name: 'boss', username: 'boss' }));
  expect(reply.text).not.toContain('stranger');
  expect((await chain.app.get(`${PATH}/approvers?shopId=${chain.away}`, { token: clerk })).status).toBe(403);
});
