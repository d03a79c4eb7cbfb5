/** What is shown, looked at in every theme where it stands: only the colours differ between them. */
import type { Page } from 'playwright-core';
import { accessFindings } from './access.ts';

/** The last one is what the page goes on with. */
const THEMES = ['dark', 'light_high_contrast', 'light'] as const;

const choose = async (page: Page, theme: string): Promise<void> => {
  await page.evaluate(`import('root-config/api').then(({ chooseTheme }) => chooseTheme('${theme}'))`);
  await page.waitForFunction((chosen) => {
    const { colorMode, darkTheme, lightTheme } = document.documentElement.dataset;
    return chosen === (colorMode === 'dark' ? darkTheme : lightTheme);
  }, theme);
};
type ThemedLook = { readonly show?: () => Promise<unknown>; readonly menu?: boolean };
/** Serious findings of all themes, `where` before each; `show` brings about what does not stay, `menu` looks at it too. */
export const themedFindings = async (
  page: Page,
  where: string,
  { show = () => Promise.resolve(), menu = false }: ThemedLook = {},
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const theme of THEMES) {
    await choose(page, theme);
    await show();
    const findings = await accessFindings(page, theme === 'light' ? { menu } : { menu, rules: ['color-contrast'] });
    found.push(...findings.map((finding) => `${where} in ${theme}: ${finding}`));
  }
  return found;
};
