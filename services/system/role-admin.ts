/** Maintaining roles: nobody hands on what he has not, nobody changes a role he holds (R107, R110, R111). */
import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import type { ExceptionDesk } from '../contracts/exception.ts';
import { Ids } from '../contracts/envelope.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Answer, Call, Route } from '../contracts/route.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import { deleteLocked, insertRow, lockRow } from '../platform/rows/master.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { differing, lockSeen, lockSeveral, revisionOf, writeRevised } from '../platform/rows/revised-row.ts';
import { NewRole, roleColumns, RoleCopy, RoleEdit, RoleId, RoleScope, RoleStatus } from './role-body.ts';
import { noteWidenedRole } from './note-widened.ts';
import { isTakenKey } from './person-named.ts';
import { endRoleless } from './role-holders.ts';
import { mayWriteRole, type RoleGrant } from './role-ceiling.ts';
import { SUPER_ROLE } from './session-user.ts';
import { ROLES } from './tables.ts';

export type RoleAdminDeps = {
  readonly db: DatabasePool;
  readonly sessions: Pick<Sessions, 'forget'>;
  readonly exceptions: ExceptionDesk;
};
type RoleAnswer = Answer<number> | Refusal;

export const ROLE_MISSING = refuse('not-found', 'role.missing', '角色不存在或已删除');
const FIXED = refuse('conflict', 'role.protected', '系统管理员角色的名称、状态和权限不能修改');
const TAKEN = refuse('conflict', 'role.key_taken', '权限字符已存在', {
  fields: [{ path: 'roleKey', message: '权限字符已存在' }],
});
const guarded = async (work: () => Promise<RoleAnswer>): Promise<RoleAnswer> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueIntegrityConstraintViolationError) return TAKEN;
    throw error;
  }
};

const Numbers = z.object({ id: z.int() });
/** Menus and departments that are named exist: a number that means nothing today may mean something tomorrow. */
const refuseUnknown = async (tx: CommonQueryMethods, { menu_ids, dept_ids }: MasterRow): Promise<Refusal | null> => {
  for (const [table, ids, path, title] of [
    ['sys_menu', menu_ids, 'menuIds', '菜单'],
    ['sys_dept', dept_ids, 'deptIds', '部门'],
  ] as const) {
    if (!Array.isArray(ids) || ids.length === 0) continue;
    const known = await tx.anyFirst(sql.type(Numbers)`
      SELECT id FROM ${sql.identifier(['master', table])} WHERE id = ANY (${sql.array(ids as number[], 'int8')})`);
    const missing = (ids as number[]).filter((id) => !known.includes(id));
    if (missing.length > 0) return refuseField('role.unknown', path, `${title}不存在：${missing.join('、')}`);
  }
  return null;
};
const NO_DEPARTMENT = refuseField('role.no_dept', 'deptIds', '自定数据权限要选部门');
/** Departments of its own choice and none of them: its people would see nothing, and nobody would know why (R155). */
const refuseNoDepartment = ({ dataScope, deptIds }: RoleGrant, changes: MasterRow): Refusal | null => {
  const isSaid = 'data_scope' in changes || 'dept_ids' in changes;
  return isSaid && dataScope === '2' && deptIds.length === 0 ? NO_DEPARTMENT : null;
};
const grantOf = (row: MasterRow): RoleGrant => ({
  menuIds: (row['menu_ids'] ?? []) as readonly number[],
  dataScope: typeof row['data_scope'] === 'string' ? row['data_scope'] : '1',
  deptIds: (row['dept_ids'] ?? []) as readonly number[],
});

type NewColumns = (tx: CommonQueryMethods) => Promise<MasterRow | Refusal>;
const create = (
  { db, sessions }: RoleAdminDeps,
  call: Call<unknown, unknown, unknown>,
  columnsOf: NewColumns,
): Promise<RoleAnswer> =>
  guarded(async () => {
    const id = await call.newId();
    const saved = await db.transaction(async (tx): Promise<RoleAnswer> => {
      // The answer to the first attempt was lost: the row is already here.
      if ((await lockRow(tx, ROLES, id)) !== null) return { data: id, msg: '新增成功', etag: 0 };
      const columns = await columnsOf(tx);
      if (isRefusal(columns)) return columns;
      if (await isTakenKey(tx, String(columns['role_key']))) return TAKEN;
      const grant = grantOf(columns);
      const refusal =
        refuseNoDepartment(grant, columns) ??
        (await refuseUnknown(tx, columns)) ??
        (await mayWriteRole(tx, { grant }, call));
      if (refusal !== null) return refusal;
      await insertRow(tx, ROLES, { id, ...columns, created_at: call.now.toISOString() }, call);
      return { data: id, msg: '新增成功', etag: 0 };
    });
    sessions.forget();
    return saved;
  });
const newColumns = (body: z.infer<typeof NewRole>): MasterRow => ({
  role_name: body.roleName,
  role_key: body.roleKey,
  ...roleColumns(body),
});
const copied = async (tx: CommonQueryMethods, body: z.infer<typeof RoleCopy>): Promise<MasterRow | Refusal> => {
  const row = await lockRow(tx, ROLES, body.roleId);
  if (row === null) return ROLE_MISSING;
  if (row['role_key'] === SUPER_ROLE) return refuse('conflict', 'role.protected', '系统管理员角色不能复制');
  const { role_sort, status, data_scope, remark, menu_ids, dept_ids, second_factor } = row;
  const own = { role_name: body.roleName, role_key: body.roleKey };
  return { ...own, role_sort, status, data_scope, remark, menu_ids, dept_ids, second_factor };
};

const FIXED_COLUMNS = ['status', 'menu_ids', 'data_scope', 'dept_ids'];
type RoleChange = { readonly id: number; readonly columns: MasterRow; readonly ifMatch?: number | undefined };
const update = async (
  { db, sessions, exceptions }: RoleAdminDeps,
  { id, columns, ifMatch }: RoleChange,
  by: Actor,
): Promise<RoleAnswer> => {
  let change: { readonly before: MasterRow; readonly after: MasterRow } | null = null;
  const saved = await db.transaction(async (tx): Promise<RoleAnswer> => {
    const before = await lockSeen(tx, ROLES, { id, ifMatch, missing: ROLE_MISSING });
    if (isRefusal(before)) return before;
    const isSuper = before['role_key'] === SUPER_ROLE;
    const { menu_ids: _menus, ...withoutMenus } = columns;
    // The console sends no menus of the role that may everything, and the house shows none.
    // Only what differs is a wish.
    const changes = differing(before, isSuper ? withoutMenus : columns);
    if (Object.keys(changes).length === 0) return { data: id, msg: '修改成功', etag: revisionOf(before) };
    if (isSuper && FIXED_COLUMNS.some((name) => name in changes)) return FIXED;
    const grant = grantOf({ ...before, ...changes });
    const refusal =
      refuseNoDepartment(grant, changes) ??
      (await refuseUnknown(tx, changes)) ??
      (await mayWriteRole(tx, { id, before: grantOf(before), grant }, by));
    if (refusal !== null) return refusal;
    const etag = await writeRevised(tx, ROLES, { before, changes }, by);
    await endRoleless(tx, { roleId: id });
    change = { before, after: { ...before, ...changes } };
    return { data: id, msg: '修改成功', etag };
  });
  sessions.forget();
  if (change !== null) await noteWidenedRole({ db, exceptions }, change, by);
  return saved;
};

const Held = z.object({ id: z.int(), name: z.string(), users: z.int() });
const remove = async (
  { db, sessions }: RoleAdminDeps,
  wanted: { readonly ids: readonly number[]; readonly ifMatch?: number | undefined },
  by: Actor,
): Promise<Answer<null> | Refusal> => {
  const removed = await db.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    const rows = await lockSeveral(tx, ROLES, { ...wanted, missing: ROLE_MISSING });
    if (isRefusal(rows)) return rows;
    for (const row of rows) {
      if (row['role_key'] === SUPER_ROLE) return refuse('conflict', 'role.protected', '系统管理员角色不能删除');
      const grant = grantOf(row);
      const refusal = await mayWriteRole(tx, { id: Number(row['id']), before: grant, grant }, by);
      if (refusal !== null) return refusal;
    }
    const held = await tx.any(sql.type(Held)`
      SELECT r.id, r.role_name AS name, count(u.id)::int AS users
      FROM master.sys_role r JOIN master.sys_user u ON u.role_ids @> ARRAY[r.id]
      WHERE r.id = ANY (${sql.array([...wanted.ids], 'int8')}) GROUP BY r.id ORDER BY r.id`);
    if (held.length > 0) {
      const names = held.map(({ name, users }) => `“${name}”有${users}位用户`).join('、');
      return refuse('conflict', 'role.in_use', `角色${names}，不能删除`, { data: [...held] });
    }
    for (const row of rows) await deleteLocked(tx, ROLES, row, by);
    return { data: null, msg: '删除成功' };
  });
  sessions.forget();
  return removed;
};

const changes = (deps: RoleAdminDeps): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/role/:id',
    summary: '修改角色',
    allow: 'admin:sysRole:update',
    params: RoleId,
    body: RoleEdit,
    data: z.int(),
    handler: (call) =>
      update(deps, { id: call.params.id, columns: roleColumns(call.body), ifMatch: call.ifMatch }, call),
  }),
  route({
    method: 'PUT',
    path: '/role-status',
    summary: '启用或停用角色',
    allow: 'admin:sysRole:update',
    body: RoleStatus,
    data: z.int(),
    handler: (call) => update(deps, { id: call.body.roleId, columns: { status: call.body.status } }, call),
  }),
  route({
    method: 'PUT',
    path: '/roledatascope',
    summary: '设置数据权限',
    allow: 'admin:sysRole:update',
    body: RoleScope,
    data: z.int(),
    handler: (call) => {
      const { roleId: id, dataScope, deptIds } = call.body;
      // Departments are of scope 2 alone.
      const dept_ids = dataScope === '2' ? [...new Set(deptIds ?? [])] : [];
      return update(deps, { id, columns: { data_scope: dataScope, dept_ids }, ifMatch: call.ifMatch }, call);
    },
  }),
];
export const roleAdminRoutes = (deps: RoleAdminDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/role',
    summary: '新增角色',
    allow: 'admin:sysRole:add',
    body: NewRole,
    data: z.int(),
    handler: (call) => create(deps, call, async () => newColumns(call.body)),
  }),
  route({
    method: 'POST',
    path: '/role/copy',
    summary: '复制角色',
    allow: 'admin:sysRole:add',
    body: RoleCopy,
    data: z.int(),
    handler: (call) => create(deps, call, (tx) => copied(tx, call.body)),
  }),
  ...changes(deps),
  route({
    method: 'DELETE',
    path: '/role',
    summary: '删除角色',
    allow: 'admin:sysRole:remove',
    body: Ids,
    data: z.null(),
    handler: (call) => remove(deps, { ids: call.body.ids, ifMatch: call.ifMatch }, call),
  }),
];
