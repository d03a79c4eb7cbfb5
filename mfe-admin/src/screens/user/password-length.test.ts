import { expect, test } from 'vitest';
import { lengthHint, lengthProblems } from './password-length.ts';

const SELLER = { least: 6, strongLeast: 8, longest: 20 };
const STRICT = { least: 10, strongLeast: 10, longest: 20 };
test.each([
  [SELLER, '6—20位；能看成本或能授权的人8—20位。由本人修改'],
  [{ ...SELLER, least: 8 }, '8—20位。由本人修改'],
  [STRICT, '10—20位。由本人修改'],
  [null, '由本人修改'],
])('the form says the length of the setting and the roles: %o', (rule, hint) => {
  expect(lengthHint(rule, '由本人修改')).toBe(hint);
});
test('a password is judged by the same number', () => {
  const said = [{ path: 'password', message: '长度在 10 到 20 个字符' }];
  expect(lengthProblems(STRICT, 'Secret-12')).toEqual(said);
  expect(lengthProblems(STRICT)).toEqual(said);
  expect(lengthProblems(STRICT, '1'.repeat(21))).toEqual(said);
  expect(lengthProblems(STRICT, 'Secret-123')).toEqual([]);
  expect(lengthProblems(SELLER, '六个字的密码')).toEqual([]);
  expect(lengthProblems(null, '1')).toEqual([]);
});
