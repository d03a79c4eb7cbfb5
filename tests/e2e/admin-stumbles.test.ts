/** What an administrator stumbled over in an hour: each said where it is, and when. */
import { describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { ADMIN, fillSignIn, gone, see, useDesk } from './support/desk.ts';
import { button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

const NEW_PASSWORD = 'Mine-2026';
describe('stumbles of the administration', () => {
  const desk = useDesk({}, async (app) => {
    await app.addUser({ username: 'newcomer', roleIds: [3], mustChangePassword: true });
    await app.addUser({ username: 'reader', roleIds: [6] });
    await app.addUser({ username: 'seller', roleIds: [4] });
  });

  test('a supplier is judged field by field as they are left, not only at the save', async () => {
    const { page } = await desk.sit('/admin/supplier');
    await button(page, '新增供应商').click();
    const form = dialog(page, '新增供应商');
    await form.getByLabel(/^供应商名称/).focus();
    await page.keyboard.press('Tab');
    await see(field(form, 'name').getByText('供应商名称不能为空'));
    await page.keyboard.press('Tab');
    await see(field(form, 'contract').getByText('联系人不能为空'));
    expect(await field(form, 'mobile').getByText('联系电话不能为空').count()).toBe(0);
    await fill(form, '供应商名称', '甲厂');
    await gone(field(form, 'name').getByText('供应商名称不能为空'));
  });

  test('a department and a user are told all that is wrong with them at once', async () => {
    const { page } = await desk.sit('/admin/dept');
    await button(page, '新增部门').click();
    const form = dialog(page, '新增部门');
    await fill(form, '联系电话', '12');
    await fill(form, '邮箱', 'x');
    await button(form, '保存').click();
    for (const [name, words] of [
      ['deptName', '部门名称不能为空'],
      ['leader', '负责人不能为空'],
      ['phone', '请输入正确的手机号码'],
      ['email', '请输入正确的邮箱地址'],
    ] as const)
      await see(field(form, name).getByText(words));
  });

  test('the words of a dictionary are coloured; its link says which dictionary', async () => {
    const { page } = await desk.sit('/admin/dict-type');
    await rowAction(page, '首饰类别', '数据');
    await page.waitForURL(/dictId=\d+&dictType=goodsType/);
    await rowAction(page, '戒指', '编辑');
    const form = dialog(page, '编辑字典数据');
    await fill(form, '样式', 'text-bold');
    await pick(page, form, '列表样式', '警告');
    await button(form, '保存').click();
    await gone(form);
    await rowAction(page, '戒指', '查看');
    const seen = dialog(page, '查看字典数据');
    await see(seen.getByText('text-bold'));
    await see(seen.getByText('警告'));
  });

  test('what to add is said to whoever may add', async () => {
    const reader = await desk.sit('/stock/goods-in', { username: 'reader', password: USER_PASSWORD });
    await see(reader.page.getByText('换个筛选条件试试'));
    expect(await reader.page.getByText(/今天还没有入库/).count()).toBe(0);
    const { page } = await desk.sit('/stock/goods-in');
    await see(page.getByText(/今天还没有入库/));
  });

  test.each([
    ['is refused', '/admin/role', '你没有权限去该页面', { username: 'seller', password: USER_PASSWORD }],
    ['is of no page', '/stock/no-such-page', '页面不存在', ADMIN],
  ])('an address that %s leaves no tab behind', async (_, path, said, who) => {
    const { page } = await desk.sit(path, who);
    await see(page.getByText(said));
    await page.goto('/index');
    const tabs = page.getByRole('navigation', { name: '已打开的页面' });
    await see(tabs.getByText('首页'));
    expect(await tabs.getByRole('link').allTextContents()).toEqual(['首页']);
  });

  test('who must change the password first comes to the page that was wanted, with what its address asked for', async () => {
    const seat = await desk.open();
    const { page } = seat;
    await page.goto('/stock/goods-in?barcode=88209256');
    await fillSignIn(page, { username: 'newcomer', password: USER_PASSWORD });
    await see(page.getByRole('heading', { name: '请先修改密码' }));
    await page.getByLabel(/^旧密码/).fill(USER_PASSWORD);
    await page.getByLabel(/^新密码/).fill(NEW_PASSWORD);
    await page.getByLabel(/^确认密码/).fill(NEW_PASSWORD);
    await button(page, '保存新密码').click();
    await gone(page.getByRole('heading', { name: '请先修改密码' }));
    await page.waitForURL(/\/stock\/goods-in\?barcode=88209256$/);
    await expect.poll(() => page.getByRole('search').getByLabel('条码', { exact: true }).inputValue()).toBe('88209256');
  });
});
