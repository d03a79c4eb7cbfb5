/** Users (S2§2.2): the list by department and by every column, a record, and the sheet of them. */
import { sql } from 'slonik';
import { plainPhone } from 'services/contracts/phone';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { pageOf } from 'services/contracts/envelope';
import { refuse, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { OTHER_SCOPE, can, seesShop, shopScope, type SessionUser } from 'services/contracts/user';
import { RowId } from 'services/master-data/contract';
import { holds, judge, numberHolds, type Condition } from 'services/platform/base/text-search';
import { USER_ADMIN_KEYS, userList, UserName, UserRow, type UserQuery } from 'services/system/contract';
import { personInScope, seesPerson } from 'services/platform/base/person-scope';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import { OTHER_SHOP } from '../platform/queries/scope.ts';

const maintainsUsers = (user: SessionUser): boolean => USER_ADMIN_KEYS.some((key) => can(user, key));

const ofDept = (asked: UserQuery['deptId']): FragmentSqlToken | null => {
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
const orderOf = (query: UserQuery, full: boolean): { by: FragmentSqlToken; along?: 'ASC' | 'DESC' } => {
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

type NameView = { readonly user: SessionUser; readonly full: boolean };
/** Names for pickers are limited by shops, not by scope (R109): asked for sellers, whoever is limited gets names alone. */
const viewOf = (query: UserQuery, user: SessionUser): NameView => ({
  user,
  full: maintainsUsers(user) && (user.rows === 'all' || query.seller !== '1'),
});
/** Whoever picks a name sees people of that shop, without one of his own shops (R13, R109); null: of every shop. */
const shopsOf = ({ seller, shopId }: UserQuery, { user, full }: NameView): readonly number[] | null => {
  if (seller === '1' && shopId !== undefined) return [shopId];
  return full ? null : shopScope(user);
};
const conditionsOf = (query: UserQuery, { user, full }: NameView): readonly Condition[] => {
  const shops = shopsOf(query, { user, full });
  // The picker of sellers: enabled people, and the administrator only while nobody else is there (R25).
  const seller = sql.fragment`u.status = '2' AND (u.id <> 1 OR NOT EXISTS (
    SELECT FROM master.sys_user o WHERE o.id <> 1 AND o.status = '2'))`;
  return [
    holds(['u', 'username'], query.username),
    holds(['u', 'nick_name'], query.nickName),
    full
      ? numberHolds(['u', 'phone'], query.phone === undefined ? undefined : plainPhone(query.phone))
      : sql.fragment`u.status = '2'`,
    query.status === undefined || query.status === '' ? null : sql.fragment`u.status = ${query.status}`,
    ofDept(query.deptId),
    full ? personInScope(sql.fragment`u`, user) : null,
    query.seller === '1' ? seller : null,
    shops === null ? null : sql.fragment`(u.lock_shops = '{}' OR u.lock_shops && ${sql.array([...shops], 'int8')})`,
  ];
};

const FULL = sql.fragment`u.id, u.id AS "userId", u.username, u.nick_name AS "nickName", u.dept_id AS "deptId", u.phone, u.email, u.sex,
      u.avatar, u.status, u.remark, u.post_id AS "postId", array_remove(ARRAY[u.post_id], NULL) AS "postIds",
      u.role_ids[1] AS "roleId", u.role_ids AS "roleIds", u.lock_shops AS "lockShops",
      u.created_at AS "createdAt", jsonb_build_object('deptName', coalesce(d.dept_name, '')) AS dept`;
const FROM = sql.fragment`FROM master.sys_user u LEFT JOIN master.sys_dept d ON d.id = u.dept_id`;

const list = async (db: CommonQueryMethods, query: UserQuery, view: NameView) => {
  const { full } = view;
  const sorted = orderOf(query, full);
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.sys_user AS u`,
    alias: 'u',
    conditions: conditionsOf(query, view),
    along: sorted.along,
  });
  const { pageIndex, pageSize } = query;
  const rows = await db.any(sql.type(UserRow)`
    SELECT ${FULL} ${FROM} WHERE ${where} ORDER BY ${sorted.by} LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  const shown = full ? [...rows] : rows.map((row) => UserName.parse(row));
  return { list: shown, ...counted, pageIndex, pageSize };
};

/** As the import finds it again: a name that several departments have with the way to it. */
const DEPARTMENT = sql.fragment`CASE WHEN (SELECT count(*) FROM master.sys_dept o WHERE o.dept_name = d.dept_name) > 1 THEN (
      WITH RECURSIVE way AS (
        SELECT d.parent_id AS above, d.dept_name AS name
        UNION ALL SELECT a.parent_id, a.dept_name || '/' || way.name FROM way JOIN master.sys_dept a ON a.id = way.above)
      SELECT name FROM way ORDER BY length(name) DESC LIMIT 1)
    ELSE coalesce(d.dept_name, '') END`;
const Revised = UserRow.extend({ revision: z.int() });
/** Names of what a row names by number; a sheet is for people. */
const SheetRow = UserRow.extend({ deptName: z.string(), posts: z.string(), roles: z.string(), shops: z.string() });
const sheetRows = async (db: CommonQueryMethods, query: UserQuery, user: SessionUser) => {
  const { where } = await judge(db, {
    from: sql.fragment`master.sys_user AS u`,
    alias: 'u',
    conditions: conditionsOf(query, { user, full: true }),
    along: orderOf(query, true).along,
  });
  return db.any(sql.type(SheetRow)`
    SELECT ${FULL}, ${DEPARTMENT} AS "deptName",
      coalesce((SELECT p.post_name FROM master.sys_post p WHERE p.id = u.post_id), '') AS posts,
      coalesce((SELECT string_agg(r.role_name, '、' ORDER BY r.role_sort) FROM master.sys_role r
        WHERE r.id = ANY (u.role_ids)), '') AS roles,
      CASE WHEN u.lock_shops = '{}' THEN '全部分店' ELSE coalesce((SELECT string_agg(s.name, '、' ORDER BY s.id)
        FROM master.shop s WHERE s.id = ANY (u.lock_shops)), '') END AS shops
    ${FROM} WHERE ${where} ORDER BY ${orderOf(query, true).by}
    LIMIT ${query.pageSize} OFFSET ${(query.pageIndex - 1) * query.pageSize}`);
};
const COLUMNS = [
  { field: 'username', title: '登录名称' },
  { field: 'nickName', title: '用户名称' },
  { field: 'deptName', title: '部门' },
  { field: 'phone', title: '手机号码' },
  { field: 'email', title: '邮箱' },
  { field: 'sex', title: '性别', words: { '0': '男', '1': '女' } },
  { field: 'posts', title: '岗位' },
  { field: 'roles', title: '角色' },
  { field: 'shops', title: '分店' },
  { field: 'status', title: '状态', words: { '1': '停用', '2': '正常' } },
  { field: 'remark', title: '备注' },
  { field: 'createdAt', title: '创建时间' },
].map((column) => ({ ...column, kind: 'text' as const }));

const otherShop = ({ shopId }: UserQuery, user: SessionUser): Refusal | null =>
  shopId === undefined || seesShop(user, shopId) ? null : OTHER_SHOP;

export const userRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: userList.path,
    summary: '用户列表',
    allow: { everyone: 'signed-in' },
    query: userList.query,
    data: pageOf(z.union([UserRow, UserName])),
    handler: async ({ query, user }) => otherShop(query, user) ?? { data: await list(db, query, viewOf(query, user)) },
  }),
  exportRoute<UserQuery, PageReader>(
    { db },
    {
      path: `${userList.path}/export`,
      name: '用户',
      allow: USER_ADMIN_KEYS,
      exportKey: 'admin:sysUser:export',
      query: userList.query,
      columns: COLUMNS,
      page: async (at, { query, user }) => otherShop(query, user) ?? { list: await sheetRows(at.db, query, user) },
    },
  ),
  route({
    method: 'GET',
    path: `${userList.path}/:id`,
    summary: '用户详情',
    allow: USER_ADMIN_KEYS,
    params: RowId,
    data: UserRow,
    handler: async ({ params, user }) => {
      const row = await db.maybeOne(sql.type(Revised)`SELECT ${FULL}, u.revision ${FROM} WHERE u.id = ${params.id}`);
      if (row === null) return refuse('not-found', 'user.missing', '用户不存在或已删除');
      const { revision, ...shown } = row;
      if (!seesPerson(user, shown)) return OTHER_SCOPE;
      return { data: shown, etag: revision };
    },
  }),
];
