import { expect, test } from 'vitest';
import { matchedRow, quotationKey } from './match.ts';

const row = (name: string, goldContent: string, measureUnit = '元/克') => ({ name, goldContent, measureUnit });
const found = (rows: readonly ReturnType<typeof row>[], name: string, goldContent: string) =>
  matchedRow(rows, { name, goldContent })?.goldContent;

test('name and content, else the name for every content, else the only row of a name (S1§7/7)', () => {
  const rows = [row('足金', '999'), row('足金', ''), row('18K金', '750'), row('铂金', '950'), row('铂金', '990')];
  expect(found(rows, '足金', '999')).toBe('999');
  expect(found(rows, '足金', '999.0')).toBe('999');
  expect(found(rows, '足金', '990')).toBe('');
  expect(found(rows, '足金', '')).toBe('');
  expect(found(rows, '18K金', '')).toBe('750');
  // A content that is noted and not quoted: another content is another gold.
  expect(found(rows, '18K金', '585')).toBeUndefined();
  // Two of that name: nobody can say which.
  expect(found(rows, '铂金', '')).toBeUndefined();
  expect(found(rows, '银', '')).toBeUndefined();
});
test('a row by the piece prices no gram', () => {
  expect(found([row('足金', '', '元/件')], '足金', '')).toBeUndefined();
  expect(found([row('足金', '', '元/g')], '足金', '')).toBe('');
});
test('the same gold twice is one quotation', () => {
  expect(quotationKey(row(' 足金', '999.90'))).toBe(quotationKey(row('足金', '999.9 ')));
  expect(quotationKey(row('足金', ''))).not.toBe(quotationKey(row('足金', '999')));
});
