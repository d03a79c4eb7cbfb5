/** 结账 at the screen (R141): a day is closed over what waits, an order of that day is refused at its date with all that was typed, and it is opened again. */
import { describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk, visit } from './support/desk.ts';
import { typeIn } from './support/keys.ts';
import { button, dialog, field, fill, openSale, pick, rowAction } from './support/screens.ts';

describe('closed days', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
  });

  test('a shop is closed over what waits, takes no order of that day, and is opened again with a reason', async () => {
    const yesterday = addDays(chain.today, -1);
    const gift = {
      shopId: chain.home,
      inGiftAt: yesterday,
      barcode: '',
      styleNo: 'HS-18',
      goodsName: '红绳手链',
      measure: '条',
      spec: '18cm',
      num: 10,
      cost: 3.5,
      rebateInte: 0,
      price: 29,
      remark: '',
    };
    const made = await desk.app().post('/biz-gift-in', gift);
    expect(made.status, made.text).toBe(200);
    const { page } = await desk.sit('/sales/close');
    await button(page, '结账').click();
    const form = dialog(page, '结账');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await pick(page, form, '分店', '罗湖店');
    await button(form, '结账').click();
    await see(form.getByText(`LP${Number(made.body.data)}`, { exact: true }));
    expect(await accessFindings(page)).toEqual([]);
    const anyway = form.getByRole('checkbox', { name: '仍要结账' });
    await anyway.click();
    // Said of that shop and day alone.
    await pick(page, form, '分店', '南山店');
    await gone(anyway);
    await gone(form.getByText('还有单据未审核', { exact: false }));
    await pick(page, form, '分店', '罗湖店');
    expect(await anyway.isChecked()).toBe(false);
    await anyway.click();
    await button(form, '结账').click();
    await gone(form);
    const row = page.getByRole('row').filter({ hasText: '罗湖店' });
    await see(row.getByText(yesterday));
    expect(await desk.app().post('/biz-gift-in', gift)).toMatchObject({ status: 409 });

    await visit(page, '/sales/order');
    const order = await openSale(page, chain.barcodes[0] ?? '');
    await button(order, '剩余全部用现金支付').click();
    await typeIn(field(order, 'sellAt').locator('input'), yesterday);
    await button(order, '保存').click();
    await see(field(order, 'sellAt').getByText(`罗湖店 已结账至 ${yesterday}`));
    await see(order.getByRole('grid').getByText(chain.barcodes[0] ?? ''));
    await typeIn(field(order, 'sellAt').locator('input'), chain.today);
    await button(order, '保存').click();
    await gone(order);

    await visit(page, '/sales/close');
    await rowAction(page, '罗湖店', '重开');
    const opening = dialog(page, '重开已结的账');
    await fill(opening, '重开原因', '补录一单');
    await button(opening, '重开').click();
    await gone(opening);
    await see(row.getByText('未结账'));
    expect((await desk.app().post('/biz-gift-in', gift)).status).toBe(200);
  });
});
