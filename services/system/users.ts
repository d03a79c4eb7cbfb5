/** A new row of a user. */
import type { CommonQueryMethods } from 'slonik';
import { insertRow } from '../platform/rows/master.ts';
import type { ChangedBy, MasterRow } from '../platform/rows/master.ts';
import { USERS } from './tables.ts';

export type NewUser = {
  readonly id: number;
  readonly username: string;
  readonly nickName: string;
  readonly passwordHash: string;
  readonly roleIds: readonly number[];
  readonly lockShops?: readonly number[];
  readonly deptId?: number;
  /** Someone else chose the password: it must be changed at the first sign-in (R35). */
  readonly mustChangePassword: boolean;
  /** More columns of the row. */
  readonly more?: MasterRow;
};
/**
 * Creates a user.
 * @throws {UniqueIntegrityConstraintViolationError} of slonik when the username is taken.
 */
export const createUser = async (tx: CommonQueryMethods, user: NewUser, by: ChangedBy): Promise<void> => {
  const row = {
    id: user.id,
    username: user.username,
    nick_name: user.nickName,
    password_hash: user.passwordHash,
    must_change_password: user.mustChangePassword,
    dept_id: user.deptId ?? 1,
    role_ids: user.roleIds,
    lock_shops: user.lockShops ?? [],
    created_at: by.now.toISOString(),
    ...user.more,
  };
  await insertRow(tx, USERS, row, by);
};
