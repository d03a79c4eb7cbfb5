/** Everything of one customer (R50), at a desk and on a phone: each part opens its documents, and stands only where its list may be seen. */
import { expect, describe, test } from 'vitest';
import { roleWith } from '../support/roles.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, still, useDesk } from './support/desk.ts';
import { escape } from './support/keys.ts';
import { button, cardAction, dialog, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const PASSWORD = 'Looks-2026';

describe('the page of a customer', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
    const { list } = await rowsOf(app, '/base-customer?nameOrMobile=13800000001');
    const customerId = Number(list[0]?.['id']);
    const made = async (path: string, body: object): Promise<number> => {
      const reply = await app.post(path, body);
      if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
      const id = Number(reply.body.data);
      const audited = await app.put(`${path}/audit/${id}`, { ids: [id] });
      if (audited.status !== 200) throw new Error(audited.text);
      return id;
    };
    const order = (change: object): object => ({
      customerId,
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      ...change,
    });
    const [first, second] = chain.barcodes;
    const found = await app.get(`/biz-goods-in/lookup?shopId=${chain.home}&barcode=${first}`);
    const { sellPrice } = found.body.data as { sellPrice: number };
    const cash = (amount: number) => [{ balance: '现金', amount }];
    const goods = [first, second].map((barcode) => ({ barcode, num: 1 }));
    const clean = { type: '手链', style: '光圈', price: 50, remark: '换扣' };
    const rawSellId = await made(
      '/biz-sell',
      order({ sellGoodsList: goods, sellCleanList: [clean], sellBalanceList: cash(2 * sellPrice + 50) }),
    );
    const back = { rawSellId, barcode: first };
    await made('/biz-sell', order({ sellChangeList: [back], sellBalanceList: cash(-sellPrice) }));
    const old = {
      type: '戒指',
      style: '光圈',
      fineness: '足金',
      weight: 5,
      cost: 500,
      lossRatio: 100,
      remark: '旧戒指',
    };
    await made('/biz-alone-recycle', {
      customerId,
      shopId: chain.home,
      recycleAt: chain.today,
      seller: 'admin',
      recycleList: [old],
    });
  });

  test('purchases, returns, old gold and open repairs stand there, and each number opens its document (S1§2.9/6)', async () => {
    const { page } = await desk.sit('/sales/customer');
    await rowAction(page, '王女士', '详情');
    const card = dialog(page, '王女士');
    await see(card.getByText('2 单', { exact: true }));
    const purchases = card.getByRole('table', { name: '消费记录' });
    await see(purchases.getByRole('row').nth(2));
    await button(card, '退货').click();
    const returns = card.getByRole('table', { name: '退货记录' });
    await see(returns.getByText(chain.barcodes[0] ?? ''));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await returns.getByRole('button', { name: /^XS/ }).first().click();
    const order = dialog(page, /^查看销售单/);
    await escape(order);
    await see(returns);
    await button(card, '旧料').click();
    const recycled = card.getByRole('table', { name: '旧料记录' });
    await see(recycled.getByText('5.000 g'));
    await recycled.getByRole('button', { name: /^HS/ }).click();
    const recycle = dialog(page, /^查看回收单/);
    await escape(recycle);
    await button(card, '维修').click();
    const repairs = card.getByRole('table', { name: '待取维修' });
    await see(repairs.getByText('换扣'));
    await repairs.getByRole('button', { name: /^WX/ }).click();
    await see(dialog(page, /^维修单/));
  });

  test('on a phone the parts are a list to choose from, and nothing stands outside the page (S1§2.9/6)', async () => {
    const { page } = await desk.sit('/sales/customer', PHONE);
    await cardAction(page, '王女士', '详情');
    const card = dialog(page, '王女士');
    await see(card.getByRole('table', { name: '消费记录' }));
    await card.getByRole('button', { name: /消费记录/ }).click();
    await page.getByRole('menuitemradio', { name: '维修' }).click();
    await see(card.getByRole('table', { name: '待取维修' }));
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('who may not see a list finds no part of it (S1§2.9/6)', async () => {
    const app = desk.app();
    const roleId = await roleWith(app, ['base:baseCustomer:list', 'biz:bizSellClean:list']);
    await app.addUser({ username: 'keeper', roleIds: [roleId], password: PASSWORD });
    const { page } = await desk.sit('/sales/customer', { username: 'keeper', password: PASSWORD });
    await rowAction(page, '王女士', '详情');
    const card = dialog(page, '王女士');
    await see(card.getByRole('table', { name: '待取维修' }));
    for (const title of ['消费记录', '退货', '旧料']) await expect.poll(() => button(card, title).count()).toBe(0);
    await see(button(card, '储值'));
  });
});
