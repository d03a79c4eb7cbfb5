/** Who is signed in where, and the end of it: of others by whoever may set their password, of oneself in the profile (R115). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { pageOf } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Actor, type Answer, type Route } from '../contracts/route.ts';
import type { SessionUser } from '../contracts/user.ts';
import { LISTS, patternText } from '../contracts/values.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import { personInScope } from '../platform/base/person-scope.ts';
import { holds, judge } from '../platform/base/text-search.ts';
import { mayChange } from './grants.ts';
import { agentOf } from './login-log.ts';
import { SessionQuery, SessionRow, sessionList } from './session-contract.ts';

type Deps = { readonly db: DatabasePool; readonly sessions: Sessions };
const Stored = SessionRow.omit({ browser: true, os: true, current: true }).extend({ agent: z.string() });
const COLUMNS = sql.fragment`f.id::text AS id, f.user_id AS "userId", u.username, u.nick_name AS "nickName", f.ip AS ipaddr,
  f.user_agent AS agent, CASE WHEN f.remember THEN '1' ELSE '0' END AS "rememberMe", f.started_at AS "startedAt",
  f.ends_at AS "endsAt"`;
const FROM = sql.fragment`master.session_family f JOIN master.sys_user u ON u.id = f.user_id`;

const shown = ({ agent, ...row }: z.infer<typeof Stored>, current: string): SessionRow => {
  const { browser, os } = agentOf(agent);
  return { ...row, browser, os, current: row.id === current };
};

/** Of whoever's name holds the text: people are few beside the index over their names. */
const ofUser = (username: string | undefined) => {
  const held = holds(['u', 'username'], username);
  return held === null
    ? null
    : sql.fragment`f.user_id = ANY (ARRAY(SELECT u.id FROM master.sys_user u WHERE ${held.indexed}))`;
};

type SessionView = { readonly current: string; readonly now: Date; readonly user: SessionUser };
/** Of those whom the user sees (R109). */
const ofSeen = (user: SessionUser) => {
  const seen = personInScope(sql.fragment`p`, user);
  return seen === null ? null : sql.fragment`f.user_id IN (SELECT p.id FROM master.sys_user p WHERE ${seen})`;
};
const list = async (db: CommonQueryMethods, query: SessionQuery, { current, now, user }: SessionView) => {
  const { pageIndex, pageSize, userId } = query;
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.session_family AS f`,
    alias: 'f',
    conditions: [
      sql.fragment`f.ends_at > ${now.toISOString()}::timestamptz`,
      userId === undefined ? null : sql.fragment`f.user_id = ${userId}`,
      userId === user.id ? null : ofSeen(user),
      ofUser(query.username),
      query.ipaddr === undefined ? null : sql.fragment`f.ip = ${query.ipaddr}`,
    ],
  });
  const way = query.createdAtOrder === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  const rows = await db.any(sql.type(Stored)`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${where} ORDER BY f.started_at ${way}, f.id
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return { list: rows.map((row) => shown(row, current)), ...counted, pageIndex, pageSize };
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const Families = z.object({
  ids: z.array(patternText(UUID, '会话不正确')).min(1, '请选择要结束的会话').max(LISTS.ids),
});
const Owner = z.object({ userId: z.int() });
const NONE = refuse('not-found', 'session.missing', '会话已经结束');
const INSTALLER = 1;

const answer = (ended: number): Answer<null> | Refusal =>
  ended === 0 ? NONE : { data: null, msg: `已结束${ended}个会话` };
const end = async ({ db, sessions }: Deps, ids: readonly string[], by: Actor): Promise<Answer<null> | Refusal> => {
  const owners = await db.anyFirst(sql.type(Owner)`
    SELECT DISTINCT user_id AS "userId" FROM master.session_family WHERE id = ANY (${sql.array([...ids], 'uuid')})`);
  const others = owners.filter((id) => id !== by.user.id);
  if (others.includes(INSTALLER)) return refuse('forbidden', 'user.super_role', '不能结束系统管理员账号的会话');
  const refusal = others.length === 0 ? null : await db.transaction((tx) => mayChange(tx, others, by));
  return refusal ?? answer(await sessions.revokeFamilies(ids));
};

const SIGNED_IN = { everyone: 'signed-in' } as const;
const RESET = 'admin:sysUser:resetPassword';
const ofOthers = (deps: Deps): readonly Route[] => [
  route({
    method: 'GET',
    path: sessionList.path,
    summary: '在线会话',
    allow: [RESET, 'admin:sysSession:list'],
    query: SessionQuery,
    data: pageOf(SessionRow),
    handler: async ({ query, user, now }) => ({
      data: await list(deps.db, query, { current: deps.sessions.familyOf(user), now, user }),
    }),
  }),
  route({
    method: 'DELETE',
    path: sessionList.path,
    summary: '结束会话',
    allow: RESET,
    body: Families,
    data: z.null(),
    handler: (call) => end(deps, call.body.ids, call),
  }),
];
const ofOneself = (deps: Deps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/user/session',
    summary: '我的会话',
    allow: SIGNED_IN,
    query: SessionQuery.pick({ pageIndex: true, pageSize: true, createdAtOrder: true }),
    data: pageOf(SessionRow),
    handler: async ({ query, user, now }) => ({
      data: await list(deps.db, { ...query, userId: user.id }, { current: deps.sessions.familyOf(user), now, user }),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/user/session',
    summary: '结束我的会话',
    allow: SIGNED_IN,
    body: Families,
    data: z.null(),
    handler: async ({ body, user }) => answer(await deps.sessions.revokeFamilies(body.ids, user.id)),
  }),
];
export const sessionRoutes = (deps: Deps): readonly Route[] => [...ofOthers(deps), ...ofOneself(deps)];
