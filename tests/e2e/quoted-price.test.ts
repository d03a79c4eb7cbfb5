/** 今日金价 by mouse and keyboard, the screen in the shop, and the till that takes its price from there. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { forgive, gone, see, useDesk } from './support/desk.ts';
import { type as typeKeys } from './support/keys.ts';
import { button, dialog, openSale } from './support/screens.ts';

describe('quoted prices', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    await app.addUser({ username: 'clerk', roleIds: [4] });
  });
  const CLERK = { username: 'clerk', password: USER_PASSWORD };
  const PHONE = { viewport: { width: 390, height: 844 } };
  const quote = async (price: number): Promise<void> => {
    const reply = await desk.app().post('/base-quoted-price', { details: [{ name: '足金', price }] });
    expect(reply.status, reply.text).toBe(200);
  };
  const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  test('the board is written by keyboard, a slip is asked about, and history tells who changed what (S1§2.13/1)', async () => {
    const { page } = await desk.sit('/sales/quoted-price');
    await see(page.getByText('还没有报价', { exact: true }));
    await button(page, '修改报价').click();
    const form = dialog(page, '修改报价');
    await button(form, '保存').click();
    await see(form.getByText('列表中至少要有一行数据！').first());
    await button(form, '新增一行').click();
    const grid = form.getByRole('grid').first();
    const cell = (column: string) => grid.getByRole('gridcell', { name: new RegExp(column) }).first();
    await see(grid);
    await grid.getByRole('gridcell').nth(1).dblclick();
    await typeKeys(page, '足金');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await typeKeys(page, '780');
    await page.keyboard.press('Enter');
    await see(cell('780'));
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByRole('list', { name: '金价' }).getByText('¥780.00'));
    await button(page, '修改报价').click();
    await see(dialog(page, '修改报价').getByRole('gridcell', { name: /780/ }).first());
    await dialog(page, '修改报价').getByRole('gridcell', { name: /780/ }).first().dblclick();
    await page.keyboard.press('Control+a');
    await typeKeys(page, '78');
    await page.keyboard.press('Enter');
    await button(dialog(page, '修改报价'), '保存').click();
    const doubt = page.getByRole('alertdialog', { name: '请核对金价' });
    await see(doubt.getByText('足金：780.00 → 78.00，变动超过10%'));
    await button(doubt, '取消').click();
    await dialog(page, '修改报价').getByRole('gridcell', { name: /78/ }).first().dblclick();
    await page.keyboard.press('Control+a');
    await typeKeys(page, '790');
    await page.keyboard.press('Enter');
    await button(dialog(page, '修改报价'), '保存').click();
    await see(page.getByText('足金 ¥780.00 → ¥790.00'));
    expect(await accessFindings(page)).toEqual([]);
  });

  test('the screen in the shop needs no sign-in, on a television and on a phone (S1§2.14/1)', async () => {
    await quote(800);
    for (const viewport of [{ width: 1920, height: 1080 }, PHONE.viewport]) {
      const { page } = await desk.open({ viewport });
      await page.goto('/report-price');
      await see(page.getByRole('row', { name: /足金/ }).getByText('800.00'));
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
      expect(await accessFindings(page)).toEqual([]);
    }
  });

  test('the screen in the shop renews itself every five minutes and goes on while the network is away (S1§2.14/1)', async () => {
    await quote(810);
    const seat = await desk.open();
    const { page } = seat;
    await page.clock.install();
    await page.goto('/report-price');
    const row = page.getByRole('row', { name: /足金/ });
    await see(row.getByText('810.00'));
    await quote(811);
    // The page's time runs on beside these jumps: what is slow must not reach the fifth minute by itself.
    await page.clock.fastForward(200_000);
    await expect.poll(() => row.textContent()).toContain('810.00');
    await page.clock.fastForward(101_000);
    await see(row.getByText('811.00'));
    await page.context().setOffline(true);
    await page.clock.fastForward(301_000);
    await page.clock.runFor(120_000);
    await see(page.getByText(/^连接中断：以下是 \d+月\d+日 \d\d:\d\d 的金价，可能已变动，成交请以收银台为准$/));
    await see(row.getByText('811.00'));
    expect(await accessFindings(page)).toEqual([]);
    await quote(812);
    await page.context().setOffline(false);
    await page.clock.fastForward(70_000);
    await see(row.getByText('812.00'));
    await gone(page.getByText(/^连接中断/));
    forgive(seat, /ERR_INTERNET_DISCONNECTED/);
  });

  test('the screen of a shop bears its name, keeps the screen on, fills it by key, and starts with the last prices while the house is away (S1§2.14/1)', async () => {
    await quote(830);
    const shops = (await desk.app().get('/base-shop')).body.data as { list: { id: number; name: string }[] };
    const [shop] = shops.list;
    const seat = await desk.open({ viewport: { width: 1920, height: 1080 } });
    const { page } = seat;
    await page.addInitScript(() => {
      const asked: string[] = [];
      const lock = { addEventListener: () => undefined };
      const request = (kind: string) => {
        asked.push(kind);
        return Promise.resolve(lock);
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
      Object.assign(globalThis, { asked });
    });
    await page.goto(`/report-price?shop=${shop?.id}`);
    await see(page.getByText(shop?.name ?? '', { exact: true }));
    await see(page.getByRole('row', { name: /足金/ }).getByText('830.00'));
    expect(await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual(['screen']);
    await page.keyboard.press('f');
    await see(page.getByRole('button', { name: '退出全屏' }));
    await page.keyboard.press('f');
    await see(page.getByRole('button', { name: '全屏', exact: true }));
    // Its worker has the page by then: the television is switched on again while nothing can be reached.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.context().setOffline(true);
    await page.reload();
    await see(page.getByText(/^连接中断：以下是/));
    await see(page.getByRole('row', { name: /足金/ }).getByText('830.00'));
    await page.context().setOffline(false);
    await page.goto('/report-price?shop=999999');
    await see(page.getByText('没有这个分店，或已停用，请核对网址'));
    expect(await page.getByRole('row').count()).toBe(0);
    forgive(seat, /ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  });

  test('the board has the address of the screen of each shop, to open or to copy (S1§2.13/1)', async () => {
    const shops = (await desk.app().get('/base-shop')).body.data as { list: { id: number; name: string }[] };
    const { page } = await desk.sit('/sales/quoted-price');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, '展示网址').click();
    const links = dialog(page, '金价展示网址');
    const [shop] = shops.list;
    const address = `${desk.app().url}/report-price?shop=${shop?.id}`;
    await see(links.getByRole('link', { name: address, exact: true }));
    await links.getByRole('button', { name: `复制 ${shop?.name} 的网址` }).click();
    await see(page.getByText('已复制').first());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('forty rows with long names stand on one television, upright too, and nothing is cut (S1§2.14/1)', async () => {
    const details = Array.from({ length: 40 }, (_, index) => ({
      name: index % 10 === 0 ? `足金${'长'.repeat(36)}${index}` : `足金${index}`,
      goldContent: '999',
      price: 700 + index,
    }));
    const reply = await desk.app().post('/base-quoted-price', { details, remark: '最终解释以店内为准' });
    expect(reply.status, reply.text).toBe(200);
    for (const viewport of [{ width: 1920, height: 1080 }, { width: 1080, height: 1920 }, PHONE.viewport]) {
      const { page } = await desk.open({ viewport });
      await page.goto('/report-price');
      await see(page.locator('.wall-figure b').first());
      const cut = await page.evaluate(() => {
        const { bottom, right } = document.querySelector('.wall-rows')?.getBoundingClientRect() ?? {
          bottom: 0,
          right: 0,
        };
        return [...document.querySelectorAll('.wall-rows tr')].filter((row) => {
          const box = row.getBoundingClientRect();
          return box.bottom > bottom + 1 || box.right > right + 1;
        }).length;
      });
      expect([viewport.width, cut]).toEqual([viewport.width, 0]);
      if (viewport.width > 1000) expect(await page.getByText('739.00').count()).toBe(1);
      expect(await accessFindings(page)).toEqual([]);
    }
  });

  test('pictures are cut to their shape, one a slot, and the display opens in a new tab (S1§2.13/1 S1§5/27)', async () => {
    await quote(820);
    const { page } = await desk.sit('/sales/quoted-price');
    await button(page, '修改报价').click();
    const form = dialog(page, '修改报价');
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const chosen = { name: 'ad.png', mimeType: 'image/png', buffer: picture };
    const input = form.locator('input[type=file]');
    await see(form.getByRole('button', { name: '选择广告图片' }));
    await input.first().setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await see(page.getByText('文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。').first());
    await input.first().setInputFiles(chosen);
    const crop = dialog(page, '裁剪图片');
    await button(crop, '确定').click();
    await gone(crop);
    // The slot is full.
    await gone(form.getByRole('button', { name: '选择广告图片' }));
    await button(form, '保存').click();
    await gone(form);
    const board = (await desk.app().get('/base-quoted-price')).body.data as { adPicture: string };
    const stored = await fetch(`${desk.app().url}/static/uploadfile/${board.adPicture}`);
    const { width, height } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect(width / height).toBeCloseTo(4 / 3, 1);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button(page, '打开金价展示').click()]);
    await see(tab.getByRole('row', { name: /足金/ }).getByText('820.00'));
    await see(tab.locator('img.wall-ad'));
  });

  test('the till takes the price, shows since when, and asks when it changed (S1§3/9)', async () => {
    await quote(700);
    const { page } = await desk.sit('/sales/order', CLERK);
    const form = await openSale(page, chain.barcodes[0] ?? '');
    await see(form.getByText(/挂牌金价：今天 \d\d:\d\d 起/));
    await see(form.getByRole('gridcell', { name: '¥700.00' }).first());
    // Fees may lie aside of the frozen amount: it says them itself.
    await see(form.getByText(/^含工费 ¥[\d,.]+$/).first());
    await quote(710);
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    await button(form, '保存').click();
    const asked = page.getByRole('alertdialog', { name: '挂牌金价已变动' });
    await see(asked.getByText(/¥700\.00 → ¥710\.00/));
    await button(asked, '按新金价重算').click();
    await gone(asked);
    await see(form.getByRole('gridcell', { name: '¥710.00' }).first());
    await see(form.getByText('已按新金价重新计算，请核对应付金额后再保存').first());
  });
});
