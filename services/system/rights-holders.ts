/** Who could do a certain thing at the end of a day, by which roles and in which shops. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { shopScope, type SessionUser } from '../contracts/user.ts';
import { personInScope } from '../platform/base/person-scope.ts';
import { rowsBefore } from './rights-at.ts';
import { RightsHolder, type WhoQuery } from './rights-contract.ts';
import { SUPER_ROLE } from './session-user.ts';

const Counted = RightsHolder.extend({ counted: z.int() });
/** People of any of these shops, or of the whole chain; null: all. */
const inShops = (shops: readonly number[] | null): FragmentSqlToken =>
  shops === null
    ? sql.fragment`true`
    : sql.fragment`(u.row -> 'lock_shops' = '[]' OR EXISTS (
        SELECT FROM unnest(${sql.array([...shops], 'int8')}) AS s (id) WHERE u.row -> 'lock_shops' @> to_jsonb(s.id)))`;
/** Enabled people with an enabled role that brings the permission, or everything. */
export const holdersThen = async (
  db: CommonQueryMethods,
  { permission = '', shopId, pageIndex, pageSize }: z.infer<typeof WhoQuery>,
  until: string,
  viewer: SessionUser,
) => {
  const brings = sql.fragment`
    SELECT r.row_id, r.row FROM ${rowsBefore('sys_role', until)} AS r
    WHERE r.row ->> 'status' = '2' AND (r.row ->> 'role_key' = ${SUPER_ROLE} OR EXISTS (
      SELECT FROM ${rowsBefore('sys_menu', until)} AS m
      WHERE m.row ->> 'permission' = ${permission} AND r.row -> 'menu_ids' @> to_jsonb(m.row_id)))`;
  const people = sql.fragment`
    SELECT u.row_id AS id, u.row, (u.row ->> 'dept_id')::bigint AS dept_id FROM ${rowsBefore('sys_user', until)} AS u
    WHERE u.row ->> 'status' = '2' AND ${inShops(shopId === undefined ? shopScope(viewer) : [shopId])}`;
  const rows = await db.any(sql.type(Counted)`
    WITH brings AS MATERIALIZED (${brings}), people AS MATERIALIZED (${people})
    SELECT p.id AS "userId", p.row ->> 'username' AS username, p.row ->> 'nick_name' AS "nickName",
      coalesce((SELECT d.row ->> 'dept_name' FROM ${rowsBefore('sys_dept', until)} AS d WHERE d.row_id = p.dept_id), '')
        AS "deptName",
      string_agg(b.row ->> 'role_name', '、' ORDER BY b.row_id) AS roles,
      coalesce((SELECT string_agg(s.row ->> 'name', '、' ORDER BY s.row_id) FROM ${rowsBefore('shop', until)} AS s
        WHERE p.row -> 'lock_shops' @> to_jsonb(s.row_id)), '') AS shops,
      (count(*) OVER ())::int AS counted
    FROM people p JOIN brings b ON p.row -> 'role_ids' @> to_jsonb(b.row_id)
    WHERE ${personInScope(sql.fragment`p`, viewer) ?? sql.fragment`true`}
    GROUP BY p.id, p.row, p.dept_id ORDER BY p.id LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return {
    list: rows.map(({ counted: _counted, ...row }) => row),
    count: rows[0]?.counted ?? 0,
    pageIndex,
    pageSize,
  };
};
