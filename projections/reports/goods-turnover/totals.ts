/** The report's figures: per unit in the table, times what is on hand (R8); inside units until they leave. */
import { sql } from 'slonik';
import { figureSums, type Figure } from '../../platform/queries/figure-sums.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import type { TurnoverStates } from './filters.ts';
import type { TurnoverFigure, TurnoverTotals } from './contract.ts';

/** Per unit: columns of `t`. */
export const FIGURES: Readonly<Record<TurnoverFigure, Figure>> = {
  num: { column: sql.fragment`1`, places: 0 },
  goldWeight: { column: sql.fragment`t.net_weight_mg`, places: 3 },
  weight: { column: sql.fragment`t.gross_weight_mg`, places: 3 },
  stoneCt: { column: sql.fragment`t.main_stone_milli`, places: 3 },
  secondCt: { column: sql.fragment`t.side_stone_milli`, places: 3 },
  piceCost: { column: sql.fragment`t.unit_cost_fen`, places: 2 },
  sellPrice: { column: sql.fragment`t.tag_price_fen`, places: 2 },
};
const ON_HAND = sql.fragment`t.on_hand`;

export const turnoverTotals = async (
  deps: QueryDeps,
  { from, where }: TurnoverStates,
  withCost: boolean,
): Promise<{ readonly count: number; readonly totals: TurnoverTotals }> => {
  const { count, totals } = await figureSums(deps, FIGURES, { from, where, times: ON_HAND });
  const { piceCost, ...others } = totals;
  return { count, totals: { ...others, ...(withCost && { piceCost }) } };
};
