/** A supplier's real list comes in by the wizard: found below its titles, shown as read, mended in place (S0§2). */
import fs from 'node:fs';
import * as xlsx from 'xlsx';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { supplierFile } from '../support/supplier-file.ts';
import { rowsOf } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, useDesk, type Seat } from './support/desk.ts';
import { scan, type } from './support/keys.ts';
import { agree, button, dialog, pick } from './support/screens.ts';

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const open = async (page: Page, bytes: Buffer, supplier: boolean): Promise<Locator> => {
  await page.getByRole('button', { name: '从Excel导入' }).click();
  const wizard = dialog(page, '从Excel导入首饰');
  await pick(page, wizard, '分店', '罗湖店');
  await pick(page, wizard, '首饰类别', '戒指');
  if (supplier) await pick(page, wizard, '供应商', '金源珠宝');
  await wizard.locator('input[type=file]').setInputFiles({ name: '出货清单.xlsx', mimeType: MIME, buffer: bytes });
  await see(wizard.getByText('共 14 列，已匹配 12 列'));
  return wizard;
};
/** Two sheets that hold data; the weights of the second are in 钱. */
const twoSheets = (): Buffer => {
  const book = xlsx.utils.book_new();
  const sheet = (heading: string, line: readonly unknown[]) =>
    xlsx.utils.aoa_to_sheet([['品名', '款式', '成色', heading, '金价', '工费', '标价'], [...line]]);
  xlsx.utils.book_append_sheet(book, sheet('金重', ['旧戒指', '光圈', '足金', 5, 560, 10, 3000]), '已到');
  xlsx.utils.book_append_sheet(book, sheet('金重(钱)', ['钱戒指', '光圈', '足金', 2, 560, 10, 5000]), '新到');
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};
const refusedIn = (wizard: Locator): Locator => wizard.getByRole('region', { name: '有误的数据' });
/** Other barcodes, so that the list may come twice. */
const another = (prefix: string): Buffer =>
  supplierFile([4, 5, 6, 7].map((row) => [row, 1, `${prefix}-880${row}`] as const));
const noWider = async ({ page }: Seat): Promise<void> =>
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);

describe('a supplier’s list', () => {
  const desk = useDesk({}, async (app) => {
    await app.post('/base-shop', { name: '罗湖店', status: '2', remark: '' });
    await app.post('/base-supplier', { name: '金源珠宝', contract: '李经理', mobile: '13900000001', status: '2' });
  });

  test('by mouse: columns that stay out are named, two cells are mended, costs are kept', async () => {
    const seat = await desk.sit('/stock/goods-in');
    const { page } = seat;
    const wizard = await open(page, supplierFile(), true);
    await see(wizard.getByText('表头在第 4 行；第 9 行是合计，不导入'));
    await see(wizard.getByText('不导入的列：序号、产地'));
    await button(wizard, '下一步').click();
    await see(wizard.getByText('前 4 行预览，共 4 行，按读到的值显示'));
    await see(wizard.getByRole('cell', { name: '0.300 克拉' }));
    await see(wizard.getByRole('cell', { name: '25,000.00 元' }));
    const refused = refusedIn(wizard);
    await see(refused.getByText('有 2 处有误'));
    const weight = refused.getByLabel('第7行 金重(g)');
    await expect.poll(() => weight.inputValue()).toBe('十五克');
    await see(refused.getByText('计价方式应为“一口价”或“按克”'));
    expect(await accessFindings(page)).toEqual([]);

    const saved = page.waitForEvent('download');
    await button(refused, '下载错误表').click();
    const book = xlsx.read(fs.readFileSync(await (await saved).path()));
    const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets['有误的数据'] ?? {});
    expect(rows[2]).toMatchObject({ 货号: 'JY-8803', 错误说明: '金重(g)：请输入数字' });

    await weight.fill('15.2克');
    await see(refused.getByText('已修改，待检查'));
    await refused.getByLabel('第8行 计价').fill('按克');
    await button(refused, '重新检查').click();
    await gone(refused);
    await see(wizard.getByText('4 件按文件中的成本入库，与公式相差合计 +¥42,200.00'));
    await button(wizard, '确定导入').click();
    await see(wizard.getByText('导入成功，共 4 件'));
    await see(wizard.getByText('没有导入的列：序号、产地'));
    await button(wizard, '完成').click();
    const { list } = await rowsOf(desk.app(), '/biz-goods-in?barcode=JY-8801');
    expect(list[0]).toMatchObject({ piceCost: 25_000, sellPrice: 38_000 });
  });

  test('of two sheets one is chosen, and 钱 is asked about before anything is imported', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '从Excel导入' }).click();
    const wizard = dialog(page, '从Excel导入首饰');
    await pick(page, wizard, '分店', '罗湖店');
    await pick(page, wizard, '首饰类别', '戒指');
    const file = { name: '两张表.xlsx', mimeType: MIME, buffer: twoSheets() };
    await wizard.locator('input[type=file]').setInputFiles(file);
    await pick(page, wizard, '工作表', '新到');
    await see(wizard.getByText('共 7 列，已匹配 7 列'));
    await button(wizard, '下一步').click();
    const unit = wizard.getByRole('region', { name: '单位' });
    await see(unit.getByText('“金重(钱)”：1钱是多少克？'));
    await unit.getByRole('button').click();
    await page.getByRole('option', { name: /^3\.75克/ }).click();
    await gone(refusedIn(wizard));
    await button(wizard, '确定导入').click();
    await see(wizard.getByText('导入成功，共 1 件'));
    await button(wizard, '完成').click();
    const { list, count } = await rowsOf(desk.app(), '/biz-goods-in?name=钱戒指');
    expect([count, list[0]?.['goldWeight']]).toEqual([1, 7.5]);
  });

  test('the supplier’s matching is proposed again', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const wizard = await open(page, another('ZA'), true);
    await see(wizard.getByText('已按该供应商上次的匹配填好'));
    await button(wizard, '取消').click();
    await agree(page);
    await gone(wizard);
  });

  test('by keyboard and scanner: Enter goes to the next cell, and after the last one all is checked', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const wizard = await open(
      page,
      supplierFile([
        [4, 1, 'B!'],
        [5, 1, 'KB-2'],
        [6, 1, 'KB-3'],
        [7, 1, 'KB-4'],
      ]),
      false,
    );
    await wizard.getByRole('button', { name: '下一步' }).focus();
    await page.keyboard.press('Enter');
    const refused = refusedIn(wizard);
    await see(refused.getByText('有 3 处有误'));
    const barcode = refused.getByLabel('第5行 货号');
    await barcode.focus();
    await page.keyboard.press('Control+a');
    await scan(page, 'KB00001');
    await expect.poll(() => barcode.inputValue()).toBe('KB00001');
    for (const [label, text] of [
      ['第7行 金重(g)', '15.2'],
      ['第8行 计价', '一口价'],
    ] as const) {
      await expect.poll(() => refused.locator('input:focus').getAttribute('aria-label')).toBe(label);
      await page.keyboard.press('Control+a');
      await type(page, text);
      await page.keyboard.press('Enter');
    }
    await gone(refused);
    await button(wizard, '确定导入').press('Enter');
    await see(wizard.getByText('导入成功，共 4 件'));
    expect((await rowsOf(desk.app(), '/biz-goods-in?barcode=KB00001')).count).toBe(1);
  });

  test('on a phone: what is hardly right is listed and needs a yes', async () => {
    const seat = await desk.sit('/stock/goods-in', {
      username: 'admin',
      password: 'Admin-2026',
      options: { viewport: { width: 390, height: 844 } },
    });
    const { page } = seat;
    const heavy = supplierFile([
      ...[4, 5, 6, 7].map((row) => [row, 1, `PH-880${row}`] as const),
      [6, 5, 15_700],
      [6, 6, null],
      [7, 10, '按克'],
      [4, 11, 0],
    ]);
    const wizard = await open(page, heavy, false);
    await button(wizard, '下一步').click();
    const doubts = wizard.getByRole('region', { name: '不合常理的数据' });
    await see(doubts.getByText('第 7 行 金重(g)：金重15700.000克，一件超过500克'));
    await see(doubts.getByText('第 5 行 成本：成本为0'));
    await noWider(seat);
    await button(wizard, '确定导入').click();
    await see(wizard.getByText('有2处数据不合常理，请核对后勾选“仍然导入”'));
    await doubts.getByLabel('已核对以上 2 处，仍然导入').check();
    await button(wizard, '确定导入').click();
    await see(wizard.getByText('导入成功，共 4 件'));
    await noWider(seat);
  });
});
