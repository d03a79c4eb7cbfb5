/** What one user could do at the end of a day, and what was changed of it in that day. */
import type { CommonQueryMethods } from 'slonik';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { branchOf, labelTree, treeLines, withAncestors } from '../contracts/tree.ts';
import { OTHER_SCOPE, type SessionUser } from '../contracts/user.ts';
import { seesPerson } from '../platform/base/person-scope.ts';
import { rowsOf } from './data-scope.ts';
import { rowsThen, type MenuThen, type RoleThen, type UserThen } from './rights-at.ts';
import { changesIn, type ChangedRecord, type DayOfRights } from './rights-changes.ts';
import type { RightsSnapshot } from './rights-contract.ts';
import { SUPER_ROLE } from './session-user.ts';

const pageTitle = (menus: ReadonlyMap<number, MenuThen>, { parent_id, title }: MenuThen): string => {
  const page = menus.get(parent_id)?.title;
  return page === undefined ? title : `${page}·${title}`;
};
const bySort = (one: MenuThen, other: MenuThen): number => one.sort - other.sort || one.id - other.id;
const grantedOf = (roles: readonly RoleThen[], all: boolean, menus: readonly MenuThen[]): readonly MenuThen[] => {
  const ids = new Set(roles.flatMap(({ menu_ids }) => menu_ids));
  return menus.filter(({ id }) => all || ids.has(id)).toSorted(bySort);
};
/** What the side menu showed, as it was read: what was granted and the directories and pages above it. */
const shownOf = (menus: readonly MenuThen[], granted: readonly MenuThen[]): RightsSnapshot['menus'] => {
  const wanted = new Set(granted.map(({ id }) => id));
  const rows = menus
    .toSorted(bySort)
    .map(({ parent_id: parentId, title: label, ...menu }) => ({ ...menu, parentId, label }));
  const shown = withAncestors(rows, ({ id }) => wanted.has(id)).filter(({ menu_type }) => menu_type !== 'F');
  const byId = new Map(shown.map((row) => [row.id, row]));
  return treeLines(labelTree(shown)).flatMap(({ node: { id, label: title } }) => ({
    menuId: id,
    menuType: byId.get(id)?.menu_type ?? '',
    title,
    path: byId.get(id)?.path ?? '',
  }));
};
const rightsOf = async (db: CommonQueryMethods, until: string, roles: readonly RoleThen[], all: boolean) => {
  const menus = await rowsThen(db, 'sys_menu', until);
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const granted = grantedOf(roles, all, menus);
  const keys = new Map(
    granted.flatMap((menu) => (menu.permission === '' ? [] : [[menu.permission, pageTitle(byId, menu)] as const])),
  );
  const apis = await rowsThen(db, 'sys_api', until, [...new Set(granted.flatMap(({ api_ids }) => api_ids))]);
  return {
    byId,
    menus: shownOf(menus, granted),
    keys: [...keys].map(([permission, title]) => ({ permission, title })),
    apis: apis.filter(({ type }) => type === 'BUS').map(({ action, path, title }) => ({ action, path, title })),
  };
};

type Depts = Awaited<ReturnType<typeof rowsThen<'sys_dept'>>>;
const scopeOf = (roles: readonly RoleThen[], all: boolean, deptId: number | null, depts: Depts) => {
  const nodes = depts.map(({ id, parent_id }) => ({ id, parentId: parent_id }));
  const below = deptId === null ? new Set<number>() : branchOf(nodes, deptId);
  const scopes = roles.map(({ data_scope, dept_ids }) => ({ dataScope: data_scope, deptIds: dept_ids }));
  const rows = all ? 'all' : rowsOf({ scopes, deptId, below });
  if (rows === 'all') return { all: true, own: false, departments: [] };
  const departments = depts.filter(({ id }) => rows.deptIds.includes(id));
  return { all: false, own: rows.own, departments: departments.map(({ id, dept_name: name }) => ({ id, name })) };
};

const MISSING = refuse('not-found', 'user.missing', '这一天没有该用户');
const namesFrom = <Row extends { readonly id: number }>(rows: readonly Row[], name: (row: Row) => string) => {
  const known = new Map(rows.map((row) => [row.id, name(row)]));
  return (ids: readonly number[]) => ids.map((id) => known.get(id) ?? String(id));
};

/** A directory or page brings nothing by itself: it shows when something below it is granted (R101). */
const namesOfGrants = (menus: readonly MenuThen[], name: (menu: MenuThen) => string) => {
  const above = new Set(menus.map(({ parent_id }) => parent_id));
  const names = namesFrom(menus, name);
  return (ids: readonly number[]) => names(ids.filter((id) => !above.has(id)));
};

type RolesThen = readonly RoleThen[];
const whoOf = (user: UserThen, enabled: RolesThen) => ({
  userId: user.id,
  username: user.username,
  nickName: user.nick_name,
  status: user.status,
  enters: user.status === '2' && enabled.length > 0,
});
const rolesOf = (roles: RolesThen): RightsSnapshot['roles'] =>
  roles.map(({ id, role_name, role_key, status, data_scope }) => ({
    roleId: id,
    roleName: role_name,
    roleKey: role_key,
    status,
    dataScope: data_scope,
  }));
const recordsOf = (user: UserThen, roles: RolesThen): readonly ChangedRecord[] => [
  { table: 'sys_user', id: user.id, name: user.nick_name },
  ...roles.map(({ id, role_name: name }) => ({ table: 'sys_role', id, name }) as const),
];

const numbersOf = (id: number | null): readonly number[] => (id === null ? [] : [id]);
const shopsOf = ({ lock_shops }: UserThen, names: ReturnType<typeof namesFrom>): RightsSnapshot['shops'] =>
  lock_shops.map((id) => ({ id, name: names([id])[0] ?? '' }));
/** @returns a 404 where nobody of that number was there at the end of the day. */
export const rightsOfPerson = async (
  db: CommonQueryMethods,
  { userId, viewer }: { readonly userId: number; readonly viewer: SessionUser },
  { day, ...times }: DayOfRights & { readonly day: string },
): Promise<RightsSnapshot | Refusal> => {
  const { until } = times;
  const [user] = await rowsThen(db, 'sys_user', until, [userId]);
  if (user === undefined) return MISSING;
  if (!seesPerson(viewer, { id: user.id, deptId: user.dept_id })) return OTHER_SCOPE;
  const [held, depts, shops] = await Promise.all([
    rowsThen(db, 'sys_role', until),
    rowsThen(db, 'sys_dept', until),
    rowsThen(db, 'shop', until),
  ]);
  const roles = held.filter(({ id }) => user.role_ids.includes(id));
  const enabled = roles.filter(({ status }) => status === '2');
  const all = enabled.some(({ role_key }) => role_key === SUPER_ROLE);
  const { byId, ...rights } = await rightsOf(db, until, enabled, all);
  const deptNames = namesFrom(depts, ({ dept_name }) => dept_name);
  const shopNames = namesFrom(shops, ({ name }) => name);
  const changes = await changesIn(db, times, recordsOf(user, roles), {
    role_ids: namesFrom(held, ({ role_name }) => role_name),
    lock_shops: shopNames,
    dept_id: deptNames,
    dept_ids: deptNames,
    menu_ids: namesOfGrants([...byId.values()], (menu) => pageTitle(byId, menu)),
  });
  const scope = scopeOf(enabled, all, user.dept_id, depts);
  const places = { deptName: deptNames(numbersOf(user.dept_id))[0] ?? '', shops: shopsOf(user, shopNames) };
  return { day, ...whoOf(user, enabled), ...places, all, roles: rolesOf(roles), scope, ...rights, changes };
};
