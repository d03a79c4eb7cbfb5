/** What the stock screens ask and say, to the letter of S0§5 and §8, and what they fix for whom (S0§2, §6, §9). */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { sampleBody } from '../../services/goods/sample.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { forgive, gone, see, useDesk } from './support/desk.ts';
import { scan, typeIn } from './support/keys.ts';
import { agree, button, dialog, field, pick, rowAction } from './support/screens.ts';

const REPORTS = [
  ['/stock/report-check', '首饰盘点报表'],
  ['/stock/report-allocate', '首饰调拨报表'],
  ['/stock/report-return', '首饰退货报表'],
  ['/stock/report-turnover', '库存周转报表'],
] as const;

describe('the words of the stock screens', () => {
  let chain: SmallChain;
  let pending: { id: number; barcode: string };
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    const body = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
    const made = await app.post('/biz-goods-in', body);
    const id = Number(made.body.data);
    pending = {
      id,
      barcode: String(((await app.get(`/biz-goods-in/${id}`)).body.data as { barcode: string }).barcode),
    };
    await app.addUser({ username: 'locked', roleIds: [2], lockShops: [chain.home] });
  });
  const question = (page: Page): Locator => page.getByRole('alertdialog', { name: '警告' });

  test('deletion and audit ask first, in these words, and 取消 does nothing (S0§2/3 S0§8/2 S1§8/2)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await rowAction(page, pending.barcode, '删除');
    await see(question(page).getByText(`是否确认删除编号为"RK${pending.id}"的数据项?`));
    await button(question(page), '取消').click();
    await gone(question(page));
    await rowAction(page, pending.barcode, '审核');
    await see(question(page).getByText('确认审核?'));
    await button(question(page), '取消').click();
    await gone(question(page));
    expect((await rowsOf(desk.app(), '/biz-goods-in?auditFlag=1')).count).toBe(1);
  });

  test('audited rows offer neither edit, audit nor deletion (S0§4/2 S1§8/2)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const row = page.getByRole('row').filter({ hasText: chain.barcodes[0] ?? '' });
    await see(row.getByText('已审核', { exact: true }));
    await see(row.getByText('反审核', { exact: true }));
    for (const word of ['编辑', '审核', '删除'])
      await expect.poll(() => row.getByText(word, { exact: true }).count(), { message: word }).toBe(0);
  });

  test('each report asks before it exports, and its file bears its name (S0§8/3)', async () => {
    const { page } = await desk.sit(REPORTS[0][0]);
    for (const [path, name] of REPORTS) {
      await page.goto(path);
      await button(page, '导出').click();
      await see(question(page).getByText(`是否确认导出${name}数据?`));
      const [download] = await Promise.all([page.waitForEvent('download'), agree(page)]);
      expect(download.suggestedFilename()).toBe(`${name}${chain.today}.xlsx`);
      const book = xlsx.read(await readFile(await download.path()));
      expect(book.SheetNames).toHaveLength(1);
    }
  });

  test('a transfer says what it needs: shops, date, lines, a barcode, a quantity (S0§2/12 S0§5/12 S0§9/5)', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    expect((await form.boundingBox())?.width).toBe(900);
    await button(form, '保存').click();
    await see(field(form, 'outShopId').getByText('调出分店编号不能为空'));
    await see(field(form, 'inShopId').getByText('调入分店编号不能为空'));
    await see(form.getByText('请输入要调拨的首饰！'));
    await typeIn(field(form, 'allocateAt').locator('input').first(), '');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    await button(form, '保存').click();
    await see(field(form, 'allocateAt').getByText('调拨日期不能为空'));
    const [first = ''] = chain.barcodes;
    const trouble = form.getByRole('list', { name: '未识别的条码' });
    await scan(page, first);
    await see(trouble.getByText('请先选择调出分店名称！'));
    await pick(page, form, '调出分店', '罗湖店');
    const box = form.getByLabel('条码', { exact: true });
    await box.press('Enter');
    await see(form.getByText('请输入条码！'));
    await scan(page, first);
    const grid = form.getByRole('grid');
    await see(grid.getByText(first));
    await pick(page, form, '调入分店', '罗湖店');
    await button(form, '保存').click();
    await see(form.getByText('调入和调出分店不能一样！'));
  });

  test('a quantity of nothing and of too much becomes 1 and says why; a line goes after a question (S0§4/12 S0§8/2)', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    const [first = ''] = chain.barcodes;
    await scan(page, first);
    const grid = form.getByRole('grid');
    const row = grid.getByRole('row').filter({ hasText: first });
    await see(row);
    const heads = await grid.getByRole('columnheader').allTextContents();
    const cell = row.getByRole('gridcell').nth(heads.findIndex((head) => head.includes('数量')));
    for (const [typed, said] of [
      ['0', '调入数量不能为0！'],
      ['7', '调入数量不能大于库存数量！'],
    ] as const) {
      await cell.dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(typed, { delay: 80 });
      await page.keyboard.press('Enter');
      await see(page.getByText(said));
      expect((await cell.textContent())?.trim()).toMatch(/^1\b/);
    }
    await row.getByRole('button', { name: /删除/ }).click();
    await see(question(page).getByText('确认要删除吗?'));
    await agree(page);
    await gone(grid.getByText(first));
  });

  test('pictures are pictures, and at most two (S0§2/4 S0§5/3 S0§8/5)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    await form.getByRole('tab', { name: '图片' }).click();
    const input = form.locator('input[type=file]');
    await input.setInputFiles({ name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
    await see(page.getByText('文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。'));
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    );
    const three = ['1', '2', '3'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: pixel }));
    await input.setInputFiles(three);
    await see(page.getByText('上传文件个数超出限制!最多上传2张图片!'));
    await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await see(page.getByText('文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。'));
    await input.setInputFiles(three.slice(0, 2));
    await see(button(form, '移除第2张图片'));
    await button(form, '查看图片，共2张').first().click();
    const viewer = page.getByRole('dialog', { name: '图片 1 / 2' });
    await see(viewer);
    await page.keyboard.press('ArrowRight');
    await see(page.getByRole('dialog', { name: '图片 2 / 2' }));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog', { name: /^图片 \d/ }));
    await see(form);
  });

  test('the import takes one table of at most 10 MB, goes round its steps, and confirms in the last only (S0§2/9 S0§5/10 S0§8/5)', async () => {
    const seat = await desk.sit('/stock/goods-in');
    const { page } = seat;
    await page.getByRole('button', { name: '从Excel导入' }).click();
    const wizard = dialog(page, '从Excel导入首饰');
    const input = wizard.locator('input[type=file]');
    const sheet = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('首饰名称,金重\n足金戒指,3.2\n') };
    await input.setInputFiles({ ...sheet, name: 'a.txt' });
    await see(wizard.getByText('只支持 .xlsx、.xls、.csv 文件！'));
    await input.setInputFiles({ ...sheet, buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') });
    await see(wizard.getByText('上传文件大小不能超过10MB！'));
    const confirmed = button(wizard, '确定导入');
    await expect.poll(() => confirmed.isDisabled()).toBe(true);
    const next = button(wizard, '下一步');
    const first = wizard.getByRole('button', { name: '1. 选择文件' }).and(wizard.locator('[aria-current=step]'));
    for (const way of [next, button(wizard, '2. 匹配列'), button(wizard, '3. 预览并导入')]) {
      await way.click();
      await see(wizard.getByRole('alert').getByText('请先选择文件'));
      await see(first);
    }
    await input.setInputFiles({ name: '首饰.xlsx', mimeType: 'text/plain', buffer: Buffer.from('这不是表格') });
    await see(wizard.getByText('这不是Excel文件，请在Excel中打开后另存为 .xlsx'));
    forgive(seat, /status of 415/);
    await see(first);
    await input.setInputFiles(sheet);
    await see(wizard.getByText('共 2 列，已匹配 2 列'));
    await next.click();
    await see(wizard.getByRole('button', { name: '3. 预览并导入' }).and(wizard.locator('[aria-current=step]')));
    await expect.poll(() => confirmed.isDisabled()).toBe(false);
    await next.click();
    await see(first);
    await next.click();
    await next.click();
    const field = (label: string) => wizard.locator('.import-field').filter({ hasText: label });
    await confirmed.click();
    await see(first);
    await see(field('分店').getByText('请选择分店名称'));
    await see(field('首饰类别').getByText('请选择首饰类别'));
    await pick(page, wizard, '分店', '罗湖店');
    await gone(field('分店').getByText('请选择分店名称'));
    await pick(page, wizard, '首饰类别', '戒指');
    const long = '批'.repeat(41);
    await wizard.getByLabel('批次号').fill(long);
    await see(field('批次号').getByText('最多40个字'));
    await next.click();
    await next.click();
    await confirmed.click();
    await see(first);
    await expect.poll(() => wizard.getByLabel('批次号').inputValue()).toBe(long);
    await wizard.getByLabel('批次号').fill('2026-11');
    await gone(field('批次号').getByText('最多40个字'));
  });

  test('who is locked to one shop finds it chosen and cannot choose another (S0§6/33)', async () => {
    const { page } = await desk.sit('/stock/goods-in', { username: 'locked', password: USER_PASSWORD });
    await see(page.getByRole('row').filter({ hasText: pending.barcode }));
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    const chosen = field(form, 'shopId').getByRole('button', { name: /分店：罗湖店/ });
    await see(chosen);
    await expect.poll(() => chosen.isDisabled()).toBe(true);
  });

  test('checks and returns open 1000 px wide (S0§9/5)', async () => {
    const { page } = await desk.sit('/stock/check');
    for (const [path, add, title] of [
      ['/stock/check', '新增盘点', /盘点/],
      ['/stock/supplier-return', '新增退货', /退货/],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: add }).click();
      const form = dialog(page, title);
      await see(form.getByLabel('条码', { exact: true }));
      expect((await form.boundingBox())?.width, path).toBe(1000);
    }
  });

  test('a report waits for its shops (S0§4/15)', async () => {
    const { page } = await desk.sit('/index');
    const order: string[] = [];
    let releaseDropped = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      releaseDropped = resolve;
    });
    await page.route('**/api/v1/base-shop/tree*', async (route) => {
      await held;
      order.push('shops');
      await route.continue();
    });
    page.on('request', (request) => {
      if (/report-goods-turnover\/rows\?/.test(request.url())) order.push('report');
    });
    await page.goto('/stock/report-turnover');
    await see(page.getByRole('heading', { name: '库存周转' }));
    expect(order).toEqual([]);
    releaseDropped();
    await see(page.getByRole('row').filter({ hasText: chain.barcodes[0] ?? '' }));
    expect(order.slice(0, 2)).toEqual(['shops', 'report']);
  });

  test('rows do not wait for the totals; totals that cannot be had say so and come on 重试', async () => {
    const seat = await desk.sit('/index');
    const { page } = seat;
    let releaseDropped = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      releaseDropped = resolve;
    });
    await page.route('**/report-goods-turnover/totals*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/stock/report-turnover');
    await see(page.getByRole('row').filter({ hasText: chain.barcodes[0] ?? '' }));
    const sums = page.getByRole('list', { name: '合计' });
    await see(sums.getByTitle('正在合计').first());
    await expect.poll(() => sums.getByRole('button').count()).toBe(0);
    releaseDropped();
    await see(sums.getByRole('button').first());
    await expect.poll(() => sums.getByTitle('正在合计').count()).toBe(0);

    await page.unroute('**/report-goods-turnover/totals*');
    await page.route('**/report-goods-turnover/totals*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('columnheader', { name: '条码' }).getByRole('button').first().click();
    await see(sums.getByRole('button').first());
    await scan(page, chain.barcodes[1] ?? '');
    const alert = page.getByRole('alert').filter({ hasText: '合计没有取到' });
    await see(alert);
    await see(sums.getByTitle('合计没有取到').first());
    await see(page.getByRole('row').filter({ hasText: chain.barcodes[1] ?? '' }));
    await expect.poll(() => sums.getByRole('button').count()).toBe(0);
    await page.unroute('**/report-goods-turnover/totals*');
    await button(alert, '重试').click();
    await see(sums.getByRole('button').first());
    await gone(alert);
    forgive(seat, /status of 500/);
  });
});
