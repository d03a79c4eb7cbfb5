/** What a contract exports for a screen: a plain object, checked by its shape only. */
import { z } from 'zod';

/** `row`: one row of the list; `query`: filters; `totals`: what a report carries beside its rows. */
export type Endpoint = {
  readonly path: string;
  readonly row: z.ZodType;
  readonly query?: z.ZodType;
  readonly totals?: z.ZodType | Readonly<Record<string, z.ZodType>>;
};
export type RowOf<E extends Endpoint> = z.output<E['row']>;
type InputOf<Q> = Q extends z.ZodType ? Partial<z.input<Q>> : Record<string, unknown>;
/** Filters as the contract names them; all optional, a screen sends what it has. */
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Q } ? InputOf<Q> : Record<string, unknown>;
type TotalsFrom<T> = T extends z.ZodType
  ? z.output<T>
  : T extends Readonly<Record<string, z.ZodType>>
    ? { [Name in keyof T]: z.output<T[Name]> }
    : null;
export type TotalsOf<E extends Endpoint> = E extends { readonly totals: infer T } ? TotalsFrom<T> : null;

export type Rows<Row, Totals> = {
  rows: Row[];
  count: number;
  /** count is a lower bound (exact to 10,000). */
  more: boolean;
  totals: Totals | null;
};

const Paged = z.object({ list: z.array(z.unknown()), count: z.int().optional(), more: z.boolean().optional() });
const Report = z.object({
  list: z.looseObject({ list: z.array(z.unknown()) }),
  count: z.int().optional(),
  more: z.boolean().optional(),
});

const parseTotals = (totals: Endpoint['totals'], value: unknown): unknown => {
  if (totals === undefined) return null;
  return (
    'parse' in totals && typeof totals.parse === 'function' ? (totals as z.ZodType) : z.object(totals as z.ZodRawShape)
  ).parse(value);
};

/** Reads `data` of a list `{list, count}`, of a report `{count, list: {…totals, list}}` or of an option list `[…]`. */
export const parseRows = <E extends Endpoint>(endpoint: E, data: unknown): Rows<RowOf<E>, TotalsOf<E>> => {
  const rowsOf = (list: readonly unknown[]): RowOf<E>[] => z.array(endpoint.row).parse(list) as RowOf<E>[];
  if (Array.isArray(data)) return { rows: rowsOf(data), count: data.length, more: false, totals: null };
  const report = Report.safeParse(data);
  if (report.success) {
    const { list, count, more } = report.data;
    const totals = parseTotals(endpoint.totals, list) as TotalsOf<E>;
    return { rows: rowsOf(list.list), count: count ?? list.list.length, more: more ?? false, totals };
  }
  const { list, count, more } = Paged.parse(data);
  return { rows: rowsOf(list), count: count ?? list.length, more: more ?? false, totals: null };
};
