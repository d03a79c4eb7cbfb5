/** A code to the customer's number in the place of another person's word (R136). */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { oldNumber } from '../support/old-number.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';
import { startChain, type Chain } from './shops.ts';

let provider: SmsProvider;
let chain: Chain;
let ahead = 0;
let clerk: { readonly token: string };
beforeAll(async () => {
  provider = await smsProvider();
  const { LOGIN_CODE: _signIn, ...env } = provider.env;
  chain = await startChain({ env, clock: () => new Date(Date.now() + ahead) });
  await chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [chain.home] });
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [chain.home] });
  clerk = { token: await chain.app.signIn('clerk') };
}, 60_000);
beforeEach(async () => {
  // Each test has the limits of the address and the user for itself.
  await chain.app.house.deps.master.query(sql.unsafe`DELETE FROM master.proof_code`);
});
afterAll(async () => {
  await chain.app.stop();
  provider.stop();
});

let last = 13_800_600_000;
const customer = async (name = '沈女士'): Promise<number> => {
  const reply = await chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const deposit = (
  customerId: number,
  kind: string,
  amount: number,
  { as = {}, ...more }: { readonly as?: object } & Readonly<Record<string, unknown>> = {},
): Promise<Reply> =>
  chain.app.post(
    '/biz-deposit',
    { customerId, shopId: chain.home, depositAt: chain.today, account: '定金', seller: 'admin', kind, amount, ...more },
    as,
  );
/** Whoever has paid in 5,000 under a number that has stood. */
const rich = async (): Promise<number> => {
  const id = await oldNumber(chain, await customer());
  expect((await deposit(id, '1', 5_000)).status).toBe(200);
  return id;
};
type Problem = { readonly rule: string; readonly mark: string; readonly proof?: Readonly<Record<string, unknown>> };
const problemsOf = (reply: Reply): readonly Problem[] => {
  expect(reply.status, reply.text).toBe(409);
  return reply.body.data as readonly Problem[];
};
const asked = (customerId: number, purpose: string, amount: number, as: object = {}): Promise<Reply> =>
  chain.app.post(`/base-customer/${customerId}/code`, { purpose, amount }, as);
const proof = async (customerId: number, purpose: string, amount: number) => {
  const reply = await asked(customerId, purpose, amount);
  expect(reply.status, reply.text).toBe(200);
  const { id } = reply.body.data as { id: string };
  expect(Object.keys(reply.body.data as object)).toEqual(['id']);
  const { code = '' } = provider.sent.at(-1) ?? {};
  expect(reply.text).not.toContain(`"${code}"`);
  return { proof: { id, code } };
};
const wrong = (id: string, code: string) => ({ proof: { id, code: code === '00000' ? '11111' : '00000' } });
const refusedAt = (reply: Reply): unknown => {
  expect(reply.status, reply.text).toBe(422);
  return (reply.body.data as { path: string; message: string }[])[0];
};
const noted = async (kind: string): Promise<readonly unknown[]> =>
  ((await chain.app.get(`/report-exception?kind=${kind}&pageSize=50`)).body.data as { list: unknown[] }).list;

describe('passes without another person', () => {
  test('a refund, once; neither answers nor logs nor the table hold the code', async () => {
    const id = await rich();
    const [problem] = problemsOf(await deposit(id, '2', 2_000));
    expect(problem).toMatchObject({
      rule: 'balance-proof',
      proof: { customerId: id, purpose: 'refund', amount: 2_000, phone: `138••••${String(last).slice(-4)}` },
    });
    const sent = await proof(id, 'refund', 2_000);
    expect(provider.sent.at(-1)?.phone).toBe(String(last));
    const paid = await deposit(id, '2', 2_000, sent);
    expect(paid.status, paid.text).toBe(200);
    expect(refusedAt(await deposit(id, '2', 2_000, sent))).toMatchObject({ path: 'proof.code' });
    const { master } = chain.app.house.deps;
    const Text = z.object({ text: z.string() });
    const kept = await master.anyFirst(sql.type(Text)`SELECT to_jsonb(p)::text AS text FROM master.proof_code p`);
    expect(kept).toHaveLength(1);
    const logged = await master.anyFirst(sql.type(Text)`
      SELECT concat_ws(' ', oper_param, message, answer::text) AS text FROM master.command
      WHERE oper_url LIKE '%/code' OR oper_url LIKE '%/biz-deposit'`);
    expect(logged.some((text) => text.includes('proof'))).toBe(true);
    for (const text of [...kept, ...logged]) expect(text).not.toContain(`"${sent.proof.code}"`);
  });
  test('an order by stored value, a deposit taken back, a merge and its undoing', async () => {
    const id = await rich();
    const order = chain.sale([{ barcode: await chain.stock() }], {
      customerId: id,
      sellBalanceList: [{ balance: '定金', amount: 2_238 }],
    });
    expect(problemsOf(await chain.app.post('/biz-sell', order))[0]?.proof).toMatchObject({
      purpose: 'pay',
      amount: 2_238,
    });
    const bought = await chain.app.post('/biz-sell', { ...order, ...(await proof(id, 'pay', 2_238)) });
    expect(bought.status, bought.text).toBe(200);
    const other = await rich();
    const back = await deposit(other, '1', 3_000);
    const ids = [Number(back.body.data)];
    const takeBack = (more: object) =>
      chain.app.put(`/biz-deposit/unaudit/${ids[0]}`, { ids, reason: '录入错误', ...more });
    expect(problemsOf(await takeBack({}))[0]?.proof).toMatchObject({ purpose: 'unaudit', amount: 3_000 });
    expect((await takeBack(await proof(other, 'unaudit', 3_000))).status).toBe(200);
    expect((await chain.app.del('/biz-deposit', { ids })).status).toBe(200);
    const keepId = await oldNumber(chain, await customer());
    const pair = { keepId, mergeId: other, reason: '同一人' };
    const merge = (path: string, more: object) => chain.app.post(`/base-customer/${path}`, { ...pair, ...more });
    expect(problemsOf(await merge('merge', {}))[0]?.proof).toMatchObject({
      customerId: other,
      purpose: 'merge',
      amount: 5_000,
    });
    ahead += 61_000;
    expect((await merge('merge', await proof(other, 'merge', 5_000))).status).toBe(200);
    expect(problemsOf(await merge('unmerge', {}))[0]?.proof).toMatchObject({ customerId: keepId, purpose: 'unmerge' });
    expect((await merge('unmerge', await proof(keepId, 'unmerge', 5_000))).status).toBe(200);
  });
  test('another number, by the one that stood till then, and it is a row', async () => {
    const id = await rich();
    const before = String(last);
    const record = await chain.record('/base-customer', id);
    const change = (more: object) =>
      chain.app.put(`/base-customer/${id}`, { ...record, mobile: '13912340001', ...more });
    expect(problemsOf(await change({}))[0]).toMatchObject({
      rule: 'changed-number',
      proof: { purpose: 'mobile', amount: 0 },
    });
    const sent = await proof(id, 'mobile', 0);
    expect(provider.sent.at(-1)?.phone).toBe(before);
    const done = await change(sent);
    expect(done.status, done.text).toBe(200);
    expect(JSON.stringify(await noted('changed-number'))).toContain('凭原手机号的验证码');
    // The new one says nothing for seven days: from now on it takes a person.
    expect(problemsOf(await deposit(id, '2', 2_000))[0]?.proof).toBeUndefined();
    expect(await asked(id, 'refund', 2_000)).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('满7天') },
    });
  });
  test('together with a word for the rest of what is asked', async () => {
    const id = await rich();
    const line = { barcode: await chain.stock(), rebate: 60 };
    const amount = 1_342.8;
    const paid = { customerId: id, seller: 'clerk', sellBalanceList: [{ balance: '定金', amount }] };
    const order = chain.sale([line], paid);
    const all = problemsOf(await chain.app.post('/biz-sell', order, clerk));
    expect(all.map(({ rule }) => rule)).toContain('balance-proof');
    const reply = await asked(id, 'pay', amount, clerk);
    const { id: codeId } = reply.body.data as { id: string };
    const sent = { proof: { id: codeId, code: provider.sent.at(-1)?.code } };
    const rest = await chain.app.post('/biz-sell', { ...order, ...sent }, clerk);
    expect(problemsOf(rest).map(({ rule }) => rule)).toEqual(
      all.map(({ rule }) => rule).filter((rule) => rule !== 'balance-proof'),
    );
    const marks = problemsOf(rest).map(({ mark }) => mark);
    const approval = { username: 'keeper', password: USER_PASSWORD, reason: '老客户', marks };
    const saved = await chain.app.post('/biz-sell', { ...order, ...sent, approval }, clerk);
    expect(saved.status, saved.text).toBe(200);
  });
});

describe('proves nothing', () => {
  test('for another amount, purpose, record or user, and not after ten minutes', async () => {
    const [id, other] = [await rich(), await rich()];
    const { proof: sent } = await proof(id, 'refund', 2_000);
    const otherwise = '验证码不是为这次操作发送的';
    expect(refusedAt(await deposit(id, '2', 2_001, { proof: sent }))).toMatchObject({
      path: 'proof.code',
      message: expect.stringContaining(otherwise),
    });
    expect(refusedAt(await deposit(other, '2', 2_000, { proof: sent }))).toMatchObject({
      message: expect.stringContaining(otherwise),
    });
    expect(refusedAt(await deposit(id, '2', 2_000, { proof: sent, seller: 'clerk', as: clerk }))).toMatchObject({
      message: expect.stringContaining('错误或已过期'),
    });
    ahead += 10 * 60_000;
    expect(refusedAt(await deposit(id, '2', 2_000, { proof: sent }))).toMatchObject({ path: 'proof.code' });
    expect((await deposit(id, '2', 2_000, await proof(id, 'refund', 2_000))).status).toBe(200);
  });
  test('once five were wrong, also of a new code, and that is a row; another person’s word still does', async () => {
    const id = await rich();
    const first = (await proof(id, 'refund', 2_000)).proof;
    for (let tries = 0; tries < 3; tries += 1) refusedAt(await deposit(id, '2', 2_000, wrong(first.id, first.code)));
    ahead += 61_000;
    const second = (await proof(id, 'refund', 2_000)).proof;
    for (let tries = 0; tries < 2; tries += 1) refusedAt(await deposit(id, '2', 2_000, wrong(second.id, second.code)));
    expect(refusedAt(await deposit(id, '2', 2_000, { proof: second }))).toMatchObject({
      message: '验证码输错次数过多，请由另一人授权',
    });
    expect(await noted('proof-tries')).toHaveLength(1);
    ahead += 61_000;
    expect((await asked(id, 'refund', 2_000)).status).toBe(409);
    const [problem] = problemsOf(await deposit(id, '2', 2_000));
    expect(problem?.proof).toBeUndefined();
    const approval = { username: 'keeper', password: USER_PASSWORD, reason: '已核对', marks: [problem?.mark] };
    expect((await deposit(id, '2', 2_000, { approval })).status).toBe(200);
  });
  test('more than one a minute is 429, a number of less than seven days 409, and a provider that is away 503', async () => {
    const id = await rich();
    await proof(id, 'refund', 2_000);
    expect(await asked(id, 'refund', 2_000)).toMatchObject({
      status: 429,
      body: { data: { retryAfter: expect.any(Number) } },
    });
    expect((await asked(await customer(), 'refund', 2_000)).status).toBe(409);
    provider.answer = 'isv.BUSINESS_LIMIT_CONTROL';
    const away = await rich();
    expect((await asked(away, 'refund', 2_000)).status).toBe(503);
    provider.answer = 'OK';
    // What was not sent does not count.
    expect((await asked(away, 'refund', 2_000)).status).toBe(200);
    expect((await asked(away, 'all', 1)).status).toBe(422);
  });
});
