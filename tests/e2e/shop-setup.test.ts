/** 开新店: from nothing to the first sale, with a mistake in each form; what is missing is always what is true now. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, useDesk, visit } from './support/desk.ts';
import { escape } from './support/keys.ts';
import { agree, button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const HERE = '/admin/shop-setup';
const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('a new shop', () => {
  const desk = useDesk({}, async (app) => {
    const supplier = { name: '水贝金行', contract: '陈先生', mobile: '13900000001', status: '2' };
    expect((await app.post('/base-supplier', supplier)).status).toBe(200);
  });

  const addShop = async (page: Page): Promise<void> => {
    await see(page.getByText('先新增一家分店，再按步骤往下走'));
    await button(page, '新增第一家分店').click();
    const form = dialog(page, '新增分店');
    await button(form, '保存').click();
    await see(form.getByText('分店名称不能为空').first());
    await fill(form, '分店名称', '罗湖店');
    await button(form, '保存').click();
    await gone(form);
  };
  const addDepartment = async (page: Page, shop: Locator): Promise<void> => {
    await button(shop, '新增部门').focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, '新增部门');
    // Called as the shop, below the chain.
    await expect.poll(() => form.getByLabel(/^部门名称/).inputValue()).toBe('罗湖店');
    await button(form, '保存').click();
    await see(form.getByText('负责人不能为空').first());
    await fill(form, '负责人', '李四');
    await button(form, '保存').click();
    await gone(form);
  };
  const addSeller = async (page: Page, shop: Locator): Promise<void> => {
    await button(shop, '新增用户').click();
    const form = dialog(page, '新增用户');
    await see(field(form, 'lockShops').getByRole('button', { name: '指定的分店：罗湖店' }));
    await see(form.getByRole('button', { name: '部门：罗湖店' }));
    await fill(form, '登录名称', 'xiaoli');
    await fill(form, '用户名称', '小李');
    await fill(form, '手机号码', '123');
    await fill(form, '邮箱', 'xiaoli@example.com');
    await form.getByRole('button', { name: /^角色：/ }).click();
    const roles = page.getByRole('dialog', { name: '角色', exact: true });
    await roles.getByRole('option', { name: '营业员' }).click();
    await page.keyboard.press('Escape');
    await gone(roles);
    await button(form, '保存').click();
    await see(field(form, 'phone').getByText('请输入正确的手机号码'));
    await fill(form, '手机号码', '13800138000');
    await button(form, '保存').click();
    await gone(form);
  };
  const receive = async (page: Page): Promise<void> => {
    await see(page.getByRole('heading', { name: '首饰入库', exact: true }));
    await button(page, '新增入库').click();
    const form = dialog(page, '新增首饰入库');
    await pick(page, form, '分店', '罗湖店');
    await pick(page, form, '首饰类别', '戒指');
    await pick(page, form, '成色', '足金');
    await fill(form, '金重', '2.5');
    await button(form, '仅保存').click();
    await see(field(form, 'style').getByText(/款式/).last());
    await pick(page, form, '款式', '光圈');
    await button(form, '仅保存').click();
    await gone(form);
  };

  test('is opened step by step until it can sell, and a person of it is seen as he will see', async () => {
    const { page } = await desk.sit(HERE);
    await addShop(page);
    const shop = page.getByRole('region', { name: '罗湖店' });
    await see(shop.getByText('还缺 3 项：部门、人员、期初库存'));
    expect(await accessFindings(page)).toEqual([]);
    await addDepartment(page, shop);
    await see(shop.getByText('还缺 2 项：人员、期初库存'));
    await addSeller(page, shop);
    await see(shop.getByText('还缺 1 项：期初库存'));
    await see(shop.getByRole('list', { name: '本店的人' }).getByText('能开销售单'));
    await button(shop, '小李会看到什么').click();
    const sight = dialog(page, '小李会看到什么');
    await see(sight.getByText('能，首次登录先改密码'));
    await see(sight.getByText('看不到', { exact: true }));
    await see(sight.getByText(/销售单/).last());
    expect(await sight.getByText(/利润表/).count()).toBe(0);
    expect(await accessFindings(page)).toEqual([]);
    await escape(sight);
    await shop.getByRole('link', { name: '打开首饰入库' }).click();
    await receive(page);
    await visit(page, HERE);
    await see(page.getByText('有 1 条入库还没有审核，审核以后才能卖。'));
    await page.getByRole('link', { name: '审核入库' }).click();
    // What is audited is gone from the list of what waits.
    await rowAction(page, '光圈', '审核');
    await agree(page);
    await gone(page.getByRole('row').filter({ hasText: '光圈' }));
    await visit(page, HERE);
    await see(page.getByText('什么都不缺，可以开卖了。'));
    await see(page.getByRole('link', { name: '去开销售单' }));
  });

  test('that was begun is taken up again from the list, on a phone; what is disabled says so', async () => {
    const { status } = await desk.app().post('/base-shop', { name: '南山店', status: '2' });
    expect(status).toBe(200);
    const { page } = await desk.sit(HERE, PHONE);
    const shops = page.getByRole('navigation', { name: '分店' });
    await see(shops.getByRole('link', { name: /南山店.*缺 3 项/ }));
    await see(shops.getByRole('link', { name: /罗湖店.*不缺/ }));
    await shops.getByRole('link', { name: /南山店/ }).click();
    const shop = page.getByRole('region', { name: '南山店' });
    await see(shop.getByText(/还没有人属于本店/));
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    expect(await accessFindings(page)).toEqual([]);
    await page.getByRole('link', { name: '全部分店' }).click();
    await see(shops.getByRole('link', { name: /罗湖店/ }));
  });
});
