/** Shoppers sign in and are bound (S1§2.16; R28, R159–R161): on a phone, with the messaging app played by another process. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messagingProcess, type MessagingProcess } from '../support/messaging-process.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';
import type { App, AppOptions } from '../support/app.ts';
import { bindShopper } from '../support/bound-shopper.ts';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { forgive, gone, see, useDesk } from './support/desk.ts';

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
const IN_APP: BrowserContextOptions = {
  ...PHONE,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47',
};
const MOBILE = '13800000001';
let sms: SmsProvider;
let messaging: MessagingProcess;
/** What it starts with is known once both stand-ins listen. */
const options: { env: Record<string, string> } & AppOptions = { env: {} };
beforeAll(async () => {
  [sms, messaging] = [await smsProvider(), await messagingProcess()];
  const { LOGIN_CODE: _signIn, ...env } = sms.env;
  Object.assign(options.env, env, messaging.env);
});
afterAll(() => {
  sms.stop();
  messaging.stop();
});

const customer = async (app: App): Promise<number> =>
  Number(((await app.get(`/base-customer?mobile=${MOBILE}`)).body.data as { list: { id: number }[] }).list[0]?.id ?? 0);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const looksRight = async (page: Page): Promise<void> => {
  expect(await sideways(page)).toBe(0);
  expect(await accessFindings(page)).toEqual([]);
};

describe('sign-in of shoppers', () => {
  const desk = useDesk(options, async (app) => {
    await plantChain(app, 0);
  });
  const bind = async (openId: string): Promise<void> => {
    const id = await customer(desk.app());
    await bindShopper(desk.app(), { openId, customerId: id });
  };
  beforeEach(async () => {
    const { master } = desk.app().house.deps;
    await master.query(sql.unsafe`DELETE FROM master.shopper_binding`);
    await master.query(sql.unsafe`DELETE FROM master.shopper_code`);
  });

  test('through the app to the card, without anything of the console; the page hears nothing twice and tells nobody where from (S1§2.16/3)', async () => {
    await bind('open-bound');
    await messaging.tell({ visitor: 'open-bound' });
    const { page } = await desk.open(IN_APP);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/wx/userinfo');
    await see(heading(page, '我的名片'));
    await see(page.getByText('王女士'));
    await see(page.getByRole('img', { name: '会员条码' }));
    expect(new URL(page.url()).pathname).toBe('/wx/userinfo');
    expect(await page.title()).toBe('我的名片');
    expect(asked.filter((path) => path === '/api/v1/wx/code')).toHaveLength(1);
    const scripts = asked.filter((path) => /\.(?:js|css)$/.test(path));
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((path) => !path.startsWith('/mfe-mobile/') && path !== '/wx/worker.js')).toEqual([]);
    await looksRight(page);
    const head = await page.request.get('/wx/userinfo');
    expect(head.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    });
    expect(head.headers()['content-security-policy']).toMatch(/script-src 'self';/);
    expect(await head.text()).not.toMatch(/importmap|珠宝管理系统/);
    // A way back from the card leads out, not through the sign-in again.
    await page.goBack();
    expect(page.url()).not.toContain('/wx/code');
  });

  test('what the app refuses is one sentence; 重试 begins anew and gets in (S1§2.16/3)', async () => {
    await bind('open-refused');
    const seat = await desk.open(IN_APP);
    const { page } = seat;
    const refusals = [
      [40_029, '登录已失效，请重试'],
      [40_125, '微信登录暂不可用，请联系门店，或稍后重试'],
      [-1, '微信繁忙，请稍后重试'],
    ] as const;
    await messaging.tell({ visitor: 'open-refused', instead: { errcode: refusals[0][0] } });
    await page.goto('/wx/userinfo');
    for (const [index, [, sentence]] of refusals.entries()) {
      await see(page.getByRole('alert').getByText(sentence));
      const next = refusals[index + 1];
      if (next === undefined) await messaging.tell({ instead: { silentMs: 60_000 } });
      else await messaging.tell({ instead: { errcode: next[0] } });
      await page.getByRole('button', { name: '重试' }).click();
    }
    await see(page.getByRole('alert').getByText('微信没有应答，请重试'));
    await looksRight(page);
    await page.getByRole('button', { name: '重试' }).click();
    await see(page.getByText('王女士'));
    forgive(seat, /status of 503/);
  });

  test('the app opens the way back twice: both get in, the code is exchanged once; another phone gets nowhere with it (S1§2.16/3)', async () => {
    await bind('open-twice');
    await messaging.tell({ visitor: 'open-twice' });
    const { page } = await desk.open(IN_APP);
    const ways: string[] = [];
    page.on('framenavigated', (frame) => ways.push(frame.url()));
    await page.goto('/wx/userinfo');
    await see(page.getByText('王女士'));
    const back = ways.find((url) => url.includes('/wx/code?')) ?? '';
    const before = await messaging.tell({});
    const second = await page.context().newPage();
    await second.goto(back);
    await see(second.getByText('王女士'));
    expect(await messaging.tell({})).toEqual(before);
    const stranger = await desk.open(IN_APP);
    await stranger.page.goto(back);
    await see(stranger.page.getByRole('alert').getByText('登录已失效，请从公众号重新进入'));
    expect(await messaging.tell({})).toEqual(before);
  });

  test('whoever has no record sees form and counter code, on narrow and wide screens; the counter binds and the page turns (S1§2.16/5)', async () => {
    await messaging.tell({ visitor: 'open-new' });
    const { page } = await desk.open(IN_APP);
    await page.goto('/wx/userinfo');
    const bars = page.getByRole('img', { name: '绑定码' });
    await see(bars);
    await see(page.getByText(/^\d+:\d\d 后自动更换$/));
    for (const size of [
      { width: 320, height: 568 },
      { width: 360, height: 740 },
      { width: 844, height: 390 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      expect(await sideways(page), JSON.stringify(size)).toBe(0);
    }
    await page.setViewportSize({ width: 320, height: 568 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '140%'));
    await looksRight(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, a')]
        .map((each) => [each.textContent || each.id, Math.round(each.getBoundingClientRect().height)] as const)
        .filter(([, height]) => height < 44),
    );
    expect(small).toEqual([]);
    await page.getByRole('button', { name: '绑定', exact: true }).click();
    await see(page.getByText('请输入电话号码'));
    await see(page.getByText('请输入验证码'));
    const code = ((await page.locator('.bars span').textContent()) ?? '').replaceAll(' ', '');
    const bound = await desk.app().post(`/base-customer/${await customer(desk.app())}/bind`, { code });
    expect(bound.status, bound.text).toBe(200);
    await see(page.getByRole('img', { name: '会员条码' }));
    await see(page.getByText('王女士'));
  });

  test('outside the app by number: the code comes by message, a wrong one keeps what was typed, an order is asked for (S1§2.16/4)', async () => {
    const { page } = await desk.open(PHONE);
    await page.goto('/wx/userinfo');
    await see(page.getByText('请从微信公众号进入'));
    await looksRight(page);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await see(page.getByText('请输入电话号码'));
    await page.getByLabel('手机号').fill(MOBILE);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await see(page.getByText('若该号码在门店登记过，将收到验证码；收不到请到门店'));
    await see(page.getByRole('button', { name: /^\d+ 秒后可重新获取$/ }));
    await expect.poll(() => sms.sent.at(-1)?.phone).toBe(MOBILE);
    const sent = sms.sent.at(-1)?.code ?? '';
    await page.getByLabel('验证码', { exact: true }).fill(sent === '00000' ? '11111' : '00000');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await see(page.getByText('验证码不正确'));
    expect(await page.getByLabel('手机号').inputValue()).toBe(MOBILE);
    await page.getByLabel('验证码', { exact: true }).fill(sent);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await see(page.getByText('请再填写一张您的订单号（在质保单或小票上）'));
    await see(page.getByLabel('订单号'));
    await looksRight(page);
    // The page is left and comes back: the number is still there.
    await page.reload();
    await expect.poll(() => page.getByLabel('手机号').inputValue()).toBe(MOBILE);
  });

  test('a page opens without a network, by the release of today; unbinding asks first and leaves the card (S1§2.16/3)', async () => {
    await bind('open-offline');
    await messaging.tell({ visitor: 'open-offline' });
    const seat = await desk.open(IN_APP);
    const { page } = seat;
    await page.goto('/wx/userinfo');
    await see(page.getByText('王女士'));
    // A worker of an older release, with what it had kept.
    await page.evaluate(async () => {
      await caches.open('wx-release-older');
      await caches.open('wx-slips');
      await navigator.serviceWorker.register('/wx/worker.js?older', { scope: '/wx/' });
    });
    await page.reload();
    const worker = () =>
      page.evaluate(async () => ({
        script: (await navigator.serviceWorker.getRegistration('/wx/'))?.active?.scriptURL.split('/wx/')[1],
        older: (await caches.keys()).includes('wx-release-older'),
        slips: (await caches.keys()).includes('wx-slips'),
        here: navigator.serviceWorker.controller !== null,
      }));
    await expect.poll(worker).toEqual({ script: 'worker.js', older: false, slips: true, here: true });
    await page.context().setOffline(true);
    await page.goto('/wx/userinfo?from=menu');
    await see(heading(page, '我的名片'));
    await see(page.getByRole('alert').getByText('网络不稳定，请检查网络后重试'));
    await page.context().setOffline(false);
    await page.getByRole('button', { name: '重试' }).click();
    await see(page.getByText('王女士'));
    forgive(seat, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);

    await page.getByRole('button', { name: '解除绑定' }).click();
    await page.getByRole('button', { name: '暂不解除' }).click();
    await see(page.getByText('王女士'));
    await page.getByRole('button', { name: '解除绑定' }).click();
    await looksRight(page);
    await page.getByRole('button', { name: '确定解除' }).click();
    await gone(page.getByText('王女士'));
    await see(page.getByRole('img', { name: '绑定码' }));
    expect(await page.evaluate(() => caches.has('wx-slips'))).toBe(false);
  });
});
