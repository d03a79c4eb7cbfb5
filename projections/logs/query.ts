/** GETs of the login log and the operation log (S2§2.15, 2.16, §7; R105, R108): lists, a record, sheets. */
import { sql, type CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { OPERATION_TYPES } from 'services/contracts/operation-types';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { RowId } from 'services/master-data/contract';
import { joined, type Condition } from 'services/platform/base/text-search';
import { PLATFORMS, loginLogList, operationLogList, type LogQuery } from 'services/system/contract';
import { listRoute, notFound, page } from '../master-data/reading.ts';
import { wallClock, withinDays } from '../platform/queries/date-window.ts';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { streamRows } from '../platform/queries/stream-rows.ts';
import { toldRows } from './log-visibility.ts';
import {
  LOGINS,
  OPERATIONS,
  beginningOf,
  loginFilters,
  operationFilters,
  orderOf,
  standing,
  type Log,
} from './log-search.ts';

type LogRoutes<Row extends z.ZodType<object>, Query extends z.ZodType<LogQuery>> = {
  readonly log: Log<Row>;
  readonly endpoint: { readonly path: string; readonly row: Row; readonly query: Query };
  /** Chinese name of the log, its sheet and its file. */
  readonly name: string;
  readonly filters: (query: z.output<Query>) => readonly Condition[];
  readonly allow: readonly string[];
  /** By which its rows are dated. */
  readonly clock: QueryDeps['now'];
  readonly columns: readonly {
    readonly field: string;
    readonly title: string;
    readonly words?: Readonly<Record<string, string>>;
  }[];
};

const asIs = <Row>(row: Row): Row => row;
/** Millions of rows: through a cursor, never page by page. */
const sheetOf = <Row extends z.ZodType<object>, Query extends z.ZodType<LogQuery>>(
  db: CommonQueryMethods,
  { log, endpoint, name, filters, allow, clock, columns }: LogRoutes<Row, Query>,
): Route =>
  exportRoute<z.output<Query>, PageReader>(
    { db },
    {
      path: `${endpoint.path}/export`,
      name,
      allow,
      query: endpoint.query as unknown as z.ZodType<z.output<Query>>,
      columns: columns.map((column) => ({ ...column, kind: 'text' as const })),
      rows: async ({ query: asked, user }) => {
        const query = withinDays(asked, user, clock());
        if (isRefusal(query)) return query;
        const { row, columns: selected, from } = log.source;
        const order = orderOf(log, { query, beginning: await beginningOf(db, log) });
        const where = joined([order.way.among, ...(log.seenBy?.(user) ?? []), ...filters(query)], 'indexed');
        const rows = streamRows({
          db,
          query: sql.type(row as z.ZodType<Readonly<Record<string, unknown>>>)`
            SELECT ${selected} FROM ${from} WHERE ${where} ORDER BY ${order.by}`,
        });
        return toldRows(rows, log.toldTo?.(user) ?? asIs);
      },
    },
  );

const logRoutes = <Row extends z.ZodType<object>, Query extends z.ZodType<LogQuery>>(
  db: CommonQueryMethods,
  asked: LogRoutes<Row, Query>,
): Route[] => {
  const { log, endpoint, name, filters, allow, clock } = asked;
  const { source } = log;
  return [
    listRoute(db, {
      endpoint,
      summary: name,
      allow,
      read: async (at, { query: wanted, user }) => {
        const query = withinDays(wanted, user, clock());
        if (isRefusal(query)) return query;
        const order = orderOf(log, { query, beginning: await beginningOf(at, log) });
        const where = [order.way.among, ...(log.seenBy?.(user) ?? []), ...filters(query)];
        const found = await page(at, source, { where, order, paging: query });
        return { ...found, list: found.list.map(log.toldTo?.(user) ?? asIs) };
      },
    }),
    sheetOf(db, asked),
    route({
      method: 'GET',
      path: `${endpoint.path}/:id`,
      summary: `${name}详情`,
      allow,
      params: RowId,
      data: endpoint.row as z.ZodType,
      handler: async ({ params: { id }, user }) => {
        const key = sql.identifier([source.alias, 'id']);
        const shown = standing(log, await beginningOf(db, log));
        const seen = joined(log.seenBy?.(user) ?? [], 'walking');
        const row = await db.maybeOne(sql.type(source.row)`
          SELECT ${source.columns} FROM ${source.from} WHERE ${key} = ${id} AND ${shown} AND ${seen}`);
        return row === null ? notFound('日志') : { data: (log.toldTo?.(user) ?? asIs)(row as object) };
      },
    }),
  ];
};

const LOGIN_COLUMNS = [
  { field: 'id', title: '编号' },
  { field: 'username', title: '用户名' },
  { field: 'status', title: '状态', words: { '1': '失败', '2': '成功' } },
  { field: 'msg', title: '说明' },
  { field: 'ipaddr', title: 'IP地址' },
  { field: 'loginLocation', title: '登录地点' },
  { field: 'browser', title: '浏览器' },
  { field: 'os', title: '系统' },
  { field: 'platform', title: '平台', words: PLATFORMS },
  { field: 'loginTime', title: '登录时间' },
] as const;
const OPERATION_COLUMNS = [
  { field: 'id', title: '编号' },
  { field: 'title', title: '系统模块' },
  { field: 'businessType', title: '操作类型', words: { ...OPERATION_TYPES, '0': '其他' } },
  { field: 'requestMethod', title: '请求方式' },
  { field: 'operUrl', title: '请求地址' },
  { field: 'operName', title: '操作人' },
  { field: 'operIp', title: '操作地址' },
  { field: 'operLocation', title: '操作地点' },
  { field: 'status', title: '状态', words: { '1': '失败', '2': '正常' } },
  { field: 'operParam', title: '请求参数' },
  { field: 'jsonResult', title: '结果' },
  { field: 'errorMsg', title: '失败原因' },
  { field: 'latencyTime', title: '用时' },
  { field: 'operTime', title: '操作时间' },
] as const;
const keysOf = (resource: string, ...actions: readonly string[]): readonly string[] =>
  actions.map((action) => `${resource}:${action}`);

export const logQueries = ({ db, now }: Pick<QueryDeps, 'db' | 'now'>): Route[] => [
  ...logRoutes(db, {
    log: LOGINS,
    endpoint: loginLogList,
    name: '登录日志',
    filters: loginFilters,
    allow: keysOf('admin:sysLoginLog', 'list', 'remove', 'export'),
    clock: now,
    columns: LOGIN_COLUMNS,
  }),
  ...logRoutes(db, {
    log: OPERATIONS,
    endpoint: operationLogList,
    name: '操作日志',
    filters: operationFilters,
    allow: keysOf('admin:sysOperLog', 'list', 'query', 'remove', 'export'),
    clock: wallClock,
    columns: OPERATION_COLUMNS,
  }),
];
