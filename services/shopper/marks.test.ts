/** What stands for an openId in lists. */
import { expect, test } from 'vitest';
import { markOf } from './marks.ts';

test('a mark is the same for one openId, another for another, and none where there is none', () => {
  expect(markOf('open-1')).toMatch(/^[0-9a-f]{8}$/);
  expect(markOf('open-1')).toBe(markOf('open-1'));
  expect(markOf('open-2')).not.toBe(markOf('open-1'));
  expect(markOf('')).toBe('');
});
