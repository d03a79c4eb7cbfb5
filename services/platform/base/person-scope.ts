/** Whom a user sees in lists of people (R109): a row of a user belongs to his own department, of scope 5 to himself. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { OTHER_SCOPE, seesRow, type SessionUser } from '../../contracts/user.ts';
import type { Refusal } from '../../contracts/refusal.ts';

/** Of `alias`, a row of master.sys_user; null where nothing is asked. */
export const personInScope = (alias: FragmentSqlToken, { id, rows }: SessionUser): FragmentSqlToken | null => {
  if (rows === 'all') return null;
  const ofDepts = sql.fragment`${alias}.dept_id = ANY (${sql.array([...rows.deptIds], 'int8')})`;
  return rows.own ? sql.fragment`(${ofDepts} OR ${alias}.id = ${id}::bigint)` : ofDepts;
};
export const seesPerson = (
  user: Pick<SessionUser, 'id' | 'rows'>,
  { id, deptId }: { readonly id: number; readonly deptId: number | null },
): boolean => seesRow(user, { userId: id, deptId });

const Person = z.object({ id: z.int(), deptId: z.int().nullable() });
/** null when everybody of these is in scope, or is not there. */
export const limitPeople = async (
  db: CommonQueryMethods,
  user: SessionUser,
  ids: readonly number[],
): Promise<Refusal | null> => {
  if (user.rows === 'all') return null;
  const people = await db.any(sql.type(Person)`
    SELECT id, dept_id AS "deptId" FROM master.sys_user WHERE id = ANY (${sql.array([...ids], 'int8')})`);
  return people.every((person) => seesPerson(user, person)) ? null : OTHER_SCOPE;
};
