import { expect, test } from 'vitest';
import { mayHandOn } from './data-scope.ts';

const own = (dataScope: string, deptIds: readonly number[] = []) => ({
  scopes: [{ dataScope, deptIds }],
  deptId: 7,
  below: new Set([7, 8]),
});
const scope = (dataScope: string, deptIds: readonly number[] = []) => ({ dataScope, deptIds });

test.each([
  ['1', [], '1', [], true],
  ['1', [], '2', [99], true],
  ['4', [], '1', [], false],
  ['4', [], '4', [], true],
  ['4', [], '3', [], true],
  ['4', [], '2', [7, 8], true],
  ['4', [], '2', [7, 9], false],
  ['3', [], '4', [], false],
  ['3', [], '2', [7], true],
  ['3', [], '2', [8], false],
  ['2', [8, 9], '2', [9], true],
  ['2', [8, 9], '3', [], false],
  ['5', [], '2', [], false],
  ['5', [], '5', [], true],
])('%s %j hands on %s %j: %s', (...[mine, depts, granted, given, may]) => {
  expect(mayHandOn(own(mine, depts), scope(granted, given))).toBe(may);
});
test('the widest of several roles counts', () => {
  const both = { ...own('5'), scopes: [scope('5'), scope('4')] };
  expect(mayHandOn(both, scope('3'))).toBe(true);
});
