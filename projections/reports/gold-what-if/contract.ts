/** GET /report-gold-what-if (R91): what unsold pieces that are sold by the gram would be worth at another gold price. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { TEXTS, addressMeasure, requiredText } from 'services/contracts/values';

export const GoldWhatIfQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  fineness: requiredText('请选择成色！', TEXTS.name),
  /** 元/克. */
  price: addressMeasure('unitPrice'),
});
export type GoldWhatIfQuery = z.infer<typeof GoldWhatIfQuery>;
/** Grams and yuan. `value`: at the price that is tried; `valueAt`: at the board's; margins: less what the pieces cost. */
const figures = {
  goldWeight: WireSum,
  value: WireSum,
  valueAt: WireSum,
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
export const GOLD_WHAT_IF_FIGURES = ['goldWeight', 'value', 'valueAt', 'cost', 'margin', 'marginAt'] as const;
export const goldWhatIfReport = {
  path: '/report-gold-what-if',
  row: GoldWhatIfRow,
  query: GoldWhatIfQuery,
  totals: GoldWhatIfTotals,
  asOf: true,
} as const;
