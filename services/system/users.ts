/** The list of users; whoever may not maintain them sees names only (wire "Permission keys"). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { filterRecord, order, term } from '../contracts/filters.ts';
import { RecordId } from '../contracts/ids.ts';
import { patternText } from '../contracts/values.ts';
import { pageOf, Paging } from '../contracts/envelope.ts';
import { refuse } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { can } from '../contracts/user.ts';
import type { SessionUser } from '../contracts/user.ts';
import { hashPassword } from '../platform/auth/password.ts';
import { insertRow } from '../platform/master.ts';
import type { ChangedBy, MasterRow } from '../platform/master.ts';
import { holds, judge, numberHolds, type Condition } from '../platform/text-search.ts';
import { USERS } from './tables.ts';

const ADMIN_KEYS = ['add', 'edit', 'remove', 'resetPassword'].map((action) => `admin:sysUser:${action}`);
const maintainsUsers = (user: SessionUser): boolean => ADMIN_KEYS.some((key) => can(user, key));

const text = term(100);
const direction = order().catch(undefined);
const BRANCH = /^\/(\d{1,15})\/$/;
const choiceOfDept = z
  .preprocess(
    (value) => (value === '' ? undefined : value),
    z.union([RecordId, patternText(BRANCH, '部门不正确')]).optional(),
  )
  .optional();
const Query = z.object({
  ...Paging,
  username: text,
  nickName: text,
  phone: text,
  status: text,
  seller: text,
  /** With `seller`: of this shop, or of the whole chain. */
  shopId: filterRecord(),
  /** `7` is that department, `/7/` with all below it. */
  deptId: choiceOfDept,
  userIdOrder: direction,
  usernameOrder: direction,
  nickNameOrder: direction,
  phoneOrder: direction,
  statusOrder: direction,
  createdAtOrder: direction,
});
type Query = z.infer<typeof Query>;

const Names = z.object({ id: z.int(), userId: z.int(), username: z.string(), nickName: z.string() });
const Full = Names.extend({
  deptId: z.int().nullable(),
  phone: z.string(),
  email: z.string(),
  sex: z.string(),
  status: z.string(),
  remark: z.string(),
  postId: z.int().nullable(),
  postIds: z.array(z.int()),
  roleId: z.int().nullable(),
  roleIds: z.array(z.int()),
  lockShops: z.array(z.int()),
  createdAt: z.string(),
  dept: z.object({ deptName: z.string() }),
});
const WireUser = z.union([Full, Names]);

const ofDept = (asked: Query['deptId']): FragmentSqlToken | null => {
  if (asked === undefined) return null;
  if (typeof asked === 'number') return sql.fragment`u.dept_id = ${asked}`;
  const top = Number(asked.replaceAll('/', ''));
  return sql.fragment`u.dept_id = ANY (ARRAY(
    WITH RECURSIVE branch AS (
      SELECT id FROM master.sys_dept WHERE id = ${top}::bigint
      UNION SELECT d.id FROM branch JOIN master.sys_dept d ON d.parent_id = branch.id)
    SELECT id FROM branch))`;
};
const ORDERS = {
  usernameOrder: 'username',
  nickNameOrder: 'nick_name',
  phoneOrder: 'phone',
  statusOrder: 'status',
  createdAtOrder: 'created_at',
} as const;
/** The id goes the same way, so that the index of both serves. */
const orderOf = (query: Query, full: boolean): { by: FragmentSqlToken; along?: 'ASC' | 'DESC' } => {
  for (const [name, column] of full ? Object.entries(ORDERS) : []) {
    const asked = query[name as keyof typeof ORDERS];
    if (asked === undefined) continue;
    const way = asked === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
    const place = sql.fragment`${sql.identifier(['u', column])}`;
    // Names go by their sound.
    const by = column === 'nick_name' ? sql.fragment`${place} COLLATE "zh-x-icu"` : place;
    return { by: sql.fragment`${by} ${way}, u.id ${way}` };
  }
  return query.userIdOrder === 'desc'
    ? { by: sql.fragment`u.id DESC`, along: 'DESC' }
    : { by: sql.fragment`u.id ASC`, along: 'ASC' };
};

const conditionsOf = (query: Query, full: boolean): readonly Condition[] => {
  // The picker of sellers: enabled people, and the administrator only while nobody else is there (R25).
  const seller = sql.fragment`u.status = '2' AND (u.id <> 1 OR NOT EXISTS (
    SELECT FROM master.sys_user o WHERE o.id <> 1 AND o.status = '2'))`;
  return [
    holds(['u', 'username'], query.username),
    holds(['u', 'nick_name'], query.nickName),
    full ? numberHolds(['u', 'phone'], query.phone) : sql.fragment`u.status = '2'`,
    query.status === undefined || query.status === '' ? null : sql.fragment`u.status = ${query.status}`,
    ofDept(query.deptId),
    query.seller === '1' ? seller : null,
    query.seller === '1' && query.shopId !== undefined
      ? sql.fragment`(u.lock_shops = '{}' OR u.lock_shops @> ARRAY[${query.shopId}::bigint])`
      : null,
  ];
};

const FULL = sql.fragment`u.id, u.id AS "userId", u.username, u.nick_name AS "nickName", u.dept_id AS "deptId", u.phone, u.email, u.sex,
      u.status, u.remark, u.post_id AS "postId", array_remove(ARRAY[u.post_id], NULL) AS "postIds",
      u.role_ids[1] AS "roleId", u.role_ids AS "roleIds", u.lock_shops AS "lockShops",
      u.created_at AS "createdAt", jsonb_build_object('deptName', coalesce(d.dept_name, '')) AS dept`;
const FROM = sql.fragment`FROM master.sys_user u LEFT JOIN master.sys_dept d ON d.id = u.dept_id`;

const list = async (db: CommonQueryMethods, query: Query, full: boolean) => {
  const sorted = orderOf(query, full);
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.sys_user AS u`,
    alias: 'u',
    conditions: conditionsOf(query, full),
    along: sorted.along,
  });
  const { pageIndex, pageSize } = query;
  const rows = await db.any(sql.type(Full)`
    SELECT ${FULL} ${FROM} WHERE ${where} ORDER BY ${sorted.by} LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  const shown = full ? [...rows] : rows.map((row) => Names.parse(row));
  return { list: shown, ...counted, pageIndex, pageSize };
};

export type NewUser = {
  readonly id: number;
  readonly username: string;
  readonly nickName: string;
  readonly password: string;
  readonly roleIds: readonly number[];
  readonly lockShops?: readonly number[];
  readonly deptId?: number;
  /** Someone else chose the password: it must be changed at the first sign-in (R35). */
  readonly mustChangePassword: boolean;
  /** More columns of the row. */
  readonly more?: MasterRow;
};
/**
 * Creates a user.
 * @throws {UniqueIntegrityConstraintViolationError} of slonik when the username is taken.
 */
export const createUser = async (tx: CommonQueryMethods, user: NewUser, by: ChangedBy): Promise<void> => {
  const row = {
    id: user.id,
    username: user.username,
    nick_name: user.nickName,
    password_hash: await hashPassword(user.password),
    must_change_password: user.mustChangePassword,
    dept_id: user.deptId ?? 1,
    role_ids: user.roleIds,
    lock_shops: user.lockShops ?? [],
    created_at: by.now.toISOString(),
    ...user.more,
  };
  await insertRow(tx, USERS, row, by);
};

const UserId = z.object({ id: RecordId });

export const userRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: '/sys-user',
    summary: '用户列表',
    allow: { everyone: 'signed-in' },
    query: Query,
    data: pageOf(WireUser),
    handler: async ({ query, user }) => ({ data: await list(db, query, maintainsUsers(user)) }),
  }),
  route({
    method: 'GET',
    path: '/sys-user/:id',
    summary: '用户详情',
    allow: ADMIN_KEYS,
    params: UserId,
    data: Full,
    handler: async ({ params }) => {
      const row = await db.maybeOne(sql.type(Full)`SELECT ${FULL} ${FROM} WHERE u.id = ${params.id}`);
      return row === null ? refuse('not-found', 'user.missing', '用户不存在或已删除') : { data: row };
    },
  }),
];
