/** Repairs by mouse, scanner and keyboard (S1§2.1, §2.12; R49, R90): the order's tab, what waits, its steps, the report. */
import { describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { scan, type } from './support/keys.ts';
import { button, dialog, fill, pick, pickFirst, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('repairs', () => {
  let chain: SmallChain;
  let ids: readonly number[] = [];
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 0);
    const line = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, price: 50, remark: '改圈，13号改15号' };
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const reply = await app.post('/biz-sell', {
      customerId: customer?.['id'],
      shopId: chain.home,
      sellAt: addDays(chain.today, -5),
      seller: 'admin',
      printTemplate: '销售单',
      sellCleanList: [
        { ...line, promiseAt: addDays(chain.today, -2) },
        { ...line, type: '项链', style: '机织链', weight: 8.25, price: 80, remark: '抛光' },
      ],
      sellBalanceList: [{ balance: '现金', amount: 130 }],
    });
    expect(reply).toMatchObject({ status: 200 });
    const sale = Number(reply.body.data);
    await app.put(`/biz-sell/audit/${sale}`, { ids: [sale] });
    const lines = (await app.get(`/biz-sell-clean/list?sellId=${sale}`)).body.data as { id: number }[];
    ids = lines.map(({ id }) => id);
  });

  test('the longest overdue stands first; a receipt that is scanned opens, and Ctrl Enter takes its next step (S1§2.1/18)', async () => {
    const { page } = await desk.sit('/sales/repair');
    await see(page.getByText('逾期2天'));
    await see(page.getByRole('row').filter({ hasText: '改圈' }).getByText('已收件'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await scan(page, 'WX999990000');
    await see(page.getByText('没有这张维修单').first());
    await scan(page, `WX${ids[0]}`);
    const form = dialog(page, `维修单 WX${ids[0]}`);
    await see(form.getByText(/已逾期2天/));
    await see(form.getByRole('radio', { name: '已送修' }));
    await fill(form, '备注', '送总店');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '改圈' }).getByText('已送修'));
  });

  test('by mouse it is fetched, and leaves the list of what waits; the report adds it up (S1§2.12/19)', async () => {
    const { page } = await desk.sit('/sales/repair');
    await rowAction(page, '抛光', '取件');
    const form = dialog(page, `维修单 WX${ids[1]}`);
    await form
      .getByLabel(/^经办人/)
      .first()
      .fill('');
    await button(form, '保存').click();
    await see(form.getByText('请填写经办人').first());
    await fill(form, '经办人', '王女士');
    await button(form, '保存').click();
    await gone(form);
    await gone(page.getByRole('row').filter({ hasText: '抛光' }));

    const report = await desk.sit('/sales/report-clean');
    await report.page.getByRole('button', { name: /去掉.*就有数据/ }).click();
    const row = report.page.getByRole('row').filter({ hasText: '抛光' });
    await see(row.getByText('已取件'));
    await still(report.page);
    expect(await accessFindings(report.page)).toEqual([]);
    const strip = report.page.getByRole('list', { name: '合计' });
    await strip.getByText('¥130.00').click();
    await see(dialog(report.page, '金额的来源').getByText(/合计 ¥130\.00，由 2 笔组成/));
  });

  test('what is handed in is typed into the order, and its receipt can be printed once it is saved (S1§2.1/17)', async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await pick(page, form, '客户', '王女士');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '销售员');
    await form.getByRole('tab', { name: '维修清洗' }).click();
    await button(form, '新增一行').click();
    const grid = form.getByRole('grid');
    await grid.getByRole('gridcell').nth(5).click();
    await type(page, '66');
    await page.keyboard.press('Enter');
    await see(form.getByRole('tab', { name: '维修清洗 1' }));
    await see(form.getByText('¥66.00').first());
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    await see(form.getByText('请选择首饰类别!').first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('on a phone what waits is a card, and its step fills the screen (S1§2.1/18)', async () => {
    const { page } = await desk.sit('/sales/repair', PHONE);
    await see(page.getByText('改圈，13号改15号').first());
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('what was handed in beyond the window of dates still waits, and the list says that it has no window', async () => {
    const app = desk.app();
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const long = { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, price: 40, remark: '补石' };
    const reply = await app.post('/biz-sell', {
      customerId: customer?.['id'],
      shopId: chain.home,
      sellAt: addDays(chain.today, -64),
      seller: 'admin',
      printTemplate: '销售单',
      sellCleanList: [long],
      sellBalanceList: [{ balance: '现金', amount: 40 }],
    });
    expect(reply).toMatchObject({ status: 200 });
    const sale = Number(reply.body.data);
    expect((await app.put(`/biz-sell/audit/${sale}`, { ids: [sale] })).status).toBe(200);
    const { page } = await desk.sit('/sales/repair');
    await see(page.getByRole('row').filter({ hasText: '补石' }).getByText(addDays(chain.today, -64)));
    await see(page.getByText(/不限日期/).first());
    await expect.poll(() => page.getByText(/近45天/).count()).toBe(0);
  });
});
