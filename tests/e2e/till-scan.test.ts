/** The till's scan box (R99): what is scanned says by itself whether it is a customer, a repair, an order, a piece or a gift. */
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { see, useDesk } from './support/desk.ts';
import { escape, scan } from './support/keys.ts';
import { button, dialog, pick, pickFirst } from './support/screens.ts';

describe('the scan box of the till', () => {
  let chain: SmallChain;
  let repair = 0;
  let sold = 0;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const [first = ''] = chain.barcodes;
    const reply = await app.post('/biz-sell', {
      customerId: customer?.['id'],
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode: first, num: 1 }],
      sellCleanList: [{ type: '戒指', style: '光圈', price: 50, remark: '改圈' }],
      sellBalanceList: [{ balance: '现金', amount: 2288 }],
    });
    expect(reply).toMatchObject({ status: 200 });
    sold = Number(reply.body.data);
    await app.put(`/biz-sell/audit/${sold}`, { ids: [sold] });
    const [line] = (await app.get(`/biz-sell-clean/list?sellId=${sold}`)).body.data as { id: number }[];
    repair = line?.id ?? 0;
    const gift = await app.post('/biz-gift-in', {
      shopId: chain.home,
      inGiftAt: chain.today,
      barcode: 'ZP-CORD',
      goodsName: '转运珠',
      num: 3,
      cost: 2,
      price: 19.9,
      rebateInte: 0,
    });
    const id = Number(gift.body.data);
    await app.put(`/biz-gift-in/audit/${id}`, { ids: [id] });
  });

  test('a mobile sets the customer, WX opens the repair, XS brings its lines back, a gift goes to its tab (S1§2.1/16 S1§5/13)', async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '销售员');
    await scan(page, '13800000001');
    await see(form.getByText('客户 王女士'));
    await see(form.getByRole('button', { name: /^客户：王女士/ }));
    await scan(page, '13900009999');
    await see(form.getByText('没有这个电话的客户'));
    await scan(page, chain.barcodes[1] ?? '');
    await see(form.getByRole('tab', { name: '首饰销售 1' }));
    await scan(page, `XS${sold}`);
    await see(form.getByRole('tab', { name: '退换货 1' }));
    await scan(page, 'ZP-CORD');
    await see(form.getByRole('tab', { name: '赠品销售 1' }));
    await scan(page, 'NOSUCH99');
    await see(form.getByText('该分店没有此首饰或赠品'));
    await scan(page, `WX${repair}`);
    const opened = dialog(page, `维修单 WX${repair}`);
    await see(opened.getByText('改圈').first());
    await escape(opened);
    await see(form.getByRole('tab', { name: '首饰销售 1' }));
  });
});
