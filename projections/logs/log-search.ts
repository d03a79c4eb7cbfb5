/**
 * The login log and the operation log as they are searched (S2§2.15, 2.16; R105): millions of rows, newest first. A text
 * that is met often is met on the way from the newest row; what is rarer is found by an index.
 */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { addDays } from 'services/contracts/dates';
import { DONE, FAILED, PENDING } from 'services/platform/operation-log/entry';
import { holdsValue, ofRoutes } from 'services/platform/operation-log/log-values';
import { INTERRUPTED } from 'services/platform/operation-log/table';
import { spells, type Condition, type IndexedCondition, type Way } from 'services/platform/base/text-search';
import {
  LoginRow,
  OperationRow,
  type LogQuery,
  type loginLogList,
  type operationLogList,
} from 'services/system/contract';
import type { SessionUser } from 'services/contracts/user';
import { operationsSeenBy, operationToldTo } from './log-visibility.ts';
import type { Order, Source } from '../master-data/reading.ts';

/** One log: its rows, which of them are shown (as its indexes say it), and when each was. */
export type Log<Row extends z.ZodType> = {
  /** As `master.log_begins` calls it, where it can be cleared. */
  readonly clearedAs?: string;
  readonly source: Source<Row>;
  readonly shown: FragmentSqlToken;
  /** Which of these somebody sees, and how a row is told to him (R145). */
  readonly seenBy?: (user: SessionUser) => readonly (FragmentSqlToken | null)[];
  readonly toldTo?: (user: SessionUser) => <Told extends object>(row: Told) => Told;
  readonly time: FragmentSqlToken;
};

const PRIVATE = String.raw`^(10\.|127\.|192\.168\.|172\.(1[6-9]|2[0-9]|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)`;
const INSIDE = '内网IP';
/** Nobody outside is asked where an address lies. */
const placeOf = (address: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`CASE WHEN ${address} ~ ${sql.literalValue(PRIVATE)} THEN ${sql.literalValue(INSIDE)} ELSE '' END`;

export const LOGINS: Log<typeof LoginRow> = {
  source: {
    row: LoginRow,
    columns: sql.fragment`l.id, l.username, l.msg, l.status, l.ipaddr, ${placeOf(sql.fragment`l.ipaddr`)} AS "loginLocation",
      l.browser, l.os, l.platform, l.login_time AS "loginTime", '' AS remark, l.login_time AS "createdAt"`,
    from: sql.fragment`master.login_log AS l`,
    alias: 'l',
  },
  shown: sql.fragment`NOT l.hidden`,
  time: sql.fragment`l.login_time`,
};

/** A row without outcome reads as a failure: somebody is still at it, or its process ended. */
const STATUS = sql.fragment`CASE c.status WHEN ${sql.literalValue(DONE)} THEN c.status ELSE ${sql.literalValue(FAILED)} END`;
const ERROR = sql.fragment`CASE WHEN c.status = ${sql.literalValue(FAILED)} THEN c.message
  WHEN c.status <> ${sql.literalValue(PENDING)} THEN ''
  WHEN c.renewed_at > now() - interval '1 minute' THEN '处理中' ELSE ${sql.literalValue(INTERRUPTED)} END`;
const methodOf = (route: FragmentSqlToken): FragmentSqlToken => sql.fragment`split_part(${route}, ' ', 1)`;
/** What a route does, as sys_oper_type numbers it; '0' is none of these. */
const typeOf = (route: FragmentSqlToken): FragmentSqlToken => sql.fragment`CASE
  WHEN ${route} LIKE '%/export' THEN '5' WHEN ${route} ~ '/import[^/]*$' THEN '6' WHEN ${route} LIKE '%/clean' THEN '9'
  ELSE CASE ${methodOf(route)} WHEN 'POST' THEN '1' WHEN 'PUT' THEN '2' WHEN 'DELETE' THEN '3' ELSE '0' END END`;
const ROUTE = sql.fragment`c.route`;

export const OPERATIONS: Log<typeof OperationRow> = {
  clearedAs: 'command',
  source: {
    row: OperationRow,
    columns: sql.fragment`c.id, c.title, ${typeOf(ROUTE)} AS "businessType", ${methodOf(ROUTE)} AS "requestMethod",
      c.oper_name AS "operName", c.oper_ip AS "operIp", ${placeOf(sql.fragment`c.oper_ip`)} AS "operLocation",
      c.oper_url AS "operUrl", c.oper_param AS "operParam",
      CASE WHEN c.status = ${sql.literalValue(DONE)} THEN c.message ELSE '' END AS "jsonResult", ${STATUS} AS status,
      ${ERROR} AS "errorMsg", c.latency_ms || 'ms' AS "latencyTime", c.oper_time AS "operTime", c.oper_time AS "createdAt",
      c.lost_at AS "lostAt"`,
    from: sql.fragment`master.command AS c`,
    alias: 'c',
  },
  shown: sql.fragment`c.logged AND NOT c.hidden`,
  seenBy: operationsSeenBy,
  toldTo: operationToldTo,
  time: sql.fragment`c.oper_time`,
};

const Beginning = z.object({ since: z.string() });
/** Since when rows are shown (R30); null: since ever. Asked apart, so that Postgres knows how little lies behind it. */
export const beginningOf = async (
  db: CommonQueryMethods,
  { clearedAs }: Pick<Log<z.ZodType>, 'clearedAs'>,
): Promise<string | null> =>
  clearedAs === undefined
    ? null
    : db.maybeOneFirst(
        sql.type(Beginning)`SELECT since::text AS since FROM master.log_begins WHERE log = ${clearedAs}`,
      );

const DAY = 'yyyy-MM-dd'.length;
export const momentOf = (text: string): FragmentSqlToken =>
  sql.fragment`${`${text.replace(' ', 'T')}+08:00`}::timestamptz`;
/** A day ends with it, a moment with its second. */
export const untilEnd = (time: FragmentSqlToken, end: string): FragmentSqlToken =>
  end.length > DAY
    ? sql.fragment`${time} < ${momentOf(end)} + interval '1 second'`
    : sql.fragment`${time} < ${momentOf(addDays(end, 1))}`;
/** What of a log is there: the index of its order has just these. */
export const standing = ({ shown, time }: Pick<Log<z.ZodType>, 'shown' | 'time'>, beginning: string | null) =>
  beginning === null ? shown : sql.fragment`${shown} AND ${time} >= ${beginning}::timestamptz`;
type LogSearch = { readonly query: LogQuery; readonly beginning: string | null };
/** What the log may show at all, both ends inclusive. */
const among = (log: Log<z.ZodType>, { query: { beginTime, endTime }, beginning }: LogSearch) => {
  const { time } = log;
  const since = beginTime === undefined ? [] : [sql.fragment`${time} >= ${momentOf(beginTime)}`];
  const all = [standing(log, beginning), ...since, ...(endTime === undefined ? [] : [untilEnd(time, endTime)])];
  return sql.fragment`${sql.join(all, sql.fragment` AND `)}`;
};
/** How a log goes, and all that it may show. */
export const orderOf = (log: Log<z.ZodType>, asked: LogSearch): Order & { readonly way: Way } => {
  const direction = asked.query.createdAtOrder === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  const id = sql.identifier([log.source.alias, 'id']);
  const by = sql.fragment`${log.time} ${direction}, ${id} ${direction}`;
  return { by, way: { among: among(log, asked), by, columns: sql.fragment`${log.time}, ${id}` } };
};

const given = (text: string | undefined): text is string => text !== undefined && text !== '';
const isStatus = (column: FragmentSqlToken, status: string | undefined): FragmentSqlToken | null => {
  if (!given(status)) return null;
  // Failures are few: they have an index of their own.
  return status === FAILED ? sql.fragment`${column} <> ${sql.literalValue(DONE)}` : sql.fragment`${column} = ${status}`;
};

export const loginFilters = (query: z.output<typeof loginLogList.query>): readonly Condition[] => [
  holdsValue('l', 'username', query.username),
  holdsValue('l', 'ipaddr', query.ipaddr),
  isStatus(sql.fragment`l.status`, query.status),
  given(query.loginLocation)
    ? sql.fragment`position(${query.loginLocation} IN ${placeOf(sql.fragment`l.ipaddr`)}) > 0`
    : null,
];

const ofTitle = (title: string | undefined): IndexedCondition | null => {
  if (!given(title)) return null;
  const holds = (column: FragmentSqlToken) => sql.fragment`position(lower(${title}) IN lower(${column})) > 0`;
  const walking = holds(sql.fragment`c.title`);
  // Nearly every route has had one title: only rows of the others are looked at one by one.
  const renamed = sql.fragment`ARRAY(
    SELECT v.value FROM master.log_value AS v WHERE v.field = 'route' GROUP BY v.value
    HAVING bool_or(${holds(sql.fragment`v.detail`)}) AND NOT bool_and(${holds(sql.fragment`v.detail`)}))`;
  const rest = sql.fragment`(c.route <> ALL(${renamed}) OR ${walking})`;
  return { walking, ...ofRoutes('c', (kind) => holds(kind.title), rest) };
};
const ofKind = (
  of: (route: FragmentSqlToken) => FragmentSqlToken,
  value: string | undefined,
): IndexedCondition | null =>
  given(value)
    ? {
        walking: sql.fragment`${of(ROUTE)} = ${value}`,
        ...ofRoutes('c', ({ route }) => sql.fragment`${of(route)} = ${value}`),
      }
    : null;

export const operationFilters = (query: z.output<typeof operationLogList.query>): readonly Condition[] => [
  ofTitle(query.title),
  holdsValue('c', 'oper_name', query.operName),
  spells(['c', 'oper_url'], query.operUrl),
  holdsValue('c', 'oper_ip', query.operIp),
  ofKind(methodOf, query.requestMethod),
  ofKind(typeOf, query.businessType),
  isStatus(sql.fragment`c.status`, query.status),
];
