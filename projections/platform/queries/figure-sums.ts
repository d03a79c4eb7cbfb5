/** What the figures of a report come to: exact of any size, in one reading of its rows. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { SumText, wireSum, type WireSum } from 'services/contracts/sums';
import { inFullWidth, type Width } from './full-width.ts';
import type { QueryDeps } from './query-deps.ts';

/** A column in inside units, and decimals of its sum on the wire. */
export type Figure = { readonly column: FragmentSqlToken; readonly places: number };
/** What is no sum of a column, in whole inside units. */
type Result = { readonly result: FragmentSqlToken; readonly places: number };
type Rows = {
  readonly from: FragmentSqlToken;
  readonly where: FragmentSqlToken;
  /** Of how many a row tells what one is. */
  readonly times?: FragmentSqlToken;
};
type Sums<Name extends string> = { readonly count: number; readonly totals: Readonly<Record<Name, WireSum>> };

/** What a row counts for. */
export const worthOf = ({ column }: Figure, times: FragmentSqlToken, width: Width): FragmentSqlToken =>
  sql.fragment`${times}::${width} * ${column}`;
const sumOf = (figure: Figure | Result, times: FragmentSqlToken | undefined, width: Width): FragmentSqlToken => {
  if ('result' in figure) return figure.result;
  return sql.fragment`sum(${times === undefined ? figure.column : worthOf(figure, times, width)})`;
};

export const figureSums = async <Name extends string>(
  { db }: Pick<QueryDeps, 'db'>,
  figures: Readonly<Record<Name, Figure | Result>>,
  { from, where, times }: Rows,
): Promise<Sums<Name>> => {
  const names = Object.keys(figures) as Name[];
  const shape = z.object({ count: z.int(), sums: z.array(SumText).length(names.length) });
  const { count, sums } = await inFullWidth((width) => {
    const all = names.map((name) => sql.fragment`coalesce(${sumOf(figures[name], times, width)}, 0)::text`);
    return db.one(sql.type(shape)`
      SELECT count(*)::int AS count, ARRAY[${sql.join(all, sql.fragment`, `)}] AS sums FROM ${from} WHERE ${where}`);
  });
  const totals = names.map((name, at) => [name, wireSum(sums[at] ?? '0', figures[name].places)]);
  return { count, totals: Object.fromEntries(totals) as Record<Name, WireSum> };
};
