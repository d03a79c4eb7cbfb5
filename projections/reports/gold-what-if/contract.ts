/** GET /report-gold-what-if (R91): what unsold pieces that are sold by the gram would be worth at another gold price. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { TEXTS, addressMeasure, requiredText } from 'services/contracts/values';

const Filters = {
  shopId: filterShop(),
  fineness: requiredText('请选择成色！', TEXTS.name),
  /** 元/克. */
  price: addressMeasure('unitPrice'),
};
export const GoldWhatIfQuery = z.object({ ...Paging, ...Filters });
export type GoldWhatIfQuery = z.infer<typeof GoldWhatIfQuery>;
/** Grams and yuan. `value`: at the price that is tried; `valueAt`: at the board's; `change`: what lies between; margins: less what the pieces cost. */
const figures = {
  goldWeight: WireSum,
  value: WireSum,
  valueAt: WireSum,
  change: WireSum,
  cost: WireSum,
  margin: WireSum,
  marginAt: WireSum,
};
export const GoldWhatIfRow = z.object({
  key: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  fineness: z.string(),
  /** Of the board, 元/克; 0: not quoted. */
  priceAt: z.number(),
  goldContent: z.string(),
  ...figures,
});
export type GoldWhatIfRow = z.infer<typeof GoldWhatIfRow>;
export const GoldWhatIfTotals = figures;
export const GOLD_WHAT_IF_FIGURES = ['goldWeight', 'value', 'valueAt', 'change', 'cost', 'margin', 'marginAt'] as const;
export const goldWhatIfReport = {
  path: '/report-gold-what-if',
  row: GoldWhatIfRow,
  query: GoldWhatIfQuery,
  totals: GoldWhatIfTotals,
  /** It stands beside 金料平衡, and goes out with it. */
  exportKey: 'report:reportGoldBalance:export',
  asOf: true,
} as const;

export const GoldWhatIfExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(GOLD_WHAT_IF_FIGURES, { error: '没有这个合计' }),
});
export const goldWhatIfExplain = { path: '/report-gold-what-if/explain' } as const;
