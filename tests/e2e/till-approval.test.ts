/** 需授权 at the till: what exceeds what, who may, his word and his code; by mouse, by keyboard and on a phone. */
import { generateSync } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk, type Seat } from './support/desk.ts';
import { escape, keysIn, tabTo, typeIn, type as typeKeys } from './support/keys.ts';
import { button, dialog, openSale } from './support/screens.ts';

describe('beyond the limits of the till', () => {
  let chain: SmallChain;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const codeOf = (secret: string): string => generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
  const desk = useDesk({ clock: now }, async (app) => {
    chain = await plantChain(app, 4);
    await app.addUser({ username: 'clerk', roleIds: [4] });
    await app.addUser({ username: 'boss', roleIds: [3], lockShops: [chain.home] });
    await app.addUser({ username: 'chief', roleIds: [3], lockShops: [chain.home] });
  });
  const CLERK = { username: 'clerk', password: USER_PASSWORD };
  const PHONE = { viewport: { width: 390, height: 844 } };
  const sit = (more: object = {}): Promise<Seat> => desk.sit('/sales/order', { ...CLERK, ...more });

  /** Half the price, paid in cash. */
  const halved = async (page: Page, ring: string): Promise<Locator> => {
    const form = await openSale(page, ring);
    const grid = form.getByRole('grid').first();
    const head = grid.getByRole('columnheader', { name: /折扣/ });
    await head.scrollIntoViewIfNeeded();
    const { x } = (await head.boundingBox()) ?? { x: 0 };
    const cells = await grid.getByRole('row').filter({ hasText: ring }).getByRole('gridcell').all();
    const places = await Promise.all(cells.map(async (one) => (await one.boundingBox())?.x ?? Number.NaN));
    const cell = cells[places.findIndex((place) => Math.abs(place - x) < 3)] ?? grid;
    await cell.scrollIntoViewIfNeeded();
    await cell.dblclick();
    await page.keyboard.press('Control+a');
    await typeKeys(page, '50');
    await page.keyboard.press('Enter');
    await see(form.getByText('1,119.00').first());
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    return form;
  };
  const orders = async (): Promise<number> => (await rowsOf(desk.app(), '/biz-sell')).count;

  test('by mouse: a wrong word keeps everything as it was typed, the right one saves', async () => {
    const { page } = await sit();
    const form = await halved(page, chain.barcodes[0] ?? '');
    await button(form, '保存').click();
    const word = dialog(page, '需授权');
    await see(word.getByText('折扣50%，最低80%'));
    await see(word.getByText(/可以授权：.*boss（boss）/));
    await button(word, '授权并保存').click();
    await see(word.getByText('请输入授权人的用户名'));
    await typeIn(word.getByLabel(/^授权人用户名/), 'boss');
    await typeIn(word.getByLabel(/^密码/), 'guess');
    await typeIn(word.getByLabel(/^授权原因/), '老客户');
    await button(word, '授权并保存').click();
    await see(word.getByText('用户名或密码错误'));
    await expect.poll(() => word.getByLabel(/^授权原因/).inputValue()).toBe('老客户');
    expect(await orders()).toBe(0);
    await typeIn(word.getByLabel(/^密码/), USER_PASSWORD);
    await button(word, '授权并保存').click();
    await gone(word);
    await gone(form);
    const [saved] = (await rowsOf(desk.app(), '/biz-sell')).list;
    expect(saved).toMatchObject({ amount: 1119, approver: 'boss' });
  });

  test('by keyboard: called off, the order stands as it was typed and says what is beyond', async () => {
    const { page } = await sit();
    const before = await orders();
    const form = await halved(page, chain.barcodes[1] ?? '');
    await page.keyboard.press('Control+Enter');
    const word = dialog(page, '需授权');
    await escape(word);
    await see(form.getByText('折扣50%，最低80%').first());
    await see(form.getByText('1,119.00').first());
    expect(await orders()).toBe(before);
    await button(form, '保存').focus();
    await page.keyboard.press('Enter');
    await keysIn(word);
    await tabTo(page, word.getByLabel(/^授权人用户名/));
    await typeKeys(page, 'boss');
    await page.keyboard.press('Tab');
    await typeKeys(page, USER_PASSWORD);
    await page.keyboard.press('Tab');
    await typeKeys(page, 'VIP');
    await page.keyboard.press('Control+Enter');
    await gone(form);
    expect(await orders()).toBe(before + 1);
  });

  test('on a phone the word fits the screen, and a lost network loses nothing', async () => {
    const seat = await sit({ options: PHONE });
    const { page } = seat;
    const before = await orders();
    const form = await halved(page, chain.barcodes[2] ?? '');
    await button(form, '保存').click();
    const word = dialog(page, '需授权');
    await see(word.getByText('折扣50%，最低80%'));
    const box = await word.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390);
    await typeIn(word.getByLabel(/^授权人用户名/), 'boss');
    await typeIn(word.getByLabel(/^密码/), USER_PASSWORD);
    await typeIn(word.getByLabel(/^授权原因/), '老客户');
    await page.route('**/api/v1/biz-sell', (route) => route.abort());
    await button(word, '授权并保存').click();
    await see(word.getByText(/网络没有恢复/));
    seat.complaints.length = 0;
    await expect.poll(() => word.getByLabel(/^密码/).inputValue()).toBe(USER_PASSWORD);
    await page.unroute('**/api/v1/biz-sell');
    await button(word, '授权并保存').click();
    await gone(form);
    expect(await orders()).toBe(before + 1);
  });

  /** The app of somebody who uses a second factor. */
  const enrol = async (username: string): Promise<string> => {
    const app = desk.app();
    const token = await app.signIn(username);
    const change = (action: string, code = '') =>
      app.put('/user/second-factor', { action, password: USER_PASSWORD, code }, { token });
    const { secret } = (await change('start')).body.data as { secret: string };
    expect((await change('confirm', codeOf(secret))).status).toBe(200);
    ahead += 60_000;
    return secret;
  };

  test('whoever uses a second factor is asked for a code, which counts once and is said beside its field', async () => {
    const secret = await enrol('chief');
    const { page } = await sit();
    const before = await orders();
    const form = await halved(page, chain.barcodes[3] ?? '');
    await button(form, '保存').click();
    const word = dialog(page, '需授权');
    await see(word);
    const code = word.getByLabel(/^动态验证码/);
    await expect.poll(() => code.count(), { message: 'not before the server asks' }).toBe(0);
    await typeIn(word.getByLabel(/^授权人用户名/), 'chief');
    await typeIn(word.getByLabel(/^密码/), USER_PASSWORD);
    await typeIn(word.getByLabel(/^授权原因/), '老客户');
    await button(word, '授权并保存').click();
    await see(code);
    await see(word.getByText('请输入授权人的动态验证码'));
    const guess = codeOf(secret) === '123456' ? '654321' : '123456';
    await typeIn(code, guess);
    await button(word, '授权并保存').click();
    await see(word.getByText('动态验证码错误或已使用过'));
    await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => code.inputValue(), { message: 'a used code is taken away' }).toBe('');
    await expect.poll(() => word.getByLabel(/^授权原因/).inputValue()).toBe('老客户');
    expect(await orders()).toBe(before);
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await typeKeys(page, codeOf(secret));
    await page.keyboard.press('Enter');
    await gone(form);
    expect(await orders()).toBe(before + 1);
    const saved = (await rowsOf(desk.app(), '/biz-sell')).list;
    expect(saved.map(({ approver }) => approver)).toContain('chief');
  });
});
