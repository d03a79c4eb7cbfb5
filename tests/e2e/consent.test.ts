/** 授权同意 (R67) by keyboard and on a phone: noted, refused at its field, withdrawn with a reason, and listed for the whole chain. */
import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { addDays, dayOf } from 'services/contracts/dates';
import { roleWith } from '../support/roles.ts';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { typeIn } from './support/keys.ts';
import { button, cardAction, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const PASSWORD = 'Looks-2026';
const fits = async (page: Page): Promise<void> => {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBe(0);
  await still(page);
  expect(await accessFindings(page)).toEqual([]);
};
const rows = (scope: Locator): Locator => scope.getByRole('table', { name: '授权同意' }).getByRole('row');

describe('consents of a customer', () => {
  let mobile = 13_611_110_000;
  const desk = useDesk({}, async (app) => {
    await plantChain(app, 1);
  });
  const customer = async (name: string): Promise<number> => {
    const reply = await desk.app().post('/base-customer', { name, mobile: String((mobile += 1)), status: '2' });
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };

  test('none yet says what to do; one is noted, given twice it is refused at its field, withdrawn it stays (S1§2.9/8)', async () => {
    await customer('沈从文');
    const { page } = await desk.sit('/sales/customer');
    await rowAction(page, '沈从文', '详情');
    const card = dialog(page, '沈从文');
    await button(card, '授权同意').click();
    await see(card.getByText(/没有登记的用途，请不要发送或联系/));
    await button(card, '登记同意').focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, '登记同意');
    await see(form);
    // The first field has the focus a frame later: the keys count wherever it is in the form.
    await button(form, '取消').focus();
    await page.keyboard.press('Control+Enter');
    for (const lack of ['请选择用途', '请选择同意方式']) await see(form.getByText(lack).first());
    await pick(page, form, '用途', '营销短信');
    await pick(page, form, '同意方式', '门店签字');
    await fill(form, '凭据', '同意书 12 号');
    const then = addDays(dayOf(new Date()), -40);
    const since = field(form, 'givenAt').getByRole('textbox');
    await typeIn(since, then);
    await page.keyboard.press('Control+Enter');
    await see(field(form, 'givenAt').getByText('时间格式应为 2026-11-20 18:30'));
    // As the house writes it, whatever the language of the browser.
    await typeIn(since, `${then} 9：05`);
    await gone(field(form, 'givenAt').getByText('时间格式应为 2026-11-20 18:30'));
    await since.press('Tab');
    await expect.poll(() => since.inputValue()).toBe(`${then} 09:05`);
    await form.getByRole('button', { name: '选择同意时间' }).click();
    const chosen = then.endsWith('15') ? '16' : '15';
    await page.getByRole('gridcell').getByText(chosen, { exact: true }).click();
    await expect.poll(() => since.inputValue()).toBe(`${then.replace(/\d\d$/, chosen)} 09:05`);
    const today = dayOf(new Date());
    await typeIn(since, `${today} 0:00`);
    await fits(page);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await see(rows(card).getByText(new RegExp(`${today} 00:00`)));
    await see(rows(card).getByText(/门店签字 · 管理员登记 · 凭据：同意书 12 号/));
    await fits(page);
    await button(card, '登记同意').click();
    await pick(page, form, '用途', '营销短信');
    await pick(page, form, '同意方式', '门店签字');
    await button(form, '保存').click();
    await see(form.getByText(/营销短信（门店签字）已于.*仍然有效/).first());
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await see(question);
    await question.getByRole('button').last().click();
    await gone(form);
    await button(card, '撤回 营销短信 门店签字').click();
    const end = dialog(page, '撤回同意');
    await button(end, '撤回同意').click();
    await see(end.getByText('请填写撤回原因').first());
    await fill(end, '撤回原因', '不想再收到短信');
    await button(end, '撤回同意').click();
    await gone(end);
    await see(rows(card).getByText('已撤回', { exact: true }));
    await see(rows(card).getByText(/撤回 · 管理员登记 · 不想再收到短信/));
    await expect.poll(() => button(card, '撤回 营销短信 门店签字').count()).toBe(0);
  });

  test('the list of customers finds who agreed; that of all consents says of whom', async () => {
    const id = await customer('林徽因');
    await customer('陆小曼');
    const agreed = { customerId: id, purpose: 'birthday', channel: 'mini' };
    expect((await desk.app().post('/base-customer-consent', agreed)).status).toBe(200);
    const { page } = await desk.sit('/sales/customer?agreedTo=birthday');
    await see(page.getByRole('row').filter({ hasText: '林徽因' }).getByText('生日关怀'));
    await expect.poll(() => page.getByRole('row').filter({ hasText: '陆小曼' }).count()).toBe(0);
    const other = await desk.sit('/sales/consent');
    const row = other.page.getByRole('row').filter({ hasText: '林徽因' });
    await see(row.getByText('小程序'));
    await fits(other.page);
    await rowAction(other.page, '林徽因', '撤回');
    const end = dialog(other.page, '撤回同意');
    await fill(end, '撤回原因', '打扰');
    await button(end, '撤回同意').click();
    await gone(end);
    await see(row.getByText('已撤回', { exact: true }));
  });

  test('on a phone it is noted and withdrawn with a thumb, and nothing stands outside the page (S1§2.9/8)', async () => {
    await customer('苏小小');
    const { page } = await desk.sit('/sales/customer', PHONE);
    await cardAction(page, '苏小小', '详情');
    const card = dialog(page, '苏小小');
    await card.getByRole('button', { name: /消费记录/ }).click();
    await page.getByRole('menuitemradio', { name: '授权同意' }).click();
    await button(card, '登记同意').click();
    const form = dialog(page, '登记同意');
    await pick(page, form, '用途', '电话回访');
    await pick(page, form, '同意方式', '电话');
    await fits(page);
    await button(form, '保存').click();
    await gone(form);
    await see(rows(card).getByText(/电话 · 管理员登记/));
    await fits(page);
    await button(card, '撤回 电话回访 电话').click();
    const end = dialog(page, '撤回同意');
    await fill(end, '撤回原因', '不便接听');
    await button(end, '撤回同意').click();
    await gone(end);
    await see(rows(card).getByText('已撤回', { exact: true }));
    await fits(page);
  });

  test('who may only read finds no button; who may not even read, no part', async () => {
    const id = await customer('萧红');
    const app = desk.app();
    await app.post('/base-customer-consent', { customerId: id, purpose: 'member', channel: 'paper' });
    const reads = await roleWith(app, ['base:baseCustomer:list', 'base:baseCustomerConsent:list']);
    await app.addUser({ username: 'reads', roleIds: [reads], password: PASSWORD });
    const { page } = await desk.sit('/sales/customer', { username: 'reads', password: PASSWORD });
    await rowAction(page, '萧红', '详情');
    const card = dialog(page, '萧红');
    await button(card, '授权同意').click();
    await see(rows(card).getByText(/门店签字/));
    for (const name of ['登记同意', '导出', '撤回 会员服务 门店签字'])
      await expect.poll(() => button(card, name).count()).toBe(0);
    const none = await roleWith(app, ['base:baseCustomer:list']);
    await app.addUser({ username: 'none', roleIds: [none], password: PASSWORD });
    const other = await desk.sit('/sales/customer', { username: 'none', password: PASSWORD });
    await rowAction(other.page, '萧红', '详情');
    const same = dialog(other.page, '萧红');
    await see(button(same, '储值'));
    await expect.poll(() => button(same, '授权同意').count()).toBe(0);
  });
});
