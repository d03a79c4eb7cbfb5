/** Giveaways and write-offs by mouse, keyboard and scanner (S1§2.6, §2.11; R22, R88). */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { accessFindings } from './support/access.ts';
import { forgive, gone, see, still, useDesk } from './support/desk.ts';
import { scan, type } from './support/keys.ts';
import { agree, button, dialog, fill, rowAction } from './support/screens.ts';

describe('giveaways', () => {
  const desk = useDesk();

  test('a text is written with heading and size, a pasted script stays outside, a chosen picture is kept (S1§2.6/1)', async () => {
    const seat = await desk.sit('/sales/giveaway');
    const { page } = seat;
    await page.getByRole('button', { name: '新增礼品' }).click();
    const form = dialog(page, '新增礼品');
    await fill(form, '库存数量', '5');
    const text = form.getByRole('textbox', { name: '礼品说明' });
    await see(text);
    await button(form, '保存').click();
    await see(form.getByText('标题不能为空').first());
    await fill(form, '标题', '金秋好礼');
    await text.click();
    await form.getByLabel('标题级别').selectOption('2');
    await type(page, 'JQ');
    await page.keyboard.press('Enter');
    await form.getByLabel('字号').selectOption('36');
    await type(page, 'BIG');
    await text.evaluate((target) => {
      const clipboardData = new DataTransfer();
      const html = '<p onclick="alert(1)">贴<script>alert(1)</script><img src="https://example.com/x.png"></p>';
      clipboardData.setData('text/html', html);
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const green = { width: 40, height: 30, channels: 3, background: '#2da44e' } as const;
    const buffer = await sharp({ create: green }).png().toBuffer();
    await form.getByLabel('选择图片').setInputFiles({ name: 'gift.png', mimeType: 'image/png', buffer });
    await see(text.locator('img'));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '金秋好礼' }));
    const { body } = await desk.app().get('/mall-giveaway/valid');
    const { content } = body.data as { readonly content: string };
    expect(content).toContain('<h2>JQ</h2>');
    expect(content).toContain('<span style="font-size:36px">BIG');
    expect(content).toMatch(/<img src="\/static\/uploadfile\/[\w-]+\.webp"/);
    expect(content).toContain('贴');
    expect(content).not.toMatch(/script|onclick|alert|example\.com/);
    // The browser says that it did not run what was pasted.
    forgive(seat, /inline event handler/);

    await rowAction(page, '金秋好礼', '编辑');
    const edited = dialog(page, '编辑礼品');
    await see(edited.getByRole('textbox', { name: '礼品说明' }).locator('h2'));
    await fill(edited, '库存数量', '4');
    await page.keyboard.press('Control+Enter');
    await gone(edited);
    await see(page.getByRole('row').filter({ hasText: '金秋好礼' }).getByRole('cell', { name: '4', exact: true }));
  });
});

describe('write-offs', () => {
  const desk = useDesk();

  test('a scanned code is found and handed over; scanned again it says that it was (S1§4/23)', async () => {
    const code = 'HX000111222333';
    const other = { name: '李先生', mobile: '13900139000' };
    await desk.app().post('/mall-write-off', other);
    await desk.app().post('/mall-write-off', { name: '王女士', mobile: '13800138000', writeOffCode: code });
    const { page } = await desk.sit('/sales/write-off');
    await see(page.getByRole('row').filter({ hasText: '李先生' }));
    await scan(page, code);
    await gone(page.getByRole('row').filter({ hasText: '李先生' }));
    await rowAction(page, '王女士', '核销');
    const form = dialog(page, '核销');
    await see(form.getByText(/将礼品 1 份交给王女士/));
    // What was scanned to find it is the proof; another one is none.
    await expect.poll(() => form.getByLabel('核销码').inputValue()).toBe(code);
    await fill(form, '核销码', 'HX000111222334');
    await button(form, '核销').click();
    await see(form.getByText('核销码不正确，还可以试4次').first());
    await fill(form, '核销码', code);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: code }).getByText('已核销', { exact: true }));
    await scan(page, code);
    const row = page.getByRole('row').filter({ hasText: code });
    await see(row.getByText('已核销', { exact: true }));
    await expect.poll(() => row.getByText('核销', { exact: true }).count()).toBe(0);
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('a code is entered by keyboard, with what it lacks said at its fields', async () => {
    const { page } = await desk.sit('/sales/write-off');
    await page.getByRole('button', { name: '新增核销码' }).click();
    const form = dialog(page, '新增核销码');
    await button(form, '保存').click();
    for (const lack of ['客户名不能为空', '联系电话不能为空']) await see(form.getByText(lack).first());
    await fill(form, '客户名', 'Zhao');
    await fill(form, '联系电话', '13700137000');
    await page.keyboard.press('Control+Enter');
    await gone(form);
    // Told once, then shown to nobody.
    await see(page.getByText(/请把核销码 HX\d{12} 交给Zhao，领取时出示。关闭后不再显示。/));
    await agree(page, '已交给客户');
    await see(page.getByRole('row').filter({ hasText: 'Zhao' }).getByText('••••').first());
  });
});
