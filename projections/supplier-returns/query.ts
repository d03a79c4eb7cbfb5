/** GETs of returns to suppliers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { SupplierReturnLine, supplierReturnStream } from 'services/supplier-return/contract';
import { shown, type HistoryWords } from '../documents/history.ts';
import { historyRoute, latestDayRoute } from '../documents/routes.ts';
import { stockOf } from '../holding/stock.ts';
import { allowedRange } from '../platform/date-window.ts';
import { exportRoute, type ExportColumn } from '../platform/export.ts';
import { pagedList } from '../platform/paged.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { NOT_FOUND, shopFilter } from '../platform/scope.ts';
import { allOf, between, equals } from '../platform/where.ts';
import { SupplierReturnLineRow, SupplierReturnQuery, SupplierReturnRecord, SupplierReturnRow } from './contract.ts';

const LIST = 'biz:bizGoodsReturn:list';
/** R10: the list's right or the editor's. */
const VIEW = [LIST, 'biz:bizGoodsReturn:edit'];
const DOCUMENT = { path: '/biz-goods-return', label: '退货单' };
const Stored = z.object({
  id: z.int(),
  supplier_id: z.int().nullable(),
  supplier_name: z.string().nullable(),
  mixed_suppliers: z.boolean(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  returned_on: z.string(),
  status: z.string(),
  remark: z.string(),
  line_count: z.int(),
  quantity: z.int(),
  net_weight_mg: z.int(),
  return_amount_fen: z.int(),
  audit_flag: z.int(),
  auditor: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});
const WithLines = Stored.extend({ lines: z.array(SupplierReturnLine) });
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'supplierName', title: '供应商', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'returnAt', title: '退货日期', kind: 'day' },
  { field: 'lineCount', title: '行数', kind: 'count' },
  { field: 'num', title: '件数', kind: 'count' },
  { field: 'goldWeight', title: '金重', kind: 'weight' },
  { field: 'returnAmount', title: '退货金额', kind: 'money', cost: true },
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'createdBy', title: '制单人', kind: 'text' },
  { field: 'remark', title: '备注', kind: 'text' },
];

const SHOWN = sql.fragment`r.stage IN ('pending', 'audited')`;
const COLUMNS = sql.fragment`r.id, r.supplier_id, p.name AS supplier_name, r.mixed_suppliers, r.shop_id,
  s.name AS shop_name, r.returned_on, r.status, r.remark, r.line_count, r.quantity, r.net_weight_mg,
  r.return_amount_fen, r.audit_flag, r.auditor, r.created_by, r.created_at, r.updated_at, r.revision`;
const NAMES = sql.fragment`
  LEFT JOIN master.shop s ON s.id = r.shop_id LEFT JOIN master.supplier p ON p.id = r.supplier_id`;

const present = (row: z.infer<typeof Stored>, user: SessionUser): SupplierReturnRow => ({
  id: row.id,
  no: documentNo('supplier-return', row.id),
  supplierId: row.supplier_id,
  supplierName: row.supplier_name ?? '',
  mixedSuppliers: row.mixed_suppliers,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  returnAt: row.returned_on,
  status: row.status,
  remark: row.remark,
  auditFlag: row.audit_flag,
  auditor: row.auditor,
  lineCount: row.line_count,
  num: row.quantity,
  goldWeight: gramsFromMg(row.net_weight_mg),
  ...(seesCost(user) && { returnAmount: yuanFromFen(row.return_amount_fen) }),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const presentLine = (line: SupplierReturnLine, inStock: number, user: SessionUser): SupplierReturnLineRow => ({
  goodsId: line.goodsId,
  barcode: line.barcode,
  name: line.name,
  type: line.category,
  num: inStock,
  returnNum: line.quantity,
  ...(seesCost(user) && {
    piceCost: yuanFromFen(line.unitCostFen),
    returnPrice: yuanFromFen(line.returnPriceFen),
  }),
  goldWeight: gramsFromMg(line.netWeightMg),
  supplierId: line.supplierId,
  remark: line.remark,
});

const listed = async ({ db, now }: QueryDeps, query: SupplierReturnQuery, user: SessionUser) => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`r.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const barcode = query.barcode?.normalize('NFKC').toUpperCase() ?? '';
  const page = await pagedList({
    db,
    from: sql.fragment`live.supplier_returns r`,
    where: allOf(
      SHOWN,
      shops,
      equals(sql.fragment`r.supplier_id`, query.supplierId),
      equals(sql.fragment`r.audit_flag`, query.auditFlag),
      barcode === '' ? null : sql.fragment`r.lines @> ${JSON.stringify([{ barcode }])}::jsonb`,
      between(sql.fragment`r.returned_on`, range.begin, range.end),
    ),
    orderBy: sql.fragment`r.returned_on DESC, r.id DESC`,
    key: sql.fragment`r.id`,
    select: sql.fragment`SELECT ${COLUMNS} FROM page JOIN live.supplier_returns r ON r.id = page.key ${NAMES}`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { ...page, list: page.list.map((row) => present(row, user)) };
};

const found = async ({ db }: QueryDeps, id: number, user: SessionUser) => {
  const row = await db.maybeOne(sql.type(WithLines)`
    SELECT ${COLUMNS}, r.lines FROM live.supplier_returns r ${NAMES} WHERE r.id = ${id} AND ${SHOWN}`);
  return row === null || !seesShop(user, row.shop_id) ? NOT_FOUND : row;
};

/** Lines with what the shop has now. */
const linesOf = async ({ db }: QueryDeps, row: z.infer<typeof WithLines>, user: SessionUser) => {
  const barcodes = row.lines.map((line) => line.barcode);
  const onHand = await stockOf(db, row.shop_id, barcodes);
  return row.lines.map((line) => presentLine(line, onHand(line.barcode), user));
};

const Name = z.object({ id: z.int(), name: z.string() });
const historyWords = async ({ db }: QueryDeps): Promise<HistoryWords> => {
  const [shops, suppliers] = await Promise.all([
    db.any(sql.type(Name)`SELECT id, name FROM master.shop`),
    db.any(sql.type(Name)`SELECT id, name FROM master.supplier`),
  ]);
  const named =
    (rows: readonly z.infer<typeof Name>[]) =>
    (value: unknown): string =>
      rows.find(({ id }) => id === value)?.name ?? shown(value);
  return {
    header: {
      supplierId: { label: '供应商', show: named(suppliers) },
      shopId: { label: '分店', show: named(shops) },
      returnedOn: { label: '退货日期', show: shown },
      remark: { label: '备注', show: shown },
    },
    line: (line) => `${shown(line.name)} × ${shown(line.quantity)}`,
  };
};

const Id = z.object({ id: z.coerce.number().int().positive() });
const detailRoutes = (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-goods-return/:id',
    summary: '退货单详情',
    allow: VIEW,
    params: Id,
    data: SupplierReturnRecord,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      if (isRefusal(row)) return row;
      return { data: { ...present(row, user), bizGoodsList: await linesOf(deps, row, user) }, etag: row.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-goods-return-detail/list',
    summary: '退货单明细',
    allow: VIEW,
    query: z.object({ returnId: z.coerce.number().int().positive() }),
    data: z.array(SupplierReturnLineRow),
    handler: async ({ query, user }) => {
      const row = await found(deps, query.returnId, user);
      return isRefusal(row) ? row : { data: await linesOf(deps, row, user) };
    },
  }),
  historyRoute(deps, {
    ...DOCUMENT,
    allow: VIEW,
    name: 'SupplierReturn',
    stream: supplierReturnStream,
    found: (id, user) => found(deps, id, user),
    words: () => historyWords(deps),
  }),
];

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-goods-return',
    summary: '退货单列表',
    allow: LIST,
    query: SupplierReturnQuery,
    data: pageOf(SupplierReturnRow),
    handler: async ({ query, user }) => {
      const page = await listed(deps, query, user);
      return isRefusal(page) ? page : { data: page };
    },
  }),
  exportRoute({
    path: '/biz-goods-return/export',
    name: '首饰退货',
    allow: LIST,
    query: SupplierReturnQuery,
    columns: EXPORT,
    page: (query, user) => listed(deps, query, user),
  }),
  latestDayRoute(deps, {
    ...DOCUMENT,
    allow: LIST,
    from: sql.fragment`live.supplier_returns r`,
    day: sql.fragment`r.returned_on`,
    where: (user) => {
      const shops = shopFilter(sql.fragment`r.shop_id`, user, undefined);
      return isRefusal(shops) ? shops : [SHOWN, ...shops];
    },
  }),
  ...detailRoutes(deps),
];
