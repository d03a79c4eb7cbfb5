/** The till by its keys, the change of cash, mistakes on each tab, and what survives a reload. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { escape, keysIn, scan, type, typeIn } from './support/keys.ts';
import { button, dialog, openSale, pick } from './support/screens.ts';

const chosenTab = (form: Locator): Promise<string> => form.getByRole('tab', { selected: true }).innerText();

describe('the till', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 6);
  });
  const ringAt = (index: number): string => chain.barcodes[index] ?? '';
  const count = async (): Promise<number> => (await rowsOf(desk.app(), '/biz-sell')).count;

  test('F2 customer, F4 payment, F7 margin, F8 park, F9 save and print; the buttons say so', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ringAt(0));
    for (const [name, key] of [
      ['挂单', 'F8'],
      ['保存并打印', 'F9'],
      ['付款', 'F4'],
      ['隐藏毛利', 'F7'],
    ] as const)
      await see(button(form, name).getByText(key, { exact: true }));
    await page.keyboard.press('F2');
    const customers = page.getByRole('dialog', { name: '客户', exact: true });
    await see(customers.getByRole('option', { name: '王女士' }));
    await keysIn(customers);
    // A list that lies over the order has the keys to itself.
    await page.keyboard.press('F8');
    await escape(customers);
    await see(form.getByText('首饰毛利'));
    await page.keyboard.press('F7');
    await gone(form.getByText('首饰毛利'));
    await see(button(form, '显示毛利'));
    await page.keyboard.press('F4');
    const cash = form.getByLabel('现金', { exact: true });
    await expect.poll(() => cash.evaluate((field) => field === document.activeElement)).toBe(true);
    await type(page, '2238');
    await see(form.getByText('已付清'));
    await page.keyboard.press('F8');
    await gone(form);
    await see(page.getByText(/挂单成功|已挂单/).first());
    expect(await count()).toBe(0);
    await button(page, '取单').click();
    const parked = dialog(page, '取单');
    await pick(page, parked, '分店', '罗湖店');
    await button(parked, '取单').click();
    const again = dialog(page, '新增销售单');
    await see(again.getByRole('grid').getByText(ringAt(0)));
    // Hidden it stays, for the next customer too.
    await see(button(again, '显示毛利'));
    const sheet = page.waitForRequest(/\/biz-sell\/print\/\d+/);
    await page.keyboard.press('F9');
    await gone(again);
    expect(await count()).toBe(1);
    await sheet;
  });

  test('notes that are handed over say what goes back, and are no part of the bill', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ringAt(1));
    await expect.poll(() => form.getByLabel('收到现金').count()).toBe(0);
    await button(form, '剩余全部用现金支付').click();
    await typeIn(form.getByLabel('收到现金'), '2300');
    await see(form.getByText('找零 ¥62.00'));
    await typeIn(form.getByLabel('收到现金'), '2200');
    await see(form.getByText('现金还差 ¥38.00'));
    await typeIn(form.getByLabel('收到现金'), '2238');
    await see(form.getByText('找零 ¥0.00'));
    const due = form.getByText('¥2,238.00').filter({ visible: true });
    const sizes = await due.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(28);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await gone(form);
    const [row] = (await rowsOf(desk.app(), '/biz-sell')).list;
    expect(row).toMatchObject({ factFee: 2238 });
  });

  test('what is wrong on another tab brings that tab in front, counts there, and has the keyboard', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ringAt(2));
    await form.getByRole('tab', { name: /^旧料回收/ }).click();
    await button(form, '新增一行').click();
    await see(form.getByRole('tab', { name: '旧料回收 1' }));
    await form.getByRole('tab', { name: /^维修清洗/ }).click();
    await button(form, '新增一行').click();
    await see(form.getByRole('tab', { name: '维修清洗 1' }));
    await form.getByRole('tab', { name: /^首饰销售/ }).click();
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    await see(form.getByRole('tab', { name: /旧料回收 1 \d+处有误/ }));
    await see(form.getByRole('tab', { name: /维修清洗 1 \d+处有误/ }));
    await expect.poll(() => chosenTab(form)).toContain('旧料回收');
    const grid = form.getByRole('grid');
    await expect
      .poll(() =>
        grid.evaluate((element) => element.contains(document.activeElement) || element === document.activeElement),
      )
      .toBe(true);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await form.getByRole('tab', { name: /^首饰销售/ }).click();
    await form.getByRole('alert').getByRole('button').first().click();
    await expect.poll(() => chosenTab(form)).toContain('旧料回收');
  });

  test('a gift that others took meanwhile is said on its tab', async () => {
    const app = desk.app();
    const customerId = Number((await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list[0]?.['id']);
    const gift = { shopId: chain.home, inGiftAt: chain.today, barcode: 'ZP-ONE', goodsName: '转运珠', num: 1, cost: 2 };
    const stocked = Number((await app.post('/biz-gift-in', { ...gift, price: 20, rebateInte: 0 })).body.data);
    await app.put(`/biz-gift-in/audit/${stocked}`, { ids: [stocked] });
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ringAt(5));
    await scan(page, 'ZP-ONE');
    await see(form.getByRole('tab', { name: '赠品销售 1' }));
    const others = await app.post('/biz-sell', {
      customerId,
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGiftList: [{ barcode: 'ZP-ONE', num: 1, price: 20 }],
      sellBalanceList: [{ balance: '现金', amount: 20 }],
    });
    expect(others.status, others.text).toBe(200);
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    await see(form.getByRole('tab', { name: /赠品销售 1 1处有误/ }));
    await expect.poll(() => chosenTab(form)).toContain('赠品销售');
    await see(form.getByText(/赠品库存不足/).first());
  });

  test('an order that was not saved survives a reload with every list', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, ringAt(3));
    await form.getByRole('tab', { name: /^维修清洗/ }).click();
    await button(form, '新增一行').click();
    await see(form.getByRole('tab', { name: '维修清洗 1' }));
    await button(form, '剩余全部用现金支付').click();
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.includes('/biz-sell:new')));
    await page.reload();
    await button(page, '新增销售单').click();
    const again = dialog(page, '新增销售单');
    await again.getByRole('button', { name: '恢复未保存的内容' }).click();
    await see(again.getByRole('tab', { name: '首饰销售 1' }));
    await see(again.getByRole('tab', { name: '维修清洗 1' }));
    await see(again.getByRole('button', { name: /^客户：王女士/ }));
    await see(again.getByRole('grid').getByText(ringAt(3)));
    await see(again.getByText('已付清'));
    await button(again, '取消').click();
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await gone(again);
  });
});
