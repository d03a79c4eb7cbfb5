/** People who click twice, and people without a mouse: one question, one command, and the focus where it was. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { gone, see, useDesk } from './support/desk.ts';
import { escape, keysIn, type } from './support/keys.ts';
import { button, dialog } from './support/screens.ts';

const writesOf = (page: Page): string[] => {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
};

describe('a tired clerk', () => {
  const desk = useDesk();

  test('clicks twice: the question stays open, and is answered once', async () => {
    const { page } = await desk.sit('/admin/role');
    const writes = writesOf(page);
    const row = page.getByRole('row').filter({ hasText: 'seller' });
    await row.getByRole('button', { name: /的状态/ }).dblclick();
    const question = page.getByRole('alertdialog');
    await see(question);
    await button(question, '停用').dblclick();
    await gone(question);
    await expect.poll(() => row.getByRole('button', { name: /的状态/ }).getAttribute('aria-pressed')).toBe('false');
    expect(writes).toEqual(['PUT /api/v1/role-status']);
  });

  test('clicks the veil once: that is a no', async () => {
    const { page } = await desk.sit('/admin/role');
    await page
      .getByRole('row')
      .filter({ hasText: 'manager' })
      .first()
      .getByRole('button', { name: /的状态/ })
      .click();
    const question = page.getByRole('alertdialog');
    await see(question);
    await page.mouse.click(5, 5);
    await gone(question);
  });

  test('leans on Enter: the question that opens is not answered by it', async () => {
    const { page } = await desk.sit('/admin/role');
    const writes = writesOf(page);
    const status = page
      .getByRole('row')
      .filter({ hasText: 'manager' })
      .first()
      .getByRole('button', { name: /的状态/ });
    await status.focus();
    await page.keyboard.down('Enter');
    const question = page.getByRole('alertdialog');
    await keysIn(question);
    // Down while it is down: as a keyboard repeats it.
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await see(question);
    expect(writes).toEqual([]);
    await page.keyboard.press('Enter');
    await gone(question);
    await expect.poll(() => status.getAttribute('aria-pressed')).toBe('false');
    expect(writes).toEqual(['PUT /api/v1/role-status']);
  });

  test('edits what another window deletes: the form says so and keeps what was typed, the list has it no more', async () => {
    const app = desk.app();
    const post = { postName: '会消失', postCode: 'GONE', sort: 1, status: '2' };
    const id = (await app.post('/post', post)).body.data as number;
    const { page } = await desk.sit('/admin/post');
    const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: 'GONE' });
    await row.getByRole('button', { name: /^编辑/ }).click();
    const form = dialog(page, '编辑岗位');
    await see(form.getByLabel(/^岗位名称/));
    await app.del('/post', { ids: [id] });
    await form.getByLabel(/^岗位名称/).fill('白写了');
    await button(form, '保存').click();
    await see(form.getByRole('alert').getByText('岗位不存在或已删除'));
    await expect.poll(() => row.count()).toBe(0);
    await expect.poll(() => form.getByLabel(/^岗位名称/).inputValue()).toBe('白写了');
  });

  test('opens a form with the keyboard and leaves it: the focus is where it was', async () => {
    const { page } = await desk.sit('/admin/role');
    const row = page.getByRole('row').filter({ hasText: 'shopManager' });
    await see(row);
    const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);
    for (const opener of [button(page, '新增角色'), row.getByRole('button', { name: /^编辑/ }), row]) {
      await opener.focus();
      await page.keyboard.press('Enter');
      const form = dialog(page, /角色$/);
      const first = form.locator('input:enabled').first();
      await see(first);
      await expect.poll(() => isFocused(first)).toBe(true);
      await escape(form);
      await expect.poll(() => isFocused(opener)).toBe(true);
    }
    // Also where something was typed, and leaving asks.
    await page.keyboard.press('Enter');
    const form = dialog(page, /角色$/);
    await form.locator('input:enabled').first().fill('白写');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await keysIn(question);
    await page.keyboard.press('Enter');
    await gone(form);
    await expect.poll(() => isFocused(row)).toBe(true);
  });

  test('types before the next frame is drawn: the field that was chosen keeps the keys', async () => {
    const { page } = await desk.sit('/admin/post');
    await see(button(page, '新增岗位'));
    // No frame comes until the test lets one.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await button(page, '新增岗位').click();
    const form = dialog(page, '新增岗位');
    const remark = form.getByLabel('备注', { exact: true });
    await remark.focus();
    await type(page, '甲');
    await page.clock.runFor(1_000);
    await type(page, '乙');
    await expect.poll(() => remark.inputValue()).toBe('甲乙');
    await button(form, '保存').click();
    await see(form.getByText('岗位名称不能为空').first());
    await remark.focus();
    await type(page, '丙');
    await page.clock.runFor(1_000);
    await type(page, '丁');
    await expect.poll(() => remark.inputValue()).toBe('甲乙丙丁');
  });
});
