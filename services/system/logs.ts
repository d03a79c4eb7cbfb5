/** Reading and clearing the login log and the operation log; clearing hides rows, the tables only grow (R30). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Ids, pageOf } from '../contracts/envelope.ts';
import { refuse } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { DONE, FAILED, PENDING } from '../platform/operation-log/entry.ts';
import { INTERRUPTED } from '../platform/operation-log/table.ts';
import { judge } from '../platform/text-search.ts';
import { LoginRow, OperationRow, RowId, loginLogList, operationLogList, type LogQuery } from './log-contract.ts';

/** A row without outcome reads as a failure: somebody is still at it, or its process ended. */
const SHOWN_STATUS = sql.fragment`CASE status WHEN ${sql.literalValue(PENDING)} THEN ${sql.literalValue(FAILED)} ELSE status END`;
const SHOWN_ERROR = sql.fragment`CASE WHEN status = ${sql.literalValue(FAILED)} THEN message
  WHEN status <> ${sql.literalValue(PENDING)} THEN ''
  WHEN renewed_at > now() - interval '1 minute' THEN '处理中' ELSE ${sql.literalValue(INTERRUPTED)} END`;
const SHOWN_RESULT = sql.fragment`CASE WHEN status = ${sql.literalValue(DONE)} THEN message ELSE '' END`;
const METHOD = sql.fragment`split_part(route, ' ', 1)`;
/** As the screens number them. */
const BUSINESS_TYPE = sql.fragment`CASE ${METHOD} WHEN 'POST' THEN '1' WHEN 'PUT' THEN '2' WHEN 'DELETE' THEN '3' ELSE '0' END`;

/** What tells the two logs apart; `columns` are written as the wire names them. */
type LogKind<Row extends z.ZodType> = {
  readonly table: 'login_log' | 'command';
  /** Rows that it shows. */
  readonly shown: FragmentSqlToken;
  readonly time: 'login_time' | 'oper_time';
  readonly columns: FragmentSqlToken;
  readonly row: Row;
};
const LOGINS: LogKind<typeof LoginRow> = {
  table: 'login_log',
  shown: sql.fragment`NOT hidden`,
  time: 'login_time',
  columns: sql.fragment`id, username, msg, status, ipaddr, '' AS "loginLocation", browser, os, platform,
    login_time AS "loginTime", '' AS remark, login_time AS "createdAt"`,
  row: LoginRow,
};
const OPERATIONS: LogKind<typeof OperationRow> = {
  table: 'command',
  shown: sql.fragment`logged AND NOT hidden`,
  time: 'oper_time',
  columns: sql.fragment`id, title, ${BUSINESS_TYPE} AS "businessType", ${METHOD} AS "requestMethod",
    oper_name AS "operName", oper_ip AS "operIp", '' AS "operLocation", oper_url AS "operUrl", oper_param AS "operParam",
    ${SHOWN_RESULT} AS "jsonResult", ${SHOWN_STATUS} AS status, ${SHOWN_ERROR} AS "errorMsg", latency_ms || 'ms' AS "latencyTime",
    oper_time AS "operTime", oper_time AS "createdAt"`,
  row: OperationRow,
};

const ALWAYS = sql.fragment`TRUE`;
const isBlank = (value: string | undefined): value is undefined | '' => value === undefined || value === '';
const contains = (column: string, value: string | undefined): FragmentSqlToken =>
  isBlank(value) ? ALWAYS : sql.fragment`position(lower(${value}) IN lower(${sql.identifier([column])})) > 0`;
const equals = (column: string, value: string | undefined): FragmentSqlToken =>
  isBlank(value) ? ALWAYS : sql.fragment`${sql.identifier([column])} = ${value}`;
/** Days of the shops, both inclusive. */
const within = (column: string, from: string | undefined, to: string | undefined): FragmentSqlToken => {
  const at = sql.identifier([column]);
  const since = from === undefined ? ALWAYS : sql.fragment`${at} >= ${`${from}T00:00:00+08:00`}::timestamptz`;
  const until =
    to === undefined ? ALWAYS : sql.fragment`${at} < ${`${to}T00:00:00+08:00`}::timestamptz + interval '1 day'`;
  return sql.fragment`${since} AND ${until}`;
};

const page = async <Row extends z.ZodType>(
  db: CommonQueryMethods,
  kind: LogKind<Row>,
  wanted: LogQuery,
  filters: readonly FragmentSqlToken[],
) => {
  const { pageIndex, pageSize, beginTime, endTime } = wanted;
  const table = sql.identifier(['master', kind.table]);
  const all = [kind.shown, within(kind.time, beginTime, endTime), ...filters];
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`${table}`,
    alias: kind.table,
    conditions: all,
  });
  const direction = wanted.createdAtOrder === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  const rows = await db.any(sql.type(kind.row)`
    SELECT ${kind.columns} FROM ${table} WHERE ${where}
    ORDER BY ${sql.identifier([kind.time])} ${direction}, id ${direction}
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return { list: [...rows], ...counted, pageIndex, pageSize };
};

type ClearRequest = {
  readonly kind: Pick<LogKind<z.ZodType>, 'table' | 'shown'>;
  readonly ids: readonly number[] | null;
};
/** `but` holds for rows that stay: among them the one of this very request, which is the trace of the clearing. */
const hide = async (
  db: CommonQueryMethods,
  { kind: { table, shown }, ids }: ClearRequest,
  but = sql.fragment`FALSE`,
) => {
  const which = ids === null ? ALWAYS : sql.fragment`id = ANY (${sql.array([...ids], 'int8')})`;
  await db.query(
    sql.unsafe`UPDATE ${sql.identifier(['master', table])} SET hidden = true WHERE ${shown} AND ${which} AND NOT (${but})`,
  );
  return { data: null, msg: '删除成功' };
};
/** Somebody is still at it; a refused one is told its outcome a moment after its answer. */
const AT_WORK = sql.fragment`status = ${sql.literalValue(PENDING)} AND owner IS NOT NULL`;

const loginLogRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: '/sys-login-log',
    summary: '登录日志',
    allow: ['admin:sysLoginLog:list', 'admin:sysLoginLog:remove'],
    query: loginLogList.query,
    data: pageOf(LoginRow),
    handler: async ({ query }) => ({
      data: await page(db, LOGINS, query, [
        contains('username', query.username),
        equals('status', query.status),
        contains('ipaddr', query.ipaddr),
      ]),
    }),
  }),
  route({
    method: 'GET',
    path: '/sys-login-log/:id',
    summary: '登录日志详情',
    allow: ['admin:sysLoginLog:list', 'admin:sysLoginLog:remove'],
    params: RowId,
    data: LoginRow,
    handler: async ({ params }) => {
      const row = await db.maybeOne(sql.type(LoginRow)`
        SELECT ${LOGINS.columns} FROM master.login_log WHERE id = ${params.id} AND NOT hidden`);
      return row === null ? refuse('not-found', 'log.missing', '日志不存在') : { data: row };
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys-login-log',
    summary: '删除登录日志',
    allow: 'admin:sysLoginLog:remove',
    body: Ids,
    data: z.null(),
    handler: ({ body }) => hide(db, { kind: LOGINS, ids: body.ids }),
  }),
];

export const logRoutes = (db: CommonQueryMethods): readonly Route[] => [
  ...loginLogRoutes(db),
  route({
    method: 'GET',
    path: '/sys-opera-log',
    summary: '操作日志',
    allow: ['admin:sysOperLog:list', 'admin:sysOperLog:query'],
    query: operationLogList.query,
    data: pageOf(OperationRow),
    handler: async ({ query }) => ({
      data: await page(db, OPERATIONS, query, [
        contains('title', query.title),
        contains('oper_name', query.operName),
        isBlank(query.businessType) ? ALWAYS : sql.fragment`${BUSINESS_TYPE} = ${query.businessType}`,
        query.status === FAILED
          ? sql.fragment`status IN (${sql.literalValue(PENDING)}, ${sql.literalValue(FAILED)})`
          : equals('status', query.status),
      ]),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/sys-opera-log',
    summary: '删除操作日志',
    allow: 'admin:sysOperLog:remove',
    body: Ids,
    data: z.null(),
    handler: ({ body }) => hide(db, { kind: OPERATIONS, ids: body.ids }, AT_WORK),
  }),
  route({
    method: 'DELETE',
    path: '/operlog/clean',
    summary: '清空操作日志',
    allow: 'admin:sysOperLog:remove',
    data: z.null(),
    handler: () => hide(db, { kind: OPERATIONS, ids: null }, AT_WORK),
  }),
];
