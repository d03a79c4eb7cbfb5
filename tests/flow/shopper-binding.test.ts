/** Shoppers prove their number and are bound (R113, R160); what is kept of it, and its log. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { WRONG, firstProblem, other, bindingsPerFile } from './bindings.ts';

const { at, newMobile, customer, buyer, holder, shopper, code, noted } = bindingsPerFile();

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
      const before = at.sms.sent.length;
      const reply = await browser.post('/wx/binding/code', { mobile });
      expect([reply.status, reply.body.msg]).toEqual([200, '若该号码在门店登记过，将收到验证码']);
      expect(reply.body.data).toEqual({ id: expect.any(String) });
      expect(at.sms.sent.length - before).toBe(mobile === known ? 1 : 0);
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
    at.ahead += 61_000;
    expect((await bind(two)).body).toMatchObject({ code: 409, msg: expect.stringContaining('已绑定其他微信') });
    expect((await one.post('/wx/unbind', {})).status).toBe(200);
    expect((await one.get('/wx/user-info')).status).toBe(401);
    at.ahead += 61_000;
    expect((await bind(two)).body.data).toMatchObject({ customerId: id });
  });
  test('outside the app the number signs in, for that record alone (S1§2.16/4)', async () => {
    const { id, mobile, orderNo } = await buyer();
    const browser = shopperBrowser(at.chain.app);
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
    at.sms.answer = 'isp.SYSTEM_ERROR';
    expect((await browser.post('/wx/binding/code', { mobile })).status).toBe(503);
    at.sms.answer = 'OK';
    expect((await browser.post('/wx/binding/code', { mobile }, { origin: 'https://house.example' })).status).toBe(200);
  });
});

test('neither tables nor logs hold a number, a code or a card code that somebody could read', async () => {
  const { mobile } = await buyer();
  const browser = await shopper();
  const sent = await code(browser, mobile);
  const { bindCode } = (await browser.get('/wx/user-info')).body.data as { bindCode: string };
  const Text = z.object({ text: z.string() });
  const kept = await at.chain.app.house.deps.master.anyFirst(sql.type(Text)`
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
    (
      (await at.chain.app.get(`/sys-shopper-log?${query}`, token === '' ? {} : { token })).body.data as {
        list: LogRow[];
      }
    ).list;
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
  const all = (await at.chain.app.get('/sys-shopper-log?pageSize=100')).text;
  for (const secret of ['open-of-the-log', sent]) expect(all).not.toContain(`"${secret}"`);
  expect((await at.chain.app.get('/sys-shopper-log', at.clerk)).status).toBe(403);
  await at.chain.app.addUser({ username: 'auditor', roleIds: [7] });
  const auditor = await at.chain.app.signIn('auditor');
  expect((await rows(`customerId=${id}&act=bind`, auditor))[0]?.mobile).toBe(
    `${mobile.slice(0, 3)}••••${mobile.slice(-4)}`,
  );
  const erased = await at.chain.app.post(`/base-customer/${id}/erase`, { reason: '本人申请' });
  expect(erased.status, erased.text).toBe(200);
  expect((await rows(`customerId=${id}`))[0]).toMatchObject({
    customerName: '已注销',
    mobile: '',
    shopperMark: '',
    ipaddr: '',
  });
});
