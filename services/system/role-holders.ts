/** Who has a role: nobody is signed in without an enabled one, and somebody always is an administrator (R110). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import { SUPER_ROLE } from './session-user.ts';

/** Whether the user `u` of a statement has an enabled role. */
export const HAS_ROLE = sql.fragment`EXISTS (
  SELECT FROM master.sys_role r WHERE r.id = ANY (u.role_ids) AND r.status = '2')`;

const Left = z.object({ left: z.boolean() });
const LAST = refuse('conflict', 'user.last_admin', '至少要保留一位启用的系统管理员');
/**
 * Refuses (409) what leaves nobody who is an enabled administrator; `leaving` cease to be one. Asked before the write, in its
 * transaction: whoever asks meanwhile waits for the end of it.
 */
export const refuseNoAdministrator = async (
  tx: CommonQueryMethods,
  leaving: readonly number[],
): Promise<Refusal | null> => {
  if (leaving.length === 0) return null;
  await lockUntilCommit(tx, LOCKS.administrators);
  const left = await tx.oneFirst(sql.type(Left)`
    SELECT coalesce(bool_or(u.id <> ALL (${sql.array([...leaving], 'int8')})), true) AS left
    FROM master.sys_role r JOIN master.sys_user u ON u.role_ids @> ARRAY[r.id] AND u.status = '2'
    WHERE r.role_key = ${SUPER_ROLE} AND r.status = '2'`);
  return left ? null : LAST;
};

const Super = z.object({ id: z.int() });
/** {@link refuseNoAdministrator} of one user whose status or roles change; what is absent stays. */
export const refuseAdministratorChange = async (
  tx: CommonQueryMethods,
  wanted: {
    readonly userId: number;
    readonly status?: string | undefined;
    readonly roleIds?: readonly number[] | undefined;
  },
): Promise<Refusal | null> => {
  const { userId, status, roleIds } = wanted;
  if (status !== '1' && roleIds === undefined) return null;
  const superRole = await tx.maybeOneFirst(sql.type(Super)`
    SELECT id FROM master.sys_role WHERE role_key = ${SUPER_ROLE}`);
  const stays = status !== '1' && superRole !== null && (roleIds ?? []).includes(superRole);
  return stays ? null : refuseNoAdministrator(tx, [userId]);
};

/** Ends the sessions of whoever has no enabled role any more: of one user, or of all that have a role. */
export const endRoleless = async (
  tx: CommonQueryMethods,
  who: { readonly userId: number } | { readonly roleId: number },
): Promise<void> => {
  const them =
    'userId' in who ? sql.fragment`u.id = ${who.userId}` : sql.fragment`u.role_ids @> ARRAY[${who.roleId}::bigint]`;
  await tx.query(sql.unsafe`
    DELETE FROM master.session_family f USING master.sys_user u
    WHERE f.user_id = u.id AND ${them} AND NOT ${HAS_ROLE}`);
};
