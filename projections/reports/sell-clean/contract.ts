/** GET /report-sell-clean (S1§2.12, §3): what was mended or cleaned on audited orders, line by line. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { choice, code, filterDay, filterPartner, filterShop, order, several, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { REPAIR_DONE } from 'services/sale/contract';

export const CLEAN_STATES = ['已收件', ...REPAIR_DONE] as const;
const Filters = {
  shopId: filterShop(),
  customerId: filterPartner(),
  /** The number on the receipt: WX100070002. */
  barcode: code(),
  type: term(),
  style: term(),
  fineness: term(),
  state: choice(CLEAN_STATES),
  beginTime: filterDay(),
  endTime: filterDay(),
  typeArr: several(),
  styleArr: several(),
  finenessArr: several(),
};
export const SellCleanQuery = z.object({
  ...Paging,
  ...Filters,
  sellAtOrder: order(),
  weightOrder: order(),
  priceOrder: order(),
});
export type SellCleanQuery = z.infer<typeof SellCleanQuery>;

/** Days yyyy-MM-dd, '' where it is not fetched; weight in g, stones in carats, price in yuan. */
export const SellCleanRow = z.object({
  id: z.int(),
  barcode: z.string(),
  orderNo: z.string(),
  sellAt: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  customerName: z.string(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  weight: z.number(),
  price: z.number(),
  stone: z.string(),
  stoneCt: z.number(),
  stoneP: z.int(),
  second: z.string(),
  secondCt: z.number(),
  secondP: z.int(),
  remark: z.string(),
  state: z.string(),
  takeAt: z.string(),
  takeBy: z.string(),
});
export type SellCleanRow = z.infer<typeof SellCleanRow>;
export const SellCleanTotals = {
  weight: WireSum,
  price: WireSum,
  stoneCt: WireSum,
  stoneP: WireSum,
  secondCt: WireSum,
  secondP: WireSum,
};
export type SellCleanTotals = z.infer<z.ZodObject<typeof SellCleanTotals>>;
export const sellCleanReport = {
  path: '/report-sell-clean',
  row: SellCleanRow,
  query: SellCleanQuery,
  totals: SellCleanTotals,
  asOf: true,
} as const;
export const SELL_CLEAN_FIGURES = ['weight', 'price', 'stoneCt', 'stoneP', 'secondCt', 'secondP'] as const;
export const SellCleanExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(SELL_CLEAN_FIGURES, { error: '没有这个合计' }),
});
export const sellCleanExplain = { path: '/report-sell-clean/explain' } as const;
