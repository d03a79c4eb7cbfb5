import { expect, test } from 'vitest';
import { countOf, pressed, tickOf, type Choice } from './ticks.ts';

const entry = (id: number, ...children: Choice[]): Choice => ({ id, label: String(id), children });
const page = entry(2, entry(3), entry(4));
const TREE = [entry(1, page, entry(6)), entry(5)];

test('a press ticks all below, the next none; parents go along only whole', () => {
  const some = pressed(TREE, [], entry(3));
  expect(some).toEqual([3]);
  expect(tickOf(page, new Set(some))).toBe('some');
  const all = pressed(TREE, some, page);
  expect(all).toEqual([2, 3, 4]);
  expect(pressed(TREE, all, entry(6))).toEqual([1, 2, 3, 4, 6]);
  expect(pressed(TREE, [1, 2, 3, 4, 6], page)).toEqual([6]);
  expect(tickOf(page, new Set([6]))).toBe('none');
  expect(countOf(TREE, [1, 2, 3, 4, 6])).toBe(3);
});
