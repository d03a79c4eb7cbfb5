/** GET /report-sell-recycle (S1§2.12, §3; R51, R89, R92): what customers handed in, line by line, at tills and by themselves. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { choice, filterDay, filterPartner, filterShop, order, several, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';

/** What a line came by, in words and as a filter. */
export const BILL_TYPES = ['销售回收', '独立回收'] as const;
const Filters = {
  shopId: filterShop(),
  customerId: filterPartner(),
  /** The number of the lot: JL10023. */
  barcode: term(),
  type: term(),
  style: term(),
  fineness: term(),
  name: term(),
  billType: choice(BILL_TYPES),
  beginTime: filterDay(),
  endTime: filterDay(),
  typeArr: several(),
  styleArr: several(),
  finenessArr: several(),
};
export const SellRecycleQuery = z.object({
  ...Paging,
  ...Filters,
  sellAtOrder: order(),
  netWeightOrder: order(),
  priceOrder: order(),
});
export type SellRecycleQuery = z.infer<typeof SellRecycleQuery>;

/** A line of an audited order; what a customer is paid is no cost to be hidden (R96). */
export const SellRecycleRow = z.object({
  lotId: z.int(),
  barcode: z.string(),
  billType: z.string(),
  orderNo: z.string(),
  sellAt: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  customerName: z.string(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  name: z.string(),
  weight: z.number(),
  lossRatio: z.number(),
  netWeight: z.number(),
  workFee: z.number(),
  cost: z.number(),
  price: z.number(),
  stone: z.string(),
  stoneCt: z.number(),
  stoneP: z.int(),
  second: z.string(),
  secondCt: z.number(),
  secondP: z.int(),
  remark: z.string(),
});
export type SellRecycleRow = z.infer<typeof SellRecycleRow>;
/** `cost` is the average price of a gram by net weight. */
export const SellRecycleTotals = {
  weight: WireSum,
  netWeight: WireSum,
  price: WireSum,
  stoneCt: WireSum,
  secondCt: WireSum,
  cost: z.number(),
};
export type SellRecycleTotals = z.infer<z.ZodObject<typeof SellRecycleTotals>>;
export const sellRecycleReport = {
  path: '/report-sell-recycle',
  row: SellRecycleRow,
  query: SellRecycleQuery,
  totals: SellRecycleTotals,
  asOf: true,
} as const;
/** The average has no events of its own to open. */
export const SELL_RECYCLE_FIGURES = ['weight', 'netWeight', 'price', 'stoneCt', 'secondCt'] as const;
export const SellRecycleExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(SELL_RECYCLE_FIGURES, { error: '没有这个合计' }),
});
export const sellRecycleExplain = { path: '/report-sell-recycle/explain' } as const;
