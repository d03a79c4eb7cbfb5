/** Shoppers are bound, and let go, at the counter (R113, R136, R160). */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { oldNumber } from '../support/old-number.ts';
import type { ShopperBrowser } from '../support/shopper-browser.ts';
import { firstProblem, bindingsPerFile } from './bindings.ts';

const { at, newMobile, customer, holder, shopper, noted } = bindingsPerFile();

describe('at the counter', () => {
  const cardCode = async (browser: ShopperBrowser): Promise<string> =>
    ((await browser.get('/wx/user-info')).body.data as { bindCode: string }).bindCode;
  const scan = (id: number, body: object): Promise<Reply> =>
    at.chain.app.post(`/base-customer/${id}/bind`, body, at.clerk);
  const record = async (id: number): Promise<{ mobile: string; boundAt: string | null }> =>
    (await at.chain.app.get(`/base-customer/${id}`)).body.data as { mobile: string; boundAt: string | null };
  const approved = (reply: Reply) => {
    expect(reply.status, reply.text).toBe(409);
    const problems = reply.body.data as { mark: string }[];
    const marks = problems.map(({ mark }) => mark);
    return { approval: { username: 'keeper', password: USER_PASSWORD, reason: '老客户', marks } };
  };

  test('the scanned code binds once, and is a row (S1§2.16/5 S1§4/26)', async () => {
    const id = await customer(newMobile());
    const browser = await shopper();
    const scanned = { code: await cardCode(browser) };
    const bound = await scan(id, scanned);
    expect(bound.body.data, bound.text).toMatchObject({ customerId: id, name: '沈女士' });
    expect((await browser.get('/wx/user-info')).body.data).toMatchObject({ customerId: id });
    expect(firstProblem(await scan(id, scanned))).toMatchObject({ path: 'code' });
    expect((await noted()).map(({ what }) => what)).toContain(
      `在柜台把微信绑定到客户（编号${id}），已发短信告知登记的号码`,
    );
    const { mobile, boundAt } = await record(id);
    expect(at.sms.notices.at(-1)).toEqual({
      phone: mobile,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(Date.parse(boundAt ?? '')).toBeGreaterThan(Date.now());
  });
  test('a provider that is away is in the way of no binding; the row says that nobody was told (S1§4/26)', async () => {
    const id = await customer(newMobile());
    at.sms.answer = 'isp.SYSTEM_ERROR';
    const bound = await scan(id, { code: await cardCode(await shopper()) });
    at.sms.answer = 'OK';
    expect(bound.status, bound.text).toBe(200);
    expect((await noted()).map(({ what }) => what)).toContain(
      `在柜台把微信绑定到客户（编号${id}），告知本人的短信没有发出`,
    );
  });
  const proofCode = async (browser: ShopperBrowser): Promise<string> => {
    const card = (await browser.get('/wx/user-info')).body.data as { cardCode: string; bindCode?: string };
    expect(card).not.toHaveProperty('bindCode');
    return card.cardCode;
  };
  test('what is bound ends at the counter by the customer’s own card or a word, and he signs in anew (S1§4/26)', async () => {
    const id = await customer(newMobile());
    const unbind = (body: object = {}): Promise<Reply> =>
      at.chain.app.post(`/base-customer/${id}/unbind`, body, at.clerk);
    expect((await unbind()).body).toMatchObject({ code: 409, msg: '该客户没有绑定微信' });
    const browser = await shopper();
    expect((await scan(id, { code: await cardCode(browser) })).status).toBe(200);
    const asked = await unbind();
    expect((asked.body.data as object[])[0]).toMatchObject({
      rule: 'unbind',
      proof: { purpose: 'unbind', card: true },
    });
    const code = await proofCode(browser);
    expect(code).toMatch(/^MP[A-Z2-9]{12}$/);
    expect(firstProblem(await unbind({ proof: { id: 'card', code: `MP${'A'.repeat(12)}` } }))).toMatchObject({
      path: 'proof.code',
    });
    const ended = await unbind({ proof: { id: 'card', code: code.toLowerCase() } });
    expect([ended.status, ended.body.msg], ended.text).toEqual([200, '已解除绑定']);
    expect((await browser.get('/wx/user-info')).status).toBe(401);
    expect((await record(id)).boundAt).toBe(null);
    expect((await noted()).map(({ what }) => what)).toContain(`在柜台解除客户（编号${id}）的微信绑定`);
    const again = await shopper();
    expect((await scan(id, { code: await cardCode(again) })).status).toBe(200);
    expect((await unbind(approved(await unbind()))).status).toBe(200);
  });
  test('the code of a card proves its own record, once, for three minutes, and one command (S1§4/26)', async () => {
    const [id, stranger] = [await customer(newMobile()), await customer(newMobile())];
    const [mine, his] = [await shopper(), await shopper()];
    expect((await scan(id, { code: await cardCode(mine) })).status).toBe(200);
    expect((await scan(stranger, { code: await cardCode(his) })).status).toBe(200);
    const aged = (): Promise<unknown> =>
      at.chain.app.house.deps.master.query(
        sql.unsafe`UPDATE master.shopper_binding SET bound_at = bound_at - interval '8 days' WHERE customer_id = ${id}`,
      );
    await at.chain.app.addUser({ username: 'second-clerk', roleIds: [4], lockShops: [at.chain.home] });
    const second = { token: await at.chain.app.signIn('second-clerk') };
    const change = (code: string, key: string, as = second): Promise<Reply> =>
      at.chain.app.call('PUT', `/base-customer/${id}`, {
        body: { name: '沈女士', mobile: `1390${key.padStart(7, '0')}`, status: '2', proof: { id: 'card', code } },
        headers: { 'idempotency-key': `card-${key}` },
        ...as,
      });
    // Whoever bound it waits for nothing with it, and nobody within a week.
    expect(firstProblem(await change(await proofCode(mine), '5', at.clerk))).toMatchObject({
      message: expect.stringContaining('您在柜台绑定'),
    });
    expect(firstProblem(await change(await proofCode(mine), '6'))).toMatchObject({
      message: expect.stringContaining('未满7天'),
    });
    await aged();
    const foreign = await change(await proofCode(his), '1');
    expect(firstProblem(foreign)).toEqual({ path: 'proof.code', message: '这是其他客户的名片码，请核对画面上的客户' });
    const late = await proofCode(mine);
    at.ahead += 181_000;
    expect(firstProblem(await change(late, '2'))).toMatchObject({ path: 'proof.code' });
    const code = await proofCode(mine);
    expect(code).not.toBe(late);
    expect((await change(code, '3')).status).toBe(200);
    expect((await change(code, '3')).status).toBe(200);
    expect(firstProblem(await change(code, '4'))).toMatchObject({ path: 'proof.code' });
    expect(await proofCode(mine)).not.toBe(code);
    // Another openId takes the record with the word of the one that has it.
    const others = { code: await cardCode(await shopper()) };
    const card = { proof: { id: 'card', code: await proofCode(mine) } };
    expect((await scan(id, { ...others, ...card })).status).toBe(200);
    const log = (await at.chain.app.get(`/sys-shopper-log?customerId=${id}&act=proof`)).body.data as { list: object[] };
    expect(log.list).toMatchObject([
      { what: '名片码用于：绑定微信', byName: 'clerk' },
      { what: '名片码用于：更改手机号', byName: 'second-clerk' },
    ]);
  });
  test('a code that is over, or none, binds nobody (S1§2.16/5 S1§4/26)', async () => {
    const id = await customer(newMobile());
    const late = await cardCode(await shopper());
    at.ahead += 601_000;
    for (const text of [late, 'BD000000000000', 'BD', 'XS10001', ''])
      expect((await scan(id, { code: text })).status, text).toBe(422);
  });
  test('with value in the record: the word of another, or the code to its number (S1§2.16/5 S1§4/26)', async () => {
    const { id } = await holder();
    await oldNumber(at.chain, id);
    const browser = await shopper();
    const scanned = { code: await cardCode(browser) };
    const asked = await scan(id, scanned);
    expect((asked.body.data as { rule: string; proof: object }[])[0]).toMatchObject({
      rule: 'bind-record',
      proof: { customerId: id, purpose: 'bind', amount: 0 },
    });
    expect((await scan(id, { ...scanned, ...approved(asked) })).status).toBe(200);
  });
  test('a record that another openId has goes over by a word, and the other signs in anew (S1§2.16/5 S1§4/26)', async () => {
    const id = await customer(newMobile());
    const [one, two] = [await shopper(), await shopper()];
    expect((await scan(id, { code: await cardCode(one) })).status).toBe(200);
    const scanned = { code: await cardCode(two) };
    expect((await scan(id, { ...scanned, ...approved(await scan(id, scanned)) })).status).toBe(200);
    expect((await one.get('/wx/user-info')).status).toBe(401);
    expect((await two.get('/wx/user-info')).body.data).toMatchObject({ customerId: id });
  });
  test('a second record of one openId within thirty days asks for a word (S1§2.16/5 S1§4/26)', async () => {
    const [first, second] = [await customer(newMobile()), await customer(newMobile())];
    expect((await scan(first, { code: await cardCode(await shopper('open-two-records')) })).status).toBe(200);
    const browser = await shopper('open-two-records');
    expect((await browser.post('/wx/unbind', {})).status).toBe(200);
    const again = await shopper('open-two-records');
    const scanned = { code: await cardCode(again) };
    const asked = await scan(second, scanned);
    expect((asked.body.data as { rule: string }[]).map(({ rule }) => rule)).toEqual(['bind-second']);
    expect((await scan(second, { ...scanned, ...approved(asked) })).status).toBe(200);
  });
  test('the number of a bound record is changed with a word only (S1§2.16/5)', async () => {
    const mobile = newMobile();
    const id = await customer(mobile);
    expect((await scan(id, { code: await cardCode(await shopper()) })).status).toBe(200);
    const changed = { name: '沈女士', mobile: newMobile(), status: '2' };
    const asked = await at.chain.app.put(`/base-customer/${id}`, changed, at.clerk);
    expect(asked.body, asked.text).toMatchObject({
      code: 409,
      data: [{ message: expect.stringContaining('已绑定微信') }],
    });
    const saved = await at.chain.app.put(`/base-customer/${id}`, { ...changed, ...approved(asked) }, at.clerk);
    expect(saved.status, saved.text).toBe(200);
  });
});
