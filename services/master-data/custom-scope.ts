/**
 * Data scope of an installation's own table (R109): each row keeps who made it and his department then. A row from before that
 * is seen by whoever sees all.
 */
import type { DatabasePool } from 'slonik';
import type { Refusal } from '../contracts/refusal.ts';
import { OTHER_SCOPE, seesRow, type Actor, type Maker, type SessionUser } from '../contracts/user.ts';
import { lockRow, type MasterRow, type MasterTable } from '../platform/rows/master.ts';

const NOBODYS = 0;
const makerOf = (row: MasterRow | null): Maker => {
  const { created_by_id: by, created_dept_id: dept } = row ?? {};
  return { userId: typeof by === 'number' ? by : NOBODYS, deptId: typeof dept === 'number' ? dept : null };
};
const limitOf = (row: MasterRow | null, user: SessionUser): Refusal | null =>
  seesRow(user, makerOf(row)) ? null : OTHER_SCOPE;

export const makerColumns = ({ user }: Actor): MasterRow => ({
  created_by_id: user.id,
  created_dept_id: user.deptId,
});
export const limitToScope = (row: MasterRow, { user }: Actor): Refusal | null => limitOf(row, user);
/** What was changed in a row is told whoever sees it; of one that is gone, whoever sees all. */
export const historyInScope =
  (pool: DatabasePool, table: MasterTable) =>
  async (id: number, user: SessionUser): Promise<Refusal | null> =>
    user.rows === 'all' ? null : limitOf(await lockRow(pool, table, id), user);
