import { expect, test } from 'vitest';
import { code128 } from './code128.ts';

const MODULES = 11;
const STOP_MODULES = 13;
const total = (text: string): number => code128(text).reduce((sum, width) => sum + width, 0);

test('twelve digits take six characters of set C', () => {
  // start, six pairs, check, stop
  expect(total('202600000017')).toBe(8 * MODULES + STOP_MODULES);
});
test('letters use set B and switch to C for six digits', () => {
  // start B, A, B, to C, three pairs, check, stop
  expect(total('AB123456')).toBe(8 * MODULES + STOP_MODULES);
});
test('the check character of a known symbol (S0§9/4)', () => {
  // 104 + 48 + 2×42 + 3×42 + 4×17 + 5×18 + 6×19 + 7×35 = 879, and 879 mod 103 = 55.
  expect(code128('PJJ123C').slice(-13, -7).join('')).toBe('311321');
});
test('a character that Code 128 B cannot print is refused', () => {
  expect(() => code128('金戒指')).toThrow(RangeError);
});
