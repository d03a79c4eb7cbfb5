/** Lists on a phone: filters behind one button that says how many of them are set. What all pages keep to: menu-phone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { dialog, pick } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const MOST_HEAD = 150;

const headOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('.ui-head')?.getBoundingClientRect().height ?? 0);

describe('lists on a phone', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
  });

  test('totals of zero are folded away, and a part of a code is answered with that whole ones are found', async () => {
    const { page } = await desk.sit('/sales/order', PHONE);
    const totals = page.getByRole('list', { name: '合计' });
    await see(totals.getByText('共 0 单'));
    await see(totals.getByText('实付金额'));
    await expect.poll(() => totals.getByText('旧料金额').isVisible()).toBe(false);
    await page.getByPlaceholder('条码').or(page.getByLabel('条码')).first().fill('2026');
    await page.keyboard.press('Enter');
    await see(page.getByText('条码要输入完整的，只输一部分找不到'));
  });

  test('the filters open behind one button, apply, and say what is set', async () => {
    const { page } = await desk.sit('/stock/goods-in', PHONE);
    const bar = page.getByRole('search');
    const cards = page.getByRole('list', { name: '首饰入库' }).getByRole('listitem');
    await see(cards.nth(2));
    await see(bar.getByRole('button', { name: '去掉单据类型：正常入库' }));
    const fold = bar.getByRole('button', { name: /^筛选/ });
    await expect.poll(() => fold.innerText()).toContain('2');
    await expect.poll(() => bar.getByRole('button', { name: /^分店：/ }).count()).toBe(0);
    await fold.click();
    await pick(page, bar, '分店', '南山店');
    await see(page.getByRole('heading', { name: /“分店：南山店”筛掉了全部数据/ }));
    expect(await accessFindings(page)).toEqual([]);
    await bar.getByRole('button', { name: '收起筛选' }).click();
    await gone(bar.getByRole('button', { name: /^分店：/ }));
    await expect.poll(() => fold.innerText()).toContain('3');
    await bar.getByRole('button', { name: '去掉分店：南山店' }).click();
    await see(cards.nth(2));
    await expect.poll(() => fold.innerText()).toContain('2');
    expect(await headOf(page)).toBeLessThanOrEqual(MOST_HEAD);
  });

  test('what is searched by stays beside the button; what needs a wide screen is absent', async () => {
    const { page } = await desk.sit('/stock/goods-in', PHONE);
    const [barcode = ''] = chain.barcodes;
    await see(page.getByRole('button', { name: '批量打印' }));
    await expect.poll(() => page.getByRole('button', { name: '设计打印模板' }).count()).toBe(0);
    await page.getByRole('search').getByLabel('条码', { exact: true }).fill(barcode);
    const cards = page.getByRole('list', { name: '首饰入库' }).getByRole('listitem');
    await expect.poll(() => cards.count()).toBe(1);
    await see(cards.filter({ hasText: barcode }));
  });

  /** What of a grid of lines lies half in sight: a cell under 操作 or under the numbers of the lines, a figure that is cut. */
  const halfInSight = (grid: Locator): Promise<readonly string[]> =>
    grid.evaluate((frame) => {
      const from = frame.querySelector('.ui-rownum')?.getBoundingClientRect().right ?? 0;
      const to = frame.querySelector('.ui-remove')?.getBoundingClientRect().left ?? 0;
      const cells = [...frame.querySelectorAll<HTMLElement>('.ui-grid-body .ui-cell:not(.ui-frozen)')];
      const cut = cells.filter((cell) => cell.matches('.ui-num') && cell.scrollWidth > cell.clientWidth);
      const across = cells.filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return right > from + 1 && left < to - 1 && (left < from - 1 || right > to + 1);
      });
      return [...cut, ...across].map(({ textContent }) => textContent);
    });
  const inSight = (grid: Locator): Promise<boolean> =>
    grid.evaluate((frame) => {
      const id = frame.getAttribute('aria-activedescendant') ?? '';
      const { left, right } = document.getElementById(id)?.getBoundingClientRect() ?? { left: 0, right: 0 };
      const from = frame.querySelector('.ui-rownum')?.getBoundingClientRect().right ?? 0;
      const to = frame.querySelector('.ui-remove')?.getBoundingClientRect().left ?? 0;
      return left >= from - 1 && right <= to + 1;
    });

  test('lines of a document turn pages: no figure lies half under 操作, and every column comes into sight', async () => {
    const { page } = await desk.sit('/stock/transfer', PHONE);
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    const [first = '', second = ''] = chain.barcodes;
    const grid = form.getByRole('grid');
    for (const barcode of [first, second]) {
      await scan(page, barcode);
      await see(grid.getByText(barcode));
    }
    await see(form.getByText('左右滑动看其他列'));
    const columns = (await grid.getByRole('columnheader').count()) - 2;
    expect(columns).toBeGreaterThan(5);
    await grid.focus();
    await page.keyboard.press('Control+Home');
    for (let column = 1; column <= columns; column += 1) {
      await expect.poll(() => inSight(grid), { message: `column ${column}` }).toBe(true);
      await expect.poll(() => halfInSight(grid), { message: `column ${column}` }).toEqual([]);
      await page.keyboard.press('ArrowRight');
    }
  });
});
