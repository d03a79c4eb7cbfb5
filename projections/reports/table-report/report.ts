/** Every report whose rows lie in one table: rows, totals, picture, explanation, export and latest day out of one declaration. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { latestDayRoute } from '../../documents/routes.ts';
import type { Explanation } from '../../explain/contract.ts';
import { explained } from '../../explain/explain.ts';
import { allowedRange } from '../../platform/queries/date-window.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { figureSums } from '../../platform/queries/figure-sums.ts';
import { inFullWidth } from '../../platform/queries/full-width.ts';
import { pageRows, type PageRequest } from '../../platform/queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import {
  allOf,
  between,
  equals,
  ofCustomer,
  oneOf,
  orderedBy,
  type Condition,
} from '../../platform/queries/where-clauses.ts';
import { reportChart } from '../order-lines/report-chart.ts';
import { COMMON_FILTERS, type TableFields } from './contract.ts';

type Sum = { readonly column: FragmentSqlToken; readonly places: number };
type Average = { readonly result: FragmentSqlToken; readonly places: number };
/** What {@link tableReport} makes, as far as it is read here. */
type Contract = {
  readonly path: string;
  readonly fields: TableFields;
  readonly sums: readonly string[];
  readonly row: z.ZodObject;
  readonly query: z.ZodObject;
  readonly totals: z.ZodRawShape;
  readonly explain: { readonly query: z.ZodObject };
};
type QueryOf<Of extends Contract> = z.output<Of['query']>;
type SumOf<Of extends Contract> = Of['sums'][number];
type SortOf<Of extends Contract> = keyof QueryOf<Of> extends infer Name
  ? Name extends `${infer Field}Order`
    ? Field
    : never
  : never;
type OwnFilter<Of extends Contract> = Exclude<
  keyof QueryOf<Of>,
  keyof typeof COMMON_FILTERS | keyof PageRequest | `${string}Order`
>;

/**
 * The table has, of its alias, the columns shop_id, customer_id, category, style, fineness and received_on. Whatever a
 * report of the house must have (scope, picture, what a total opens into …) is named here, so that none is forgotten.
 */
export type TableReport<Of extends Contract, Stored extends z.ZodType> = {
  readonly contract: Of;
  /** 清洗明细: summary, sheet and file. */
  readonly name: string;
  readonly allow: string;
  /** What its rows are made of, and the stream behind one, so that a row that is not up to date is told. */
  readonly readsFrom: {
    readonly projections: readonly string[];
    readonly streamOf: (row: Readonly<Record<string, unknown>>) => string | null;
  };
  /** Table with its alias, and that alias. */
  readonly from: FragmentSqlToken;
  readonly alias: FragmentSqlToken;
  /** What of it stands at a position and lies in the data scope of a user; shops are asked for besides. */
  readonly shown: (user: SessionUser, asOf?: number) => readonly Condition[];
  readonly filters: {
    readonly [Name in OwnFilter<Of>]: (value: QueryOf<Of>[Name]) => Condition;
  };
  readonly sorts: { readonly [Field in SortOf<Of>]: FragmentSqlToken };
  /** The number of a row, for the order of equal days; newest first. */
  readonly number: FragmentSqlToken;
  readonly page: {
    /** Columns that name a version of a row, the last of them as `key`. */
    readonly key: FragmentSqlToken;
    /** `SELECT … FROM page JOIN …` */
    readonly select: (deps: QueryDeps, asOf: number | undefined) => FragmentSqlToken | Promise<FragmentSqlToken>;
    readonly row: Stored;
    readonly present: (row: z.output<Stored>) => z.output<Of['row']>;
  };
  readonly sums: { readonly [Name in SumOf<Of>]: Sum };
  readonly averages: { readonly [Name in Exclude<keyof Of['totals'], SumOf<Of>>]: Average };
  /** What a total opens into: SELECT of key, barcode, shop_id, bill_type, document_no, event_id, position and at. */
  readonly entries: { readonly select: FragmentSqlToken; readonly from: FragmentSqlToken };
  /** The line above it, day by day. */
  readonly chart: { readonly name: string; readonly sum: SumOf<Of>; readonly unit: string };
};
type CommonQuery = z.output<z.ZodObject<typeof COMMON_FILTERS>> & PageRequest;
type Rows = { readonly where: FragmentSqlToken };

/** What a user is shown of its shops. */
const shownTo =
  <Of extends Contract, Stored extends z.ZodType>({ alias, shown }: TableReport<Of, Stored>) =>
  (user: SessionUser, shopId?: number, asOf?: number): readonly Condition[] | Refusal => {
    const shops = shopFilter(sql.fragment`${alias}.shop_id`, user, shopId);
    return isRefusal(shops) ? shops : [...shown(user, asOf), ...shops];
  };
const rowsWanted = <Of extends Contract, Stored extends z.ZodType>(
  { now }: QueryDeps,
  report: TableReport<Of, Stored>,
  { query, user, asOf }: ListRequest<QueryOf<Of>>,
): Rows | Refusal => {
  const { alias, filters } = report;
  const common = query as CommonQuery;
  const shown = shownTo(report)(user, common.shopId, asOf);
  if (isRefusal(shown)) return shown;
  const range = allowedRange(user, common, now());
  if (isRefusal(range)) return range;
  const own = Object.keys(filters) as OwnFilter<Of>[];
  return {
    where: allOf(
      shown,
      own.map((name) => filters[name](query[name])),
      ofCustomer(sql.fragment`${alias}.customer_id`, common.customerId),
      equals(sql.fragment`${alias}.category`, common.type),
      equals(sql.fragment`${alias}.style`, common.style),
      equals(sql.fragment`${alias}.fineness`, common.fineness),
      between(sql.fragment`${alias}.received_on`, range.begin, range.end),
      oneOf(sql.fragment`${alias}.category`, common.typeArr),
      oneOf(sql.fragment`${alias}.style`, common.styleArr),
      oneOf(sql.fragment`${alias}.fineness`, common.finenessArr),
    ),
  };
};

/** Newest first. */
const pageOf = async <Of extends Contract, Stored extends z.ZodType>(
  deps: QueryDeps,
  { from, alias, sorts, number, page }: TableReport<Of, Stored>,
  { where }: Rows,
  { query, asOf }: ListRequest<QueryOf<Of>>,
): Promise<z.output<Of['row']>[]> => {
  const directions = query as Readonly<Record<string, 'asc' | 'desc' | undefined>>;
  const { pageIndex, pageSize } = query as CommonQuery;
  const list = await pageRows({
    db: deps.db,
    from,
    where,
    orderBy: orderedBy(
      Object.entries<FragmentSqlToken>(sorts).map(([name, column]) => [column, directions[`${name}Order`]] as const),
      sql.fragment`${alias}.received_on DESC, ${number} DESC`,
      number,
    ),
    key: page.key,
    select: await page.select(deps, asOf),
    row: page.row,
    paging: { pageIndex, pageSize },
  });
  return list.map(page.present);
};

const explanationOf = <Of extends Contract, Stored extends z.ZodType>(
  deps: QueryDeps,
  { sums, entries }: TableReport<Of, Stored>,
  { where }: Rows,
  query: PageRequest & { readonly field: SumOf<Of> },
): Promise<Explanation> => {
  const { column, places } = sums[query.field];
  return inFullWidth((width) =>
    explained(deps, {
      source: sql.fragment`${entries.select}, ${column}::${width} AS value FROM ${entries.from} WHERE ${where}`,
      places,
      paging: query,
    }),
  );
};

const sheetOf = ({ fields, sums }: Contract): readonly ExportColumn[] =>
  Object.entries(fields).flatMap(([name, { title, kind }]) =>
    kind === 'inner' ? [] : { field: name, title, kind, ...(sums.includes(name) && { total: 'sum' as const }) },
  );

const routesOf = <Of extends Contract, Stored extends z.ZodType>(
  deps: QueryDeps,
  report: TableReport<Of, Stored>,
): Route[] => {
  const { contract, name, allow, from, alias, sums, averages, chart } = report;
  const day = sql.fragment`${alias}.received_on`;
  const at = (then: QueryDeps) => ({
    endpoint: contract as Of & { readonly query: z.ZodType<QueryOf<Of> & PageRequest> },
    name,
    allow,
    choose: (asked: ListRequest<QueryOf<Of>>) => rowsWanted(then, report, asked),
    rows: (rows: Rows, asked: ListRequest<QueryOf<Of>>) => pageOf(then, report, rows, asked) as Promise<never[]>,
    sums: async ({ where }: Rows) => {
      const found = await figureSums(then, { ...sums, ...averages }, { from, where });
      const told = Object.entries(found.totals).map(([one, value]) => [one, one in averages ? Number(value) : value]);
      return { count: found.count, totals: Object.fromEntries(told) as never };
    },
  });
  const drawn = sums[chart.sum];
  const routes = [
    ...reportRoutes(at(deps)),
    reportExport(deps, at, { columns: sheetOf(contract) }),
    reportChart(deps, at(deps), {
      by: { kind: 'day', column: day },
      from: () => from,
      figures: [{ name: chart.name, ...drawn }],
      unit: chart.unit,
    }),
    latestDayRoute(deps, { path: contract.path, label: name, allow, from, day, where: shownTo(report) }),
    reportExplain(at(deps), {
      query: contract.explain.query,
      explain: async (asked) => {
        const rows = rowsWanted(deps, report, asked as ListRequest<QueryOf<Of>>);
        return isRefusal(rows) ? rows : explanationOf(deps, report, rows, asked.query as never);
      },
    }),
  ];
  const fieldNames = Object.fromEntries(Object.entries(contract.fields).map(([field, { title }]) => [field, title]));
  return routes.map((route) => ({ ...route, fieldNames }));
};

/** What the registry joins. */
export const tableReportReads = <Of extends Contract, Stored extends z.ZodType>(
  report: TableReport<Of, Stored>,
): ReadSlice => ({
  queries: (deps) => routesOf(deps, report),
  readsFrom: [{ paths: [report.contract.path], ...report.readsFrom }],
});
