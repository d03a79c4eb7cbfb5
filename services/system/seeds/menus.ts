/** The screens and keys of the house as rows of sys_menu. */
import { ACTION_NAMES, AREAS, HOME, type Page } from './permissions.ts';

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
    visible: path === '' ? '1' : '0',
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

export const MENU_SEEDS: readonly MenuSeed[] = [
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
    ...area.pages.flatMap((page, place) => [pageRow(page, area.id, place + 1), ...keyRows(page)]),
  ]),
];
