/** Maintaining users: user 1 is protected here, whatever a screen shows (R35, S2§5, §6). */
import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import type { ExceptionDesk } from '../contracts/exception.ts';
import { Ids } from '../contracts/envelope.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Answer, Route } from '../contracts/route.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { can } from '../contracts/user.ts';
import { hashPassword } from '../platform/auth/password.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import type { Throttle } from '../platform/auth/throttle.ts';
import { deleteLocked, lockRow } from '../platform/rows/master.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { lockSeen, writeRevised } from '../platform/rows/revised-row.ts';
import { editOneself } from './own-profile.ts';
import { keysOfRoles, mayChange, mayGrant, onOneself } from './grants.ts';
import { limitPeople } from '../platform/base/person-scope.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import { noteWidenedUser } from './note-widened.ts';
import { isTakenName } from './person-named.ts';
import { problemOfFirst } from './password-policy.ts';
import { endRoleless, refuseAdministratorChange, refuseNoAdministrator } from './role-holders.ts';
import { USERS } from './tables.ts';
import { USER_ADMIN_KEYS } from './user-contract.ts';
import { columnsOf, NewUser, rolesAfter, rolesOf, UserPut, type UserEdit } from './user-body.ts';
import { UserStatus } from './user-fields.ts';
import { createUser } from './users.ts';

const INSTALLER = 1;
export const MISSING = refuse('not-found', 'user.missing', '用户不存在或已删除');
const PROTECTED = refuse('conflict', 'user.protected', '系统管理员账号不能修改、删除或重置密码');
const TAKEN = refuse('conflict', 'user.name_taken', '登录名称已存在', {
  fields: [{ path: 'username', message: '登录名称已存在' }],
});

export type UserAdminDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly throttle: Pick<Throttle, 'forgive'>;
  readonly lookup: Pick<MasterLookup, 'shop' | 'forget'>;
  readonly exceptions: ExceptionDesk;
};
type CreateAnswer = Answer<number> | Refusal;
export type SaveAnswer = Answer<null> | Refusal;

/** Shops a user is locked to must exist: a lock to nothing would be no lock to anybody reading it (R13). */
const checkShops = async ({ lookup }: UserAdminDeps, lockShops: readonly number[] = []): Promise<Refusal | null> => {
  const shops = await Promise.all(lockShops.map((shopId) => lookup.shop(shopId)));
  const missing = lockShops.filter((_, index) => shops[index] === null);
  return missing.length === 0 ? null : refuseField('user.no_shop', 'lockShops', `分店不存在：${missing.join('、')}`);
};

const unlessTaken = async <Result>(work: () => Promise<Result>): Promise<Result | Refusal> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueIntegrityConstraintViolationError) return TAKEN;
    throw error;
  }
};

const create = async (
  deps: UserAdminDeps,
  body: z.infer<typeof NewUser>,
  by: Actor & { newId: () => Promise<number> },
): Promise<CreateAnswer> => {
  const noShop = await checkShops(deps, body.lockShops);
  if (noShop !== null) return noShop;
  const userId = await by.newId();
  const outcome = await unlessTaken(() =>
    deps.db.transaction(async (tx): Promise<CreateAnswer> => {
      // A command that was interrupted after this point finds its own row.
      if ((await lockRow(tx, USERS, userId)) !== null) return { data: userId, msg: '新增成功' };
      const { lockShops = [], deptId } = body;
      const refusal = await mayGrant(tx, { roleIds: rolesOf(body), lockShops, deptId }, by);
      if (refusal !== null) return refusal;
      const { nickName, username, password } = body;
      if (await isTakenName(tx, username, userId)) return TAKEN;
      const roleIds = rolesOf(body) ?? [];
      const keys = await keysOfRoles(tx, roleIds);
      const problem = await problemOfFirst(tx, { password, username, keys });
      if (problem !== null) return refuseField('auth.weak_password', 'password', problem);
      const passwordHash = await hashPassword(password);
      const row = { id: userId, username, nickName, passwordHash, roleIds, mustChangePassword: true };
      await createUser(tx, { ...row, more: columnsOf(body) }, by);
      return { data: userId, msg: '新增成功' };
    }),
  );
  deps.lookup.forget();
  if (!isRefusal(outcome)) await noteNew(deps, userId, by);
  return outcome;
};
const noteNew = async (deps: UserAdminDeps, userId: number, by: Actor): Promise<void> => {
  const after = await lockRow(deps.db, USERS, userId);
  if (after !== null) await noteWidenedUser(deps, { before: null, after }, by);
};

type Change = MasterRow & {
  readonly id: number;
  readonly status?: string | undefined;
  readonly role_ids?: readonly number[] | undefined;
  readonly lock_shops?: readonly number[] | undefined;
  readonly dept_id?: number | undefined;
};
/** More columns, or why not, worked out once it is clear that the actor may change this user. */
type MoreColumns = (tx: CommonQueryMethods) => Promise<MasterRow | Refusal>;
type UserChange = { readonly before: MasterRow; readonly after: MasterRow };
/** What was absent stays as it is. */
const rowAfter = (before: MasterRow, changes: MasterRow): MasterRow => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
});
const wantedOf = ({ id, status, role_ids, lock_shops, dept_id }: Change) => ({
  userId: id,
  status,
  roleIds: role_ids,
  lockShops: lock_shops,
  deptId: dept_id,
});
/** Changes a row of someone who is not protected; their sessions read their rights afresh. */
export const change = async (
  deps: UserAdminDeps,
  row: Change,
  by: Actor & { readonly ifMatch?: number },
  more: MoreColumns = async () => ({}),
): Promise<SaveAnswer> => {
  if (row.id === INSTALLER) return PROTECTED;
  const wanted = wantedOf(row);
  let changed: UserChange | null = null;
  const outcome = await unlessTaken(() =>
    deps.db.transaction(async (tx): Promise<SaveAnswer> => {
      const refusal =
        onOneself(wanted, by) ??
        (await mayChange(tx, [row.id], by)) ??
        (await mayGrant(tx, wanted, by)) ??
        (await refuseAdministratorChange(tx, wanted));
      if (refusal !== null) return refusal;
      const { username } = row;
      if (typeof username === 'string' && (await isTakenName(tx, username, row.id))) return TAKEN;
      const before = await lockSeen(tx, USERS, { id: row.id, ifMatch: by.ifMatch, missing: MISSING });
      if (isRefusal(before)) return before;
      const columns = await more(tx);
      if (isRefusal(columns)) return columns;
      const changes = { ...columns, ...row };
      const etag = await writeRevised(tx, USERS, { before, changes }, by);
      changed = { before, after: rowAfter(before, changes) };
      if (row.role_ids !== undefined) await endRoleless(tx, { userId: row.id });
      return { data: null, msg: '修改成功', etag };
    }),
  );
  deps.sessions.forget();
  deps.lookup.forget();
  if (changed !== null) await noteWidenedUser(deps, changed, by);
  // Whoever is enabled again signs in again.
  if (!('refused' in outcome) && row.status === '1') await deps.sessions.revokeUser(row.id);
  return outcome;
};

const remove = async (deps: UserAdminDeps, ids: readonly number[], by: Actor): Promise<SaveAnswer> => {
  if (ids.includes(INSTALLER)) return PROTECTED;
  if (ids.includes(by.user.id)) return refuse('conflict', 'user.self', '不能删除自己');
  const outcome = await deps.db.transaction(async (tx): Promise<SaveAnswer> => {
    const refusal = (await mayChange(tx, ids, by)) ?? (await refuseNoAdministrator(tx, ids));
    if (refusal !== null) return refusal;
    const rows: MasterRow[] = [];
    const missing: number[] = [];
    for (const userId of ids) {
      const row = await lockRow(tx, USERS, userId);
      if (row === null) missing.push(userId);
      else rows.push(row);
    }
    if (missing.length > 0)
      return refuse('not-found', 'user.missing', `用户不存在或已删除：${missing.join('、')}`, { data: missing });
    for (const row of rows) await deleteLocked(tx, USERS, row, by);
    return { data: null, msg: '删除成功' };
  });
  if ('refused' in outcome) return outcome;
  deps.lookup.forget();
  for (const userId of ids) await deps.sessions.revokeUser(userId);
  return outcome;
};

const Roles = z.object({ roleIds: z.array(z.int()) });
const editOf = async ({ db }: UserAdminDeps, body: UserEdit): Promise<Change> => {
  const stored = await db.maybeOneFirst(sql.type(Roles)`
    SELECT role_ids AS "roleIds" FROM master.sys_user WHERE id = ${body.userId}`);
  const { roleId: _first, ...rest } = body;
  return { id: body.userId, ...columnsOf({ ...rest, roleIds: rolesAfter(body, stored ?? []) }) };
};

const EDIT = 'admin:sysUser:edit';
const NOT_ALLOWED = refuse('forbidden', 'auth.no_permission', '你没有权限执行此操作');

const edits = (deps: UserAdminDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/sys-user',
    summary: '新增用户',
    allow: 'admin:sysUser:add',
    body: NewUser,
    data: z.int(),
    handler: (call) => create(deps, call.body, call),
  }),
  route({
    method: 'PUT',
    path: '/sys-user',
    summary: '修改用户',
    // Everybody edits himself here too (R102).
    allow: { everyone: 'signed-in' },
    body: UserPut,
    data: z.null(),
    handler: async (call) => {
      const mayEdit = can(call.user, EDIT);
      const { userId, ...body } = call.body;
      if (userId === undefined || (userId === call.user.id && (userId === INSTALLER || !mayEdit)))
        return editOneself(deps, body, call);
      if (!mayEdit) return NOT_ALLOWED;
      return (await checkShops(deps, body.lockShops)) ?? change(deps, await editOf(deps, { userId, ...body }), call);
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys-user',
    summary: '删除用户',
    allow: 'admin:sysUser:remove',
    body: Ids,
    data: z.null(),
    handler: (call) => remove(deps, call.body.ids, call),
  }),
];

export const userAdminRoutes = (deps: UserAdminDeps): readonly Route[] => [
  ...edits(deps),
  historyRoute(deps.db, {
    path: '/sys-user',
    title: '用户',
    table: 'sys_user',
    allow: USER_ADMIN_KEYS,
    limit: (id, user) => limitPeople(deps.db, user, [id]),
  }),
  route({
    method: 'PUT',
    path: '/user/status',
    summary: '启用或停用用户',
    allow: 'admin:sysUser:edit',
    body: z.object({ userId: RecordId, status: UserStatus }),
    data: z.null(),
    handler: (call) => change(deps, { id: call.body.userId, status: call.body.status }, call),
  }),
];
