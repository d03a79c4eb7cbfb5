/** Everybody can use it: axe finds nothing serious in three themes, a phone shows dialogs whole, 200 % loses nothing. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { see, useDesk, visit } from './support/desk.ts';
import { button, dialog, openSale } from './support/screens.ts';
import { themedFindings } from './support/themes.ts';

const LISTS = [
  { path: '/stock/goods-in', add: '新增入库', title: '新增首饰入库' },
  { path: '/stock/transfer', add: '新增调拨', title: '新增首饰调拨' },
  { path: '/sales/order', add: '新增销售单', title: '新增销售单' },
  { path: '/sales/customer', add: '新增客户', title: '新增客户' },
  { path: '/admin/shop', add: '新增分店', title: '新增分店' },
  { path: '/admin/supplier', add: '新增供应商', title: '新增供应商' },
] as const;
const PHONE = { viewport: { width: 390, height: 844 } };

const ready = async (page: Page): Promise<void> => {
  await see(page.getByRole('heading', { level: 2 }));
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ui-refreshing') === null);
};
/** One message of each kind, said the way a screen says it. */
const SAY_ALL = `import('root-config/api').then(({ toast }) => {
  for (const kind of ['success', 'error', 'warning', 'info']) toast[kind]('保存成功');
})`;
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('access', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
  });

  test('the sign-in page', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    await see(page.getByLabel(/^用户名/));
    expect(await accessFindings(page)).toEqual([]);
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    expect(await accessFindings(page), 'a planted fault is found').toHaveLength(1);
  });

  test('home, lists and dialogs in three themes', { timeout: 400_000 }, async () => {
    const { page } = await desk.sit();
    const findings: string[] = [];
    const look = async (where: string, themed: Parameters<typeof themedFindings>[2] = {}): Promise<void> => {
      findings.push(...(await themedFindings(page, where, themed)));
    };
    await look('/index', { menu: true });
    await look('toasts', {
      show: async () => {
        await page.evaluate(SAY_ALL);
        await see(page.locator('[data-sonner-toast]').nth(3));
      },
    });
    await visit(page, '/sales/order');
    const till = await openSale(page, chain.barcodes[0] ?? '');
    await see(till.getByText('还差').first());
    await look('/sales/order with its payments');
    await button(till, '剩余全部用现金支付').click();
    await see(till.getByText('已付清'));
    await look('/sales/order paid');
    await visit(page, '/stock/goods-flow');
    await see(page.getByRole('heading', { name: '最近入库，点一件看看' }));
    await ready(page);
    await look('/stock/goods-flow without a piece');
    await page.goto(`/stock/goods-flow?barcode=${chain.barcodes[0]}`);
    await see(page.getByRole('region', { name: '首饰的一生' }));
    await ready(page);
    await look('/stock/goods-flow');
    for (const { path, add, title } of LISTS) {
      await visit(page, path);
      await ready(page);
      await look(path);
      await button(page, add).click();
      await see(dialog(page, title));
      await look(`${path} ${title}`);
    }
    expect(findings).toEqual([]);
    const last = page.locator('[aria-modal="true"] form, [aria-modal="true"]').last();
    await last.evaluate((form) => form.append(document.createElement('button')));
    expect(await accessFindings(page), 'a planted fault is found in a dialog too').toHaveLength(1);
  });

  test('on a phone no dialog is wider than the screen', async () => {
    const { page } = await desk.sit('/index', { username: 'admin', password: 'Admin-2026', options: PHONE });
    const wide: string[] = [];
    await page.goto(`/stock/goods-flow?barcode=${chain.barcodes[0]}`);
    await ready(page);
    const flow = await overflow(page);
    if (flow > 0) wide.push(`goods-flow: ${flow} px`);
    for (const { path, add, title } of LISTS) {
      await visit(page, path);
      await ready(page);
      await button(page, add).click();
      await see(dialog(page, title));
      const over = await dialog(page, title).evaluate((element) => element.scrollWidth - element.clientWidth);
      if (over > 0) wide.push(`${title}: ${over} px`);
    }
    expect(wide).toEqual([]);
  });

  test('at 200 % the work goes on', async () => {
    const { page } = await desk.sit('/stock/goods-in', {
      username: 'admin',
      password: 'Admin-2026',
      options: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
    });
    await ready(page);
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await button(page, '新增入库').click();
    const form = dialog(page, '新增首饰入库');
    await see(form);
    for (const name of ['取消', '仅保存', '确定']) {
      const box = await button(form, name).boundingBox();
      expect(box !== null && box.y + box.height <= 450 && box.x + box.width <= 720, name).toBe(true);
    }
  });
});
