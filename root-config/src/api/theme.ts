/** Colour scheme, remembered per browser; light ships with the page, the others load when chosen. */
import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export type ThemeChoice = 'light' | 'dark' | 'light_high_contrast' | 'dark_high_contrast' | 'system';
export type Scheme = Exclude<ThemeChoice, 'system'>;
export const THEME_NAMES: Record<ThemeChoice, string> = {
  light: '浅色',
  dark: '深色',
  light_high_contrast: '高对比浅色',
  dark_high_contrast: '高对比深色',
  system: '跟随系统',
};
const KEY = 'jewel:theme';

const sheets: Partial<Record<Scheme, () => Promise<unknown>>> = {
  dark: () => import('@primer/primitives/dist/css/functional/themes/dark.css'),
  light_high_contrast: () => import('@primer/primitives/dist/css/functional/themes/light-high-contrast.css'),
  dark_high_contrast: () => import('@primer/primitives/dist/css/functional/themes/dark-high-contrast.css'),
};
const matches = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;
const systemScheme = (): Scheme => {
  const dark = matches('(prefers-color-scheme: dark)');
  if (matches('(prefers-contrast: more)')) return dark ? 'dark_high_contrast' : 'light_high_contrast';
  return dark ? 'dark' : 'light';
};

export type Theme = { readonly choice: ThemeChoice; readonly scheme: Scheme };
const themeStore = createStore<Theme>({ choice: 'light', scheme: 'light' });
export const useTheme = (): Theme => useStore(themeStore);

/** Loads the sheet first, so the page never shows without colours. */
const apply = async (choice: ThemeChoice): Promise<void> => {
  const scheme = choice === 'system' ? systemScheme() : choice;
  await sheets[scheme]?.();
  themeStore.set({ choice, scheme });
  const root = document.documentElement;
  root.dataset['colorMode'] = scheme.startsWith('dark') ? 'dark' : 'light';
  root.dataset['lightTheme'] = scheme.startsWith('light') ? scheme : 'light';
  root.dataset['darkTheme'] = scheme.startsWith('dark') ? scheme : 'dark';
};
/** Colours of a part of the page that stays dark whatever the page is. */
export const loadDark = async (): Promise<void> => {
  await sheets.dark?.();
};
export const chooseTheme = (choice: ThemeChoice): void => {
  writeStored('local', KEY, choice);
  void apply(choice);
};
/** Called once by the shell. */
export const startTheme = (): void => {
  void apply(readStored<ThemeChoice>('local', KEY, 'light'));
  if (typeof matchMedia !== 'function') return;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (themeStore.get().choice === 'system') void apply('system');
  });
};
