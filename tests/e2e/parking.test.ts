/** 挂单 and 取单 (R94): aside at one till, on at another, told what is gone meanwhile. */
import { describe, expect, test } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { plantChain, type SmallChain } from './support/chain.ts';
import { see, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { button, dialog, pick, pickFirst } from './support/screens.ts';

describe('an order that waits', () => {
  let chain: SmallChain;
  let customerId = 0;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
    const someone = { name: '另一位客户', mobile: '13800000078', status: '2' };
    customerId = Number((await app.post('/base-customer', someone)).body.data);
  });

  test('is put aside, taken up at another till with all that was typed, and says what was sold meanwhile (S1§2.1/3)', async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await button(form, '挂单').click();
    await see(form.getByText('分店名称不能为空'));
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '销售员');
    for (const barcode of chain.barcodes.slice(0, 2)) await scan(page, barcode);
    await see(form.getByRole('tab', { name: '首饰销售 2' }));
    await form.getByLabel('备注').first().fill('等改圈');
    await button(form, '挂单').click();
    await see(page.getByText('已挂单，24小时内可在本店任一收银台取单'));
    await expect.poll(() => form.count()).toBe(0);

    // Meanwhile another till sells one of the two.
    const [, barcode = ''] = chain.barcodes;
    const sale = {
      customerId,
      shopId: chain.home,
      sellAt: dayOf(new Date()),
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode, num: 1 }],
      sellBalanceList: [{ balance: '现金', amount: 2238 }],
    };
    expect((await desk.app().post('/biz-sell', sale)).status).toBe(200);

    const other = (await desk.sit('/sales/order')).page;
    await button(other, '取单').first().click();
    const list = dialog(other, '取单');
    await pick(other, list, '分店', '罗湖店');
    await see(list.getByText('未选客户 · 2件 · 等改圈'));
    await list.getByRole('list', { name: '挂单' }).getByRole('button', { name: '取单' }).click();
    const again = dialog(other, '新增销售单');
    await see(again.getByRole('tab', { name: '首饰销售 2' }));
    await see(again.getByText(/已被XS\d+占用/).first());
    await expect.poll(() => again.getByLabel('备注').first().inputValue()).toBe('等改圈');
    // A reload loses nothing of it.
    await other.reload();
    await button(other, '新增销售单').click();
    await button(other, '恢复未保存的内容').click();
    await see(again.getByRole('tab', { name: '首饰销售 2' }));
  });
});
