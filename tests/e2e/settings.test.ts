/** 系统设置 (S2§2.13, §5): three tabs, at a desk and on a phone, with a storage that refuses first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeStorage, type FakeStorage } from '../support/fake-storage.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, useDesk } from './support/desk.ts';
import { tabTo } from './support/keys.ts';
import { button } from './support/screens.ts';

const PAGE = '/admin/sys-config/set';
const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
describe('system settings', () => {
  const desk = useDesk();
  let storage: FakeStorage;
  beforeAll(async () => (storage = await startFakeStorage()));
  afterAll(() => storage.stop());

  test('name, skin and side theme show at once; what is missing is said at its field (S2§2.13/3)', async () => {
    const { page } = await desk.sit(PAGE);
    await page.getByLabel(/^系统名称/).fill('');
    await button(page, '保存').click();
    await see(page.getByText('请输入系统名称'));
    await page.getByLabel(/^系统名称/).fill('金玉满堂');
    await page.getByRole('radio', { name: '绿色' }).check();
    await page.getByRole('radio', { name: '深色' }).check();
    await button(page, '保存').click();
    await see(page.getByText('保存成功'));
    await see(page.getByRole('banner').or(page.locator('header')).getByText('金玉满堂'));
    await see(page.locator('[data-skin="skin-green"]'));
    await see(page.locator('[data-color-mode="dark"]').getByRole('navigation', { name: '菜单' }));
    expect(await accessFindings(page)).toEqual([]);
  });

  test('a storage is tested before it is saved, by keyboard; its secret is not shown again (S2§2.13/3)', async () => {
    const { page } = await desk.sit(PAGE, PHONE);
    await page.getByRole('tab', { name: '对象存储' }).click();
    await see(page.getByText('图片保存在本服务器。'));
    await button(page, '测试连接').click();
    for (const said of ['请输入网址', '请输入授权ID', '请输入密钥', '请输入对象存储桶'])
      await see(page.getByText(said));
    await page.getByLabel(/^网址/).fill(storage.endpoint);
    await page.getByLabel(/^授权ID/).fill(storage.key.id);
    await page.getByLabel(/^密钥/).fill('wrong');
    await page.getByLabel(/^对象存储桶/).fill(storage.bucket);
    await button(page, '测试连接').click();
    await see(page.getByText('写入：对象存储不认授权ID或密钥，请检查后重试'));
    await page.getByLabel(/^密钥/).fill(storage.key.secret);
    await tabTo(page, button(page, '测试连接'));
    await page.keyboard.press('Enter');
    await see(page.getByText('删除：正常'));
    await page.getByRole('button', { name: '启用对象存储' }).click();
    await button(page, '保存').click();
    await see(page.getByText('新上传的图片保存到对象存储。'));
    await expect.poll(() => page.getByLabel(/^密钥/).inputValue()).toBe('••••');
    expect(await accessFindings(page)).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    await page.getByRole('tab', { name: '其他' }).click();
    await see(page.getByText(/这里还没有设置/));
  });
});
