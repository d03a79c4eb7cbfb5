import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut } from '../../contracts/limits.ts';
import { storableText, withoutPhones, withoutPrivate } from './plain-text.ts';

test('wherever a text is cut, no character is halved', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
      const kept = cut(text, max);
      expect(kept.isWellFormed()).toBe(true);
      expect(Array.from(kept)).toEqual(Array.from(text).slice(0, max));
    }),
  );
});
test('any text at all becomes one that a store keeps', () => {
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.array(unit), fc.nat(30), (units, max) => {
      const kept = storableText(`${units.join('')}\u0000\ud83d`, max);
      expect(kept.isWellFormed() && !kept.includes('\u0000')).toBe(true);
      expect(Array.from(kept).length).toBeLessThanOrEqual(max);
    }),
  );
});
test('telephone numbers are masked wherever they stand, barcodes and days are not', () => {
  expect(withoutPhones('请打13812345678或+86 139-1234-5678，０１３８，１３８１２３４５６７８')).toBe(
    '请打138••••5678或+86 139••••5678，０１３８，１３８••••５６７８',
  );
  expect(withoutPhones('008613812345678，0086-13812345678')).toBe('0086138••••5678，0086-138••••5678');
  expect(withoutPhones('0755-82345678')).toBe('0755-••••5678');
  const untouched = '条码 202600000017 日期 2026-11-22 金额 138123456789 单号 XS10021';
  expect(withoutPhones(untouched)).toBe(untouched);
});
test('a field that is named so is masked whatever it holds', () => {
  expect(withoutPrivate('mobile', '13812345678')).toBe('138••••5678');
  expect(withoutPrivate('telephone', 75_582_345_678)).toBe('755••••5678');
  expect(withoutPrivate('phone', '110')).toBe('••••');
  for (const field of ['qq', 'weichat', 'openId']) expect(withoutPrivate(field, 'wx-secret')).toBe('••••');
  expect(withoutPrivate('addr', '广东省深圳市罗湖区1号')).toBe('广东省••••');
  expect(withoutPrivate('ipaddr', '10.0.0.1')).toBe('10.0.0.1');
  expect(withoutPrivate('num', 3)).toBe(3);
});
