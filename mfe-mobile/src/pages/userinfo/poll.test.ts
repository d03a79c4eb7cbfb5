import { expect, test } from 'vitest';
import { groupedCode } from '../../parts/formats.ts';
import { isScanned, leftOf, minutesText, pauseBefore, pauseOfProof } from './poll.ts';

test('the page asks often at first, less later, and stops after eleven minutes', () => {
  const pauses: number[] = [];
  for (let count = 0; pauseBefore(count) !== null; count += 1) pauses.push(pauseBefore(count) ?? 0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBe(3_000);
  // No more calls in a minute than the house takes of one shopper (120).
  expect(60_000 / Math.min(...pauses)).toBeLessThanOrEqual(20);
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(660_000);
});
test('a proof is asked about for three minutes', () => {
  const pauses: number[] = [];
  for (let count = 0; pauseOfProof(count) !== null; count += 1) pauses.push(pauseOfProof(count) ?? 0);
  expect([Math.min(...pauses), pauses.reduce((sum, ms) => sum + ms, 0)]).toEqual([5_000, 180_000]);
});
test('another code before its time says that the counter scanned it; one that is renewed does not', () => {
  expect(isScanned({ code: 'MPA', leftMs: 90_000 }, 'MPB')).toBe(true);
  expect(isScanned({ code: 'MPA', leftMs: 90_000 }, 'MPA')).toBe(false);
  expect(isScanned({ code: 'MPA', leftMs: 65_000 }, 'MPB')).toBe(false);
  expect(isScanned({ code: 'MPA', leftMs: -5_000 }, 'MPB')).toBe(false);
});
test('what is left of a code counts by the clock of the house', () => {
  const at = Date.parse('2026-11-28T12:00:00+08:00');
  expect(leftOf('2026-11-28T12:10:00+08:00', at)).toBe(600_000);
  expect(leftOf('2026-11-28T11:59:00+08:00', at)).toBe(0);
  expect([leftOf(undefined, at), leftOf('nonsense', at)]).toEqual([0, 0]);
  expect([600, 61, 9, 0].map(minutesText)).toEqual(['10:00', '1:01', '0:09', '0:00']);
});
test('a code is read out in groups', () => {
  expect(groupedCode('BDABCDEFGHJKLM')).toBe('BD ABCD EFGH JKLM');
  expect(groupedCode('MPABCDEFGHJKLM')).toBe('MP ABCD EFGH JKLM');
  expect(groupedCode('')).toBe('');
});
