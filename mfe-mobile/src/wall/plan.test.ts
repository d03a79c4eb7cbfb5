import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pagesOf, planOf, type Plan } from './plan.ts';

/** A wall of so many pixels in which a row is 1.8 and a column 14 times the type. */
const wall = (width: number, height: number, rows: number) => ({
  rows,
  mostColumns: 3,
  leastFont: 26,
  mostFont: 64,
  fits: ({ perPage, columns, font }: Plan) =>
    Math.ceil(perPage / columns) * font * 1.8 <= height && columns * font * 14 <= width,
});

test('few rows stand in one column of the largest type, forty in columns on one screen, two hundred on pages', () => {
  expect(planOf(wall(1800, 800, 5))).toEqual({ perPage: 5, columns: 1, font: 64 });
  expect(planOf(wall(1800, 800, 40))).toEqual({ perPage: 40, columns: 3, font: 31 });
  expect(planOf(wall(1800, 800, 200))).toEqual({ perPage: 50, columns: 3, font: 26 });
  // On end: one column.
  expect(planOf(wall(700, 1500, 30))).toEqual({ perPage: 30, columns: 1, font: 27 });
});
test('a row that fits nowhere stands alone in the least type; nothing is nothing', () => {
  expect(planOf({ ...wall(100, 100, 3), fits: () => false })).toEqual({ perPage: 1, columns: 1, font: 26 });
  expect(planOf(wall(1800, 800, 0))).toEqual({ perPage: 1, columns: 1, font: 26 });
});
test('whatever the wall and the rows: every row stands on one page, none smaller than can be read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 400, max: 4_000 }), (rows, height) => {
      const room = wall(1_000, height, rows);
      const plan = planOf(room);
      expect(room.fits(plan)).toBe(true);
      expect(plan.font).toBeGreaterThanOrEqual(room.leastFont);
      const lines = Array.from({ length: rows }, (_, index) => index);
      expect(pagesOf(lines, plan.perPage).flat()).toEqual(lines);
    }),
  );
});
