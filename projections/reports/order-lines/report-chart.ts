/** GET <path>/chart of a report that is no report of order lines: its figures by a word of the rows, or by their day. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { SumText } from 'services/contracts/sums';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import type { PageRequest } from '../../platform/queries/paged-list.ts';
import type { Report } from '../../platform/routes/report.ts';
import { Chart } from '../line-fields/contract.ts';
import { UNNAMED, chartOf, type Point } from './chart.ts';

type RowChoice = { readonly where: FragmentSqlToken };
/** Days as a line, words as bars by rank; a series for each figure. */
export type ReportChart<Of extends RowChoice> = {
  readonly by: { readonly kind: 'day' | 'word'; readonly column: FragmentSqlToken };
  readonly from: (chosen: Of) => FragmentSqlToken;
  readonly figures: readonly {
    readonly name: string;
    readonly column: FragmentSqlToken;
    readonly places: number;
  }[];
  readonly unit: string;
};
const Point = z.object({ x: z.string(), sums: z.array(SumText) });

const pointsOf = async <Of extends RowChoice>(
  { db }: QueryDeps,
  { by, from, figures }: ReportChart<Of>,
  chosen: Of,
) => {
  const word = by.kind === 'day' ? sql.fragment`to_char(${by.column}, 'YYYY-MM-DD')` : by.column;
  const sums = sql.join(
    figures.map(({ column }) => sql.fragment`coalesce(sum(${column}), 0)::text`),
    sql.fragment`, `,
  );
  const found = await db.any(sql.type(Point)`
    SELECT ${word} AS x, array[${sums}] AS sums FROM ${from(chosen)} WHERE ${chosen.where} GROUP BY ${by.column}`);
  return found.flatMap(({ x, sums: values }) =>
    figures.map(({ name, places }, index) => ({
      x: x === '' ? UNNAMED : x,
      name,
      value: Number(values[index]) / 10 ** places,
    })),
  );
};

type ChartedReport<Query extends PageRequest, Of extends object> = Pick<
  Report<Query, z.ZodObject, z.ZodRawShape, Of>,
  'name' | 'allow' | 'choose'
> & { readonly endpoint: { readonly path: string; readonly query: z.ZodType<Query> } };
type ChartSource<Query, Of> = {
  readonly by?: 'day' | 'name';
  readonly unit: string;
  readonly pointsOf: (chosen: Of, asked: ListRequest<Query>) => Promise<readonly Point[]>;
};
/** The picture of a report whose numbers are made otherwise; bars by rank where nothing else is said. */
export const pointsChart = <Query extends PageRequest, Of extends object>(
  { endpoint: { path, query }, name, allow, choose }: ChartedReport<Query, Of>,
  { by = 'name', unit, pointsOf: drawn }: ChartSource<Query, Of>,
): Route =>
  route({
    method: 'GET',
    path: `${path}/chart`,
    summary: `${name}的图表`,
    allow,
    query,
    data: Chart,
    takesAsOf: true,
    handler: async ({ query: filters, user, asOf }) => {
      const asked = { query: filters, user, asOf };
      const chosen = choose(asked);
      if (isRefusal(chosen)) return chosen;
      return { data: chartOf(await drawn(chosen, asked), { by, unit }) };
    },
  });
export const reportChart = <Query extends PageRequest, Of extends RowChoice>(
  deps: QueryDeps,
  report: ChartedReport<Query, Of>,
  chart: ReportChart<Of>,
): Route =>
  pointsChart(report, {
    by: chart.by.kind === 'day' ? 'day' : 'name',
    unit: chart.unit,
    pointsOf: (chosen) => pointsOf(deps, chart, chosen),
  });
