/** Whose login that is: names that look alike are one (R152), the letters as they were typed come first. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Migration } from '../platform/base/migrate.ts';
import { plainName } from '../contracts/plain-name.ts';

/** Of `sys_user` in its plain form; its index serves. */
export const PLAIN_USERNAME = sql.fragment`lower(normalize(username, NFKC))`;
/** Rows of `sys_user`, the one of that very spelling first: two that look alike may be older than the rule. */
export const personNamed = (username: string): FragmentSqlToken => sql.fragment`
  ${PLAIN_USERNAME} = lower(${plainName(username)}) ORDER BY lower(username) = lower(${username}) DESC, id LIMIT 1`;
const Found = z.object({ found: z.boolean() });
/** Whether somebody other than `userId` has a login that looks like it. */
export const isTakenName = (tx: CommonQueryMethods, username: string, userId: number): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT FROM master.sys_user
      WHERE ${PLAIN_USERNAME} = lower(${plainName(username)}) AND id <> ${userId}::bigint) AS found`);
/** Keys of roles are letters of one alphabet; of both sizes they are one. */
export const isTakenKey = (tx: CommonQueryMethods, roleKey: string): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT FROM master.sys_role WHERE lower(role_key) = lower(${roleKey})) AS found`);

export const plainNamesMigration: Migration = {
  id: 'system-110-plain-names',
  sql: `CREATE INDEX sys_user_plain_name ON sys_user (lower(normalize(username, NFKC)));
    CREATE INDEX sys_role_plain_key ON sys_role (lower(role_key));`,
};
