/** The second step on the screen: enrolment with its picture and recovery codes, then digits, then a recovery code. */
import { generateSync } from 'otplib';
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { fillSignIn, see, useDesk } from './support/desk.ts';

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const codeOf = (secret: string): string => generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
describe('the second step', () => {
  const desk = useDesk({ clock: now }, async (app) => {
    await app.house.deps.master.query(sql.unsafe`UPDATE master.sys_role SET second_factor = '2' WHERE id = 4`);
    await app.addUser({ username: 'clerk', roleIds: [4] });
  });
  const WHO = { username: 'clerk', password: USER_PASSWORD };

  test('who must have a second factor enrols at the door, and opens it with digits or a recovery code', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    await fillSignIn(page, WHO);
    await see(page.getByAltText('身份验证器二维码'));
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const field = page.getByLabel(/^动态验证码/);
    await field.fill('12345');
    await page.getByRole('button', { name: '确认' }).click();
    await see(page.getByText('动态验证码错误或已使用过'));
    await field.fill(codeOf(secret));
    await field.press('Enter');
    await see(page.getByRole('heading', { name: '请保存恢复码' }));
    const codes = await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: '已保存，进入系统' }).click();
    await page.waitForURL('**/index');

    const again = await desk.open();
    ahead += 60_000;
    await again.page.goto('/login');
    await fillSignIn(again.page, WHO);
    await see(again.page.getByText('身份验证器里的 6 位数字，或一个恢复码'));
    await again.page.getByRole('button', { name: '重新输入密码' }).click();
    await fillSignIn(again.page, WHO);
    await again.page.getByLabel(/^动态验证码/).fill(codeOf(secret));
    await again.page.getByRole('button', { name: '确认' }).click();
    await again.page.waitForURL('**/index');

    const lost = await desk.open();
    await lost.page.goto('/login');
    await fillSignIn(lost.page, WHO);
    await lost.page.getByLabel(/^动态验证码/).fill(codes[0] ?? '');
    await lost.page.getByRole('button', { name: '确认' }).click();
    await lost.page.waitForURL('**/index');
  });
});
