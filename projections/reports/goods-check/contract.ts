/** GET /report-goods-check (S0§2, §3, §7; R27): lines of audited checks, books beside what was counted. */
import { z } from 'zod';
import { GoodsRanges, choice, filterDay, filterShop, several, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';

const text = term();
const many = several();

export const GoodsCheckQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  type: text,
  style: text,
  fineness: text,
  barcode: text,
  name: text,
  beginTime: filterDay(),
  endTime: filterDay(),
  typeArr: many,
  styleArr: many,
  finenessArr: many,
  ...GoodsRanges,
  /** `different`: only lines whose count is not the books'. */
  only: choice(['different']),
});
export type GoodsCheckQuery = z.infer<typeof GoodsCheckQuery>;

export const GoodsCheckRow = z.object({
  ...GOODS_ROW_SHAPE,
  /** Check and barcode: one row each. */
  key: z.string(),
  checkId: z.int(),
  no: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  barcode: z.string(),
  checkAt: z.string(),
  bookNum: z.int(),
  factNum: z.int(),
  /** Actual less books. */
  diffNum: z.int(),
  /** Codes the check did not find. */
  noFind: z.string(),
  remark: z.string(),
});
export type GoodsCheckRow = z.infer<typeof GoodsCheckRow>;
/** Weights and carats are those of the pieces counted (unit × actual quantity, R8). */
export const GoodsCheckTotals = {
  goldWeight: WireSum,
  weight: WireSum,
  stoneCt: WireSum,
  bookNum: WireSum,
  factNum: WireSum,
};
export const goodsCheckReport = {
  path: '/report-goods-check',
  row: GoodsCheckRow,
  query: GoodsCheckQuery,
  totals: GoodsCheckTotals,
  asOf: true,
} as const;

export const CHECK_FIGURES = ['goldWeight', 'weight', 'stoneCt', 'bookNum', 'factNum'] as const;
export const GoodsCheckExplainQuery = GoodsCheckQuery.extend({
  field: z.enum(CHECK_FIGURES, { error: '没有这个合计' }),
});
export const goodsCheckExplain = { path: '/report-goods-check/explain' } as const;
