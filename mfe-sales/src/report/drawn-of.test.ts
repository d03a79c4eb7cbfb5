import { expect, test } from 'vitest';
import { drawnOf } from './drawn-of.ts';

const line = { kind: 'line', unit: '元' } as const;
test('a report of one day has no picture of one bar', () => {
  expect(drawnOf({ ...line, x: ['2026-11-25'], series: [{ name: '销售', data: [37_155.75] }] })).toBeNull();
  const none = { name: '赠品', data: [0] };
  expect(drawnOf({ ...line, x: ['2026-11-25'], series: [{ name: '销售', data: [5] }, none] })).toBeNull();
});
test('of one day its parts stand beside each other', () => {
  const series = [
    { name: '销售', data: [37_155.75] },
    { name: '退换', data: [34_474.13] },
    { name: '赠品', data: [0] },
  ];
  expect(drawnOf({ ...line, x: ['2026-11-25'], series })).toEqual({
    kind: 'bar',
    unit: '元',
    x: ['销售', '退换'],
    series: [{ name: '2026-11-25', data: [37_155.75, 34_474.13] }],
  });
});
test('where there is something to compare, and where there is nothing at all, it is as it was', () => {
  const two = { ...line, x: ['2026-11-25', '2026-11-26'], series: [{ name: '销售', data: [1, 2] }] };
  expect(drawnOf(two)).toBe(two);
  const empty = { ...line, x: [], series: [] };
  expect(drawnOf(empty)).toBe(empty);
});
