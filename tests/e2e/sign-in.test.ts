import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';
import { ADMIN, fillSignIn, gone, see, tokenOf, useDesk } from './support/desk.ts';
import { keysIn, type, typeIn } from './support/keys.ts';

describe('the door', () => {
  const desk = useDesk({}, async (app) => {
    await app.addUser({ username: 'clerk', roleIds: [4] });
    await app.addUser({ username: 'newcomer', roleIds: [4], mustChangePassword: true });
  });

  test('a wrong password is told, the name stays, and the right one opens', async () => {
    const { page } = await desk.open();
    await page.goto('/stock/goods-in');
    await fillSignIn(page, { username: 'admin', password: 'not-it-at-all' });
    await see(page.getByText('用户名或密码错误'));
    await expect.poll(() => page.getByLabel(/^用户名/).inputValue()).toBe('admin');
    await fillSignIn(page, ADMIN);
    await page.waitForURL('**/stock/goods-in');
    await see(page.getByRole('heading', { name: '首饰入库' }));
  });

  test('empty fields are named and the first one has the focus', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await see(page.getByText('用户名不能为空'));
    await see(page.getByText('密码不能为空'));
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await expect
      .poll(() => page.getByLabel(/^用户名/).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  test('who is remembered stays signed in in a new window of the same browser', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    await page.getByLabel('记住我').check();
    await fillSignIn(page, ADMIN);
    await page.waitForURL('**/index');
    const second = await page.context().newPage();
    await second.goto('/index');
    await see(second.getByRole('heading', { name: /好，/ }));
  });

  test('a password that somebody else set is changed before anything else', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    await fillSignIn(page, { username: 'newcomer', password: USER_PASSWORD });
    await see(page.getByRole('heading', { name: '请先修改密码' }));
    await typeIn(page.getByLabel(/^旧密码/), USER_PASSWORD);
    await typeIn(page.getByLabel(/^新密码/), 'Own-2026');
    await typeIn(page.getByLabel(/^确认密码/), 'Own-2027');
    await page.getByRole('button', { name: '保存新密码' }).click();
    await see(page.getByText('两次输入的密码不一致'));
    await typeIn(page.getByLabel(/^确认密码/), 'Own-2026');
    await page.getByRole('button', { name: '保存新密码' }).click();
    await gone(page.getByRole('heading', { name: '请先修改密码' }));
    await desk.app().signIn('newcomer', 'Own-2026');
  });

  test('a clerk is offered what a clerk may open', async () => {
    const { page } = await desk.sit('/index', { username: 'clerk', password: USER_PASSWORD });
    const menu = page.getByRole('navigation', { name: '菜单' });
    await see(menu.getByRole('link', { name: '销售单' }));
    await expect.poll(() => menu.getByRole('link', { name: '供应商', exact: true }).count()).toBe(0);
    await page.goto('/admin/supplier');
    await see(page.getByText(/没有权限|页面不存在/));
  });

  test('a lost session is a sign-in over the page; what was typed stays and is saved', async () => {
    const { page } = await desk.sit('/admin/shop');
    await page.getByRole('button', { name: '新增分店' }).click();
    await keysIn(page.getByRole('dialog', { name: '新增分店' }).getByLabel(/^分店名称/));
    await type(page, '福田店');
    await desk.app().post('/logout', {}, { token: await tokenOf(page) });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    const again = page.getByRole('dialog', { name: /登录已失效/ });
    await see(again);
    await typeIn(again.getByLabel(/^密码/), ADMIN.password);
    await page.keyboard.press('Enter');
    await gone(again);
    await see(page.getByRole('row').filter({ hasText: '福田店' }));
  });
});

describe('with a picture', () => {
  const desk = useDesk({ captcha: 'on' });

  test('the picture is asked for, and a wrong answer brings a new one', async () => {
    const { page } = await desk.open();
    await page.goto('/login');
    const picture = page.getByRole('img', { name: /验证码/ });
    await see(picture);
    const first = await picture.getAttribute('src');
    await typeIn(page.getByLabel(/^验证码/), '00000');
    await fillSignIn(page, ADMIN);
    await see(page.getByText(/验证码.*(错误|失效|不正确)/));
    await page.waitForFunction(
      (src) => document.querySelector('img[alt^="验证码"]')?.getAttribute('src') !== src,
      first,
    );
    await expect.poll(() => page.getByLabel(/^用户名/).inputValue()).toBe('admin');
  });
});

describe('with a code by SMS', () => {
  const env: Record<string, string> = {};
  let provider: SmsProvider;
  beforeAll(async () => {
    provider = await smsProvider();
    Object.assign(env, provider.env);
  });
  afterAll(() => provider.stop());
  const desk = useDesk({ captcha: 'on', env }, async (app) => {
    await app.addUser({ username: 'clerk', roleIds: [4] });
    const { master } = app.house.deps;
    await master.query(sql.unsafe`UPDATE master.sys_user SET phone = '13800138000' WHERE username = 'clerk'`);
    await master.query(sql.unsafe`UPDATE master.config SET config_value = '粤ICP备1号' WHERE config_key = 'beian'`);
  });

  test('the code is sent to the name, the button counts down, and the door leads where it was asked to, with what else was asked (S2§2.1/1 S2§4/7)', async () => {
    const { page } = await desk.open();
    await page.clock.install();
    await page.goto('/login?redirect=/stock/goods-in&from=mail');
    await see(page.getByRole('link', { name: '粤ICP备1号' }));
    const password = page.getByLabel(/^密码/);
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await see(page.getByText('大写锁定已打开'));
    await password.dispatchEvent('keyup', { key: 'CapsLock' });
    await gone(page.getByText('大写锁定已打开'));
    const send = page.getByRole('button', { name: '获取验证码' });
    await send.click();
    await see(page.getByText('请填写用户名。'));
    await page.getByLabel(/^用户名/).fill('clerk');
    await send.click();
    await see(page.getByRole('button', { name: /^\d+ 秒后重发$/, disabled: true }));
    await see(page.getByText('验证码已发出，5分钟内有效'));
    expect(provider.sent).toEqual([{ phone: '13800138000', code: expect.any(String) }]);
    for (let second = 0; second < 60; second += 1) await page.clock.runFor(1_000);
    await see(send);
    await page.getByLabel(/^验证码/).fill(provider.sent[0]?.code ?? '');
    await fillSignIn(page, { username: 'clerk', password: USER_PASSWORD });
    await page.waitForURL('**/stock/goods-in?from=mail');
  });

  test('a demonstration shows the code on the page', async () => {
    const { page } = await desk.open();
    const data = { id: '5f1e8a52-0000-4000-8000-000000000000', code: '01234' };
    await page.route('**/api/v1/login/sms', (route) =>
      route.fulfill({ json: { code: 200, msg: '验证码已发送', data } }),
    );
    await page.goto('/login');
    await page.getByLabel(/^用户名/).fill('clerk');
    await page.getByRole('button', { name: '获取验证码' }).click();
    await see(page.getByText('验证码：01234'));
  });
});
