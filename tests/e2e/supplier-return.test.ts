/** Pieces go back to their supplier by scanner and mouse; the reports of returns and transfers, opened totals. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { escape, scan } from './support/keys.ts';
import { agree, audit, button, dialog, pick, rowAction } from './support/screens.ts';

describe('back to the supplier', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
  });

  test('a return is scanned, audited, reversed with a reason and told by its history (S0§2/17 S0§5/15)', async () => {
    const [first = '', second = ''] = chain.barcodes;
    const { page } = await desk.sit('/stock/supplier-return');
    await page.getByRole('button', { name: '新增退货' }).click();
    const form = dialog(page, '新增退货');
    await see(form.getByRole('grid'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await scan(page, first);
    await see(page.getByText('请先选择分店名称！').first());
    await button(form, '保存').click();
    await see(form.getByText('请输入要退货的首饰！').first());
    await pick(page, form, '分店', '罗湖店');
    await scan(page, first);
    const grid = form.getByRole('grid');
    await see(grid.getByText(first));
    // A name that is cut is told whole on hover.
    const name = grid.getByRole('gridcell', { name: /足金/ }).first();
    await expect.poll(() => name.getAttribute('title')).toBe(await name.innerText());
    await see(form.getByRole('button', { name: /供应商：水贝金行/ }));
    await scan(page, first);
    await see(page.getByText('列表已存在此首饰，请不要重复输入！').first());
    await scan(page, second);
    await see(grid.getByText(second));
    await button(form, '保存').click();
    await gone(form);
    await audit(page, 'TH');
    await rowAction(page, 'TH', '反审核');
    const asked = page.getByRole('dialog', { name: /反审核/ }).or(page.getByRole('alertdialog'));
    await see(asked.getByText(/^将撤销 TH\d+ 的过账，并留下记录。$/));
    await asked.getByRole('textbox').fill('退错了');
    await asked
      .getByRole('button', { name: /确定|反审核/ })
      .first()
      .click();
    await see(page.getByRole('row').filter({ hasText: 'TH' }).getByText('待审核', { exact: true }));
    await rowAction(page, 'TH', '查看');
    const view = dialog(page, /查看退货 TH/);
    await see(view.getByText('退错了'));
    await escape(view);
    await rowAction(page, 'TH', '审核');
    await agree(page);
  });

  test('the reports show what was audited; a total opens', async () => {
    const [, , third = ''] = chain.barcodes;
    const app = desk.app();
    const moved = await app.post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      bizGoodsList: [{ barcode: third, inNum: 1 }],
    });
    const id = Number(moved.body.data);
    expect(await app.put(`/biz-allocate/audit/${id}`, { ids: [id] })).toMatchObject({ status: 200 });
    for (const [path, title, rows, total] of [
      ['/stock/report-return', '退货报表', 2, '合计 2，由 2 笔组成'],
      ['/stock/report-allocate', '调拨报表', 1, '合计 1，由 1 笔组成'],
    ] as const) {
      const { page } = await desk.sit(path);
      const screen = page.getByRole('region', { name: title });
      await see(screen.getByRole('row').nth(rows));
      await still(page);
      expect(await accessFindings(page)).toEqual([]);
      await screen.locator('.ui-figure').first().click();
      await see(dialog(page, /的来源/).getByText(new RegExp(total)));
    }
  });
});
