import { expect, test } from 'vitest';
import { inWindow, parseDay, readDay, windowOf } from './date-window.ts';

test('45 days back, none forward, unless any day is allowed (S0§6/32)', () => {
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

test('a typed day is read within the window, or says why it is none; the present one stays', () => {
  const window = windowOf('2026-03-10', false);
  expect(readDay('2026-3-5', window, undefined)).toEqual({ ok: true, day: '2026-03-05' });
  expect(readDay(' ', window, '2026-03-05')).toEqual({ ok: true, day: undefined });
  expect(readDay('2026-13-45', window, undefined)).toEqual({ ok: false, message: '日期格式应为 yyyy-MM-dd' });
  expect(readDay('2025-01-01', window, undefined)).toEqual({
    ok: false,
    message: '日期只能选择今天往前45天以内（2026-01-24 起）',
  });
  expect(readDay('2025-01-01', window, '2025-01-01')).toEqual({ ok: true, day: '2025-01-01' });
  expect(readDay('2025-01-01', undefined, undefined)).toEqual({ ok: true, day: '2025-01-01' });
});
