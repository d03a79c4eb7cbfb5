/** What the dialogs of the counter fill and ask by themselves: the board's price, the customer behind the document, what a saved line lacks. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { type } from './support/keys.ts';
import { boxOf, button, dialog, field, fill, openSale, pick, pickFirst, rowAction } from './support/screens.ts';

describe('at the counter', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
    const rule = { type: '戒指', style: '光圈', fineness: '', amount: 100, customerPoint: 1, status: '2' };
    expect((await app.post('/base-points', rule)).status).toBe(200);
    await app.addUser({ username: 'clerk-one', roleIds: [4] });
    await app.addUser({ username: 'clerk-two', roleIds: [4], lockShops: [chain.home] });
    const details = [
      { name: '足金', price: 600, cost: 500 },
      { name: '18K金', price: 480, cost: 380 },
    ];
    const board = await app.post('/base-quoted-price', { details });
    expect(board.status, board.text).toBe(200);
  });
  /** Into the cell that has the focus, and on to the next. */
  const cells = async (page: Page, ...texts: readonly string[]): Promise<void> => {
    for (const text of texts) {
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+a');
      await type(page, text);
      await page.keyboard.press('Tab');
    }
  };
  const cellOf = (grid: Locator, name: RegExp): Locator => grid.getByRole('gridcell', { name }).first();

  test('the board fills the price of old material once its fineness is chosen; the next line waits for kind and style (S1§5/5)', async () => {
    const { page } = await desk.sit('/sales/recycle');
    await button(page, '新增回收单').click();
    const form = dialog(page, '新增独立回收单');
    await pick(page, form, '客户', '王女士');
    await pick(page, form, '回收分店', '罗湖店');
    await pickFirst(page, form, '回收员');
    await button(form, '新增一行').click();
    await see(page.getByText('请选择首饰类别!').first());
    // The keyboard is in the cell that is lacking: no line needs the mouse.
    const grid = form.getByRole('grid').first();
    const active = () => grid.getAttribute('aria-activedescendant').then((id) => id?.split('-').slice(-2).join('-'));
    await cells(page, '戒指', '光圈', '足金', '旧戒指', '5.32');
    await see(cellOf(grid, /500\.00/));
    await see(form.getByText('¥2,660.00').first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await grid.getByRole('gridcell').nth(2).click();
    await cells(page, '18K金');
    await see(form.getByText('¥2,021.60').first());
    await page.keyboard.press('Insert');
    await expect.poll(active).toBe('1-0');
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await cells(page, '项链');
    await page.keyboard.press('Insert');
    await see(page.getByText('请选择首饰款式类!').first());
    await expect.poll(active).toBe('1-1');
    await button(form, '新增一行').click();
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a dialog is as high on each of its tabs', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, chain.barcodes[0] ?? '');
    const below = form.getByRole('button', { name: '剩余全部用现金支付' });
    await see(below);
    const top = (await boxOf(below)).y;
    for (const tab of ['退换货', '旧料回收', '赠品销售', '维修清洗', '图片']) {
      await form.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expect.poll(async () => Math.abs((await boxOf(below)).y - top), { message: tab }).toBeLessThan(5);
    }
  });

  test('the customer of a document is corrected on the way, and the document shows the new words (S1§2.1/5)', async () => {
    const { page } = await desk.sit('/sales/deposit');
    await button(page, '新增定金储值').click();
    const form = dialog(page, /^新增/);
    await pick(page, form, '客户', '王女士');
    await button(form, '编辑客户').click();
    const customer = dialog(page, '编辑客户');
    await fill(customer, '客户名称', '王女士（换号）');
    await button(customer, '保存').click();
    await gone(customer);
    await see(form.getByText(/王女士（换号）/).first());
    await fill(form, '预计交货', addDays(chain.today, 20));
    await page.keyboard.press('Tab');
    await expect
      .poll(() =>
        field(form, 'deliverAt')
          .getByText(/不能|权限/)
          .count(),
      )
      .toBe(0);
  });

  test('a saved gift for points can be changed: points follow the number (S1§2.8/1)', async () => {
    const app = desk.app();
    const { list } = await rowsOf(app, '/base-customer');
    const customerId = Number(list.find(({ mobile }) => mobile === '13800000001')?.['id']);
    await app.post('/base-customer/points', { customerId, points: 500, reason: '补录' });
    const gift = {
      shopId: chain.home,
      inGiftAt: chain.today,
      barcode: 'ZP-CORD',
      goodsName: '转运珠',
      num: 5,
      cost: 2,
    };
    const stocked = await app.post('/biz-gift-in', { ...gift, price: 19.9, rebateInte: 50 });
    await app.put(`/biz-gift-in/audit/${Number(stocked.body.data)}`, { ids: [Number(stocked.body.data)] });
    const saved = await app.post('/biz-sell', {
      customerId,
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGiftList: [{ barcode: 'ZP-CORD', num: 1, price: 0, rebateInte: 50 }],
    });
    expect(saved.status, saved.text).toBe(200);
    const { page } = await desk.sit('/sales/order');
    await rowAction(page, '王女士', '编辑');
    const form = dialog(page, /^编辑销售单/);
    await form.getByRole('tab', { name: /^赠品销售/ }).click();
    const grid = form.getByRole('grid').first();
    await see(cellOf(grid, /转运珠/));
    const heads = await grid.getByRole('columnheader').allTextContents();
    await grid
      .getByRole('gridcell')
      .nth(heads.findIndex((head) => head.trim() === '数量') - 1)
      .dblclick();
    await page.keyboard.press('Control+a');
    await cells(page, '3');
    await see(cellOf(grid, /^150$/));
    await button(form, '保存').click();
    await gone(form);
  });

  test('points and margin stand under the totals while an order is typed; several sellers share it (S1§2.1/4)', async () => {
    const [ring = ''] = chain.barcodes;
    const clerk = await desk.sit('/sales/order', { username: 'clerk-one', password: USER_PASSWORD });
    const seen = await openSale(clerk.page, ring);
    const live = seen.getByLabel('本单积分与毛利');
    await see(live.getByText('+20'));
    await expect.poll(() => live.getByText('首饰毛利').count()).toBe(0);
    await clerk.page.close();

    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ring);
    const figures = form.getByLabel('本单积分与毛利');
    await see(figures.getByText('+20'));
    await see(figures.getByText(/首饰毛利/));
    await see(figures.getByText(/¥192\.90（9\.68%）/));
    await pick(page, form, '销售员', 'clerk-one');
    await button(form, '多位销售员').click();
    await see(form.getByText('合计 100%'));
    await fill(form, '第1位销售员比例', '60');
    await see(form.getByText('合计 110%，应为100%'));
    await fill(form, '第2位销售员比例', '40');
    await pick(page, form, '第2位销售员', 'clerk-two');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await still(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-sell');
    const sale = list.find(({ num }) => num === 1);
    const record = (await desk.app().get(`/biz-sell/${Number(sale?.['id'])}`)).body.data as { sellers: unknown };
    expect(record.sellers).toMatchObject([{ ratio: 60 }, { ratio: 40 }]);
    await rowAction(page, '1,993.30', '编辑');
    const again = dialog(page, /^编辑销售单/);
    await see(again.getByLabel('第2位销售员比例'));
    await still(page);
    await expect.poll(() => again.getByLabel('第2位销售员比例').inputValue()).toBe('40');
  });
});
