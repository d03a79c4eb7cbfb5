import { expect, test } from 'vitest';
import { weekOf } from './week.ts';

const sums = (...days: readonly (readonly [string, number, number])[]) => ({
  unit: '元',
  x: days.map(([day]) => day),
  series: [
    { name: '销售', data: days.map(([, sold]) => sold) },
    { name: '退换', data: days.map(([, , back]) => back) },
  ],
});

test('seven days with what was sold, beside the same days of the week before; a day that is not told sold nothing (S2§2.26/1)', () => {
  const week = weekOf('2026-02-26', sums(['2026-02-26', 100, -20], ['2026-03-04', 5, 0]), sums(['2026-02-20', 60, 0]));
  expect(week.x).toEqual(['02-26', '02-27', '02-28', '03-01', '03-02', '03-03', '03-04']);
  expect(week.series).toEqual([
    { name: '预期', data: [0, 60, 0, 0, 0, 0, 0] },
    { name: '实际', data: [80, 0, 0, 0, 0, 0, 5] },
  ]);
});
