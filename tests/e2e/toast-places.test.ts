/** Messages stand where nothing is read or pressed: over no figure of the till, no word of the menu, no card of a phone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fullOrder } from '../support/full-order.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { ADMIN, see, still, useDesk } from './support/desk.ts';
import { button, dialog, openSale, rowAction } from './support/screens.ts';

const SAY = `import('root-config/api').then(({ toast }) => {
  toast.success('保存成功：XS10023');
  toast.warning('刚才的扫码没有读完整，没有录入，请重新扫描');
})`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Buttons, fields and words that lie under a message. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-sonner-toast][data-front="true"]')?.getBoundingClientRect();
    if (toast === undefined) return ['no message'];
    const found = new Set<string>();
    const range = document.createRange();
    const hasWordsAt = (node: Node, x: number, y: number): boolean => {
      if (node.nodeType !== Node.TEXT_NODE || node.nodeValue?.trim() === '') return false;
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
    };
    for (let x = toast.left + 1; x < toast.right; x += 6)
      for (let y = toast.top + 1; y < toast.bottom; y += 6) {
        const under = document.elementsFromPoint(x, y).find((one) => one.closest('[data-sonner-toaster]') === null);
        if (under === undefined) continue;
        const isRead = [...under.childNodes].some((node) => hasWordsAt(node, x, y));
        if (isRead || under.closest('button, input, a[href], img') !== null) found.add(under.outerHTML.slice(0, 120));
      }
    return [...found];
  });

describe('messages', () => {
  let chain: SmallChain;
  let order = '';
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 14);
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const [piece = '', sold = ''] = chain.barcodes.slice(12);
    const place = { app, home: chain.home, customerId: Number(customer?.['id']), today: chain.today };
    const reply = await app.post('/biz-sell', await fullOrder(place, [piece, sold]));
    if (reply.status !== 200) throw new Error(reply.text);
    order = `XS${Number(reply.body.data)}`;
  });
  const say = async (page: Page): Promise<void> => {
    await page.evaluate(SAY);
    await see(page.locator('[data-sonner-toast]').nth(1));
    await still(page);
  };

  test.each([
    ['a desk', {}],
    ['a phone', PHONE],
  ])('at the till of %s: no figure and no button of the order', async (_, options) => {
    const { page } = await desk.sit('/sales/order', { ...ADMIN, options });
    const form = await openSale(page, chain.barcodes[0] ?? '');
    await button(form, '剩余全部用现金支付').click();
    await say(page);
    await expect.poll(() => covered(page)).toEqual([]);
  });

  test('at the till: an order of all lists, whose foot says each of them and what is paid back', async () => {
    const { page } = await desk.sit('/sales/order');
    await rowAction(page, order, '编辑');
    const form = dialog(page, /^编辑销售单/);
    await see(form.getByRole('tab', { name: '旧料回收 1' }));
    await see(form.getByText('应退').or(form.getByText('应退客户')).first());
    await say(page);
    await expect.poll(() => covered(page)).toEqual([]);
  });

  test.each([
    ['a desk', {}],
    ['a phone', PHONE],
  ])('on a list of %s: neither its rows nor the menu', async (_, options) => {
    const { page } = await desk.sit('/stock/goods-in', { ...ADMIN, options });
    await see(page.getByText(chain.barcodes[3] ?? ''));
    await say(page);
    await expect.poll(() => covered(page)).toEqual([]);
  });
});
