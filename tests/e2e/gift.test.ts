/** Gifts by mouse and keyboard: a mistake in every field, an automatic barcode, audit, the stock it makes; and on a phone. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { escape, scan } from './support/keys.ts';
import { audit, button, dialog, field, fill, openSale, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('gifts', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
  });

  test('saved with what it lacks said at its fields, audited, in stock, and every total opens (S1§2.7/1)', async () => {
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
    await escape(view);

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

  test('an order takes a gift by its barcode, says what is wrong with it, and both lists are saved together (S1§2.8/2)', async () => {
    const stockIn = {
      shopId: 1,
      barcode: 'ZP-CORD',
      goodsName: '转运珠',
      num: 3,
      cost: 2,
      price: 19.9,
      rebateInte: 50,
    };
    const made = await desk.app().post('/biz-gift-in', { ...stockIn, shopId: chain.home, inGiftAt: chain.today });
    const id = Number(made.body.data);
    await desk.app().put(`/biz-gift-in/audit/${id}`, { ids: [id] });
    const [ring = ''] = chain.barcodes;
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ring);
    await form.getByRole('tab', { name: /^赠品销售/ }).click();
    await scan(page, 'NOSUCH99');
    await see(page.getByText('该分店没有此赠品').first());
    await scan(page, 'ZP-CORD');
    const grid = form.getByRole('grid');
    await see(grid.getByText('转运珠'));
    await scan(page, 'ZP-CORD');
    await see(page.getByText('列表已存在此赠品，请不要重复输入！').first());
    await see(form.getByRole('tab', { name: '赠品销售 1' }));
    await see(form.getByRole('tab', { name: '首饰销售 1' }));
    await see(form.getByText('¥2,257.90').first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await form.getByRole('tab', { name: /^首饰销售/ }).click();
    await see(form.getByRole('grid').getByText(ring));
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    await gone(form);
    const rows = (await desk.app().get('/biz-sell')).body.data as { list: { giftFee: number }[] };
    expect(rows.list).toMatchObject([{ giftFee: 19.9 }]);
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
