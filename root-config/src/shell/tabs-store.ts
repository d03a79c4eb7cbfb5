/** The open pages: their addresses and titles. What they show is kept by page state in root-config/api. */
import { clearPageState, createStore, readStored, useStore, writeStored } from 'root-config/api';

export type PageTab = { readonly path: string; readonly search: string; readonly title: string };
const KEY = 'jewel:tabs';
const tabsStore = createStore<readonly PageTab[]>(readStored<readonly PageTab[]>('session', KEY, []));
tabsStore.subscribe(() => writeStored('session', KEY, tabsStore.get()));
export const useTabs = (): readonly PageTab[] => useStore(tabsStore);

/** Opens a tab for a page or updates its query; the title fills in when the menu is known. */
export const visitTab = (tab: PageTab): void =>
  tabsStore.set((tabs) => {
    const known = tabs.find(({ path }) => path === tab.path);
    if (!known) return [...tabs, tab];
    if (known.search === tab.search && known.title === tab.title) return tabs;
    return tabs.map((each) => (each.path === tab.path ? tab : each));
  });

/** Closes tabs and forgets their state; answers the page to show when the open one went, else null. */
export const closeTabs = (closing: (tab: PageTab) => boolean, openPath: string): string | null => {
  const tabs = tabsStore.get();
  const left = tabs.filter((tab) => !closing(tab));
  for (const { path } of tabs.filter(closing)) clearPageState(path);
  tabsStore.set(left);
  if (left.some(({ path }) => path === openPath)) return null;
  const position = tabs.findIndex(({ path }) => path === openPath);
  const next = tabs.slice(0, Math.max(position, 0)).findLast((tab) => !closing(tab)) ?? left[0];
  return next ? next.path + next.search : '/index';
};
export const closeAllTabs = (): void => tabsStore.set([]);
