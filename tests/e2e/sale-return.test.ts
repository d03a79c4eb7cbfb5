/** The returns tab of an order by scanner, by keyboard and by the list of what the customer bought (S1§2.1; R44, R99). */
import { describe, expect, test } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { plantChain, type SmallChain } from './support/chain.ts';
import { see, useDesk } from './support/desk.ts';
import { scan, type } from './support/keys.ts';
import { button, dialog, pick, pickFirst } from './support/screens.ts';

describe('returns at the till', () => {
  let chain: SmallChain;
  const sold: { sale: number; barcode: string }[] = [];
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    const customer = Number(
      (await app.post('/base-customer', { name: '退货客户', mobile: '13800000077', status: '2' })).body.data,
    );
    for (const barcode of chain.barcodes.slice(0, 2)) {
      const reply = await app.post('/biz-sell', {
        customerId: customer,
        shopId: chain.home,
        sellAt: dayOf(new Date()),
        seller: 'admin',
        printTemplate: '销售单',
        sellGoodsList: [{ barcode, num: 1 }],
        sellBalanceList: [{ balance: '现金', amount: 2238 }],
      });
      const sale = Number(reply.body.data);
      await app.put(`/biz-sell/audit/${sale}`, { ids: [sale] });
      sold.push({ sale, barcode });
    }
  });

  test('a scan of the piece brings customer and line; the list brings the rest; it saves and reads back (S1§3/2)', async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '销售员');
    await form.getByRole('tab', { name: '退换货' }).click();
    await scan(page, sold[0]!.barcode);
    await see(form.getByRole('gridcell', { name: sold[0]!.barcode }).or(form.getByText(sold[0]!.barcode)));
    await see(form.getByText('退货客户'));
    await see(form.getByText('应退客户'));
    await button(form, '选择可退首饰').click();
    const picker = dialog(page, /选择可退首饰/);
    await see(picker.getByText('已在本单'));
    await picker.getByRole('checkbox', { disabled: false }).first().check();
    await button(picker, '添加 1 件').click();
    await see(form.getByRole('tab', { name: '退换货 2' }));
    // The second goes to 质检 first: by keyboard in its cell. The number of the row is a head and no cell.
    const heads = (await form.getByRole('columnheader').allTextContents()).map((head) => head.trim());
    const row = form.getByRole('row').filter({ hasText: sold[1]!.barcode });
    await row
      .getByRole('gridcell')
      .nth(heads.findIndex((head) => head.startsWith('退回去向')) - 1)
      .click();
    await page.keyboard.press('F2');
    await type(page, '待检');
    await page.keyboard.press('Enter');
    await see(row.getByText('待检', { exact: true }));
    await button(form, '剩余全部用现金支付').click();
    await see(form.getByText('已退清'));
    await button(form, '保存').click();
    await see(page.getByText(/保存成功/));
    const { body } = await desk.app().get('/biz-sell?auditFlag=1');
    expect(body.data).toMatchObject({ list: [{ num: 0 }] });
    const [saved] = (body.data as { list: { id: number }[] }).list;
    const { sellChangeList } = (await desk.app().get(`/biz-sell/${saved!.id}`)).body.data as {
      sellChangeList: { barcode: string; returnTo: string }[];
    };
    expect(sellChangeList.map(({ barcode, returnTo }) => [barcode, returnTo])).toEqual(
      expect.arrayContaining([
        [sold[0]!.barcode, '1'],
        [sold[1]!.barcode, '3'],
      ]),
    );
  });
});
