import { expect, test } from 'vitest';
import { PLAIN, isShown, moved, ordered, toggled } from './arrangement.ts';
import type { Column } from './types.ts';

type Row = { a: string; b: string; c: string };
const column = (field: keyof Row, hidden = false): Column<Row> => ({ field, title: field, kind: 'text', hidden });
const columns = [column('a'), column('b', true), column('c')];

test('columns are hidden, called in and moved', () => {
  expect(columns.map((each) => isShown(each, PLAIN))).toEqual([true, false, true]);
  const called = toggled(columns[1]!, PLAIN);
  expect(isShown(columns[1]!, called)).toBe(true);
  expect(isShown(columns[1]!, toggled(columns[1]!, called))).toBe(false);
  expect(moved(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
});

test('a column that came with a new version keeps its place', () => {
  const order = ordered(columns, { ...PLAIN, order: ['c', 'a'] });
  expect(order.map(({ field }) => field)).toEqual(['c', 'b', 'a']);
});
