import { expect, test } from 'vitest';
import { branchOf, labelTree, tickedOf, withAncestors } from './tree.ts';

const row = (id: number, parentId: number) => ({ id, parentId, label: `第${id}项` });
const ROWS = [row(1, 0), row(2, 1), row(3, 2), row(4, 2), row(5, 1), row(6, 0)];

test('a parent is ticked only when all below it is granted', () => {
  expect(tickedOf(ROWS, [1, 2, 3])).toEqual([3]);
  expect(tickedOf(ROWS, [3, 4])).toEqual([2, 3, 4]);
  expect(tickedOf(ROWS, [3, 4, 5])).toEqual([1, 2, 3, 4, 5]);
  expect(tickedOf(ROWS, [6, 99])).toEqual([6]);
});
test('what was ticked comes back as it was saved', () => {
  const ticked = tickedOf(ROWS, [3, 4]);
  expect(tickedOf(ROWS, ticked)).toEqual(ticked);
});
test('a tree hangs its rows below their parents; a lost parent loses them', () => {
  const [first, last] = labelTree([...ROWS, row(9, 77)]);
  expect(first?.children.map(({ id }) => id)).toEqual([2, 5]);
  expect(last).toEqual({ id: 6, label: '第6项', children: [] });
});
test('a branch, and matches with all above them', () => {
  expect(branchOf(ROWS, 2)).toEqual(new Set([2, 3, 4]));
  expect(withAncestors(ROWS, ({ id }) => id === 4).map(({ id }) => id)).toEqual([1, 2, 4]);
});
test('a circle ends', () => {
  const circle = [row(1, 2), row(2, 1)];
  expect(labelTree(circle)).toEqual([]);
  expect(branchOf(circle, 1).size).toBe(2);
  expect(withAncestors(circle, () => true)).toHaveLength(2);
  expect(tickedOf(circle, [1, 2])).toEqual([1, 2]);
});
