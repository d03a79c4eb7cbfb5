/** What an auditor looks at: 权限快照 of a day, on a phone and on paper, and 自检 with a difference told on every page. */
import { sql } from 'slonik';
import { addDays, dayOf } from 'services/contracts/dates';
import { describe, expect, test } from 'vitest';
import { nightlyRecount } from '../../house/nightly/nightly-recount.ts';
import { roleWith } from '../support/roles.ts';
import { ranInProcess } from '../support/run-in-process.ts';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { keysIn } from './support/keys.ts';

/** A run that the schedule knows nothing of, before all of its own. */
const NIGHT = -1;

describe('权限快照 and 自检', () => {
  const desk = useDesk({ env: { ROLES: 'api,projector,scheduler' } }, async (app) => {
    await plantChain(app, 2);
    const roleId = await roleWith(app, ['base:baseShop:list']);
    const userId = await app.addUser({ username: 'looked-at', roleIds: [roleId] });
    const { master } = app.house.deps;
    // What is there now was there yesterday, and the house has kept it since.
    await master.query(sql.unsafe`UPDATE master.rights_version SET at = at - interval '1 day'`);
    await master.query(sql.unsafe`UPDATE master.change_log SET at = at - interval '1 day'`);
    await master.query(sql.unsafe`UPDATE master.rights_baseline SET at = at - interval '1 day'`);
    const more = await roleWith(app, ['base:baseSupplier:list']);
    expect((await app.put('/sys-user', { userId, roleIds: [roleId, more] })).status).toBe(200);
  });

  test('what somebody could do on a day and who could do a thing is read on a desk, a phone and paper (S2§6/2)', async () => {
    const { page } = await desk.sit('/admin/rights');
    await page.getByRole('button', { name: '用户：选择用户' }).click();
    await keysIn(page.getByRole('dialog', { name: '用户', exact: true }).getByRole('combobox'));
    await page.keyboard.insertText('looked-at');
    await page.getByRole('option', { name: /looked-at/ }).click();
    const keys = page.getByRole('region', { name: '权限（2项）' });
    await see(keys.getByText('供应商'));
    await see(page.getByRole('row').filter({ hasText: '用户 looked-at' }).filter({ hasText: '角色' }));
    expect(await accessFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('button', { name: '打印' }).isVisible()).toBe(false);
    await see(keys);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('textbox', { name: '日期', exact: true }).fill(addDays(dayOf(new Date()), -1));
    await page.keyboard.press('Tab');
    await see(page.getByRole('region', { name: '权限（1项）' }));
    await page.getByRole('button', { name: '谁有某项权限' }).click();
    await page.getByRole('button', { name: /^权限：/ }).click();
    const powers = page.getByRole('dialog', { name: '权限', exact: true });
    await keysIn(powers.getByRole('combobox'));
    await page.keyboard.insertText('供应商·查询');
    await see(powers.getByRole('option', { name: /供应商·查询/ }));
    await page.keyboard.press('Enter');
    await see(page.getByText('共 1 人'));
    await gone(page.getByRole('cell', { name: 'looked-at' }));
  });

  test('the books are counted by a button; a difference opens with its rows and stands on every page (S2§6/2)', async () => {
    const { page } = await desk.sit('/sys-tools/self-audit');
    await see(page.getByText('还没有自检过'));
    await page.getByRole('button', { name: '立即自检' }).click();
    // With so little in the house it may be over before anybody sees it run.
    await see(page.getByRole('progressbar', { name: '自检进度' }).or(page.getByText('没有差异')));
    // A process of its own recounts; a busy machine takes its time.
    await page.getByText('没有差异').first().waitFor({ timeout: 90_000 });
    await see(page.getByText(/^全部重算：位置 0 至 \d+，[\d,]+ 个事件（手动自检），用时 [\d,]+ 秒$/));
    const { failed } = await ranInProcess(desk.app(), nightlyRecount, { runId: NIGHT });
    expect(failed).toBeNull();
    await page.reload();
    await see(
      page.getByText(
        /^(没有新事件|接续位置 \d+ 至 \d+ 的 [\d,]+ 个事件)，由第一个事件重算第 1\/30 份的 [\d,]+ 个事件，用时 [\d,]+ 秒$/,
      ),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1_440, height: 900 });
    const { master } = desk.app().house.deps;
    await master.query(
      sql.unsafe`UPDATE live.goods_turnover SET tag_price_fen = tag_price_fen + 100 WHERE on_hand > 0`,
    );
    await page.getByRole('button', { name: '立即自检' }).click();
    await page
      .getByText(/\d+ 处差异/)
      .first()
      .waitFor({ timeout: 90_000 });
    await page.getByRole('listitem').filter({ hasText: '处差异' }).getByRole('button', { name: '查看' }).click();
    await see(page.getByRole('region', { name: '差异' }).getByRole('row').filter({ hasText: '库存周转报表' }));
    expect(await accessFindings(page)).toEqual([]);
    await page.goto('/profile');
    await see(page.getByRole('alert').filter({ hasText: '的自检发现报表与事件有' }));
    await page.getByRole('button', { name: '查看自检' }).click();
    await page.waitForURL('**/sys-tools/self-audit');
  });
});
