/** The past on screen: a band says which moment, nothing can be written, documents and totals open as they were then. */
import { beforeAll, describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { escape } from './support/keys.ts';
import { button, dialog, rowAction } from './support/screens.ts';
import type { Page } from 'playwright-core';

/** The shops' clock time of a moment, as the field takes it. */
const clockOf = (moment: Date): string => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
const goBack = async (page: Page, moment: Date): Promise<void> => {
  await button(page, '历史时点').click();
  await page.getByLabel('查看截至某一时刻的数据').fill(clockOf(moment));
  await button(page.getByRole('dialog', { name: '查看某一时刻' }), '查看').click();
  await see(page.getByText(/^正在查看 .* 的数据$/));
};

describe('a transfer that was revised and audited, and sales', () => {
  let chain: SmallChain;
  const at = { pending: new Date(), audited: new Date() };
  // A clock of its own, so that whole seconds lie between the moments.
  let now = new Date(Date.now() - 90_000);
  const later = (): Date => {
    now = new Date(now.getTime() + 10_000);
    return now;
  };
  const desk = useDesk({ clock: () => now }, async (app) => {
    chain = await plantChain(app, 3);
    const [ring = '', other = '', third = ''] = chain.barcodes;
    const body = (barcodes: readonly string[], remark: string) => ({
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      remark,
      bizGoodsList: barcodes.map((barcode) => ({ barcode, inNum: 1 })),
    });
    const sold = async (barcode: string): Promise<void> => {
      const order = {
        customerId: Number((await rowsOf(app, '/base-customer')).list[0]?.['id']),
        shopId: chain.home,
        sellAt: chain.today,
        seller: 'admin',
        printTemplate: '销售单',
        sellGoodsList: [{ barcode, num: 1 }],
        sellBalanceList: [{ balance: '现金', amount: 2238 }],
      };
      expect((await app.post('/biz-sell', order)).status).toBe(200);
    };
    later();
    const id = Number((await app.post('/biz-allocate', body([ring], '第一次'))).body.data);
    await sold(third);
    at.pending = later();
    later();
    expect((await app.put(`/biz-allocate/${id}`, body([ring, other], '补一件'))).status).toBe(200);
    expect((await app.put(`/biz-allocate/audit/${id}`, { ids: [id] })).status).toBe(200);
    const receipt = (await rowsOf(app, `/biz-goods-in?barcode=${ring}&shopId=${chain.home}`)).list[0]?.['id'];
    expect(receipt).toBeTypeOf('number');
    at.audited = later();
    later();
    const reversed = await app.put(`/biz-allocate/unaudit/${id}`, { ids: [id], reason: '调错分店' });
    expect(reversed.status).toBe(200);
    await app.house.caughtUp();
    now = new Date(Math.max(Date.now(), now.getTime() + 10_000));
  });
  beforeAll(() => expect(chain.barcodes).toHaveLength(3));

  test('the list shows the moment, its band, no way to write, and leads back (S0§2/28)', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await see(page.getByRole('row').filter({ hasText: '补一件' }));
    await goBack(page, at.pending);
    const row = page.getByRole('row').filter({ hasText: '第一次' });
    await see(row.getByText('待审核', { exact: true }));
    for (const word of ['编辑', '审核', '删除'])
      await expect.poll(() => row.getByText(word, { exact: true }).count()).toBe(0);
    await expect.poll(() => button(page, '新增调拨').count()).toBe(0);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await goBack(page, at.audited);
    await see(page.getByRole('row').filter({ hasText: '补一件' }).getByText('已审核', { exact: true }));
    await button(page, '返回现在').click();
    await gone(page.getByText(/^正在查看/));
    await see(page.getByRole('row').filter({ hasText: '补一件' }).getByText('待审核', { exact: true }));
    await see(button(page, '新增调拨'));
  });

  test('a document opens as it was, and its history ends there; now it tells the reason of the 反审核 (S0§4/17)', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await goBack(page, at.pending);
    await page.getByRole('row').filter({ hasText: '第一次' }).getByText('查看', { exact: true }).click();
    const view = dialog(page, /^查看首饰调拨/);
    await see(view.getByText(chain.barcodes[0] ?? '').first());
    await expect.poll(() => view.getByText(chain.barcodes[1] ?? '').count()).toBe(0);
    await see(view.getByText('新增', { exact: true }));
    await expect.poll(() => view.getByText('修改', { exact: true }).count()).toBe(0);
    await escape(view);
    await button(page, '返回现在').click();
    await page.getByRole('row').filter({ hasText: '补一件' }).getByText('查看', { exact: true }).click();
    await see(view.getByText(/备注：第一次 → 补一件/));
    await see(view.getByText(/调错分店/));
  });

  test('goods and reports of the moment; a total opens into what made it then (S0§2/28)', async () => {
    const { page } = await desk.sit('/stock/report-allocate');
    await see(page.getByText('这段时间没有已审核的调拨'));
    await goBack(page, at.audited);
    const screen = page.getByRole('region', { name: '调拨报表' });
    await see(screen.getByRole('row').filter({ hasText: chain.barcodes[1] ?? '' }));
    await screen.locator('.ui-figure').first().click();
    const panel = dialog(page, /的来源/);
    await see(panel.getByText(/合计 2，由 2 笔组成/));
    expect(await accessFindings(page)).toEqual([]);
    await page.goto('/stock/goods-in');
    await goBack(page, at.audited);
    await see(
      page
        .getByRole('row')
        .filter({ hasText: chain.barcodes[0] ?? '' })
        .getByText('已调出'),
    );
  });

  test('the tags over the sales open into the orders; a phone shows a report’s totals too', async () => {
    const { page } = await desk.sit('/sales/order');
    const tags = page.getByRole('list', { name: '合计' });
    await tags.getByRole('button', { name: '¥2,238.00' }).first().click();
    const panel = dialog(page, /的来源/);
    await see(panel.getByText(/合计 ¥2,238\.00，由 1 笔组成/));
    await see(panel.getByText(/销售（待审核）/));
    await escape(panel);
    // No fee is cut by the amount that stays at the edge.
    await rowAction(page, 'XS', '查看');
    const edges = await Promise.all(
      ['克工费', '实售金额'].map(async (title) => {
        const head = dialog(page, /查看销售单/).getByRole('columnheader', { name: title });
        await see(head);
        return (await head.boundingBox()) ?? { x: 0, width: 0 };
      }),
    );
    expect(edges[0]!.x + edges[0]!.width).toBeLessThanOrEqual(edges[1]!.x);
    const phone = await desk.open({ viewport: { width: 390, height: 844 } });
    await desk.enter(phone, '/stock/report-turnover');
    const figures = phone.page.getByLabel('合计', { exact: true });
    await figures.getByRole('button').first().click();
    await see(dialog(phone.page, /的来源/).getByText(/笔组成/));
  });
});
