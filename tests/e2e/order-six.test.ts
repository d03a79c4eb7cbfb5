/** One order with all its lists (R43), written without a mouse, and once by scanner; audited, taken back; a return at 390 px. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { App } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { keysIn, scan, tabTo, type } from './support/keys.ts';
import { button, dialog, pick } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const MOBILE = '13800000001';
const GIFT = 'ZP-CORD';
type Row = Readonly<Record<string, unknown>>;

describe('an order with everything in it', () => {
  let chain: SmallChain;
  const sold: number[] = [];
  const sell = async (app: App, customerId: number, barcode: string): Promise<number> => {
    const made = await app.post('/biz-sell', {
      customerId,
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode, num: 1 }],
      sellBalanceList: [{ balance: '现金', amount: 2238 }],
    });
    expect(made.status, made.text).toBe(200);
    const id = Number(made.body.data);
    await app.put(`/biz-sell/audit/${id}`, { ids: [id] });
    return id;
  };
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 6);
    const [customer] = (await rowsOf(app, `/base-customer?nameOrMobile=${MOBILE}`)).list;
    for (const barcode of chain.barcodes.slice(0, 3)) sold.push(await sell(app, Number(customer?.['id']), barcode));
    const gift = { shopId: chain.home, inGiftAt: chain.today, barcode: GIFT, goodsName: '转运珠', num: 9, cost: 2 };
    const stocked = await app.post('/biz-gift-in', { ...gift, price: 19.9, rebateInte: 0 });
    const id = Number(stocked.body.data);
    await app.put(`/biz-gift-in/audit/${id}`, { ids: [id] });
  });

  const picker = (form: Locator, label: string): Locator =>
    form.getByRole('button', { name: new RegExp(`^${label}：`) });
  const press = async (page: Page, target: Locator): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  /** What is typed into the list that is open, and its first hit taken. */
  const take = async (page: Page, label: string, words: string): Promise<void> => {
    const list = page.getByRole('dialog', { name: label, exact: true });
    await keysIn(list.getByRole('combobox'));
    await page.keyboard.insertText(words);
    await see(list.getByRole('option', { name: words }));
    await page.keyboard.press('Enter');
    await gone(list);
  };
  const choose = async (page: Page, form: Locator, label: string, words: string): Promise<void> => {
    await tabTo(page, picker(form, label));
    await page.keyboard.press('ArrowDown');
    await take(page, label, words);
  };
  /** A new line in the tab that is open, cell by cell. */
  const addLine = async (page: Page, form: Locator, cells: Readonly<Record<string, string>>): Promise<void> => {
    await press(page, button(form, '新增一行'));
    const grid = form.getByRole('grid');
    await see(grid.getByRole('gridcell'));
    await tabTo(page, grid);
    const heads = (await grid.getByRole('columnheader').allTextContents()).map((head) => head.trim());
    for (const [title, text] of Object.entries(cells)) {
      await page.keyboard.press('Home');
      const steps = heads.findIndex((head) => head.startsWith(title)) - 1;
      for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+a');
      await type(page, text);
      await page.keyboard.press('Tab');
    }
    // Out of the grid again.
    await page.keyboard.press('Escape');
  };
  const OLD = { 类别: '戒指', 款式: '光圈', 成色: '足金', 重量: '2', 单价: '500', 备注: 'old ring' };
  const CLEAN = { 类别: '戒指', 款式: '光圈', 维修要求: 'polish', 金额: '30' };
  const onTab = (page: Page, form: Locator, name: string): Promise<void> =>
    press(page, form.getByRole('tab', { name: new RegExp(`^${name}`) }));
  const FILLED = ['首饰销售 1', '退换货 1', '旧料回收 1', '赠品销售 1', '维修清洗 1'];

  /** All that was typed is in it, and every list moved what it should. */
  const checkLists = async (id: number): Promise<void> => {
    const record = (await desk.app().get(`/biz-sell/${id}`)).body.data as Row;
    for (const list of ['sellGoodsList', 'sellChangeList', 'sellRecycleList', 'sellGiftList', 'sellCleanList'])
      expect((record[list] as readonly Row[]).length, list).toBe(1);
    // 2,238 − 2,238 − 1,000 + 19.90 + 30: the shop pays.
    expect(record).toMatchObject({
      factFee: -950.1,
      sellBalanceList: [{ balance: '现金', amount: -950.1 }],
      sellRecycleList: [{ weight: 2, price: 1000, remark: 'old ring' }],
      sellCleanList: [{ price: 30, remark: 'polish' }],
    });
  };
  const newest = async (): Promise<Row> => (await rowsOf(desk.app(), '/biz-sell')).list[0] ?? {};
  const auditAndTakeBack = async (page: Page, no: string): Promise<void> => {
    const row = page.getByRole('row').filter({ hasText: no });
    await press(page, row.getByRole('button', { name: /^审核/ }));
    await see(page.getByRole('alertdialog').getByText('确认审核?'));
    await keysIn(page.getByRole('alertdialog'));
    await page.keyboard.press('Enter');
    await see(row.getByText('已审核', { exact: true }));
    await press(page, row.getByRole('button', { name: /^反审核/ }));
    const asked = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /反审核/ }));
    await keysIn(asked.getByRole('textbox'));
    await page.keyboard.insertText('typed twice');
    await page.keyboard.press('Control+Enter');
    await see(row.getByText('待审核', { exact: true }));
  };

  test('by keyboard alone: written, saved, audited, taken back', async () => {
    const { page } = await desk.sit('/sales/order');
    await press(page, button(page, '新增销售单'));
    const form = dialog(page, '新增销售单');
    await keysIn(form);
    await page.keyboard.press('F2');
    await take(page, '客户', '王女士');
    await choose(page, form, '分店', '罗湖店');
    await tabTo(page, picker(form, '销售员'));
    await page.keyboard.press('ArrowDown');
    await see(page.getByRole('dialog', { name: '销售员', exact: true }).getByRole('option'));
    await keysIn(page.getByRole('dialog', { name: '销售员', exact: true }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await gone(page.getByRole('dialog', { name: '销售员', exact: true }));
    await tabTo(page, form.getByLabel('条码', { exact: true }));
    await type(page, chain.barcodes[3] ?? '');
    await page.keyboard.press('Enter');
    await see(form.getByRole('tab', { name: '首饰销售 1' }));
    await onTab(page, form, '退换货');
    await tabTo(page, form.getByLabel('条码或原单号'));
    await type(page, `XS${sold[0]}`);
    await page.keyboard.press('Enter');
    await see(form.getByRole('tab', { name: '退换货 1' }));
    await tabTo(page, form.getByRole('tab', { name: /^旧料回收/ }), { back: true });
    await page.keyboard.press('Enter');
    await addLine(page, form, OLD);
    await tabTo(page, form.getByRole('tab', { name: /^赠品销售/ }), { back: true });
    await page.keyboard.press('Enter');
    await tabTo(page, form.getByLabel('赠品条码'));
    await type(page, GIFT);
    await page.keyboard.press('Enter');
    await see(form.getByRole('tab', { name: '赠品销售 1' }));
    await tabTo(page, form.getByRole('tab', { name: /^维修清洗/ }), { back: true });
    await page.keyboard.press('Enter');
    await addLine(page, form, CLEAN);
    for (const tab of FILLED) await see(form.getByRole('tab', { name: tab }));
    await see(form.getByText('应退客户'));
    await page.keyboard.press('F4');
    await press(page, form.getByRole('button', { name: '剩余全部用现金支付' }));
    await see(form.getByText('已退清'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    const { id, orderNo } = await newest();
    await checkLists(Number(id));
    await auditAndTakeBack(page, String(orderNo));
    await checkLists(Number(id));
  });

  test('by scanner, and by keyboard what has no code: the focus need not be anywhere', async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await choose(page, form, '分店', '罗湖店');
    await tabTo(page, picker(form, '销售员'));
    await page.keyboard.press('ArrowDown');
    await see(page.getByRole('dialog', { name: '销售员', exact: true }).getByRole('option'));
    await keysIn(page.getByRole('dialog', { name: '销售员', exact: true }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await gone(page.getByRole('dialog', { name: '销售员', exact: true }));
    await scan(page, MOBILE);
    await see(form.getByRole('button', { name: /^客户：王女士/ }));
    await scan(page, chain.barcodes[4] ?? '');
    await see(form.getByRole('tab', { name: '首饰销售 1' }));
    await scan(page, `XS${sold[1]}`);
    await see(form.getByRole('tab', { name: '退换货 1' }));
    await scan(page, GIFT);
    await see(form.getByRole('tab', { name: '赠品销售 1' }));
    await tabTo(page, form.getByRole('tab', { name: /^旧料回收/ }), { back: true });
    await page.keyboard.press('Enter');
    await addLine(page, form, OLD);
    await tabTo(page, form.getByRole('tab', { name: /^维修清洗/ }), { back: true });
    await page.keyboard.press('Enter');
    await addLine(page, form, CLEAN);
    for (const tab of FILLED) await see(form.getByRole('tab', { name: tab }));
    await page.keyboard.press('F4');
    await press(page, form.getByRole('button', { name: '剩余全部用现金支付' }));
    await see(form.getByText('已退清'));
    await page.keyboard.press('Control+Enter');
    await gone(form);
    const { id, orderNo } = await newest();
    await checkLists(Number(id));
    await auditAndTakeBack(page, String(orderNo));
  });

  test('on a phone it is read tab by tab, and a return is accepted', async () => {
    const { page } = await desk.sit('/sales/order', PHONE);
    await page
      .getByRole('button', { name: /^查看 / })
      .first()
      .click();
    const read = dialog(page, /^查看销售单/);
    for (const name of FILLED) {
      await read.getByRole('tab', { name }).click();
      await see(read.getByRole('grid').getByRole('gridcell'));
    }
    await see(read.getByText('应退客户'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(read, '关闭').last().click();
    await gone(read);

    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '客户', '王女士');
    await picker(form, '销售员').click();
    await page.getByRole('dialog', { name: '销售员', exact: true }).getByRole('option').first().click();
    await form.getByRole('tab', { name: '退换货' }).click();
    await button(form, '选择可退首饰').click();
    const list = dialog(page, /选择可退首饰/);
    await list.getByRole('checkbox', { disabled: false }).first().check();
    await button(list, '添加 1 件').click();
    await see(form.getByRole('tab', { name: '退换货 1' }));
    await see(form.getByText('待退 ¥2,238.00'));
    await button(form, '剩余全部用现金支付').click();
    await see(form.getByText('已退清'));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await gone(form);
    expect(await newest()).toMatchObject({ factFee: -2238, changeFee: 2238 });
  });
});
