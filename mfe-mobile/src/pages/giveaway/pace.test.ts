import { expect, test } from 'vitest';
import { groupedCode } from '../../parts/formats.ts';
import { newPressKey, pauseBefore } from './pace.ts';

test('it asks at least every five seconds for two minutes, and no longer than half an hour (S1§2.16/2)', () => {
  const pauses: number[] = [];
  for (let count = 0; ; count += 1) {
    const pause = pauseBefore(count);
    if (pause === null) break;
    pauses.push(pause);
  }
  expect(pauses.slice(0, 24).every((ms) => ms === 5_000)).toBe(true);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1_560_000);
});
test('a code is read out in groups of four; one that the shop made up stays as it is (S1§2.16/2)', () => {
  expect(groupedCode('HX123456789012')).toBe('HX 1234 5678 9012');
  expect(groupedCode('20261128')).toBe('2026 1128');
  expect(groupedCode('WANG-01')).toBe('WANG-01');
});
test('no two presses are one', () => {
  expect(new Set(Array.from({ length: 100 }, newPressKey)).size).toBe(100);
  expect(newPressKey()).toMatch(/^[0-9a-f]{32}$/);
});
