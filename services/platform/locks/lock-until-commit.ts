/** Turns of transactions at what several processes change. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import type { AdvisoryLock } from './advisory-locks.ts';

const keyOf = (lock: Exclude<AdvisoryLock, { first: unknown }>, of: string): FragmentSqlToken => {
  if ('number' in lock) return sql.fragment`${lock.number}`;
  return 'hash' in lock
    ? sql.fragment`hashtext(${lock.hash + of})`
    : sql.fragment`hashtextextended(${lock.name + of}, ${lock.seed})`;
};

/** Waits for the turn and keeps it until the transaction ends. `of`: what follows the name, where there is one lock for each of many. */
export const lockUntilCommit = async (
  tx: CommonQueryMethods,
  lock: Exclude<AdvisoryLock, { first: unknown }>,
  of = '',
): Promise<void> => {
  await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(${keyOf(lock, of)})`);
};
