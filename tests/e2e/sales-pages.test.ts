/** Every page of the sales area, with little in it: axe finds nothing serious at either width, and nothing runs off the page. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain } from './support/chain.ts';
import { ADMIN, accessFindings, see, still, useDesk, visit, type Who } from './support/desk.ts';

const PAGES = [
  'order',
  'customer',
  'recycle',
  'recycle-out',
  'gift-in',
  'giveaway',
  'write-off',
  'points',
  'repair',
  'deposit',
  'shift',
  'quoted-price',
  'jewel-price',
  'report-approval',
  'report-change',
  'report-clean',
  'report-detail',
  'report-gift',
  'report-gift-turnover',
  'report-gold-balance',
  'report-gold-what-if',
  'report-goods',
  'report-profit',
  'report-recycle',
  'report-recycle-stock',
  'report-score',
  'report-sum',
] as const;
const DESK: Who = { ...ADMIN, options: { viewport: { width: 1440, height: 900 } } };
const PHONE: Who = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

/** How far the page, or the part of it that scrolls up and down, can be pushed sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main, .ui-list')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });

describe('pages of sales', () => {
  const desk = useDesk({}, async (app) => {
    const { barcodes, home, today } = await plantChain(app, 1);
    const sold = await app.post('/biz-sell', {
      customerId: 1,
      shopId: home,
      sellAt: today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode: barcodes[0], num: 1 }],
      sellBalanceList: [{ balance: '现金', amount: 2238 }],
    });
    const id = Number(sold.body.data);
    await app.put(`/biz-sell/audit/${id}`, { ids: [id] });
  });

  test.each([
    ['1440', DESK],
    ['390', PHONE],
  ] as const)('at %s px', async (_width, who) => {
    const { page } = await desk.sit('/sales/order', who);
    const findings: string[] = [];
    for (const name of PAGES) {
      await visit(page, `/sales/${name}`);
      await see(page.getByRole('heading', { level: 2 }));
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ui-refreshing') === null);
      await still(page);
      findings.push(...(await accessFindings(page)).map((finding) => `${name}: ${finding}`));
      const over = await sideways(page);
      if (over > 0) findings.push(`${name}: ${over} px beyond the edge`);
    }
    expect(findings).toEqual([]);
  });
});
