/** Ways back in for whoever cannot sign in any more: a new password, an end of waiting, another second factor (R112, R115). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { MAX_REASON } from '../contracts/limits.ts';
import { RecordId } from '../contracts/ids.ts';
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Route } from '../contracts/route.ts';
import { wireText } from '../contracts/values.ts';
import { hashPassword } from '../platform/auth/password.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { limitPeople } from '../platform/base/person-scope.ts';
import { keysOfRoles } from './grants.ts';
import { NewPassword } from './new-password.ts';
import { problemOfFirst, ruleOf } from './password-policy.ts';
import { forgetSecondFactor } from './second-factor.ts';
import { passwordRule } from './user-contract.ts';
import { change, MISSING, type SaveAnswer, type UserAdminDeps } from './user-admin.ts';

/** A password that somebody else sets for `userId`: judged and hashed only after it is clear that he may. */
const firstPassword =
  (userId: number, password: string) =>
  async (tx: CommonQueryMethods): Promise<MasterRow | Refusal> => {
    const owner = await tx.maybeOne(sql.type(Owner)`
      SELECT username, role_ids AS "roleIds" FROM master.sys_user WHERE id = ${userId}`);
    if (owner === null) return MISSING;
    const keys = await keysOfRoles(tx, owner.roleIds);
    const problem = await problemOfFirst(tx, { password, username: owner.username, keys });
    if (problem !== null) return refuseField('auth.weak_password', 'password', problem);
    return { password_hash: await hashPassword(password), must_change_password: true };
  };
const Owner = z.object({ username: z.string(), roleIds: z.array(z.int()) });

const resetPassword = async (deps: UserAdminDeps, userId: number, password: string, by: Actor): Promise<SaveAnswer> => {
  const outcome = await change(deps, { id: userId }, by, firstPassword(userId, password));
  if ('refused' in outcome) return outcome;
  await deps.sessions.revokeUser(userId);
  await unlock(deps, userId);
  return outcome;
};
const Name = z.object({ username: z.string() });
/** Tries that failed are forgotten, wherever they came from: whoever may set the password vouches for the person. */
const unlock = async ({ db, throttle }: UserAdminDeps, userId: number): Promise<void> => {
  const username = await db.maybeOneFirst(sql.type(Name)`SELECT username FROM master.sys_user WHERE id = ${userId}`);
  if (username !== null) await throttle.forgive(username);
};

/** For whoever lost the telephone and the recovery codes; one's own would be a way around it for whoever took the session. */
const resetSecondFactor = async (deps: UserAdminDeps, userId: number, by: Actor): Promise<SaveAnswer> => {
  if (userId === by.user.id) return refuse('conflict', 'user.self', '不能重置自己的两步验证');
  const outcome = await change(deps, { id: userId }, by, async (tx) => {
    await forgetSecondFactor(tx, userId);
    return {};
  });
  if ('refused' in outcome) return outcome;
  await deps.sessions.revokeUser(userId);
  return { data: null, msg: '两步验证已重置' };
};

/** What a form says beforehand. */
const ruleRoute = ({ db }: UserAdminDeps): Route =>
  route({
    method: 'GET',
    path: passwordRule.path,
    summary: '密码长度要求',
    allow: ['admin:sysUser:add', 'admin:sysUser:resetPassword'],
    query: passwordRule.query,
    data: passwordRule.row,
    handler: async ({ query: { roleIds = [] } }) => ({
      data: await ruleOf(db, await keysOfRoles(db, roleIds)),
    }),
  });

export const userPasswordRoutes = (deps: UserAdminDeps): readonly Route[] => [
  ruleRoute(deps),
  route({
    method: 'PUT',
    path: '/user/pwd/reset',
    summary: '重置密码',
    allow: 'admin:sysUser:resetPassword',
    body: z.object({ userId: RecordId, password: NewPassword }),
    data: z.null(),
    handler: (call) => resetPassword(deps, call.body.userId, call.body.password, call),
  }),
  route({
    method: 'PUT',
    path: '/user/unlock',
    summary: '解除登录限制',
    allow: 'admin:sysUser:resetPassword',
    body: z.object({ userId: RecordId }),
    data: z.null(),
    handler: async (call) => {
      const refusal = await limitPeople(deps.db, call.user, [call.body.userId]);
      if (refusal !== null) return refusal;
      await unlock(deps, call.body.userId);
      return { data: null, msg: '登录限制已解除' };
    },
  }),
  route({
    method: 'PUT',
    path: '/user/second-factor/reset',
    summary: '重置两步验证',
    allow: 'admin:sysUser:resetPassword',
    // The reason is for the operation log.
    body: z.object({ userId: RecordId, reason: wireText(MAX_REASON).nullish() }),
    data: z.null(),
    handler: (call) => resetSecondFactor(deps, call.body.userId, call),
  }),
];
