/** What a change of a user or a role lets somebody do that he could not before (R148). Pure; rows as they are stored. */
import { listOfNames } from '../contracts/success.ts';
import type { MasterRow } from '../platform/rows/master.ts';

const numbersIn = (row: MasterRow | null, column: string): readonly number[] =>
  Array.isArray(row?.[column]) ? (row[column] as readonly number[]).map(Number) : [];
const added = (before: MasterRow | null, after: MasterRow, column: string): readonly number[] => {
  const had = new Set(numbersIn(before, column));
  return numbersIn(after, column).filter((id) => !had.has(id));
};
const ENABLED = '2';
const isEnabled = (row: MasterRow | null): boolean => row !== null && (row['status'] ?? ENABLED) === ENABLED;

export type Names = {
  readonly role: (id: number) => string;
  readonly shop: (id: number) => string;
};
const namesOf = (ids: readonly number[], name: (id: number) => string, unit: string): string =>
  listOfNames(ids.slice(0, 5).map(name), unit, ids.length);

/** More shops: another one, or all of them where there were some. */
const moreShops = (before: MasterRow | null, after: MasterRow, { shop }: Names): string | null => {
  const [had, has] = [numbersIn(before, 'lock_shops'), numbersIn(after, 'lock_shops')];
  if (before !== null && had.length === 0) return null;
  if (has.length === 0) return '分店改为全部分店';
  const more = before === null ? has : added(before, after, 'lock_shops');
  return more.length === 0 ? null : `分店${namesOf(more, shop, '家')}`;
};
const moved = (before: MasterRow | null, after: MasterRow): string | null =>
  before !== null && before['dept_id'] !== after['dept_id'] && after['dept_id'] !== null ? '所属部门有变' : null;
const told = (parts: readonly (string | null)[]): string => parts.filter((one) => one !== null).join('，');
const howOf = (before: MasterRow | null): string => {
  if (before === null) return '新用户';
  return isEnabled(before) ? '给用户' : '重新启用用户';
};
/** null: he may nothing more. `before` null: a new user. */
export const widenedUser = (before: MasterRow | null, after: MasterRow, names: Names): string | null => {
  if (!isEnabled(after)) return null;
  // Enabled again, he has all that he had.
  const was = isEnabled(before) ? before : null;
  const roles = added(was, after, 'role_ids');
  if (was === null && roles.length === 0) return null;
  const ofRoles = roles.length === 0 ? null : `角色${namesOf(roles, names.role, '个')}`;
  const all = told([ofRoles, moreShops(was, after, names), moved(was, after)]);
  return all === '' ? null : `${howOf(before)}“${String(after['nick_name'])}”：${all}`;
};

/** Rows that a scope shows: the wider later; ticked departments are compared by themselves. */
const WIDTH: Readonly<Record<string, number>> = { '5': 0, '3': 1, '2': 1, '4': 2, '1': 3 };
const SCOPES: Readonly<Record<string, string>> = {
  '1': '全部数据',
  '2': '自定数据权限',
  '3': '本部门数据',
  '4': '本部门及以下数据',
  '5': '仅本人数据',
};
const moreScope = (before: MasterRow | null, after: MasterRow): string | null => {
  const [was, is] = [before === null ? '5' : String(before['data_scope']), String(after['data_scope'])];
  const more = (WIDTH[is] ?? 0) > (WIDTH[was] ?? 0) || (is === '2' && added(before, after, 'dept_ids').length > 0);
  return more ? `数据范围${SCOPES[is] ?? is}` : null;
};
/** As {@link widenedUser}, of a role; `title` names the keys of menus. A role that nobody holds yet gives nothing: null where `users` is 0. */
export const widenedRole = (
  change: { readonly before: MasterRow | null; readonly after: MasterRow; readonly users: number },
  title: (ids: readonly number[]) => string,
): string | null => {
  const { before, after, users } = change;
  if (users === 0 || !isEnabled(after)) return null;
  const was = isEnabled(before) ? before : null;
  const menus = title(added(was, after, 'menu_ids'));
  const all = told([menus === '' ? null : `权限${menus}`, moreScope(was, after)]);
  return all === '' ? null : `角色“${String(after['role_name'])}”（${users}人）增加${all}`;
};
