/** 大额现金 at the counter (R83): the save warns and offers the report, which is filled in by mouse or keyboard, listed and printed. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { escape, type } from './support/keys.ts';
import { button, dialog, fill, openSale, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('large cash', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    await app.put('/set-config', [{ configKey: 'cash_report_limit', configValue: '2000.00' }]);
  });
  const sell = async (page: Awaited<ReturnType<typeof desk.sit>>['page'], ring: string): Promise<void> => {
    const order = await openSale(page, ring);
    await button(order, '剩余全部用现金支付').click();
    await button(order, '保存').click();
    await gone(order);
  };

  test('a save that reaches the limit offers the report at once; filled in it stands in the list (S1§4/15)', async () => {
    const { page } = await desk.sit('/sales/order');
    await sell(page, chain.barcodes[0] ?? '');
    const offer = page.getByRole('alertdialog', { name: '大额现金' });
    await see(offer.getByText('王女士', { exact: false }));
    await see(offer.getByText('¥2,238.00', { exact: false }));
    await button(offer, '现在登记').click();
    const form = dialog(page, '登记大额现金');
    await see(form.getByText(/^XS\d+$/));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await fill(form, '联系方式', '13800000001');
    await fill(form, '证件号码', '110105194912310021');
    await form.getByRole('checkbox', { name: '证件长期有效' }).click();
    await fill(form, '款项用途', '购买黄金首饰');
    await fill(form, '核对人用户名', ADMIN.username);
    await fill(form, '密码', ADMIN.password);
    await button(form, '保存').click();
    await see(form.getByText('证件号码不正确，请核对').first());
    await fill(form, '证件号码', '11010519491231002x');
    await button(form, '保存').click();
    await gone(form);

    await page.goto(`${new URL(page.url()).origin}/sales/cash-report`);
    const row = page.getByRole('row').filter({ hasText: '王女士' });
    await see(row.getByText('已登记'));
    await see(row.getByText('1101**********002X'));
    await rowAction(page, '王女士', '查看');
    const view = dialog(page, '查看大额现金');
    await see(view.getByText('11010519491231002X'));
    await see(view.getByText('达到限额'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await escape(view);
    await page.evaluate(() => {
      window.print = () => document.body.toggleAttribute('data-printed', true);
    });
    await rowAction(page, '王女士', '打印');
    await page.waitForFunction(() => document.body.hasAttribute('data-printed'));
    const paper = await page.locator('article.cash-paper').textContent();
    for (const part of [
      '大额现金交易登记表',
      '王女士',
      '11010519491231002X',
      '¥2,238.00',
      '购买黄金首饰',
      '客户签字',
    ]) {
      expect(paper).toContain(part);
    }
  });

  test('put off it waits on the home page, and is filled in by keyboard alone (S1§4/15)', async () => {
    const customer = await desk.app().post('/base-customer', { name: '李先生', mobile: '13800000002', status: '2' });
    const reply = await desk.app().post('/biz-deposit', {
      customerId: Number(customer.body.data),
      shopId: chain.home,
      depositAt: chain.today,
      account: '定金',
      kind: '1',
      amount: 3_000,
      seller: 'admin',
    });
    expect(reply.status, reply.text).toBe(200);
    expect(String(reply.body.msg)).toContain('请登记大额现金');
    const { page } = await desk.sit('/index');
    await page.getByText('大额现金待登记').click();
    const row = page.getByRole('row').filter({ hasText: '李先生' });
    await see(row.getByText('待登记'));
    await row.focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, '登记大额现金');
    const name = form.getByLabel(/^姓名/);
    await see(name);
    await expect.poll(() => name.inputValue()).toBe('李先生');
    await name.focus();
    await page.keyboard.press('Tab');
    await type(page, '13800000002');
    await fill(form, '证件号码', 'E12345678');
    await pick(page, form, '证件种类', '护照');
    await form.getByRole('checkbox', { name: '证件长期有效' }).focus();
    await page.keyboard.press('Space');
    await fill(form, '款项用途', '预订对戒');
    await fill(form, '核对人用户名', ADMIN.username);
    await fill(form, '密码', ADMIN.password);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await gone(row);
  });

  test('on a phone it is a card, and the form fills the screen', async () => {
    const { page } = await desk.sit('/sales/cash-report', PHONE);
    await see(page.getByText('李先生').first());
    await see(page.getByText('付现金').or(page.getByText('收现金')).first());
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByText('修改', { exact: true }).first().click();
    const form = dialog(page, '登记大额现金');
    await see(form.getByText('客户身份'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
