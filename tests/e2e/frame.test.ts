/** What surrounds every page: search, theme, tabs. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { keysIn, type, typeIn } from './support/keys.ts';

describe('the frame', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
  });

  test('Ctrl K finds pages by name and pieces by barcode', async () => {
    const { page } = await desk.sit();
    await page.keyboard.press('Control+k');
    await keysIn(page.getByRole('combobox', { name: '功能名称或条码' }));
    await page.keyboard.insertText('调拨');
    await see(page.getByRole('option', { name: '首饰调拨' }));
    await page.keyboard.press('Enter');
    await see(page.getByRole('heading', { level: 2, name: '首饰调拨' }));
    await page.keyboard.press('Control+k');
    await keysIn(page.getByRole('combobox', { name: '功能名称或条码' }));
    await type(page, chain.barcodes[0] ?? '');
    await see(page.getByRole('option', { name: `查看货品 ${chain.barcodes[0]}` }));
    await page.keyboard.press('Enter');
    await see(page.getByRole('region', { name: '首饰的一生' }));
  });

  test('a page of yesterday says once that another release is there, when no form is open', async () => {
    const { page } = await desk.sit('/admin/shop');
    await page.getByRole('button', { name: '新增' }).first().click();
    await see(page.getByRole('dialog'));
    let asked = 0;
    await page.route('**/api/v1/session-mark', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-release': 'tomorrow' } });
      asked += 1;
    });
    await expect.poll(() => asked).toBeGreaterThan(2);
    const note = page.getByText('系统已更新，保存后刷新');
    expect(await note.count()).toBe(0);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await see(note);
    await page.unroute('**/api/v1/session-mark');
    await page.getByRole('button', { name: '刷新', exact: true }).last().click();
    await gone(note);
    await see(page.getByRole('heading', { level: 2, name: '分店' }));
  });

  test('the theme changes everywhere and is remembered', async () => {
    const { page } = await desk.sit('/admin/shop');
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await color();
    await page.getByRole('button', { name: '外观' }).click();
    await page.getByRole('menuitemradio', { name: '深色', exact: true }).click();
    await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
    const dark = await color();
    await page.reload();
    await see(page.getByRole('heading', { level: 2, name: '分店' }));
    await expect.poll(() => color()).toBe(dark);
  });

  test('an open page keeps its filters while others are visited, and closes', async () => {
    const { page } = await desk.sit('/admin/shop');
    await typeIn(page.getByRole('search').getByRole('textbox', { name: '分店名称' }), '南山');
    await gone(page.getByRole('row').filter({ hasText: '罗湖店' }));
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '供应商', exact: true }).click();
    await see(page.getByRole('row').filter({ hasText: '水贝金行' }));
    const tabs = page.getByRole('navigation', { name: '已打开的页面' });
    await tabs.getByRole('link', { name: '分店' }).click();
    await see(page.getByRole('heading', { level: 2, name: '分店' }));
    await expect
      .poll(() => page.getByRole('search').getByRole('textbox', { name: '分店名称' }).inputValue())
      .toBe('南山');
    await see(page.getByRole('row').filter({ hasText: '南山店' }));
    await expect.poll(() => page.getByRole('row').filter({ hasText: '罗湖店' }).count()).toBe(0);
    await tabs.getByRole('button', { name: '关闭分店' }).click();
    await gone(tabs.getByRole('link', { name: '分店' }));
  });

  test('a page far down the menu shows where it stands, opened by its address', async () => {
    const { page } = await desk.sit('/sys-tools/system-state');
    const entry = page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '系统状态', exact: true });
    await see(entry);
    const isInView = async (): Promise<boolean> => {
      const { y, height } = (await entry.boundingBox()) ?? { y: -1, height: 0 };
      return y > 0 && y + height < (page.viewportSize()?.height ?? 0);
    };
    await expect.poll(isInView).toBe(true);
  });

  test('of many open pages the one in front stands whole, with its cross', async () => {
    const { page } = await desk.sit('/admin/shop');
    const menu = page.getByRole('navigation', { name: '菜单' });
    const tabs = page.getByRole('navigation', { name: '已打开的页面' });
    await page.setViewportSize({ width: 800, height: 900 });
    for (const name of ['首饰入库', '首饰调拨', '首饰盘点', '盘点报表', '退货供应商', '报损报溢', '供应商']) {
      await menu.getByRole('link', { name, exact: true }).click();
      await see(tabs.getByRole('link', { name, exact: true }).and(page.locator('[aria-current]')));
    }
    const endOf = async (locator: Locator): Promise<number> => {
      const { x, width } = (await locator.boundingBox()) ?? { x: Infinity, width: 0 };
      return x + width;
    };
    const cross = tabs.getByRole('button', { name: '关闭供应商' });
    await expect.poll(async () => (await endOf(cross)) - (await endOf(tabs))).toBeLessThanOrEqual(0);
  });
});
