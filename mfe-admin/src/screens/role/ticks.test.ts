import { expect, test } from 'vitest';
import { countOf, matching, pressed, tickOf, within, type Choice } from './ticks.ts';

const entry = (id: number, ...children: Choice[]): Choice => ({ id, label: String(id), children });
const page = entry(2, entry(3), entry(4));
const TREE = [entry(1, page, entry(6)), entry(5)];

test('a press ticks all below, the next none; parents go along only whole (S2§2.6/6)', () => {
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

test('of a tree only what may be given is shown, with what leads there', () => {
  expect(within(TREE, new Set([4, 5]))).toEqual([entry(1, entry(2, entry(4))), entry(5)]);
  expect(within(TREE, new Set([2]))).toEqual([]);
});
test('what is looked for is shown with all below it and what leads there; a press ticks what is seen', () => {
  expect(matching(TREE, '2')).toEqual([entry(1, page)]);
  const [seen] = matching(TREE, '4');
  expect(seen).toEqual(entry(1, entry(2, entry(4))));
  expect(pressed(TREE, [], seen!)).toEqual([4]);
  expect(matching(TREE, '9')).toEqual([]);
});
