/** The core of the day without a mouse: receive, audit, transfer, sell. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { keysIn, tabTo, type } from './support/keys.ts';
import { button, dialog } from './support/screens.ts';

const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};
const picker = (form: Locator, label: string): Locator => form.getByRole('button', { name: new RegExp(`^${label}：`) });
/** Opens a list, types a word and takes the first hit. */
const choose = async (page: Page, form: Locator, label: string, words: string): Promise<void> => {
  await tabTo(page, picker(form, label));
  await page.keyboard.press('ArrowDown');
  const list = page.getByRole('dialog', { name: label, exact: true });
  await keysIn(list.getByRole('combobox'));
  await page.keyboard.insertText(words);
  await see(list.getByRole('option', { name: words }));
  await page.keyboard.press('Enter');
  await gone(list);
};
const put = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await type(page, text);
};
/** Ctrl K, the name of the page, Enter. */
const goTo = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await keysIn(page.getByRole('combobox', { name: '功能名称或条码' }));
  await page.keyboard.insertText(name);
  await see(page.getByRole('option', { name }));
  await page.keyboard.press('Enter');
  await see(page.getByRole('heading', { level: 2, name }));
};
const auditFirst = async (page: Page, text: string): Promise<void> => {
  const row = page.getByRole('row').filter({ hasText: text });
  await press(page, row.getByRole('button', { name: /^审核/ }));
  await keysIn(page.getByRole('alertdialog'));
  await page.keyboard.press('Enter');
  await see(row.getByText('已审核', { exact: true }));
};

describe('a day by keyboard', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
  });

  test('receive, audit, transfer, sell: no mouse (S1§2.1/1)', async () => {
    const { page } = await desk.sit('/index');
    await goTo(page, '首饰入库');
    await press(page, button(page, '新增入库'));
    let form = dialog(page, '新增首饰入库');
    await keysIn(form);
    await choose(page, form, '分店', '罗湖店');
    await choose(page, form, '首饰类别', '戒指');
    await choose(page, form, '成色', '足金');
    await choose(page, form, '款式', '光圈');
    await put(page, form.getByLabel(/^金重/), '3.215');
    await put(page, form.getByLabel(/^金价/), '560');
    await put(page, form.getByLabel(/^倍率/), '1.2');
    await press(page, button(form, '仅保存'));
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-goods-in');
    const own = String(list.find(({ barcode }) => barcode !== chain.barcodes[0])?.['barcode']);
    await auditFirst(page, own);

    await goTo(page, '首饰调拨');
    await press(page, button(page, '新增调拨'));
    form = dialog(page, '新增首饰调拨');
    await keysIn(form);
    await choose(page, form, '调出分店', '罗湖店');
    await choose(page, form, '调入分店', '南山店');
    await tabTo(page, form.getByLabel('条码', { exact: true }));
    await type(page, own);
    await page.keyboard.press('Enter');
    await see(form.getByRole('grid').getByText(own));
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await auditFirst(page, '南山店');

    await goTo(page, '销售单');
    await press(page, button(page, '新增销售单'));
    form = dialog(page, '新增销售单');
    await keysIn(form);
    await choose(page, form, '客户', '王女士');
    await choose(page, form, '分店', '南山店');
    await tabTo(page, picker(form, '销售员'));
    await page.keyboard.press('ArrowDown');
    await see(page.getByRole('dialog', { name: '销售员', exact: true }).getByRole('option'));
    await keysIn(page.getByRole('dialog', { name: '销售员', exact: true }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await gone(page.getByRole('dialog', { name: '销售员', exact: true }));
    await tabTo(page, form.getByLabel('条码', { exact: true }));
    await type(page, own);
    await page.keyboard.press('Enter');
    await see(form.getByRole('grid').getByText(own));
    await press(page, form.getByRole('button', { name: '剩余全部用现金支付' }));
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await auditFirst(page, '王女士');
    const [sold] = (await rowsOf(desk.app(), '/biz-sell')).list;
    expect(sold).toMatchObject({ auditFlag: 2, shopName: '南山店' });
  });
});
