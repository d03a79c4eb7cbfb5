/** The signed-in user as rules see it, read afresh from users, roles and menus. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { ALL_PERMISSIONS } from '../contracts/user.ts';
import type { RowScope, SessionUser } from '../contracts/user.ts';
import { rowsOf, type DataScope } from './data-scope.ts';

/** The role that may everything (S2§6). */
export const SUPER_ROLE = 'admin';

const Row = z.object({
  id: z.int(),
  username: z.string(),
  nickName: z.string(),
  deptId: z.int().nullable(),
  lockShops: z.array(z.int()),
  mustChangePassword: z.boolean(),
  roles: z.array(z.object({ id: z.int(), key: z.string(), dataScope: z.string(), deptIds: z.array(z.int()) })),
  permissions: z.array(z.string()),
  routes: z.array(z.string()),
  menuMark: z.string(),
});

const Dept = z.object({ id: z.int() });
const Person = z.object({ userId: z.int() });
/** The department and all below it. */
const branchOf = async (db: CommonQueryMethods, deptId: number): Promise<ReadonlySet<number>> =>
  new Set(
    await db.anyFirst(sql.type(Dept)`
      WITH RECURSIVE branch AS (
        SELECT id FROM master.sys_dept WHERE id = ${deptId}::bigint
        UNION SELECT d.id FROM branch JOIN master.sys_dept d ON d.parent_id = branch.id)
      SELECT id FROM branch`),
  );
/** Whose rows these roles show to somebody of that department; asks nothing where they show all. */
export const rowScope = async (
  db: CommonQueryMethods,
  scopes: readonly DataScope[],
  deptId: number | null,
): Promise<RowScope> => {
  const withBelow = deptId !== null && scopes.some(({ dataScope }) => dataScope === '4');
  const rows = rowsOf({ scopes, deptId, below: withBelow ? await branchOf(db, deptId) : new Set() });
  if (rows === 'all' || rows.deptIds.length === 0) return rows;
  const before = await db.anyFirst(sql.type(Person)`
    SELECT user_id AS "userId" FROM master.department_before WHERE dept_id = ANY (${sql.array(rows.deptIds, 'int8')})`);
  return { ...rows, before };
};

const Covered = z.object({ covered: z.boolean() });
/** A lock that names every enabled shop (R146). Reads as many shops as the lock names, and one more. */
const coversChain = async (db: CommonQueryMethods, lockShops: readonly number[]): Promise<boolean> =>
  lockShops.length > 0 &&
  db.oneFirst(sql.type(Covered)`
    SELECT coalesce(bool_and(s.id = ANY (${sql.array([...lockShops], 'int8')})), false) AS covered
    FROM (SELECT id FROM master.shop WHERE status = '2' ORDER BY id LIMIT ${lockShops.length + 1}) s`);

/** null when the user is disabled, does not exist or has no enabled role (R110); only enabled roles count. */
export const sessionUser = async (db: CommonQueryMethods, userId: number): Promise<SessionUser | null> => {
  const row = await db.maybeOne(sql.type(Row)`
    SELECT u.id, u.username, u.nick_name AS "nickName", u.dept_id AS "deptId", u.lock_shops AS "lockShops",
      u.must_change_password AS "mustChangePassword",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'key', r.role_key, 'dataScope', r.data_scope, 'deptIds', r.dept_ids) ORDER BY r.id)
        FROM master.sys_role r WHERE r.id = ANY (u.role_ids) AND r.status = '2'), '[]') AS roles,
      ARRAY(SELECT DISTINCT m.permission FROM master.sys_role r JOIN master.sys_menu m ON m.id = ANY (r.menu_ids)
        WHERE r.id = ANY (u.role_ids) AND r.status = '2' AND m.permission <> '') AS permissions,
      ARRAY(SELECT DISTINCT a.action || ' ' || a.path FROM master.sys_role r
        JOIN master.sys_menu m ON m.id = ANY (r.menu_ids) AND m.api_ids <> '{}'
        JOIN master.sys_api a ON a.id = ANY (m.api_ids)
        WHERE r.id = ANY (u.role_ids) AND r.status = '2' AND a.type = 'BUS') AS routes,
      coalesce((SELECT md5(string_agg(r.menu_ids::text, ';' ORDER BY r.id))
        FROM master.sys_role r WHERE r.id = ANY (u.role_ids) AND r.status = '2'), '') AS "menuMark"
    FROM master.sys_user u WHERE u.id = ${userId} AND u.status = '2'`);
  if (row === null || row.roles.length === 0) return null;
  const roleKeys = row.roles.map((role) => role.key);
  return {
    id: row.id,
    username: row.username,
    nickName: row.nickName,
    deptId: row.deptId,
    roleIds: row.roles.map((role) => role.id),
    roleKeys,
    permissions: new Set(roleKeys.includes(SUPER_ROLE) ? [ALL_PERMISSIONS] : row.permissions),
    routes: new Set(row.routes),
    menuMark: row.menuMark,
    lockShops: row.lockShops,
    ...((await coversChain(db, row.lockShops)) && { lockIsAll: true }),
    rows: roleKeys.includes(SUPER_ROLE) ? 'all' : await rowScope(db, row.roles, row.deptId),
    mustChangePassword: row.mustChangePassword,
  };
};
