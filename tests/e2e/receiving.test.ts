/** Receiving on one screen: all of a usual piece in sight, piece after piece, by mouse, keyboard, scanner and on a phone. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, useDesk } from './support/desk.ts';
import { scan, type } from './support/keys.ts';
import { freePort, barcodesOn, printServiceAt } from './support/print-service.ts';
import { boxOf, button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const PORT = await freePort();
const TITLE = '新增首饰入库';

describe('receiving', () => {
  const service = printServiceAt(PORT);
  const desk = useDesk({ env: { PRINT_SERVICE_PORT: String(PORT) } }, async (app) => void (await plantChain(app, 0)));

  const open = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, TITLE);
    await see(form);
    return form;
  };
  /** A ring with a stone, as deliveries bring them. */
  const ring = async (page: Page, form: Locator): Promise<void> => {
    await pick(page, form, '成色', '18K金');
    await pick(page, form, '主石名称', '钻石');
    await pick(page, form, '款式', '光圈');
    await fill(form, '金重', '3.215');
    await fill(form, '金价', '560');
    await fill(form, '主石重', '0.3');
  };
  const delivery = async (page: Page, form: Locator): Promise<void> => {
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
  };
  const received = async () => (await rowsOf(desk.app(), '/biz-goods-in')).list;
  const focused = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => element.contains(document.activeElement));
  const inSight = async (page: Page, locator: Locator): Promise<boolean> => {
    const box = await locator.boundingBox();
    const size = page.viewportSize();
    return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
  };

  test('all of a usual piece fits 1440 × 900, the stones beside the name, the price in sight', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const form = await open(page);
    await delivery(page, form);
    await ring(page, form);
    await see(field(form, 'name').locator('input'));
    await expect.poll(() => field(form, 'name').locator('input').inputValue()).toBe('18K金钻石光圈');
    for (const name of ['shopId', 'name', 'stoneCt', 'secondCt', 'goldWeight', 'sellRaito', 'priceMode', 'sellPrice']) {
      await expect.poll(() => inSight(page, field(form, name)), { message: name }).toBe(true);
    }
    const scrolls = await form.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].some(
        (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY),
      ),
    );
    expect(scrolls).toBe(false);
    await see(field(form, 'weight').getByText('3.275'));
    expect(await accessFindings(page)).toEqual([]);
    await form.getByRole('tab', { name: '其他信息' }).click();
    await expect.poll(() => inSight(page, field(form, 'sellPrice'))).toBe(true);
  });

  test('piece after piece: the number and its label as a link, the first field again, what the delivery shares', async () => {
    await service.start();
    const { page } = await desk.sit('/stock/goods-in');
    const form = await open(page);
    await delivery(page, form);
    await ring(page, form);
    await form.getByRole('tab', { name: '其他信息' }).click();
    await button(form, '确定').click();
    const strip = form.getByRole('status').filter({ hasText: '已保存' });
    await see(strip);
    const [first = {}] = await received();
    await see(strip.getByText(String(first['barcode'])));
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await expect.poll(() => focused(field(form, 'fineness'))).toBe(true);
    // The delivery is one line now; what is its own is empty.
    await see(form.getByText(/^罗湖店 · 戒指/));
    await expect.poll(() => field(form, 'goldWeight').locator('input').inputValue()).toBe('');
    await button(strip, '打印标签').click();
    expect(await barcodesOn(service, 1)).toEqual([first['barcode']]);
    await ring(page, form);
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await received()).length).toBe(2);
    await button(form, '取消').click();
    await gone(form);
  });

  test('without a print service somebody who prints hears that it is looked for, and then what to do', async () => {
    // Whatever holds the port takes the call and never answers it.
    const dumb = createServer().listen(PORT, '127.0.0.1');
    await once(dumb, 'listening');
    const { page } = await desk.sit('/stock/goods-in');
    const form = await open(page);
    await delivery(page, form);
    await ring(page, form);
    await button(form, '确定').click();
    await button(form.getByRole('status').filter({ hasText: '已保存' }), '打印标签').click();
    const busy = page.getByText('正在连接打印服务…');
    await see(busy);
    await new Promise((resolve) => dumb.close(resolve).closeAllConnections());
    await see(page.getByText(/^打印服务没有打开，改用浏览器打印/));
    await gone(busy);
  });

  test('by keyboard and scanner: Enter moves on, a scanned certificate lands in its field, Ctrl Enter saves', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const before = (await received()).length;
    const form = await open(page);
    await delivery(page, form);
    await pick(page, form, '成色', '足金');
    await pick(page, form, '款式', '光圈');
    const gold = field(form, 'goldWeight').locator('input');
    await gold.focus();
    await type(page, '2.5');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(field(form, 'goldCost'))).toBe(true);
    await field(form, 'cerif').locator('input').focus();
    await scan(page, 'GIA12345678');
    await expect.poll(() => field(form, 'cerif').locator('input').inputValue()).toBe('GIA12345678');
    await page.keyboard.press('Control+Enter');
    await see(form.getByRole('status').filter({ hasText: '已保存' }));
    expect((await received()).length).toBe(before + 1);
    expect((await received())[0]).toMatchObject({ cerif: 'GIA12345678', goldWeight: 2.5 });
  });

  test('仅保存 closes and leaves the number with its label in the message', async () => {
    await service.start();
    const { page } = await desk.sit('/stock/goods-in');
    const form = await open(page);
    await delivery(page, form);
    await ring(page, form);
    await button(form, '仅保存').click();
    await gone(form);
    const [piece = {}] = await received();
    const said = page.getByText(`已保存 ${String(piece['barcode'])}`);
    await see(said);
    await page.getByRole('button', { name: '打印标签', exact: true }).first().click();
    expect(await barcodesOn(service, 1)).toEqual([piece['barcode']]);
  });

  test('print buttons: a new piece is saved first, one that is edited too, an untouched one prints at once', async () => {
    await service.start();
    const { page } = await desk.sit('/stock/goods-in');
    let form = await open(page);
    await delivery(page, form);
    await button(form, '在线打印').click();
    // Nothing is printed of what cannot be saved.
    await see(form.getByRole('alert').getByText(/首饰成色不能为空|处需要修改/));
    await ring(page, form);
    await button(form, '在线打印').click();
    await see(form.getByRole('status').filter({ hasText: '已保存' }));
    const [piece = {}] = await received();
    const code = String(piece['barcode']);
    expect(await barcodesOn(service, 1)).toEqual([code]);
    await button(form, '取消').click();
    await gone(form);
    await rowAction(page, code, '编辑');
    form = dialog(page, /^编辑首饰入库/);
    await see(field(form, 'goldWeight'));
    await button(form, '在线打印').click();
    expect(await barcodesOn(service, 2)).toEqual([code, code]);
    await see(form);
    await fill(form, '金重', '4');
    await button(form, '在线打印').click();
    await gone(form);
    expect(await barcodesOn(service, 3)).toEqual([code, code, code]);
    expect((await received()).find(({ barcode }) => barcode === code)).toMatchObject({ goldWeight: 4 });
  });

  test('at 390 px the price stays at the foot while the form scrolls', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const { page } = await desk.sit('/stock/goods-in', { ...ADMIN, options: phone });
    const form = await open(page);
    const price = field(form, 'sellPrice');
    await expect.poll(() => inSight(page, price)).toBe(true);
    await field(form, 'serialNo').locator('input').scrollIntoViewIfNeeded();
    await expect.poll(() => inSight(page, price)).toBe(true);
    const gold = field(form, 'goldWeight');
    await gold.locator('input').focus();
    const under = async (): Promise<number> => {
      const [box, foot] = [await boxOf(gold.locator('input')), await boxOf(price)];
      return box.y + box.height - foot.y;
    };
    await expect.poll(under).toBeLessThanOrEqual(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessFindings(page)).toEqual([]);
  });
});
