/** 退货质检 by scanner and keyboard, by mouse, and on a phone (S1§2.1; R44, R71). */
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { button, dialog, fill, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('returns that wait', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const order = async (lists: object, amount: number): Promise<number> => {
      const body = {
        customerId: customer?.['id'],
        shopId: chain.home,
        sellAt: chain.today,
        seller: 'admin',
        printTemplate: '销售单',
        sellBalanceList: [{ balance: '现金', amount }],
        ...lists,
      };
      const reply = await app.post('/biz-sell', body);
      expect(reply).toMatchObject({ status: 200 });
      const id = Number(reply.body.data);
      await app.put(`/biz-sell/audit/${id}`, { ids: [id] });
      return id;
    };
    for (const [nth, barcode] of chain.barcodes.entries()) {
      const rawSellId = await order({ sellGoodsList: [{ barcode, num: 1 }] }, 2238);
      const remark = `扣头松动${nth}`;
      await order({ sellChangeList: [{ rawSellId, barcode, returnTo: '3', remark }] }, -2238);
    }
  });

  test('a piece that is scanned opens, and Ctrl Enter puts it on the shelf; by mouse another goes to its supplier and back', async () => {
    const { page } = await desk.sit('/sales/inspect');
    await see(page.getByRole('row').filter({ hasText: '扣头松动0' }).getByText('待检'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await scan(page, '999999999999');
    await see(page.getByText('没有这件待检首饰').first());
    await scan(page, chain.barcodes[0]!);
    const form = dialog(page, `退货质检 ${chain.barcodes[0]}`);
    await see(form.getByText('首饰可以再次销售。'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await gone(page.getByRole('row').filter({ hasText: '扣头松动0' }));

    await rowAction(page, '扣头松动1', '质检');
    const second = dialog(page, `退货质检 ${chain.barcodes[1]}`);
    await second.getByText('退供应商', { exact: true }).click();
    await button(second, '完成质检').click();
    await see(second.getByText('请填写问题说明').first());
    await fill(second, '问题说明', '镶口开裂');
    await button(second, '完成质检').click();
    await see(page.getByText(/已生成退货单TH\d+/));
    await gone(page.getByRole('row').filter({ hasText: '扣头松动1' }));
  });
  test('on a phone it is a card that opens', async () => {
    const { page } = await desk.sit('/sales/inspect', PHONE);
    await see(page.getByText('扣头松动2'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
