/** GETs of transfers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { TransferLine, transferStream } from 'services/transfer/contract';
import { shown, type HistoryWords } from '../documents/history.ts';
import { historyRoute, latestDayRoute } from '../documents/routes.ts';
import { stockOf } from '../holding/stock.ts';
import { allowedRange } from '../platform/date-window.ts';
import { exportRoute, type ExportColumn } from '../platform/export.ts';
import { pagedList } from '../platform/paged.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { NOT_FOUND, eitherShop } from '../platform/scope.ts';
import { allOf, between, equals } from '../platform/where.ts';
import { TransferLineRow, TransferQuery, TransferRecord, TransferRow, TransferShop } from './contract.ts';

const LIST = 'biz:bizAllocate:list';
const VIEW = [LIST, 'biz:bizAllocate:view', 'biz:bizAllocate:edit'];
const Stored = z.object({
  id: z.int(),
  out_shop_id: z.int(),
  out_shop_name: z.string().nullable(),
  in_shop_id: z.int(),
  in_shop_name: z.string().nullable(),
  transferred_on: z.string(),
  remark: z.string(),
  line_count: z.int(),
  quantity: z.int(),
  net_weight_mg: z.int(),
  in_amount_fen: z.int(),
  audit_flag: z.int(),
  auditor: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});
const WithLines = Stored.extend({ lines: z.array(TransferLine) });
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'outShopName', title: '调出分店', kind: 'text' },
  { field: 'inShopName', title: '调入分店', kind: 'text' },
  { field: 'allocateAt', title: '调拨日期', kind: 'day' },
  { field: 'lineCount', title: '行数', kind: 'count' },
  { field: 'num', title: '件数', kind: 'count' },
  { field: 'goldWeight', title: '金重', kind: 'weight' },
  { field: 'inAmount', title: '调入金额', kind: 'money', cost: true },
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'createdBy', title: '制单人', kind: 'text' },
  { field: 'remark', title: '备注', kind: 'text' },
];

const SHOWN = sql.fragment`t.stage IN ('pending', 'audited')`;
const COLUMNS = sql.fragment`t.id, t.out_shop_id, o.name AS out_shop_name, t.in_shop_id, i.name AS in_shop_name,
  t.transferred_on, t.remark, t.line_count, t.quantity, t.net_weight_mg, t.in_amount_fen, t.audit_flag, t.auditor,
  t.created_by, t.created_at, t.updated_at, t.revision`;
const NAMES = sql.fragment`
  LEFT JOIN master.shop o ON o.id = t.out_shop_id LEFT JOIN master.shop i ON i.id = t.in_shop_id`;

const present = (row: z.infer<typeof Stored>, user: SessionUser): TransferRow => ({
  id: row.id,
  no: documentNo('transfer', row.id),
  outShopId: row.out_shop_id,
  outShopName: row.out_shop_name ?? '',
  inShopId: row.in_shop_id,
  inShopName: row.in_shop_name ?? '',
  allocateAt: row.transferred_on,
  remark: row.remark,
  auditFlag: row.audit_flag,
  auditor: row.auditor,
  lineCount: row.line_count,
  num: row.quantity,
  goldWeight: gramsFromMg(row.net_weight_mg),
  ...(seesCost(user) && { inAmount: yuanFromFen(row.in_amount_fen) }),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const presentLine = (line: TransferLine, inStock: number, user: SessionUser): TransferLineRow => ({
  outGoodsId: line.goodsId,
  barcode: line.barcode,
  name: line.name,
  type: line.category,
  outNum: inStock,
  inNum: line.quantity,
  ...(seesCost(user) && {
    outPrice: yuanFromFen(line.outPriceFen),
    inPrice: yuanFromFen(line.inPriceFen),
    goldCost: yuanFromFen(line.metalCostFen),
  }),
  workFee: yuanFromFen(line.labourFeeFen),
  fineWorkFee: yuanFromFen(line.fineWorkFeeFen),
  piceWorkFee: yuanFromFen(line.pieceWorkFeeFen),
  goldWeight: gramsFromMg(line.netWeightMg),
  remark: line.remark,
});

/** A user of either shop sees the transfer (R13). */
const mayEither = (user: SessionUser, asked: Pick<TransferQuery, 'outShopId' | 'inShopId'>) =>
  eitherShop({ from: sql.fragment`t.out_shop_id`, to: sql.fragment`t.in_shop_id` }, user, [
    asked.outShopId,
    asked.inShopId,
  ]);

const listed = async ({ db, now }: QueryDeps, query: TransferQuery, user: SessionUser) => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const shops = mayEither(user, query);
  if (isRefusal(shops)) return shops;
  const barcode = query.barcode?.normalize('NFKC').toUpperCase() ?? '';
  const page = await pagedList({
    db,
    from: sql.fragment`live.transfers t`,
    where: allOf(
      SHOWN,
      shops,
      equals(sql.fragment`t.out_shop_id`, query.outShopId),
      equals(sql.fragment`t.in_shop_id`, query.inShopId),
      equals(sql.fragment`t.transferred_on`, query.allocateAt),
      equals(sql.fragment`t.audit_flag`, query.auditFlag),
      barcode === '' ? null : sql.fragment`t.lines @> ${JSON.stringify([{ barcode }])}::jsonb`,
      between(sql.fragment`t.transferred_on`, range.begin, range.end),
    ),
    orderBy: sql.fragment`t.transferred_on DESC, t.id DESC`,
    key: sql.fragment`t.id`,
    select: sql.fragment`SELECT ${COLUMNS} FROM page JOIN live.transfers t ON t.id = page.key ${NAMES}`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { ...page, list: page.list.map((row) => present(row, user)) };
};

const found = async ({ db }: QueryDeps, id: number, user: SessionUser) => {
  const row = await db.maybeOne(sql.type(WithLines)`
    SELECT ${COLUMNS}, t.lines FROM live.transfers t ${NAMES} WHERE t.id = ${id} AND ${SHOWN}`);
  return row === null || !(seesShop(user, row.out_shop_id) || seesShop(user, row.in_shop_id)) ? NOT_FOUND : row;
};

/** Lines with what the out-shop has now. */
const linesOf = async ({ db }: QueryDeps, row: z.infer<typeof WithLines>, user: SessionUser) => {
  const barcodes = row.lines.map((line) => line.barcode);
  const onHand = await stockOf(db, row.out_shop_id, barcodes);
  return row.lines.map((line) => presentLine(line, onHand(line.barcode), user));
};

const Id = z.object({ id: z.coerce.number().int().positive() });
const historyWords = async ({ db }: QueryDeps): Promise<HistoryWords> => {
  const shops = await db.any(sql.type(z.object({ id: z.int(), name: z.string() }))`SELECT id, name FROM master.shop`);
  const shop = (value: unknown): string => shops.find(({ id }) => id === value)?.name ?? shown(value);
  return {
    header: {
      outShopId: { label: '调出分店', show: shop },
      inShopId: { label: '调入分店', show: shop },
      transferredOn: { label: '调拨日期', show: shown },
      remark: { label: '备注', show: shown },
    },
    line: (line) => `${shown(line.name)} × ${shown(line.quantity)}`,
  };
};

/** Every shop of the chain by name: goods may be sent to a shop whose stock one may not see (R13). */
const shopsRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-allocate/shops',
    summary: '可调拨的分店',
    allow: VIEW,
    data: z.array(TransferShop),
    handler: async () => ({
      data: [
        ...(await db.any(sql.type(TransferShop)`
          SELECT id, name AS label, status <> '1' AS enabled FROM master.shop ORDER BY name COLLATE "zh-x-icu", id`)),
      ],
    }),
  });

const detailRoutes = (deps: QueryDeps): Route[] => [
  shopsRoute(deps),
  route({
    method: 'GET',
    path: '/biz-allocate/:id',
    summary: '首饰调拨详情',
    allow: VIEW,
    params: Id,
    data: TransferRecord,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      if (isRefusal(row)) return row;
      return { data: { ...present(row, user), bizGoodsList: await linesOf(deps, row, user) }, etag: row.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-allocate-detail/list',
    summary: '首饰调拨明细',
    allow: VIEW,
    query: z.object({ allocateId: z.coerce.number().int().positive() }),
    data: z.array(TransferLineRow),
    handler: async ({ query, user }) => {
      const row = await found(deps, query.allocateId, user);
      return isRefusal(row) ? row : { data: await linesOf(deps, row, user) };
    },
  }),
  historyRoute(deps, {
    path: '/biz-allocate',
    label: '首饰调拨',
    allow: VIEW,
    name: 'Transfer',
    stream: transferStream,
    found: (id, user) => found(deps, id, user),
    words: () => historyWords(deps),
  }),
];

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-allocate',
    summary: '首饰调拨列表',
    allow: LIST,
    query: TransferQuery,
    data: pageOf(TransferRow),
    handler: async ({ query, user }) => {
      const page = await listed(deps, query, user);
      return isRefusal(page) ? page : { data: page };
    },
  }),
  exportRoute({
    path: '/biz-allocate/export',
    name: '首饰调拨',
    allow: LIST,
    query: TransferQuery,
    columns: EXPORT,
    page: (query, user) => listed(deps, query, user),
  }),
  latestDayRoute(deps, {
    path: '/biz-allocate',
    label: '调拨',
    allow: LIST,
    from: sql.fragment`live.transfers t`,
    day: sql.fragment`t.transferred_on`,
    where: (user) => {
      const shops = mayEither(user, {});
      return isRefusal(shops) ? shops : [SHOWN, shops];
    },
  }),
  ...detailRoutes(deps),
];
