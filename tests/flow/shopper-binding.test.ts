/** Shoppers prove their number and are bound, at home and at the counter (R113, R136, R160). */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { oldNumber } from '../support/old-number.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';
import { startChain, type Chain } from './shops.ts';

let sms: SmsProvider;
let messaging: MessagingApp;
let chain: Chain;
let ahead = 0;
let clerk: { readonly token: string };
beforeAll(async () => {
  [sms, messaging] = [await smsProvider(), await messagingApp('https://house.example')];
  const { LOGIN_CODE: _signIn, ...env } = sms.env;
  chain = await startChain({
    env: { ...env, ...messaging.env, SMS_TEMPLATE_NOTICE: 'SMS_2' },
    clock: () => new Date(Date.now() + ahead),
  });
  await chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [chain.home] });
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [chain.home] });
  clerk = { token: await chain.app.signIn('clerk') };
}, 60_000);
beforeEach(async () => {
  await chain.app.house.deps.master.query(sql.unsafe`DELETE FROM master.shopper_code`);
  ahead += 601_000;
});
afterAll(async () => {
  await chain.app.stop();
  sms.stop();
  await messaging.stop();
});

let last = 13_700_600_000;
const newMobile = (): string => String((last += 1));
const customer = async (mobile: string): Promise<number> =>
  Number((await chain.app.post('/base-customer', { name: '沈女士', mobile, status: '2' })).body.data);
/** Whoever bought lately: the number alone binds him. */
const buyer = async (): Promise<{ id: number; mobile: string; orderNo: string }> => {
  const mobile = newMobile();
  const id = await customer(mobile);
  const sold = await chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId: id }));
  expect(sold.status, sold.text).toBe(200);
  const saleId = Number(sold.body.data);
  expect((await chain.audit('/biz-sell', [saleId])).status).toBe(200);
  return { id, mobile, orderNo: String((await chain.record('/biz-sell', saleId))['orderNo']) };
};
/** A record with something in it: whoever takes it takes that, too. */
const holder = async (): Promise<{ id: number; mobile: string; orderNo: string }> => {
  const bought = await buyer();
  const given = await chain.app.post('/base-customer/points', { customerId: bought.id, points: 50, reason: '补记' });
  expect(given.status, given.text).toBe(200);
  return bought;
};
let openIds = 0;
const shopper = async (openId = `open-${(openIds += 1)}`): Promise<ShopperBrowser> => {
  const browser = shopperBrowser(chain.app, messaging);
  const reply = await browser.signIn(openId, 'userinfo');
  expect(reply.status, reply.text).toBe(200);
  return browser;
};
const code = async (browser: ShopperBrowser, mobile: string): Promise<string> => {
  const reply = await browser.post('/wx/binding/code', { mobile });
  expect(reply.status, reply.text).toBe(200);
  expect(Object.keys(reply.body.data as object)).toEqual(['id']);
  return sms.sent.findLast(({ phone }) => phone === mobile)?.code ?? '';
};
const other = (right: string): string => (right === '00000' ? '11111' : '00000');
const firstProblem = (reply: Reply): unknown => {
  expect(reply.status, reply.text).toBe(422);
  return (reply.body.data as unknown[])[0];
};
const WRONG = { path: 'code', message: '验证码不正确' };
const noted = async (): Promise<readonly { what: string }[]> =>
  (
    (await chain.app.get('/report-exception?kind=shopper-binding&pageSize=50')).body.data as {
      list: { what: string }[];
    }
  ).list;

describe('by number', () => {
  test('the code binds once; the record is seen at once (S1§2.16/4)', async () => {
    const { id, mobile } = await buyer();
    const browser = await shopper();
    const sent = await code(browser, mobile);
    expect(firstProblem(await browser.post('/wx/binding', { mobile, code: other(sent) }))).toEqual(WRONG);
    const bound = await browser.post('/wx/binding', { mobile, code: sent });
    expect(bound.body.data, bound.text).toEqual({ customerId: id, mobile, name: '沈女士' });
    expect((await browser.get('/wx/user-info')).body.data).toMatchObject({ customerId: id });
    expect(firstProblem(await browser.post('/wx/binding', { mobile, code: sent }))).toEqual(WRONG);
  });
  test('a number that nobody has is answered alike, gets no message, and is limited alike (S1§2.16/4)', async () => {
    const [known, unknown] = [newMobile(), newMobile()];
    await customer(known);
    for (const mobile of [known, unknown]) {
      const browser = await shopper();
      const before = sms.sent.length;
      const reply = await browser.post('/wx/binding/code', { mobile });
      expect([reply.status, reply.body.msg]).toEqual([200, '若该号码在门店登记过，将收到验证码']);
      expect(reply.body.data).toEqual({ id: expect.any(String) });
      expect(sms.sent.length - before).toBe(mobile === known ? 1 : 0);
      expect((await browser.post('/wx/binding/code', { mobile })).status).toBe(429);
      expect((await (await shopper()).post('/wx/binding/code', { mobile })).status).toBe(429);
      expect(firstProblem(await browser.post('/wx/binding', { mobile, code: '12345' }))).toEqual(WRONG);
    }
  });
  test('five wrong tries end a code, ten minutes of guessing are 429, another browser has no use for a code (S1§2.16/4)', async () => {
    const { mobile } = await buyer();
    const browser = await shopper();
    const sent = await code(browser, mobile);
    expect(firstProblem(await (await shopper()).post('/wx/binding', { mobile, code: sent }))).toEqual(WRONG);
    for (let nth = 0; nth < 5; nth += 1)
      expect(firstProblem(await browser.post('/wx/binding', { mobile, code: other(sent) }))).toEqual(WRONG);
    expect(firstProblem(await browser.post('/wx/binding', { mobile, code: sent }))).toEqual(WRONG);
    const replies: number[] = [];
    for (let nth = 0; nth < 6; nth += 1)
      replies.push((await browser.post('/wx/binding', { mobile, code: '00000' })).status);
    expect(replies.at(-1)).toBe(429);
  });
  test('a record with points, or without a sale for long, needs one of its orders; a wrong one counts as a try (S1§2.16/4)', async () => {
    const { mobile, orderNo } = await holder();
    const stranger = await buyer();
    const browser = await shopper();
    const sent = await code(browser, mobile);
    const bind = (more: object) => browser.post('/wx/binding', { mobile, code: sent, ...more });
    expect(firstProblem(await bind({}))).toMatchObject({ path: 'orderNo' });
    for (const wrong of [stranger.orderNo, 'XS1', '没有'])
      expect(firstProblem(await bind({ orderNo: wrong }))).toEqual({ path: 'orderNo', message: '订单号不正确' });
    expect((await bind({ orderNo: orderNo.toLowerCase() })).status).toBe(200);
    expect((await noted()).map(({ what }) => what)).toContainEqual(
      expect.stringContaining('凭短信验证码和订单号绑定微信'),
    );
    const silent = newMobile();
    await customer(silent);
    const second = await shopper();
    const reply = await second.post('/wx/binding', { mobile: silent, code: await code(second, silent) });
    expect(firstProblem(reply)).toMatchObject({ path: 'orderNo' });
  });
  test('one openId a record: the second hears where to go, until the first unbinds (S1§2.16/4)', async () => {
    const { id, mobile, orderNo } = await buyer();
    const [one, two] = [await shopper(), await shopper()];
    const bind = async (browser: ShopperBrowser) =>
      browser.post('/wx/binding', { mobile, code: await code(browser, mobile), orderNo });
    expect((await bind(one)).status).toBe(200);
    ahead += 61_000;
    expect((await bind(two)).body).toMatchObject({ code: 409, msg: expect.stringContaining('已绑定其他微信') });
    expect((await one.post('/wx/unbind', {})).status).toBe(200);
    expect((await one.get('/wx/user-info')).status).toBe(401);
    ahead += 61_000;
    expect((await bind(two)).body.data).toMatchObject({ customerId: id });
  });
  test('outside the app the number signs in, for that record alone (S1§2.16/4)', async () => {
    const { id, mobile, orderNo } = await buyer();
    const browser = shopperBrowser(chain.app);
    const reply = await browser.post('/wx/binding', { mobile, code: await code(browser, mobile), orderNo });
    expect(reply.body.data, reply.text).toMatchObject({ customerId: id });
    expect((await browser.get('/wx/user-info')).body.data).toMatchObject({ customerId: id });
    expect((await browser.post('/wx/unbind', {})).status).toBe(200);
    expect((await browser.get('/wx/user-info')).status).toBe(401);
  });
  test('a page of another site writes nothing; a provider that is away is 503 and the code counts for nothing', async () => {
    const { mobile } = await buyer();
    const browser = await shopper();
    for (const origin of ['https://evil.example', 'null'])
      expect((await browser.post('/wx/binding/code', { mobile }, { origin })).status).toBe(403);
    expect((await browser.post('/wx/binding/code', { mobile: '12' })).status).toBe(422);
    sms.answer = 'isp.SYSTEM_ERROR';
    expect((await browser.post('/wx/binding/code', { mobile })).status).toBe(503);
    sms.answer = 'OK';
    expect((await browser.post('/wx/binding/code', { mobile }, { origin: 'https://house.example' })).status).toBe(200);
  });
});

describe('at the counter', () => {
  const cardCode = async (browser: ShopperBrowser): Promise<string> =>
    ((await browser.get('/wx/user-info')).body.data as { bindCode: string }).bindCode;
  const scan = (id: number, body: object): Promise<Reply> => chain.app.post(`/base-customer/${id}/bind`, body, clerk);
  const record = async (id: number): Promise<{ mobile: string; boundAt: string | null }> =>
    (await chain.app.get(`/base-customer/${id}`)).body.data as { mobile: string; boundAt: string | null };
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
    expect(sms.notices.at(-1)).toEqual({
      phone: mobile,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(Date.parse(boundAt ?? '')).toBeGreaterThan(Date.now());
  });
  test('a provider that is away is in the way of no binding; the row says that nobody was told (S1§4/26)', async () => {
    const id = await customer(newMobile());
    sms.answer = 'isp.SYSTEM_ERROR';
    const bound = await scan(id, { code: await cardCode(await shopper()) });
    sms.answer = 'OK';
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
    const unbind = (body: object = {}): Promise<Reply> => chain.app.post(`/base-customer/${id}/unbind`, body, clerk);
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
      chain.app.house.deps.master.query(
        sql.unsafe`UPDATE master.shopper_binding SET bound_at = bound_at - interval '8 days' WHERE customer_id = ${id}`,
      );
    await chain.app.addUser({ username: 'second-clerk', roleIds: [4], lockShops: [chain.home] });
    const second = { token: await chain.app.signIn('second-clerk') };
    const change = (code: string, key: string, as = second): Promise<Reply> =>
      chain.app.call('PUT', `/base-customer/${id}`, {
        body: { name: '沈女士', mobile: `1390${key.padStart(7, '0')}`, status: '2', proof: { id: 'card', code } },
        headers: { 'idempotency-key': `card-${key}` },
        ...as,
      });
    // Whoever bound it waits for nothing with it, and nobody within a week.
    expect(firstProblem(await change(await proofCode(mine), '5', clerk))).toMatchObject({
      message: expect.stringContaining('您在柜台绑定'),
    });
    expect(firstProblem(await change(await proofCode(mine), '6'))).toMatchObject({
      message: expect.stringContaining('未满7天'),
    });
    await aged();
    const foreign = await change(await proofCode(his), '1');
    expect(firstProblem(foreign)).toEqual({ path: 'proof.code', message: '这是其他客户的名片码，请核对画面上的客户' });
    const late = await proofCode(mine);
    ahead += 181_000;
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
    const log = (await chain.app.get(`/sys-shopper-log?customerId=${id}&act=proof`)).body.data as { list: object[] };
    expect(log.list).toMatchObject([
      { what: '名片码用于：绑定微信', byName: 'clerk' },
      { what: '名片码用于：更改手机号', byName: 'second-clerk' },
    ]);
  });
  test('a code that is over, or none, binds nobody (S1§2.16/5 S1§4/26)', async () => {
    const id = await customer(newMobile());
    const late = await cardCode(await shopper());
    ahead += 601_000;
    for (const text of [late, 'BD000000000000', 'BD', 'XS10001', ''])
      expect((await scan(id, { code: text })).status, text).toBe(422);
  });
  test('with value in the record: the word of another, or the code to its number (S1§2.16/5 S1§4/26)', async () => {
    const { id } = await holder();
    await oldNumber(chain, id);
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
    const asked = await chain.app.put(`/base-customer/${id}`, changed, clerk);
    expect(asked.body, asked.text).toMatchObject({
      code: 409,
      data: [{ message: expect.stringContaining('已绑定微信') }],
    });
    const saved = await chain.app.put(`/base-customer/${id}`, { ...changed, ...approved(asked) }, clerk);
    expect(saved.status, saved.text).toBe(200);
  });
});
test('neither tables nor logs hold a number, a code or a card code that somebody could read', async () => {
  const { mobile } = await buyer();
  const browser = await shopper();
  const sent = await code(browser, mobile);
  const { bindCode } = (await browser.get('/wx/user-info')).body.data as { bindCode: string };
  const Text = z.object({ text: z.string() });
  const kept = await chain.app.house.deps.master.anyFirst(sql.type(Text)`
    SELECT to_jsonb(c)::text AS text FROM master.shopper_code AS c
    UNION ALL SELECT to_jsonb(c)::text FROM master.shopper_card_code AS c`);
  expect(kept.length).toBeGreaterThan(1);
  for (const text of kept) {
    expect(text).not.toContain(mobile);
    expect(text).not.toContain(`"${sent}"`);
    expect(text).not.toContain(bindCode);
  }
});

test('what shoppers did is in a log of its own, by record and act, without openId, code and number of a stranger (S1§4/26)', async () => {
  const { id, mobile, orderNo } = await buyer();
  const browser = await shopper('open-of-the-log');
  const sent = await code(browser, mobile);
  const bind = (said: string) => browser.post('/wx/binding', { mobile, code: said, orderNo });
  expect((await bind(other(sent))).status).toBe(422);
  expect((await bind(sent)).status).toBe(200);
  expect((await browser.post('/wx/unbind', {})).status).toBe(200);
  type LogRow = {
    act: string;
    what: string;
    status: string;
    customerName: string;
    mobile: string;
    shopperMark: string;
  };
  const rows = async (query: string, token = ''): Promise<readonly LogRow[]> =>
    ((await chain.app.get(`/sys-shopper-log?${query}`, token === '' ? {} : { token })).body.data as { list: LogRow[] })
      .list;
  const mine = await rows(`customerId=${id}`);
  expect(mine.map(({ act, status, what }) => [act, status, what])).toEqual([
    ['unbind', '2', '顾客自行解除微信绑定'],
    ['bind', '2', '凭手机号和验证码绑定微信'],
    ['code', '2', '验证码发到登记的手机号'],
  ]);
  expect(new Set(mine.map(({ shopperMark }) => shopperMark)).size).toBe(1);
  expect(mine[0]).toMatchObject({ customerName: '沈女士', mobile });
  const failed = await rows('act=bind&status=1');
  expect(failed[0]).toMatchObject({ what: '没有绑定：验证码不正确', customerName: '', mobile: '' });
  expect((await rows('beginTime=2020-01-01&endTime=2020-01-02')).length).toBe(0);
  const all = (await chain.app.get('/sys-shopper-log?pageSize=100')).text;
  for (const secret of ['open-of-the-log', sent]) expect(all).not.toContain(`"${secret}"`);
  expect((await chain.app.get('/sys-shopper-log', clerk)).status).toBe(403);
  await chain.app.addUser({ username: 'auditor', roleIds: [7] });
  const auditor = await chain.app.signIn('auditor');
  expect((await rows(`customerId=${id}&act=bind`, auditor))[0]?.mobile).toBe(
    `${mobile.slice(0, 3)}••••${mobile.slice(-4)}`,
  );
  const erased = await chain.app.post(`/base-customer/${id}/erase`, { reason: '本人申请' });
  expect(erased.status, erased.text).toBe(200);
  expect((await rows(`customerId=${id}`))[0]).toMatchObject({
    customerName: '已注销',
    mobile: '',
    shopperMark: '',
    ipaddr: '',
  });
});
