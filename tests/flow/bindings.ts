/** A chain whose customers come in by the messaging app, with a provider of codes: who buys there, and how he is bound. */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Reply } from '../support/app.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';
import { startChain, type Chain } from './shops.ts';

export const other = (right: string): string => (right === '00000' ? '11111' : '00000');
export const firstProblem = (reply: Reply): unknown => {
  expect(reply.status, reply.text).toBe(422);
  return (reply.body.data as unknown[])[0];
};
export const WRONG = { path: 'code', message: '验证码不正确' };

/** A house for the tests of a file; its clock may go ahead. */
export const bindingsPerFile = () => {
  const at = { ahead: 0 } as {
    sms: SmsProvider;
    messaging: MessagingApp;
    chain: Chain;
    ahead: number;
    clerk: { readonly token: string };
  };
  beforeAll(async () => {
    [at.sms, at.messaging] = [await smsProvider(), await messagingApp('https://house.example')];
    const { LOGIN_CODE: _signIn, ...env } = at.sms.env;
    at.chain = await startChain({
      env: { ...env, ...at.messaging.env, SMS_TEMPLATE_NOTICE: 'SMS_2' },
      clock: () => new Date(Date.now() + at.ahead),
    });
    await at.chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [at.chain.home] });
    await at.chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [at.chain.home] });
    at.clerk = { token: await at.chain.app.signIn('clerk') };
  }, 60_000);
  beforeEach(async () => {
    await at.chain.app.house.deps.master.query(sql.unsafe`DELETE FROM master.shopper_code`);
    at.ahead += 601_000;
  });
  afterAll(async () => {
    await at.chain.app.stop();
    at.sms.stop();
    await at.messaging.stop();
  });

  let last = 13_700_600_000;
  const newMobile = (): string => String((last += 1));
  const customer = async (mobile: string): Promise<number> =>
    Number((await at.chain.app.post('/base-customer', { name: '沈女士', mobile, status: '2' })).body.data);
  /** Whoever bought lately: the number alone binds him. */
  const buyer = async (): Promise<{ id: number; mobile: string; orderNo: string }> => {
    const mobile = newMobile();
    const id = await customer(mobile);
    const sold = await at.chain.app.post(
      '/biz-sell',
      at.chain.sale([{ barcode: await at.chain.stock() }], { customerId: id }),
    );
    expect(sold.status, sold.text).toBe(200);
    const saleId = Number(sold.body.data);
    expect((await at.chain.audit('/biz-sell', [saleId])).status).toBe(200);
    return { id, mobile, orderNo: String((await at.chain.record('/biz-sell', saleId))['orderNo']) };
  };
  /** A record with something in it: whoever takes it takes that, too. */
  const holder = async (): Promise<{ id: number; mobile: string; orderNo: string }> => {
    const bought = await buyer();
    const given = await at.chain.app.post('/base-customer/points', {
      customerId: bought.id,
      points: 50,
      reason: '补记',
    });
    expect(given.status, given.text).toBe(200);
    return bought;
  };
  let openIds = 0;
  const shopper = async (openId = `open-${(openIds += 1)}`): Promise<ShopperBrowser> => {
    const browser = shopperBrowser(at.chain.app, at.messaging);
    const reply = await browser.signIn(openId, 'userinfo');
    expect(reply.status, reply.text).toBe(200);
    return browser;
  };
  const code = async (browser: ShopperBrowser, mobile: string): Promise<string> => {
    const reply = await browser.post('/wx/binding/code', { mobile });
    expect(reply.status, reply.text).toBe(200);
    expect(Object.keys(reply.body.data as object)).toEqual(['id']);
    return at.sms.sent.findLast(({ phone }) => phone === mobile)?.code ?? '';
  };
  const noted = async (): Promise<readonly { what: string }[]> =>
    (
      (await at.chain.app.get('/report-exception?kind=shopper-binding&pageSize=50')).body.data as {
        list: { what: string }[];
      }
    ).list;
  return { at, newMobile, customer, buyer, holder, shopper, code, noted };
};
