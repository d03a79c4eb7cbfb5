/** GET /report-goods-return: audited returns to suppliers piece by piece, now or as of any moment (R10, R27). */
import { sql } from 'slonik';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { GOODS_COLUMNS } from '../../goods-in/export-columns.ts';
import { describedPiece, type StoredMove } from '../../goods-moves/report.ts';
import { moveReportRoutes } from '../../goods-moves/routes.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import { equals } from '../../platform/queries/where-clauses.ts';
import { SupplierReturnReportExplainQuery, supplierReturnReport, type SupplierReturnReportRow } from './contract.ts';

const EXPORT: readonly ExportColumn[] = [
  { field: 'documentNo', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'supplierName', title: '供应商', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'returnAt', title: '退货日期', kind: 'day' },
  { field: 'num', title: '库存数量', kind: 'count' },
  { field: 'returnNum', title: '退货数量', kind: 'count', total: 'sum' },
  { field: 'returnPrice', title: '退货价', kind: 'money', cost: true, total: 'each' },
  ...GOODS_COLUMNS,
];

const present = (row: StoredMove, withCost: boolean): SupplierReturnReportRow => ({
  ...describedPiece(row, withCost),
  ...(withCost && { piceCost: yuanFromFen(row.unit_cost_fen), returnPrice: yuanFromFen(row.price_fen) }),
  shopId: row.out_shop_id,
  shopName: row.out_shop_name ?? '',
  supplierId: row.supplier_id,
  supplierName: row.supplier_name ?? '',
  returnAt: row.moved_on,
  num: row.stock_before ?? row.quantity,
  returnNum: row.quantity,
});

export default (deps: QueryDeps): Route[] =>
  moveReportRoutes(deps, {
    endpoint: supplierReturnReport,
    explain: SupplierReturnReportExplainQuery,
    name: '首饰退货报表',
    allow: 'biz:bizGoodsReturn:list',
    kind: sql.fragment`m.kind = 'supplier-return'`,
    documents: { table: sql.fragment`live.supplier_returns`, key: sql.fragment`id` },
    billType: '退供应商',
    dayOrder: (query) => query.returnAtOrder,
    priceField: 'returnPrice',
    quantityField: 'returnNum',
    columns: EXPORT,
    present,
    partners: (query, user) => {
      const shops = shopFilter(sql.fragment`m.out_shop_id`, user, query.shopId);
      return isRefusal(shops) ? shops : [...shops, equals(sql.fragment`m.supplier_id`, query.supplierId)];
    },
    visible: (user) => shopFilter(sql.fragment`m.out_shop_id`, user, undefined),
  });
