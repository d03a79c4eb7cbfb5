/** The menu: headings, what one uses most on top, and rights that are withdrawn while a page is open. */
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { gone, see, useDesk } from './support/desk.ts';

describe('the menu', () => {
  let roleId = 0;
  const desk = useDesk({}, async (app) => {
    const menus = (await app.get('/role/2')).body.data as { menuIds: readonly number[] };
    const role = {
      roleName: '看货',
      roleKey: 'looker',
      roleSort: 9,
      status: '2',
      dataScope: '1',
      menuIds: menus.menuIds,
    };
    const made = await app.post('/role', role);
    expect(made.status, made.text).toBe(200);
    await app.addUser({ username: 'looker', roleIds: [Number(made.body.data)] });
    roleId = Number(made.body.data);
  });
  const LOOKER = { username: 'looker', password: USER_PASSWORD };

  test('pages stand under headings, and a starred one stands on top until it is taken off', async () => {
    const { page } = await desk.sit('/stock/transfer', LOOKER);
    const menu = page.getByRole('navigation', { name: '菜单' });
    await see(menu.getByRole('list', { name: '销售 收银' }).getByRole('link', { name: '交班' }));
    const entry = menu.getByRole('link', { name: '首饰盘点' });
    await entry.hover();
    await menu.getByRole('button', { name: '收藏首饰盘点' }).click();
    const quick = page.getByRole('navigation', { name: '常用' });
    await see(quick.getByRole('list', { name: '收藏' }).getByRole('link', { name: '首饰盘点' }));
    await see(quick.getByRole('list', { name: '最近' }).getByRole('link', { name: '首饰调拨' }));
    await page.reload();
    await see(quick.getByRole('link', { name: '首饰盘点' }));
    await quick.getByRole('link', { name: '首饰盘点' }).hover();
    await quick.getByRole('button', { name: '取消收藏首饰盘点' }).click();
    await gone(quick.getByRole('list', { name: '收藏' }));
  });

  test('a page whose right is withdrawn leaves the menu of whoever has it open, without a reload', async () => {
    const { page } = await desk.sit('/index', LOOKER);
    const menu = page.getByRole('navigation', { name: '菜单' });
    await see(menu.getByRole('link', { name: '首饰调拨' }));
    const app = desk.app();
    const role = (await app.get(`/role/${roleId}`)).body.data as { menuIds: readonly number[] };
    const without = role.menuIds.filter((id) => id !== 22 && Math.floor(id / 100) !== 22);
    const changed = await app.put(`/role/${roleId}`, { ...role, menuIds: without });
    expect(changed.status, changed.text).toBe(200);
    await gone(menu.getByRole('link', { name: '首饰调拨' }));
    await see(menu.getByRole('link', { name: '首饰盘点' }));
  });
});
