/** Two windows of one browser that remember who signed in (R151): whose act it is, is chosen before anything is saved. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, tokenOf, useDesk, type Who } from './support/desk.ts';
import { button, dialog, fill, openSale, pickFirst } from './support/screens.ts';

describe('two windows with 记住我', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 4);
    await app.addUser({ username: 'second', roleIds: [1], lockShops: [] });
    await app.signIn('second');
  });
  const remembered = async (page: Page, { username, password }: Who): Promise<void> => {
    await page.goto('/login');
    await page.getByLabel(/^用户名/).fill(username);
    await page.getByLabel(/^密码/).fill(password);
    await page.getByLabel('记住我').check();
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/index');
  };
  const SECOND: Who = { username: 'second', password: USER_PASSWORD };
  /** An order written by the administrator in one window, while another user signs in in the next. */
  const meanwhile = async (ring: string) => {
    const { page } = await desk.open();
    await remembered(page, ADMIN);
    await page.goto('/sales/order');
    const form = await openSale(page, ring);
    await fill(form, '备注', '刻字');
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    const other = await page.context().newPage();
    await other.goto('/index');
    await other.evaluate(() => localStorage.removeItem('jewel:token'));
    await remembered(other, SECOND);
    const notice = dialog(page, /^已由.*登录$/);
    await see(notice);
    return { page, other, form, notice };
  };
  const countOf = async (): Promise<number> => (await rowsOf(desk.app(), '/biz-sell')).count;

  test('says so over the page, keeps what was typed and saves nothing; the other goes on, and the seller is asked again', async () => {
    const before = await countOf();
    const { page, form, notice } = await meanwhile(chain.barcodes[0] ?? '');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('F9');
    await page.keyboard.press('Escape');
    await see(notice);
    expect(await countOf()).toBe(before);
    await notice.getByRole('button', { name: /^以.*继续$/ }).click();
    await gone(notice);
    await see(form.getByRole('grid').getByText(chain.barcodes[0] ?? ''));
    await expect.poll(() => form.getByLabel('备注', { exact: true }).inputValue()).toBe('刻字');
    await see(page.getByText('登录的用户已更换，请重新选择销售员'));
    await button(form, '保存').click();
    await see(form.getByText('请选择销售员').first());
    expect(await countOf()).toBe(before);
    await pickFirst(page, form, '销售员');
    await button(form, '保存').click();
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-sell');
    expect(list[0]).toMatchObject({ createdBy: 'second', seller: 'second', remark: '刻字' });
    expect(list).toHaveLength(before + 1);
  });

  test('who was here signs in again for this window alone: his order is saved in his name, the other window stays the other’s', async () => {
    const before = await countOf();
    const { page, other, form, notice } = await meanwhile(chain.barcodes[1] ?? '');
    const theirs = await tokenOf(other);
    await notice.getByRole('button', { name: /^我是.*重新登录$/ }).click();
    const again = dialog(page, '登录已失效，请重新登录');
    await again.getByLabel(/^密码/).fill(ADMIN.password);
    await button(again, '登录').click();
    await gone(again);
    await button(form, '保存').click();
    await gone(form);
    const { list, count } = await rowsOf(desk.app(), '/biz-sell');
    expect(count).toBe(before + 1);
    expect(list[0]).toMatchObject({ createdBy: '管理员', remark: '刻字' });
    expect(await tokenOf(other)).toBe(theirs);
    await expect.poll(() => dialog(other, /^已由/).count()).toBe(0);
  });

  test('a save under way when the other signs in waits, and is not sent in the other’s name', async () => {
    const before = await countOf();
    const { page } = await desk.open();
    await remembered(page, ADMIN);
    await page.goto('/sales/order');
    const form = await openSale(page, chain.barcodes[2] ?? '');
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    // The window that lay asleep heard of nothing: the token stands there when it saves.
    const reply = await page.request.post('/api/v1/login', { data: { ...SECOND, rememberMe: true } });
    const { token } = (await reply.json()) as { token: string };
    await page.evaluate((theirs) => localStorage.setItem('jewel:token', JSON.stringify(theirs)), token);
    await button(form, '保存').click();
    const notice = dialog(page, /^已由.*登录$/);
    await see(notice);
    expect(await countOf()).toBe(before);
    await notice.getByRole('button', { name: /^以.*继续$/ }).click();
    await see(page.getByText('登录的用户已更换，没有保存；请核对后再保存').first());
    expect(await countOf()).toBe(before);
  });
});
