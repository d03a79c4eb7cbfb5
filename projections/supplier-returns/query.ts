/** GETs of returns to suppliers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { SupplierReturnLine, supplierReturnStream } from 'services/supplier-return/contract';
import { documentEndpoints, type Seen } from '../documents/endpoints.ts';
import { shown, shownLine, shownMoney, type HistoryWords } from '../documents/history.ts';
import { shopNames, supplierNames } from '../documents/names.ts';
import { stockOf } from '../holding/stock.ts';
import { MADE_BY } from '../goods-in/export-columns.ts';
import type { ExportColumn } from '../platform/export.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { shopFilter } from '../platform/scope.ts';
import { equals } from '../platform/where.ts';
import { SupplierReturnLineRow, SupplierReturnQuery, SupplierReturnRecord, SupplierReturnRow } from './contract.ts';
import supplierReturns from './projector.ts';

const LIST = 'biz:bizGoodsReturn:list';
/** R10: the list's right or the editor's. */
const VIEW = [LIST, 'biz:bizGoodsReturn:edit'];
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
  net_weight_mg: z.number(),
  return_amount_fen: z.number(),
  audit_flag: z.int(),
  auditor: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
  lines: z.array(SupplierReturnLine),
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'supplierName', title: '供应商', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'returnAt', title: '退货日期', kind: 'day' },
  { field: 'lineCount', title: '行数', kind: 'count', total: 'sum' },
  { field: 'num', title: '件数', kind: 'count', total: 'sum' },
  { field: 'goldWeight', title: '金重', kind: 'weight', total: 'sum' },
  { field: 'returnAmount', title: '退货金额', kind: 'money', cost: true, total: 'sum' },
  ...MADE_BY,
];

const COLUMNS = sql.fragment`d.id, d.supplier_id, p.name AS supplier_name, d.mixed_suppliers, d.shop_id,
  s.name AS shop_name, d.returned_on, d.status, d.remark, d.line_count, d.quantity, d.net_weight_mg,
  d.return_amount_fen, d.audit_flag, d.auditor, d.created_by, d.created_at, d.updated_at, d.revision, d.lines`;
const NAMES = sql.fragment`
  LEFT JOIN master.shop s ON s.id = d.shop_id LEFT JOIN master.supplier p ON p.id = d.supplier_id`;

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

/** Lines with what the shop has. */
const linesOf = async ({ db }: QueryDeps, row: z.infer<typeof Stored>, { user, asOf }: Seen) => {
  const barcodes = row.lines.map((line) => line.barcode);
  const onHand = await stockOf(db, row.shop_id, barcodes, asOf);
  return row.lines.map((line) => presentLine(line, onHand(line.barcode), user));
};

const historyWords = async ({ db }: QueryDeps, user: SessionUser): Promise<HistoryWords> => {
  const [shops, suppliers] = await Promise.all([shopNames(db), supplierNames(db)]);
  return {
    header: {
      supplierId: { label: '供应商', show: (value) => suppliers.get(value) ?? shown(value) },
      shopId: { label: '分店', show: (value) => shops.get(value) ?? shown(value) },
      returnedOn: { label: '退货日期', show: shown },
      remark: { label: '备注', show: shown },
    },
    line: (line) => shownLine(line, ['退货价', seesCost(user) ? shownMoney(line['returnPriceFen']) : '']),
  };
};

export default (deps: QueryDeps): Route[] =>
  documentEndpoints(deps, {
    path: '/biz-goods-return',
    label: '首饰退货',
    list: LIST,
    view: VIEW,
    name: 'SupplierReturn',
    stream: supplierReturnStream,
    words: historyWords,
    projection: supplierReturns,
    tables: { live: sql.fragment`live.supplier_returns`, versions: sql.fragment`live.supplier_return_versions` },
    day: sql.fragment`d.returned_on`,
    columns: COLUMNS,
    names: NAMES,
    stored: Stored,
    partners: (query, user) => {
      const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
      return isRefusal(shops) ? shops : [...shops, equals(sql.fragment`d.supplier_id`, query.supplierId)];
    },
    sees: (row, user) => seesShop(user, row.shop_id),
    query: SupplierReturnQuery,
    row: SupplierReturnRow,
    present,
    exported: EXPORT,
    figures: {
      of: {
        num: { value: sql.fragment`d.quantity`, unit: 'count' },
        goldWeight: { value: sql.fragment`d.net_weight_mg`, unit: 'mg' },
        returnAmount: { value: sql.fragment`d.return_amount_fen`, unit: 'fen', cost: true },
      },
      shop: sql.fragment`d.shop_id`,
      kind: 'supplier-return',
    },
    record: {
      data: SupplierReturnRecord,
      of: async (_deps, row, seen) => ({ ...present(row, seen.user), bizGoodsList: await linesOf(deps, row, seen) }),
    },
    print: { kind: 'goodsReturn', title: '退货单' },
    lines: [{ path: '/biz-goods-return-detail/list', parameter: 'returnId', row: SupplierReturnLineRow, of: linesOf }],
  });
