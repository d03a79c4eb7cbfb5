/** Nobody grants what he has not: keys (costs are one of them), shops, rows, roles; role admin excepted (R107, R110). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { ALL_PERMISSIONS } from '../contracts/user.ts';
import type { RowScope, SessionUser } from '../contracts/user.ts';
import { limitPeople } from '../platform/base/person-scope.ts';
import { keysInWords } from './keys-in-words.ts';
import { seesBeyond } from './scope-ceiling.ts';
import { sessionUser, SUPER_ROLE } from './session-user.ts';

/** What somebody may hand on: keys, and routes that menus bring by themselves; `shops` empty means the whole chain. */
export type GrantScope = {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
  readonly shops: readonly number[];
};
/** Keys and shops of `granted` that `own` does not hold; `chain`: the whole chain, or the whole of rights. */
export type Excess = {
  readonly super: boolean;
  readonly keys: readonly string[];
  readonly shops: readonly number[];
  readonly chain: boolean;
};

/** What is granted beyond what the granter holds; null when nothing is. Pure. */
export const excessOf = (own: GrantScope, granted: GrantScope): Excess | null => {
  if (own.all) return null;
  const locked = own.shops.length > 0;
  const excess = {
    super: granted.all,
    keys: [...granted.keys].filter((key) => !own.keys.has(key)).sort(),
    shops: locked ? granted.shops.filter((shop) => !own.shops.includes(shop)) : [],
    chain: locked && granted.shops.length === 0,
  };
  return excess.super || excess.chain || excess.keys.length + excess.shops.length > 0 ? excess : null;
};

const holdingOf = (user: SessionUser): GrantScope => ({
  all: user.permissions.has(ALL_PERMISSIONS),
  keys: new Set([...user.permissions, ...(user.routes ?? [])]),
  shops: user.lockShops,
});

/** The actor's rights and rows as they stand in this transaction, not as the session remembers them. */
const ownHolding = async (tx: CommonQueryMethods, { user }: Actor) => {
  const now = await sessionUser(tx, user.id);
  return now === null ? null : { ...holdingOf(now), rows: now.rows };
};

const RoleRow = z.object({ id: z.int(), name: z.string(), super: z.boolean(), keys: z.array(z.string()) });
/** Roles with their keys; a disabled role counts whole, since it can be enabled tomorrow. */
const rolesWith = (tx: CommonQueryMethods, ids: readonly number[]) =>
  tx.any(sql.type(RoleRow)`
    SELECT r.id, r.role_name AS name, r.role_key = ${SUPER_ROLE} AS super,
      ARRAY(SELECT m.permission FROM master.sys_menu m WHERE m.id = ANY (r.menu_ids) AND m.permission <> ''
        UNION SELECT a.action || ' ' || a.path FROM master.sys_menu m JOIN master.sys_api a ON a.id = ANY (m.api_ids)
        WHERE m.id = ANY (r.menu_ids) AND m.api_ids <> '{}' AND a.type = 'BUS') AS keys
    FROM master.sys_role r WHERE r.id = ANY (${sql.array([...ids], 'int8')}) ORDER BY r.id`);
type RoleRow = z.infer<typeof RoleRow>;

const together = (roles: readonly RoleRow[], shops: readonly number[]): GrantScope => ({
  all: roles.some((role) => role.super),
  keys: new Set(roles.flatMap((role) => role.keys)),
  shops,
});

/** Every key of these roles, as far as they exist. */
export const keysOfRoles = async (tx: CommonQueryMethods, ids: readonly number[]): Promise<ReadonlySet<string>> => {
  const { all, keys } = together(await rolesWith(tx, ids), []);
  return all ? new Set([ALL_PERMISSIONS]) : keys;
};

const Title = z.object({ page: z.string(), key: z.string() });
/** More than are told: keys of one page lie beside each other. */
const MOST_READ = 30;
/** Keys by the names they have in the menu, under their pages: `销售单：审核`. */
const titlesOf = async (tx: CommonQueryMethods, keys: readonly string[]): Promise<string> => {
  const names = sql.array(keys.slice(0, MOST_READ), 'text');
  const titles = await tx.any(sql.type(Title)`
    SELECT page, key FROM (
      SELECT min(m.sort) AS sort, coalesce(page.title, '菜单') AS page, min(m.title) AS key, min(page.sort) AS place
      FROM master.sys_menu m LEFT JOIN master.sys_menu page ON page.id = m.parent_id
      WHERE m.permission = ANY (${names}) GROUP BY m.permission, page.title
      UNION ALL SELECT a.id, '接口', a.title, 9999999 FROM master.sys_api a
      WHERE a.action || ' ' || a.path = ANY (${names})) AS named
    ORDER BY place, page, sort, key`);
  return keysInWords(titles, keys.length);
};

const SUPER_ONLY = refuse('forbidden', 'user.super_role', '只有系统管理员可以授予系统管理员角色');
const NOT_ANY_MORE = refuse('forbidden', 'auth.no_permission', '你没有权限执行此操作');

export type GrantRequest = {
  /** Absent: the roles stay as they are. */
  readonly roleIds?: readonly number[] | undefined;
  /** Absent: the shops stay as they are; for a new user they must be said by whoever is limited to some. */
  readonly lockShops?: readonly number[] | undefined;
  /** Absent: the department stays as it is. */
  readonly deptId?: number | undefined;
};
/** Who gets it; absent: a person who is new. */
type Granting = GrantRequest & { readonly userId?: number | undefined };

const refuseRoles = async (
  tx: CommonQueryMethods,
  own: GrantScope,
  roles: readonly RoleRow[],
): Promise<Refusal | null> => {
  for (const role of roles) {
    const excess = excessOf(own, together([role], own.shops));
    if (excess?.super === true) return SUPER_ONLY;
    if (excess !== null) {
      const beyond = await titlesOf(tx, excess.keys);
      return refuse('forbidden', 'grant.role', `不能授予角色“${role.name}”：它含有你没有的权限（${beyond}）`);
    }
  }
  return null;
};

const refuseShops = (own: GrantScope, shops: readonly number[]): Refusal | null => {
  const excess = excessOf(own, { all: false, keys: new Set(), shops });
  if (excess === null) return null;
  if (excess.chain) return refuse('forbidden', 'grant.shops', '请指定分店：你只能授权自己的分店，不能授权全部分店');
  return refuse('forbidden', 'grant.shops', `只能授权你自己的分店，不包括：${excess.shops.join('、')}`);
};

const Stored = z.object({ roleIds: z.array(z.int()), deptId: z.int().nullable() });
const NEWCOMER: z.infer<typeof Stored> = { roleIds: [], deptId: null };
const storedOf = async (tx: CommonQueryMethods, userId: number | undefined): Promise<z.infer<typeof Stored>> => {
  if (userId === undefined) return NEWCOMER;
  const stored = await tx.maybeOne(sql.type(Stored)`
    SELECT role_ids AS "roleIds", dept_id AS "deptId" FROM master.sys_user WHERE id = ${userId}::bigint`);
  return stored ?? NEWCOMER;
};
export const BEYOND_SCOPE = refuse('forbidden', 'grant.scope', '这样的角色和部门的数据权限范围超出你自己的');
/** A department gives rows to see as roles do: of the person as he would stand. */
const refuseScope = async (tx: CommonQueryMethods, own: RowScope, wanted: Granting): Promise<Refusal | null> => {
  if (own === 'all' || (wanted.roleIds === undefined && wanted.deptId === undefined)) return null;
  const stored = await storedOf(tx, wanted.userId);
  const standing = { roleIds: wanted.roleIds ?? stored.roleIds, deptId: wanted.deptId ?? stored.deptId };
  return (await seesBeyond(tx, own, standing)) ? BEYOND_SCOPE : null;
};

/** Refuses roles that do not exist (422), and roles, shops and rows beyond the actor's own (403). */
export const mayGrant = async (tx: CommonQueryMethods, wanted: Granting, by: Actor): Promise<Refusal | null> => {
  const own = await ownHolding(tx, by);
  if (own === null) return NOT_ANY_MORE;
  const ids = [...new Set(wanted.roleIds ?? [])];
  const roles = await rolesWith(tx, ids);
  if (roles.length !== ids.length) return refuseField('user.no_role', 'roleIds', '角色不存在');
  return (
    (await refuseRoles(tx, own, roles)) ??
    (wanted.lockShops === undefined ? null : refuseShops(own, wanted.lockShops)) ??
    refuseScope(tx, own.rows, wanted)
  );
};

const Person = z.object({
  id: z.int(),
  nickName: z.string(),
  roleIds: z.array(z.int()),
  lockShops: z.array(z.int()),
  deptId: z.int().nullable(),
});
/** In which way it goes beyond. */
const wayBeyond = (excess: Excess | null): string | null => {
  if (excess === null) return null;
  return excess.keys.length > 0 ? '权限' : '分店范围';
};
/** Refuses whoever is out of the actor's data scope (R109) or holds more than he, with his row locked: his password or status would hand it on. */
export const mayChange = async (
  tx: CommonQueryMethods,
  userIds: readonly number[],
  by: Actor,
): Promise<Refusal | null> => {
  const own = await ownHolding(tx, by);
  if (own === null) return NOT_ANY_MORE;
  const beyond = await limitPeople(tx, by.user, userIds);
  if (beyond !== null) return beyond;
  const people = await tx.any(sql.type(Person)`
    SELECT id, nick_name AS "nickName", role_ids AS "roleIds", lock_shops AS "lockShops", dept_id AS "deptId"
    FROM master.sys_user WHERE id = ANY (${sql.array([...userIds], 'int8')}) ORDER BY id FOR UPDATE`);
  for (const person of people) {
    const roles = await rolesWith(tx, person.roleIds);
    const excess = excessOf(own, together(roles, person.lockShops));
    if (excess?.super === true) return refuse('forbidden', 'user.super_role', '只有系统管理员可以修改系统管理员');
    const why = wayBeyond(excess) ?? ((await seesBeyond(tx, own.rows, person)) ? '数据权限范围' : null);
    if (why !== null) {
      return refuse('forbidden', 'grant.above', `“${person.nickName}”的${why}超出你自己的，请由权限更高的人修改`);
    }
  }
  return null;
};

/** Nobody disables himself or takes away his own role (R110). */
export const onOneself = (
  wanted: { readonly userId: number; readonly status?: string | undefined } & GrantRequest,
  { user }: Actor,
): Refusal | null => {
  if (wanted.userId !== user.id) return null;
  if (wanted.status === '1') return refuse('conflict', 'user.self', '不能停用自己');
  const { roleIds } = wanted;
  const lost = roleIds !== undefined && user.roleIds.some((id) => !roleIds.includes(id));
  return lost ? refuse('conflict', 'user.self', '不能取消自己的角色') : null;
};
