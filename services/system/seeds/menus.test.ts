/** Rows of the menu that the kinds of documents and the reports bring each by itself. */
import { expect, test } from 'vitest';
import { MENU_SEEDS } from './menus.ts';

const twice = (values: readonly (string | number)[]): readonly (string | number)[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('each has a number and a path of its own', () => {
  expect(twice(MENU_SEEDS.map(({ id }) => id))).toEqual([]);
  expect(twice(MENU_SEEDS.map(({ path }) => path).filter((path) => path !== ''))).toEqual([]);
});
