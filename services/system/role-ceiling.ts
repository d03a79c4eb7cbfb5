/** How far somebody may go who writes roles: menus and data scope of his own, and no role that he holds (R107). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { DATA_SCOPES, deptsOf, mayHandOn, type DataScope, type OwnScope } from './data-scope.ts';
import { keysInWords } from './keys-in-words.ts';
import { menuEntries } from './menu-entries.ts';
import type { Grantable } from './role-body.ts';
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
const refuseAt = (path: string, code: string, message: string): Refusal =>
  refuse('forbidden', code, message, { fields: [{ path, message }] });

const refuseMenus = async (
  tx: CommonQueryMethods,
  own: ReadonlySet<number>,
  menuIds: readonly number[],
): Promise<Refusal | null> => {
  const beyond = menuIds.filter((id) => !own.has(id));
  if (beyond.length === 0) return null;
  const entries = await menuEntries(tx, beyond);
  if (entries.length === 0) return null;
  return refuseAt('menuIds', 'grant.menus', `不能授予你没有的菜单或权限：${keysInWords(entries)}`);
};

const belowOf = async (tx: CommonQueryMethods, deptId: number | null): Promise<ReadonlySet<number>> => {
  if (deptId === null) return new Set();
  return branchOf(await tx.any(sql.type(Dept)`SELECT id, parent_id AS "parentId" FROM master.sys_dept`), deptId);
};

const ownScopes = async (tx: CommonQueryMethods, roles: readonly z.infer<typeof OwnRole>[]): Promise<OwnScope> => {
  const deptId = roles[0]?.deptOfUser ?? null;
  return { scopes: roles, deptId, below: await belowOf(tx, deptId) };
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
  const mine = await ownScopes(tx, roles);
  const scopes = [...(before === undefined ? [] : [before]), grant];
  return scopes.every((scope) => mayHandOn(mine, scope))
    ? null
    : refuseAt('dataScope', 'grant.scope', '数据权限范围超出你自己的');
};

/** What somebody may put into a role; several scopes of his together, as the refusal judges each of them. */
export const grantableBy = async (tx: CommonQueryMethods, { user }: Pick<Actor, 'user'>): Promise<Grantable> => {
  const roles = await ownRoles(tx, user.id);
  if (roles.some(({ key }) => key === SUPER_ROLE))
    return { menuIds: null, dataScopes: [...DATA_SCOPES], deptIds: null };
  const mine = await ownScopes(tx, roles);
  const seen = roles.some(({ dataScope }) => dataScope === '1')
    ? null
    : [...new Set(roles.flatMap((scope) => [...deptsOf(mine, scope)]))];
  const may = (dataScope: string): boolean =>
    dataScope === '2' ? seen === null || seen.length > 0 : mayHandOn(mine, { dataScope, deptIds: [] });
  return {
    menuIds: [...new Set(roles.flatMap(({ menuIds }) => menuIds))],
    dataScopes: DATA_SCOPES.filter(may),
    deptIds: seen,
  };
};
