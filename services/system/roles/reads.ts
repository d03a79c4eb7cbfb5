/** Reading roles (S2§2.6; R101, R108). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { pageOf } from '../../contracts/envelope.ts';
import { RecordId } from '../../contracts/ids.ts';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Answer, Route } from '../../contracts/route.ts';
import { can } from '../../contracts/user.ts';
import { addressNumber } from '../../contracts/values.ts';
import { holds, judge } from '../../platform/text-search.ts';
import { DeptChoice, MenuChoice, RoleRecord, RoleRow, roleList, type RoleQuery } from './role.ts';
import { choicesOf, tickedOf } from './tree.ts';

const ROLE_KEYS = ['list', 'add', 'update', 'remove', 'export'].map((action) => `admin:sysRole:${action}`);
/** Whoever gives roles to people chooses from them, and sees no more (R108). */
const PICKERS = ['admin:sysUser:add', 'admin:sysUser:edit'];
export const NO_ROLE = refuse('not-found', 'role.missing', '角色不存在或已删除');

const COLUMNS = sql.fragment`r.id AS "roleId", r.role_name AS "roleName", r.role_key AS "roleKey", r.role_sort AS "roleSort",
  r.status, r.data_scope AS "dataScope", r.remark, r.second_factor AS "secondFactor",
  (SELECT count(*) FROM master.sys_user u WHERE u.role_ids @> ARRAY[r.id])::int AS users, r.created_at AS "createdAt"`;
const equals = (column: FragmentSqlToken, value: string | undefined) =>
  value === undefined ? null : sql.fragment`${column} = ${value}`;
const orderOf = (query: RoleQuery): FragmentSqlToken => {
  const way = (asked: 'asc' | 'desc') => (asked === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`);
  if (query.roleSortOrder)
    return sql.fragment`r.role_sort ${way(query.roleSortOrder)}, r.id ${way(query.roleSortOrder)}`;
  if (query.createdAtOrder)
    return sql.fragment`r.created_at ${way(query.createdAtOrder)}, r.id ${way(query.createdAtOrder)}`;
  if (query.roleNameOrder)
    return sql.fragment`r.role_name COLLATE "zh-x-icu" ${way(query.roleNameOrder)}, r.id ${way(query.roleNameOrder)}`;
  if (query.roleIdOrder) return sql.fragment`r.id ${way(query.roleIdOrder)}`;
  return sql.fragment`r.role_sort, r.id`;
};
const list = async (db: CommonQueryMethods, query: RoleQuery) => {
  const { pageIndex, pageSize } = query;
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.sys_role AS r`,
    alias: 'r',
    conditions: [
      holds(['r', 'role_name'], query.roleName),
      holds(['r', 'role_key'], query.roleKey),
      equals(sql.fragment`r.status`, query.status),
      equals(sql.fragment`r.data_scope`, query.dataScope),
    ],
    along: undefined,
  });
  const order = orderOf(query);
  const rows = await db.any(sql.type(RoleRow)`
    SELECT ${COLUMNS} FROM master.sys_role r WHERE r.id = ANY(ARRAY(
      SELECT r.id FROM master.sys_role r WHERE ${where} ORDER BY ${order}
      LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize})) ORDER BY ${order}`);
  return { list: [...rows], ...counted, pageIndex, pageSize };
};

const Entry = z.object({ id: z.int(), parentId: z.int(), label: z.string() });
const menuEntries = (db: CommonQueryMethods) =>
  db.any(sql.type(Entry)`SELECT id, parent_id AS "parentId", title AS label FROM master.sys_menu ORDER BY sort, id`);
const deptEntries = (db: CommonQueryMethods) =>
  db.any(
    sql.type(Entry)`SELECT id, parent_id AS "parentId", dept_name AS label FROM master.sys_dept ORDER BY sort, id`,
  );

const Stored = RoleRow.extend({ menuIds: z.array(z.int()), deptIds: z.array(z.int()), revision: z.int() });
const stored = (db: CommonQueryMethods, id: number) =>
  db.maybeOne(sql.type(Stored)`
    SELECT ${COLUMNS}, r.menu_ids AS "menuIds", r.dept_ids AS "deptIds", r.revision FROM master.sys_role r WHERE r.id = ${id}`);
const record = async (db: CommonQueryMethods, id: number): Promise<Answer<RoleRecord> | Refusal> => {
  const found = await stored(db, id);
  if (found === null) return NO_ROLE;
  const { revision, menuIds, ...role } = found;
  return { data: { ...role, menuIds: tickedOf(await menuEntries(db), new Set(menuIds)) }, etag: revision };
};
/** What of the menu a role has; 0: a role that is still to be made. */
const menuChoice = async (
  db: CommonQueryMethods,
  id: number,
): Promise<Answer<z.infer<typeof MenuChoice>> | Refusal> => {
  const entries = await menuEntries(db);
  const role = id === 0 ? null : await stored(db, id);
  if (id !== 0 && role === null) return NO_ROLE;
  return { data: { menus: choicesOf(entries), checkedKeys: tickedOf(entries, new Set(role?.menuIds)) } };
};
const deptChoice = async (
  db: CommonQueryMethods,
  id: number,
): Promise<Answer<z.infer<typeof DeptChoice>> | Refusal> => {
  const entries = await deptEntries(db);
  const role = id === 0 ? null : await stored(db, id);
  if (id !== 0 && role === null) return NO_ROLE;
  return { data: { depts: choicesOf(entries), checkedKeys: tickedOf(entries, new Set(role?.deptIds)) } };
};

const RoleId = z.object({ id: RecordId });
const OrNew = z.object({ id: z.union([z.literal('0').transform(() => 0), addressNumber('id', '编号不正确')]) });
const menuChoiceRoute = (db: CommonQueryMethods, path: string): Route =>
  route({
    method: 'GET',
    path,
    summary: '角色的菜单',
    allow: ROLE_KEYS,
    params: OrNew,
    data: MenuChoice,
    handler: ({ params }) => menuChoice(db, params.id),
  });
export const roleReads = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: roleList.path,
    summary: '角色列表',
    allow: [...ROLE_KEYS, ...PICKERS],
    query: roleList.query,
    data: pageOf(RoleRow),
    handler: async ({ query, user }) => {
      const found = await list(db, query);
      if (ROLE_KEYS.some((key) => can(user, key))) return { data: found };
      return { data: { ...found, list: found.list.map((row) => ({ ...row, remark: '', users: 0 })) } };
    },
  }),
  route({
    method: 'GET',
    path: '/role/:id',
    summary: '角色详情',
    allow: ROLE_KEYS,
    params: RoleId,
    data: RoleRecord,
    handler: ({ params }) => record(db, params.id),
  }),
  menuChoiceRoute(db, '/roleMenuTreeselect/:id'),
  menuChoiceRoute(db, '/menu/role/:id'),
  route({
    method: 'GET',
    path: '/roleDeptTreeselect/:id',
    summary: '角色的部门',
    allow: ROLE_KEYS,
    params: OrNew,
    data: DeptChoice,
    handler: ({ params }) => deptChoice(db, params.id),
  }),
];
