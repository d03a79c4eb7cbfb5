/** The GETs of a report over goods_moves: report, export, latest day, opened totals. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { reportOf } from 'services/contracts/envelope';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { latestDayRoute } from '../documents/routes.ts';
import { Explanation } from '../explain/contract.ts';
import { exportRoute, type ExportColumn } from '../platform/export.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import type { Condition } from '../platform/where.ts';
import type { MoveFigure, MoveQuery } from './contract.ts';
import {
  explainMoves,
  moveTotals,
  movesOf,
  movesWhere,
  type Asked,
  type MoveReport,
  type StoredMove,
} from './report.ts';

export type MoveReportSpec<Query extends MoveQuery, Row extends z.ZodObject> = MoveReport<Query> & {
  readonly endpoint: {
    readonly path: string;
    readonly query: z.ZodType<Query>;
    readonly row: Row;
    readonly totals: z.ZodRawShape;
  };
  /** 首饰调拨报表: summary, sheet and file. */
  readonly name: string;
  readonly allow: string;
  readonly columns: readonly ExportColumn[];
  readonly present: (row: StoredMove, withCost: boolean) => z.output<Row>;
  /** Wire name of the price that is summed: inPrice, returnPrice. */
  readonly priceField: string;
  readonly explain: z.ZodType<Query & { readonly field: string }>;
  /** What the user may see of it (R13). */
  readonly visible: (user: SessionUser) => readonly Condition[] | Refusal;
};

const explainRoute = <Query extends MoveQuery, Row extends z.ZodObject>(
  deps: QueryDeps,
  spec: MoveReportSpec<Query, Row>,
): Route =>
  route({
    method: 'GET',
    path: `${spec.endpoint.path}/explain`,
    summary: `${spec.name}合计的来源`,
    allow: spec.allow,
    query: spec.explain,
    data: Explanation,
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const figure = (query.field === spec.priceField ? 'price' : query.field) as MoveFigure;
      const explanation = await explainMoves(deps, spec, { query, user, asOf }, figure);
      return isRefusal(explanation) ? explanation : { data: explanation };
    },
  });

export const moveReportRoutes = <Query extends MoveQuery, Row extends z.ZodObject>(
  deps: QueryDeps,
  spec: MoveReportSpec<Query, Row>,
): Route[] => {
  const { endpoint, name, allow, present, priceField } = spec;
  const { path, query: filters } = endpoint;
  const listed = async (asked: Asked<Query>, where: FragmentSqlToken) => {
    const found = await movesOf(deps, spec, asked, where);
    const withCost = seesCost(asked.user);
    return found.map((row) => present(row, withCost));
  };
  return [
    route({
      method: 'GET',
      path,
      summary: name,
      allow,
      query: filters,
      data: reportOf(endpoint.row, endpoint.totals),
      takesAsOf: true,
      handler: async ({ query, user, asOf }) => {
        const asked = { query, user, asOf };
        const where = movesWhere(spec, asked, deps.now());
        if (isRefusal(where)) return where;
        const [list, { count, totals, price }] = await Promise.all([listed(asked, where), moveTotals(deps, where)]);
        const sums = { ...totals, ...(seesCost(user) && { [priceField]: price }) };
        const { pageIndex, pageSize } = query;
        return { data: { count, pageIndex, pageSize, list: { ...sums, list } } as never };
      },
    }),
    exportRoute({
      path: `${path}/export`,
      name,
      allow,
      query: filters,
      columns: spec.columns,
      takesAsOf: true,
      page: async (query, user, asOf) => {
        const asked = { query, user, asOf };
        const where = movesWhere(spec, asked, deps.now());
        return isRefusal(where) ? where : { list: await listed(asked, where) };
      },
    }),
    latestDayRoute(deps, {
      path,
      label: name,
      allow,
      from: sql.fragment`live.goods_moves m`,
      day: sql.fragment`m.moved_on`,
      where: (user) => {
        const visible = spec.visible(user);
        return isRefusal(visible) ? visible : [spec.kind, sql.fragment`m.to_position IS NULL`, ...visible];
      },
    }),
    explainRoute(deps, spec),
  ];
};
