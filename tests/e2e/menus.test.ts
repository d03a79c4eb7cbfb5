/** 菜单, 用户 and 角色 with the keyboard alone (S2§2.2, §2.6, §2.7): no mouse from the list to the saved record. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { escape, keysIn, tabTo, type } from './support/keys.ts';
import { button, dialog, field, fill } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const focused = (target: Locator): Promise<boolean> =>
  target.first().evaluate((element) => element === document.activeElement);
/** From the head of the list down its rows to the one that holds `text`. */
const rowTo = async (page: Page, text: string): Promise<Locator> => {
  const rows = page.locator('tbody tr');
  await see(rowOf(page, text));
  await tabTo(page, rows.first());
  const target = rowOf(page, text).first();
  for (let step = 0; step < 120 && !(await focused(target)); step++) await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(target), { message: `the arrows reach ${text}` }).toBe(true);
  return target;
};
const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target, { limit: 120 });
  await page.keyboard.press(key);
};
const write = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await type(page, text);
};
/** The list of a field opens, arrows go to the option, Enter takes it. */
const choose = async (page: Page, form: Locator, label: string, words: string): Promise<void> => {
  await tabTo(page, form.getByRole('button', { name: new RegExp(`^${label}：`) }));
  await page.keyboard.press('ArrowDown');
  const list = page.getByRole('dialog', { name: label, exact: true });
  await see(list.getByRole('option'));
  await keysIn(list.getByRole('combobox'));
  const active = async (): Promise<string> => {
    const id = (await list.getByRole('combobox').getAttribute('aria-activedescendant')) ?? '';
    return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
  };
  for (let step = 0; step < 20 && !(await active()).includes(words); step++) await page.keyboard.press('ArrowDown');
  await expect.poll(() => active()).toContain(words);
  await page.keyboard.press('Enter');
  await gone(list);
};
const answer = async (page: Page, name: string): Promise<void> => {
  const question = page.getByRole('alertdialog');
  await keysIn(question);
  await press(page, button(question, name));
  await gone(question);
};

describe('by keyboard alone', () => {
  const desk = useDesk();

  test('a menu: branches unfold, its fields follow its type, an interface is bound; what is above it is never below it (S2§2.7/4 S2§4/4 S2§4/8)', async () => {
    const { page } = await desk.sit('/admin/menu');
    await see(page.getByText(/^共 \d+ 条/));
    await press(page, button(page, '新增菜单'));
    const form = dialog(page, '新增菜单');
    await keysIn(form);
    await see(field(form, 'path'));
    await expect.poll(() => field(form, 'permission').count()).toBe(0);
    await tabTo(page, form.getByRole('radio', { name: '目录' }));
    await page.keyboard.press('ArrowRight');
    await see(field(form, 'permission'));
    await see(field(form, 'apis'));
    await press(page, button(form, '保存'));
    await see(field(form, 'title').getByText('菜单标题不能为空'));
    await keysIn(form.getByLabel(/^菜单标题/));
    await page.keyboard.press('Control+a');
    await type(page, '门店巡检');
    await tabTo(page, form.getByLabel('查找未绑定的接口'));
    await type(page, 'post role/copy');
    const free = form.getByRole('region', { name: '未绑定的接口' });
    await see(free.getByRole('option', { name: /role\/copy/ }));
    await press(page, free.getByRole('listbox'), 'Space');
    await press(page, free.getByRole('button', { name: '绑定所选（1）' }));
    await see(form.getByRole('region', { name: '已绑定的接口' }).getByText(/role\/copy/));
    await press(page, button(form, '保存'));
    await gone(form);

    const made = await rowTo(page, '门店巡检');
    await page.keyboard.press('Enter');
    const edit = dialog(page, '编辑菜单');
    await see(edit.getByRole('region', { name: '已绑定的接口' }).getByText(/role\/copy/));
    await tabTo(page, edit.getByRole('button', { name: /^上级菜单：/ }), { limit: 120 });
    await page.keyboard.press('ArrowDown');
    const places = page.getByRole('dialog', { name: '上级菜单', exact: true });
    await see(places.getByRole('option', { name: '系统管理' }));
    await expect
      .poll(() => places.getByRole('option', { name: '门店巡检' }).count(), { message: 'itself is no place' })
      .toBe(0);
    await escape(places);
    await press(page, edit.getByRole('tab', { name: '拥有的角色' }));
    await see(edit.getByRole('list', { name: '拥有该菜单的角色' }).getByText('系统管理员'));
    await press(page, edit.getByRole('tab', { name: '修改记录' }));
    await see(edit.getByText('新增', { exact: true }));
    await escape(edit);

    await press(page, made.getByRole('button', { name: /^新增下级/ }));
    await write(page, form.getByLabel(/^菜单标题/), '巡检记录');
    await press(page, button(form, '保存'));
    await gone(form);
    const below = rowOf(page, '巡检记录');
    await see(below);
    await tabTo(page, made, { back: true });
    await page.keyboard.press('ArrowLeft');
    await gone(below);
    await page.keyboard.press('ArrowRight');
    await see(below);
    await expect.poll(() => made.getAttribute('aria-expanded')).toBe('true');

    await press(page, made.getByRole('button', { name: /^删除/ }));
    await see(page.getByRole('alertdialog').getByText('是否确认删除名称为"门店巡检"的数据项?下级一并删除。'));
    await answer(page, '确定');
    await gone(rowOf(page, '门店巡检'));
    await expect.poll(() => below.count()).toBe(0);
  });

  test('the menu at the side is read anew with what was saved: there, renamed, hidden, and nothing is loaded again', async () => {
    const { page } = await desk.sit('/admin/menu');
    const side = page.getByRole('navigation', { name: '菜单' });
    await see(page.getByText(/^共 \d+ 条/));
    const stays = page.evaluateHandle(() => document.querySelector('main'));
    await button(page, '新增菜单').click();
    const form = dialog(page, '新增菜单');
    await form.getByRole('radio', { name: '菜单', exact: true }).check();
    await fill(form, '菜单标题', '常看的店');
    await fill(form, '路由地址', '/custom/seen');
    await fill(form, '组件路径', 'custom/seen');
    await button(form, '保存').click();
    await gone(form);
    await see(side.getByText('常看的店', { exact: true }));
    const changed = async (change: (edit: Locator) => Promise<void>): Promise<void> => {
      await rowOf(page, '常看').getByText('编辑', { exact: true }).click();
      const edit = dialog(page, '编辑菜单');
      await see(edit.getByLabel(/^菜单标题/));
      await change(edit);
      await button(edit, '保存').click();
      await gone(edit);
    };
    await changed((edit) => fill(edit, '菜单标题', '常看的分店'));
    await see(side.getByText('常看的分店', { exact: true }));
    await expect.poll(() => side.getByText('常看的店', { exact: true }).count()).toBe(0);
    await changed((edit) => edit.getByRole('radio', { name: '隐藏', exact: true }).check());
    await gone(side.getByText('常看的分店', { exact: true }));
    await expect
      .poll(async () => (await stays).evaluate((main) => main?.isConnected), { message: 'never loaded again' })
      .toBe(true);
  });

  test('a shipped menu says why it stays; the drawer fits a phone, axe finds nothing serious there (S2§2.7/5)', async () => {
    const { page } = await desk.sit('/admin/menu');
    const shipped = rowOf(page, '/admin/supplier');
    await see(shipped);
    await expect
      .poll(() => shipped.getByRole('button', { name: /^删除/ }).getAttribute('title'))
      .toBe('系统自带的菜单不能删除，可以改为隐藏');
    const phone = await desk.sit('/admin/menu', PHONE);
    const card = phone.page.getByRole('listitem').filter({ hasText: '/admin/supplier' });
    await card.getByText('编辑', { exact: true }).click();
    const form = dialog(phone.page, '编辑菜单');
    await see(form.getByRole('group', { name: '接口权限' }));
    await still(phone.page);
    expect(await accessFindings(phone.page)).toEqual([]);
    const over = await form.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

  test('a user (S2§2.2/3)', async () => {
    const { page } = await desk.sit('/admin/user');
    await press(page, button(page, '新增用户'));
    const form = dialog(page, '新增用户');
    await keysIn(form.getByLabel(/^登录名称/));
    await type(page, 'keyonly');
    await write(page, form.getByLabel(/^用户名称/), '键盘');
    await choose(page, form, '部门', '总部');
    await press(page, form.getByRole('radio', { name: '全部分店' }), 'Space');
    await write(page, form.getByLabel(/^手机号码/), '13800138002');
    await write(page, form.getByLabel(/^邮箱/), 'key@example.com');
    await press(page, button(form, '保存'));
    await gone(form);
    const row = await rowTo(page, 'keyonly');
    await press(page, row.getByRole('button', { name: 'keyonly的状态' }), 'Space');
    await answer(page, '停用');
    await expect.poll(() => row.getByRole('button', { name: /的状态/ }).getAttribute('aria-pressed')).toBe('false');
    await tabTo(page, row, { back: true });
    await page.keyboard.press('Enter');
    const edit = dialog(page, '编辑用户');
    await keysIn(edit);
    await write(page, edit.getByLabel(/^用户名称/), '键盘二');
    await press(page, button(edit, '保存'));
    await gone(edit);
    await see(rowOf(page, '键盘二'));
  });

  test('a role (S2§2.2/3)', async () => {
    const { page } = await desk.sit('/admin/role');
    await press(page, button(page, '新增角色'));
    const form = dialog(page, '新增角色');
    await keysIn(form.getByLabel(/^角色名称/));
    await type(page, '盘点员');
    await write(page, form.getByLabel(/^权限字符/), 'counter');
    await choose(page, form, '数据范围', '本部门数据权限');
    await press(page, form.getByRole('checkbox', { name: '库存', exact: true }), 'Space');
    await see(form.getByText(/^已选 \d+ 项$/));
    await press(page, button(form, '保存'));
    await gone(form);
    const row = await rowTo(page, 'counter');
    await press(page, row.getByRole('button', { name: /的状态/ }), 'Space');
    await keysIn(page.getByRole('alertdialog'));
    await page.keyboard.press('Escape');
    await expect.poll(() => row.getByRole('button', { name: /的状态/ }).getAttribute('aria-pressed')).toBe('true');
    await press(page, row.getByRole('button', { name: /^数据权限/ }));
    const scope = dialog(page, '数据权限');
    await choose(page, scope, '数据范围', '仅本人');
    await press(page, button(scope, '保存'));
    await gone(scope);
    await see(row.getByText('仅本人数据'));
  });
});
