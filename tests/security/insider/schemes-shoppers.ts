/** Schemes with the shoppers' side: a clerk's own telephone becomes the customer (R136, R160). */
import { expect } from 'vitest';
import type { Reply } from '../../support/app.ts';
import { oldNumber } from '../../support/old-number.ts';
import { shopperBrowser, type ShopperBrowser } from '../../support/shopper-browser.ts';
import { wordOf, type Insiders } from './house.ts';
import { rich } from './schemes-people.ts';
import { refund } from './schemes-proof.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

let phones = 0;
/** The clerk's own telephone, with the page that shows a code to scan. */
const ownPhone = async ({ chain, app }: Insiders): Promise<ShopperBrowser> => {
  const phone = shopperBrowser(chain.app, app);
  expect((await phone.signIn(`clerks-phone-${(phones += 1)}`, 'userinfo')).status).toBe(200);
  return phone;
};
const shownBy = async (phone: ShopperBrowser): Promise<string> =>
  ((await phone.get('/wx/user-info')).body.data as { bindCode: string }).bindCode;
const scan = (house: Insiders, customerId: number, code: string, more: object = {}): Promise<Reply> =>
  house.call('clerk', 'POST', `/base-customer/${customerId}/bind`, { code, ...more });

/** The account's secret is stored; its answers go wherever the token address says. */
const TAKES = { configKey: 'wx_token_url', configValue: 'https://takes.example/token' };
const secretOf = (configValue: string) => ({ configKey: 'wx_app_secret', configValue });
const storesSecret = (house: Insiders): Promise<unknown> =>
  house.done('owner', 'PUT', '/set-config', [secretOf('secret-of-the-account'), { ...TAKES, configValue: '' }]);

export const SHOPPER_SCHEMES: readonly Scheme[] = [
  {
    name: 'the stored secret of the public account is sent to one’s own address',
    rule: 'R146',
    comes: refused(422, '更换微信令牌网址需重新填写AppSecret'),
    play: async (house) => {
      await storesSecret(house);
      return house.call('owner', 'PUT', '/set-config', [TAKES, secretOf('••••')]);
    },
  },
  {
    name: 'one’s own address with an invented secret waits for the owner to type the right one',
    rule: 'R148',
    comes: row('limit-changed', 'owner'),
    play: async (house) => {
      await storesSecret(house);
      const reply = await house.call('owner', 'PUT', '/set-config', [TAKES, secretOf('invented-secret')]);
      await storesSecret(house);
      return reply;
    },
  },
  {
    name: 'one’s own telephone is bound to a rich record',
    rule: 'R136',
    comes: asks('bind-record'),
    play: async (house) => scan(house, await rich(house, 8000), await shownBy(await ownPhone(house))),
  },
  {
    name: 'the word for one telephone binds another',
    rule: 'R160',
    comes: asks('bind-record'),
    play: async (house) => {
      const customerId = await rich(house, 8000);
      const asked = await scan(house, customerId, await shownBy(await ownPhone(house)));
      return scan(house, customerId, await shownBy(await ownPhone(house)), wordOf(asked, 'keeper'));
    },
  },
  {
    name: 'the word for one customer binds another',
    rule: 'R160',
    comes: asks('bind-record'),
    play: async (house) => {
      const code = await shownBy(await ownPhone(house));
      const asked = await scan(house, await rich(house, 8000), code);
      return scan(house, await rich(house, 8000), code, wordOf(asked, 'keeper'));
    },
  },
  {
    name: 'one’s own telephone goes from record to record',
    rule: 'R160',
    comes: asks('bind-second'),
    play: async (house) => {
      const phone = await ownPhone(house);
      await house.done('clerk', 'POST', `/base-customer/${await house.customer()}/bind`, {
        code: await shownBy(phone),
      });
      expect((await phone.post('/wx/unbind', {})).status).toBe(200);
      const openId = `clerks-phone-${phones}`;
      expect((await phone.signIn(openId, 'userinfo')).status).toBe(200);
      return scan(house, await house.customer(), await shownBy(phone));
    },
  },
  {
    name: 'one’s own telephone takes a record that a customer’s has',
    rule: 'R160',
    comes: asks('bind-record'),
    play: async (house) => {
      const customerId = await house.customer();
      await house.done('clerk', 'POST', `/base-customer/${customerId}/bind`, {
        code: await shownBy(await ownPhone(house)),
      });
      return scan(house, customerId, await shownBy(await ownPhone(house)));
    },
  },
  {
    name: 'one’s own telephone is bound to a record with nothing in it, for what comes later',
    rule: 'R160',
    comes: row('shopper-binding'),
    play: async (house) => scan(house, await house.customer(), await shownBy(await ownPhone(house))),
  },
  {
    name: 'a code that a customer read out for a binding pays out 5,000',
    rule: 'R136',
    comes: refused(422, '不是为这次操作发送的'),
    play: async (house) => {
      const customerId = await oldNumber(house.chain, await rich(house, 8000));
      const body = { purpose: 'bind', amount: 0 };
      const { id } = (await house.done('clerk', 'POST', `/base-customer/${customerId}/code`, body)) as { id: string };
      const { code } = house.messages.sent.at(-1) ?? {};
      return refund(house, customerId, 5000, { proof: { id, code } });
    },
  },
  {
    name: 'one’s own telephone, bound while nothing was in the record, pays out what came later',
    rule: 'R136',
    comes: refused(422, '您在柜台绑定'),
    play: async (house) => {
      const customerId = await house.customer();
      const phone = await ownPhone(house);
      await house.done('clerk', 'POST', `/base-customer/${customerId}/bind`, { code: await shownBy(phone) });
      const { home: shopId, today: depositAt } = house.chain;
      const body = { customerId, shopId, depositAt, account: '储值卡', kind: '1', amount: 8000, seller: 'admin' };
      expect((await house.chain.app.post('/biz-deposit', body)).status).toBe(200);
      const { cardCode } = (await phone.get('/wx/user-info')).body.data as { cardCode: string };
      return refund(house, customerId, 5000, { proof: { id: 'card', code: cardCode } });
    },
  },
];
