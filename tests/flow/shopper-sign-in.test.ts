/** Shoppers sign in through the messaging app (R28, R159), against a stand-in that keeps to the app's own rules. */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bindShopper } from '../support/bound-shopper.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { shopperBrowser } from '../support/shopper-browser.ts';
import { startChain, type Chain } from './shops.ts';

let messaging: MessagingApp;
let chain: Chain;
let ahead = 0;
beforeAll(async () => {
  messaging = await messagingApp('https://house.example');
  chain = await startChain({ env: messaging.env, clock: () => new Date(Date.now() + ahead) });
}, 60_000);
afterAll(async () => {
  await chain.app.stop();
  await messaging.stop();
});
const browser = () => shopperBrowser(chain.app, messaging);
const bind = (openId: string, customerId: number) => bindShopper(chain.app, { openId, customerId });
const said = ({ status, body }: { status: number; body: { msg?: string } }) => [status, body.msg];
const asks = (): number => messaging.asked.length;

test('a shopper goes to the app, comes back with a session of thirty days, and is asked for a record (S1§2.16/3)', async () => {
  const shopper = browser();
  const reply = await shopper.signIn('open-1', 'giveaway');
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.data).toEqual({ openId: 'open-1', customerId: 0, state: 'giveaway' });
  const [cookie = ''] = reply.headers.getSetCookie();
  expect(cookie).toMatch(
    /^jewel_shopper=[\w-]{43}\.[\w-]{43}; Path=\/api\/v1\/wx; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  const card = (await shopper.get('/wx/user-info')).body.data as { customerId: number; bindCode: string };
  expect(card).toMatchObject({ customerId: 0, bindCode: expect.stringMatching(/^BD[A-Z0-9]{12}$/) });
  expect((await shopper.get('/wx/user-info')).body.data).toEqual(card);
});
test('a bound one sees his own card; the openId of another is 403, without a session 401 (S1§7/9)', async () => {
  await bind('open-2', chain.customerId);
  const shopper = browser();
  expect((await shopper.signIn('open-2')).body.data).toMatchObject({ customerId: chain.customerId, state: 'bill' });
  const own = { customerId: chain.customerId, name: '王女士', mobile: '13800000001', barcode: '13800000001' };
  for (const path of ['/wx/user-info', '/wx/user-info?openId=open-2'])
    expect((await shopper.get(path)).body.data).toEqual({
      ...own,
      usablePoints: 0,
      balance: 0,
      cardCode: expect.stringMatching(/^MP[A-Z0-9]{12}$/),
      until: expect.any(String),
    });
  expect((await shopper.get('/wx/user-info?openId=open-1')).status).toBe(403);
  expect((await browser().get('/wx/user-info?openId=open-2')).status).toBe(401);
  const forged = browser();
  forged.cookies.set('jewel_shopper', `${'a'.repeat(43)}.${'b'.repeat(43)}`);
  expect((await forged.get('/wx/user-info')).status).toBe(401);
});
test('the same address twice, at once and after it, is one exchange and one answer (S1§7/8)', async () => {
  const shopper = browser();
  const search = await shopper.leave('open-3');
  messaging.instead.push({ silentMs: 300 });
  const before = asks();
  const both = await Promise.all([shopper.get(`/wx/code${search}`), shopper.get(`/wx/code${search}`)]);
  const third = await shopper.get(`/wx/code${search}`);
  expect([...both, third].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set([...both, third].map(({ headers }) => headers.getSetCookie()[0])).size).toBe(1);
  expect(asks() - before).toBe(1);
  ahead += 61_000;
  expect(said(await shopper.get(`/wx/code${search}`))).toEqual([422, '登录已失效，请重试']);
  expect(asks() - before).toBe(1);
});
test('a state of another browser, without its cookie, altered or over burns no code (S1§7/8)', async () => {
  const shopper = browser();
  const search = await shopper.leave('open-4');
  const before = asks();
  for (const other of [browser(), browser()]) {
    await other.get('/wx/get-auth-url?state=bill');
    expect(said(await other.get(`/wx/code${search}`))).toEqual([422, '登录已失效，请从公众号重新进入']);
    other.cookies.clear();
    expect((await other.get(`/wx/code${search}`)).status).toBe(422);
  }
  expect((await shopper.get(`/wx/code${search}0`)).status).toBe(422);
  for (const path of ['/wx/code', '/wx/code?code=x', '/wx/code?state=bill&code=x'])
    expect((await shopper.get(path)).status).toBe(422);
  const late = await shopper.leave('open-4');
  ahead += 601_000;
  expect(said(await shopper.get(`/wx/code${late}`))).toEqual([422, '登录超过10分钟，请重试']);
  expect(asks()).toBe(before);
});
test('a used code, wrong settings, a busy app are one Chinese sentence each; a new try works (S1§7/8)', async () => {
  const shopper = browser();
  const refused = async (errcode: number) => {
    messaging.instead.push({ errcode });
    return said(await shopper.signIn('open-5'));
  };
  expect(await refused(40_029)).toEqual([422, '登录已失效，请重试']);
  expect(await refused(40_125)).toEqual([503, '微信登录暂不可用，请联系门店，或稍后重试']);
  expect(await refused(-1)).toEqual([503, '微信繁忙，请稍后重试']);
  expect((await shopper.signIn('open-5')).status).toBe(200);
});
test('a code that came with another state is not taken again (S1§7/8)', async () => {
  const shopper = browser();
  const first = new URLSearchParams(await shopper.leave('open-6'));
  expect((await shopper.get(`/wx/code?${first.toString()}`)).status).toBe(200);
  const second = new URLSearchParams(await shopper.leave('open-6'));
  second.set('code', first.get('code') ?? '');
  expect(said(await shopper.get(`/wx/code?${second.toString()}`))).toEqual([422, '登录已失效，请重试']);
});
test('each sign-in has a session of its own, and the one before it ends (S1§7/8)', async () => {
  const shopper = browser();
  await shopper.signIn('open-7');
  const first = shopper.cookies.get('jewel_shopper') ?? '';
  await shopper.signIn('open-7');
  expect(shopper.cookies.get('jewel_shopper')).not.toBe(first);
  const old = browser();
  old.cookies.set('jewel_shopper', first);
  expect((await old.get('/wx/user-info')).status).toBe(401);
});
test('a record that was merged, disabled or erased: the kept one, none, none (S1§7/9)', async () => {
  const create = async (mobile: string) =>
    Number((await chain.app.post('/base-customer', { name: '郭女士', mobile, status: '2' })).body.data);
  const [kept, merged] = [await create('13900000011'), await create('13900000012')];
  await bind('open-8', merged);
  const shopper = browser();
  expect((await shopper.signIn('open-8')).body.data).toMatchObject({ customerId: merged });
  const pair = { keepId: kept, mergeId: merged, reason: '同一人' };
  expect((await chain.app.post('/base-customer/merge', pair)).status).toBe(200);
  const recordNow = async () => ((await shopper.get('/wx/user-info')).body.data as { customerId: number }).customerId;
  expect(await recordNow()).toBe(kept);
  expect((await chain.app.post('/base-customer/unmerge', pair)).status).toBe(200);
  expect((await shopper.get('/wx/user-info')).status).toBe(401);
  await shopper.signIn('open-8');
  const body = { name: '郭女士', mobile: '13900000012' };
  expect((await chain.app.put(`/base-customer/${merged}`, { ...body, status: '1' })).status).toBe(200);
  expect(await recordNow()).toBe(0);
  expect((await chain.app.post(`/base-customer/${merged}/erase`, { reason: '本人要求' })).status).toBe(200);
  expect((await shopper.get('/wx/user-info')).status).toBe(401);
  const Text = z.object({ text: z.string() });
  const rows = await chain.app.house.deps.master.anyFirst(sql.type(Text)`
    SELECT to_jsonb(b)::text AS text FROM master.shopper_binding AS b WHERE customer_id = ${merged}::bigint`);
  expect(rows).toHaveLength(1);
  expect(rows[0]).not.toContain('open-8');
});
test('the secret is sealed, and nobody reads it again (S1§7/8)', async () => {
  const secret = 'another-secret-of-the-account';
  const saved = await chain.app.put('/set-config', [{ configKey: 'wx_app_secret', configValue: secret }]);
  expect(saved.status, saved.text).toBe(200);
  const shown = await chain.app.get('/configKey/wx_app_secret');
  expect(shown.body.data).toEqual({ configKey: 'wx_app_secret', configValue: '••••' });
  const Value = z.object({ value: z.string() });
  const stored = () =>
    chain.app.house.deps.master.oneFirst(sql.type(Value)`
    SELECT config_value AS value FROM master.config WHERE config_key = 'wx_app_secret'`);
  const first = await stored();
  expect(first).toMatch(/^sealed:/);
  expect(first).not.toContain(secret);
  expect((await chain.app.put('/set-config', [{ configKey: 'wx_app_secret', configValue: '••••' }])).status).toBe(200);
  expect(await stored()).toBe(first);

  const [masked, typed] = [
    { configKey: 'wx_app_secret', configValue: '••••' },
    { configKey: 'wx_app_secret', configValue: 'typed-anew' },
  ];
  const moved = { configKey: 'wx_token_url', configValue: 'https://token.example/token' };
  const message = '更换微信令牌网址需重新填写AppSecret';
  const refused = await chain.app.put('/set-config', [moved, masked]);
  expect([refused.status, refused.body.data]).toEqual([422, [{ path: '1.configValue', message }]]);
  const { list } = (await chain.app.get('/config?configKey=wx_token_url')).body.data as { list: { id: number }[] };
  const alone = await chain.app.put(`/config/${list[0]?.id ?? 0}`, { configValue: moved.configValue });
  const inPlace = `${message}，请到“顾客端”页一起保存`;
  expect([alone.status, alone.body.data]).toEqual([422, [{ path: 'configValue', message: inPlace }]]);
  expect((await chain.app.get('/configKey/wx_token_url')).body.data).toMatchObject({ configValue: '' });
  expect((await chain.app.put('/set-config', [moved, typed])).status).toBe(200);
  expect(await stored()).not.toBe(first);
});
