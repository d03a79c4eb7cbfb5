import { expect, test } from 'vitest';
import { asBarcode } from './barcode.ts';

const GS = '\u001D';
test.each([
  ['as it is', '202600000017', '202600000017'],
  ['typed in full width and small', ' ｇｔ－２０７ ', 'GT-207'],
  ['with its symbology in front', ']C1202600000017', '202600000017'],
  ['with another one', ']d2jw-207', 'JW-207'],
  ['with its character set in front', '\\000026202600000017', '202600000017'],
  ['with both, in either order', '\\000026]Q3JW-207', 'JW-207'],
  ['with the sign between fields', `${GS}20260000${GS}0017${GS}`, '202600000017'],
  ['with signs that nobody sees', '\uFEFF2026\u200B0000\u202D00\u206017', '202600000017'],
  ['with a sign that hides what stands in front', `\u200E]C1${GS}202600000017`, '202600000017'],
  ['nothing but what stands around', ']C1', ''],
])('a code %s', (_, read, code) => {
  expect(asBarcode(read)).toBe(code);
  expect(asBarcode(asBarcode(read))).toBe(code);
});
test('two codes on two lines do not become one', () => {
  expect(asBarcode('A001\nA002')).toBe('A001\nA002');
});
test('what belongs to a code stays', () => {
  expect(asBarcode('gt/2026_07.01-3')).toBe('GT/2026_07.01-3');
});
