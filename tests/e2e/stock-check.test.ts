/** A check in two browsers: extract, scan, see what the other one scans, explain, audit, report. */
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { agree, audit, button, dialog, field, pick, rowAction } from './support/screens.ts';

const picture = (name: string): { readonly path: string } => ({ path: path.join(os.tmpdir(), `check-${name}.png`) });

describe('stock check', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 4);
  });

  test('two people count one check; what was sold meanwhile explains itself (S0§2/13)', async () => {
    const { page } = await desk.sit('/stock/check');
    await page.getByRole('button', { name: '新增盘点' }).click();
    const form = dialog(page, /首饰盘点/);
    await see(dialog(page, '新增首饰盘点'));
    await button(form, '提取库存数据').click();
    await see(field(form, 'shopId').getByText('请先选择分店名称！'));
    await button(form, '保存').click();
    await see(form.getByText('请输入要盘点的首饰').first());
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await button(form, '提取库存数据').click();
    const [first = '', second = '', third = '', fourth = ''] = chain.barcodes;
    const grid = form.getByRole('grid');
    await see(grid.getByText(fourth));
    await see(dialog(page, /^首饰盘点 PD\d+$/));
    await scan(page, first);
    await see(grid.getByRole('row').filter({ hasText: first }).getByText('相符'));
    await scan(page, 'ZZ99887766');
    await see(form.getByText('条码不存在').first());

    const other = await desk.sit('/stock/check');
    await rowAction(other.page, 'PD', '编辑');
    const theirs = dialog(other.page, /编辑首饰盘点/);
    await see(theirs.getByLabel('条码', { exact: true }).and(other.page.locator(':focus')));
    await see(theirs.getByRole('row').filter({ hasText: first }).getByText('相符'));
    await scan(other.page, second);
    await see(grid.getByRole('row').filter({ hasText: second }).getByText('相符'));
    await button(theirs, '展开表头').click();
    const day = field(theirs, 'checkAt').locator('input');
    await day.focus();
    await scan(other.page, second);
    await see(theirs.getByText(new RegExp(`已盘点 ${second}`)));
    await expect.poll(() => day.inputValue()).toBe(chain.today);
    await expect.poll(() => theirs.getByText('日期格式应为').count()).toBe(0);
    await button(theirs, '扫码录入').click();
    await see(theirs.getByLabel('条码', { exact: true }).and(other.page.locator(':focus')));
    await theirs.getByRole('button', { name: '取消' }).click();
    await gone(theirs);

    const app = desk.app();
    const moved = await app.post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      bizGoodsList: [{ barcode: third, inNum: 1 }],
    });
    expect(moved.status).toBe(200);
    await button(form, '提取库存数据').click();
    await see(grid.getByRole('row').filter({ hasText: third }).getByText('已说明'));
    await see(
      grid
        .getByRole('row')
        .filter({ hasText: third })
        .getByText(/待审 DB\d+ → 南山店/),
    );
    await see(grid.getByRole('row').filter({ hasText: fourth }).getByText('未盘'));
    await button(form, '完成盘点').click();
    await agree(page, '完成盘点');
    await see(grid.getByRole('row').filter({ hasText: fourth }).getByText('缺失'));
    await page.screenshot(picture('dialog'));
    await pick(page, form, '只看', '缺失');
    await gone(grid.getByText(first));
    await button(form, '取消').click();
    await gone(form);
    await audit(page, 'PD');
    await page.screenshot(picture('list'));
    const { list } = await rowsOf(app, '/biz-check');
    expect(list[0]).toMatchObject({ bookNum: 4, factNum: 2, noFind: 'ZZ99887766,' });
    await rowAction(page, 'PD', '查看');
    const view = dialog(page, /查看首饰盘点/);
    await see(view.getByRole('grid').getByText(fourth));
    await expect.poll(() => button(view, '保存').count()).toBe(0);
    await page.screenshot(picture('view'));
    const report = await desk.sit('/stock/report-check');
    await see(report.page.getByRole('row').filter({ hasText: fourth }));
    await report.page.screenshot(picture('report'));
  });

  test('on a phone', async () => {
    const window = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const who = { username: 'admin', password: 'Admin-2026', options: window };
    const { page } = await desk.sit('/stock/check', who);
    await page.getByRole('button', { name: '新增盘点' }).click();
    await see(dialog(page, '新增首饰盘点'));
    await page.screenshot(picture('phone'));
  });
});
