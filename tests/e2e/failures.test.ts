/** What goes wrong in a shop: lost connections, other people's changes, two tills, closed dialogs, a missing file. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { forgive, gone, see, useDesk } from './support/desk.ts';
import { keysIn, scan, typeIn } from './support/keys.ts';
import { agree, button, dialog, field, fill, openSale, pick, rowAction } from './support/screens.ts';

const openShop = async (page: Page, name: string) => {
  await page.getByRole('button', { name: '新增分店' }).click();
  const form = dialog(page, '新增分店');
  await fill(form, '分店名称', name);
  return form;
};
const shopsNamed = async (desk: ReturnType<typeof useDesk>, name: string): Promise<number> =>
  (await rowsOf(desk.app(), `/base-shop?name=${encodeURIComponent(name)}`)).count;

describe('when things go wrong', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 3);
    await app.addUser({ username: 'clerk', roleIds: [3], lockShops: [chain.home] });
  });

  test('the server is away while saving: nothing typed is lost, and the save comes through once (S0§4/14)', async () => {
    const seat = await desk.sit('/admin/shop');
    const { page } = seat;
    const form = await openShop(page, '断网店');
    let away = true;
    await page.route('**/api/v1/base-shop', (route: Route) =>
      away && route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    );
    await button(form, '保存').click();
    await see(page.getByText(/网络中断/));
    await expect.poll(() => form.getByLabel(/^分店名称/).inputValue()).toBe('断网店');
    away = false;
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '断网店' }));
    expect(await shopsNamed(desk, '断网店')).toBe(1);
    forgive(seat, /ERR_CONNECTION_REFUSED/);
  });

  test('the server stays away: the words say when it is no longer tried, and the next press saves', async () => {
    const seat = await desk.sit('/admin/shop');
    const { page } = seat;
    const form = await openShop(page, '久断店');
    let away = true;
    await page.route('**/api/v1/base-shop', (route: Route) =>
      away && route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    );
    await button(form, '保存').click();
    await see(form.getByRole('status').getByText(/正在重连/));
    await see(form.getByRole('alert').getByText('网络没有恢复，输入已保留，请检查网络后再点一次'));
    await gone(page.getByText(/正在重连/));
    await expect.poll(() => form.getByLabel(/^分店名称/).inputValue()).toBe('久断店');
    away = false;
    await button(form, '保存').click();
    await gone(form);
    await gone(page.getByText(/网络没有恢复/));
    expect(await shopsNamed(desk, '久断店')).toBe(1);
    forgive(seat, /ERR_CONNECTION_REFUSED/);
  });

  test('a full disk: a red bar says so, nothing typed is lost, and with space again the next press saves', async () => {
    const seat = await desk.sit('/admin/shop');
    const { page } = seat;
    const form = await openShop(page, '满盘店');
    const full = '磁盘空间不足，输入已保留';
    const refuse = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 507, json: { code: 507, msg: full, data: null } })
        : route.continue();
    await page.route('**/api/v1/base-shop', refuse);
    await button(form, '保存').click();
    const bar = page.locator('#page').getByText(full);
    await see(bar);
    await see(form.getByRole('alert').getByText(full));
    await expect.poll(() => form.getByLabel(/^分店名称/).inputValue()).toBe('满盘店');
    await page.unroute('**/api/v1/base-shop', refuse);
    await button(form, '保存').click();
    await gone(form);
    await gone(bar);
    expect(await shopsNamed(desk, '满盘店')).toBe(1);
    forgive(seat, /507/);
  });

  test('the answer gets lost after the server saved: the repeat makes no second record (S1§8/1)', async () => {
    const seat = await desk.sit('/admin/shop');
    const { page } = seat;
    const form = await openShop(page, '丢信店');
    let lost = 0;
    await page.route('**/api/v1/base-shop', async (route: Route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByText('上次保存已成功'));
    expect(await shopsNamed(desk, '丢信店')).toBe(1);
    forgive(seat, /ERR_CONNECTION_RESET/);
  });

  test('the answer gets lost and the form with it: what is taken up again makes no second record', async () => {
    const seat = await desk.sit('/admin/shop');
    const { page } = seat;
    const form = await openShop(page, '重开店');
    let away = false;
    await page.route('**/api/v1/base-shop', async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (!away) await route.fetch();
      away = true;
      return route.abort('connectionreset');
    });
    await button(form, '保存').click();
    await see(page.getByText(/网络中断|网络没有恢复/));
    await page.reload();
    await page.unroute('**/api/v1/base-shop');
    await page.getByRole('button', { name: '新增分店' }).click();
    await button(form, '恢复未保存的内容').click();
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByText('上次保存已成功'));
    expect(await shopsNamed(desk, '重开店')).toBe(1);
    forgive(seat, /ERR_CONNECTION_RESET/);
  });

  test('a refused field is told at its place and has the focus', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    await button(form, '仅保存').click();
    await see(form.getByRole('alert'));
    await see(form.locator('[data-field="shopId"]').getByText('分店不能为空'));
    await keysIn(field(form, 'shopId'));
  });

  test('every kind of empty field that is required is marked, to the eye and to a reader', async () => {
    const { page } = await desk.sit('/sales/order');
    await page.getByRole('button', { name: '新增销售单' }).click();
    const sale = dialog(page, '新增销售单');
    const marked = async (form: typeof sale, name: string): Promise<void> => {
      const control = field(form, name).locator('button.ui-picker').first();
      await see(field(form, name).locator('.ui-problem'));
      await expect.poll(() => control.getAttribute('aria-invalid'), { message: name }).toBe('true');
      const frame = await control.evaluate((element) => {
        const box = element.closest('[data-validation]') ?? element;
        return getComputedStyle(box).borderColor + getComputedStyle(box).boxShadow;
      });
      expect(frame, name).toContain('rgb(207, 34, 46)');
    };
    await button(sale, '保存').click();
    for (const name of ['customerId', 'shopId', 'seller']) await marked(sale, name);
    await page.goto('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const transfer = dialog(page, '新增首饰调拨');
    await button(transfer, '保存').click();
    for (const name of ['outShopId', 'inShopId']) await marked(transfer, name);
  });

  test('a day that is none is not saved as the day before: it counts, has the focus and stays as it was typed', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    await scan(page, chain.barcodes[2] ?? '');
    await see(form.getByRole('grid').getByText(chain.barcodes[2] ?? ''));
    const day = field(form, 'allocateAt').locator('input');
    await typeIn(day, '2026-13-45');
    // Without leaving the field first.
    await page.keyboard.press('Control+Enter');
    await see(form.getByText(/^有2处需要修改/));
    await pick(page, form, '调入分店', '南山店');
    await typeIn(day, '昨天');
    await button(form, '保存').click();
    await see(form.getByRole('alert').getByText('日期格式应为 yyyy-MM-dd'));
    await see(field(form, 'allocateAt').getByText('日期格式应为 yyyy-MM-dd'));
    await page.waitForFunction(() => document.activeElement?.closest('[data-field="allocateAt"]') !== null);
    await expect.poll(() => day.inputValue()).toBe('昨天');
    await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
    expect((await rowsOf(desk.app(), '/biz-allocate')).count).toBe(0);
    await typeIn(day, chain.today.replaceAll('-', ''));
    await gone(form.getByText('日期格式应为 yyyy-MM-dd'));
    await page.keyboard.press('Control+Enter');
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-allocate');
    expect(list).toMatchObject([{ allocateAt: chain.today }]);
  });

  test('a day outside what somebody may choose is not saved as the day before', async () => {
    const { page } = await desk.sit('/stock/transfer', { username: 'clerk', password: USER_PASSWORD });
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await typeIn(field(form, 'allocateAt').locator('input'), '2020-01-01');
    await button(form, '保存').click();
    await see(field(form, 'allocateAt').getByText(/^日期只能选择/));
    await expect.poll(() => field(form, 'allocateAt').locator('input').inputValue()).toBe('2020-01-01');
  });

  test('a refusal of the server stands at its field, which has the focus; the rest stays (S0§4/14 S1§8/1)', async () => {
    const { page } = await desk.sit('/admin/shop');
    const form = await openShop(page, '福田店');
    const refusal = { code: 422, msg: '备注不合规', data: [{ path: 'remark', message: '备注不合规' }] };
    await page.route('**/api/v1/base-shop', (route: Route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 422, json: refusal }) : route.continue(),
    );
    await button(form, '保存').click();
    await see(field(form, 'remark').getByText('备注不合规'));
    await page.waitForFunction(() => document.activeElement?.closest('[data-field="remark"]') !== null);
    await expect.poll(() => form.getByLabel(/^分店名称/).inputValue()).toBe('福田店');
  });

  test('somebody else changed the record: the save says so, shows it, and keeps what was typed', async () => {
    const { page } = await desk.sit('/admin/shop');
    await rowAction(page, '南山店', '编辑');
    const form = dialog(page, '编辑分店');
    await fill(form, '备注', '二楼');
    const other = { id: chain.away, name: '南山总店', status: '2', remark: '' };
    expect((await desk.app().put(`/base-shop/${chain.away}`, other)).status).toBe(200);
    await button(form, '保存').click();
    await see(form.getByText('别人已修改，请刷新后再保存'));
    await see(form.getByText(/南山总店/));
    await button(form, '刷新，保留我修改的内容').click();
    await expect.poll(() => form.getByLabel(/^分店名称/).inputValue()).toBe('南山总店');
    await expect.poll(() => form.getByLabel(/^备注/).inputValue()).toBe('二楼');
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '二楼' }).filter({ hasText: '南山总店' }));
  });

  test('a payment that is no amount keeps the bill open; one that is short is asked about', async () => {
    const { page } = await desk.sit('/sales/order');
    const [, ring = ''] = chain.barcodes;
    const form = await openSale(page, ring);
    const saved = async (): Promise<number> => (await rowsOf(desk.app(), '/biz-sell')).count;
    const cash = form.getByLabel('现金', { exact: true });
    const card = form.getByLabel('微信', { exact: true });
    const paying = form.locator('[data-field="sellBalanceList"]');
    await typeIn(card, 'abc');
    await button(form, '保存').click();
    await see(paying.getByText('请输入数字'));
    await see(form.locator('.ui-problem-line').getByText('微信：请输入数字'));
    await expect.poll(() => form.getByText('请在支付方式中输入至少一种结算金额！').count()).toBe(0);
    await page.waitForFunction(() => document.activeElement?.id === 'pay-微信');
    await expect.poll(() => card.getAttribute('aria-invalid')).toBe('true');
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    await typeIn(card, '1.2.3');
    await page.keyboard.press('Control+Enter');
    await see(paying.getByText('请输入数字'));
    await expect.poll(() => card.inputValue()).toBe('1.2.3');
    const question = page.getByRole('alertdialog');
    await typeIn(card, '-100');
    await page.keyboard.press('Control+Enter');
    await see(question.getByText('还差 ¥100.00，确定按抹零保存吗？'));
    await button(question, '取消').click();
    await gone(question);
    expect(await saved()).toBe(0);

    await typeIn(card, '');
    await page.keyboard.press('Delete');
    await typeIn(cash, '38');
    await button(form, '保存').click();
    await see(question.getByText('还差 ¥2,200.00，确定按抹零保存吗？'));
    await button(question, '取消').click();
    await gone(question);
    await see(form);
    await expect.poll(() => cash.inputValue()).toBe('38');
    expect(await saved()).toBe(0);
    await typeIn(cash, '2230');
    await page.keyboard.press('Control+Enter');
    // 8 yuan may be rounded off without a word.
    await gone(form);
    expect((await rowsOf(desk.app(), '/biz-sell')).list).toMatchObject([{ factFee: 2230 }]);
  });

  test('the server’s word about a payment stands at it, and goes when it is changed', async () => {
    const { page } = await desk.sit('/sales/order');
    const form = await openSale(page, chain.barcodes[0] ?? '');
    await typeIn(form.getByLabel('微信', { exact: true }), '2000');
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    const sent: string[] = [];
    await page.route('**/api/v1/biz-sell', async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const { sellBalanceList } = route.request().postDataJSON() as { sellBalanceList: { balance: string }[] };
      sent.push(...sellBalanceList.map(({ balance }) => balance));
      const data = [{ path: `sellBalanceList.${sent.indexOf('微信')}.amount`, message: '金额不对' }];
      return route.fulfill({ status: 422, json: { code: 422, msg: '金额不对', data } });
    });
    await button(form, '保存').click();
    await page.waitForFunction(() => document.activeElement?.id === 'pay-微信');
    await see(form.locator('#pay-微信-note').getByText('金额不对'));
    await typeIn(form.getByLabel('微信', { exact: true }), '2001');
    await gone(form.getByText('金额不对'));
  });

  test('two tills sell the same piece: the second one is told and keeps its bill (S1§8/1)', async () => {
    const { page } = await desk.sit('/sales/order');
    const [ring = ''] = chain.barcodes;
    const form = await openSale(page, ring);
    await form.getByRole('button', { name: '剩余全部用现金支付' }).click();
    const first = await desk.app().post('/biz-sell', {
      customerId: (await rowsOf(desk.app(), '/base-customer')).list[0]?.['id'],
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode: ring, num: 1 }],
      sellBalanceList: [{ balance: '现金', amount: 2238 }],
    });
    expect(first.status, first.text).toBe(200);
    await button(form, '保存').click();
    await see(form.getByText(/占用/));
    await see(form.getByRole('grid').getByText(ring));
    expect((await rowsOf(desk.app(), '/biz-sell')).count).toBe(2);
  });

  test('a dialog closed by accident gives back what was typed', async () => {
    const { page } = await desk.sit('/admin/shop');
    const form = await openShop(page, '没写完的店');
    await page.keyboard.press('Escape');
    await agree(page);
    await gone(form);
    await page.getByRole('button', { name: '新增分店' }).click();
    await button(form, '恢复未保存的内容').click();
    await expect.poll(() => form.getByLabel(/^分店名称/).inputValue()).toBe('没写完的店');
  });

  test('a micro-frontend whose file is missing says so and comes back; the others go on', async () => {
    const seat = await desk.open();
    const { page } = seat;
    let missing = true;
    await page.route('**/mfe-stock/**', (route: Route) => (missing ? route.abort('failed') : route.continue()));
    await desk.enter(seat, '/stock/goods-in');
    const retry = page.getByRole('button', { name: '重试' });
    await see(retry);
    await page.getByRole('link', { name: '分店' }).click();
    await see(page.getByRole('heading', { level: 2, name: '分店' }));
    missing = false;
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '首饰入库' }).click();
    await retry.click();
    await see(page.getByRole('heading', { level: 2, name: '首饰入库' }));
    forgive(seat, /ERR_FAILED|Failed to fetch dynamically|single-spa|mfe-stock/);
  });
});
