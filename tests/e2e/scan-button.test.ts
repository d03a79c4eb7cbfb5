/** The scan button of a phone: from any page to a piece, by camera, by hand, or with the reason why the camera is not there. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { filmFlag, writeFilm } from './support/camera-film.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, useDesk } from './support/desk.ts';
import { escape } from './support/keys.ts';
import { boxOf, button, dialog } from './support/screens.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'film-'));
const film = path.join(folder, 'labels.y4m');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
afterAll(() => rmSync(folder, { recursive: true }));

const scanner = (page: Page) => page.getByRole('button', { name: '扫码', exact: true });
const life = (page: Page) => page.getByRole('region', { name: '首饰的一生' });

describe('the scan button', () => {
  let chain: SmallChain;
  const desk = useDesk(
    {},
    async (app) => {
      chain = await plantChain(app, 1);
      writeFilm(film, [chain.barcodes[0] ?? '']);
      await app.addUser({ username: 'customers', roleIds: [await roleWith(app, ['biz:baseCustomer:list'])] });
    },
    [filmFlag(film)],
  );

  test('what the camera reads opens the life of the piece; the camera loads only then', async () => {
    const seat = await desk.open(PHONE);
    const { page } = seat;
    await page.context().grantPermissions(['camera']);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await desk.enter(seat, '/admin/shop', ADMIN);
    await see(page.getByRole('heading', { level: 2, name: '分店' }));
    const later = (): string[] => loaded.filter((url) => /scan-anywhere|camera-scan|zxing/.test(url));
    expect(later()).toEqual([]);
    await scanner(page).click();
    const sheet = dialog(page, '扫码查货品');
    await see(sheet.getByRole('region', { name: '摄像头扫码' }));
    expect(await accessFindings(page)).toEqual([]);
    await see(life(page).getByText(chain.barcodes[0] ?? ''));
    await gone(sheet);
    expect(later().length).toBeGreaterThan(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });

  test('a refused camera is told; the code is typed, and an empty one is asked for', async () => {
    const { page } = await desk.sit('/index', { ...ADMIN, options: PHONE });
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await scanner(page).click();
    const sheet = dialog(page, '扫码查货品');
    await see(sheet.getByText('没有使用摄像头的权限，请在浏览器地址栏允许后重试'));
    await button(sheet, '查看').click();
    await see(sheet.getByText('请输入条码！'));
    await sheet.getByLabel('条码', { exact: true }).fill(chain.barcodes[0] ?? '');
    await gone(sheet.getByText('请输入条码！'));
    await button(sheet, '查看').click();
    await see(life(page).getByText(chain.barcodes[0] ?? ''));
    // Esc goes back to where one was.
    await scanner(page).click();
    await escape(sheet);
  });

  test('it covers nothing: a list ends above it, and a dialog lies over it', async () => {
    const { page } = await desk.sit('/stock/goods-in', { ...ADMIN, options: PHONE });
    const foot = page.getByRole('spinbutton').or(page.getByLabel('到第')).last();
    await see(foot);
    const list = await boxOf(page.locator('main'));
    expect(list.y + list.height).toBeLessThanOrEqual((await boxOf(scanner(page))).y);
    await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    const [below, above] = await Promise.all([boxOf(scanner(page)), boxOf(foot)]);
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    await page.getByRole('button', { name: '新增入库' }).click();
    await see(dialog(page, '新增首饰入库'));
    const covered = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[role="dialog"]') !== null,
      { x: below.x + 20, y: below.y + 20 },
    );
    expect(covered).toBe(true);
  });

  test('a desk has none, nor has who may not see the life of a piece', async () => {
    const { page } = await desk.sit('/index');
    await see(page.getByRole('heading', { level: 1 }));
    await expect.poll(() => scanner(page).isVisible()).toBe(false);
    const other = await desk.sit('/index', { username: 'customers', password: USER_PASSWORD, options: PHONE });
    await expect.poll(() => scanner(other.page).count()).toBe(0);
  });
});
