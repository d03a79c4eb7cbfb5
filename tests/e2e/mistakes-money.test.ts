/** Mistakes with money and passwords: what was typed stays, its reason beside it, and the focus where it is mended. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { fillSignIn, gone, see, useDesk } from './support/desk.ts';
import { typeIn } from './support/keys.ts';
import { button, field, openSale } from './support/screens.ts';

const HUGE = '99999999999999999999';
const TOO_MUCH = '不能大于99999999.99元';

const focusOn = async (control: Locator): Promise<void> => {
  const handle = await control.elementHandle();
  await control.page().waitForFunction((element) => element === document.activeElement, handle);
};

describe('mistakes with money', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    await app.addUser({ username: 'seller', roleIds: [4] });
  });
  const saved = async (): Promise<number> => (await rowsOf(desk.app(), '/biz-sell')).count;

  test('a payment no till can take stays as it was typed, and nobody is asked about it', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, chain.barcodes[0] ?? '');
    const cash = form.getByLabel('现金', { exact: true });
    await typeIn(cash, HUGE);
    await cash.press('Tab');
    await see(form.locator('#pay-现金-note').getByText(TOO_MUCH));
    await expect.poll(() => cash.inputValue()).toBe(HUGE);
    await button(form, '保存').click();
    await focusOn(cash);
    await expect.poll(() => cash.inputValue()).toBe(HUGE);
    await expect.poll(() => cash.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    expect(await saved()).toBe(0);
    await typeIn(cash, `-${HUGE}`);
    await button(form, '保存').click();
    await see(form.locator('#pay-现金-note').getByText('不能小于-99999999.99元'));
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    await gone(form.locator('#pay-现金-note'));
    await button(form, '保存').click();
    await gone(form);
    expect(await saved()).toBe(1);
  });

  test('nothing paid, and more rounded off than a seller may: both lead to a payment (S1§5/2)', async () => {
    const { page } = await desk.sit('/sales/order', { username: 'seller', password: USER_PASSWORD });
    const before = await saved();
    const form = await openSale(page, chain.barcodes[1] ?? '');
    const cash = form.getByLabel('现金', { exact: true });
    await button(form, '保存').click();
    await see(form.getByRole('alert').getByText('请在支付方式中输入至少一种结算金额！'));
    await focusOn(cash);
    await typeIn(cash, '2000');
    await button(form, '保存').click();
    await see(form.getByRole('alert').getByText(/超过抹零上限/));
    await focusOn(cash);
    expect(await saved()).toBe(before);
    await typeIn(cash, '2238');
    await gone(form.getByText(/超过抹零上限/));
    await button(form, '保存').click();
    await gone(form);
    expect(await saved()).toBe(before + 1);
  });

  test('a sum received that is too large stands at its own field in a saved order', async () => {
    const { page } = await desk.sit('/sales/order');
    await page.getByRole('row').filter({ hasText: '王女士' }).first().getByText('编辑', { exact: true }).click();
    const form = page.getByRole('dialog', { name: /^编辑销售单/ });
    const fact = field(form, 'factFee').locator('input');
    await typeIn(fact, HUGE);
    await button(form, '保存').click();
    await see(form.locator('#order-fact-fee-note').getByText(TOO_MUCH));
    await focusOn(fact);
    await expect.poll(() => fact.inputValue()).toBe(HUGE);
  });
});

describe('mistakes with a password', () => {
  const desk = useDesk({}, async (app) => {
    await app.addUser({ username: 'newcomer', roleIds: [4], mustChangePassword: true });
  });

  test('empty or wrong ones are told at their field, which has the focus, and nothing old stands beside', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    await fillSignIn(page, { username: 'newcomer', password: USER_PASSWORD });
    const before = page.getByLabel(/^旧密码/);
    const fresh = page.getByLabel(/^新密码/);
    const again = page.getByLabel(/^确认密码/);
    const save = page.getByRole('button', { name: '保存新密码' });
    await fresh.focus();
    await save.click();
    await see(page.getByText('旧密码不能为空'));
    await focusOn(before);
    await typeIn(before, 'not-it');
    await gone(page.getByText('旧密码不能为空'));
    await typeIn(fresh, 'Own-2026');
    await see(page.getByText('确认密码不能为空'));
    await save.click();
    await focusOn(again);
    await typeIn(again, 'Own-2026');
    await save.click();
    await see(page.getByText('旧密码错误'));
    await focusOn(before);
    await expect.poll(() => before.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByText('旧密码错误').count()).toBe(1);
    // Another mistake: only it is said.
    await typeIn(again, 'Own-2027');
    await save.click();
    await see(page.getByText('两次输入的密码不一致'));
    await focusOn(again);
    await gone(page.getByText('旧密码错误'));
    await typeIn(again, 'Own-2026');
    await save.click();
    await see(page.getByText('旧密码错误'));
    await typeIn(before, USER_PASSWORD);
    await gone(page.getByText('旧密码错误'));
    await save.click();
    await gone(page.getByRole('heading', { name: '请先修改密码' }));
    await desk.app().signIn('newcomer', 'Own-2026');
  });
});
