import { expect, test } from 'vitest';
import { yearBefore } from 'services/contracts/dates';
import { daysOf } from './days.ts';

test.each([
  ['2026-11-23', '2025-11-23'],
  ['2028-02-29', '2027-02-28'],
  ['2027-02-28', '2026-02-28'],
  ['2026-01-01', '2025-01-01'],
])('a year before %s is %s', (day, before) => expect(yearBefore(day)).toBe(before));
test('yesterday of the first of a year lies in the other (S1§1/1)', () => {
  expect(daysOf('2026-01-01')).toEqual({ today: '2026-01-01', yesterday: '2025-12-31', lastYear: '2025-01-01' });
});
