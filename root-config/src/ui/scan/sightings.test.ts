import { expect, test } from 'vitest';
import { createSightings } from './sightings.ts';

test('a code counts when it was read twice, and once for as long as it stays in the picture', () => {
  const sighted = createSightings();
  expect(sighted('A001', 0)).toBe(null);
  expect(sighted(null, 100)).toBe(null);
  expect(sighted('A001', 200)).toBe('A001');
  for (let now = 300; now < 5_000; now += 100) expect(sighted('A001', now)).toBe(null);
});
test('away for a while and back: another scan', () => {
  const sighted = createSightings();
  sighted('A001', 0);
  expect(sighted('A001', 100)).toBe('A001');
  expect(sighted(null, 1_500)).toBe(null);
  expect(sighted('A001', 1_700)).toBe(null);
  expect(sighted('A001', 1_800)).toBe('A001');
});
test('two codes in one picture are two scans; a misreading is none', () => {
  const sighted = createSightings();
  const told = ['A001', 'A002', 'A001', 'B999', 'A002'].map((code, index) => sighted(code, index * 100));
  expect(told).toEqual([null, null, 'A001', null, 'A002']);
});
