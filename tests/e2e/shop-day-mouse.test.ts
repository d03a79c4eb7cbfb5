/** The shop's day with the mouse, from an empty house to a sold ring; each step stands on the one before. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { rowsOf } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { audit, button, dialog, field, fill, pick, pickFirst, rowAction } from './support/screens.ts';

const HEADERS = ['首饰名称', '款式', '成色', '金重', '金价', '工费', '倍率'];
const sheet = (rows: readonly (readonly (string | number)[])[]): Buffer => {
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([HEADERS, ...rows.map((row) => [...row])]), '货品');
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};
const upload = async (page: Page, name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> => {
  const wizard = dialog(page, '从Excel导入首饰');
  await wizard.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: sheet(rows),
  });
  await see(wizard.getByText(/共 \d+ 列，已匹配 \d+ 列/));
  await button(wizard, '下一步').click();
  await see(wizard.getByText(`共 ${rows.length} 行`));
  await button(wizard, '确定导入').click();
};

describe('a day in the shop', () => {
  const desk = useDesk();
  let ring = '';
  let beforeSale = '';

  test('an empty house leads from shop to supplier to the first piece', async () => {
    const { page } = await desk.sit();
    await see(page.getByRole('heading', { name: '三步开始使用' }));
    for (const name of ['罗湖店', '南山店']) {
      await page.goto('/index');
      const guided = page.getByRole('link', { name: '去建分店' });
      if (name === '罗湖店') await guided.click();
      else await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '分店' }).click();
      await page.getByRole('button', { name: '新增分店' }).click();
      const form = dialog(page, '新增分店');
      await fill(form, '分店名称', name);
      await button(form, '保存').click();
      await gone(form);
      await see(page.getByRole('row').filter({ hasText: name }));
    }
    await page.goto('/index');
    await page.getByRole('link', { name: '去建供应商' }).click();
    await page.getByRole('button', { name: '新增供应商' }).click();
    const form = dialog(page, '新增供应商');
    await fill(form, '供应商名称', '水贝金行');
    await fill(form, '联系人', '陈先生');
    await fill(form, '联系电话', '13900000001');
    await button(form, '保存').click();
    await gone(form);
    await page.goto('/index');
    await page.getByRole('link', { name: '去入库' }).click();
    await see(page.getByRole('heading', { name: '首饰入库' }));
  });

  test('a ring is received: name, weight, cost and price compute themselves (S0§2/3)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '供应商', '水贝金行');
    await pick(page, form, '首饰类别', '戒指');
    await pick(page, form, '成色', '足金');
    await pick(page, form, '款式', '光圈');
    await fill(form, '金重', '3.215');
    await fill(form, '金价', '560');
    await fill(form, '工费', '20');
    await fill(form, '倍率', '1.2');
    await see(field(form, 'weight').getByText('3.215 g'));
    await see(field(form, 'piceCost').getByText('¥1,800.40'));
    await see(field(form, 'sellPrice').getByText(/^ƒ/));
    await expect.poll(() => field(form, 'sellPrice').locator('input').inputValue()).toBe('2238');
    await expect.poll(() => field(form, 'name').locator('input').inputValue()).toContain('足金');
    await button(form, '仅保存').click();
    await gone(form);
    const { list } = await rowsOf(desk.app(), '/biz-goods-in');
    ring = String(list[0]?.['barcode']);
    expect(ring).toMatch(/^\d{12}$/);
    await audit(page, ring);
  });

  test('a sheet of pieces comes in by three steps, whole (S0§2/3 S0§2/10)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '从Excel导入' }).click();
    const wizard = dialog(page, '从Excel导入首饰');
    await pick(page, wizard, '分店', '罗湖店');
    await pick(page, wizard, '首饰类别', '戒指');
    await upload(page, '进货.xlsx', [
      ['素圈一号', '光圈', '足金', 2.5, 560, 20, 1.2],
      ['素圈二号', '光圈', '足金', 2.75, 560, 20, 1.2],
      ['素圈三号', '光圈', '足金', 3, 560, 20, 1.2],
    ]);
    await see(wizard.getByText('导入成功，共 3 件'));
    await button(wizard, '完成').click();
    await see(page.getByRole('row').filter({ hasText: '素圈三号' }));
  });

  test('a sheet with wrong rows names them and brings nothing in', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    const before = (await rowsOf(desk.app(), '/biz-goods-in')).count;
    await page.getByRole('button', { name: '从Excel导入' }).click();
    const wizard = dialog(page, '从Excel导入首饰');
    await pick(page, wizard, '分店', '罗湖店');
    await pick(page, wizard, '首饰类别', '戒指');
    await upload(page, '有误.xlsx', [
      ['好的一件', '光圈', '足金', 2.5, 560, 20, 1.2],
      ['错的一件', '光圈', '足金', '三克', 560, 20, 1.2],
    ]);
    const refused = wizard.getByRole('region', { name: '有误的数据' });
    await see(refused.getByText(/第 \d+ 行/));
    await see(refused.getByText('金重'));
    expect((await rowsOf(desk.app(), '/biz-goods-in')).count).toBe(before);
  });

  test('the ring moves to the other shop', async () => {
    const { page } = await desk.sit('/stock/transfer');
    await page.getByRole('button', { name: '新增调拨' }).click();
    const form = dialog(page, '新增首饰调拨');
    await pick(page, form, '调出分店', '罗湖店');
    await pick(page, form, '调入分店', '南山店');
    const box = form.getByLabel('条码', { exact: true });
    await box.fill(ring);
    await box.press('Enter');
    await see(form.getByRole('grid').getByText(ring));
    await button(form, '保存').click();
    await gone(form);
    await audit(page, '南山店');
    // A moment has whole seconds; the sale comes later than the next one.
    beforeSale = new Date(Date.now() + 1_000).toISOString();
  });

  test('it is sold there to a customer who is new, with two ways of payment, and the bill prints (S1§2.1/1)', async () => {
    const { page } = await desk.sit('/sales/order');
    await page.getByRole('button', { name: '新增销售单' }).click();
    const form = dialog(page, '新增销售单');
    await see(form);
    await form.getByRole('button', { name: /^客户：/ }).click();
    await page.getByRole('button', { name: '新增客户' }).click();
    const person = dialog(page, '新增客户');
    await fill(person, '客户名称', '李小姐');
    await fill(person, '联系电话', '13700000002');
    await button(person, '保存').click();
    await gone(person);
    await see(form.getByRole('button', { name: /^客户：李小姐/ }));
    await pick(page, form, '分店', '南山店');
    await pickFirst(page, form, '销售员');
    const box = form.getByLabel('条码', { exact: true });
    await box.fill(ring);
    await box.press('Enter');
    await see(form.getByRole('grid').getByText(ring));
    await fill(form, '现金', '1000');
    await form.getByRole('button', { name: '剩余全部用微信支付' }).click();
    await see(form.getByText('已付清'));
    await button(form, '保存').click();
    await gone(form);
    await audit(page, '李小姐');
    await rowAction(page, '李小姐', '在线打印');
    await page.waitForURL(/new-page/);
    const paper = page.getByRole('img', { name: '第1张' });
    for (const words of [/李小姐/, ring, /3\.215/]) await see(paper.getByText(words));
    const [order] = (await rowsOf(desk.app(), '/biz-sell')).list;
    expect(order).toMatchObject({ customerName: '李小姐', factFee: 2238 });
  });

  test('its barcode tells the whole life; at a moment before the sale it was not sold', async () => {
    const { page } = await desk.sit();
    await scan(page, ring);
    await page.waitForURL(/goods-flow/);
    for (const kind of ['正常入库', '调拨出库', '调拨入库', '销售'])
      await see(page.getByRole('row').filter({ hasText: kind }));
    const life = page.getByRole('region', { name: '首饰的一生' });
    await see(life.getByText(/^销售 XS/));
    await page.getByRole('button', { name: '历史时点' }).click();
    const past = new Date(Date.parse(beforeSale) + 8 * 3_600_000).toISOString().slice(0, 19);
    await page.getByLabel('查看截至某一时刻的数据').fill(past);
    await page.getByRole('button', { name: /^(查看|确定)$/ }).click();
    await see(page.getByText(/^正在查看 .* 的数据/));
    await see(page.getByRole('row').filter({ hasText: '调拨入库' }));
    await gone(page.getByRole('row').filter({ hasText: '销售' }));
    await gone(life.getByText(/^销售 XS/));
  });
});
