/** 角色 by somebody limited to his own rights and department (R155): what he may give is what he is shown. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { USER_PASSWORD } from '../support/app.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { button, dialog, field, fill, pick } from './support/screens.ts';

const KEYS = ['admin:sysRole:list', 'admin:sysRole:add', 'admin:sysRole:update', 'base:baseShop:list'];
describe('somebody who is limited', () => {
  const desk = useDesk({}, async (app) => {
    const menuIds = await app.house.deps.master.anyFirst(sql.type(z.object({ id: z.int() }))`
    SELECT id FROM master.sys_menu WHERE permission = ANY (${sql.array(KEYS, 'text')})`);
    const role = { roleName: '片区主管', roleKey: 'area', roleSort: 1, dataScope: '3', menuIds };
    const { body } = await app.post('/role', role);
    await app.addUser({ username: 'limited', roleIds: [z.int().parse(body.data)] });
  });

  test('makes a role of what is his: nothing else is offered, nothing is all by being empty', async () => {
    const { page } = await desk.sit('/admin/role', { username: 'limited', password: USER_PASSWORD });
    await button(page, '新增角色').click();
    const form = dialog(page, '新增角色');
    await fill(form, '角色名称', '分店查询');
    await fill(form, '权限字符', 'shop-reader');
    const tree = form.getByRole('group', { name: '菜单权限' });
    await see(tree.getByRole('checkbox', { name: '基础资料', exact: true }));
    expect(await tree.getByRole('checkbox', { name: '销售', exact: true }).count()).toBe(0);
    await tree.getByLabel('查找页面或权限').fill('没有的页面');
    await see(tree.getByText('没有“没有的页面”'));
    await tree.getByLabel('查找页面或权限').fill('分店');
    await tree.getByRole('checkbox', { name: '分店', exact: true }).check();
    await see(tree.getByText(/^已选 1 项$/));
    await tree.getByLabel('查找页面或权限').fill('');
    await button(form, '保存').click();
    await see(field(form, 'dataScope').getByText('请选择数据范围'));
    await form.getByRole('button', { name: /^数据范围：/ }).click();
    const scopes = page.getByRole('dialog', { name: '数据范围', exact: true });
    await see(scopes.getByRole('option', { name: '本部门数据权限' }).first());
    expect(await scopes.getByRole('option', { name: '全部数据权限' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await pick(page, form, '数据范围', '自定数据权限');
    await button(form, '保存').click();
    await see(field(form, 'deptIds').getByText('自定数据权限要选部门'));
    await field(form, 'deptIds').getByRole('checkbox', { name: '总部' }).check();
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: 'shop-reader' }).getByText('自定数据权限'));
  });
});
