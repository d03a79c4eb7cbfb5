/** Counting: how far it is, what was scanned last, what is not counted yet, blind, and with the camera of a phone. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { filmFlag, writeFilm } from './support/camera-film.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, forgive, gone, see, useDesk, type Seat } from './support/desk.ts';
import { fire, scan, type } from './support/keys.ts';
import { agree, button, dialog, pick } from './support/screens.ts';

const PIECES = 4;
const folder = mkdtempSync(path.join(os.tmpdir(), 'film-'));
const film = path.join(folder, 'labels.y4m');
const UNKNOWN = 'ZZ99887766';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
afterAll(() => rmSync(folder, { recursive: true }));

/** What the page's sounds and vibrations were, one list each. */
type Felt = { readonly tones: number[]; readonly patterns: number[][] };
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const felt = { tones: [] as number[], patterns: [] as number[][] };
    Object.assign(globalThis, { felt });
    Object.defineProperty(navigator, 'vibrate', {
      value: (pattern: number[]) => {
        felt.patterns.push(pattern);
        return true;
      },
    });
    const sources = AudioScheduledSourceNode.prototype;
    type Start = (this: AudioScheduledSourceNode, when?: number) => void;
    const start = Object.getOwnPropertyDescriptor(sources, 'start')?.value as Start;
    Object.defineProperty(sources, 'start', {
      value(this: AudioScheduledSourceNode, when?: number) {
        if (this instanceof OscillatorNode) felt.tones.push(this.frequency.value);
        start.call(this, when);
      },
    });
  });
const felt = (page: Page): Promise<Felt> => page.evaluate(() => (globalThis as unknown as { felt: Felt }).felt);
/** What was felt since this was asked the last time, and no more than that. */
const feels = async (page: Page, expected: Felt): Promise<void> => {
  await expect.poll(() => felt(page)).toEqual(expected);
  await page.evaluate(() => {
    const { tones, patterns } = (globalThis as unknown as { felt: Felt }).felt;
    tones.splice(0);
    patterns.splice(0);
  });
};

describe('counting', () => {
  let chain: SmallChain;
  const desk = useDesk(
    {},
    async (app) => {
      chain = await plantChain(app, PIECES);
      writeFilm(film, [chain.barcodes[0] ?? '', UNKNOWN]);
      const keys = ['list', 'add', 'edit'].map((key) => `biz:bizCheck:${key}`);
      await app.addUser({ username: 'counter', roleIds: [await roleWith(app, keys)] });
    },
    [filmFlag(film)],
  );
  const COUNTER = { username: 'counter', password: USER_PASSWORD };

  const begin = async ({ page }: Seat): Promise<Locator> => {
    await page.getByRole('button', { name: '新增盘点' }).click();
    const form = dialog(page, /首饰盘点/);
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    return form;
  };
  const line = (form: Locator, code: string): Locator =>
    form.getByRole('grid').getByRole('row').filter({ hasText: code });
  const last = (form: Locator): Locator => form.getByRole('region', { name: '刚才扫的' });

  test('how far it is, what was scanned last, and nothing missing before the end', async () => {
    const seat = await desk.open();
    const { page } = seat;
    await listen(page);
    await desk.enter(seat, '/stock/check');
    const form = await begin(seat);
    await button(form, '提取库存数据').click();
    const [first = '', second = '', , fourth = ''] = chain.barcodes;
    await see(line(form, fourth).getByText('未盘'));
    await see(form.getByText(`已盘 0/${PIECES}`));
    // The header is one line; a click opens it.
    await see(form.getByText(new RegExp(`罗湖店 · 戒指 · ${chain.today}`)));
    await expect.poll(() => form.getByLabel(/^盘点日期/).count()).toBe(0);

    await scan(page, first);
    await see(line(form, first).getByText('相符'));
    await see(form.getByText(`已盘 1/${PIECES}`));
    for (const words of ['足金戒指', first, '3.215', '2,238', '已盘']) await see(last(form).getByText(words));
    await feels(page, { tones: [1_760], patterns: [[40]] });
    await scan(page, first);
    await see(last(form).getByText('重复，扫了 2 次'));
    await feels(page, { tones: [880, 880], patterns: [[40, 80, 40]] });
    await scan(page, UNKNOWN);
    await see(last(form).getByText('未找到', { exact: true }));
    await see(last(form).getByText('条码不存在'));
    await feels(page, { tones: [220, 180], patterns: [[250, 100, 250]] });
    await see(form.getByText(`未盘 ${PIECES - 1} · 未找到 1`));
    expect(await accessFindings(page)).toEqual([]);

    await button(form, '震动：开').click();
    await button(form, '声音：开').click();
    await scan(page, second);
    await see(form.getByText(`已盘 2/${PIECES}`));
    await feels(page, { tones: [], patterns: [] });
    await button(form, '震动：关').click();
    await button(form, '声音：关').click();

    await expect.poll(() => form.getByText('缺失', { exact: true }).count()).toBe(0);
    await button(form, '完成盘点').click();
    await see(page.getByRole('alertdialog').getByText(`还有 ${PIECES - 2} 件未盘`));
    await agree(page, '完成盘点');
    await see(line(form, fourth).getByText('缺失'));
    await see(form.getByText(`已完成盘点 · 缺失 ${PIECES - 2}`));
    await expect.poll(() => form.getByLabel('条码', { exact: true }).count()).toBe(0);
    await button(form, '继续盘点').click();
    await see(line(form, fourth).getByText('未盘'));
    await scan(page, fourth);
    await see(line(form, fourth).getByText('相符'));
  });

  test('by keyboard: a code and Enter, a quantity typed, saved with Ctrl Enter', async () => {
    const seat = await desk.sit('/stock/check');
    const { page } = seat;
    const form = await begin(seat);
    const [, second = '', third = ''] = chain.barcodes;
    await form.getByLabel('条码', { exact: true }).focus();
    await type(page, third);
    await page.keyboard.press('Enter');
    await see(last(form).getByText(third));
    await see(form.getByText(`已盘 1/${PIECES}`));
    const box = form.getByLabel('条码', { exact: true });
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
    const cell = line(form, second).getByRole('gridcell').nth(4);
    await cell.click();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await see(form.getByText(`已盘 2/${PIECES}`));
    // What was typed is not lost by a slip of the hand.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await see(page.getByRole('alertdialog').getByText('内容还没有保存，关闭后不保留'));
    await button(page.getByRole('alertdialog'), '取消').click();
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-check');
    const check = list.find(({ factNum }) => factNum === null);
    const lines = (await desk.app().get(`/biz-check-detail/list?checkId=${String(check?.['id'])}`)).body
      .data as object[];
    expect(lines).toContainEqual(expect.objectContaining({ barcode: second, factNum: 1 }));
  });

  test('blind: neither the screen nor the wire has the books until it is finished', async () => {
    const seat = await desk.open();
    const { page } = seat;
    await desk.enter(seat, '/stock/check', COUNTER);
    const wire: string[] = [];
    page.on('response', async (answer) => {
      if (answer.url().includes('/biz-check')) wire.push(await answer.text().catch(() => ''));
    });
    const form = await begin(seat);
    await form.getByLabel('盲盘').check();
    await button(form, '开始盲盘').click();
    const [first = '', second = ''] = chain.barcodes;
    await see(form.getByText('盲盘，完成盘点后显示账面'));
    await scan(page, first);
    await see(form.getByText('已盘 1 件'));
    await see(line(form, first));
    await see(last(form).getByText('足金戒指'));
    await expect.poll(() => form.getByRole('columnheader', { name: '账面数量' }).count()).toBe(0);
    await expect.poll(() => line(form, second).count()).toBe(0);
    await expect.poll(() => wire.length).toBeGreaterThan(3);
    for (const text of wire) expect(text).not.toMatch(/"bookNum":[1-9]/);
    expect(wire.join('')).not.toContain(second);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '完成盘点').click();
    await agree(page, '完成盘点');
    await see(line(form, second).getByText('缺失'));
    await see(form.getByRole('columnheader', { name: '账面数量' }));
    await button(form, '继续盘点').click();
    await see(page.getByText('盲盘完成后账面已公开，只有能审核的人可以继续盘点').first());
    forgive(seat, /status of 403/);
  });

  test('the camera of a phone scans; what reads the codes loads only then', async () => {
    const seat = await desk.open(PHONE);
    const { page } = seat;
    await page.context().grantPermissions(['camera']);
    await listen(page);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await desk.enter(seat, '/stock/check', ADMIN);
    const form = await begin(seat);
    await button(form, '提取库存数据').click();
    const [first = ''] = chain.barcodes;
    await see(form.getByText(`已盘 0/${PIECES}`));
    const reader = (): string[] => loaded.filter((url) => /zxing|camera-scan/.test(url));
    expect(reader()).toEqual([]);
    await button(form, '摄像头扫码').click();
    const camera = form.getByRole('region', { name: '摄像头扫码' });
    await see(camera.getByText('把条码放到线上，停一下'));
    await see(last(form).getByText(first));
    await see(form.getByText(`已盘 1/${PIECES}`));
    await see(last(form).getByText('未找到', { exact: true }));
    await see(last(form).getByText(UNKNOWN));
    await see(last(form).getByText(/重复，扫了 \d+ 次/));
    await expect.poll(() => camera.locator('video').getAttribute('data-reader')).toBe('library');
    expect(reader().some((url) => url.includes('zxing'))).toBe(true);
    // The film runs while the reader loads, so which label is read first is not said.
    const { patterns } = await felt(page);
    for (const pattern of [[40], [250, 100, 250], [40, 80, 40]]) expect(patterns).toContainEqual(pattern);
    expect(await accessFindings(page)).toEqual([]);
    // A scanner at the phone works beside the camera.
    await scan(page, chain.barcodes[1] ?? '');
    await see(form.getByText(`已盘 2/${PIECES}`));
    await button(camera, '关闭摄像头').click();
    await gone(camera);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });

  test('a camera that is refused says so, and a code can still be typed', async () => {
    const seat = await desk.sit('/stock/check', { ...ADMIN, options: PHONE });
    const { page } = seat;
    const shown = dialog(page, /首饰盘点/);
    await page.getByRole('button', { name: '新增盘点' }).click();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await button(shown, '摄像头扫码').click();
    await see(shown.getByText('没有使用摄像头的权限，请在浏览器地址栏允许后重试'));
    await see(shown.getByLabel('条码', { exact: true }));
  });

  test('codes that come before the check is open are counted in one check', async () => {
    const seat = await desk.sit('/stock/check');
    const { page } = seat;
    const form = await begin(seat);
    const before = (await rowsOf(desk.app(), '/biz-check')).count;
    const { promise: scanned, resolve: open } = Promise.withResolvers<void>();
    await page.route('**/biz-check/open', async (route) => {
      await scanned;
      await route.continue();
    });
    const codes = chain.barcodes.slice(0, 3);
    await fire(page, codes);
    open();
    for (const code of codes) await see(line(form, code).getByText('相符'));
    expect((await rowsOf(desk.app(), '/biz-check')).count).toBe(before + 1);
  });
});
