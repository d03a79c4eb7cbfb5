/** 用户, 个人中心 and 在线会话: by keyboard, with a mistake in every form, and a table of people (S2§2.2–2.5). */
import { describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { utils, write } from 'xlsx';
import { USER_PASSWORD } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { keysIn, type } from './support/keys.ts';
import { agree, boxOf, button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const HEADINGS = ['登录名称*', '用户名称*', '部门*', '手机号码*', '邮箱*', '角色', '分店*'];
const tableOf = (rows: readonly (readonly string[])[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADINGS, ...rows.map((row) => [...row])]), '用户');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};

describe('users', () => {
  const desk = useDesk({}, async (app) => {
    await app.addUser({ username: 'clerk', roleIds: [4] });
    const { home } = await plantChain(app, 0);
    const people = await roleWith(
      app,
      ['list', 'add', 'edit'].map((action) => `admin:sysUser:${action}`),
    );
    await app.addUser({ username: 'branch', roleIds: [people], lockShops: [home] });
    await app.put('/set-config', [{ configKey: 'password_min_length', configValue: '7' }]);
  });

  test('a user is made by keyboard after a mistake, found by department, switched only when confirmed (S2§2.2/4 S2§4/4)', async () => {
    const { page } = await desk.sit('/admin/user');
    await see(page.getByRole('row').getByText('admin', { exact: true }));
    await button(page, '新增用户').focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, '新增用户');
    await keysIn(form.getByLabel(/^登录名称/));
    await type(page, 'xiaomei');
    await button(form, '保存').focus();
    await page.keyboard.press('Enter');
    await see(form.getByText('用户名称不能为空').first());
    await see(form.getByText('部门不能为空').first());
    // Nothing is all shops by being empty (R155); what is wrong otherwise is told in the same breath.
    await see(field(form, 'shopsOf').getByText('请选择全部分店或指定分店'));
    await form.getByRole('radio', { name: '指定分店' }).check();
    await fill(form, '手机号码', '123');
    await fill(form, '邮箱', 'xiaomei');
    await button(form, '保存').click();
    await see(field(form, 'lockShops').getByText('请选择分店'));
    await see(field(form, 'nickName').getByText('用户名称不能为空'));
    await see(field(form, 'phone').getByText('请输入正确的手机号码'));
    await see(field(form, 'email').getByText('请输入正确的邮箱地址'));
    await form.getByRole('radio', { name: '全部分店' }).check();
    await see(form.getByText('含以后新开的分店'));
    await fill(form, '用户名称', '李小美');
    await pick(page, form, '部门', '总部');
    await fill(form, '邮箱', 'xiaomei@example.com');
    await fill(form, '手机号码', '13800138000');
    await button(form, '保存').click();
    await gone(form);
    await page.getByRole('navigation', { name: '部门' }).getByRole('button', { name: '总部' }).click();
    const row = page.getByRole('row').filter({ hasText: 'xiaomei' });
    await see(row.getByText('总部'));
    const onOff = row.getByRole('button', { name: 'xiaomei的状态' });
    await onOff.focus();
    await page.keyboard.press('Enter');
    await see(page.getByRole('alertdialog').getByText('确认要停用“xiaomei”用户吗？'));
    await page.keyboard.press('Escape');
    await expect.poll(() => onOff.getAttribute('aria-pressed')).toBe('true');
    await rowAction(page, 'xiaomei', '删除');
    await agree(page);
    await gone(row);
  });

  test('an administrator of one shop gives that shop alone; how long a password must be is said by its roles (R155)', async () => {
    const { page } = await desk.sit('/admin/user', { username: 'branch', password: USER_PASSWORD });
    await button(page, '新增用户').click();
    const form = dialog(page, '新增用户');
    const password = field(form, 'password');
    await see(password.getByText('7—20位；能看成本或能授权的人8—20位。首次登录时由本人修改'));
    expect(await form.getByRole('radio', { name: '全部分店' }).count()).toBe(0);
    await expect.poll(() => form.getByRole('radio', { name: '指定分店' }).isChecked()).toBe(true);
    await form.getByRole('button', { name: /^指定的分店：/ }).click();
    const shops = page.getByRole('dialog', { name: '指定的分店', exact: true });
    await see(shops.getByRole('option', { name: '罗湖店' }));
    expect(await shops.getByRole('option').allTextContents()).toEqual(['罗湖店']);
    await shops.getByRole('option', { name: '罗湖店' }).click();
    await page.keyboard.press('Escape');
    await gone(shops);
    await form.getByRole('button', { name: /^角色：/ }).click();
    const roles = page.getByRole('dialog', { name: '角色', exact: true });
    await roles.getByRole('option', { name: /^role 9/ }).click();
    await page.keyboard.press('Escape');
    await gone(roles);
    await see(password.getByText('8—20位。首次登录时由本人修改', { exact: true }));
    await fill(form, '登录名称', 'ofshop');
    await fill(form, '用户名称', '罗湖小陈');
    await pick(page, form, '部门', '总部');
    await fill(form, '邮箱', 'chen@example.com');
    await fill(form, '手机号码', '13800138002');
    await fill(form, '用户密码', 'Ruby-71');
    await button(form, '保存').click();
    await see(password.getByText('长度在 8 到 20 个字符'));
    await fill(form, '用户密码', 'Ruby-712');
    await button(form, '保存').click();
    await gone(form);
    await rowAction(page, 'ofshop', '编辑');
    const edit = dialog(page, '编辑用户');
    await expect.poll(() => edit.getByRole('radio', { name: '指定分店' }).isChecked()).toBe(true);
    await see(edit.getByRole('button', { name: /^指定的分店：.*罗湖店/ }));
    expect(await edit.getByRole('radio', { name: '全部分店' }).count()).toBe(0);
  });

  test('a table with a wrong row says which, and comes in once it is right (S2§2.2/5)', async () => {
    const { page } = await desk.sit('/admin/user');
    await button(page, '导入').click();
    const form = dialog(page, '导入用户');
    const choose = (bytes: Buffer) =>
      form
        .getByLabel(/^选择 .xlsx/)
        .setInputFiles({ name: '用户.xlsx', mimeType: 'application/octet-stream', buffer: bytes });
    const right = ['newone', '新人', '总部', '13800138001', 'new@example.com', '营业员', '全部分店'];
    await choose(tableOf([right, ['newtwo', '', '总部', '1', 'b@example.com', '', '']]));
    await button(form, '开始导入').click();
    await see(form.getByText(/导入失败，共1行、3处有误/));
    await see(form.getByRole('row').filter({ hasText: '用户名称不能为空' }));
    await see(form.getByRole('row').filter({ hasText: '分店不能为空，请填分店或“全部分店”' }));
    await choose(tableOf([right]));
    await button(form, '开始导入').click();
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: 'newone' }));
  });

  test('everybody keeps his own record and ends his other sessions; nothing of it is cut on a phone (S2§2.4/2 S2§2.4/3)', async () => {
    const clerk = { username: 'clerk', password: USER_PASSWORD };
    const { page } = await desk.sit('/profile', { ...clerk, options: PHONE.options });
    const profile = page.getByRole('region', { name: '个人中心' });
    await see(profile.getByRole('complementary').getByText('营业员'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(profile, '保存').click();
    await see(profile.getByText('手机号码不能为空'));
    await fill(profile, '手机号码', '13900139000');
    await fill(profile, '邮箱地址', 'clerk@example.com');
    await button(profile, '保存').click();
    await see(profile.getByRole('complementary').getByText('clerk@example.com'));
    await profile.getByRole('tab', { name: '修改密码' }).click();
    await button(profile, '保存新密码').click();
    await see(profile.getByText('旧密码不能为空'));
    await fill(profile, '新密码', 'Other-2026');
    await fill(profile, '确认密码', 'Another-2026');
    await button(profile, '保存新密码').click();
    await see(profile.getByText('两次输入的密码不一致'));
    await profile.getByRole('tab', { name: '登录设备' }).click();
    await see(profile.getByText('本次登录'));
  });

  test.each([
    ['a desk', {}],
    ['a phone', PHONE.options],
  ])(
    'a picture of oneself is turned and cut at %s: nothing of the dialog lies over its buttons',
    async (_at, options) => {
      const { page } = await desk.sit('/profile', { ...ADMIN, options });
      await see(button(page, '更换头像'));
      const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c33' } })
        .png()
        .toBuffer();
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      const cutting = dialog(page, '修改头像');
      const picture = cutting.locator('img');
      const turn = (): Promise<string> => picture.evaluate((image) => getComputedStyle(image).transform);
      await see(picture);
      const before = await turn();
      await button(cutting, '右转').click();
      await expect.poll(turn).not.toBe(before);
      await button(cutting, '左转').click();
      await expect.poll(turn).toBe(before);
      await cutting.getByLabel('缩放').fill('2');
      const [area, bar] = [await boxOf(cutting.locator('.ui-crop')), await boxOf(cutting.locator('.ui-crop-zoom'))];
      expect(area.height).toBeGreaterThan(100);
      expect(bar.y).toBeGreaterThanOrEqual(area.y + area.height);
      await button(cutting, '确定').click();
      await gone(cutting);
      await see(button(page, '更换头像').locator('img'));
    },
  );
});
