/** How far somebody may go who writes roles: menus and data scope of his own, and no role that he holds (R107). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { listOfNames } from '../contracts/success.ts';
import type { Actor } from '../contracts/route.ts';
import { mayHandOn, type DataScope } from './data-scope.ts';
import { SUPER_ROLE } from './session-user.ts';
import { branchOf } from '../contracts/tree.ts';

export type RoleGrant = DataScope & { readonly menuIds: readonly number[] };
type RoleWrite = { readonly id?: number; readonly before?: RoleGrant; readonly grant: RoleGrant };

const OwnRole = z.object({
  id: z.int(),
  key: z.string(),
  menuIds: z.array(z.int()),
  dataScope: z.string(),
  deptIds: z.array(z.int()),
  deptOfUser: z.int().nullable(),
});
/** The actor's roles and department as they stand in this transaction, not as the session remembers them. */
const ownRoles = (tx: CommonQueryMethods, userId: number) =>
  tx.any(sql.type(OwnRole)`
    SELECT r.id, r.role_key AS key, r.menu_ids AS "menuIds", r.data_scope AS "dataScope", r.dept_ids AS "deptIds",
      u.dept_id AS "deptOfUser"
    FROM master.sys_user u JOIN master.sys_role r ON r.id = ANY (u.role_ids) AND r.status = '2'
    WHERE u.id = ${userId} AND u.status = '2'`);
const Dept = z.object({ id: z.int(), parentId: z.int() });
const Titles = z.object({ title: z.string() });

const refuseMenus = async (
  tx: CommonQueryMethods,
  own: ReadonlySet<number>,
  menuIds: readonly number[],
): Promise<Refusal | null> => {
  const beyond = menuIds.filter((id) => !own.has(id));
  if (beyond.length === 0) return null;
  // A directory or a page without a key of its own opens nothing.
  const titles = await tx.anyFirst(sql.type(Titles)`
    SELECT title FROM master.sys_menu WHERE id = ANY (${sql.array(beyond, 'int8')})
      AND (permission <> '' OR api_ids <> '{}' OR NOT EXISTS (SELECT FROM master.sys_menu c WHERE c.parent_id = sys_menu.id))
    ORDER BY sort, id`);
  if (titles.length === 0) return null;
  return refuse('forbidden', 'grant.menus', `不能授予你没有的菜单或权限：${listOfNames(titles, '项')}`);
};

const belowOf = async (tx: CommonQueryMethods, deptId: number | null): Promise<ReadonlySet<number>> => {
  if (deptId === null) return new Set();
  return branchOf(await tx.any(sql.type(Dept)`SELECT id, parent_id AS "parentId" FROM master.sys_dept`), deptId);
};

export const mayWriteRole = async (
  tx: CommonQueryMethods,
  { id, before, grant }: RoleWrite,
  { user }: Actor,
): Promise<Refusal | null> => {
  const roles = await ownRoles(tx, user.id);
  if (roles.some(({ key }) => key === SUPER_ROLE)) return null;
  if (roles.some((role) => role.id === id)) return refuse('forbidden', 'grant.own_role', '不能修改自己的角色');
  const own = new Set(roles.flatMap(({ menuIds }) => menuIds));
  const menus = await refuseMenus(tx, own, [...(before?.menuIds ?? []), ...grant.menuIds]);
  if (menus !== null) return menus;
  const deptId = roles[0]?.deptOfUser ?? null;
  const below = await belowOf(tx, deptId);
  const scopes = [...(before === undefined ? [] : [before]), grant];
  return scopes.every((scope) => mayHandOn({ scopes: roles, deptId, below }, scope))
    ? null
    : refuse('forbidden', 'grant.scope', '数据权限范围超出你自己的');
};
