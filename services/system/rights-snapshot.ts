/** Who could do what at the end of a day, and what was changed in it (R126): of one user, or of one permission. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../contracts/dates.ts';
import { pageOf } from '../contracts/envelope.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { branchOf } from '../contracts/tree.ts';
import { OTHER_SCOPE, type SessionUser } from '../contracts/user.ts';
import { personInScope, seesPerson } from '../platform/person-scope.ts';
import { limitShops } from '../platform/shop-limit.ts';
import { rowsOf } from './data-scope.ts';
import { rowsBefore, rowsThen, type MenuThen, type RoleThen } from './rights-at.ts';
import { changesIn, type DayOfRights } from './rights-changes.ts';
import {
  RIGHTS_PATH,
  RightsHolder,
  RightsKey,
  RightsSnapshot,
  SnapshotQuery,
  rightsWho,
  type WhoQuery,
} from './rights-contract.ts';
import { SUPER_ROLE } from './session-user.ts';

const SEES = 'admin:rights:list';
const midnight = (day: string): string => `${day}T00:00:00+08:00`;
const Baseline = z.object({ at: z.string() });
/** The day, and when it begins and ends; a 422 for days that are not over the horizon of what is kept. */
const dayAsked = async (
  db: CommonQueryMethods,
  asked: string | undefined,
  now: Date,
): Promise<(DayOfRights & { readonly day: string }) | Refusal> => {
  const today = dayOf(now);
  const day = asked ?? today;
  if (day > today) return refuseField('rights.day', 'day', '日期不能晚于今天');
  const at = await db.oneFirst(sql.type(Baseline)`SELECT min(at)::text AS at FROM master.rights_baseline`);
  const first = dayOf(new Date(at));
  if (day < first) return refuseField('rights.day', 'day', `最早只能查看${first}的权限`);
  return { day, from: midnight(day), until: midnight(addDays(day, 1)) };
};

const pageTitle = (menus: ReadonlyMap<number, MenuThen>, { parent_id, title }: MenuThen): string => {
  const page = menus.get(parent_id)?.title;
  return page === undefined ? title : `${page}·${title}`;
};
const bySort = (one: MenuThen, other: MenuThen): number => one.sort - other.sort || one.id - other.id;
const grantedOf = (roles: readonly RoleThen[], all: boolean, menus: readonly MenuThen[]): readonly MenuThen[] => {
  const ids = new Set(roles.flatMap(({ menu_ids }) => menu_ids));
  return menus.filter(({ id }) => all || ids.has(id)).toSorted(bySort);
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
    menus: granted
      .filter(({ menu_type }) => menu_type !== 'F')
      .map(({ id, title, path }) => ({ menuId: id, title, path })),
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
type Asked = { readonly userId: number; readonly viewer: SessionUser };
const snapshot = async (
  db: CommonQueryMethods,
  { userId, viewer }: Asked,
  { day, from, until }: DayOfRights & { readonly day: string },
): Promise<RightsSnapshot | Refusal> => {
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
  const roleNames = namesFrom(held, ({ role_name }) => role_name);
  const records = [
    { table: 'sys_user', id: userId, name: user.nick_name } as const,
    ...roles.map(({ id, role_name: name }) => ({ table: 'sys_role', id, name }) as const),
  ];
  const changes = await changesIn(db, { from, until }, records, {
    role_ids: roleNames,
    lock_shops: shopNames,
    dept_id: deptNames,
    dept_ids: deptNames,
    menu_ids: namesFrom([...byId.values()], (menu) => pageTitle(byId, menu)),
  });
  return {
    day,
    userId,
    username: user.username,
    nickName: user.nick_name,
    status: user.status,
    deptName: user.dept_id === null ? '' : (deptNames([user.dept_id])[0] ?? ''),
    enters: user.status === '2' && enabled.length > 0,
    all,
    roles: roles.map(({ id, role_name, role_key, status, data_scope }) => ({
      roleId: id,
      roleName: role_name,
      roleKey: role_key,
      status,
      dataScope: data_scope,
    })),
    shops: user.lock_shops.map((id) => ({ id, name: shopNames([id])[0] ?? '' })),
    scope: scopeOf(enabled, all, user.dept_id, depts),
    ...rights,
    changes,
  };
};

const Counted = RightsHolder.extend({ counted: z.int() });
const inShop = (shopId: number | undefined): FragmentSqlToken =>
  shopId === undefined
    ? sql.fragment`true`
    : sql.fragment`(u.row -> 'lock_shops' = '[]' OR u.row -> 'lock_shops' @> to_jsonb(${shopId}::bigint))`;
/** Enabled people with an enabled role that brings the permission, or everything. */
const holders = async (
  db: CommonQueryMethods,
  { permission = '', shopId, pageIndex, pageSize }: z.infer<typeof WhoQuery>,
  until: string,
  viewer: SessionUser,
) => {
  const brings = sql.fragment`
    SELECT r.row_id, r.row FROM ${rowsBefore('sys_role', until)} AS r
    WHERE r.row ->> 'status' = '2' AND (r.row ->> 'role_key' = ${SUPER_ROLE} OR EXISTS (
      SELECT FROM ${rowsBefore('sys_menu', until)} AS m
      WHERE m.row ->> 'permission' = ${permission} AND r.row -> 'menu_ids' @> to_jsonb(m.row_id)))`;
  const people = sql.fragment`
    SELECT u.row_id AS id, u.row, (u.row ->> 'dept_id')::bigint AS dept_id FROM ${rowsBefore('sys_user', until)} AS u
    WHERE u.row ->> 'status' = '2' AND ${inShop(shopId)}`;
  const rows = await db.any(sql.type(Counted)`
    WITH brings AS MATERIALIZED (${brings}), people AS MATERIALIZED (${people})
    SELECT p.id AS "userId", p.row ->> 'username' AS username, p.row ->> 'nick_name' AS "nickName",
      coalesce((SELECT d.row ->> 'dept_name' FROM ${rowsBefore('sys_dept', until)} AS d WHERE d.row_id = p.dept_id), '')
        AS "deptName",
      string_agg(b.row ->> 'role_name', '、' ORDER BY b.row_id) AS roles,
      coalesce((SELECT string_agg(s.row ->> 'name', '、' ORDER BY s.row_id) FROM ${rowsBefore('shop', until)} AS s
        WHERE p.row -> 'lock_shops' @> to_jsonb(s.row_id)), '') AS shops,
      (count(*) OVER ())::int AS counted
    FROM people p JOIN brings b ON p.row -> 'role_ids' @> to_jsonb(b.row_id)
    WHERE ${personInScope(sql.fragment`p`, viewer) ?? sql.fragment`true`}
    GROUP BY p.id, p.row, p.dept_id ORDER BY p.id LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return {
    list: rows.map(({ counted: _counted, ...row }) => row),
    count: rows[0]?.counted ?? 0,
    pageIndex,
    pageSize,
  };
};

const NO_PERMISSION = refuseField('rights.permission', 'permission', '请选择权限');
const NO_USER = refuseField('rights.user', 'userId', '请选择用户');
export const rightsSnapshotRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: RIGHTS_PATH,
    summary: '某人某天的权限',
    allow: SEES,
    query: SnapshotQuery,
    data: RightsSnapshot,
    handler: async ({ query: { userId, day }, user, now }) => {
      if (userId === undefined) return NO_USER;
      const asked = await dayAsked(db, day, now);
      if (isRefusal(asked)) return asked;
      const data = await snapshot(db, { userId, viewer: user }, asked);
      return isRefusal(data) ? data : { data };
    },
  }),
  route({
    method: 'GET',
    path: rightsWho.path,
    summary: '谁有该权限',
    allow: SEES,
    query: rightsWho.query,
    data: pageOf(RightsHolder),
    handler: async ({ query, user, now }) => {
      if (query.permission === undefined) return NO_PERMISSION;
      const refused = query.shopId === undefined ? null : limitShops(user, [query.shopId]);
      if (refused !== null) return refused;
      const asked = await dayAsked(db, query.day, now);
      return isRefusal(asked) ? asked : { data: await holders(db, query, asked.until, user) };
    },
  }),
  route({
    method: 'GET',
    path: `${RIGHTS_PATH}/keys`,
    summary: '可查询的权限',
    allow: SEES,
    data: z.array(RightsKey),
    handler: async () => ({
      data: [
        ...(await db.any(sql.type(RightsKey)`
          SELECT DISTINCT ON (m.permission) m.permission AS value, coalesce(page.title || '·', '') || m.title AS label
          FROM master.sys_menu m LEFT JOIN master.sys_menu page ON page.id = m.parent_id
          WHERE m.permission <> '' ORDER BY m.permission, m.id`)),
      ],
    }),
  }),
];
