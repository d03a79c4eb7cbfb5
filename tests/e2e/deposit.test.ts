/** 定金储值 by mouse and keyboard (R79): money comes in, an order holds and spends it, what is left is paid out. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { ADMIN, accessFindings, gone, see, still, useDesk } from './support/desk.ts';
import { type } from './support/keys.ts';
import { button, dialog, fill, pick, pickFirst } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('stored value', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
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
});
