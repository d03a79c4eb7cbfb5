import { expect, test } from 'vitest';
import { isPlainDefault, startOf } from './defaults.ts';

test.each([
  ['0', 'number', '0'],
  ['(-1)', 'number', '-1'],
  ["'-1'::integer", 'number', '-1'],
  ['1.50', 'number', '1.5'],
  ["'2'::text", 'text', '"2"'],
  ["'it''s'::character varying", 'text', '"it\'s"'],
  ['true', 'bool', 'true'],
  ['CURRENT_DATE', 'other', null],
  ["nextval('x_seq'::regclass)", 'number', null],
  ['my_function()', 'text', null],
  [null, 'text', null],
] as const)('%s of a %s begins a form with %s (R157)', (defaulted, kind, start) => {
  expect(startOf(defaulted, kind)).toBe(start);
});
test('what a fresh database may not have is no default there', () => {
  expect(["nextval('x'::regclass)", 'my_function()', "'a'::mood", null].filter(isPlainDefault)).toEqual([]);
  expect(isPlainDefault('now()')).toBe(true);
});
