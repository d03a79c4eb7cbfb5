/** GET /report-gold-balance (R91): by shop and fineness, grams that came, grams that went, grams that are there. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { filterShop, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { FLOWS, type Flow } from '../../gold/contract.ts';

export { FLOWS };
const Filters = { shopId: filterShop(), fineness: term() };
export const GoldBalanceQuery = z.object({ ...Paging, ...Filters });
export type GoldBalanceQuery = z.infer<typeof GoldBalanceQuery>;

const flows = Object.fromEntries(FLOWS.map(({ name }) => [name, WireSum])) as Record<Flow, typeof WireSum>;
/** Grams, what went as what came positive. `due` = came − went; `difference` = due − there, 0 where the books are right. */
const figures = { ...flows, due: WireSum, pieces: WireSum, lots: WireSum, there: WireSum, difference: WireSum };
export const GoldBalanceRow = z.object({
  /** Shop and fineness. */
  key: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  fineness: z.string(),
  ...figures,
});
export type GoldBalanceRow = z.infer<typeof GoldBalanceRow>;
export const GoldBalanceTotals = figures;
export const GOLD_FIGURES = [
  ...FLOWS.map(({ name }) => name),
  'due',
  'pieces',
  'lots',
  'there',
  'difference',
] as readonly GoldFigure[];
export type GoldFigure = Flow | 'due' | 'pieces' | 'lots' | 'there' | 'difference';
export const goldBalanceReport = {
  path: '/report-gold-balance',
  row: GoldBalanceRow,
  query: GoldBalanceQuery,
  totals: GoldBalanceTotals,
  asOf: true,
} as const;

/** What came and went opens into movements, what is there into pieces and lots, a difference into the documents that make it. */
const OPENED = ['due', 'difference', 'pieces', 'lots', 'there', ...FLOWS.map(({ name }) => name)] as const;
export const GoldBalanceExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(OPENED, { error: '没有这个合计' }),
});
export type GoldBalanceExplainQuery = z.infer<typeof GoldBalanceExplainQuery>;
export const goldBalanceExplain = { path: '/report-gold-balance/explain' } as const;
