/** GET <path>/chart: the one picture above a report, of all its rows; months where there are too many days, the rest as 其他. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { SumText } from 'services/contracts/sums';
import { seesCost } from 'services/contracts/user';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { Chart, type LineQuery } from '../line-fields/contract.ts';
import type { Figure } from './figures.ts';
import { LINES, linesOf, type About, type Lines } from './where.ts';
import { LIST_WORDS } from '../line-fields/contract.ts';

/** What lines are grouped by, and how it reads: words are made for each group, not for each line. */
type Grouping = { readonly group: FragmentSqlToken; readonly word: FragmentSqlToken };
const plain = (column: FragmentSqlToken): Grouping => ({ group: column, word: column });
const BY = {
  day: { group: sql.fragment`l.sold_on`, word: sql.fragment`to_char(l.sold_on, 'YYYY-MM-DD')` },
  seller: plain(sql.fragment`l.seller_name`),
  shop: {
    group: sql.fragment`l.shop_id`,
    word: sql.fragment`coalesce((SELECT s.name FROM master.shop s WHERE s.id = l.shop_id), '')`,
  },
  category: plain(sql.fragment`l.category`),
  style: plain(sql.fragment`l.style`),
  fineness: plain(sql.fragment`l.fineness`),
  name: plain(sql.fragment`l.name`),
  list: plain(sql.fragment`l.list`),
  none: { group: sql.fragment`()`, word: sql.fragment`''` },
} as const satisfies Record<string, Grouping>;
/** Bars by rank, or a line by day; a series for each value of `of`, or each figure one. */
export type ChartOf = {
  readonly by: keyof typeof BY;
  readonly of?: keyof typeof BY;
  /** `cost`: only with the right to see it (R13). */
  readonly figures: readonly { readonly name: string; readonly figure: Figure; readonly cost?: true }[];
  readonly unit: string;
};
const MOST_DAYS = 62;
const MOST_BARS = 12;
const MOST_SERIES = 6;
const REST = '其他';
export const UNNAMED = '未填写';

const Point = z.object({ x: z.string(), s: z.string(), sums: z.array(SumText) });
export type Point = { readonly x: string; readonly name: string; readonly value: number };

export const pointsOf = async (
  { db }: QueryDeps,
  { by, of = 'none', figures }: ChartOf,
  lines: Lines,
): Promise<Point[]> => {
  const sums = sql.join(
    figures.map(({ figure }) => sql.fragment`coalesce(sum(${figure.value}), 0)::text`),
    sql.fragment`, `,
  );
  const found = await db.any(sql.type(Point)`
    SELECT ${BY[by].word} AS x, ${BY[of].word} AS s, array[${sums}] AS sums
    FROM ${LINES} WHERE ${lines.where} GROUP BY ${BY[by].group}, ${BY[of].group}`);
  return found.flatMap(({ x, s, sums: values }) =>
    values.map((value, index) => {
      const { name, figure } = figures[index]!;
      const series = of === 'none' ? name : s === '' ? UNNAMED : (LIST_WORDS[s as keyof typeof LIST_WORDS] ?? s);
      return { x: x === '' ? UNNAMED : x, name: series, value: Number(value) / 10 ** figure.places };
    }),
  );
};

const sumBy = (points: readonly Point[], of: (point: Point) => string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const point of points) sums.set(of(point), (sums.get(of(point)) ?? 0) + point.value);
  return sums;
};
/** The largest names; whatever is not among them is the rest. */
const largest = (points: readonly Point[], of: (point: Point) => string, most: number): readonly string[] => {
  const ranked = [...sumBy(points, of)].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a)).map(([name]) => name);
  return ranked.length <= most ? ranked : [...ranked.filter((_, rank) => rank < most - 1), REST];
};
const monthsOf = (points: readonly Point[]): readonly Point[] =>
  new Set(points.map(({ x }) => x)).size > MOST_DAYS
    ? points.map((one) => ({ ...one, x: one.x.replace(/-\d\d$/, '') }))
    : points;

export const chartOf = (all: readonly Point[], { by, unit }: Pick<ChartOf, 'by' | 'unit'>): Chart => {
  const isTrend = by === 'day';
  const points = isTrend ? monthsOf(all) : all;
  const names = largest(points, ({ name }) => name, MOST_SERIES);
  const x = isTrend
    ? [...new Set(points.map((point) => point.x))].toSorted()
    : largest(points, (point) => point.x, MOST_BARS);
  const known = new Set(x);
  const inSeries = (point: Point): string => (names.includes(point.name) ? point.name : REST);
  const series = names.map((name) => {
    const sums = sumBy(
      points.filter((point) => inSeries(point) === name),
      (point) => (known.has(point.x) ? point.x : REST),
    );
    return { name, data: x.map((one) => Math.round((sums.get(one) ?? 0) * 1_000) / 1_000) };
  });
  return { kind: isTrend ? 'line' : 'bar', unit, x: [...x], series };
};

type ChartDeclaration = {
  readonly path: string;
  readonly name: string;
  readonly allow: string;
  readonly query: z.ZodType<LineQuery>;
  readonly chart: ChartOf;
  readonly about: About;
};
export const chartRoute = (deps: QueryDeps, { path, name, allow, about, query, chart }: ChartDeclaration): Route =>
  route({
    method: 'GET',
    path: `${path}/chart`,
    summary: `${name}的图表`,
    allow,
    query,
    data: Chart,
    takesAsOf: true,
    handler: async ({ query: filters, user, asOf }) => {
      const lines = linesOf(deps, about, { query: filters, user, asOf });
      if (isRefusal(lines)) return lines;
      const figures = chart.figures.filter(({ cost }) => cost !== true || seesCost(user));
      return { data: chartOf(await pointsOf(deps, { ...chart, figures }, lines), chart) };
    },
  });
