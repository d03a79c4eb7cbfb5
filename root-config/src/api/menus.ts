import type { MenuNode } from './session.ts';

export type PlacedMenu = MenuNode & { readonly fullPath: string; readonly parents: readonly MenuNode[] };

const join = (base: string, path: string): string =>
  path.startsWith('/') ? path : `${base}/${path}`.replaceAll('//', '/');

/** Every page of the tree with its full address and the directories above it. */
export const placedMenus = (menus: readonly MenuNode[], base = '', parents: readonly MenuNode[] = []): PlacedMenu[] =>
  menus.flatMap((menu) => {
    const fullPath = join(base, menu.path);
    const below = placedMenus(menu.children, fullPath, [...parents, menu]);
    return menu.menuType === 'C' && menu.path !== '' ? [{ ...menu, fullPath, parents }, ...below] : below;
  });

/** The page that owns an address: the same path, else the longest one above it. */
export const menuAt = (menus: readonly MenuNode[], pathname: string): PlacedMenu | null =>
  placedMenus(menus)
    .filter(({ fullPath }) => pathname === fullPath || pathname.startsWith(`${fullPath}/`))
    .toSorted((a, b) => b.fullPath.length - a.fullPath.length)[0] ?? null;
