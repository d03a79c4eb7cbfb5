/** The report's figures: per unit in the table, times what is on hand (R8); inside units until they leave. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import type { QueryDeps } from '../../platform/query-deps.ts';
import type { TurnoverStates } from './filters.ts';
import type { TurnoverFigure, TurnoverTotals } from './contract.ts';

/** Per unit: column of `t`, and how the sum is written on the wire. */
export const FIGURES: Readonly<
  Record<TurnoverFigure, { readonly unit: FragmentSqlToken; readonly wire: (sum: number) => number }>
> = {
  num: { unit: sql.fragment`1`, wire: (sum) => sum },
  goldWeight: { unit: sql.fragment`t.net_weight_mg`, wire: gramsFromMg },
  weight: { unit: sql.fragment`t.gross_weight_mg`, wire: gramsFromMg },
  stoneCt: { unit: sql.fragment`t.main_stone_milli`, wire: caratsFromMilli },
  secondCt: { unit: sql.fragment`t.side_stone_milli`, wire: caratsFromMilli },
  piceCost: { unit: sql.fragment`t.unit_cost_fen`, wire: yuanFromFen },
  sellPrice: { unit: sql.fragment`t.tag_price_fen`, wire: yuanFromFen },
};
const figure = (name: TurnoverFigure) =>
  sql.fragment`coalesce(sum(t.on_hand * ${FIGURES[name].unit}), 0)::int8 AS ${sql.identifier([name])}`;

const Sums = z.object({
  count: z.int(),
  num: z.int(),
  goldWeight: z.int(),
  weight: z.int(),
  stoneCt: z.int(),
  secondCt: z.int(),
  piceCost: z.int(),
  sellPrice: z.int(),
});

export const turnoverTotals = async (
  { db }: QueryDeps,
  { from, where }: TurnoverStates,
  withCost: boolean,
): Promise<{ readonly count: number; readonly totals: TurnoverTotals }> => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS count, ${figure('num')}, ${figure('goldWeight')}, ${figure('weight')},
      ${figure('stoneCt')}, ${figure('secondCt')}, ${figure('piceCost')}, ${figure('sellPrice')}
    FROM ${from} WHERE ${where}`);
  const of = (name: TurnoverFigure): number => FIGURES[name].wire(sums[name]);
  return {
    count: sums.count,
    totals: {
      num: sums.num,
      goldWeight: of('goldWeight'),
      weight: of('weight'),
      stoneCt: of('stoneCt'),
      secondCt: of('secondCt'),
      sellPrice: of('sellPrice'),
      ...(withCost && { piceCost: of('piceCost') }),
    },
  };
};
