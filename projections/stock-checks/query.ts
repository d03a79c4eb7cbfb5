/** GETs of stock checks (S0§7): list, record, lines, extract, changes, history, export. */
import { MADE_BY } from '../goods-in/export-columns.ts';
import { sql } from 'slonik';
import { z } from 'zod';
import { code, filterWhole, term } from 'services/contracts/filters';
import { addressNumber } from 'services/contracts/values';
import { RecordId } from 'services/contracts/ids';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { checkStream } from 'services/stock-check/contract';
import { History } from '../documents/history.ts';
import { shopNames } from '../documents/names.ts';
import { withCopies } from '../documents/copies.ts';
import { printDataRoute } from '../documents/print.ts';
import { latestDayRoute, shownIn } from '../documents/routes.ts';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import { standing, upTo } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { CheckChanges, CheckDifferences, CheckQuery, CheckRecordRow, CheckRow, ShownLine } from './contract.ts';
import { extractRoute } from './extract.ts';
import { checkHistory } from './history.ts';
import { shownLines } from './lines.ts';
import { CheckNews, MAX_WAIT_MS, markOf } from './news.ts';
import { checkPrint } from './print.ts';
import { proposalsOf } from './proposals.ts';
import { checkSums } from './sums.ts';
import { SHOWN, checkOf, checksOf, presentCheck, type StoredCheck } from './reads.ts';

const LIST = 'biz:bizCheck:list';
const VIEW = [LIST, 'biz:bizCheck:add', 'biz:bizCheck:edit'];
const ALL_LINES = 200_000;
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'checkAt', title: '盘点日期', kind: 'day' },
  { field: 'type', title: '首饰类别', kind: 'text' },
  { field: 'style', title: '首饰款式', kind: 'text' },
  { field: 'bookNum', title: '账面数量', kind: 'count', total: 'sum' },
  { field: 'factNum', title: '实盘数量', kind: 'count', total: 'sum' },
  { field: 'noFind', title: '未找到', kind: 'text' },
  ...MADE_BY,
];
const Counted = z.object({
  barcode: z.string(),
  fact_num: z.int(),
  scan_num: z.int(),
  remark: z.string(),
  by_name: z.string(),
  position: z.int(),
});
const CHANGES = 2_000;
const Last = z.object({ position: z.int() });
/** Counts after a position, in order; who follows asks again from the position answered. Without one: where it stands. */
const changesOf = async (
  { db }: QueryDeps,
  row: StoredCheck,
  { after: asked, asOf }: { readonly after: number | undefined; readonly asOf: number | undefined },
): Promise<CheckChanges> => {
  const counts = sql.fragment`live.stock_check_counts c
    WHERE c.check_id = ${row.id} AND c.round = ${row.round} AND ${standing(sql.fragment`c`, asOf)}`;
  const after =
    asked ??
    (await db.oneFirst(sql.type(Last)`
      SELECT coalesce(max(c.from_position), -1)::bigint AS position FROM ${counts}`));
  const lines = await db.any(sql.type(Counted)`
    SELECT c.barcode, c.fact_num, c.scan_num, c.remark, c.by_name, c.from_position AS position FROM ${counts}
      AND c.from_position > ${after} ORDER BY c.from_position LIMIT ${CHANGES}`);
  return {
    position: lines.at(-1)?.position ?? after,
    round: row.round,
    auditFlag: row.audit_flag,
    finished: row.finished,
    hidden: row.hidden,
    notFound: row.not_found,
    mark: markOf(row),
    lines: lines.map(({ barcode, fact_num, scan_num, remark, by_name }) => ({
      barcode,
      factNum: fact_num,
      scanNum: scan_num,
      remark,
      by: by_name,
    })),
  };
};

const Id = z.object({ id: RecordId });

const recordRoutes = (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-check/:id',
    summary: '盘点单详情',
    allow: VIEW,
    params: Id,
    /** `lines=no` leaves the lines out: long checks read them in parts. */
    query: z.object({ lines: z.enum(['yes', 'no']).default('yes') }),
    data: CheckRecordRow,
    takesAsOf: true,
    handler: async ({ params, query, user, asOf }) => {
      const row = await checkOf(deps, { id: params.id, user, asOf });
      if (isRefusal(row)) return row;
      const bizGoodsList = query.lines === 'no' ? [] : await shownLines(deps, row, { limit: ALL_LINES, asOf });
      const data = { ...presentCheck(row), notFound: row.not_found, hidden: row.hidden, bizGoodsList };
      return { data, ...(asOf === undefined && { etag: row.revision }) };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-check-detail/list',
    summary: '盘点单明细',
    allow: VIEW,
    query: z.object({
      checkId: RecordId,
      /** Lines behind this barcode, at most `limit`: a long check arrives part by part. */
      after: code(),
      limit: addressNumber('pageSize').max(ALL_LINES).default(ALL_LINES),
      barcode: code(),
    }),
    data: z.array(ShownLine),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const row = await checkOf(deps, { id: query.checkId, user, asOf });
      if (isRefusal(row)) return row;
      const { after = '', limit, barcode } = query;
      return { data: await shownLines(deps, row, { after, limit, barcode, asOf }) };
    },
  }),
];

const changesRoute = (deps: QueryDeps, news: CheckNews): Route =>
  route({
    method: 'GET',
    path: '/biz-check/:id/changes',
    summary: '盘点单的新扫码',
    allow: VIEW,
    params: Id,
    /** With `wait` (ms) the answer comes when there is news: counts after `after`, or another mark than `mark`. */
    query: z.object({
      after: filterWhole('position'),
      mark: term(60),
      wait: addressNumber('index').min(0).max(MAX_WAIT_MS).default(0),
    }),
    data: CheckChanges,
    takesAsOf: true,
    handler: async ({ params, query, user, asOf }) => {
      const row = await checkOf(deps, { id: params.id, user, asOf });
      if (isRefusal(row)) return row;
      const { after, mark, wait } = query;
      const seen = { after: after ?? -1, mark: mark ?? markOf(row) };
      const first = await changesOf(deps, row, { after, asOf });
      const isNews = first.lines.length > 0 || first.mark !== seen.mark;
      if (wait === 0 || after === undefined || isNews || asOf !== undefined) return { data: first, etag: row.revision };
      await news.wait(params.id, seen, wait);
      const now = await checkOf(deps, { id: params.id, user, asOf });
      if (isRefusal(now)) return now;
      return { data: await changesOf(deps, now, { after, asOf }), etag: now.revision };
    },
  });

const paperRoute = (deps: QueryDeps): Route =>
  printDataRoute(deps, {
    kind: 'check',
    label: '盘点单',
    title: '盘点单',
    allow: VIEW,
    tables: async (id, user) => {
      const row = await checkOf(deps, { id, user, asOf: undefined });
      if (isRefusal(row)) return row;
      return checkPrint(presentCheck(row), await shownLines(deps, row, { limit: ALL_LINES }), row.hidden);
    },
  });
const differencesRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-check/:id/differences',
    summary: '盘点差异与损溢单',
    allow: VIEW,
    params: Id,
    data: CheckDifferences,
    handler: async ({ params, user }) => {
      const row = await checkOf(deps, { id: params.id, user, asOf: undefined });
      return isRefusal(row) ? row : { data: await proposalsOf(deps, row, user) };
    },
  });
const historyRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-check/:id/history',
    summary: '盘点单修改历史',
    allow: VIEW,
    params: Id,
    data: History,
    takesAsOf: true,
    handler: async ({ params, user, asOf }) => {
      const row = await checkOf(deps, { id: params.id, user, asOf });
      if (isRefusal(row)) return row;
      const events = upTo(asOf, await deps.store.read(checkStream(params.id)));
      const shops = await shopNames(deps.db);
      const steps = checkHistory(events, { shop: (id) => shops.get(id) ?? String(id) });
      return { data: await withCopies(deps, steps, { kind: 'check', record: params.id, asOf }) };
    },
  });

const listRoutes = (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-check',
    summary: '盘点单列表',
    allow: LIST,
    query: CheckQuery,
    data: pageOf(CheckRow),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const page = await checksOf(deps, { query, user, asOf });
      return isRefusal(page) ? page : { data: page };
    },
  }),
  exportRoute(deps, {
    path: '/biz-check/export',
    name: '首饰盘点',
    allow: LIST,
    query: CheckQuery,
    columns: EXPORT,
    takesAsOf: true,
    page: checksOf,
  }),
  latestDayRoute(deps, {
    path: '/biz-check',
    label: '盘点',
    allow: LIST,
    from: sql.fragment`live.stock_checks k`,
    day: sql.fragment`k.checked_on`,
    where: shownIn(sql.fragment`k`, SHOWN),
  }),
];

export default (deps: QueryDeps): Route[] => [
  ...listRoutes(deps),
  ...checkSums(deps, LIST),
  extractRoute(deps),
  ...recordRoutes(deps),
  paperRoute(deps),
  changesRoute(deps, new CheckNews(deps.db)),
  differencesRoute(deps),
  historyRoute(deps),
];
