/** 日志封印: sealed by a button, reckoned while the page looks on, printed with what an auditor needs. */
import { describe, expect, test } from 'vitest';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { see, useDesk } from './support/desk.ts';

describe('日志封印', () => {
  const desk = useDesk({}, async (app) => void (await plantChain(app, 2)));

  test('a seal is made, the log is reckoned against it, and its sheet holds digest and key', async () => {
    const { page } = await desk.sit('/admin/log-seal');
    await see(page.getByText('还没有封印。日志里有事件之后'));
    await page.getByRole('button', { name: '立即封存' }).click();
    await see(page.getByText('已封存，编号 1'));
    await page.getByRole('button', { name: '校验全部事件' }).click();
    await see(page.getByText(/1 个封印、\d+ 个事件全部相符/));
    expect(await accessFindings(page)).toEqual([]);
    const digest = await page.locator('code').first().innerText();
    // The frame goes when its dialog is closed, which here is at once.
    await page.evaluate(() => {
      HTMLIFrameElement.prototype.remove = () => undefined;
    });
    await page.getByRole('main').getByRole('button', { name: '打印' }).first().click();
    const sheet = page.frameLocator('iframe[aria-hidden]');
    await sheet.locator('h1').waitFor({ state: 'attached' });
    const said = (await sheet.locator('main').textContent()) ?? '';
    expect(said).toContain(digest);
    expect(said).toMatch(/公钥指纹([0-9a-f]{8} ?){8}/);
  });
});
