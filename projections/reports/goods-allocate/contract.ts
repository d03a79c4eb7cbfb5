/** GET /report-goods-allocate (S0§2, §3): audited transfers piece by piece. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';
import { MoveFilters, MoveSorting, MoveTotals, dayOrder } from '../../goods-moves/contract.ts';

const Filters = {
  ...MoveFilters,
  outShopId: filterShop(),
  inShopId: filterShop(),
};
export const GoodsAllocateQuery = z.object({ ...Paging, ...Filters, ...MoveSorting, allocateAtOrder: dayOrder });
export type GoodsAllocateQuery = z.infer<typeof GoodsAllocateQuery>;

export const GoodsAllocateRow = z.object({
  ...GOODS_ROW_SHAPE,
  key: z.string(),
  barcode: z.string(),
  documentNo: z.string(),
  outShopId: z.int(),
  outShopName: z.string(),
  inShopId: z.int(),
  inShopName: z.string(),
  allocateAt: z.string(),
  /** What the out-shop had of it just before. */
  outNum: z.int(),
  /** What was moved. */
  inNum: z.int(),
  inPrice: costField(z.number()),
});
export type GoodsAllocateRow = z.infer<typeof GoodsAllocateRow>;

export const GoodsAllocateTotals = { ...MoveTotals, inPrice: costField(WireSum) };
export const goodsAllocateReport = {
  path: '/report-goods-allocate',
  row: GoodsAllocateRow,
  query: GoodsAllocateQuery,
  totals: GoodsAllocateTotals,
  asOf: true,
} as const;

export const GoodsAllocateExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(['num', 'goldWeight', 'weight', 'stoneCt', 'inPrice'], { error: '没有这个合计' }),
});
export const goodsAllocateExplain = { path: '/report-goods-allocate/explain' } as const;
