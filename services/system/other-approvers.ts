/** Whether somebody else could have been asked lately (R134), out of the versions of rights. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { HeldKey } from '../platform/auth/identity.ts';
import type { RightsTable } from './rights-log.ts';
import { rowsBefore } from './rights-at.ts';
import { SUPER_ROLE } from './session-user.ts';

/** Every row that stood at any time since the moment: as it was then, and whatever it became. */
const standingSince = (table: RightsTable, since: string): FragmentSqlToken => sql.fragment`(
  SELECT v.row_id, v.row FROM ${rowsBefore(table, since)} AS v
  UNION ALL
  SELECT r.row_id, r.row FROM master.rights_version r
  WHERE r.table_name = ${table} AND r.at >= ${since}::timestamptz AND r.row IS NOT NULL)`;

const Held = z.object({ held: z.boolean() });
/** Stricter than any one moment: what stood at different moments counts together. */
export const heldSince = async (
  db: CommonQueryMethods,
  { permission, shopId, since, but }: HeldKey,
): Promise<boolean> => {
  const from = since.toISOString();
  return db.oneFirst(sql.type(Held)`
    WITH menus AS MATERIALIZED (
      SELECT DISTINCT m.row_id FROM ${standingSince('sys_menu', from)} AS m WHERE m.row ->> 'permission' = ${permission}),
    roles AS MATERIALIZED (
      SELECT DISTINCT r.row_id FROM ${standingSince('sys_role', from)} AS r
      WHERE r.row ->> 'status' = '2' AND r.row ->> 'role_key' <> ${SUPER_ROLE}
        AND EXISTS (SELECT FROM menus m WHERE r.row -> 'menu_ids' @> to_jsonb(m.row_id)))
    SELECT EXISTS (
      SELECT FROM ${standingSince('sys_user', from)} AS u
      WHERE u.row ->> 'status' = '2' AND u.row_id <> ALL (${sql.array([...but], 'int8')})
        AND (u.row -> 'lock_shops' = '[]' OR u.row -> 'lock_shops' @> to_jsonb(${shopId}::bigint))
        AND EXISTS (SELECT FROM roles r WHERE u.row -> 'role_ids' @> to_jsonb(r.row_id))) AS held`);
};
