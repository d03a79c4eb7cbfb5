/** Who signs in how, and which roles demand a second factor (R112). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { pageOf } from '../contracts/envelope.ts';
import { refuse } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Answer, Route } from '../contracts/route.ts';
import type { SessionUser } from '../contracts/user.ts';
import { personInScope } from '../platform/base/person-scope.ts';
import { updateRow } from '../platform/rows/master.ts';
import { holds, judge, type Condition } from '../platform/base/text-search.ts';
import { RoleSafety, SafetyQuery, SafetyRow } from './contract.ts';
import { mayGrant } from './grants.ts';
import { ROLES } from './tables.ts';

type Query = z.infer<typeof SafetyQuery>;
const ACTIVE = sql.fragment`EXISTS (
  SELECT FROM master.second_factor f WHERE f.user_id = u.id AND f.secret IS NOT NULL)`;

const conditionsOf = ({ username, nickName, status, secondFactor }: Query, user: SessionUser): readonly Condition[] => [
  personInScope(sql.fragment`u`, user),
  holds(['u', 'username'], username),
  holds(['u', 'nick_name'], nickName),
  status === undefined ? null : sql.fragment`u.status = ${status}`,
  secondFactor === undefined ? null : sql.fragment`${ACTIVE} = ${secondFactor === '2'}`,
];

const list = async (db: CommonQueryMethods, query: Query, user: SessionUser) => {
  const { pageIndex, pageSize } = query;
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.sys_user AS u`,
    alias: 'u',
    conditions: conditionsOf(query, user),
    along: 'ASC',
  });
  const rows = await db.any(sql.type(SafetyRow)`
    SELECT u.id, u.username, u.nick_name AS "nickName", u.status, u.last_sign_in_at AS "lastSignInAt",
      coalesce((SELECT string_agg(s.name, '、' ORDER BY s.id) FROM master.shop s WHERE s.id = ANY (u.lock_shops)), '') AS shops,
      CASE WHEN ${ACTIVE} THEN '2' ELSE '1' END AS "secondFactor",
      coalesce((SELECT string_agg(r.role_name, '、' ORDER BY r.role_sort) FROM master.sys_role r
        WHERE r.id = ANY (u.role_ids) AND r.status = '2' AND r.second_factor = '2'), '') AS "demandedBy"
    FROM master.sys_user u WHERE u.id = ANY (ARRAY(
      SELECT u.id FROM master.sys_user u WHERE ${where} ORDER BY u.id
      LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize})) ORDER BY u.id`);
  return { list: [...rows], ...counted, pageIndex, pageSize };
};

const rolesOf = async (db: CommonQueryMethods) => [
  ...(await db.any(sql.type(RoleSafety)`
    SELECT r.id, r.role_name AS name, r.second_factor = '2' AS demands,
      (SELECT count(*) FROM master.sys_user u WHERE u.role_ids @> ARRAY[r.id]) AS users
    FROM master.sys_role r WHERE r.status = '2' ORDER BY r.role_sort, r.id`)),
];

const MISSING = refuse('not-found', 'role.missing', '角色不存在或已删除');
/** Whoever could not grant a role cannot say either how its people sign in. */
const demand = (db: DatabasePool, body: z.infer<typeof Demand>, by: Actor) =>
  db.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    const refusal = await mayGrant(tx, { roleIds: [body.roleId] }, by);
    if (refusal !== null) return refusal;
    const row = { id: body.roleId, second_factor: body.secondFactor };
    if ((await updateRow(tx, ROLES, row, by)) === null) return MISSING;
    return { data: null, msg: body.secondFactor === '2' ? '下次登录起要求两步验证' : '不再要求两步验证' };
  });
const Demand = z.object({ roleId: RecordId, secondFactor: z.enum(['1', '2'], '请选择是否要求两步验证') });

const SEES = 'admin:userSafety:list';
export const userSafetyRoutes = (db: DatabasePool): readonly Route[] => [
  route({
    method: 'GET',
    path: '/user-safety',
    summary: '用户安全',
    allow: SEES,
    query: SafetyQuery,
    data: pageOf(SafetyRow),
    handler: async ({ query, user }) => ({ data: await list(db, query, user) }),
  }),
  route({
    method: 'GET',
    path: '/user-safety/roles',
    summary: '要求两步验证的角色',
    allow: SEES,
    data: z.array(RoleSafety),
    handler: async () => ({ data: await rolesOf(db) }),
  }),
  route({
    method: 'PUT',
    path: '/user-safety/role',
    summary: '角色要求两步验证',
    allow: 'admin:sysRole:update',
    body: Demand,
    data: z.null(),
    handler: (call) => demand(db, call.body, call),
  }),
];
