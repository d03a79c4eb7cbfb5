/** The menu as it is shown, in the same order everywhere: areas, their pages under headings, and what one uses most. */
import { menuAt, placedMenus, usePreference, useLocation, useSession, type MenuNode } from 'root-config/api';
import { useEffect } from 'react';
import { menuSections, type MenuSection } from 'services/contracts/menu-headings';

const shown = (menu: MenuNode): boolean => menu.visible === '0' && menu.menuType !== 'F';
export type Leaf = { readonly path: string; readonly title: string; readonly icon: string };
export type Group = {
  readonly id: number;
  readonly title: string;
  readonly icon: string;
  /** All pages in the order of their sections. */
  readonly leaves: readonly Leaf[];
  readonly sections: readonly MenuSection<Leaf>[];
  readonly single: boolean;
};

export const HOME: Leaf = { path: '/index', title: '首页', icon: '' };

/** Two levels as shops know them: an area and its pages; a page at the top is an area of one. */
export const groupsOf = (menus: readonly MenuNode[]): Group[] =>
  menus
    .filter((menu) => shown(menu) && menu.path !== HOME.path)
    .flatMap((menu) => {
      const pages = placedMenus([menu])
        .filter((page) => shown(page) && page.parents.every(shown))
        .map(({ fullPath, title, icon }) => ({ path: fullPath, title, icon }));
      if (pages.length === 0) return [];
      const sections = menuSections(pages);
      const leaves = sections.flatMap((section) => section.leaves);
      return [{ id: menu.menuId, title: menu.title, icon: menu.icon, leaves, sections, single: menu.menuType === 'C' }];
    });

const NONE: readonly string[] = [];
const MOST_FAVOURITES = 8;
const MOST_RECENT = 4;
/** Keeps which pages were opened last. */
export const useRecentPages = (): void => {
  const { menus } = useSession();
  const { pathname } = useLocation();
  const [recent, setRecent] = usePreference<readonly string[]>('menu-recent', NONE);
  const open = menuAt(menus, pathname)?.fullPath;
  useEffect(() => {
    if (open === undefined || open === HOME.path || recent[0] === open) return;
    setRecent([open, ...recent.filter((path) => path !== open)].slice(0, MOST_RECENT + MOST_FAVOURITES));
  }, [open, recent, setRecent]);
};
/** Pages that one chose to have on top, and those used last beside them; only what the menu still has. */
export const useQuickPages = (groups: readonly Group[]) => {
  const [favourites, setFavourites] = usePreference<readonly string[]>('menu-favourites', NONE);
  const [recent] = usePreference<readonly string[]>('menu-recent', NONE);
  const known = new Map(groups.flatMap(({ leaves }) => leaves.map((leaf) => [leaf.path, leaf])));
  const leavesOf = (paths: readonly string[]): readonly Leaf[] =>
    paths.flatMap((path) => {
      const leaf = known.get(path);
      return leaf === undefined ? [] : [leaf];
    });
  return {
    favourites: leavesOf(favourites),
    recent: leavesOf(recent.filter((path) => !favourites.includes(path))).slice(0, MOST_RECENT),
    isFavourite: (path: string): boolean => favourites.includes(path),
    toggle: (path: string): void =>
      setFavourites(
        favourites.includes(path)
          ? favourites.filter((one) => one !== path)
          : [...favourites, path].slice(-MOST_FAVOURITES),
      ),
  };
};
