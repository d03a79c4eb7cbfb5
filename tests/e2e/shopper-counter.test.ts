/** The counter scans the card of a shopper: bound to the customer on screen, proved by it, ended; and the page that connects the public account. */
import { afterAll, describe, expect, test } from 'vitest';
import { messagingApp } from '../support/messaging-app.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, still, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { fitsPhone, signedInPhone } from './support/phone.ts';
import { agree, button, cardAction, dialog, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const messaging = await messagingApp('https://house.example');
afterAll(() => messaging.stop());

describe('the card of a shopper at the counter', () => {
  const desk = useDesk({ env: messaging.env }, async (app) => {
    await plantChain(app, 1);
    await app.addUser({ username: 'keeper', roleIds: [3] });
  });
  const shopper = async (openId: string): Promise<ShopperBrowser> => {
    const browser = shopperBrowser(desk.app(), messaging);
    await browser.signIn(openId, 'userinfo');
    return browser;
  };
  const shown = async (browser: ShopperBrowser): Promise<{ bindCode?: string }> =>
    (await browser.get('/wx/user-info')).body.data as { bindCode?: string };

  test('scanned on the customers page it says what to do; with the customer open it binds, once, and ends by his own card (S1§4/26)', async () => {
    const browser = await shopper('open-counter');
    const { bindCode = '' } = await shown(browser);
    const { page } = await desk.sit('/sales/customer');
    await see(page.getByRole('row', { name: /王女士/ }));
    await scan(page, bindCode);
    await see(page.getByText(/请先打开这位客户/));
    await rowAction(page, '王女士', '详情');
    const card = dialog(page, '王女士');
    await see(card.getByText('未绑定微信'));
    await scan(page, bindCode);
    await see(page.getByRole('alertdialog').getByText(/把顾客的微信绑定到“王女士”/));
    await agree(page, '绑定');
    await see(card.getByText(/已绑定，自 \d{4}-\d\d-\d\d/));
    await scan(page, `BD${'A'.repeat(12)}`);
    await agree(page, '绑定');
    await see(page.getByText(/绑定码不正确、已使用或已过期/));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(card, '解除绑定').click();
    await agree(page, '解除绑定');
    const word = dialog(page, '需授权');
    await see(word.getByText(/请顾客在微信里打开“我的名片”/));
    await button(word, '核对并保存').click();
    await see(word.getByText('请扫描顾客名片上的码'));
    // What the telephone shows is what the counter scans.
    const { page: phone } = await signedInPhone(desk, { openId: 'open-counter', path: '/wx/userinfo' });
    const proof = phone.getByRole('region', { name: '名片码' });
    await button(proof, '出示名片码').click();
    await see(proof.getByRole('img', { name: '名片码' }));
    await see(proof.getByRole('timer').getByText(/^\d:\d\d 后自动更换$/));
    await fitsPhone(phone);
    await word.getByLabel(/^顾客名片码/).focus();
    await scan(page, ((await proof.getByText(/^MP [A-Z\d ]+$/).textContent()) ?? '').replaceAll(' ', ''));
    await see(card.getByText('未绑定微信'));
    // He is bound no longer: his page shows no code of a record that is not his.
    await expect.poll(() => proof.count(), { timeout: 30_000 }).toBe(0);
  });

  test('in an order it is for the customer of the order; on a phone the row opens a box for it (S1§4/26)', async () => {
    const { bindCode = '' } = await shown(await shopper('open-order'));
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    await see(dialog(page, '新增销售单'));
    await scan(page, bindCode);
    await see(page.getByText(/请先打开这位客户/));
    await scan(page, '13800000001');
    await see(page.getByText('客户 王女士'));
    await scan(page, bindCode);
    await see(page.getByRole('alertdialog').getByText(/把顾客的微信绑定到“王女士/));
    await agree(page, '取消');
    const { page: phone } = await desk.sit('/sales/customer', PHONE);
    await cardAction(phone, '王女士', '微信绑定');
    const box = dialog(phone, /^微信绑定/);
    await box.getByRole('textbox', { name: '绑定码' }).fill('XS10001');
    await phone.keyboard.press('Enter');
    await see(box.getByText(/不是顾客的绑定码/));
    await box.getByRole('textbox', { name: '绑定码' }).fill(bindCode);
    await phone.keyboard.press('Enter');
    await agree(phone, '绑定');
    await see(box.getByText(/已绑定，自/));
    expect(await accessFindings(phone)).toEqual([]);
  });

  test('顾客端 says what is missing, asks the provider, shows what shoppers see, and serves the file of the domain (S1§2.14/4)', async () => {
    const { page } = await desk.sit('/admin/shopper-app');
    await see(page.getByText('公众号已设置，请点“检测”核对密钥。'));
    await see(page.getByRole('list', { name: '还要处理' }).getByText(/^没有接短信/));
    await see(page.getByText('https://house.example/wx/code'));
    await button(page, '检测').click();
    await see(page.getByText('微信应答正常，AppID 和 AppSecret 正确'));
    for (const [errcode, said] of [
      [40_125, '微信拒绝：AppSecret 不正确（40125）'],
      [-1, '微信系统繁忙（-1），请过一会再检测'],
    ] as const) {
      messaging.instead.push({ errcode });
      await button(page, '检测').click();
      await see(page.getByText(said));
    }
    await page.getByLabel(/^校验文件名/).fill('../robots');
    await button(page, '保存').click();
    await see(page.getByText(/校验文件名应为8到64位/));
    await page.getByLabel(/^校验文件名/).fill('MP_verify_AbCd1234.txt');
    await page.getByLabel(/^校验文件内容/).fill('AbCd1234');
    await page.getByLabel(/^售后条款/).fill('一年内免费清洗');
    const preview = page.getByRole('complementary', { name: '预览' });
    await button(preview, '质保单').click();
    await see(preview.getByText('一年内免费清洗'));
    expect(await preview.getByText('成交价').count()).toBe(0);
    await page.getByRole('radio', { name: '显示成交价' }).check();
    await see(preview.getByText('成交价'));
    await button(page, '保存').click();
    await see(page.getByText('https://house.example/MP_verify_AbCd1234.txt'));
    const { url } = desk.app();
    const file = await fetch(`${url}/MP_verify_AbCd1234.txt`);
    expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'AbCd1234',
    ]);
    expect((await fetch(`${url}/MP_verify_Other123.txt`)).status).toBe(404);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
