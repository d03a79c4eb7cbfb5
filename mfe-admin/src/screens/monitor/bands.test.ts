import { expect, test } from 'vitest';
import { bandOf } from './bands.ts';

test('a band ends at its bound (S2§2.17/2)', () => {
  expect([0, 20, 20.01, 40, 59.9, 60, 80, 80.01, 100, 104].map(bandOf)).toEqual([
    '#13ce66',
    '#13ce66',
    '#1890ff',
    '#1890ff',
    '#e6a23c',
    '#e6a23c',
    '#1989fa',
    '#F56C6C',
    '#F56C6C',
    '#F56C6C',
  ]);
});
