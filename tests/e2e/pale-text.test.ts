/** The eyes of the other tests: contrast is reckoned once for what is dressed alike, and what is pale is found each time. */
import { describe, expect, test } from 'vitest';
import { accessFindings } from './support/access.ts';
import { useDesk } from './support/desk.ts';

const HEAD = '<!doctype html><html lang="zh"><head><title>字</title></head>';
const paper = (ground: string, within = '', after = ''): string =>
  `${HEAD}<body><main style="background:${ground}"><p style="color:#777">价格</p>${within}</main>${after}</body></html>`;

describe('contrast', () => {
  const desk = useDesk();
  test('pale text is found as often as somebody looks, on another ground and beside what was judged before', async () => {
    const { page } = await desk.open();
    const pale = async (content: string): Promise<number> => {
      await page.goto('about:blank');
      await page.setContent(content);
      const findings = await accessFindings(page);
      return findings.filter((finding) => finding.startsWith('color-contrast')).length;
    };
    expect(await pale(paper('#000000'))).toBe(0);
    expect(await pale(paper('#888888'))).toBe(1);
    expect(await pale(paper('#888888'))).toBe(1);
    expect(await pale(paper('#000000', '<p style="color:#111">暗的</p>'))).toBe(1);
    expect(await pale(paper('#000000'))).toBe(0);
  });
  test('text that lay under something when it was looked at first is judged when it can be seen', async () => {
    const { page } = await desk.open();
    const cover =
      '<div id="cover" role="dialog" aria-modal="true" aria-label="盖" style="position:fixed;inset:0"></div>';
    await page.setContent(paper('#999999', '', cover));
    expect(await accessFindings(page)).toEqual([]);
    await page.locator('#cover').evaluate((element) => element.remove());
    expect(await accessFindings(page)).toEqual([expect.stringMatching(/^color-contrast/)]);
  });
});
