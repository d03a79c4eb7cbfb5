/** Reports over sales by mouse, keyboard and on a phone: filters, totals that open, picture, sheet and paper. */
import { describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, still, useDesk, visit } from './support/desk.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const REPORTS = [
  ['report-detail', '销售明细'],
  ['report-goods', '首饰销售明细'],
  ['report-change', '退换明细'],
  ['report-gift', '赠品销售'],
  ['report-recycle', '回收明细'],
  ['report-clean', '清洗明细'],
  ['report-score', '销售员业绩'],
  ['report-profit', '利润表'],
  ['report-gold-balance', '金料平衡'],
] as const;

describe('reports over sales', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const mended = { type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光' };
    const sale = await app.post('/biz-sell', {
      customerId: customer?.['id'],
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode: chain.barcodes[0], num: 1 }],
      sellCleanList: [mended],
      sellBalanceList: [{ balance: '现金', amount: 2288 }],
    });
    expect(sale, sale.text).toMatchObject({ status: 200 });
  });
  /** The printer's dialog blocks a page: what would be printed is kept instead. */
  const KEEP_PAPER = (): void => {
    window.print = () => {
      document.title = document.querySelector('.ui-paper')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  };

  test('each prints its title, filters and totals', async () => {
    const { page } = await desk.sit();
    await page.evaluate(KEEP_PAPER);
    for (const [path, title] of REPORTS) {
      await visit(page, `/sales/${path}`);
      await page.evaluate(() => (document.title = ''));
      await page.getByRole('button', { name: '打印', exact: true }).click();
      await page.waitForFunction(() => document.title.includes('打印时间'));
      const paper = await page.title();
      expect(paper).toContain(title);
      expect(paper, title).toContain('分店：全部');
      expect(paper, title).toContain('合计');
      await page.waitForFunction(() => document.querySelector('.ui-paper') === null);
    }
  });

  test('金料平衡 is counted anew on demand, and says what the last run found', async () => {
    const { page } = await desk.sit('/sales/report-gold-balance');
    await page.getByRole('button', { name: '重算', exact: true }).click();
    const runs = page.getByRole('dialog', { name: '金料核对记录' });
    const line = runs.getByRole('listitem').first();
    await see(line.getByText('无差异'));
    await line.getByRole('button', { name: '查看' }).click();
    await see(runs.getByText('事件、单据与库存一致，没有差异。'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await see(page.getByText(/^最近核对：管理员/));
  });

  test('of one day no row repeats it, of two each says its own; what a line has none of is a dash', async () => {
    const { today } = chain;
    const { page } = await desk.sit(`/sales/report-detail?beginTime=${today}&endTime=${today}`);
    const mended = page.getByRole('row').filter({ hasText: '清洗' });
    const days = page.getByRole('columnheader', { name: /销售日期/ });
    await see(mended);
    await expect.poll(() => days.count()).toBe(0);
    await see(mended.getByText('¥50.00', { exact: true }));
    await expect.poll(() => mended.getByText('¥0.00').count()).toBe(0);
    await expect.poll(() => mended.getByText('100%').count()).toBe(0);
    const { page: two } = await desk.sit(`/sales/report-detail?beginTime=${addDays(today, -1)}&endTime=${today}`);
    await see(two.getByRole('row').filter({ hasText: '清洗' }).getByText(today));
    await see(two.getByRole('columnheader', { name: /销售日期/ }));
  });

  test('the same by the keyboard, on a phone', async () => {
    const { page } = await desk.sit('/sales/report-detail', PHONE);
    await page.evaluate(KEEP_PAPER);
    const print = page.getByRole('button', { name: '打印', exact: true });
    await see(print);
    await print.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title.includes('打印时间'));
    await expect.poll(() => page.title()).toContain('销售明细');
  });
});
