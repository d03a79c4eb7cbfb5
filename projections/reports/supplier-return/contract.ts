/** GET /report-goods-return (S0§2, §3): audited returns to suppliers piece by piece. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { filterPartner, filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';
import { MoveFilters, MoveSorting, MoveTotals, dayOrder } from '../../goods-moves/contract.ts';

const Filters = {
  ...MoveFilters,
  supplierId: filterPartner(),
  shopId: filterShop(),
};
export const SupplierReturnReportQuery = z.object({ ...Paging, ...Filters, ...MoveSorting, returnAtOrder: dayOrder });
export type SupplierReturnReportQuery = z.infer<typeof SupplierReturnReportQuery>;

export const SupplierReturnReportRow = z.object({
  ...GOODS_ROW_SHAPE,
  key: z.string(),
  barcode: z.string(),
  documentNo: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  supplierId: z.int().nullable(),
  supplierName: z.string(),
  returnAt: z.string(),
  /** What the shop had of it just before. */
  num: z.int(),
  returnNum: z.int(),
  returnPrice: costField(z.number()),
});
export type SupplierReturnReportRow = z.infer<typeof SupplierReturnReportRow>;

/** `num` counts the pieces that were returned. */
export const SupplierReturnReportTotals = { ...MoveTotals, returnPrice: costField(WireSum) };
export const supplierReturnReport = {
  path: '/report-goods-return',
  row: SupplierReturnReportRow,
  query: SupplierReturnReportQuery,
  totals: SupplierReturnReportTotals,
  asOf: true,
} as const;

export const SupplierReturnReportExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(['num', 'goldWeight', 'weight', 'stoneCt', 'returnPrice'], { error: '没有这个合计' }),
});
export const supplierReturnReportExplain = { path: '/report-goods-return/explain' } as const;
