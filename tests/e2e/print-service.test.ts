/** Labels through the print service of the till (S0§7): absent, dying in mid-job, talking rubbish, back again; and without it. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { plantChain, rowsOf } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, fillSignIn, gone, see, still, useDesk } from './support/desk.ts';
import { barcodesOn, freePort, printServiceAt } from './support/print-service.ts';
import { agree, button, dialog, pick, rowAction } from './support/screens.ts';

const PORT = await freePort();

describe('labels and the print service of the till', () => {
  const service = printServiceAt(PORT);
  let barcodes: readonly string[] = [];
  let home = 0;
  let today = '';
  const desk = useDesk({ env: { PRINT_SERVICE_PORT: String(PORT) } }, async (app) => {
    const chain = await plantChain(app, 3);
    ({ barcodes, home, today } = chain);
    // Yesterday's piece, with a template that nobody designed: on the report, not among today's.
    await app.post('/base-print-template', {
      kind: 'label',
      labelType: '',
      name: '空白',
      fileName: '空白',
      remark: '',
    });
    const yesterday = new Date(Date.parse(chain.today) - 86_400_000).toISOString().slice(0, 10);
    const body = sampleBody({ shopId: chain.home, supplierId: 0, inStorageAt: yesterday, printTemplate: '空白' });
    const other = await app.post('/biz-goods-in', { ...body, supplierId: null });
    await app.put(`/biz-goods-in/audit/${Number(other.body.data)}`, { ids: [Number(other.body.data)] });
  });
  beforeAll(() => expect(barcodes).toHaveLength(3));

  const screenOf = (page: Page): Locator => page.getByRole('region', { name: '首饰入库' });
  /** The dialog of 批量打印 for every row of the list. */
  const chooseAll = async (page: Page): Promise<Locator> => {
    const screen = screenOf(page);
    await see(screen.getByRole('row').nth(3));
    for (const barcode of barcodes)
      await screen.getByRole('row').filter({ hasText: barcode }).getByRole('checkbox').check();
    await button(screen, '批量打印').first().click();
    const labels = dialog(page, '批量打印标签');
    await see(labels.getByRole('img', { name: '标签预览' }));
    return labels;
  };
  /** Whatever the chip in the top bar says. */
  const chip = (page: Page, words: string | RegExp): Locator =>
    page.getByRole('banner').getByRole('button', { name: words });
  const queueOf = async (page: Page, words: string | RegExp): Promise<Locator> => {
    await chip(page, words).click();
    const queue = dialog(page, '打印队列');
    await see(queue);
    return queue;
  };
  const sorted = (list: readonly string[]): string[] => list.toSorted();

  describe('with a print service', () => {
    test('what is chosen comes out once each, true to size, and the screen says so (S0§5/19)', async () => {
      await service.start();
      const { page } = await desk.sit('/stock/goods-in');
      await button(screenOf(page), '批量打印').first().click();
      await see(page.getByText('请至少选择一行打印！'));
      const labels = await chooseAll(page);
      await see(labels.getByText('打印服务：已连接'));
      await still(page);
      expect(await accessFindings(page)).toEqual([]);
      await button(labels, '打印 3 张').click();
      await see(page.getByText('打印成功！共 3 张标签'));
      expect(sorted(await barcodesOn(service, 3))).toEqual(sorted(barcodes));
      expect(service.sheets()[0]).toContain('width="60mm" height="30mm" viewBox="0 0 60 30"');
      await gone(chip(page, /打印/));
    });

    test('a template is asked for before anything prints (S0§5/19)', async () => {
      await service.start();
      const { page } = await desk.sit('/stock/report-turnover');
      const screen = page.getByRole('region', { name: '库存周转' });
      await see(screen.getByRole('row').nth(4));
      for (const row of [1, 2, 3, 4]) await screen.getByRole('row').nth(row).getByRole('checkbox').check();
      await button(screen, '打印标签').click();
      const labels = dialog(page, '批量打印标签');
      await button(labels, '打印 4 张').click();
      await see(labels.getByText('请选择标签模板！'));
      await pick(page, labels, '标签模板', '空白');
      await see(labels.getByText('标签模板“空白”还没有设计'));
      await pick(page, labels, '标签模板', '标准标签');
      await button(labels, '打印 4 张').click();
      await see(page.getByText('打印成功！共 4 张标签'));
      expect(await barcodesOn(service, 4)).toEqual(expect.arrayContaining([...barcodes]));
    });

    test('rubbish it says harms nothing (S0§7/27)', async () => {
      await service.start('rubbish');
      const { page } = await desk.sit('/stock/goods-in');
      await button(await chooseAll(page), '打印 3 张').click();
      await see(page.getByText('打印成功！共 3 张标签'));
      expect(sorted(await barcodesOn(service, 3))).toEqual(sorted(barcodes));
    });

    test('dying in mid-job leaves one label to a person, the others print when it is back (S0§7/27)', async () => {
      await service.start('die-printed');
      const { page } = await desk.sit('/stock/goods-in');
      await button(await chooseAll(page), '打印 3 张').click();
      await service.ended();
      const queue = await queueOf(page, '打印需处理 3');
      const [out = ''] = await barcodesOn(service, 1);
      await see(queue.getByText(`足金戒指 ${out}`));
      expect(await accessFindings(page)).toEqual([]);
      await service.start();
      await button(queue, '重试').click();
      await see(queue.getByText(/打印服务：已连接/));
      await button(queue, '已打印').click();
      await see(page.getByText('打印成功！共 2 张标签'));
      expect(sorted(await barcodesOn(service, 3))).toEqual(sorted(barcodes));
    });

    test('a refusal is told with its reason and tried again by hand', async () => {
      await service.start('refuse 打印机缺纸');
      const { page } = await desk.sit('/stock/goods-in');
      await button(await chooseAll(page), '打印 3 张').click();
      const queue = await queueOf(page, '打印需处理 3');
      await see(queue.getByText('打印机没有打印：打印机缺纸'));
      expect(service.sheets()).toEqual([]);
      service.say('ok');
      await button(queue, '重试').click();
      await see(page.getByText('打印成功！共 3 张标签'));
      expect(sorted(await barcodesOn(service, 3))).toEqual(sorted(barcodes));
    });

    test('a stored piece prints from its dialog (S0§7/26)', async () => {
      await service.start('plain');
      const { page } = await desk.sit('/stock/goods-in');
      const [barcode = ''] = barcodes;
      await rowAction(page, barcode, '查看');
      await button(dialog(page, /^查看首饰入库/), '在线打印').click();
      expect(await barcodesOn(service, 1)).toEqual([barcode]);
    });

    test('an imported piece prints by the template of the house, once however often it is pressed', async () => {
      await service.start();
      const list = [{ name: '导入戒指', style: '素圈', fineness: '足金', goldWeight: 3, piceCost: 900 }];
      const reply = await desk
        .app()
        .post('/biz-goods-in/import', { shopId: home, type: '戒指', batchNo: 'IMPORT-1', list });
      expect(reply.status, reply.text).toBe(200);
      const [{ barcode } = { barcode: '' }] = (await rowsOf(desk.app(), `/biz-goods-in?batchNo=IMPORT-1`)).list;
      const { page } = await desk.sit('/stock/goods-in');
      await rowAction(page, String(barcode), '查看');
      const piece = dialog(page, /^查看首饰入库/);
      await button(piece, '在线打印').dblclick();
      await see(page.getByText('打印成功！共 1 张标签'));
      expect(await barcodesOn(service, 1)).toEqual([barcode]);
      await button(piece, '关闭').first().click();
      await screenOf(page)
        .getByRole('row')
        .filter({ hasText: String(barcode) })
        .getByRole('checkbox')
        .check();
      await button(screenOf(page), '批量打印').first().click();
      const labels = dialog(page, '批量打印标签');
      await see(labels.getByRole('img', { name: '标签预览' }));
      await button(labels, '打印 1 张').click();
      expect(await barcodesOn(service, 2)).toEqual([barcode, barcode]);
    });
  });

  describe('without one', () => {
    test('labels wait, over a reload and a closed window, and print when it comes (S0§7/27)', async () => {
      const seat = await desk.sit('/stock/goods-in');
      const { page } = seat;
      const labels = await chooseAll(page);
      await see(labels.getByText(/打印服务：未连接/));
      await button(labels, '打印 3 张').click();
      await agree(page, '先排队');
      await see(chip(page, '待打印 3'));
      await page.reload();
      await see(chip(page, '待打印 3'));
      const later = await page.context().newPage();
      await page.close();
      await later.goto('/login?redirect=/index');
      await fillSignIn(later, ADMIN);
      const queue = await queueOf(later, '待打印 3');
      await service.start();
      await button(queue, '重试').click();
      await see(later.getByText('打印成功！共 3 张标签'));
      expect(sorted(await barcodesOn(service, 3))).toEqual(sorted(barcodes));
    });

    test('the queue is thrown away only after a question', async () => {
      const { page } = await desk.sit('/stock/goods-in');
      await button(await chooseAll(page), '打印 3 张').click();
      await agree(page, '先排队');
      const queue = await queueOf(page, '待打印 3');
      await button(queue, '清空队列').click();
      await agree(page, '清空');
      await gone(chip(page, /打印/));
      await service.start();
      await page.reload();
      await see(screenOf(page).getByRole('row').nth(3));
      expect(service.sheets()).toEqual([]);
    });

    test('the browser prints a page per label, exactly as large as the label, moved as this printer needs it (S0§7/29)', async () => {
      const seat = await desk.open();
      const { page } = seat;
      await page.addInitScript(() => {
        window.print = () => {
          const frame = [...parent.document.querySelectorAll('iframe')].at(-1);
          parent.document.body.dataset['paper'] = frame?.srcdoc ?? '';
          setTimeout(() => window.dispatchEvent(new Event('afterprint')), 0);
        };
      });
      await desk.enter(seat, '/stock/goods-in');
      const labels = await chooseAll(page);
      await button(labels, '打印机设置').click();
      const printer = dialog(page, '打印机设置');
      await printer.getByLabel('向右偏移').fill('1.5');
      await printer.getByLabel('缩放').fill('300');
      await see(printer.getByText('请输入80到120之间的数字'));
      await printer.getByLabel('缩放').fill('101');
      await button(printer, '保存').click();
      await button(labels, '浏览器打印').click();
      await expect.poll(() => page.evaluate(() => document.body.dataset['paper'])).toBeTruthy();
      const html = (await page.evaluate(() => document.body.dataset['paper'])) ?? '';
      expect(html).toContain('@page { size: 60mm 30mm; margin: 0 }');
      expect(html.match(/translate\(1\.5 0\) scale\(1\.01\)/g)).toHaveLength(3);
      const paper = await page.context().newPage();
      await paper.setContent(html);
      const pdf = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(3);
      const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/.exec(pdf) ?? [];
      // Points of 1/72 inch; the printer rounds to whole CSS pixels.
      expect(Math.abs(Number(width) - (60 / 25.4) * 72)).toBeLessThan(0.75);
      expect(Math.abs(Number(height) - (30 / 25.4) * 72)).toBeLessThan(0.75);
    });
  });

  describe('on a phone at 390 px', () => {
    test('two cards are audited at once, then printed together', async () => {
      await service.start();
      const pending: string[] = [];
      const waiting = async (): Promise<unknown> => (await rowsOf(desk.app(), '/biz-goods-in?auditFlag=1')).count;
      const before = await waiting();
      for (const goldWeight of [4.1, 4.2]) {
        const body = sampleBody({ shopId: home, supplierId: 0, inStorageAt: today, goldWeight });
        const id = Number((await desk.app().post('/biz-goods-in', { ...body, supplierId: null })).body.data);
        pending.push(String(((await desk.app().get(`/biz-goods-in/${id}`)).body.data as { barcode: string }).barcode));
      }
      const flags = async (): Promise<readonly unknown[]> =>
        (await rowsOf(desk.app(), '/biz-goods-in')).list
          .filter(({ barcode }) => pending.includes(String(barcode)))
          .map(({ auditFlag }) => auditFlag);
      await expect.poll(() => flags()).toEqual([1, 1]);
      const { page } = await desk.sit('/stock/goods-in', {
        ...ADMIN,
        options: { viewport: { width: 390, height: 844 }, hasTouch: true },
      });
      const cards = page.getByRole('list', { name: '首饰入库' }).getByRole('listitem');
      const bulk = page.getByRole('group', { name: '批量操作' });
      const choose = async (): Promise<void> => {
        for (const barcode of pending) await cards.filter({ hasText: barcode }).getByRole('checkbox').check();
        await see(bulk.getByText('已选 2 项', { exact: true }));
      };
      await choose();
      await button(bulk, '审核').click();
      await agree(page);
      for (const barcode of pending) await gone(cards.filter({ hasText: barcode }).getByText('待审核'));
      await expect.poll(flags).toEqual([2, 2]);
      expect(await waiting()).toBe(before);
      if (!(await bulk.isVisible())) await choose();
      await button(bulk, '批量打印').click();
      const labels = dialog(page, '批量打印标签');
      await see(labels.getByText('打印服务：已连接'));
      await button(labels, '打印 2 张').click();
      await see(page.getByText('打印成功！共 2 张标签'));
      expect(sorted(await barcodesOn(service, 2))).toEqual(sorted(pending));
    });
  });
});
