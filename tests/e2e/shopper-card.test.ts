/** A shopper's card on the phone (S1§2.16; R67): points, stored value, consents, a copy of the data, asking to be erased, and the shop's answer. */
import type { BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk, type Seat } from './support/desk.ts';
import { boundPhone, fitsPhone, PHONE } from './support/phone.ts';
import { dialog, rowAction } from './support/screens.ts';

const NAME = '欧阳'.repeat(20);
const SMALL: BrowserContextOptions = { ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: 'dark' };
const MIDDLE: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } };

describe('the card', () => {
  const desk = useDesk();
  let chain: SmallChain;
  let owner: number;
  let last = 13_700_910_000;
  const post = async (path: string, body: object): Promise<number> => {
    const reply = await desk.app().post(path, body);
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  const customer = (name: string): Promise<number> =>
    post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  const at = (customerId: number, path: string, window = PHONE): Promise<Seat> =>
    boundPhone(desk, customerId, { openId: `card-${(last += 1)}`, path, window });
  beforeAll(async () => {
    chain = await plantChain(desk.app(), 0);
    owner = await customer(NAME);
    await post('/base-customer/points', { customerId: owner, points: 1280, reason: '开业赠送' });
    const deposit = { shopId: chain.home, depositAt: chain.today, account: '储值卡', kind: '1', seller: 'admin' };
    await post('/biz-deposit', { ...deposit, customerId: owner, amount: 520.5 });
    await post('/base-customer-consent', { customerId: owner, purpose: 'sms', channel: 'paper' });
    await desk.app().house.caughtUp();
  });

  test('shows name, bars, points and stored value, and leads to each ledger, at every width', async () => {
    for (const window of [SMALL, MIDDLE, PHONE]) {
      const { page } = await at(owner, '/wx/userinfo', window);
      await see(page.getByText(NAME));
      await see(page.getByRole('img', { name: '会员条码' }));
      await fitsPhone(page);
      await page.getByRole('link', { name: '可用积分 1,280 分' }).click();
      await see(page.getByText('+1,280 分'));
      await fitsPhone(page);
      await page.getByRole('link', { name: '返回' }).click();
      await page.getByRole('link', { name: '储值与定金 ¥520.50' }).click();
      await see(page.getByText('+¥520.50'));
      await see(page.getByText('储值卡充值'));
      await fitsPhone(page);
    }
  });
  test('the largest amounts stand in one line on the smallest phone, also as whoever enlarges his type sees them', async () => {
    const { page } = await at(owner, '/wx/balance', SMALL);
    const MOST = { money: 99_999_999.99, points: 99_999_999 };
    const grown = async (path: string, grow: (data: Record<string, unknown>) => object): Promise<void> => {
      await page.route(`**/api/v1/wx/${path}`, async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = (await response.json()) as { data: Record<string, unknown> };
        await route.fulfill({ response, json: { ...rest, data: { ...data, ...grow(data) } } });
      });
    };
    const rowsOf = (data: Record<string, unknown>, more: object): object[] =>
      (data['list'] as object[]).map((row) => ({ ...row, ...more }));
    await grown('user-info*', () => ({ usablePoints: MOST.points, balance: MOST.money }));
    await grown('balance*', (data) => ({
      accounts: [{ account: '储值卡', balance: MOST.money, held: MOST.money, usable: MOST.money }],
      list: rowsOf(data, { amount: MOST.money, balance: MOST.money }),
    }));
    await grown('points*', (data) => ({
      usablePoints: MOST.points,
      heldPoints: MOST.points,
      list: rowsOf(data, { points: -MOST.points, balance: MOST.points }),
    }));
    for (const [path, words] of [
      ['/wx/userinfo', '¥99,999,999.99'],
      ['/wx/balance', '+¥99,999,999.99'],
      ['/wx/points', '−99,999,999 分'],
    ] as const) {
      await page.goto(path);
      await see(page.getByText(words, { exact: true }));
      await fitsPhone(page);
    }
  });
  test('the chain’s logo stands above; back from the browser’s back cache the page asks anew', async () => {
    const form = new FormData();
    const red = { width: 200, height: 200, channels: 3, background: '#b3261e' } as const;
    form.append('file', new Blob([await sharp({ create: red }).png().toBuffer()], { type: 'image/png' }), 'logo.png');
    form.append('type', '1');
    const { path: logo } = (await desk.app().post('/public/uploadFile', form)).body.data as { path: string };
    const set = await desk.app().put('/set-config', [{ configKey: 'sys_app_logo', configValue: logo }]);
    expect(set.status, set.text).toBe(200);
    const { page } = await at(owner, '/wx/userinfo', SMALL);
    const drawn = page.locator('img.logo');
    await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await fitsPhone(page);
    await post('/base-customer/points', { customerId: owner, points: 20, reason: '补记' });
    await desk.app().house.caughtUp();
    await see(page.getByRole('link', { name: '可用积分 1,280 分' }));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await see(page.getByRole('link', { name: '可用积分 1,300 分' }));
  });
  test('whoever has nothing yet reads what will be there', async () => {
    const { page } = await at(await customer('新客'), '/wx/points', SMALL);
    await see(page.getByText('还没有积分'));
    for (const [path, words] of [
      ['/wx/balance', '没有储值和定金'],
      ['/wx/consents', '没有授权记录'],
    ] as const) {
      await page.goto(path);
      await see(page.getByText(words));
      await fitsPhone(page);
    }
  });
  test('a consent is withdrawn in the page, after it said what that means', async () => {
    const { page } = await at(owner, '/wx/consents', MIDDLE);
    await page.getByRole('button', { name: '撤回营销短信' }).click();
    await see(page.getByText('撤回后门店不再用您的资料做“营销短信”'));
    await fitsPhone(page);
    await page.getByRole('button', { name: '确定撤回' }).click();
    await see(page.getByText('已撤回'));
    await gone(page.getByRole('button', { name: '撤回营销短信' }));
  });
  test('the copy is read and taken along; asking to be erased is answered by the shop', async () => {
    const { page } = await at(owner, '/wx/data');
    await page.getByRole('button', { name: '查看副本' }).click();
    await page.getByText('基本资料').click();
    await see(page.getByText(NAME));
    await fitsPhone(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '保存为文件' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('个人信息副本.html');
    await page.getByRole('button', { name: '申请注销' }).click();
    await see(page.getByText('质保单、账目和克重依法保留'));
    await page.getByRole('button', { name: '确定申请注销' }).click();
    await see(page.getByText('等待门店处理'));
    await fitsPhone(page);

    const shop = await desk.sit('/');
    await shop.page.getByRole('link', { name: /顾客申请注销/ }).click();
    await rowAction(shop.page, NAME, '详情');
    await shop.page.getByRole('button', { name: '不注销，答复' }).click();
    await dialog(shop.page, '答复注销申请').getByRole('textbox').fill('还有未用完的储值，请先退还');
    await shop.page.keyboard.press('Control+Enter');
    await gone(shop.page.getByRole('button', { name: '不注销，答复' }));
    await page.reload();
    await see(page.getByText('还有未用完的储值，请先退还'));
    await see(page.getByRole('button', { name: '申请注销' }));
  });
});
