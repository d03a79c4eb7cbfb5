/** 交班 at the till: the device gets its name, what came is counted, a difference is explained, the taker signs. */
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { escape, type } from './support/keys.ts';
import { button, dialog, fill, openSale, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('a shift', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
    await app.addUser({ username: 'late', roleIds: [4], lockShops: [chain.home] });
  });

  test('is counted, explained and signed; the money of the next begins with what was counted (S1§4/9)', async () => {
    const [ring = ''] = chain.barcodes;
    const { page } = await desk.sit('/sales/shift');
    await see(page.getByText('本机还没有设置收银台', { exact: false }));
    await button(page, '设置收银台').click();
    const named = dialog(page, '本机收银台');
    await pick(page, named, '分店', '罗湖店');
    await button(named, '一号台').click();
    await button(named, '保存').click();
    await gone(named);
    await see(page.getByText('一号台').first());

    await page.goto(`${new URL(page.url()).origin}/sales/order`);
    const order = await openSale(page, ring);
    await button(order, '剩余全部用现金支付').click();
    await button(order, '保存').click();
    await gone(order);

    await page.goto(`${new URL(page.url()).origin}/sales/shift`);
    await button(page, '交班').click();
    const form = dialog(page, '交班');
    await pick(page, form, '分店', '罗湖店');
    const grid = form.getByRole('grid').first();
    await see(grid.getByText('¥2,238.00').first());
    const heads = await grid.getByRole('columnheader').allTextContents();
    const cell = (title: string) =>
      grid.getByRole('gridcell').nth(heads.findIndex((head) => head.trim().startsWith(title)) - 1);
    await cell('实点').click();
    await type(page, '2230');
    await page.keyboard.press('Enter');
    await see(grid.getByText('少 ¥8.00'));
    await button(form, '查看收付明细').click();
    const money = dialog(page, '收付明细');
    await see(money.getByText(/^XS\d+$/));
    await escape(money);
    await fill(form, '接班人用户名', 'late');
    await fill(form, '密码', 'wrong-one');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '交班').click();
    await see(form.getByText('实点与应有不一致，请填写原因').first());
    await cell('差额原因').click();
    await page.keyboard.press('F2');
    await type(page, '找零多给');
    await page.keyboard.press('Enter');
    await button(form, '交班').click();
    await see(form.getByText(/密码/).last());
    await see(form.locator('[data-field="takenBy.password"]').getByText(/错误|不正确|不对/));
    await fill(form, '密码', USER_PASSWORD);
    await button(form, '交班').click();
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '一号台' }).getByText('少 ¥8.00'));
    await rowAction(page, '一号台', '查看');
    const view = dialog(page, /^查看交班单 JB\d+$/);
    await see(view.getByText('找零多给').first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await escape(view);
    await button(page, '交班').click();
    const next = dialog(page, '交班');
    await pick(page, next, '分店', '罗湖店');
    await see(next.getByText(/上一班 JB\d+/));
    await see(next.getByText('¥2,230.00').first());
  });

  test('on a phone it is a card, and the count fills the screen', async () => {
    const { page } = await desk.sit('/sales/shift', PHONE);
    await see(page.getByText('少 ¥8.00').first());
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await button(page, '交班').click();
    const form = dialog(page, '交班');
    await see(form.getByText('接班人签字'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
