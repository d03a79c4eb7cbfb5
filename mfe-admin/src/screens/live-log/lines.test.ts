import { expect, test } from 'vitest';
import { MOST_LINES, levelOf, waitAfter, withLine } from './lines.ts';

test('what comes again is shown once, the oldest goes first (S2§4/9)', () => {
  expect(withLine(['a', 'b'], 'b')).toEqual(['a', 'b']);
  const many = Array.from({ length: MOST_LINES }, (_, index) => String(index));
  const after = withLine(many, 'new');
  expect([after.length, after[0], after.at(-1)]).toEqual([MOST_LINES, '1', 'new']);
});
test('a line tells its level', () => {
  expect(levelOf('18:30:00.123 WARN 读取太慢')).toBe('WARN');
});
test('each failure waits longer, up to a quarter of a minute (S2§4/9)', () => {
  expect([1, 2, 3, 4, 5, 9].map(waitAfter)).toEqual([1, 2, 4, 8, 15, 15]);
});
