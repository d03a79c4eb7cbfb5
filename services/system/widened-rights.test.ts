/** What lets somebody do more than before is said, and nothing else. */
import { expect, test } from 'vitest';
import { widenedRole, widenedUser } from './widened-rights.ts';

const names = { role: (id: number) => `角色${id}`, shop: (id: number) => `店${id}` };
const user = { nick_name: '张三', status: '2', role_ids: [4], lock_shops: [1], dept_id: 7 };

test.each([
  ['another role', { role_ids: [4, 2] }, '给用户“张三”：角色角色2'],
  ['another shop', { lock_shops: [1, 2] }, '给用户“张三”：分店店2'],
  ['all shops', { lock_shops: [] }, '给用户“张三”：分店改为全部分店'],
  ['another department', { dept_id: 8 }, '给用户“张三”：所属部门有变'],
  ['a name', { nick_name: '李四' }, null],
  ['fewer roles', { role_ids: [] }, null],
  ['disabled', { status: '1', role_ids: [4, 2] }, null],
])('a user gets %s', (_, change, said) => {
  expect(widenedUser(user, { ...user, ...change }, names)).toBe(said);
});
test('a new user gets what he begins with, one that is enabled again all that he has', () => {
  expect(widenedUser(null, user, names)).toBe('新用户“张三”：角色角色4，分店店1');
  expect(widenedUser(null, { ...user, role_ids: [] }, names)).toBeNull();
  expect(widenedUser({ ...user, status: '1' }, user, names)).toBe('重新启用用户“张三”：角色角色4，分店店1');
});

const role = { role_name: '店员', status: '2', menu_ids: [1, 2], data_scope: '5', dept_ids: [] };
const title = (ids: readonly number[]) => ids.join('、');
test.each([
  ['more keys', { menu_ids: [1, 2, 3] }, '角色“店员”（2人）增加权限3'],
  ['all rows', { data_scope: '1' }, '角色“店员”（2人）增加数据范围全部数据'],
  ['ticked departments', { data_scope: '2', dept_ids: [3] }, '角色“店员”（2人）增加数据范围自定数据权限'],
  ['fewer keys', { menu_ids: [1] }, null],
  ['another name', { role_name: '店长' }, null],
])('a role gets %s', (_, change, said) => {
  expect(widenedRole({ before: role, after: { ...role, ...change }, users: 2 }, title)).toBe(said);
});
test('a role that nobody holds gives nobody anything; one that is enabled again all that it has', () => {
  expect(widenedRole({ before: role, after: { ...role, menu_ids: [9] }, users: 0 }, title)).toBeNull();
  expect(widenedRole({ before: { ...role, status: '1' }, after: role, users: 1 }, title)).toContain('权限1、2');
});
