/** Pages of S2§2.25–2.28: back from where one may not go, redirects, a chosen sheet. That they fit and axe is content: menu-desk, menu-phone. */
import { describe, expect, test } from 'vitest';
import { see, useDesk } from './support/desk.ts';
import { button } from './support/screens.ts';

describe('special pages', () => {
  const desk = useDesk();

  test('a redirect keeps its query; 401 leads one step back; the way back from another service is kept for who asked (S2§2.25/1)', async () => {
    const { page } = await desk.sit('/admin/post');
    await page.goto('/redirect/admin/tenant?name=A');
    await page.waitForURL('**/admin/tenant?name=A');
    await page.goto('/401?noGoBack=1');
    await button(page.getByRole('alert'), '返回').click();
    await page.waitForURL('**/dashboard');
    const other = await desk.open();
    await other.page.goto('/auth-redirect?code=abc&state=1');
    await see(other.page.getByText('授权信息已收到'));
    await expect
      .poll(() => other.page.evaluate(() => localStorage.getItem('x-admin-oauth-code')))
      .toBe('code=abc&state=1');
  });

  test('a sheet that is chosen is shown; one of another kind is refused with the words (S2§2.28/1)', async () => {
    const { page } = await desk.sit('/demo/excel');
    const choose = (name: string, text: string): Promise<void> =>
      page.getByLabel('选择表格').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('a.pdf', 'x');
    await see(page.getByText('只支持 .xlsx、.xls、.csv 文件！'));
    await choose('a.csv', '名称,数量\n戒指,3\n');
    const table = page.getByRole('region', { name: '表格内容' });
    await see(table.getByRole('columnheader', { name: '名称' }));
    await see(table.getByRole('cell', { name: '戒指' }));
  });
});
