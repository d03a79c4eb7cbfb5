/** Gifts by mouse and keyboard: a mistake in every field, an automatic barcode, audit, the stock it makes; and on a phone. */
import { describe, expect, test } from 'vitest';
import { plantChain } from './support/chain.ts';
import { ADMIN, accessFindings, gone, see, still, useDesk } from './support/desk.ts';
import { audit, button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('gifts', () => {
  const desk = useDesk({}, async (app) => {
    await plantChain(app, 0);
  });

  test('saved with what it lacks said at its fields, audited, in stock, and every total opens', async () => {
    const { page } = await desk.sit('/sales/gift-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增赠品入库');
    await fill(form, '数量', '0');
    await button(form, '保存').click();
    for (const lack of ['分店编号不能为空', '赠品名称不能为空']) await see(form.getByText(lack).first());
    await see(
      field(form, 'num')
        .getByText(/不能小于1/)
        .first(),
    );
    await pick(page, form, '分店', '罗湖店');
    await fill(form, '赠品名称', '红绳手链');
    await fill(form, '数量', '12');
    await fill(form, '单件成本', '3.5');
    await fill(form, '单件价格', '29');
    await fill(form, '扣减积分', '120.5');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await see(
      page
        .getByRole('row')
        .filter({ hasText: '红绳手链' })
        .getByText(/^ZP\d+$/),
    );
    await audit(page, '红绳手链');
    await rowAction(page, '红绳手链', '查看');
    const view = dialog(page, /^查看赠品入库 LP\d+$/);
    await see(view.getByText('已审核', { exact: true }));
    await see(view.getByText('120.5').first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(view);

    const stock = await desk.sit('/sales/report-gift-turnover');
    const row = stock.page.getByRole('row').filter({ hasText: '红绳手链' });
    await see(row.getByText('¥42.00'));
    await still(stock.page);
    expect(await accessFindings(stock.page)).toEqual([]);
    const strip = stock.page.getByRole('list', { name: '合计' });
    await strip.getByText('¥42.00').click();
    const opened = dialog(stock.page, '库存成本的来源');
    await see(opened.getByText(/合计 ¥42\.00，由 1 笔组成/));
    await see(opened.getByText(/^LP\d+$/));
  });

  test('on a phone the stock-in is a card, its form fills the screen', async () => {
    const { page } = await desk.sit('/sales/gift-in', PHONE);
    await see(page.getByText('红绳手链').first());
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增赠品入库');
    await see(form.getByLabel(/^赠品名称/).first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
