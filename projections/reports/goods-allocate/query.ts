/** GET /report-goods-allocate: audited transfers piece by piece, now or as of any moment (R7, R27). */
import { sql } from 'slonik';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { GOODS_COLUMNS } from '../../goods-in/export-columns.ts';
import { describedPiece, type StoredMove } from '../../goods-moves/report.ts';
import { moveReportRoutes } from '../../goods-moves/routes.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { eitherShop } from '../../platform/queries/scope.ts';
import { equals } from '../../platform/queries/where-clauses.ts';
import {
  GoodsAllocateExplainQuery,
  goodsAllocateReport,
  type GoodsAllocateQuery,
  type GoodsAllocateRow,
} from './contract.ts';

const EXPORT: readonly ExportColumn[] = [
  { field: 'documentNo', title: '单据号', kind: 'text' },
  { field: 'outShopName', title: '调出分店', kind: 'text' },
  { field: 'inShopName', title: '调入分店', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'allocateAt', title: '调拨日期', kind: 'day' },
  { field: 'outNum', title: '库存数量', kind: 'count' },
  { field: 'inNum', title: '调入数量', kind: 'count', total: 'sum' },
  { field: 'inPrice', title: '调入价', kind: 'money', cost: true, total: 'each' },
  ...GOODS_COLUMNS,
];

const present = (row: StoredMove, withCost: boolean): GoodsAllocateRow => ({
  ...describedPiece(row, withCost),
  outShopId: row.out_shop_id,
  outShopName: row.out_shop_name ?? '',
  inShopId: row.in_shop_id ?? 0,
  inShopName: row.in_shop_name ?? '',
  allocateAt: row.moved_on,
  outNum: row.stock_before ?? row.quantity,
  inNum: row.quantity,
  ...(withCost && { inPrice: yuanFromFen(row.price_fen) }),
});

/** A user of either shop sees what went between them (R13). */
const ofShops = (user: SessionUser, asked: Pick<GoodsAllocateQuery, 'outShopId' | 'inShopId'>) =>
  eitherShop({ from: sql.fragment`m.out_shop_id`, to: sql.fragment`m.in_shop_id` }, user, [
    asked.outShopId,
    asked.inShopId,
  ]);

export default (deps: QueryDeps): Route[] =>
  moveReportRoutes(deps, {
    endpoint: goodsAllocateReport,
    explain: GoodsAllocateExplainQuery,
    name: '首饰调拨报表',
    allow: 'biz:bizGoodsAllocate:list',
    kind: sql.fragment`m.kind = 'transfer'`,
    documents: { table: sql.fragment`live.transfers`, key: sql.fragment`id` },
    billType: '调拨',
    dayOrder: (query) => query.allocateAtOrder,
    priceField: 'inPrice',
    quantityField: 'inNum',
    columns: EXPORT,
    present,
    partners: (query, user) => {
      const shops = ofShops(user, query);
      if (isRefusal(shops)) return shops;
      return [
        shops,
        equals(sql.fragment`m.out_shop_id`, query.outShopId),
        equals(sql.fragment`m.in_shop_id`, query.inShopId),
      ];
    },
    visible: (user) => {
      const shops = ofShops(user, {});
      return isRefusal(shops) ? shops : [shops];
    },
  });
