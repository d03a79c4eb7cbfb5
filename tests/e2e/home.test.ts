/** The start page (R93): figures of today, what waits, each number leading to the list that shows it; at a desk and on a phone. */
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, still, useDesk } from './support/desk.ts';
import { boxOf } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('home', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
    const [barcode] = chain.barcodes;
    const found = await app.get(`/biz-goods-in/lookup?shopId=${chain.home}&barcode=${barcode}`);
    const { sellPrice } = found.body.data as { readonly sellPrice: number };
    const customers = await app.get('/base-customer');
    const [customer] = (
      customers.body.data as { readonly list: readonly { readonly id: number; readonly walkIn: boolean }[] }
    ).list.filter(({ walkIn }) => !walkIn);
    const sale = {
      customerId: customer?.id,
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode, num: 1 }],
      sellBalanceList: [{ balance: '现金', amount: sellPrice }],
    };
    const made = await app.post('/biz-sell', sale);
    if (made.status !== 200) throw new Error(made.text);
    await app.addUser({ username: 'quiet', roleIds: [3], lockShops: [chain.away] });
  });

  test('today stands beside yesterday; the amount and what waits open the orders of it (S1§1/1)', async () => {
    const { page } = await desk.sit('/index');
    const today = page.getByRole('region', { name: /^今天 / });
    await see(today.getByText('1 单', { exact: true }));
    await see(today.getByText(/^1 单未审核，¥/));
    await see(page.getByRole('region', { name: /^昨天 / }).getByText('0 单', { exact: true }));
    await see(page.getByRole('region', { name: '今日金价' }).getByText('还没有报价。'));
    await see(page.getByRole('region', { name: '今天各分店' }).getByRole('row').filter({ hasText: '罗湖店' }));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    const waits = page.getByRole('region', { name: '待办' }).getByRole('link', { name: /待审核销售单/ });
    await waits.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\/order/);
    await see(page.getByRole('row').getByText('待审核', { exact: true }));
    await page.goBack();
    await page
      .getByRole('region', { name: /^今天 / })
      .getByRole('link', { name: /^¥/ })
      .first()
      .click();
    await page.waitForURL(/\/sales\/order/);
    await see(page.getByRole('row').filter({ hasText: '罗湖店' }));
    await page.goBack();
    await page.getByRole('region', { name: '今天各时段' }).getByRole('link').first().click();
    await page.waitForURL(/\/sales\/order\?beginTime=.*hour=/);
    await see(page.getByRole('row').filter({ hasText: '罗湖店' }));
  });

  test('at a desk the cards fill their columns, and 今天各时段 is as high as what it tells', async () => {
    const { page } = await desk.sit('/index');
    const hours = page.getByRole('region', { name: '今天各时段' });
    await see(hours.getByRole('link').first());
    await still(page);
    expect((await boxOf(hours)).height).toBeLessThan(180);
    const cards = await hours.locator('xpath=../section').all();
    const boxes = await Promise.all(cards.map(boxOf));
    const highest = Math.max(...boxes.map(({ height }) => height));
    const ends = new Map<number, number>();
    for (const { x, y, height } of boxes) ends.set(x, Math.max(ends.get(x) ?? 0, y + height));
    expect(ends.size).toBe(3);
    // None ends further above the longest than one card is high.
    expect(Math.max(...ends.values()) - Math.min(...ends.values())).toBeLessThanOrEqual(highest);
    const quiet = await desk.sit('/index', { username: 'quiet', password: USER_PASSWORD });
    const none = quiet.page.getByRole('region', { name: '今天各时段' });
    await see(none.getByText('今天还没有销售。'));
    expect((await boxOf(none)).height).toBeLessThan(90);
  });

  test('on a phone nothing stands outside the page', async () => {
    const { page } = await desk.sit('/index', PHONE);
    await see(page.getByRole('region', { name: /^今天 / }));
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
