/** Lists as a shop works with them: twenty rows, sums that open, choices by keyboard. What all pages keep to: menu-desk, menu-phone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, useDesk } from './support/desk.ts';
import { escape, keysIn, scan } from './support/keys.ts';
import { boxOf, dialog, openSale, pick } from './support/screens.ts';

const ready = async (page: Page): Promise<void> => {
  await see(page.getByRole('heading', { level: 2 }));
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ui-refreshing') === null);
};

describe('lists', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 22);
    const long = '足金999古法传承花丝镶嵌凤凰牡丹宽版手镯（典藏限量款）';
    const [supplier] = (await rowsOf(app, '/base-supplier')).list;
    const body = sampleBody({ shopId: chain.home, inStorageAt: chain.today, name: long, goldWeight: 9_876.543 });
    expect(await app.post('/biz-goods-in', { ...body, supplierId: supplier?.['id'] })).toMatchObject({ status: 200 });
    const transfer = await app.post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      remark: '',
      bizGoodsList: [{ barcode: chain.barcodes[0], inNum: 1 }],
    });
    expect(transfer).toMatchObject({ status: 200 });
    const id = Number(transfer.body.data);
    expect(await app.put(`/biz-allocate/audit/${id}`, { ids: [id] })).toMatchObject({ status: 200 });
  });

  test('twenty rows can be seen at once', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await see(page.getByRole('row').nth(20));
    const endOf = async (locator: Locator): Promise<number> => {
      const { y, height } = await boxOf(locator);
      return y + height;
    };
    await expect.poll(() => endOf(page.getByRole('row').nth(20))).toBeLessThan(900);
    await expect.poll(() => endOf(page.locator('.ui-paging'))).toBeLessThanOrEqual(900);
  });

  test('the strip says what it counts, and each figure opens into its rows', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const strip = page.getByRole('list', { name: '合计' });
    await see(strip.getByText('共 23 条，已审核 22，待审核 1'));
    await strip.locator('li').filter({ hasText: '数量' }).getByRole('button').click();
    const panel = dialog(page, '数量的来源');
    await see(panel.getByText(/合计 23，由 23 笔组成/));
    await see(panel.getByText('正常入库（已审核）').first());
    await escape(panel);
  });

  test('a choice by keyboard: typed, by arrows, closed with Esc; the chosen one is where it opens', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const kind = page.getByRole('button', { name: /^单据类型：/ });
    await kind.focus();
    await page.keyboard.press('ArrowDown');
    const list = page.getByRole('dialog', { name: '单据类型', exact: true });
    await see(list.getByRole('option', { name: '正常入库', selected: true }));
    await keysIn(list);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await gone(list);
    await see(page.getByRole('button', { name: '单据类型：调拨入库' }));
    await kind.focus();
    await page.keyboard.press('ArrowDown');
    await keysIn(list.getByRole('combobox'));
    await page.keyboard.insertText('正常');
    await expect.poll(() => list.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await see(page.getByRole('button', { name: '单据类型：正常入库' }));
    await kind.focus();
    await page.keyboard.press('Space');
    await escape(list);
    await expect.poll(() => kind.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a selection says why something cannot be done with it', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const rows = page.getByRole('row');
    const top = async (): Promise<number> => (await rows.nth(1).boundingBox())?.y ?? 0;
    await see(rows.nth(2));
    await ready(page);
    const before = await top();
    await rows.filter({ hasText: '待审核' }).first().getByRole('checkbox').check();
    await rows.filter({ hasText: '已审核' }).first().getByRole('checkbox').check();
    const bulk = page.getByRole('group', { name: '批量操作' });
    await see(bulk.getByText(/已选 2 项，其中 1 项已审核，不能删除/));
    await see(bulk.getByText(/已选 2 项，其中 1 项待审核，不能反审核/));
    // The next row to be chosen is where it was.
    await expect.poll(top).toBe(before);
  });

  test('an empty list names the filter that emptied it, and takes just that one away', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '更多筛选' }).click();
    await page.getByLabel('首饰名称', { exact: true }).fill('没有这种首饰');
    await page.getByLabel('金重到', { exact: true }).fill('90000');
    await see(page.getByRole('heading', { name: '“首饰名称：没有这种首饰”筛掉了全部数据' }));
    await page.getByRole('button', { name: '去掉“首饰名称：没有这种首饰”，有 23 条' }).click();
    await see(page.getByRole('row').nth(20));
    await expect.poll(() => page.getByLabel('金重到', { exact: true }).inputValue()).toBe('90000');
  });

  test('ranges of weight and price narrow the list and its sums; a range the wrong way round says so', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '更多筛选' }).click();
    await page.getByLabel('金重从', { exact: true }).fill('5000');
    const strip = page.getByRole('list', { name: '合计' });
    await see(strip.getByText('共 1 条，已审核 0，待审核 1'));
    await page.getByLabel('金重到', { exact: true }).fill('1');
    await see(page.getByText('不能小于前面的数'));
    await page.getByRole('button', { name: '重置' }).click();
    await page.getByLabel('标价到', { exact: true }).fill('2238');
    await see(strip.getByText('共 22 条，已审核 22，待审核 0'));
  });

  test('a scan looks in both kinds of receipts and says where the piece is', async () => {
    const [moved = ''] = chain.barcodes;
    const { page } = await desk.sit('/stock/goods-in');
    await see(page.getByRole('row').nth(20));
    await scan(page, moved);
    await see(page.getByText('该货品在南山店（调拨入库）'));
    await expect.poll(() => page.getByRole('row').filter({ hasText: moved }).count()).toBe(2);
    await pick(page, page.getByRole('search'), '分店', '罗湖店');
    await page.getByRole('button', { name: '显示这件货品' }).click();
    await expect.poll(() => page.getByRole('row').filter({ hasText: moved }).count()).toBe(2);
  });

  test('a message covers neither the search nor the user, and goes when what it complained of is mended', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const form = page.getByRole('region', { name: '批量入库' });
    await form.getByRole('button', { name: '新增一行' }).click();
    const message = page.locator('[data-sonner-toast]').filter({ hasText: '请选择分店！' });
    await see(message);
    await expect.poll(async () => (await boxOf(message)).y).toBeGreaterThan(450);
    await pick(page, form, '分店', '罗湖店');
    await gone(message);
  });

  test('批量入库 begins in its first cell, and Enter makes no empty rows', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const form = page.getByRole('region', { name: '批量入库' });
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await form.getByRole('button', { name: '新增一行' }).focus();
    await page.keyboard.press('Enter');
    await see(form.getByText('共 1 行 1 件'));
    const grid = form.getByRole('grid', { name: '首饰明细' });
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: '新增一行' }).click();
    await page.keyboard.press('Insert');
    await see(form.getByText('共 1 行 1 件'));
    await page.keyboard.press('F2');
    await page.keyboard.insertText('足金');
    await page.keyboard.press('Tab');
    await see(grid.getByRole('row').nth(1).getByText('足金').first());
  });

  test('in the lines of an order a name of twelve letters stands whole', async () => {
    const app = desk.app();
    const name = '足金古法水波纹镶玉宽手镯';
    const [supplier] = (await rowsOf(app, '/base-supplier')).list;
    const body = sampleBody({ shopId: chain.home, inStorageAt: chain.today, name, supplierId: supplier?.['id'] });
    const id = Number((await app.post('/biz-goods-in', body)).body.data);
    expect(await app.put(`/biz-goods-in/audit/${id}`, { ids: [id] })).toMatchObject({ status: 200 });
    const { barcode } = (await app.get(`/biz-goods-in/${id}`)).body.data as { barcode: string };
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, barcode);
    const cell = form.getByRole('gridcell', { name });
    await see(cell);
    const over = (): Promise<readonly number[]> =>
      cell.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]);
    await expect.poll(over).toEqual([0, 0]);
  });

  test('on a phone cards are chosen by a long press, and audited and printed at the lower edge', async () => {
    const { page } = await desk.sit('/stock/goods-in', {
      ...ADMIN,
      options: { viewport: { width: 390, height: 844 }, hasTouch: true },
    });
    const cards = page.getByRole('list', { name: '首饰入库' }).getByRole('listitem');
    await see(cards.nth(1));
    await ready(page);
    const head = cards.nth(0).locator('.ui-card-head strong');
    const box = await boxOf(head);
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    const bulk = page.getByRole('group', { name: '批量操作' });
    await see(bulk.getByText('已选 1 项', { exact: true }));
    await page.mouse.up();
    // The next card to be chosen is where it was.
    await expect.poll(async () => (await boxOf(head)).y).toBe(box.y);
    await cards.nth(1).locator('dt').first().click();
    await see(bulk.getByText('已选 2 项', { exact: true }));
    const edge = async (): Promise<number> => {
      const { y, height } = await boxOf(bulk);
      return y + height;
    };
    await expect.poll(edge).toBe(844);
    await cards.nth(1).locator('dt').first().click();
    await see(bulk.getByText('已选 1 项', { exact: true }));
    await bulk.getByRole('button', { name: '批量打印' }).click();
    await see(dialog(page, '批量打印标签'));
    await page.getByRole('button', { name: '取消', exact: true }).click();
    expect(await accessFindings(page)).toEqual([]);
    await cards.filter({ hasText: '典藏限量款' }).getByRole('checkbox').check();
    const audit = bulk.getByRole('button', { name: '审核', exact: true });
    await see(audit);
    await expect.poll(() => page.locator('select').count()).toBe(0);
  });
});
