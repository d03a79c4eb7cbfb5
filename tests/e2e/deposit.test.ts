/** 定金储值 by mouse and keyboard (R79): money comes in, an order holds and spends it, what is left is paid out. */
import { dayOf } from 'services/contracts/dates';
import { afterAll, describe, expect, test } from 'vitest';
import { oldNumber } from '../support/old-number.ts';
import { smsProvider } from '../support/sms-provider.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { type } from './support/keys.ts';
import { button, dialog, fill, pick, pickFirst } from './support/screens.ts';

const messages = await smsProvider();
afterAll(() => messages.stop());
const { LOGIN_CODE: _picture, ...env } = messages.env;
const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('stored value', () => {
  let chain: SmallChain;
  const desk = useDesk({ env }, async (app) => {
    chain = await plantChain(app, 1);
  });
  const balance = async (): Promise<readonly number[]> => {
    const customers = (await desk.app().get('/base-customer?nameOrMobile=13800000001')).body.data as {
      list: readonly { id: number }[];
    };
    const { data } = (await desk.app().get(`/base-customer/${customers.list[0]?.id}/balance`)).body as unknown as {
      data: readonly { account: string; balance: number; held: number }[];
    };
    const one = data.find(({ account }) => account === '定金');
    return [one?.balance ?? -1, one?.held ?? -1];
  };

  test('a deposit is taken by mouse: mistakes stand at their fields, the list shows it posted', async () => {
    const { page } = await desk.sit('/sales/deposit');
    await button(page, '新增定金储值').click();
    const form = dialog(page, '新增定金储值单');
    await button(form, '保存').click();
    await see(form.getByText('客户名称不能为空').first());
    await pick(page, form, '客户', '王女士');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '经办人');
    await see(form.getByText('定金可用 ¥0.00', { exact: false }));
    await fill(form, '金额', '500');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await gone(form);
    const row = page.getByRole('row').filter({ hasText: '王女士' });
    await see(row.getByText('¥500.00').first());
    await see(row.getByText('已审核', { exact: true }));
    await expect.poll(() => balance()).toEqual([500, 0]);
  });

  test('by keyboard alone a part of it is paid out; more than is there is refused at the amount', async () => {
    const { page } = await desk.sit('/sales/deposit');
    await see(page.getByRole('row').filter({ hasText: '王女士' }));
    await button(page, '新增定金储值').focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, '新增定金储值单');
    await pick(page, form, '客户', '王女士');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '经办人');
    await pick(page, form, '收退', '退款');
    const amount = form.getByLabel(/^金额/).first();
    await amount.focus();
    await type(page, '600');
    await page.keyboard.press('Control+Enter');
    await see(form.getByText('余额不足', { exact: false }).first());
    await amount.focus();
    await page.keyboard.press('Control+a');
    await type(page, '200');
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '王女士' }).getByText('¥200.00').first());
    await expect.poll(() => balance()).toEqual([300, 0]);
  });

  test('on a phone it is a card, and the form fills the screen', async () => {
    const { page } = await desk.sit('/sales/deposit', PHONE);
    await see(page.getByText('定金退款').or(page.getByText('定金收款')).first());
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await button(page, '新增定金储值').click();
    const form = dialog(page, '新增定金储值单');
    await see(form.getByText('付款方式').first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    expect(chain.barcodes).toHaveLength(1);
  });

  test('money beyond the limit leaves by the code of the customer’s telephone: sent, mistyped, sent again in a minute, right', async () => {
    const app = desk.app();
    await app.addUser({ username: 'boss', roleIds: [3], lockShops: [chain.home] });
    const customer = { name: '沈女士', mobile: '13800000077', status: '2' };
    const customerId = await oldNumber({ app }, Number((await app.post('/base-customer', customer)).body.data));
    const paid = { customerId, shopId: chain.home, depositAt: dayOf(new Date()), account: '定金', seller: 'admin' };
    expect((await app.post('/biz-deposit', { ...paid, kind: '1', amount: 5_000 })).status).toBe(200);
    const { page } = await desk.sit('/sales/deposit', PHONE);
    await button(page, '新增定金储值').click();
    const form = dialog(page, '新增定金储值单');
    await pick(page, form, '客户', '沈女士');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '经办人');
    await pick(page, form, '收退', '退款');
    await fill(form, '金额', '2000');
    await button(form, '保存').click();
    const word = dialog(page, '需授权');
    await see(word.getByText('138••••0077', { exact: false }));
    await see(word.getByText('退款2000.00元', { exact: false }));
    await button(word, '核对并保存').click();
    await see(word.getByText('请先发送验证码'));
    await button(word, '发送验证码').click();
    await see(word.getByRole('button', { name: /重新发送（\d+ 秒）/ }));
    await expect.poll(() => messages.sent.length).toBe(1);
    const { code = '' } = messages.sent.at(-1) ?? {};
    await fill(word, '客户验证码', code === '00000' ? '11111' : '00000');
    await button(word, '核对并保存').click();
    await see(word.getByText('验证码错误或已过期', { exact: false }));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    expect((await word.boundingBox())?.width).toBeLessThanOrEqual(390);
    await fill(word, '客户验证码', code);
    await button(word, '核对并保存').click();
    await gone(word);
    await gone(form);
    const { data } = (await app.get(`/base-customer/${customerId}/balance`)).body as unknown as { data: unknown };
    expect(data).toContainEqual(expect.objectContaining({ account: '定金', balance: 3_000, held: 0 }));
  });
});
