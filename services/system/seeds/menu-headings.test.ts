/** No part of the menu is longer than a look takes in. */
import { expect, test } from 'vitest';
import { menuSections } from '../../contracts/menu-headings.ts';
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
