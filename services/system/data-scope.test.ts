import { expect, test } from 'vitest';
import { seesRow } from '../contracts/user.ts';
import { mayHandOn, rowsOf } from './data-scope.ts';

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
test('the widest of several roles counts (S2§2.6/3)', () => {
  const both = { ...own('5'), scopes: [scope('5'), scope('4')] };
  expect(mayHandOn(both, scope('3'))).toBe(true);
});

const shown = (own: boolean, deptIds: readonly number[]) => ({ own, deptIds, before: [] });
test.each([
  ['1', [], 'all'],
  ['2', [9, 8], shown(false, [8, 9])],
  ['2', [], shown(false, [])],
  ['3', [], shown(false, [7])],
  ['4', [], shown(false, [7, 8])],
  ['5', [], shown(true, [])],
  ['x', [], shown(true, [])],
])('%s %j shows %j', (dataScope, deptIds, rows) => {
  expect(rowsOf(own(dataScope, deptIds))).toEqual(rows);
});
test('several roles show what any of them shows; whoever has no department sees his own instead (S2§4/5)', () => {
  expect(rowsOf({ ...own('5'), scopes: [scope('5'), scope('2', [9]), scope('3')] })).toEqual(shown(true, [7, 9]));
  expect(rowsOf({ ...own('5'), scopes: [scope('5'), scope('1')] })).toBe('all');
  for (const one of ['3', '4']) {
    expect(rowsOf({ scopes: [scope(one)], deptId: null, below: new Set() })).toEqual(shown(true, []));
  }
  expect(rowsOf({ scopes: [], deptId: 7, below: new Set() })).toEqual(shown(false, []));
});
test.each([
  ['his own', { own: true, deptIds: [], before: [] }, { userId: 3, deptId: 9 }, true],
  ['another one of his department', { own: true, deptIds: [], before: [] }, { userId: 4, deptId: 7 }, false],
  ['of the department then', { own: false, deptIds: [7], before: [] }, { userId: 4, deptId: 7 }, true],
  ['without a department', { own: false, deptIds: [7], before: [4] }, { userId: 4, deptId: null }, false],
  ['of before departments were kept', { own: false, deptIds: [7], before: [4] }, { userId: 4 }, true],
  ['of before, of somebody else', { own: false, deptIds: [7], before: [4] }, { userId: 5 }, false],
])('a row: %s', (_, rows, maker, seen) => {
  expect(seesRow({ id: 3, rows }, maker)).toBe(seen);
});
