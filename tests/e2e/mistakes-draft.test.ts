/** What could not be read outlives a reload as it was typed: its reason comes with it, the value before it does not. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { type } from './support/keys.ts';
import { button, dialog, field, pick } from './support/screens.ts';

const WRONG_DAY = '日期格式应为 yyyy-MM-dd';
/** Drafts are written a moment after the last key. */
const kept = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction((part) => JSON.stringify(sessionStorage).includes(part), text);
};

describe('mistakes in a draft', () => {
  const desk = useDesk({}, async (app) => void (await plantChain(app, 1)));

  test('a weight that is no number stands in the restored form with its reason, and is not saved', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const before = (await rowsOf(desk.app(), '/biz-goods-in')).count;
    const form = dialog(page, '新增首饰入库');
    const weight = field(form, 'goldWeight').locator('input');
    await page.getByRole('button', { name: '新增入库' }).click();
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await pick(page, form, '成色', '足金');
    await pick(page, form, '款式', '光圈');
    await weight.fill('2.5');
    await weight.fill('23。5。1');
    await weight.press('Tab');
    await see(field(form, 'goldWeight').getByText('请输入数字'));
    await kept(page, '23。5。1');
    await page.reload();
    await page.getByRole('button', { name: '新增入库' }).click();
    await button(form, '恢复未保存的内容').click();
    await see(field(form, 'goldWeight').getByText('请输入数字'));
    await expect.poll(() => weight.inputValue()).toBe('23。5。1');
    await button(form, '确定').click();
    await see(form.getByRole('alert').getByText('金重：请输入数字'));
    await expect.poll(() => weight.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => weight.inputValue()).toBe('23。5。1');
    expect((await rowsOf(desk.app(), '/biz-goods-in')).count).toBe(before);
    await weight.fill('23.51');
    await gone(field(form, 'goldWeight').getByText('请输入数字'));
  });

  test('who goes Back out of a half-filled form is told where its text is', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '首饰入库' }).click();
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    await field(form, 'goldWeight').locator('input').fill('7.77');
    await page.goBack();
    await gone(form);
    await see(page.getByText('未保存的内容已留作草稿，再次打开时可以恢复'));
    await page.goForward();
    await page.getByRole('button', { name: '新增入库' }).click();
    await button(form, '恢复未保存的内容').click();
    await expect.poll(() => field(form, 'goldWeight').locator('input').inputValue()).toBe('7.77');
  });

  test('a cell and a day that cannot be read stand in the batch after a reload, and are not saved', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const before = (await rowsOf(desk.app(), '/biz-goods-in')).count;
    const form = page.getByRole('region', { name: '批量入库' });
    const grid = form.getByRole('grid', { name: '首饰明细' });
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await form.getByRole('button', { name: '新增一行' }).click();
    await grid.focus();
    await grid.evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', '足金\t光圈');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await see(grid.getByText('足金光圈'));
    const heads = await grid.getByRole('columnheader').allInnerTexts();
    // The number of the line is a head of its own.
    const cell = grid.getByRole('gridcell').nth(heads.findIndex((head) => head.trim() === '金重(g)') - 1);
    const typeCell = async (text: string): Promise<void> => {
      await cell.click();
      await type(page, text);
      await page.keyboard.press('Enter');
    };
    await typeCell('2.5');
    await see(cell.getByText(/^2\.5/));
    await typeCell('abc');
    await see(cell.getByText('abc'));
    await see(cell.getByText('请输入数字'));
    await see(form.getByText('第1行 金重：请输入数字'));
    await kept(page, 'abc');
    const day = form.getByRole('textbox', { name: '入库日期' });
    const today = await day.inputValue();
    await day.fill('昨天');
    await kept(page, '昨天');
    await page.reload();
    await see(form.getByText('共 1 行 1 件'));
    await see(cell.getByText('abc'));
    await expect.poll(() => day.inputValue()).toBe('昨天');
    await see(form.getByText(WRONG_DAY));
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await see(page.getByRole('listitem').getByText(WRONG_DAY));
    await day.fill(today);
    await gone(form.getByText(WRONG_DAY));
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await see(page.getByRole('listitem').getByText('请输入数字'));
    await see(cell.getByText('abc'));
    expect((await rowsOf(desk.app(), '/biz-goods-in')).count).toBe(before);
    await typeCell('2.51');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await see(dialog(page, '批量打印标签'));
    const { list } = await rowsOf(desk.app(), '/biz-goods-in');
    expect(list[0]).toMatchObject({ goldWeight: 2.51 });
  });
});
