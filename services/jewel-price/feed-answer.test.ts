import { expect, test } from 'vitest';
import { feedAnswer } from './feed-answer.ts';

const GOLD = { name: '黄金', recycle: 770.5, sell: '780.20', rise: 781, fall: 760, sell_style: 'symbol-price-rise' };

test('a list, bare or wrapped, numbers as text too', () => {
  const expected = { ...GOLD, sell: 780.2, recycle_style: '' };
  for (const answer of [[GOLD], { list: [GOLD] }, { data: [GOLD] }, { code: 200, data: { list: [GOLD] } }]) {
    expect(feedAnswer(answer)).toEqual({ rows: [expected], at: null });
  }
});
test('when the prices were true, where the feed says so', () => {
  const at = '2026-11-23T09:00:00+08:00';
  expect(feedAnswer({ at, list: [GOLD] }).at).toEqual(new Date(at));
  expect(feedAnswer({ data: { at, list: [GOLD] } }).at).toEqual(new Date(at));
  expect(feedAnswer({ at: '昨天', list: [GOLD] }).at).toBeNull();
});
test('a row that says nothing is left out, the others stay; a style is one of two words', () => {
  const rows = [
    { name: '' },
    { name: '白银', sell: 'x' },
    { name: '铂金', sell: -1 },
    { name: '钯金', sell: 1e12 },
    { ...GOLD, recycle_style: '"><script>' },
  ];
  expect(feedAnswer(rows).rows).toEqual([{ ...GOLD, sell: 780.2, recycle_style: '' }]);
});
test.each([[null], [[]], [{}], ['价格'], [{ list: 'x' }], [[{ name: '黄金' }]], [{ data: { data: {} } }]])(
  'no price list: %j',
  (answer) => {
    expect(() => feedAnswer(answer)).toThrow('no prices');
  },
);
