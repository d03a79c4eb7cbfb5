/**
 * Totals of a report. A column of millions of lines is added up once, by list and audit flag, and what the figures make of it
 * (kinds, signs, what is pending) is done to those few sums instead of to each line.
 */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { SumText, wireSum } from 'services/contracts/sums';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import type { Figure, SummedColumn } from './figures.ts';
import { LINES, type Lines } from './where.ts';

export type NamedFigure = readonly [name: string, figure: Figure];
const Summed = z.record(z.string(), z.union([z.number(), SumText]));

const listed = (fragments: readonly FragmentSqlToken[]) => sql.join([...fragments], sql.fragment`, `);
export const columnsOf = (figures: readonly Figure[]): readonly SummedColumn[] => [
  ...new Set(figures.flatMap(({ adds }) => adds)),
];
export const addedUp = (columns: readonly SummedColumn[]): readonly FragmentSqlToken[] =>
  columns.map((name) => sql.fragment`sum(${sql.identifier(['l', name])}) AS ${sql.identifier([name])}`);
const sumsIn = (figures: readonly NamedFigure[]): readonly FragmentSqlToken[] =>
  figures.map(([name, { value }]) => sql.fragment`coalesce(sum(${value}), 0)::text AS ${sql.identifier([name])}`);

/** What is an order's lies in each of its lines: of all lines the first tells it. */
const ofFirstRows = (columns: readonly SummedColumn[]): readonly FragmentSqlToken[] =>
  columns.map((name) => {
    const column = sql.identifier([name]);
    return sql.fragment`sum(CASE WHEN l.place <= 0 THEN l.${column} END) AS ${column}`;
  });
/** Where the first one may be left out, any of them tells it, once for its order. Postgres sorts on all processors, and groups on one. */
const onceAnOrder = ({ where }: Lines, columns: readonly SummedColumn[]): FragmentSqlToken => {
  const each = columns.map((name) => sql.fragment`l.${sql.identifier([name])}`);
  return sql.fragment`(SELECT DISTINCT ON (l.order_id) l.audit_flag, ${listed(each)} FROM ${LINES} WHERE ${where} ORDER BY l.order_id) l`;
};

const ofLines = (lines: Lines, all: readonly NamedFigure[]): readonly NamedFigure[] =>
  all.filter(([, { ofOrder }]) => ofOrder !== true || !lines.partly);
const wholeSums = ({ db }: QueryDeps, lines: Lines, all: readonly NamedFigure[]) => {
  const figures = ofLines(lines, all);
  const of = (ofOrder: boolean): readonly SummedColumn[] =>
    columnsOf(figures.filter(([, figure]) => (figure.ofOrder === true) === ofOrder).map(([, figure]) => figure));
  return db.one(sql.type(Summed)`
    SELECT coalesce(sum(l.lines), 0)::int AS count, ${listed(sumsIn(figures))}
    FROM (SELECT l.list, l.audit_flag, ${listed([sql.fragment`count(*) AS lines`, ...addedUp(of(false)), ...ofFirstRows(of(true))])}
      FROM ${LINES} WHERE ${lines.where} GROUP BY l.list, l.audit_flag) l`);
};
const orderSums = async ({ db }: QueryDeps, lines: Lines, all: readonly NamedFigure[]) => {
  const figures = all.filter((one) => !ofLines(lines, all).includes(one));
  if (figures.length === 0) return {};
  const from = onceAnOrder(lines, columnsOf(figures.map(([, figure]) => figure)));
  return db.one(sql.type(Summed)`SELECT ${listed(sumsIn(figures))} FROM ${from}`);
};

/** Exact, of all rows. */
export const sumsOf = async (deps: QueryDeps, lines: Lines, all: readonly NamedFigure[]) => {
  const [sums, once] = await Promise.all([wholeSums(deps, lines, all), orderSums(deps, lines, all)]);
  const found: Readonly<Record<string, string | number>> = { ...sums, ...once };
  const totals = Object.fromEntries(all.map(([name, { places }]) => [name, wireSum(String(found[name]), places)]));
  return { count: Number(sums['count']), totals };
};
