/** GET /report-gift-turnover (S1§2.12, R87): what each shop has of each gift, what came, what went, what it cost. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { code, filterShop, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';

const Filters = { shopId: filterShop(), barcode: code(), goodsName: term() };
export const GiftTurnoverQuery = z.object({ ...Paging, ...Filters });
export type GiftTurnoverQuery = z.infer<typeof GiftTurnoverQuery>;

export const GiftTurnoverRow = z.object({
  /** Shop and barcode: one row each. */
  key: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  barcode: z.string(),
  styleNo: z.string(),
  goodsName: z.string(),
  measure: z.string(),
  spec: z.string(),
  /** Both net of reversals; `num` is what is left of them, `cost` what all of that cost. */
  inNum: z.int(),
  outNum: z.int(),
  num: z.int(),
  held: z.int(),
  cost: costField(z.number()),
  rebateInte: z.number(),
  price: z.number(),
  lastMovedAt: z.string(),
});
export type GiftTurnoverRow = z.infer<typeof GiftTurnoverRow>;

export const GiftTurnoverTotals = {
  inNum: WireSum,
  outNum: WireSum,
  num: WireSum,
  held: WireSum,
  cost: costField(WireSum),
};
export const giftTurnoverReport = {
  path: '/report-gift-turnover',
  row: GiftTurnoverRow,
  query: GiftTurnoverQuery,
  totals: GiftTurnoverTotals,
  exportKey: 'biz:bizGiftTurnover:list',
  asOf: true,
} as const;

/** What movements add up to; what is held is no movement. */
export const GIFT_FIGURES = ['inNum', 'outNum', 'num', 'cost'] as const;
export const GiftExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(GIFT_FIGURES, { error: '没有这个合计' }),
});
export const giftTurnoverExplain = { path: '/report-gift-turnover/explain' } as const;
