/** What rows and toolbar of stock-in offer, the kind of receipt it opens with, printing at once, and the form afterwards (S0§2, §4). */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { barcodesOn, freePort, printServiceAt } from './support/print-service.ts';
import { button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const PORT = await freePort();

describe('stock-in', () => {
  const service = printServiceAt(PORT);
  let chain: SmallChain;
  let pending = '';
  const desk = useDesk({ env: { PRINT_SERVICE_PORT: String(PORT) } }, async (app) => {
    chain = await plantChain(app, 2);
    const body = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today, barcode: 'PENDING-1' });
    await app.post('/biz-goods-in', body);
    pending = 'PENDING-1';
    const moved = await app.post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      remark: '',
      bizGoodsList: [{ barcode: chain.barcodes[1], inNum: 1 }],
    });
    const id = Number(moved.body.data);
    expect((await app.put(`/biz-allocate/audit/${id}`, { ids: [id] })).status).toBe(200);
    await app.addUser({ username: 'seller', roleIds: [4] });
  });
  const rowOf = (page: Page, barcode: string): Locator => page.getByRole('row').filter({ hasText: barcode });
  const wordsOf = async (row: Locator): Promise<readonly string[]> => {
    await see(row);
    return (await row.locator('.ui-actions button').allTextContents()).map((word) => word.trim());
  };
  const setDirect = async (value: boolean): Promise<void> => {
    const body = [{ configKey: 'print_direct', configValue: value }];
    expect((await desk.app().put('/set-config', body)).status).toBe(200);
  };

  test('it opens with normal receipts of today; those by transfer are the other kind (S0§2/2)', async () => {
    const { page } = await desk.sit('/index');
    const first = page.waitForRequest(/\/api\/v1\/biz-goods-in\?/);
    await page.goto('/stock/goods-in');
    const asked = new URL((await first).url()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ billType: '1', beginTime: chain.today, endTime: chain.today });
    const home = rowOf(page, chain.barcodes[1] ?? '');
    await see(home);
    await expect.poll(() => home.count()).toBe(1);
    await see(home.getByText('罗湖店'));
    await pick(page, page.getByRole('region', { name: '首饰入库' }), '单据类型', '调拨入库');
    await see(rowOf(page, chain.barcodes[1] ?? '').getByText('南山店'));
    await gone(rowOf(page, pending));
  });

  test('a row offers what may be done with it, and each word does it (S0§2/3)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await expect.poll(() => wordsOf(rowOf(page, pending))).toEqual(['查看', '编辑', '审核', '删除']);
    await expect.poll(() => wordsOf(rowOf(page, chain.barcodes[0] ?? ''))).toEqual(['查看', '反审核']);
    for (const name of ['新增入库', '从Excel导入', '批量打印', '设计打印模板']) await see(button(page, name));

    await rowAction(page, pending, '查看');
    const shown = dialog(page, /^查看首饰入库/);
    await see(field(shown, 'name').getByText('足金戒指'));
    await expect.poll(() => shown.locator('[data-field="name"] input:not([readonly]):not([disabled])').count()).toBe(0);
    for (const name of ['确定', '仅保存'])
      await expect.poll(() => button(shown, name).count(), { message: name }).toBe(0);
    await button(shown, '关闭').last().click();
    await gone(shown);

    await rowAction(page, pending, '编辑');
    const form = dialog(page, /^编辑首饰入库/);
    await see(form);
    await fill(form, '金重', '4.5');
    await button(form, '仅保存').click();
    await gone(form);
    await see(rowOf(page, pending).getByText('4.500'));

    await rowAction(page, pending, '删除');
    await button(page.getByRole('alertdialog'), '确定').click();
    await gone(rowOf(page, pending));
    expect((await rowsOf(desk.app(), `/biz-goods-in?barcode=${pending}`)).count).toBe(0);
  });

  const begin = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    return form;
  };
  const confirmOne = async (page: Page, form: Locator): Promise<void> => {
    await pick(page, form, '成色', '足金');
    await pick(page, form, '款式', '光圈');
    await fill(form, '金重', '3.215');
    await button(form, '确定').click();
  };
  const valueOf = (form: Locator, name: string): Promise<string> => field(form, name).locator('input').inputValue();
  /** A new add state: the piece's own values are gone, the template and what a delivery shares stay. */
  const isFresh = async (form: Locator): Promise<void> => {
    await expect.poll(() => valueOf(form, 'goldWeight')).toBe('');
    await expect.poll(() => valueOf(form, 'name')).toBe('');
    await expect.poll(() => valueOf(form, 'barcode')).toBe('');
    await see(form.getByText(`罗湖店 · 戒指 · ${chain.today} · 标准标签`));
    await see(dialog(form.page(), '新增首饰入库'));
  };
  const made = async (): Promise<number> => (await rowsOf(desk.app(), '/biz-goods-in?auditFlag=1')).count;

  test('without print_direct 确定 offers the label; a new form stands there, whose next piece is another (S0§4/7)', async () => {
    await setDirect(false);
    await service.start();
    const { page } = await desk.sit('/stock/goods-in');
    const form = await begin(page);
    const before = await made();
    await confirmOne(page, form);
    await see(form.getByText('已保存'));
    await isFresh(form);
    expect(service.sheets()).toEqual([]);
    await button(form, '打印标签').click();
    expect(await barcodesOn(service, 1)).toHaveLength(1);
    await isFresh(form);
    await confirmOne(page, form);
    await expect.poll(made, { timeout: 20_000 }).toBe(before + 2);
    expect(service.sheets()).toHaveLength(1);
  });

  test('with print_direct the label prints at once and nobody is asked (S0§4/7)', async () => {
    await setDirect(true);
    await service.start();
    const { page } = await desk.sit('/stock/goods-in');
    const form = await begin(page);
    await confirmOne(page, form);
    const [printed] = await barcodesOn(service, 1);
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await isFresh(form);
    const { list } = await rowsOf(desk.app(), '/biz-goods-in?auditFlag=1');
    expect(list.map(({ barcode }) => barcode)).toContain(printed);
    await setDirect(false);
  });

  test('取消 forgets what was typed (S0§4/6)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const form = await begin(page);
    await fill(form, '金重', '9.9');
    await button(form, '取消').click();
    const question = page.getByRole('alertdialog', { name: '尚未保存' });
    await see(question.getByText('确定放弃已输入的内容吗？'));
    await button(question, '确定').click();
    await gone(form);
    await page.getByRole('button', { name: '新增入库' }).click();
    await see(form);
    await expect.poll(() => valueOf(form, 'goldWeight')).toBe('');
  });

  test('401: a page without the right says so and leads back (S0§2/22)', async () => {
    const { page } = await desk.sit('/index', { username: 'seller', password: USER_PASSWORD });
    for (const path of ['/401', '/admin/template-column']) {
      await page.goto(path);
      const notice = page.getByRole('alert').filter({ hasText: '你没有权限去该页面' });
      await see(notice);
      await button(notice, '返回').click();
      await page.waitForURL('**/dashboard');
      await see(page.getByRole('heading', { name: '仪表盘' }));
    }
  });

  test('behind those words nothing is asked of the house: the page is not there', async () => {
    const { page } = await desk.sit('/index', { username: 'seller', password: USER_PASSWORD });
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.add(pathname);
    });
    const askedAt = async (path: string): Promise<readonly string[]> => {
      asked.clear();
      await page.goto(path);
      await see(page.getByRole('alert').filter({ hasText: '你没有权限去该页面' }));
      await page.waitForLoadState('networkidle');
      return [...asked];
    };
    const frames = new Set(await askedAt('/401'));
    expect(frames).toContain('/api/v1/getinfo');
    for (const name of ['monitor', 'self-audit', 'system-state'])
      expect(
        (await askedAt(`/sys-tools/${name}`)).filter((path) => !frames.has(path)),
        name,
      ).toEqual([]);
    expect((await askedAt('/admin/sys-config/set')).filter((path) => !frames.has(path))).toEqual([]);
  });
});
