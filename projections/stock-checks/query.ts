/** GETs of stock checks (S0§7): list, record, lines, extract, changes, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { CheckTotals, NotFound, checkStream } from 'services/stock-check/contract';
import { History } from '../documents/history.ts';
import { printDataRoute } from '../documents/print.ts';
import { allowedRange } from '../platform/date-window.ts';
import { exportRoute, type ExportColumn } from '../platform/export.ts';
import { pagedList } from '../platform/paged.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { NOT_FOUND, shopFilter } from '../platform/scope.ts';
import { allOf, between, equals } from '../platform/where.ts';
import { CheckChanges, CheckDifferences, CheckLineRow, CheckQuery, CheckRecordRow, CheckRow } from './contract.ts';
import { extractRoute } from './extract.ts';
import { checkHistory } from './history.ts';
import { linesOf } from './lines.ts';
import { proposalsOf } from './proposals.ts';
import { checkPrint } from './print.ts';

const LIST = 'biz:bizCheck:list';
const VIEW = [LIST, 'biz:bizCheck:add', 'biz:bizCheck:edit'];
const ALL_LINES = 200_000;
const Stored = z.object({
  id: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  checked_on: z.string(),
  category: z.string(),
  style: z.string(),
  remark: z.string(),
  not_found: z.array(NotFound),
  audit_flag: z.int(),
  auditor: z.string(),
  totals: CheckTotals.nullable(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
  book_position: z.int(),
  audited_position: z.int().nullable(),
  round: z.int(),
});
type Stored = z.infer<typeof Stored>;
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'checkAt', title: '盘点日期', kind: 'day' },
  { field: 'type', title: '首饰类别', kind: 'text' },
  { field: 'style', title: '首饰款式', kind: 'text' },
  { field: 'bookNum', title: '账面数量', kind: 'count' },
  { field: 'factNum', title: '实盘数量', kind: 'count' },
  { field: 'noFind', title: '未找到', kind: 'text' },
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'createdBy', title: '录入人', kind: 'text' },
  { field: 'remark', title: '备注', kind: 'text' },
];
const SHOWN = sql.fragment`k.stage IN ('pending', 'audited')`;
const COLUMNS = sql.fragment`k.id, k.shop_id, s.name AS shop_name, k.checked_on, k.category, k.style, k.remark, k.not_found,
  k.audit_flag, k.auditor, k.totals, k.created_by, k.created_at, k.updated_at, k.revision, k.book_position,
  k.audited_position, k.round`;

const present = (row: Stored): CheckRow => ({
  id: row.id,
  no: documentNo('check', row.id),
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  checkAt: row.checked_on,
  type: row.category,
  style: row.style,
  noFind: row.not_found.map(({ barcode }) => `${barcode},`).join(''),
  auditFlag: row.audit_flag,
  auditor: row.auditor,
  remark: row.remark,
  bookNum: row.totals?.bookNum ?? null,
  factNum: row.totals?.factNum ?? null,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const listed = async ({ db, now }: QueryDeps, query: CheckQuery, user: SessionUser) => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`k.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const page = await pagedList({
    db,
    from: sql.fragment`live.stock_checks k`,
    where: allOf(
      SHOWN,
      shops,
      equals(sql.fragment`k.category`, query.type),
      equals(sql.fragment`k.style`, query.style),
      equals(sql.fragment`k.audit_flag`, query.auditFlag),
      between(sql.fragment`k.checked_on`, range.begin, range.end),
    ),
    orderBy: sql.fragment`k.checked_on DESC, k.id DESC`,
    key: sql.fragment`k.id`,
    select: sql.fragment`
      SELECT ${COLUMNS} FROM page JOIN live.stock_checks k ON k.id = page.key
      LEFT JOIN master.shop s ON s.id = k.shop_id`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { ...page, list: page.list.map(present) };
};

const found = async ({ db }: QueryDeps, id: number, user: SessionUser) => {
  const row = await db.maybeOne(sql.type(Stored)`
    SELECT ${COLUMNS} FROM live.stock_checks k LEFT JOIN master.shop s ON s.id = k.shop_id
    WHERE k.id = ${id} AND ${SHOWN}`);
  return row === null || !seesShop(user, row.shop_id) ? NOT_FOUND : row;
};

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
const changesOf = async ({ db }: QueryDeps, row: Stored, asked: number | undefined): Promise<CheckChanges> => {
  const after =
    asked ??
    (await db.oneFirst(sql.type(Last)`
      SELECT coalesce(max(position), -1)::bigint AS position FROM live.stock_check_counts
      WHERE check_id = ${row.id} AND round = ${row.round}`));
  const lines = await db.any(sql.type(Counted)`
    SELECT barcode, fact_num, scan_num, remark, by_name, position FROM live.stock_check_counts
    WHERE check_id = ${row.id} AND round = ${row.round} AND position > ${after}
    ORDER BY position LIMIT ${CHANGES}`);
  return {
    position: lines.at(-1)?.position ?? after,
    round: row.round,
    auditFlag: row.audit_flag,
    notFound: row.not_found,
    lines: lines.map(({ barcode, fact_num, scan_num, remark, by_name }) => ({
      barcode,
      factNum: fact_num,
      scanNum: scan_num,
      remark,
      by: by_name,
    })),
  };
};

const Id = z.object({ id: z.coerce.number().int().positive() });
const shopNames = async ({ db }: QueryDeps) => {
  const shops = await db.any(sql.type(z.object({ id: z.int(), name: z.string() }))`SELECT id, name FROM master.shop`);
  return { shop: (id: number): string => shops.find((shop) => shop.id === id)?.name ?? String(id) };
};

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
    handler: async ({ params, query, user }) => {
      const row = await found(deps, params.id, user);
      if (isRefusal(row)) return row;
      const bizGoodsList = query.lines === 'no' ? [] : await linesOf(deps, row, { limit: ALL_LINES });
      return { data: { ...present(row), notFound: row.not_found, bizGoodsList }, etag: row.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-check-detail/list',
    summary: '盘点单明细',
    allow: VIEW,
    query: z.object({
      checkId: z.coerce.number().int().positive(),
      /** Lines behind this barcode, at most `limit`: a long check arrives part by part. */
      after: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(ALL_LINES).default(ALL_LINES),
      barcode: z.string().max(64).optional(),
    }),
    data: z.array(CheckLineRow),
    handler: async ({ query, user }) => {
      const row = await found(deps, query.checkId, user);
      if (isRefusal(row)) return row;
      const { after = '', limit, barcode } = query;
      return { data: await linesOf(deps, row, { after, limit, barcode }) };
    },
  }),
];

const followingRoutes = (deps: QueryDeps): Route[] => [
  printDataRoute(deps, {
    kind: 'check',
    label: '盘点单',
    title: '盘点单',
    allow: VIEW,
    tables: async (id, user) => {
      const row = await found(deps, id, user);
      return isRefusal(row) ? row : checkPrint(present(row), await linesOf(deps, row, { limit: ALL_LINES }));
    },
  }),
  route({
    method: 'GET',
    path: '/biz-check/:id/changes',
    summary: '盘点单的新扫码',
    allow: VIEW,
    params: Id,
    query: z.object({ after: z.coerce.number().int().optional() }),
    data: CheckChanges,
    handler: async ({ params, query, user }) => {
      const row = await found(deps, params.id, user);
      return isRefusal(row) ? row : { data: await changesOf(deps, row, query.after), etag: row.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-check/:id/differences',
    summary: '盘点差异与损溢单',
    allow: VIEW,
    params: Id,
    data: CheckDifferences,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      return isRefusal(row) ? row : { data: await proposalsOf(deps, row, user) };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-check/:id/history',
    summary: '盘点单修改历史',
    allow: VIEW,
    params: Id,
    data: History,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      if (isRefusal(row)) return row;
      return { data: checkHistory(await deps.store.read(checkStream(params.id)), await shopNames(deps)) };
    },
  }),
];

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-check',
    summary: '盘点单列表',
    allow: LIST,
    query: CheckQuery,
    data: pageOf(CheckRow),
    handler: async ({ query, user }) => {
      const page = await listed(deps, query, user);
      return isRefusal(page) ? page : { data: page };
    },
  }),
  exportRoute({
    path: '/biz-check/export',
    name: '首饰盘点',
    allow: LIST,
    query: CheckQuery,
    columns: EXPORT,
    page: (query, user) => listed(deps, query, user),
  }),
  route({
    method: 'GET',
    path: '/biz-check/latest-day',
    summary: '最近一天有盘点数据的日期',
    allow: LIST,
    data: z.object({ day: z.string().nullable() }),
    handler: async ({ user }) => {
      const shops = shopFilter(sql.fragment`k.shop_id`, user, undefined);
      if (isRefusal(shops)) return shops;
      const day = await deps.db.oneFirst(sql.type(z.object({ day: z.string().nullable() }))`
        SELECT max(k.checked_on) AS day FROM live.stock_checks k WHERE ${allOf(SHOWN, shops)}`);
      return { data: { day } };
    },
  }),
  extractRoute(deps),
  ...recordRoutes(deps),
  ...followingRoutes(deps),
];
