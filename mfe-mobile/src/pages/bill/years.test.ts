import { expect, test } from 'vitest';
import { onceEach } from '../../client/use-pages.ts';
import { byYear } from './years.ts';

test('bills stand below their year, in their order', () => {
  const [a, b, c] = [{ sellAt: '2026-03-02' }, { sellAt: '2026-01-01' }, { sellAt: '2024-12-31' }];
  expect(byYear([a, b, c])).toEqual([
    { year: '2026', bills: [a, b] },
    { year: '2024', bills: [c] },
  ]);
  expect(byYear([])).toEqual([]);
});
test('pages that overlap, or were pushed on by a new bill, show each bill once', () => {
  const ids = (...numbers: readonly number[]) => numbers.map((id) => ({ id }));
  expect(onceEach(ids(5, 4), ids(5, 4, 3), ids(3, 2))).toEqual(ids(5, 4, 3, 2));
});
