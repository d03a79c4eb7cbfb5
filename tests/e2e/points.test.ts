/** Points by mouse and keyboard: a rule with its mistakes, 试算, a correction on the customer's page, two customers made one. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { button, dialog, fill, pick, rowAction } from './support/screens.ts';

describe('points', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
  });

  test('a rule says what it lacks, is saved, and 试算 says what a sale would earn (S1§2.10/1)', async () => {
    expect(chain.barcodes).toHaveLength(1);
    const { page } = await desk.sit('/sales/points');
    await page.getByRole('button', { name: '新增规则' }).click();
    const form = dialog(page, '新增积分规则');
    await button(form, '保存').click();
    for (const lack of ['首饰类别不能为空', '销售金额不能为空']) await see(form.getByText(lack).first());
    await pick(page, form, '首饰类别', '戒指');
    await fill(form, '销售金额', '100');
    await button(form, '保存').click();
    await see(form.getByText('首饰款式和首饰成色至少需要选择一种！').first());
    await pick(page, form, '首饰成色', '足金');
    await fill(form, '客户积分', '10');
    await fill(form, '销售员积分', '3');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await gone(form);
    await page.getByRole('button', { name: '试算', exact: true }).click();
    const trial = dialog(page, '积分试算');
    await pick(page, trial, '首饰类别', '戒指');
    await pick(page, trial, '首饰成色', '足金');
    await fill(trial, '实售金额', '1234.56');
    await button(trial, '试算').click();
    await see(trial.getByText('123', { exact: true }));
    await see(trial.getByText('37', { exact: true }));
  });

  test('points are corrected on the page of a customer, with a reason, and stand in the ledger (S1§2.9/5)', async () => {
    await desk.app().post('/base-customer', { name: '章子怡', mobile: '13611112222', status: '2' });
    const { page } = await desk.sit('/sales/customer');
    await rowAction(page, '章子怡', '详情');
    const card = dialog(page, '章子怡');
    await button(card, '调整积分').click();
    const form = dialog(page, '调整积分');
    await button(form, '保存').click();
    await see(form.getByText('请填写调整原因').first());
    await fill(form, '调整积分', '80');
    await fill(form, '原因', '开业赠送');
    await button(form, '保存').click();
    await gone(form);
    const ledger = card.getByRole('table', { name: '积分明细' });
    await see(ledger.getByText('+80'));
    await see(ledger.getByText(/开业赠送/));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });
});
