/** The screens and keys of the house as rows of sys_menu. */
import type { DocumentManifest, Page } from '../../contracts/manifest.ts';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { ACTION_NAMES } from './action-names.ts';
import { AREAS, HOME, type Area } from './permissions.ts';

/** A row of sys_menu. */
export type MenuSeed = {
  readonly id: number;
  readonly parent_id: number;
  readonly menu_type: 'M' | 'C' | 'F';
  readonly title: string;
  readonly menu_name: string;
  readonly icon: string;
  readonly path: string;
  readonly component: string;
  readonly permission: string;
  readonly visible: '0' | '1';
  readonly sort: number;
};
const KEYS_PER_PAGE = 100;

const nameOf = (path: string): string =>
  path
    .split(/[/-]/)
    .filter(Boolean)
    .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
    .join('');
const keysOf = ({ key, actions = [], keys = {} }: Page): [string, string][] => [
  ...actions.map((action): [string, string] => [`${key}:${action}`, ACTION_NAMES[action] ?? action]),
  ...Object.entries(keys),
];
const pageRow = (page: Page, parent_id: number, sort: number): MenuSeed => {
  const path = page.path ?? '';
  return {
    id: page.id,
    parent_id,
    menu_type: 'C',
    title: page.title,
    menu_name: nameOf(path),
    icon: page.icon ?? '',
    path,
    component: path.slice(1),
    permission: '',
    visible: path === '' || page.hidden === true ? '1' : '0',
    sort,
  };
};
const keyRows = (page: Page): MenuSeed[] =>
  keysOf(page).map(([permission, title], index) => ({
    id: page.id * KEYS_PER_PAGE + index + 1,
    parent_id: page.id,
    menu_type: 'F',
    title,
    menu_name: '',
    icon: '',
    path: '',
    component: '',
    permission,
    visible: '0',
    sort: index + 1,
  }));

type PlacedPage = { readonly page: Page; readonly place: number };
/** The pages of an area in their order: its own and those of documents. */
const pagesOf = (area: Area, manifests: readonly DocumentManifest[]): PlacedPage[] =>
  [
    ...area.pages.map((page, index) => ({ page, place: page.place ?? index + 1 })),
    ...manifests
      .flatMap(({ pages }) => pages)
      .filter((page) => page.area === area.path)
      .map((page) => ({ page, place: page.place })),
  ].sort((one, other) => one.place - other.place);

/** Every page of the house, as the first roles are given them. */
export const pagesWith = (manifests: readonly DocumentManifest[]): readonly Page[] =>
  AREAS.flatMap((area) => pagesOf(area, manifests).map(({ page }) => page));

export const menuSeeds = (manifests: readonly DocumentManifest[]): readonly MenuSeed[] => [
  pageRow(HOME, 0, 0),
  ...AREAS.flatMap((area, index) => [
    {
      id: area.id,
      parent_id: 0,
      menu_type: 'M' as const,
      title: area.title,
      menu_name: nameOf(area.path),
      icon: area.icon,
      path: area.path,
      component: '',
      permission: '',
      visible: '0' as const,
      sort: index + 1,
    },
    ...pagesOf(area, manifests).flatMap(({ page, place }) => [pageRow(page, area.id, place), ...keyRows(page)]),
  ]),
];
export const MENU_SEEDS = menuSeeds(MANIFESTS);
