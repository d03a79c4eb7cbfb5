/** Writing roles: nobody hands on more than he has, edits his own, or takes what somebody still needs (R107, R110, R111). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Actor, Answer, Route } from '../../contracts/route.ts';
import { change, resourceRoutes } from '../../master-data/resource.ts';
import type { Sessions } from '../../platform/auth/sessions.ts';
import { lockRow } from '../../platform/master.ts';
import type { MasterRow } from '../../platform/master.ts';
import { mayGrant, mayHandOn } from '../grants.ts';
import { SUPER_ROLE } from '../session-user.ts';
import { ROLES } from '../tables.ts';
import { NO_ROLE, roleReads } from './reads.ts';
import { RoleBody, RoleEdit, RoleScopeBody, RoleStatusBody } from './role.ts';

const UPDATE = 'admin:sysRole:update';
const WIDEST = '1';
const SUPER = refuse('conflict', 'role.super', '系统超级管理员无需此操作');
const OWN = refuse('forbidden', 'role.own', '不能修改自己拥有的角色');
const given = (columns: MasterRow): MasterRow =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
const columnsOf = ({ roleSort, status, menuIds, deptIds, dataScope, remark }: RoleEdit): MasterRow =>
  given({
    role_sort: roleSort,
    status,
    menu_ids: menuIds,
    dept_ids: dataScope !== undefined && dataScope !== '2' ? [] : deptIds,
    data_scope: dataScope,
    remark,
  });

type Change = { readonly before: MasterRow | null; readonly body: RoleEdit };
const Count = z.object({ count: z.int() });
const unknownIds = async (
  tx: CommonQueryMethods,
  { menuIds = [], deptIds = [] }: RoleEdit,
): Promise<Refusal | null> => {
  const known = async (table: 'sys_menu' | 'sys_dept', ids: readonly number[]): Promise<boolean> =>
    ids.length === 0 ||
    (await tx.oneFirst(sql.type(Count)`
      SELECT count(*)::int AS count FROM ${sql.identifier(['master', table])}
      WHERE id = ANY (${sql.array([...new Set(ids)], 'int8')})`)) === new Set(ids).size;
  if (!(await known('sys_menu', menuIds))) return refuseField('role.no_menu', 'menuIds', '菜单不存在或已删除');
  return (await known('sys_dept', deptIds)) ? null : refuseField('role.no_dept', 'deptIds', '部门不存在或已删除');
};
/** Name and key are fixed once it is made (S2§5). */
const renamed = ({ before, body }: Change): Refusal | null => {
  if (before === null) return null;
  if (body.roleName !== undefined && body.roleName !== before['role_name'])
    return refuseField('role.locked', 'roleName', '角色名称不能修改');
  if (body.roleKey !== undefined && body.roleKey !== before['role_key'])
    return refuseField('role.locked', 'roleKey', '权限字符不能修改');
  return null;
};
/** Why this actor may not make the role so. */
const whyNot = async (tx: CommonQueryMethods, { before, body }: Change, by: Actor): Promise<Refusal | null> => {
  const locked = renamed({ before, body });
  if (locked !== null) return locked;
  if (before?.['role_key'] === SUPER_ROLE) return SUPER;
  const id = before === null ? null : Number(before['id']);
  if (id !== null && by.user.roleIds.includes(id) && !by.user.roleKeys.includes(SUPER_ROLE)) return OWN;
  const beyond = id === null ? null : await mayGrant(tx, { roleIds: [id] }, by);
  if (beyond !== null) return beyond;
  // A new role without a scope has the widest.
  const wanted = before === null ? { dataScope: WIDEST, ...body } : body;
  return (await unknownIds(tx, body)) ?? mayHandOn(tx, wanted, by);
};

const Holders = z.object({ names: z.string(), count: z.int() });
const keep = async (tx: CommonQueryMethods, row: MasterRow, by: Actor): Promise<string | null> => {
  const name = `角色“${String(row['role_name'])}”`;
  if (row['role_key'] === SUPER_ROLE) return `${name}不能删除`;
  const refused = await mayGrant(tx, { roleIds: [Number(row['id'])] }, by);
  if (refused !== null) return refused.message;
  const { names, count } = await tx.one(sql.type(Holders)`
    SELECT coalesce(string_agg(nick_name, '、' ORDER BY id) FILTER (WHERE place <= 3), '') AS names, count(*)::int AS count
    FROM (SELECT id, nick_name, row_number() OVER (ORDER BY id) AS place FROM master.sys_user
      WHERE role_ids @> ARRAY[${Number(row['id'])}::bigint]) AS holder`);
  return count === 0 ? null : `${name}还有用户：${names}${count > 3 ? `等${count}人` : ''}，不能删除`;
};
const taken = (path: 'roleName' | 'roleKey', message: string) => () =>
  refuse('conflict', 'role.taken', message, { fields: [{ path, message }] });

export type RoleDeps = { readonly db: DatabasePool; readonly sessions: Sessions; readonly forget: () => void };
/** Changes one role by its named columns alone. */
const changeOne = async (
  { db, sessions, forget }: RoleDeps,
  id: number,
  body: RoleEdit,
  by: Actor,
): Promise<Answer<null> | Refusal> => {
  const outcome = await db.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    const before = await lockRow(tx, ROLES, id);
    if (before === null) return NO_ROLE;
    const refused = await whyNot(tx, { before, body }, by);
    if (refused !== null) return refused;
    await change(tx, ROLES, { before, changes: columnsOf(body) }, by);
    return { data: null, msg: '修改成功' };
  });
  sessions.forget();
  forget();
  return outcome;
};

export const roleRoutes = (deps: RoleDeps): readonly Route[] => [
  ...roleReads(deps.db),
  route({
    method: 'PUT',
    path: '/role-status',
    summary: '启停角色',
    allow: UPDATE,
    body: RoleStatusBody,
    data: z.null(),
    handler: (call) => changeOne(deps, call.body.roleId, { status: call.body.status }, call),
  }),
  route({
    method: 'PUT',
    path: '/roledatascope',
    summary: '角色数据范围',
    allow: UPDATE,
    body: RoleScopeBody,
    data: z.null(),
    handler: (call) => {
      const { roleId, dataScope, deptIds } = call.body;
      return changeOne(deps, roleId, { dataScope, deptIds: dataScope === '2' ? (deptIds ?? []) : [] }, call);
    },
  }),
  ...resourceRoutes(
    {
      pool: deps.db,
      reasonToKeep: async () => null,
      changed: () => {
        deps.sessions.forget();
        deps.forget();
      },
      // No document names a role: nothing is kept of one that is gone.
      tombstones: { bury: async () => undefined, wake: () => undefined },
    },
    {
      title: '角色',
      path: '/role',
      table: ROLES,
      allow: { add: 'admin:sysRole:add', edit: UPDATE, remove: 'admin:sysRole:remove' },
      body: RoleBody,
      edit: RoleEdit,
      columns: ({ roleName, roleKey, ...body }) => ({
        role_name: roleName,
        role_key: roleKey,
        data_scope: WIDEST,
        ...columnsOf(body),
      }),
      changes: columnsOf,
      onCreate: ({ tx, body, by }) => whyNot(tx, { before: null, body }, by),
      onEdit: ({ tx, before, body, by }) => whyNot(tx, { before, body }, by),
      taken: {
        sys_role_role_key_key: taken('roleKey', '权限字符已存在'),
        sys_role_name: taken('roleName', '角色名称已存在'),
      },
      keep,
    },
  ),
];
