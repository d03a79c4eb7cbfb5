/** The scanner instead of the hands: lines of a transfer and of a sale, unknown codes, the closing Tab. */
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { button, dialog, field, fill, pick, pickFirst } from './support/screens.ts';

describe('the scanner', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 5);
  });

  test('anywhere in the console it opens the life of the piece', async () => {
    const { page } = await desk.sit('/index');
    await scan(page, chain.barcodes[0] ?? '');
    await page.waitForURL(/goods-flow/);
    await see(page.getByRole('region', { name: '首饰的一生' }).getByText(chain.barcodes[0] ?? ''));
  });

  test('on a list it finds the piece', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await see(page.getByRole('row').nth(4));
    await scan(page, chain.barcodes[1] ?? '');
    await gone(page.getByRole('row').filter({ hasText: chain.barcodes[0] ?? '' }));
    await see(page.getByRole('row').filter({ hasText: chain.barcodes[1] ?? '' }));
  });

  test('lines of a transfer; an unknown code stays in red and takes nothing away (S0§2/12)', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    await pick(page, form, '调入分店', '南山店');
    const [first = '', second = ''] = chain.barcodes;
    const remark = form.getByLabel('备注', { exact: true });
    await fill(form, '备注', '急');
    await scan(page, first);
    await scan(page, 'ZZ99887766');
    await scan(page, second, 'Tab');
    const grid = form.getByRole('grid');
    await see(grid.getByText(first));
    await see(grid.getByText(second));
    const trouble = form.getByRole('list', { name: '未识别的条码' });
    await see(trouble.getByText('ZZ99887766'));
    await expect.poll(() => remark.inputValue()).toBe('急');
    await expect.poll(() => remark.evaluate((field) => field === document.activeElement)).toBe(true);
    await scan(page, first);
    await see(trouble.getByText('列表已存在此首饰，请不要重复输入！'));
    await see(trouble.getByText('2 个条码没有录入'));
    await see(trouble.getByText('还有 ZZ99887766'));
    await expect.poll(() => trouble.getByRole('listitem').count()).toBe(1);
    await trouble.getByRole('button', { name: '知道了' }).click();
    await gone(trouble.getByRole('listitem'));
    await button(form, '保存').click();
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-allocate');
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ num: 2 });
  });

  test('with the focus in a date: the date is as it was, and nothing is said of it', async () => {
    const { page } = await desk.sit('/stock/transfer');
    const [ring = ''] = chain.barcodes.slice(3);
    for (const [path, add, name] of [
      ['/stock/transfer', '新增调拨', 'allocateAt'],
      ['/stock/supplier-return', '新增退货', 'returnAt'],
      ['/sales/order', '新增销售单', 'sellAt'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: add }).click();
      const form = dialog(page, new RegExp(add.slice(2)));
      await pick(page, form, path === '/stock/transfer' ? '调出分店' : '分店', '罗湖店');
      const day = field(form, name).locator('input');
      await day.focus();
      await scan(page, ring);
      await see(form.getByRole('grid').getByText(ring));
      await expect.poll(() => day.inputValue(), { message: path }).toBe(chain.today);
      await expect.poll(() => day.getAttribute('aria-invalid'), { message: path }).not.toBe('true');
      await expect.poll(() => form.getByText('日期格式应为').count(), { message: path }).toBe(0);
      await expect.poll(() => day.evaluate((input) => input === document.activeElement), { message: path }).toBe(true);
    }
  });

  test('lines of a sale; a piece that another document holds says who has it (S1§2.2/1)', async () => {
    const { page } = await desk.sit('/sales/order');
    await page.getByRole('button', { name: '新增销售单' }).click();
    const form = dialog(page, '新增销售单');
    await pick(page, form, '客户', '王女士');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '销售员');
    const [held = '', , free = ''] = chain.barcodes;
    await scan(page, held);
    await see(form.getByRole('list', { name: '未识别的条码' }).getByText(/占用|DB\d+/));
    await scan(page, free);
    await see(form.getByRole('grid').getByText(free));
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    await button(form, '保存').click();
    await gone(form);
    expect((await rowsOf(desk.app(), '/biz-sell')).list).toHaveLength(1);
  });

  test('into the lines of a form that takes no barcode: its cell is as it was, and the form says so', async () => {
    const { page } = await desk.sit('/sales/recycle');
    await page.getByRole('button', { name: '新增回收单' }).click();
    const form = dialog(page, '新增独立回收单');
    const grid = form.getByRole('grid');
    await grid.focus();
    await scan(page, chain.barcodes[2] ?? '');
    await see(page.getByText('这里不接收扫码，条码没有录入；请先关闭打开的窗口再扫'));
    await expect.poll(() => grid.locator('input').count()).toBe(0);
    await expect.poll(() => grid.getByText(/\d{6}/).count()).toBe(0);
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('who saves before a scan was looked up saves its piece too, and nothing where it was not taken', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    await pick(page, form, '调入分店', '南山店');
    const [ring = ''] = chain.barcodes.slice(4);
    const before = (await rowsOf(desk.app(), '/biz-allocate')).count;
    let saving = Promise.resolve();
    await page.route('**/biz-goods-in/lookup*', async (route) => {
      await saving;
      await route.continue();
    });
    /** Scans and saves; only then the network answers the scan. */
    const scanAndSave = async (code: string): Promise<void> => {
      const { promise, resolve: saved } = Promise.withResolvers<void>();
      saving = promise;
      await scan(page, code);
      await see(form.getByText('正在查询…'));
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => button(form, '保存').getAttribute('aria-disabled')).toBe('true');
      saved();
    };
    await scanAndSave('ZZ99887766');
    await see(page.getByText('有条码没有录入，请查看后再保存'));
    await see(form.getByRole('list', { name: '未识别的条码' }).getByText('ZZ99887766'));
    expect((await rowsOf(desk.app(), '/biz-allocate')).count).toBe(before);
    await scanAndSave(ring);
    await gone(form);
    const { list, count } = await rowsOf(desk.app(), '/biz-allocate');
    expect(count).toBe(before + 1);
    expect(list[0]).toMatchObject({ num: 1 });
  });
});
