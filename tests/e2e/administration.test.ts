/** Lists of the administration (S2§2.8–2.16): their forms with a mistake, by keyboard. Seen whole: menu-desk, menu-phone. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { gone, see, useDesk, visit } from './support/desk.ts';
import { escape, keysIn, tabTo, type } from './support/keys.ts';
import { agree, button, dialog, field, fill, pick, rowAction } from './support/screens.ts';

describe('administration', () => {
  const desk = useDesk({}, async (app) => {
    const post = { postName: '店长', postCode: 'DZ', sort: 1, status: '2' };
    if ((await app.post('/post', post)).status !== 200) throw new Error('no post');
    await app.house.deps.master.query(sql.unsafe`
      INSERT INTO master.job_run (job_id, job_name, invoke_target, due_at, start_at, end_at, status, output)
      VALUES (2, '数据备份', 'Backup', now(), now(), now(), '2', '已备份'),
        (5, '日志归档', 'TrimLogs', now(), now(), now(), '2', '已归档')`);
  });

  test('a department below another, by keyboard, after a mistake; the list shows where it lies (S2§2.8/1 S2§4/4)', async () => {
    const { page } = await desk.sit('/admin/dept');
    await rowAction(page, '总部', '新增下级');
    const form = dialog(page, '新增部门');
    await keysIn(form);
    await button(form, '保存').focus();
    await page.keyboard.press('Enter');
    await see(form.getByText('部门名称不能为空').first());
    await see(form.getByText('负责人不能为空').first());
    await expect
      .poll(() => form.getByLabel(/^部门名称/).evaluate((input) => input === document.activeElement))
      .toBe(true);
    await type(page, '采购部');
    await fill(form, '负责人', '李四');
    await fill(form, '联系电话', '12');
    await button(form, '保存').click();
    await see(field(form, 'phone').getByText('请输入正确的手机号码'));
    await fill(form, '联系电话', '13800000000');
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByRole('row', { name: /采购部/ }).and(page.locator('[aria-level="2"]')));
    await rowAction(page, '采购部', '编辑');
    const edit = dialog(page, '编辑部门');
    await fill(edit, '负责人', '王五');
    await button(edit, '保存').click();
    await gone(edit);
    await see(page.getByRole('row').filter({ hasText: '采购部' }).getByText('王五'));
    await rowAction(page, '采购部', '删除');
    await agree(page);
    await gone(page.getByRole('row').getByText('采购部'));
  });

  test('a kind of dictionary leads to its values, a value is added there; name and key of a parameter are fixed (S2§2.11/1)', async () => {
    const { page } = await desk.sit('/admin/dict-type');
    await rowAction(page, '首饰类别', '数据');
    await page.waitForURL(/dictType=goodsType/);
    await see(page.getByRole('row').getByText('戒指').first());
    await button(page, '新增字典数据').click();
    const form = dialog(page, '新增字典数据');
    await button(form, '保存').click();
    await see(form.getByText('数据标签不能为空').first());
    await fill(form, '数据标签', '袖扣');
    await fill(form, '数据键值', '袖扣');
    await button(form, '保存').click();
    await gone(form);
    await visit(page, '/admin/parameter');
    await rowAction(page, 'sys_app_name', '编辑');
    const parameter = dialog(page, '编辑参数');
    await expect.poll(() => parameter.getByLabel(/^参数键名/).isDisabled()).toBe(true);
    await field(parameter, 'configValue').getByRole('textbox').fill('');
    await button(parameter, '保存').click();
    await see(field(parameter, 'configValue').getByText('参数键值不能为空'));
  });

  test('日志 on the row of a job leads to its own runs', async () => {
    const { page } = await desk.sit('/schedule/manage');
    await rowAction(page, '数据备份', '日志');
    await page.waitForURL(/\/schedule\/log\?jobId=2$/);
    await see(page.getByRole('row').getByText('已备份'));
    await see(page.getByText('共 1 条'));
    expect(await page.getByRole('row').getByText('已归档').count()).toBe(0);
    await page.goBack();
    await rowAction(page, '每日提醒', '日志');
    await page.waitForURL(/\/schedule\/log\?jobId=4$/);
    // First what the page says when it is empty, then which filter took all away.
    await see(page.getByText(/筛掉了全部数据|这段时间没有任务运行/));
  });

  test('what was asked of the house and by whom is told in the operation log, down to what was sent (S2§2.15/2)', async () => {
    const { page } = await desk.sit('/admin/oper-log');
    await rowAction(page, '新增岗位', '详情');
    const details = dialog(page, '操作日志详情');
    await see(details.getByText(/"postName": "店长"/));
    await escape(details);
    await visit(page, '/admin/login-log');
    await see(page.getByRole('row').getByText('admin').first());
    await expect.poll(() => page.getByTitle(/浏览器：/).count()).toBeGreaterThan(0);
  });

  test('a role is made by keyboard, its menu ticked branch by branch; a switch that is not confirmed stays (S2§2.6/6 S2§4/4)', async () => {
    const { page } = await desk.sit('/admin/role');
    await button(page, '新增角色').focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, '新增角色');
    await keysIn(form.getByLabel(/^角色名称/));
    await type(page, '值班');
    await page.keyboard.press('Tab');
    await type(page, 'duty');
    await pick(page, form, '数据范围', '全部数据权限');
    await see(form.getByText('看得到所有人的数据'));
    const shops = form.getByRole('checkbox', { name: '分店', exact: true });
    const master = form.locator('summary').filter({ hasText: '基础资料' });
    await tabTo(page, master);
    await page.keyboard.press('Enter');
    await tabTo(page, shops);
    await page.keyboard.press('Space');
    await see(form.getByText(/^已选 \d+ 项$/));
    const area = form.getByRole('checkbox', { name: '基础资料', exact: true });
    await expect
      .poll(() => area.evaluate((box) => (box instanceof HTMLInputElement ? box.indeterminate : null)))
      .toBe(true);
    await button(form, '保存').focus();
    await page.keyboard.press('Enter');
    await gone(form);
    const row = page.getByRole('row').filter({ hasText: 'duty' });
    await see(row);
    const status = row.getByRole('button', { name: /的状态/ });
    await status.click();
    await button(page.getByRole('alertdialog'), '取消').click();
    await expect.poll(() => status.getAttribute('aria-pressed')).toBe('true');
    await status.click();
    await agree(page, '停用');
    await expect.poll(() => status.getAttribute('aria-pressed')).toBe('false');
    await rowAction(page, 'duty', '复制');
    const copy = dialog(page, '复制角色“值班”');
    await fill(copy, '角色名称', '夜班');
    await fill(copy, '权限字符', 'night');
    await button(copy, '保存').click();
    await gone(copy);
    await see(page.getByText('操作成功').last());
    const night = page.getByRole('row').filter({ hasText: 'night' });
    await expect.poll(() => night.getByRole('button', { name: /的状态/ }).getAttribute('aria-pressed')).toBe('false');
    await rowAction(page, 'night', '删除');
    await agree(page);
    await gone(night);
    await rowAction(page, 'duty', '数据权限');
    const scope = dialog(page, '数据权限');
    await see(scope.getByLabel(/^数据范围/));
    await escape(scope);
    await rowAction(page, 'duty', '删除');
    await agree(page);
    await gone(row);
  });
});
