/** Maintaining users: user 1 is protected here, whatever a screen shows (R35, S2§5, §6). */
import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { Ids } from '../contracts/envelope.ts';
import { tooLong } from '../contracts/limits.ts';
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Answer, Route } from '../contracts/route.ts';
import type { MasterLookup } from '../master-data/contract.ts';
import { hashPassword } from '../platform/auth/password.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import { deleteRow, lockRow, updateRow } from '../platform/master.ts';
import type { MasterRow } from '../platform/master.ts';
import { NewPassword } from './own-account.ts';
import { SUPER_ROLE } from './session-user.ts';
import { USERS } from './tables.ts';
import { createUser } from './users.ts';

const INSTALLER = 1;
const PHONE = /^1[3-9]\d{9}$/;
const required = (message: string, most: number) =>
  z.string({ error: message }).trim().min(1, message).max(most, tooLong(most));
const id = RecordId;
const idList = z.array(id).max(200);
const status = z.union([z.enum(['1', '2']), z.literal(1), z.literal(2)], { error: '状态不正确' }).transform(String);

const Fields = z.object({
  username: required('登录名称不能为空', 50),
  nickName: required('用户名称不能为空', 50),
  phone: z.string({ error: '手机号码不能为空' }).regex(PHONE, '请输入正确的手机号码'),
  email: z.email({ error: '请输入正确的邮箱地址' }).max(50, tooLong(50)),
  deptId: id,
  sex: z
    .union([z.enum(['0', '1']), z.literal(0), z.literal(1)])
    .transform(String)
    .optional(),
  status: status.optional(),
  remark: z.string().trim().max(200, tooLong(200)).optional(),
  postId: id.nullish(),
  roleId: id.nullish(),
  roleIds: idList.optional(),
  lockShops: idList.optional(),
});
const NewUser = Fields.extend({ password: NewPassword });
const UserEdit = Fields.extend({ userId: id });
type Fields = z.infer<typeof Fields>;

const MISSING = refuse('not-found', 'user.missing', '用户不存在或已删除');
const PROTECTED = refuse('conflict', 'user.protected', '系统管理员账号不能修改、删除或重置密码');
const TAKEN = refuse('conflict', 'user.name_taken', '登录名称已存在', {
  fields: [{ path: 'username', message: '登录名称已存在' }],
});

export type UserAdminDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly lookup: Pick<MasterLookup, 'shop' | 'forget'>;
};
type Done = Answer<number> | Refusal;
type Saved = Answer<null> | Refusal;

const rolesOf = ({ roleIds, roleId }: Fields): readonly number[] | undefined =>
  roleIds ?? (roleId == null ? undefined : [roleId]);

const Known = z.object({ known: z.int(), supers: z.int() });
/** Roles must exist, and only a super administrator makes another one. */
const checkRoles = async (
  tx: CommonQueryMethods,
  roleIds: readonly number[],
  { user }: Actor,
): Promise<Refusal | null> => {
  const wanted = [...new Set(roleIds)];
  const { known, supers } = await tx.one(sql.type(Known)`
    SELECT count(*) AS known, count(*) FILTER (WHERE role_key = ${SUPER_ROLE}) AS supers FROM master.sys_role
    WHERE id = ANY (${sql.array(wanted, 'int8')})`);
  if (known !== wanted.length) return refuseField('user.no_role', 'roleIds', '角色不存在');
  if (supers > 0 && !user.roleKeys.includes(SUPER_ROLE)) {
    return refuse('forbidden', 'user.super_role', '只有系统管理员可以授予系统管理员角色');
  }
  return null;
};

/** Shops a user is locked to must exist: a lock to nothing would be no lock to anybody reading it (R13). */
const checkShops = async ({ lookup }: UserAdminDeps, lockShops: readonly number[] = []): Promise<Refusal | null> => {
  const shops = await Promise.all(lockShops.map((shopId) => lookup.shop(shopId)));
  const missing = lockShops.filter((_, index) => shops[index] === null);
  return missing.length === 0 ? null : refuseField('user.no_shop', 'lockShops', `分店不存在：${missing.join('、')}`);
};

const Super = z.object({ protected: z.boolean() });
/** A super administrator is changed by another one only. */
const mayChange = async (
  tx: CommonQueryMethods,
  userIds: readonly number[],
  { user }: Actor,
): Promise<Refusal | null> => {
  if (user.roleKeys.includes(SUPER_ROLE)) return null;
  const supers = await tx.oneFirst(sql.type(Super)`
    SELECT EXISTS (SELECT FROM master.sys_user u JOIN master.sys_role r ON r.id = ANY (u.role_ids)
      WHERE u.id = ANY (${sql.array([...userIds], 'int8')}) AND r.role_key = ${SUPER_ROLE}) AS protected`);
  return supers ? refuse('forbidden', 'user.super_role', '只有系统管理员可以修改系统管理员') : null;
};

const optional = (columns: MasterRow): MasterRow =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
const columnsOf = (body: Fields): MasterRow =>
  optional({
    username: body.username,
    nick_name: body.nickName,
    phone: body.phone,
    email: body.email,
    dept_id: body.deptId,
    sex: body.sex,
    status: body.status,
    remark: body.remark,
    post_id: body.postId,
    role_ids: rolesOf(body),
    lock_shops: body.lockShops,
  });

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
): Promise<Done> => {
  const noShop = await checkShops(deps, body.lockShops);
  if (noShop !== null) return noShop;
  const userId = await by.newId();
  const outcome = await unlessTaken(() =>
    deps.db.transaction(async (tx): Promise<Done> => {
      // A command that was interrupted after this point finds its own row.
      if ((await lockRow(tx, USERS, userId)) !== null) return { data: userId, msg: '新增成功' };
      const refusal = await checkRoles(tx, rolesOf(body) ?? [], by);
      if (refusal !== null) return refusal;
      const { nickName, username, password } = body;
      await createUser(
        tx,
        { id: userId, username, nickName, password, roleIds: rolesOf(body) ?? [], mustChangePassword: true },
        by,
      );
      await updateRow(tx, USERS, { id: userId, ...columnsOf(body) }, by);
      return { data: userId, msg: '新增成功' };
    }),
  );
  deps.lookup.forget();
  return outcome;
};

/** Changes a row of someone who is not protected; their sessions read their rights afresh. */
const change = async (deps: UserAdminDeps, row: MasterRow & { id: number }, by: Actor): Promise<Saved> => {
  if (row.id === INSTALLER) return PROTECTED;
  const outcome = await unlessTaken(() =>
    deps.db.transaction(async (tx): Promise<Saved> => {
      const roles = row['role_ids'] as readonly number[] | undefined;
      const refusal =
        (await mayChange(tx, [row.id], by)) ?? (roles === undefined ? null : await checkRoles(tx, roles, by));
      if (refusal !== null) return refusal;
      return (await updateRow(tx, USERS, row, by)) === null ? MISSING : { data: null, msg: '修改成功' };
    }),
  );
  deps.sessions.forget();
  deps.lookup.forget();
  return outcome;
};

const remove = async (deps: UserAdminDeps, ids: readonly number[], by: Actor): Promise<Saved> => {
  if (ids.includes(INSTALLER)) return PROTECTED;
  if (ids.includes(by.user.id)) return refuse('conflict', 'user.self', '不能删除自己');
  const outcome = await deps.db.transaction(async (tx): Promise<Saved> => {
    const refusal = await mayChange(tx, ids, by);
    if (refusal !== null) return refusal;
    const missing: number[] = [];
    for (const userId of ids) if ((await lockRow(tx, USERS, userId)) === null) missing.push(userId);
    if (missing.length > 0)
      return refuse('not-found', 'user.missing', `用户不存在或已删除：${missing.join('、')}`, { data: missing });
    for (const userId of ids) await deleteRow(tx, USERS, userId, by);
    return { data: null, msg: '删除成功' };
  });
  if ('refused' in outcome) return outcome;
  deps.lookup.forget();
  for (const userId of ids) await deps.sessions.revokeUser(userId);
  return outcome;
};

const setStatus = async (deps: UserAdminDeps, userId: number, to: string, by: Actor): Promise<Saved> => {
  const outcome = await change(deps, { id: userId, status: to }, by);
  if (!('refused' in outcome) && to === '1') await deps.sessions.revokeUser(userId);
  return outcome;
};

const resetPassword = async (deps: UserAdminDeps, userId: number, password: string, by: Actor): Promise<Saved> => {
  const row = { id: userId, password_hash: await hashPassword(password), must_change_password: true };
  const outcome = await change(deps, row, by);
  if (!('refused' in outcome)) await deps.sessions.revokeUser(userId);
  return outcome;
};

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
    allow: 'admin:sysUser:edit',
    body: UserEdit,
    data: z.null(),
    handler: async (call) =>
      (await checkShops(deps, call.body.lockShops)) ??
      change(deps, { id: call.body.userId, ...columnsOf(call.body) }, call),
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
  route({
    method: 'PUT',
    path: '/user/status',
    summary: '启用或停用用户',
    allow: 'admin:sysUser:edit',
    body: z.object({ userId: id, status }),
    data: z.null(),
    handler: (call) => setStatus(deps, call.body.userId, call.body.status, call),
  }),
  route({
    method: 'PUT',
    path: '/user/pwd/reset',
    summary: '重置密码',
    allow: 'admin:sysUser:resetPassword',
    body: z.object({ userId: id, password: NewPassword }),
    data: z.null(),
    handler: (call) => resetPassword(deps, call.body.userId, call.body.password, call),
  }),
];
