import { expect, test } from 'vitest';
import { unfolded } from './tree-rows.ts';

const ROWS = ['a', 'a.b', 'a.b.c', 'a.d', 'e', 'e.f'];
const depthOf = (row: string): number => row.split('.').length - 1;
const shown = (...open: string[]) => unfolded(ROWS, depthOf, (row) => open.includes(row));

test('what lies below a folded row stays away, however deep; what has nothing below it does not fold (S2§2.7/4)', () => {
  expect(shown().map(({ row }) => row)).toEqual(['a', 'e']);
  expect(shown('a', 'a.b.c').map(({ row }) => row)).toEqual(['a', 'a.b', 'a.d', 'e']);
  expect(shown('a', 'a.b', 'e').map(({ row }) => row)).toEqual(ROWS);
  expect(shown('a').map(({ open }) => open)).toEqual([true, false, undefined, false]);
  expect(shown('a.b').map(({ row }) => row)).toEqual(['a', 'e']);
});
