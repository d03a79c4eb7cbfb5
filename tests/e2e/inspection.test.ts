/** Inspections by mouse and scanner: a mistake in every field, results chosen in the grid, what did not pass goes to a return. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { escape, scan, type } from './support/keys.ts';
import { agree, audit, button, dialog, fill, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
/** The cell of a piece under a heading. */
const cellOf = async (grid: Locator, barcode: string, head: string): Promise<Locator> => {
  const heads = await grid.getByRole('columnheader').allInnerTexts();
  // The first heading is that of the row numbers, which are no cells.
  const at = heads.findIndex((text) => text.trim() === head) - 1;
  return grid.getByRole('row').filter({ hasText: barcode }).getByRole('gridcell').nth(at);
};
const put = async (page: Page, cell: Locator, text: string): Promise<void> => {
  await cell.dblclick();
  await page.keyboard.press('Control+a');
  await type(page, text);
  await page.keyboard.press('Enter');
};

describe('inspections', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 4);
  });

  test('every field says what it lacks; results are chosen; audited, taken over by a return, which the list names', async () => {
    const [first = '', second = ''] = chain.barcodes;
    const { page } = await desk.sit('/stock/inspection');
    await page.getByRole('button', { name: '新增质检' }).click();
    const form = dialog(page, '新增质检');
    await see(form.getByRole('grid'));
    await scan(page, first);
    await see(page.getByText('请先选择分店名称！').first());
    await button(form, '保存').click();
    for (const lack of ['分店名称不能为空', '请填写质检员', '请输入要质检的首饰！'])
      await see(form.getByText(lack).first());
    await pick(page, form, '分店', '罗湖店');
    await fill(form, '质检员', '周敏');
    await scan(page, first);
    const grid = form.getByRole('grid');
    await see(grid.getByText(first));
    await scan(page, first);
    await see(page.getByText('列表已存在此首饰，请不要重复输入！').first());
    await scan(page, 'NOSUCH99');
    await see(page.getByText('此首饰不存在').first());
    await scan(page, second);
    await see(grid.getByText(second));
    await put(page, await cellOf(grid, first, '数量'), '9');
    await see(form.getByText('质检数量不能大于库存数量！').first());
    await put(page, await cellOf(grid, second, '质检结果'), '不行');
    await see(form.getByText('没有“不行”这个选项').first());
    await put(page, await cellOf(grid, second, '质检结果'), '退供应商');
    await button(form, '保存').click();
    await see(form.getByText(/请填写问题说明/).first());
    await put(page, await cellOf(grid, second, '问题说明'), '镶口松动');
    await form.locator('input[type=file]').setInputFiles({
      name: 'fault.png',
      mimeType: 'image/png',
      buffer: readFileSync(new URL('../../docs/pictures/goods-in.png', import.meta.url)),
    });
    await see(button(form, '裁剪第1张图片'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await gone(form);
    await audit(page, 'ZJ');
    await see(page.getByText(/已生成退货单TH\d+/).first());
    const opens = page
      .getByRole('row')
      .filter({ hasText: 'ZJ' })
      .getByRole('button', { name: /^查看TH\d+$/ });
    await opens.click();
    const opened = dialog(page, /^查看退货 TH\d+$/);
    await see(opened.getByRole('grid').getByText(second));
    await see(opened.getByText('镶口松动').first());
    await see(opened.getByText(/^ZJ\d+$/).first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await escape(opened);

    const back = await desk.sit('/stock/supplier-return');
    await rowAction(back.page, 'TH', '删除');
    await agree(back.page);
    await gone(back.page.getByRole('row').filter({ hasText: /TH\d/ }));
    await back.page.getByRole('button', { name: '新增退货' }).click();
    const goods = dialog(back.page, '新增退货');
    await pick(back.page, goods, '分店', '罗湖店');
    await scan(back.page, second);
    await see(goods.getByRole('grid').getByText(second));
    await button(goods, '保存').click();
    await gone(goods);
    const made = back.page.getByRole('row').getByText(/^TH\d+$/);
    await see(made);
    const [manual = ''] = await made.allInnerTexts();

    await page.getByRole('button', { name: '刷新' }).first().click();
    const row = page.getByRole('row').filter({ hasText: 'ZJ' });
    await see(row.getByText(/^TH\d+$/));
    await see(row.getByText(manual, { exact: true }));
    await rowAction(page, 'ZJ', '反审核');
    const asked = page.getByRole('dialog', { name: /反审核/ }).or(page.getByRole('alertdialog'));
    await asked.getByRole('textbox').fill('看错了');
    await asked
      .getByRole('button', { name: /确定|反审核/ })
      .first()
      .click();
    await see(page.getByText(new RegExp(`不能反审核，${second}：此首饰已转给TH\\d+`)).first());
    await page.keyboard.press('Escape');
    await rowAction(page, 'ZJ', '查看');
    const view = dialog(page, /查看质检 ZJ/);
    await see(view.getByRole('grid').getByText('退供应商'));
    await see(view.getByText('镶口松动').first());
    await button(view, `查看${manual}`).click();
    const over = dialog(page, `查看退货 ${manual}`);
    await see(over.getByRole('grid').getByText(second));
    await escape(over);
    await see(view);
    await escape(view);

    await rowAction(back.page, 'TH', '删除');
    await agree(back.page);
    await gone(back.page.getByRole('row').filter({ hasText: /TH\d/ }));
    const reason = async (): Promise<void> => {
      await rowAction(page, 'ZJ', '反审核');
      const why = page.getByRole('dialog', { name: /反审核/ }).or(page.getByRole('alertdialog'));
      await why.getByRole('textbox').fill('看错了');
      await why
        .getByRole('button', { name: /确定|反审核/ })
        .first()
        .click();
      await gone(why);
      await see(row.getByText('待审核', { exact: true }));
    };
    await reason();
    await audit(page, 'ZJ');
    await see(opens);
    await reason();
    await see(page.getByText(/已撤回退货单TH\d+/).first());
    await gone(opens);
  });

  test('on a phone it is scanned, told in a card and opened', async () => {
    const [, , third = ''] = chain.barcodes;
    const { page } = await desk.sit('/stock/inspection', PHONE);
    await page.getByRole('button', { name: '新增质检' }).click();
    const form = dialog(page, '新增质检');
    await pick(page, form, '分店', '罗湖店');
    await fill(form, '质检员', '周敏');
    await scan(page, third);
    await see(form.getByRole('grid').getByText(third));
    await button(form, '保存').click();
    await gone(form);
    const card = page.getByRole('list', { name: '首饰质检' }).getByRole('listitem').first();
    await see(card.getByText('合格 1，退供应商 0，转旧料 0'));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessFindings(page)).toEqual([]);
  });
});
