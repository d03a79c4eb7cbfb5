import { expect, test } from 'vitest';
import { choicesOf, tickedOf } from './tree.ts';

const entry = (id: number, parentId: number) => ({ id, parentId, label: `入口${id}` });
// 1 ─ 2 ─ 3, 4 and 5 without children
const TREE = [entry(1, 0), entry(2, 1), entry(3, 2), entry(4, 2), entry(5, 0)];

test('a parent is ticked only where all below it is granted, whether or not it is stored', () => {
  expect(tickedOf(TREE, new Set([1, 2, 3]))).toEqual([3]);
  expect(tickedOf(TREE, new Set([3, 4]))).toEqual([1, 2, 3, 4]);
  expect(tickedOf(TREE, new Set([1, 2, 5]))).toEqual([5]);
  expect(tickedOf(TREE, new Set())).toEqual([]);
});
test('what names a parent that is gone stands at the root', () => {
  expect(choicesOf([entry(1, 0), entry(3, 1), entry(9, 99)])).toEqual([
    { id: 1, label: '入口1', children: [{ id: 3, label: '入口3', children: [] }] },
    { id: 9, label: '入口9', children: [] },
  ]);
});
