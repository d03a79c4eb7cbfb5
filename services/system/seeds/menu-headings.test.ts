/** No part of the menu is longer than a look takes in. */
import { expect, test } from 'vitest';
import { inMenuOrder, menuSections } from '../../contracts/menu-headings.ts';
import { MENU_SEEDS } from './menus.ts';

const areas = MENU_SEEDS.filter(({ menu_type: type }) => type === 'M');
const pagesOf = (id: number) =>
  MENU_SEEDS.filter(
    ({ parent_id: parent, menu_type: type, visible }) => parent === id && type === 'C' && visible === '0',
  );

test('every page stands under one heading, at most eight under each', () => {
  expect(areas.length).toBeGreaterThan(4);
  for (const { id, title } of areas) {
    const pages = pagesOf(id);
    const sections = menuSections(pages);
    expect(
      sections.flatMap(({ leaves }) => leaves).toSorted((one, other) => one.id - other.id),
      title,
    ).toEqual(pages.toSorted((one, other) => one.id - other.id));
    for (const { heading, leaves } of sections) expect(leaves.length, `${title} ${heading}`).toBeLessThanOrEqual(8);
  }
});
test('a page that nobody placed is a report by its address, else a document', () => {
  expect(menuSections([{ path: '/sales/loan' }, { path: '/sales/report-loan' }])).toEqual([
    { heading: '单据', leaves: [{ path: '/sales/loan' }] },
    { heading: '报表', leaves: [{ path: '/sales/report-loan' }] },
  ]);
});

test('rows of the menu in its order read like its headings, whatever tree is made of them', () => {
  const rows = inMenuOrder(MENU_SEEDS.toReversed().map((row) => ({ ...row, parentId: row.parent_id })));
  expect(rows).toHaveLength(MENU_SEEDS.length);
  for (const { id, title } of areas) {
    const pages = rows.filter(({ parentId, menu_type: type }) => parentId === id && type === 'C');
    expect(
      pages.map((page) => page.title),
      title,
    ).toEqual(menuSections(pages).flatMap(({ leaves }) => leaves.map((leaf) => leaf.title)));
  }
  // Areas keep their place, keys theirs below their page.
  expect(rows.filter(({ menu_type: type }) => type === 'M').map(({ id }) => id)).toEqual(
    areas.map(({ id }) => id).toReversed(),
  );
});
test('the address of a page that is written within its area counts as a whole', () => {
  const rows = [
    { id: 1, parentId: 0, path: '/sales' },
    { id: 2, parentId: 1, path: 'report-loan' },
    { id: 3, parentId: 1, path: 'loan' },
    { id: 4, parentId: 1, path: '/sales/points' },
    { id: 5, parentId: 1, path: 'till' },
  ];
  expect(inMenuOrder(rows).map(({ id }) => id)).toEqual([1, 3, 5, 2, 4]);
});
