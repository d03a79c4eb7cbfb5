/** Clearing the login log and the operation log: it hides rows, the tables only grow (R30). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { PENDING } from '../platform/operation-log/entry.ts';

type Clearing = {
  readonly table: 'login_log' | 'command';
  readonly which: FragmentSqlToken;
};
/** Rows stay that somebody is still at, among them the one of this very request, which is the trace of the clearing. */
const hide = async (db: CommonQueryMethods, { table, which }: Clearing) => {
  await db.query(
    sql.unsafe`UPDATE ${sql.identifier(['master', table])} SET hidden = true WHERE NOT hidden AND ${which}`,
  );
  return { data: null, msg: '删除成功' };
};
const named = (ids: readonly number[]): FragmentSqlToken => sql.fragment`id = ANY (${sql.array([...ids], 'int8')})`;
/** A refused one is told its outcome a moment after its answer. */
const SETTLED = sql.fragment`logged AND NOT (status = ${sql.literalValue(PENDING)} AND owner IS NOT NULL)`;

const Beginning = z.object({ since: z.string() });
/**
 * Everything that is settled, at the cost of what is under way: the log begins anew with the oldest row that somebody is still
 * at, so millions lie before that moment untouched, and the few after it are hidden one by one.
 */
const clear = (db: DatabasePool) =>
  db.transaction(async (tx) => {
    const since = sql.fragment`(
      SELECT coalesce(min(oper_time), now()) FROM master.command
      WHERE logged AND status = ${sql.literalValue(PENDING)} AND owner IS NOT NULL)`;
    const begins = await tx.oneFirst(sql.type(Beginning)`
      INSERT INTO master.log_begins (log, since) VALUES ('command', ${since})
      ON CONFLICT (log) DO UPDATE SET since = greatest(log_begins.since, excluded.since) RETURNING since::text AS since`);
    // As a value: Postgres would take a third of the table for what lies behind a moment that it does not know.
    return hide(tx, {
      table: 'command',
      which: sql.fragment`${SETTLED} AND oper_time >= ${begins}::timestamptz`,
    });
  });

export const logRoutes = (db: DatabasePool): readonly Route[] => [
  route({
    method: 'DELETE',
    path: '/sys-login-log',
    summary: '删除登录日志',
    allow: 'admin:sysLoginLog:remove',
    body: Ids,
    data: z.null(),
    handler: ({ body }) => hide(db, { table: 'login_log', which: named(body.ids) }),
  }),
  route({
    method: 'DELETE',
    path: '/sys-opera-log',
    summary: '删除操作日志',
    allow: 'admin:sysOperLog:remove',
    body: Ids,
    data: z.null(),
    handler: ({ body }) => hide(db, { table: 'command', which: sql.fragment`${SETTLED} AND ${named(body.ids)}` }),
  }),
  route({
    method: 'DELETE',
    path: '/operlog/clean',
    summary: '清空操作日志',
    allow: 'admin:sysOperLog:remove',
    data: z.null(),
    handler: () => clear(db),
  }),
];
