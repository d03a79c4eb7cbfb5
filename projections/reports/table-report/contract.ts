/** What a report whose rows lie in one table can show: fields, filters and totals, each said once. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { order } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { LINE_FILTERS, field } from '../line-fields/contract.ts';

/** `inner`: an id that rows carry and no sheet has a column for. */
type Kind = 'inner' | 'text' | 'day' | 'money' | 'weight' | 'carat' | 'count' | 'number';
export type TableField = { readonly title: string; readonly kind: Kind; readonly schema: z.ZodType };
export type TableFields = Readonly<Record<string, TableField>>;
export type TableFilters = Readonly<Record<string, z.ZodType>>;

export const CELL = {
  inner: field('inner', z.int()),
  text: field('text', z.string()),
  day: field('day', z.string()),
  money: field('money', z.number()),
  weight: field('weight', z.number()),
  carat: field('carat', z.number()),
  whole: field('count', z.int()),
  number: field('number', z.number()),
} as const;

const { shopId, customerId, beginTime, endTime, type, style, fineness, typeArr, styleArr, finenessArr } = LINE_FILTERS;
/** Filters that every such report has: of whom, when, of what sort. */
export const COMMON_FILTERS = {
  shopId,
  customerId,
  beginTime,
  endTime,
  type,
  style,
  fineness,
  typeArr,
  styleArr,
  finenessArr,
} as const;

type Declared<
  Fields extends TableFields,
  Filters extends TableFilters,
  Sort extends string,
  Sum extends string,
  Average extends string,
> = {
  /** `/report-sell-clean` */
  readonly path: string;
  /** In the order of the sheet. */
  readonly fields: Fields;
  /** Besides {@link COMMON_FILTERS}; each is the name of a field, which gives it its title. */
  readonly filters: Filters;
  readonly sorts: readonly Sort[];
  /** Fields that are summed; each sum opens into what makes it. */
  readonly sums: readonly [Sum, ...Sum[]];
  /** Totals that are no sum and have no events of their own to open. */
  readonly averages?: readonly Average[];
};
const keyed = <Name extends string, Of>(names: readonly Name[], of: (name: Name) => Of) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Of>;

/** Rows, query, totals and explanation of a report, as its screen, its queries and the self-audit take them. */
export const tableReport = <
  const Fields extends TableFields,
  const Filters extends Readonly<Record<string & keyof Fields, z.ZodType>> | Record<never, never>,
  const Sort extends string & keyof Fields,
  const Sum extends string & keyof Fields,
  const Average extends string & keyof Fields = never,
>({
  path,
  fields,
  filters,
  sorts,
  sums,
  averages = [],
}: Declared<Fields, Filters, Sort, Sum, Average>) => {
  const chosen = { ...Paging, ...COMMON_FILTERS, ...filters };
  const sorted = keyed(
    sorts.map((name) => `${name}Order` as const),
    () => order(),
  );
  return {
    path,
    fields,
    sums,
    row: z.object(
      Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ) as unknown as z.ZodObject<{ readonly [Name in keyof Fields]: Fields[Name]['schema'] }>,
    query: z.object({ ...chosen, ...sorted }),
    totals: { ...keyed(sums, () => WireSum), ...keyed(averages, () => z.number()) },
    explain: {
      path: `${path}/explain`,
      query: z.object({ ...chosen, field: z.enum(sums, { error: '没有这个合计' }) }),
    },
    asOf: true as const,
  };
};
