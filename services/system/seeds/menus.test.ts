/** Rows of the menu that the kinds of documents and the reports bring each by itself. */
import { expect, test } from 'vitest';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { MENU_SEEDS, pagesWith } from './menus.ts';

const twice = (values: readonly (string | number)[]): readonly (string | number)[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('each has a number and a path of its own', () => {
  const ids = MENU_SEEDS.map(({ id }) => id);
  // Keys of a page are its number × 100 + 1 …, so a free one has none of these either.
  const isFree = (id: number): boolean => !ids.some((one) => one === id || Math.floor(one / 100) === id);
  const free = Array.from({ length: 500 }, (_, index) => 501 + index).find(isFree);
  expect(twice(ids), `free for a page: ${free}`).toEqual([]);
  expect(twice(MENU_SEEDS.map(({ path }) => path).filter((path) => path !== ''))).toEqual([]);
});

/** Keys that read without writing, where a page is not called by 查询. */
const READS = /:(list|log|query)$|^biz:cost:view$/;
/** It holds no rows: whoever types pieces in by the batch. */
const WRITES_ALONE = ['/stock/batch-entry'];
test('every page has an entry that reads without writing (R158)', () => {
  const closed = pagesWith(MANIFESTS)
    .filter(({ id, path, hidden, seenWith }) => {
      const keys = MENU_SEEDS.filter((menu) => menu.parent_id === id).map(({ permission }) => permission);
      return path !== undefined && hidden !== true && ![...keys, seenWith ?? ''].some((key) => READS.test(key));
    })
    .map(({ path }) => path);
  expect(closed).toEqual(WRITES_ALONE);
});
