/** Reports over sales by mouse, keyboard and on a phone: filters, totals that open, picture, sheet and paper. */
import { describe, expect, test } from 'vitest';
import { plantChain } from './support/chain.ts';
import { ADMIN, accessFindings, see, still, useDesk } from './support/desk.ts';

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
  const desk = useDesk({}, async (app) => {
    await plantChain(app, 1);
  });
  /** The printer's dialog blocks a page: what would be printed is kept instead. */
  const KEEP_PAPER = (): void => {
    window.print = () => {
      document.title = document.querySelector('.ui-paper')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  };

  for (const [path, title] of REPORTS) {
    test(`${title} prints its title, filters and totals`, async () => {
      const { page } = await desk.sit(`/sales/${path}`);
      await page.evaluate(KEEP_PAPER);
      await page.getByRole('button', { name: '打印', exact: true }).click();
      await page.waitForFunction(() => document.title.includes('打印时间'));
      const paper = await page.title();
      expect(paper).toContain(title);
      expect(paper).toContain('分店：全部');
      expect(paper).toContain('合计');
      await page.waitForFunction(() => document.querySelector('.ui-paper') === null);
      await still(page);
      expect(await accessFindings(page)).toEqual([]);
    });
  }

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
