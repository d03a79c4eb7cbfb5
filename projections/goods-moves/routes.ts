/** The GETs of a report over goods_moves: report, export, latest day, opened totals. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { latestDayRoute } from '../documents/routes.ts';
import type { ExportColumn } from '../platform/sheets/export.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes, type Report } from '../platform/routes/report.ts';
import { ofScope } from '../platform/queries/scope.ts';
import type { Condition } from '../platform/queries/where-clauses.ts';
import type { MoveFigure, MoveQuery } from './contract.ts';
import { explainMoves, moveTotals, movesOf, movesWhere, type MoveReport, type StoredMove } from './report.ts';

export type MoveReportSpec<
  Query extends MoveQuery,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
> = MoveReport<Query> & {
  readonly endpoint: Report<Query, Row, Totals, FragmentSqlToken>['endpoint'];
  /** 首饰调拨报表: summary, sheet and file. */
  readonly name: string;
  readonly allow: string;
  readonly columns: readonly ExportColumn[];
  readonly present: (row: StoredMove, withCost: boolean) => z.output<Row>;
  /** Wire name of the price that is summed: inPrice, returnPrice. */
  readonly priceField: string;
  /** Wire name of what moved: inNum, returnNum. */
  readonly quantityField: string;
  readonly explain: z.ZodType<Query & { readonly field: string }>;
  /** What the user may see of it (R13). */
  readonly visible: (user: SessionUser) => readonly Condition[] | Refusal;
};

const explainRoute = <Query extends MoveQuery, Row extends z.ZodObject, Totals extends z.ZodRawShape>(
  deps: QueryDeps,
  spec: MoveReportSpec<Query, Row, Totals>,
): Route =>
  reportExplain(spec, {
    query: spec.explain,
    explain: (asked) => {
      const figure = (asked.query.field === spec.priceField ? 'price' : asked.query.field) as MoveFigure;
      return explainMoves(deps, spec, asked, figure);
    },
  });

export const moveReportRoutes = <Query extends MoveQuery, Row extends z.ZodObject, Totals extends z.ZodRawShape>(
  deps: QueryDeps,
  spec: MoveReportSpec<Query, Row, Totals>,
): Route[] => {
  const { endpoint, name, allow, present, priceField } = spec;
  const { path } = endpoint;
  const report = (at: QueryDeps): Report<Query, Row, Totals, FragmentSqlToken> => ({
    endpoint,
    name,
    allow,
    choose: (asked) => movesWhere(spec, asked, at.now()),
    rows: async (where, asked) => {
      const found = await movesOf(at, spec, asked, where);
      const withCost = seesCost(asked.user);
      return found.map((row) => present(row, withCost));
    },
    sums: async (where, { user }) => {
      const { count, totals, price } = await moveTotals(at, where);
      return { count, totals: { ...totals, ...(seesCost(user) && { [priceField]: price }) } as never };
    },
  });
  return [
    ...reportRoutes(report(deps)),
    reportExport(deps, report, { columns: spec.columns, pieces: spec.quantityField }),
    latestDayRoute(deps, {
      path,
      label: name,
      allow,
      from: sql.fragment`live.goods_moves m`,
      day: sql.fragment`m.moved_on`,
      where: (user) => {
        const visible = spec.visible(user);
        if (isRefusal(visible)) return visible;
        const scope = ofScope(sql.fragment`m.document_id`, spec.documents, user);
        return [spec.kind, sql.fragment`m.to_position IS NULL`, ...visible, scope];
      },
    }),
    explainRoute(deps, spec),
  ];
};
