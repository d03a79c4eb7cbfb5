/** What strangers try at the shoppers' door: guessing, racing, other people's sessions, other sites (R28, R136, R140, R159, R160). */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startChain, type Chain } from '../flow/shops.ts';
import type { Reply } from '../support/app.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';

let sms: SmsProvider;
let messaging: MessagingApp;
let chain: Chain;
let ahead = 0;
beforeAll(async () => {
  [sms, messaging] = [await smsProvider(), await messagingApp('https://house.example')];
  const { LOGIN_CODE: _picture, ...env } = sms.env;
  chain = await startChain({ env: { ...env, ...messaging.env }, clock: () => new Date(Date.now() + ahead) });
}, 60_000);
beforeEach(() => {
  ahead += 601_000;
});
afterAll(async () => {
  await chain.app.stop();
  sms.stop();
  await messaging.stop();
});

let last = 13_700_700_000;
/** A record that bought today: its number alone binds it. */
const buyer = async (): Promise<{ id: number; mobile: string }> => {
  const mobile = String((last += 1));
  const created = await chain.app.post('/base-customer', { name: '祁女士', mobile, status: '2' });
  const id = Number(created.body.data);
  const sold = await chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId: id }));
  expect((await chain.audit('/biz-sell', [Number(sold.body.data)])).status, sold.text).toBe(200);
  return { id, mobile };
};
let openIds = 0;
const shopper = async (openId = `guest-${(openIds += 1)}`): Promise<ShopperBrowser> => {
  const browser = shopperBrowser(chain.app, messaging);
  expect((await browser.signIn(openId, 'userinfo')).status).toBe(200);
  return browser;
};
const codeFor = async (browser: ShopperBrowser, mobile: string): Promise<string> => {
  const reply = await browser.post('/wx/binding/code', { mobile });
  expect(reply.status, reply.text).toBe(200);
  return sms.sent.findLast(({ phone }) => phone === mobile)?.code ?? '';
};
const cardCode = async (browser: ShopperBrowser): Promise<string> =>
  ((await browser.get('/wx/user-info')).body.data as { bindCode: string }).bindCode;
const statuses = (replies: readonly Reply[]): readonly number[] =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
const Live = z.object({ openId: z.string(), customerId: z.int() });
const liveBindings = (): Promise<readonly z.infer<typeof Live>[]> =>
  chain.app.house.deps.master.any(sql.type(Live)`
    SELECT open_id AS "openId", customer_id AS "customerId" FROM master.shopper_binding WHERE ended_at IS NULL`);
const boundTo = async (customerId: number): Promise<readonly string[]> =>
  (await liveBindings()).filter((one) => one.customerId === customerId).map(({ openId }) => openId);

test('of a thousand guesses of a code a handful is judged, whatever browser they come from (S1§2.16/4)', async () => {
  const { id, mobile } = await buyer();
  const browser = await shopper();
  const sent = await codeFor(browser, mobile);
  const guesses = Array.from({ length: 1_000 }, (_, nth) => String(nth).padStart(5, '0')).filter((one) => one !== sent);
  let judged = 0;
  while (guesses.length > 0) {
    const replies = await Promise.all(
      guesses.splice(0, 100).map((code) => browser.post('/wx/binding', { mobile, code })),
    );
    expect(replies.every(({ status }) => status === 422 || status === 429)).toBe(true);
    judged += replies.filter(({ status }) => status === 422).length;
  }
  expect(judged).toBeLessThanOrEqual(10);
  const fresh = shopperBrowser(chain.app);
  const others = await Promise.all(
    Array.from({ length: 100 }, () => fresh.post('/wx/binding', { mobile, code: '00000' })),
  );
  expect(others.every(({ status }) => status !== 200)).toBe(true);
  expect(await boundTo(id)).toEqual([]);
}, 60_000);
test('whether a number is a customer’s is told by nothing: status, words, shape, and the provider’s slowness', async () => {
  const { mobile } = await buyer();
  const replies: Reply[] = [];
  for (const asked of [mobile, String((last += 1))])
    replies.push(await (await shopper()).post('/wx/binding/code', { mobile: asked }));
  const told = replies.map(({ status, body, headers }) => [
    status,
    body.msg,
    Object.keys(body.data as object),
    [...headers.keys()].filter((name) => name !== 'set-cookie'),
  ]);
  expect(told[0]).toEqual(told[1]);
  const binding = await Promise.all(
    [mobile, String((last += 1))].map(async (asked) =>
      (await shopper()).post('/wx/binding', { mobile: asked, code: '98765' }),
    ),
  );
  expect(binding[0]?.body).toEqual({ ...binding[1]?.body, requestId: binding[0]?.body.requestId });
});
test('one code pressed nine times at once binds once', async () => {
  const { id, mobile } = await buyer();
  const browser = await shopper();
  const code = await codeFor(browser, mobile);
  const replies = await Promise.all(Array.from({ length: 9 }, () => browser.post('/wx/binding', { mobile, code })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await boundTo(id)).toHaveLength(1);
});
test('two shoppers that prove one number at once: one of them has the record', async () => {
  const { id, mobile } = await buyer();
  const pair = [await shopper(), await shopper()];
  const codes: string[] = [];
  for (const browser of pair) {
    codes.push(await codeFor(browser, mobile));
    ahead += 61_000;
  }
  const replies = await Promise.all(
    pair.map((browser, nth) => browser.post('/wx/binding', { mobile, code: codes[nth] ?? '' })),
  );
  expect(statuses(replies)).toEqual([200, 409]);
  expect(await boundTo(id)).toHaveLength(1);
});
test('one card code scanned at two tills for two customers binds one of them', async () => {
  const [one, two] = [await buyer(), await buyer()];
  const code = await cardCode(await shopper());
  const replies = await Promise.all([one, two].map(({ id }) => chain.app.post(`/base-customer/${id}/bind`, { code })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await Promise.all([one, two].map(({ id }) => boundTo(id)))).flat()).toHaveLength(1);
});
test('a binding while two records become one ends with one record, seen by its shopper (S1§2.16/4)', async () => {
  for (let nth = 0; nth < 5; nth += 1) {
    const [kept, merged] = [await buyer(), await buyer()];
    const browser = await shopper();
    const code = await codeFor(browser, merged.mobile);
    const [bound, joined] = await Promise.all([
      browser.post('/wx/binding', { mobile: merged.mobile, code }),
      chain.app.post('/base-customer/merge', { keepId: kept.id, mergeId: merged.id, reason: '同一人' }),
    ]);
    expect(joined?.status, joined?.text).toBe(200);
    const { customerId } = (await browser.get('/wx/user-info')).body.data as { customerId: number };
    if (bound?.status === 200) expect(customerId).toBe(kept.id);
    else {
      expect([409, 422], bound?.text).toContain(bound?.status);
      expect(customerId).toBe(0);
    }
    expect((await boundTo(kept.id)).length + (await boundTo(merged.id)).length).toBe(bound?.status === 200 ? 1 : 0);
    ahead += 61_000;
  }
});

describe('a session', () => {
  test('of the staff is none for shoppers, one of a shopper none for the staff (S1§7/9)', async () => {
    expect((await chain.app.get('/wx/user-info')).status).toBe(401);
    const browser = await shopper();
    for (const path of ['/base-customer', '/biz-sell', '/user/profile'])
      expect((await browser.get(path)).status).toBe(401);
  });
  test('that was altered, made up, or is as long as a header may be, is none, and no fault of the house', async () => {
    const browser = await shopper();
    const true_ = browser.cookies.get('jewel_shopper') ?? '';
    const [token = '', signature = ''] = true_.split('.');
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}.${signature}`;
    for (const cookie of [
      flipped,
      token,
      `${token}.`,
      `.${signature}`,
      'x'.repeat(8_000),
      '%00',
      '🙂'.normalize(),
      `${true_}x`,
    ]) {
      browser.cookies.set('jewel_shopper', encodeURI(cookie));
      expect((await browser.get('/wx/user-info')).status, cookie.slice(0, 50)).toBe(401);
    }
    browser.cookies.set('jewel_shopper', true_);
    expect((await browser.get('/wx/user-info')).status).toBe(200);
  });
  test('that a thief sets in another browser is not the one after its sign-in', async () => {
    const victim = shopperBrowser(chain.app, messaging);
    const thief = await shopper('thief');
    victim.cookies.set('jewel_shopper', thief.cookies.get('jewel_shopper') ?? '');
    expect((await victim.signIn('victim')).status).toBe(200);
    expect(victim.cookies.get('jewel_shopper')).not.toBe(thief.cookies.get('jewel_shopper'));
    expect((await thief.get('/wx/user-info?openId=victim')).status).not.toBe(200);
  });
  test('is not opened by an answer of the app that was meant for another browser', async () => {
    const thief = shopperBrowser(chain.app, messaging);
    const link = await thief.leave('thief');
    const victim = shopperBrowser(chain.app, messaging);
    await victim.get('/wx/get-auth-url?state=bill');
    expect((await victim.get(`/wx/code${link}`)).status).toBe(422);
    expect(victim.cookies.has('jewel_shopper')).toBe(false);
  });
  test('does not write for a page of another site, whatever the write (S1§7/9)', async () => {
    const browser = await shopper();
    for (const path of ['/wx/binding', '/wx/binding/code', '/wx/unbind'])
      for (const origin of ['https://evil.example', 'null', 'https://house.example.evil.example']) {
        const body = { mobile: '13700700999', code: '12345' };
        expect((await browser.post(path, body, { origin })).status, `${path} ${origin}`).toBe(403);
      }
  });
  test('tells nobody’s openId: not in the answers of pages, not in headers, not in the log of calls (S1§7/9)', async () => {
    const { mobile } = await buyer();
    const openId = `secret-open-id-${(openIds += 1)}`;
    const browser = await shopper(openId);
    const replies = [
      await browser.post('/wx/binding', { mobile, code: await codeFor(browser, mobile) }),
      await browser.get('/wx/user-info'),
      await browser.post('/wx/unbind', {}),
    ];
    for (const { text, headers } of replies) expect(`${text} ${JSON.stringify([...headers])}`).not.toContain(openId);
    const Row = z.object({ text: z.string() });
    const logged = await chain.app.house.deps.master.anyFirst(sql.type(Row)`
      SELECT to_jsonb(l)::text AS text FROM master.command AS l LIMIT 5000`);
    expect(logged.join('\n')).not.toContain(openId);
  });
});
