import { can, type MenuNode } from './session.ts';

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

/** Whether an address is one of these, or lies below one. */
export const isUnder = (pathname: string, paths: readonly string[]): boolean =>
  paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
/** Pages for people who are not signed in; they have no menu around them. */
const PUBLIC = ['/auth-redirect'];
/** Pages that fill the window: print designer and print sheet. */
const BARE = [...PUBLIC, '/print', '/new-page'];
/** Pages every signed-in user may open although no menu names them. */
const OPEN_TO_ALL = ['/dashboard', '/profile', '/api-docs', '/dev-tools/editTable'];

export const isPublic = (pathname: string): boolean => isUnder(pathname, PUBLIC);
export const isBare = (pathname: string): boolean => isUnder(pathname, BARE);
/** Whether this user's menu leads there. The server decides about data; this spares a dead page, and what it would ask. */
export const mayOpen = (menus: readonly MenuNode[], pathname: string): boolean =>
  can('*:*:*') || OPEN_TO_ALL.includes(pathname) || isBare(pathname) || menuAt(menus, pathname) !== null;
