/** The report's figures: per unit in the table, times what is on hand (R8); inside units until they leave. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { SumText, wireSum, type WireSum } from 'services/contracts/sums';
import { inFullWidth, type Width } from '../../platform/full-width.ts';
import type { QueryDeps } from '../../platform/query-deps.ts';
import type { TurnoverStates } from './filters.ts';
import type { TurnoverFigure, TurnoverTotals } from './contract.ts';

/** Per unit: column of `t`, and decimals of the sum on the wire. */
export const FIGURES: Readonly<Record<TurnoverFigure, { readonly unit: FragmentSqlToken; readonly places: number }>> = {
  num: { unit: sql.fragment`1`, places: 0 },
  goldWeight: { unit: sql.fragment`t.net_weight_mg`, places: 3 },
  weight: { unit: sql.fragment`t.gross_weight_mg`, places: 3 },
  stoneCt: { unit: sql.fragment`t.main_stone_milli`, places: 3 },
  secondCt: { unit: sql.fragment`t.side_stone_milli`, places: 3 },
  piceCost: { unit: sql.fragment`t.unit_cost_fen`, places: 2 },
  sellPrice: { unit: sql.fragment`t.tag_price_fen`, places: 2 },
};
const figure = (name: TurnoverFigure, width: Width) =>
  sql.fragment`coalesce(sum(t.on_hand::${width} * ${FIGURES[name].unit}), 0)::text AS ${sql.identifier([name])}`;

const Sums = z.object({
  count: z.int(),
  num: SumText,
  goldWeight: SumText,
  weight: SumText,
  stoneCt: SumText,
  secondCt: SumText,
  piceCost: SumText,
  sellPrice: SumText,
});

export const turnoverTotals = async (
  { db }: QueryDeps,
  { from, where }: TurnoverStates,
  withCost: boolean,
): Promise<{ readonly count: number; readonly totals: TurnoverTotals }> => {
  const sums = await inFullWidth((width) =>
    db.one(sql.type(Sums)`
      SELECT count(*)::int AS count, ${figure('num', width)}, ${figure('goldWeight', width)}, ${figure('weight', width)},
        ${figure('stoneCt', width)}, ${figure('secondCt', width)}, ${figure('piceCost', width)},
        ${figure('sellPrice', width)}
      FROM ${from} WHERE ${where}`),
  );
  const of = (name: TurnoverFigure): WireSum => wireSum(sums[name], FIGURES[name].places);
  return {
    count: sums.count,
    totals: {
      num: of('num'),
      goldWeight: of('goldWeight'),
      weight: of('weight'),
      stoneCt: of('stoneCt'),
      secondCt: of('secondCt'),
      sellPrice: of('sellPrice'),
      ...(withCost && { piceCost: of('piceCost') }),
    },
  };
};
