import { expect, test } from 'vitest';
import { daysMoved, momentOf, typedMoment, usualMoments } from './moment-model.ts';
import type { Filter } from './types.ts';

test.each([
  ['2026-11-20 18:30', '2026-11-20T18:30:00+08:00'],
  ['2026-11-20T08:05:09', '2026-11-20T08:05:09+08:00'],
  [' ２０２６－１１－２０　９：０５ ', '2026-11-20T09:05:00+08:00'],
  ['20261120', '2026-11-20T23:59:59+08:00'],
  ['2026-11-31 10:00', undefined],
  ['2026-11-20 25:00', undefined],
  ['2026-11-20 10:00 1', undefined],
  ['昨天', undefined],
])('%s is %s', (text, moment) => expect(momentOf(text)).toBe(moment));
test('what is offered reads as it is typed', () => {
  const now = new Date('2026-11-20T10:30:00+08:00');
  expect(usualMoments(now).map(([word, at]) => [word, typedMoment(at)])).toEqual([
    ['一小时前', '2026-11-20 09:30'],
    ['昨天结束时', '2026-11-19 23:59:59'],
    ['上月结束时', '2026-10-31 23:59:59'],
  ]);
});
test('the day on screen goes along with the moment; a range that somebody chose stays', () => {
  const filters: readonly Filter[] = [{ kind: 'dates', label: '日期' }];
  const today = { beginTime: '2026-11-20', endTime: '2026-11-20', name: '戒' };
  const step = { from: '2026-11-20', to: '2026-11-02' };
  expect(daysMoved(filters, today, step)).toEqual({ ...today, beginTime: '2026-11-02', endTime: '2026-11-02' });
  const week = { beginTime: '2026-11-14', endTime: '2026-11-20' };
  expect(daysMoved(filters, week, step)).toBe(week);
  expect(daysMoved([], today, step)).toBe(today);
});
