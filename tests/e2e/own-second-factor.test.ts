/** 两步验证 on the screen: bound in the user's menu, used, renewed, given up, and taken away by an administrator. */
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { accessFindings } from './support/access.ts';
import { fillSignIn, gone, see, useDesk } from './support/desk.ts';
import { escape, tabTo, type as typeKeys } from './support/keys.ts';
import { button, dialog, rowAction } from './support/screens.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
describe('the second factor of a user', () => {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const codeOf = (secret: string): string => generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
  const desk = useDesk({ clock: now }, async (app) => {
    await app.addUser({ username: 'clerk', roleIds: [4] });
    await app.addUser({ username: 'phone', roleIds: [4] });
  });
  const WHO = { username: 'clerk', password: USER_PASSWORD };
  const open = async (page: Page) => {
    await page.getByRole('button', { name: /^账号：/ }).click();
    await page.getByRole('menuitem', { name: '两步验证' }).click();
    const form = dialog(page, '两步验证');
    await see(form.getByLabel(/^密码/));
    return form;
  };
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-invalid') ?? '');
  let secret = '';
  let codes: readonly string[] = [];

  test('is bound with the password and the first code; every mistake is said at its field', async () => {
    const { page } = await desk.sit('/index', WHO);
    const form = await open(page);
    await button(form, '开始绑定').click();
    await see(form.getByText('密码不能为空'));
    await expect.poll(() => focused(page)).toBe('true');
    await form.getByLabel(/^密码/).fill('guess');
    await button(form, '开始绑定').click();
    await see(form.getByText('密码错误'));
    await form.getByLabel(/^密码/).fill(USER_PASSWORD);
    await page.keyboard.press('Enter');
    await see(form.getByAltText('身份验证器二维码'));
    expect(await accessFindings(page)).toEqual([]);
    secret = (await form.locator('code').innerText()).replaceAll(' ', '');
    await button(form, '确认并启用').click();
    await see(form.getByText('请输入动态验证码'));
    await form.getByLabel(/^动态验证码/).fill(codeOf(secret) === '123456' ? '654321' : '123456');
    await button(form, '确认并启用').click();
    await see(form.getByText('动态验证码错误或已使用过'));
    await form.getByLabel(/^动态验证码/).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await see(form.getByRole('heading', { name: '请保存恢复码' }));
    codes = await form.getByRole('list', { name: '恢复码' }).getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await expect.poll(() => button(form, '打印').count()).toBe(1);
    await button(form, '复制').click();
    await see(form.getByRole('status'));
    await button(form, '已保存').click();
    await gone(form);
  });

  test('opens the door, its recovery codes are renewed, and it is given up with password and code', async () => {
    ahead += 60_000;
    const { page } = await desk.open();
    await page.goto('/login');
    await fillSignIn(page, WHO);
    await page.getByLabel(/^动态验证码/).fill(codeOf(secret));
    await page.getByRole('button', { name: '确认' }).click();
    await page.waitForURL('**/index');
    const form = await open(page);
    await see(form.getByText(/两步验证已启用，还有 10 个恢复码可用/));
    await form.getByLabel(/^密码/).fill(USER_PASSWORD);
    await form.getByLabel(/^动态验证码/).fill(codes[0] ?? '');
    await button(form, '更换恢复码').click();
    await see(form.getByRole('heading', { name: '请保存恢复码' }));
    const fresh = await form.getByRole('list', { name: '恢复码' }).getByRole('listitem').allInnerTexts();
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    await button(form, '已保存').click();
    const again = await open(page);
    await again.getByLabel(/^密码/).fill(USER_PASSWORD);
    await button(again, '停用').click();
    await see(again.getByText('请输入动态验证码'));
    await again.getByLabel(/^动态验证码/).fill(codes[1] ?? '');
    await button(again, '停用').click();
    await see(again.getByText('动态验证码错误或已使用过'));
    await again.getByLabel(/^动态验证码/).fill(fresh[0] ?? '');
    await button(again, '停用').click();
    await see(again.getByText('两步验证已停用。'));
    await see(button(again, '开始绑定'));
  });

  test('on a phone, by keyboard alone', async () => {
    const { page } = await desk.sit('/index', { username: 'phone', password: USER_PASSWORD, options: PHONE });
    const form = await open(page);
    await tabTo(page, form.getByLabel(/^密码/));
    await typeKeys(page, USER_PASSWORD);
    await page.keyboard.press('Enter');
    await see(form.getByAltText('身份验证器二维码'));
    const key = (await form.locator('code').innerText()).replaceAll(' ', '');
    await expect.poll(() => form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await tabTo(page, form.getByLabel(/^动态验证码/));
    await typeKeys(page, codeOf(key));
    await page.keyboard.press('Enter');
    await see(form.getByRole('heading', { name: '请保存恢复码' }));
    await expect.poll(() => form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });

  test('is reset by an administrator with a reason, and demanded of a role', async () => {
    const { page } = await desk.sit('/admin/user-safety');
    const row = page.getByRole('row').filter({ hasText: 'phone' });
    await see(row.getByText('已启用', { exact: true }));
    await rowAction(page, 'phone', '重置两步验证');
    const reason = dialog(page, '重置两步验证');
    await button(reason, '确定').click();
    await see(reason.getByText('请填写重置原因'));
    await reason.getByLabel(/^重置原因/).fill('手机丢失，本人到店');
    await button(reason, '确定').click();
    await gone(reason);
    await see(row.getByText('未启用', { exact: true }));
    await button(page, '角色要求').click();
    const roles = dialog(page, '角色要求');
    const clerks = roles.getByRole('button', { name: /^营业员/ });
    await clerks.click();
    await expect.poll(() => clerks.getAttribute('aria-pressed')).toBe('true');
    expect(await accessFindings(page)).toEqual([]);
    await escape(roles);
    await see(row.getByText('营业员'));
  });

  test('the page fits a phone', async () => {
    const { page } = await desk.sit('/admin/user-safety', {
      username: 'admin',
      password: 'Admin-2026',
      options: PHONE,
    });
    await see(page.getByText('phone').first());
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
});
