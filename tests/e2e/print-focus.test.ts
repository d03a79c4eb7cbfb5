/** After every print the keyboard is where it was, so that the next scan is heard (R149). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { see, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { button, dialog, openSale } from './support/screens.ts';

/** Counts what goes to paper; `says`: the dialog tells that it was closed, as not every browser does. */
const countPrints = async (page: Page, says: boolean): Promise<void> => {
  await page.addInitScript((tells) => {
    window.print = () => {
      const { dataset } = parent.document.body;
      dataset['prints'] = String(Number(dataset['prints'] ?? 0) + 1);
      if (tells) setTimeout(() => window.dispatchEvent(new Event('afterprint')), 0);
    };
  }, says);
};
const printed = async (page: Page, times: number): Promise<void> => {
  await expect.poll(() => page.evaluate(() => document.body.dataset['prints'])).toBe(String(times));
};
const inFrame = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement instanceof HTMLIFrameElement || !document.hasFocus());

describe('after printing', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 6);
  });
  const direct = async (on: boolean): Promise<void> => {
    const body = [{ configKey: 'print_direct', configValue: on }];
    expect((await desk.app().put('/set-config', body)).status).toBe(200);
  };

  test.each([true, false])(
    'with print_direct and no print service the next piece is scanned at once, whether or not the dialog tells its end (%s)',
    async (says) => {
      await direct(true);
      const { page } = await desk.sit('/index');
      await countPrints(page, says);
      await page.goto('/sales/order');
      const [first = '', second = ''] = chain.barcodes.slice(says ? 0 : 2);
      const form = await openSale(page, first);
      await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
      await button(form, '保存').click();
      await printed(page, 1);
      await expect.poll(() => form.getByRole('grid').getByText(first).count()).toBe(0);
      await expect.poll(() => inFrame(page)).toBe(false);
      await scan(page, second);
      await see(form.getByRole('grid').getByText(second));
    },
  );

  test('on a list, of labels by the browser: the next scan finds its piece', async () => {
    await direct(false);
    const { page } = await desk.sit('/index');
    await countPrints(page, false);
    await page.goto('/stock/goods-in');
    const screen = page.getByRole('region', { name: '首饰入库' });
    const [ring = '', other = ''] = chain.barcodes.slice(4);
    await see(screen.getByRole('row').filter({ hasText: ring }));
    await screen.getByRole('row').filter({ hasText: ring }).getByRole('checkbox').check();
    await button(screen, '批量打印').first().click();
    const labels = dialog(page, '批量打印标签');
    await button(labels, '浏览器打印').click();
    await printed(page, 1);
    await expect.poll(() => inFrame(page)).toBe(false);
    await page.keyboard.press('Escape');
    await labels.waitFor({ state: 'hidden' });
    await scan(page, other);
    await see(screen.getByRole('row').filter({ hasText: other }));
    await screen.getByRole('row').filter({ hasText: ring }).waitFor({ state: 'hidden' });
  });
});
