/** Pages of S2§2.25–2.28: back from where one may not go, redirects, dashboards and demos, at a desk and on a phone. */
import { describe, expect, test } from 'vitest';
import { ADMIN, accessFindings, see, still, useDesk } from './support/desk.ts';
import { button } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const PAGES = [
  ['/dashboard', '仪表盘'],
  ['/demo/editor', '编辑仪表盘'],
  ['/demo/profile', '个人示例'],
  ['/demo/excel', 'Excel 示例'],
] as const;

describe('special pages', () => {
  const desk = useDesk();

  for (const [width, who] of [
    [1440, ADMIN],
    [390, PHONE],
  ] as const) {
    test(`dashboards and demos at ${width} px stand within the page, and axe finds nothing serious`, async () => {
      const { page } = await desk.sit('/index', who);
      for (const [path, title] of PAGES) {
        await page.goto(path);
        await see(page.getByRole('heading', { name: title, exact: true, level: 2 }));
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
        await still(page);
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wider, path).toBe(0);
        expect(await accessFindings(page), path).toEqual([]);
      }
    });
  }

  test('a redirect keeps its query; 401 leads one step back; the way back from another service is kept for who asked', async () => {
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

  test('a sheet that is chosen is shown; one of another kind is refused with the words', async () => {
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
