/** Losses and finds of a check become documents; a broken piece by hand; what was sold cannot turn up again. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { agree, audit, button, dialog, fill, pick, rowAction } from './support/screens.ts';

describe('write-offs and write-ups', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 4);
  });
  const ok = (reply: { readonly status: number; readonly text: string }): void => {
    if (reply.status !== 200) throw new Error(reply.text);
  };
  /** A check that found two of four pieces. */
  const checked = async (found: readonly string[]): Promise<number> => {
    const app = desk.app();
    const opened = await app.post('/biz-check/open', { shopId: chain.home, checkAt: chain.today, type: '戒指' });
    const id = Number(opened.body.data);
    ok(await app.post(`/biz-check/${id}/scan`, { barcodes: found }));
    ok(await app.put(`/biz-check/audit/${id}`, { ids: [id] }));
    return id;
  };

  test('an audited check proposes its losses; the write-off is audited, linked both ways and reversed (S0§4/18)', async () => {
    const [first = '', second = '', third = '', fourth = ''] = chain.barcodes;
    const id = await checked([first, second]);
    const { page } = await desk.sit('/stock/check');
    await rowAction(page, `PD${id}`, '查看');
    const check = dialog(page, `查看首饰盘点 PD${id}`);
    await button(check, '生成报损单（2 件）').click();
    const form = dialog(page, '新增报损');
    await see(form.getByRole('grid').getByText(third));
    await see(form.getByRole('grid').getByText(fourth));
    await see(form.getByText(`PD${id}`));
    await button(form, '保存').click();
    await see(form.getByText('请填写原因').first());
    await fill(form, '原因', '月末盘点缺失');
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await gone(form);
    const made = check.getByRole('list', { name: '损溢单' });
    await see(made.getByText('待审核'));
    await see(check.getByText('缺失 2 件'));
    await expect.poll(() => check.getByRole('button', { name: /生成报损单/ }).count()).toBe(0);
    await made.getByRole('button', { name: /^SY/ }).click();
    const seen = dialog(page, /^查看报损 SY/);
    await see(seen.getByRole('grid').getByText(third));
    await button(seen, '关闭').last().click();
    await button(check, '关闭').last().click();
    await gone(check);

    const list = await desk.sit('/stock/adjust');
    await audit(list.page, '月末盘点缺失');
    await rowAction(list.page, '月末盘点缺失', '查看');
    const view = dialog(list.page, /^查看报损 SY/);
    await view.getByRole('button', { name: `PD${id}` }).click();
    await see(dialog(list.page, `查看首饰盘点 PD${id}`).getByRole('list', { name: '损溢单' }).getByText('已审核'));
    await button(dialog(list.page, `查看首饰盘点 PD${id}`), '关闭')
      .last()
      .click();

    const goods = await desk.sit('/stock/goods-in');
    await see(goods.page.getByRole('row').filter({ hasText: third }).getByText('报损', { exact: true }));
    await rowAction(list.page, '月末盘点缺失', '反审核');
    const why = list.page.getByRole('dialog', { name: /反审核/ }).or(list.page.getByRole('alertdialog'));
    await why.getByRole('textbox').fill('在保险柜找到');
    await why
      .getByRole('button', { name: /确定|反审核/ })
      .first()
      .click();
    await see(list.page.getByRole('row').filter({ hasText: '月末盘点缺失' }).getByText('待审核', { exact: true }));
    await rowAction(list.page, '月末盘点缺失', '删除');
    await agree(list.page);
    await gone(list.page.getByRole('row').filter({ hasText: '月末盘点缺失' }));
  });

  test('by hand: a broken piece is written off; what is there in full and what was sold says why it cannot turn up (S0§4/18)', async () => {
    const [first = '', second = ''] = chain.barcodes;
    const { page } = await desk.sit('/stock/adjust');
    await page.getByRole('button', { name: '新增报损' }).click();
    const loss = dialog(page, '新增报损');
    await scan(page, first);
    await see(page.getByText('请先选择分店名称！').first());
    await pick(page, loss, '分店', '罗湖店');
    await scan(page, first);
    await see(loss.getByRole('grid').getByText(first));
    await fill(loss, '原因', '戒圈断裂');
    await button(loss, '保存').click();
    await gone(loss);
    await audit(page, '戒圈断裂');

    const app = desk.app();
    const moved = await app.post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      bizGoodsList: [{ barcode: second, inNum: 1 }],
    });
    const id = Number(moved.body.data);
    ok(await app.put(`/biz-allocate/audit/${id}`, { ids: [id] }));
    await page.getByRole('button', { name: '新增报溢' }).click();
    const gain = dialog(page, '新增报溢');
    await pick(page, gain, '分店', '罗湖店');
    await scan(page, second);
    await see(gain.getByText('此首饰在南山店').first());
    await scan(page, first);
    await see(gain.getByRole('grid').getByText(first));
    await fill(gain, '原因', '修好归还');
    await button(gain, '保存').click();
    await gone(gain);
    await audit(page, '修好归还');
  });
});
