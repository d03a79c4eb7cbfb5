/** One mistake in every kind of place: what was typed stays as it is, with its reason beside it, until it is mended. */
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { keysIn, scan } from './support/keys.ts';
import { agree, button, dialog, field, pick, rowAction } from './support/screens.ts';

const HUGE = '99999999999999999999';

describe('mistakes', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
  });

  test('a text longer than its field is kept whole, says so, and is not saved', async () => {
    const { page } = await desk.sit('/admin/shop');
    await page.getByRole('button', { name: '新增分店' }).click();
    const form = dialog(page, '新增分店');
    const name = form.getByLabel(/^分店名称/);
    const remark = form.getByLabel('备注', { exact: true });
    const long = '长'.repeat(260);
    await name.fill('新都店');
    await remark.fill(long);
    await name.focus();
    await see(field(form, 'remark').getByText('最多200个字'));
    await button(form, '保存').click();
    await see(form.getByRole('alert').getByText('最多200个字'));
    await expect.poll(() => remark.inputValue()).toBe(long);
    await expect.poll(() => remark.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await rowsOf(desk.app(), '/base-shop?name=新都店')).count).toBe(0);
    // A character of a picture writing counts once, for the form as for the server.
    await remark.fill('💍'.repeat(200));
    await gone(field(form, 'remark').getByText('最多200个字'));
    await button(form, '保存').click();
    await gone(form);
    expect((await rowsOf(desk.app(), '/base-shop?name=新都店')).count).toBe(1);
  });

  test('a long piece name, typed over the computed one, and a long reason stay whole too', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    const name = field(form, 'name').locator('input');
    await name.fill('名'.repeat(61));
    await name.press('Tab');
    await see(field(form, 'name').getByText('最多60个字'));
    await expect.poll(() => name.inputValue()).toBe('名'.repeat(61));
    await button(form, '取消').click();
    await button(page.getByRole('alertdialog'), '确定').click();
    await gone(form);
    await rowAction(page, chain.barcodes[0] ?? '', '反审核');
    const ask = page.getByRole('dialog', { name: '反审核', exact: true });
    const reason = ask.getByLabel(/^反审核原因/);
    await reason.fill('因'.repeat(201));
    await button(ask, '确定').click();
    await see(ask.getByText('反审核原因最多200个字'));
    // Leaving asks first, as every form does.
    await page.keyboard.press('Escape');
    await agree(page, '取消');
    await expect.poll(() => reason.inputValue()).toBe('因'.repeat(201));
    await page.keyboard.press('Escape');
    await agree(page);
    await gone(ask);
  });

  test('a number no field can hold stays as it was typed', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    const price = field(form, 'goldCost').locator('input');
    await price.fill(HUGE);
    await price.press('Tab');
    await see(field(form, 'goldCost').getByText('不能大于99999999.99元'));
    await expect.poll(() => price.inputValue()).toBe(HUGE);
  });

  test('分 are carats to a jeweller, and a comma is never swallowed', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    const weight = field(form, 'goldWeight').locator('input');
    await weight.fill('1，5');
    await weight.press('Tab');
    await see(field(form, 'goldWeight').getByText('请输入数字'));
    await expect.poll(() => weight.inputValue()).toBe('1，5');
    await weight.fill('1。5克');
    await weight.press('Tab');
    await gone(field(form, 'goldWeight').locator('.ui-problem'));
    await expect.poll(() => weight.inputValue()).toBe('1.5');
    const stone = field(form, 'stoneCt').locator('input');
    await stone.fill('30分');
    await stone.press('Tab');
    await expect.poll(() => stone.inputValue()).toBe('0.3');
  });

  test('a wrong cell is named by row and column, comes into sight and gets the keyboard', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    await pick(page, form, '调入分店', '南山店');
    const [first = '', second = ''] = chain.barcodes;
    await scan(page, first);
    await scan(page, second);
    const grid = form.getByRole('grid');
    await see(grid.getByText(second));
    const cell = grid.getByRole('row').filter({ hasText: second }).getByRole('gridcell').last();
    const remark = grid.getByRole('row').filter({ hasText: second }).locator('[role=gridcell]:not(.ui-frozen)').last();
    await remark.scrollIntoViewIfNeeded();
    await remark.dblclick();
    await page.keyboard.insertText('长'.repeat(260));
    await page.keyboard.press('Enter');
    await grid.evaluate((element) => element.scrollTo({ left: 0 }));
    await button(form, '保存').click();
    await see(form.getByRole('alert').getByText('第2行“备注”：最多200个字'));
    await see(cell);
    await keysIn(grid);
    const active = (): Promise<string> =>
      grid.evaluate((element) => {
        const id = element.getAttribute('aria-activedescendant') ?? '';
        return document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '';
      });
    // The whole text, and beside it what is wrong with it.
    await expect.poll(active).toMatch(/^长{260}(?!长).*最多200个字/);
  });

  test('a batch with a wrong cell names it and goes there; with an empty header, to the first field', async () => {
    const { page } = await desk.sit('/stock/batch-entry');
    const form = page.getByRole('region', { name: '批量入库' });
    await button(form, '保存').click();
    await see(field(form, 'shopId').getByText('分店不能为空'));
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
    await expect.poll(() => focused()).toBe('shopId');
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await form.getByRole('button', { name: '新增一行' }).click();
    const grid = form.getByRole('grid', { name: '首饰明细' });
    await grid.focus();
    await grid.evaluate((element, name) => {
      const data = new DataTransfer();
      data.setData('text/plain', `足金\t光圈\t${name}`);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, '名'.repeat(61));
    await button(form, '保存').click();
    await see(page.getByText('第1行“首饰名称”：最多60个字'));
    await expect.poll(() => grid.evaluate((element) => document.activeElement === element)).toBe(true);
    await see(grid.getByText('名'.repeat(61)));
    await form.getByRole('button', { name: '复制首行' }).click();
    await see(page.getByText('首行有误，请先修改。第1行“首饰名称”：最多60个字'));
    await see(form.getByText('共 1 行 1 件'));
    expect((await rowsOf(desk.app(), '/biz-goods-in?auditFlag=1')).count).toBe(0);
  });

  test('a filter that is no value says so at its place; the rows stay, and 重置 takes it away', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const ring = page.getByRole('row').filter({ hasText: chain.barcodes[0] ?? '' });
    await see(ring);
    await page.getByRole('button', { name: '更多筛选' }).click();
    const filters = page.getByRole('search');
    const weight = filters.getByLabel('金重从', { exact: true });
    for (const [typed, said] of [
      ['abc', '请输入数字'],
      ['-3', '不能小于0'],
      [HUGE, '不能大于100000g'],
    ] as const) {
      await weight.fill(typed);
      await see(filters.getByRole('alert').getByText(said));
      await expect.poll(() => weight.inputValue()).toBe(typed);
      await expect.poll(() => ring.isVisible()).toBe(true);
    }
    await expect.poll(() => page.getByText('加载失败').isVisible()).toBe(false);
    await button(filters, '重置').click();
    await gone(filters.getByRole('alert'));
    await expect.poll(() => weight.inputValue()).toBe('');
    await weight.fill('３．２１５ 克');
    await expect.poll(() => weight.inputValue()).toBe('3.215');
    await see(ring);
    await button(filters, '收起筛选').click();
    await see(filters.getByText('金重：从 3.215g'));
  });

  test('what only the server refuses in a filter is said there too, without 重试, over the rows from before', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const ring = page.getByRole('row').filter({ hasText: chain.barcodes[0] ?? '' });
    await see(ring);
    const filters = page.getByRole('search');
    const barcode = filters.getByLabel('条码', { exact: true });
    await barcode.fill('9'.repeat(300));
    await see(filters.getByRole('alert').getByText(/^最多\d+个字/));
    await see(page.getByText('筛选条件有误，下面是之前的数据。'));
    await expect.poll(() => ring.isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: '重试' }).isVisible()).toBe(false);
    await barcode.fill('');
    await gone(page.getByText('筛选条件有误'));
    await see(ring);
  });

  test('a link is followed where its page is open with something else, and again after that was changed', async () => {
    const [first = '', second = ''] = chain.barcodes;
    const { page } = await desk.sit(`/stock/goods-flow?barcode=${first}`);
    const life = page.getByRole('region', { name: '首饰的一生' });
    await see(life.getByText(first));
    await page.getByRole('link', { name: '首页' }).first().click();
    await scan(page, second);
    await see(life.getByText(second));
    const barcode = page.getByRole('search').getByLabel('条码', { exact: true });
    await barcode.fill(first);
    await see(life.getByText(first));
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: '首页' }).first().click();
    await scan(page, second);
    await see(life.getByText(second));
    await expect.poll(() => barcode.inputValue()).toBe(second);
    // Back to the tab: what was there is there.
    await barcode.fill(first);
    await see(life.getByText(first));
    await page.getByRole('link', { name: '首页' }).first().click();
    await page.getByRole('link', { name: '首饰流水' }).first().click();
    await see(life.getByText(first));
    await page.reload();
    await see(life.getByText(first));
  });
});
