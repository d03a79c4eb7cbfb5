import { expect, test } from 'vitest';
import { inWindow, parseDay, windowOf } from './date-window.ts';

test('45 days back, none forward, unless any day is allowed', () => {
  const window = windowOf('2026-03-10', false);
  expect(window).toEqual({ from: '2026-01-24', to: '2026-03-10' });
  expect(inWindow('2026-01-24', window)).toBe(true);
  expect(inWindow('2026-01-23', window)).toBe(false);
  expect(inWindow('2026-03-11', window)).toBe(false);
  expect(inWindow('2020-01-01', windowOf('2026-03-10', true))).toBe(true);
});

test('days are read as people type them', () => {
  expect(parseDay('２０２６-３-５')).toBe('2026-03-05');
  expect(parseDay('20260305')).toBe('2026-03-05');
  expect(parseDay('2026年3月5日')).toBe('2026-03-05');
  expect(parseDay('2026-02-30')).toBeUndefined();
  expect(parseDay('昨天')).toBeUndefined();
});
