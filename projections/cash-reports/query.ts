/** GETs of cash reports (R83): list, record, history, export; now alone, for papers are no matter of the past. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { CASH_BASES, CASH_DIRECTIONS, CASH_STATES } from 'services/cash-report/contract';
import { dayOf } from 'services/contracts/dates';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal, refuse, type Refusal } from 'services/contracts/refusal';
import { route, type Answer, type Route } from 'services/contracts/route';
import { can, type SessionUser } from 'services/contracts/user';
import { RowId } from 'services/master-data/contract';
import { History } from '../documents/history.ts';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import { pagedList } from '../platform/queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf } from '../platform/queries/where-clauses.ts';
import { CashReportRecord, CashReportRow, OF_DOCUMENT_PATH, OfDocumentQuery, cashReportList } from './contract.ts';
import type { CashReportQuery } from './contract.ts';
import { reportHistory } from './history.ts';
import {
  COLUMNS,
  NEWEST_FIRST,
  SHOPS,
  SUMMED,
  CashRow,
  ofDocument,
  partsOf,
  present,
  reportsWhere,
  seenReports,
} from './reads.ts';

const KEYS = 'biz:bizCashReport';
const READERS = [`${KEYS}:list`, `${KEYS}:edit`];
const MISSING = refuse('not-found', 'cash_report.missing', '大额现金记录不存在');

const wordsOf = (options: readonly { readonly value: string; readonly label: string }[]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]));
/** The ready report, as it is handed to whoever asks for it: whole numbers. */
const SHEET: readonly ExportColumn[] = [
  { field: 'day', title: '交易日期', kind: 'day' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'direction', title: '收付', kind: 'text', words: wordsOf(CASH_DIRECTIONS) },
  { field: 'amount', title: '现金金额', kind: 'money', total: 'sum' },
  { field: 'basis', title: '统计口径', kind: 'text', words: wordsOf(CASH_BASES) },
  { field: 'name', title: '姓名', kind: 'text' },
  { field: 'contact', title: '联系方式', kind: 'text' },
  { field: 'idType', title: '证件种类', kind: 'text' },
  { field: 'idNo', title: '证件号码', kind: 'text' },
  { field: 'idExpiry', title: '证件有效期', kind: 'text' },
  { field: 'purpose', title: '款项用途', kind: 'text' },
  { field: 'checkedBy', title: '核对人', kind: 'text' },
  { field: 'documentNo', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'limit', title: '限额', kind: 'money' },
  { field: 'dueOn', title: '应报日期', kind: 'day' },
  { field: 'state', title: '状态', kind: 'text', words: wordsOf(CASH_STATES) },
  { field: 'filledBy', title: '登记人', kind: 'text' },
  { field: 'filledAt', title: '登记时间', kind: 'moment' },
];

type ReportRequest = Pick<ListRequest<CashReportQuery>, 'query' | 'user'>;
/** `whole`: with numbers of papers. */
const listOf = async ({ db, now }: QueryDeps, { query, user }: ReportRequest, whole: boolean) => {
  const where = reportsWhere({ now }, { query, user });
  if (isRefusal(where)) return where;
  const found = await pagedList({
    db,
    from: SUMMED,
    where,
    orderBy: NEWEST_FIRST,
    key: sql.fragment`r.id`,
    select: sql.fragment`SELECT ${COLUMNS} FROM page, ${SUMMED} ${SHOPS} WHERE r.id = page.key`,
    row: CashRow,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  const today = dayOf(now());
  return { ...found, list: found.list.map((row) => present(row, { today, whole })) };
};

const recordOf = async (
  { db, now }: QueryDeps,
  id: number,
  user: SessionUser,
): Promise<{ readonly row: CashReportRow; readonly revision: number } | Refusal> => {
  const where: FragmentSqlToken = allOf(sql.fragment`r.id = ${id}::bigint`, seenReports(user));
  const found = await db.maybeOne(sql.type(CashRow)`SELECT ${COLUMNS} FROM ${SUMMED} ${SHOPS} WHERE ${where}`);
  if (found === null) return MISSING;
  return { row: present(found, { today: dayOf(now()), whole: can(user, `${KEYS}:view`) }), revision: found.revision };
};

const listRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: cashReportList.path,
    summary: '大额现金列表',
    allow: READERS,
    query: cashReportList.query,
    data: pageOf(CashReportRow),
    handler: async (call) => {
      const found = await listOf(deps, call, false);
      return isRefusal(found) ? found : { data: found };
    },
  });
const ofDocumentRoute = ({ db, now }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: OF_DOCUMENT_PATH,
    summary: '单据的大额现金记录',
    allow: READERS,
    query: OfDocumentQuery,
    data: z.array(CashReportRow),
    handler: async ({ query, user }) => {
      const rows = await db.any(sql.type(CashRow)`
        SELECT ${COLUMNS} FROM ${SUMMED} ${SHOPS} WHERE ${ofDocument(query, user)} ORDER BY r.direction`);
      return { data: rows.map((row) => present(row, { today: dayOf(now()), whole: false })) };
    },
  });
const recordRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: `${cashReportList.path}/:id`,
    summary: '查看大额现金',
    allow: READERS,
    params: RowId,
    data: CashReportRecord,
    handler: async ({ params, user }): Promise<Answer<CashReportRecord> | Refusal> => {
      const found = await recordOf(deps, params.id, user);
      if (isRefusal(found)) return found;
      return { data: { ...found.row, ...(await partsOf(deps, params.id, user)) }, etag: found.revision };
    },
  });
const historyRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: `${cashReportList.path}/:id/history`,
    summary: '大额现金修改历史',
    allow: READERS,
    params: RowId,
    data: History,
    handler: async ({ params, user }) => {
      const found = await recordOf(deps, params.id, user);
      return isRefusal(found) ? found : { data: await reportHistory(deps, params.id) };
    },
  });

export default (deps: QueryDeps): Route[] => [
  listRoute(deps),
  ofDocumentRoute(deps),
  exportRoute(deps, {
    path: `${cashReportList.path}/export`,
    name: '大额现金登记表',
    needs: `${KEYS}:list`,
    allow: READERS,
    query: cashReportList.query,
    columns: SHEET,
    page: async (at, asked) => {
      const found = await listOf({ ...deps, db: at.db }, asked, true);
      return isRefusal(found) ? found : { list: found.list };
    },
  }),
  historyRoute(deps),
  recordRoute(deps),
];
