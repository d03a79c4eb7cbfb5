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

export type Rows<Row> = {
  rows: Row[];
  count: number;
  /** count is a lower bound (exact to 10,000). */
  more: boolean;
  /** Keys that the list does not show as they are now, and the places of those among `rows`. */
  parked: number;
  stale: readonly number[];
};
/** A report's figures: exact, of all its rows. */
export type Sums<Totals> = { readonly count: number; readonly totals: Totals };

const PageAnswer = z.object({
  list: z.array(z.unknown()),
  count: z.int().optional(),
  more: z.boolean().optional(),
  parked: z.int().optional(),
  stale: z.array(z.int()).optional(),
});

/** A newer house says words that this console does not know yet: such a row is shown as it came, the others stay. */
const rowsOf = (schema: z.ZodType, list: readonly unknown[]): unknown[] => {
  const all = z.array(schema).safeParse(list);
  if (all.success) return all.data;
  if (all.error.issues.some(({ code }) => code !== 'invalid_value')) throw all.error;
  return list.map((row) => schema.safeParse(row).data ?? row);
};
/** Reads `data` of a list `{list, count}`, of a report's page `{list}` or of an option list `[…]`. */
export const parseRows = <E extends Endpoint>(endpoint: E, data: unknown): Rows<RowOf<E>> => {
  const { list, count, more, parked, stale } = Array.isArray(data)
    ? { list: data as unknown[] }
    : PageAnswer.parse(data);
  const rows = rowsOf(endpoint.row, list) as RowOf<E>[];
  return { rows, count: count ?? rows.length, more: more ?? false, parked: parked ?? 0, stale: stale ?? [] };
};

const asSchema = (totals: NonNullable<Endpoint['totals']>): z.ZodType =>
  'parse' in totals && typeof totals.parse === 'function' ? (totals as z.ZodType) : z.object(totals as z.ZodRawShape);
/** Reads `data` of a report's totals `{count, totals}`. */
export const parseSums = <E extends Endpoint>({ totals }: E, data: unknown): Sums<TotalsOf<E>> =>
  z.object({ count: z.int(), totals: totals === undefined ? z.null() : asSchema(totals) }).parse(data) as Sums<
    TotalsOf<E>
  >;
