import { expect, test } from 'vitest';
import { parseNumber, ruleOf } from './numbers.ts';
import { moment, money, pictureNames, show, showIn, showInList, weight } from './show.ts';

test('what an input method and Excel write becomes a number', () => {
  expect(parseNumber('１２３。４５', ruleOf('money'))).toEqual({ ok: true, value: 123.45 });
  expect(parseNumber('￥1，234.50元', ruleOf('money'))).toEqual({ ok: true, value: 1234.5 });
  expect(parseNumber(' 3.215 克', ruleOf('weight'))).toEqual({ ok: true, value: 3.215 });
  expect(parseNumber('30分', ruleOf('carat'))).toEqual({ ok: true, value: 0.3 });
  expect(parseNumber('5 粒', ruleOf('count', { unit: '粒' }))).toEqual({ ok: true, value: 5 });
  expect(parseNumber('', ruleOf('money'))).toEqual({ ok: true, value: undefined });
});

test('everything else is a clear message', () => {
  expect(parseNumber('一百', { decimals: 2 })).toEqual({ ok: false, message: '请输入数字' });
  expect(parseNumber('1.5', { decimals: 0 })).toEqual({ ok: false, message: '请输入整数' });
  expect(parseNumber('1.234', { decimals: 2 })).toEqual({ ok: false, message: '最多2位小数' });
  expect(parseNumber('1.230', { decimals: 2 })).toEqual({ ok: true, value: 1.23 });
  expect(parseNumber('-1', { decimals: 2 })).toEqual({ ok: false, message: '不能小于0' });
  expect(parseNumber('-1', { decimals: 2, min: null })).toEqual({ ok: true, value: -1 });
  expect(parseNumber('0.5', { decimals: 2, min: 1 })).toEqual({ ok: false, message: '不能小于1' });
  expect(parseNumber('100', { decimals: 2, max: 99, unit: '元' })).toEqual({ ok: false, message: '不能大于99元' });
  expect(parseNumber('-100', { decimals: 2, min: null, max: 99 })).toEqual({ ok: false, message: '不能小于-99' });
  expect(parseNumber('30分', ruleOf('weight'))).toEqual({ ok: false, message: '请输入数字' });
  expect(parseNumber('1，5', ruleOf('weight'))).toEqual({ ok: false, message: '请输入数字' });
  expect(parseNumber('1e5', { decimals: 2 }).ok).toBe(false);
});

test('what no field can hold is refused, not rounded to something else', () => {
  const huge = '99999999999999999999';
  expect(parseNumber(huge, ruleOf('money'))).toEqual({ ok: false, message: '不能大于99999999.99元' });
  expect(parseNumber(huge, ruleOf('weight'))).toEqual({ ok: false, message: '不能大于100000g' });
  expect(parseNumber(huge, ruleOf('count'))).toEqual({ ok: false, message: '不能大于100000' });
  expect(parseNumber(huge, ruleOf('percent')).ok).toBe(false);
  expect(parseNumber('1001', ruleOf('number', { max: 1000 }))).toEqual({ ok: false, message: '不能大于1000' });
});

test('values read as the shop writes them', () => {
  expect(money(-1234.5)).toBe('-¥1,234.50');
  expect(weight('3.2')).toBe('3.200 g');
  expect(moment('2026-11-01T10:30:00.000Z')).toBe('2026-11-01 18:30');
  expect(show('money', null)).toBe('—');
  expect(show('text', {})).toBe('—');
  expect(pictureNames('["a.jpg","b.png"]')).toEqual(['a.jpg', 'b.png']);
  expect(pictureNames('[broken')).toEqual([]);
});
test('under a title with its unit a figure stands alone, and a stone says what its price is per', () => {
  const counted = { stoneMeasure: '数量' };
  expect(showIn('goldWeight', 'weight', {}, 3.2)).toBe('3.200');
  expect(showIn('stoneCt', 'carat', {}, 1234.5)).toBe('1,234.500');
  expect(showIn('workFee', 'money', {}, 30)).toBe('¥30.00');
  expect(showIn('stoneCost', 'money', {}, 8000)).toBe('¥8,000.00/克拉');
  expect(showIn('stoneCost', 'money', counted, 12.5)).toBe('¥12.50/粒');
  expect([showIn('stoneCt', 'carat', {}, 0), showIn('stoneCost', 'money', {}, 0)]).toEqual(['—', '—']);
  expect(showIn('sellPrice', 'money', {}, 0)).toBe('¥0.00');
});

test('in a list a zero that means none is a dash; a price or a difference of zero is a figure', () => {
  type Kind = 'money' | 'weight' | 'count' | 'percent';
  const shown = (field: string, kind: Kind, value: unknown): string => showInList(field, kind, {}, value);
  expect([shown('goldWeight', 'weight', 0), shown('workFee', 'money', '0.00'), shown('giftFee', 'money', 0)]).toEqual([
    '—',
    '—',
    '—',
  ]);
  expect([shown('roundFee', 'money', 0), shown('points', 'count', 0), shown('stoneP', 'count', 0)]).toEqual([
    '—',
    '—',
    '—',
  ]);
  expect([shown('sellPrice', 'money', 0), shown('difference', 'money', 0)]).toEqual(['¥0.00', '¥0.00']);
  // A line of another kind has no price at all.
  expect([shown('sellPrice', 'money', null), shown('rebate', 'percent', null)]).toEqual(['—', '—']);
  expect([shown('goldWeight', 'weight', 3.2), shown('giftFee', 'money', 5)]).toEqual(['3.200', '¥5.00']);
});
