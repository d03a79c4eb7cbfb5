/** Changes of a record in words (R126). */
import { expect, test } from 'vitest';
import { columnsIn, linesOf } from './change-words.ts';

type Values = { readonly roleName: string; readonly status: string; readonly menuIds: readonly number[] };
const COLUMNS = {
  ...columnsIn<Values>([
    {
      fields: [
        { kind: 'text', name: 'roleName', label: '角色名称' },
        { kind: 'radio', name: 'status', label: '状态', options: [{ value: '2', label: '正常' }] },
      ],
    },
  ]),
  menu_ids: { label: '菜单权限', nameOf: (id: string) => ({ '1': '', '2': '分店·查询', '3': '分店·新增' })[id] ?? id },
};

test('columns are called as the form calls them, values as it names them; what is not told stays out (S2§2.6/5)', () => {
  const changes = {
    role_name: { before: '店长', after: '店长一' },
    status: { before: '1', after: '2' },
    secret: { before: 1, after: 2 },
    remark: { before: null, after: '' },
  };
  expect(linesOf(changes, COLUMNS, false)).toEqual(['角色名称：店长 → 店长一', '状态：1 → 正常']);
});
test('of a list is told what went and what came; entries that say nothing are none (S2§2.6/5)', () => {
  const told = (before: unknown, after: unknown) => linesOf({ menu_ids: { before, after } }, COLUMNS, false);
  expect(told([1, 2], [3])).toEqual(['菜单权限：去掉 分店·查询；增加 分店·新增']);
  expect(told([1], [])).toEqual([]);
  expect(told(null, [2])).toEqual(['菜单权限：增加 分店·查询']);
});
test('a new record says what it began with (S2§2.6/5)', () => {
  expect(linesOf({ role_name: { before: null, after: '店长' } }, COLUMNS, true)).toEqual(['角色名称：店长']);
});
