import { expect, test } from 'vitest';
import { dayText, gram, yuan } from './formats.ts';

test('money, weights and days read as in the shop', () => {
  expect([0, 0.5, 1234.5, 1_234_567.89, -88].map(yuan)).toEqual([
    '¥0.00',
    '¥0.50',
    '¥1,234.50',
    '¥1,234,567.89',
    '−¥88.00',
  ]);
  expect([3.25, 0, 12.3456].map(gram)).toEqual(['3.250 克', '0.000 克', '12.346 克']);
  expect(['2026-11-08', '2026-01-28 18:30:00', '不详'].map(dayText)).toEqual([
    '2026年11月8日',
    '2026年1月28日',
    '不详',
  ]);
});
