/** 备份: made by a button while the page looks on, fetched encrypted by a password, deleted after a question; on a desk and on a phone. */
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../services/platform/archive/read.ts';
import { ADMIN_PASSWORD } from '../support/app.ts';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, useDesk } from './support/desk.ts';

const PASSPHRASE = '只有店主知道';
describe('备份', () => {
  const desk = useDesk({ env: { BACKUP_PASSPHRASE: PASSPHRASE } }, async (app) => void (await plantChain(app, 2)));

  test('an archive made by a button is whole as it is downloaded, and gone when that is agreed to', async () => {
    const { page } = await desk.sit('/admin/backup');
    await see(page.getByText('还没有备份。每天凌晨 3:00 自动备份'));
    await page.getByRole('button', { name: '立即备份' }).click();
    // A process of its own makes it; a busy machine takes its time.
    await page.getByText('最近一份备份是一小时之内的。').first().waitFor({ timeout: 90_000 });
    const row = page.getByRole('row').filter({ hasText: '已核对' });
    await see(row);
    expect(await accessFindings(page)).toEqual([]);
    await row.getByRole('button', { name: '下载' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('登录密码').fill(ADMIN_PASSWORD);
    expect(await accessFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^backup-\d{8}-\d{6}\.ndjson\.gz\.age$/);
    const file = `${await download.path()}.age`;
    await download.saveAs(file);
    const { manifest } = await checkArchive(file, { passphrase: PASSPHRASE });
    await expect.poll(() => row.innerText()).toContain(manifest.events.toLocaleString('en'));

    await row.getByRole('button', { name: '删除' }).click();
    const question = page.getByRole('alertdialog');
    await see(question.getByText('删除后不能恢复到这份备份'));
    await question.getByRole('button', { name: '取消' }).click();
    await see(row);
    await row.getByRole('button', { name: '删除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await see(page.getByText('还没有备份。每天凌晨 3:00 自动备份'));
  });

  test('a phone shows it as a card with its size and whether it was counted', async () => {
    const { page } = await desk.sit('/admin/backup', { ...ADMIN, options: { viewport: { width: 390, height: 844 } } });
    await page.getByRole('button', { name: '立即备份' }).click();
    // A process of its own makes it; a busy machine takes its time.
    await page.getByText('最近一份备份是一小时之内的。').first().waitFor({ timeout: 90_000 });
    await see(page.getByText('已核对'));
    await see(page.getByText(/^\d+\.\d [KM]B$/));
    expect(await accessFindings(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
});
