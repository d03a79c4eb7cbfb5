/** Batch entry with keyboard and clipboard, column settings of a category, labels; stock turnover with totals that open. */
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { escape } from './support/keys.ts';
import { dialog, pick } from './support/screens.ts';

describe('many pieces at once', () => {
  const desk = useDesk({}, async (app) => void (await plantChain(app, 3)));

  test('rows are typed, copied and pasted, saved together, and their labels are offered (S0§2/6 S0§4/8)', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const form = page.getByRole('region', { name: '批量入库' });
    await form.getByRole('button', { name: '新增一行' }).click();
    await see(page.getByText('请选择分店！'));
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await see(form.getByText('请选择首饰类别'));
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await form.getByRole('button', { name: '复制首行' }).click();
    await see(page.getByText('请至少先添加一条数据！'));
    const grid = form.getByRole('grid', { name: '首饰明细' });
    await grid.focus();
    await page.keyboard.press('Insert');
    await page.keyboard.press('Control+Enter');
    await see(page.getByText('请检查第！1 行商品名称不能为空！'));
    // The keyboard is at the name that is missing; what is pasted begins in the first cell.
    await page.keyboard.press('Control+Home');
    await grid.evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', '足金\t光圈\n足金\t光圈');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await see(grid.getByText('足金光圈'));
    await form.getByLabel('复制的行数').fill('2');
    await form.getByRole('button', { name: '复制首行' }).click();
    await see(form.getByText('共 4 行 4 件'));
    await page.keyboard.press('Control+Enter');
    const labels = dialog(page, '批量打印标签');
    await see(labels.getByRole('button', { name: '打印 4 张' }));
    await labels.getByRole('button', { name: '取消' }).click();
    await see(form.getByText('共 0 行 0 件'));
    const { list } = await rowsOf(desk.app(), '/biz-goods-in?auditFlag=1');
    expect(list).toHaveLength(4);
    expect(list[0]).toMatchObject({ type: '戒指', name: '足金光圈', printTemplate: '标准标签' });
  });

  test('what the server refuses stands at its cell, and nothing typed is lost over a reload (S0§4/8)', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const form = page.getByRole('region', { name: '批量入库' });
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await form.getByRole('button', { name: '新增一行' }).click();
    const grid = form.getByRole('grid', { name: '首饰明细' });
    await grid.focus();
    await grid.evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', '足金');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await see(grid.getByText('足金', { exact: true }));
    const day = form.getByRole('textbox', { name: '入库日期' });
    const today = await day.inputValue();
    await day.fill('昨天');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await see(form.getByText('日期格式应为 yyyy-MM-dd'));
    await expect.poll(() => day.inputValue()).toBe('昨天');
    await day.fill(today);
    await gone(form.getByText('日期格式应为 yyyy-MM-dd'));
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await see(page.getByText(/第1行 款式：/));
    await page.reload();
    await see(form.getByText('共 1 行 1 件'));
    await see(grid.getByText('足金', { exact: true }));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('columns are chosen and kept for the category (S0§2/7 S0§5/9)', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const form = page.getByRole('region', { name: '批量入库' });
    const columns = (): ReturnType<typeof dialog> => page.getByRole('dialog', { name: '列设置' });
    await form.getByRole('button', { name: '列设置' }).click();
    await columns()
      .getByRole('button', { name: /保存为/ })
      .click();
    await see(page.getByText('请先选择商品类别！'));
    await page.keyboard.press('Escape');
    await pick(page, form, '首饰类别', '项链');
    await form.getByRole('button', { name: '列设置' }).click();
    await columns().getByLabel('颜色', { exact: true }).check();
    await columns().getByRole('button', { name: '保存为“项链”的列设置' }).click();
    await gone(columns());
    await page.reload();
    await see(form.getByRole('columnheader', { name: '颜色', exact: true }));
  });

  test('stock turnover: rows, totals, a total opened, labels of chosen rows (S0§2/21)', async () => {
    const { page } = await desk.sit('/stock/report-turnover');
    const screen = page.getByRole('region', { name: '库存周转' });
    await see(screen.getByRole('row').nth(3));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await screen.locator('.ui-figure').first().click();
    const opened = dialog(page, /的来源/);
    await see(opened.getByText(/合计 3，由 3 笔组成/));
    expect(await accessFindings(page)).toEqual([]);
    await escape(opened);
    await screen.getByRole('row').nth(1).getByRole('checkbox').check();
    await screen.getByRole('button', { name: '打印标签' }).click();
    await see(dialog(page, '批量打印标签'));
  });
});
