/** Filters from … to of a piece's weight and price, both ends included; each end may be missing. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import type { GoodsRanges } from 'services/contracts/filters';
import { fenFromYuan, mgFromGrams } from 'services/contracts/units';
import type { Condition } from './where-clauses.ts';

type Ranges = z.output<z.ZodObject<typeof GoodsRanges>>;

/** Over columns of whole milligrams and whole fen. */
export const inRanges = (
  query: Partial<Ranges>,
  columns: { readonly weight: FragmentSqlToken; readonly price: FragmentSqlToken },
): readonly Condition[] => [
  query.goldWeightFrom === undefined ? null : sql.fragment`${columns.weight} >= ${mgFromGrams(query.goldWeightFrom)}`,
  query.goldWeightTo === undefined ? null : sql.fragment`${columns.weight} <= ${mgFromGrams(query.goldWeightTo)}`,
  query.sellPriceFrom === undefined ? null : sql.fragment`${columns.price} >= ${fenFromYuan(query.sellPriceFrom)}`,
  query.sellPriceTo === undefined ? null : sql.fragment`${columns.price} <= ${fenFromYuan(query.sellPriceTo)}`,
];
