/** Every report over the lines of sales: rows, totals, picture, explanation, export and latest day out of one declaration. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { AUDIT_WORDS } from 'services/contracts/audit';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { latestDayRoute } from '../../documents/routes.ts';
import { NO_COST } from '../../explain/explain.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { pageRows } from '../../platform/queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { SALES, ofScope, shopFilter } from '../../platform/queries/scope.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import { orderedBy } from '../../platform/queries/where-clauses.ts';
import { explainFigure } from './explain.ts';
import { chartRoute, type ChartOf } from './chart.ts';
import { LINE_FIELDS, isCost, totalsWith, type LineField, type LineQuery } from '../line-fields/contract.ts';
import type { Figure, Figures } from './figures.ts';
import { StoredLine, cellsOf } from './present.ts';
import { sumsOf } from './sums.ts';
import { LINES, linesOf, type About, type Lines } from './where.ts';

export type LineReport = {
  readonly path: string;
  /** 销售明细: summary, sheet and file. */
  readonly name: string;
  readonly allow: string;
  readonly exportKey?: string;
  readonly about: About;
  /** What came back counts against what was sold. */
  readonly signed?: boolean;
  readonly query: z.ZodType<LineQuery>;
  readonly explain: z.ZodType<LineQuery & { readonly field: string }>;
  readonly row: z.ZodObject;
  readonly fields: readonly LineField[];
  readonly figures: Figures;
  /** Figures that sheets add up below a column of another name, or not at all. */
  readonly unsummed?: readonly LineField[];
  readonly chart: ChartOf;
};
/** What a user may see of it (R13). */
const told = <Of>(all: Readonly<Record<string, Of>>, withCost: boolean): (readonly [string, Of])[] =>
  Object.entries(all).filter(([name]) => withCost || !isCost(name));

/** Whether a row is the first of its order among those that the filters let through. */
const isFirst = ({ where, partly }: Lines): FragmentSqlToken =>
  partly
    ? sql.fragment`l.place = (
        SELECT min(l.place) FROM ${LINES} WHERE l.order_id = page.order_id AND ${where})`
    : sql.fragment`l.place <= 0`;

const COLUMNS = sql.fragment`
  l.order_id, l.list, l.line_id, l.share, l.audit_flag, l.shop_id, s.name AS shop_name, c.name AS customer_name,
  l.sold_on, l.seller_name, l.creator, l.barcode, l.name, l.category, l.style, l.fineness, l.quantity, l.weight_mg,
  l.gross_mg, l.main_stone_milli, l.main_stone_count, l.side_stone_milli, l.side_stone_count, l.sell_price_fen,
  l.amount_fen, l.score_fen, l.cost_fen, l.points, l.seller_points, l.fact_fee_fen, l.change_fee_fen, l.old_fee_fen,
  l.gift_fee_fen, l.clean_fee_fen, l.payable_fee_fen, l.goods_cost_fen, l.more`;
/** A return line has no fees of its own: they are those of the line it was sold by, as it stood then. */
const soldBy = (asOf: number | undefined): FragmentSqlToken => sql.fragment`(
  SELECT g.more FROM live.sale_lines g
  WHERE g.order_id = (l.more ->> 'rawSellId')::int8 AND g.list = 'goods' AND g.share = 0 AND g.barcode = l.barcode
    AND ${standing(sql.fragment`g`, asOf)} LIMIT 1)`;
/** Newest first. */
const rowsOf = async (
  { db }: QueryDeps,
  { fields, about, signed = false }: LineReport,
  lines: Lines,
  { query, user, asOf }: ListRequest<LineQuery>,
): Promise<Record<string, unknown>[]> => {
  const shown = fields.filter((field) => seesCost(user) || !isCost(field));
  const list = await pageRows({
    db,
    from: LINES,
    where: lines.where,
    orderBy: orderedBy(
      [
        [sql.fragment`l.sold_on`, query.sellAtOrder],
        [sql.fragment`l.amount_fen`, query.amountOrder],
        [sql.fragment`l.weight_mg`, query.goldWeightOrder],
      ],
      sql.fragment`l.sold_on DESC, l.order_id DESC, l.place, l.share`,
      sql.fragment`(l.order_id, l.place, l.share)`,
    ),
    key: sql.fragment`l.order_id, l.list, l.line_id, l.share, l.from_position`,
    select: sql.fragment`
      SELECT ${COLUMNS}, ${isFirst(lines)} AS first, ${about.lists.includes('change') ? soldBy(asOf) : sql.fragment`NULL::jsonb`} AS sold
      FROM page JOIN ${LINES} ON l.order_id = page.order_id AND l.list = page.list AND l.line_id = page.line_id
        AND l.share = page.share AND l.from_position = page.key
      LEFT JOIN master.shop s ON s.id = l.shop_id LEFT JOIN master.customer c ON c.id = l.customer_id`,
    row: StoredLine,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return list.map((row) => {
    const cells = cellsOf(row, { signed });
    return Object.fromEntries(shown.map((field) => [field, cells[field]]));
  });
};

const SUMMED = ['money', 'weight', 'carat', 'count'];
const sheetOf = ({ fields, unsummed = [] }: LineReport): readonly ExportColumn[] =>
  fields
    .filter((field) => !['key', 'orderId', 'shopId'].includes(field))
    .map((field) => {
      const { title, kind } = LINE_FIELDS[field];
      const isFlag = field === 'auditFlag';
      return {
        field,
        title,
        kind: isFlag ? 'text' : kind === 'percent' ? 'number' : kind,
        ...(isCost(field) && { cost: true }),
        ...(isFlag && { words: AUDIT_WORDS }),
        ...(!isFlag && SUMMED.includes(kind) && !unsummed.includes(field) && { total: 'sum' as const }),
      };
    });

const explainRoute = (deps: QueryDeps, report: LineReport): Route =>
  reportExplain(
    { endpoint: report, name: report.name, allow: report.allow },
    {
      query: report.explain,
      explain: async (asked) => {
        const { query, user } = asked;
        if (isCost(query.field) && !seesCost(user)) return NO_COST;
        const lines = linesOf(deps, report.about, asked);
        return isRefusal(lines) ? lines : explainFigure(deps, report.figures[query.field] as Figure, lines, query);
      },
    },
  );

/** What the latest day is looked for among (R13). */
const shownTo =
  ({ about }: LineReport) =>
  (user: SessionUser) => {
    const shops = shopFilter(sql.fragment`l.shop_id`, user, undefined);
    if (isRefusal(shops)) return shops;
    const kind =
      about.lists === 'order'
        ? sql.fragment`l.list = 'order' AND l.audit_flag > 0`
        : sql.fragment`l.list <> 'order' AND l.share = 0 AND l.list = ANY(${sql.array([...about.lists], 'text')})`;
    return [
      sql.fragment`l.to_position IS NULL`,
      kind,
      about.audited ? sql.fragment`l.audit_flag = 2` : sql.fragment`l.audit_flag > 0`,
      ...shops,
      ofScope(sql.fragment`l.order_id`, SALES, user),
    ];
  };

export const lineReportRoutes = (deps: QueryDeps, report: LineReport): Route[] => {
  const { path, name, allow, about, query, row, exportKey } = report;
  const totals = totalsWith(Object.keys(report.figures));
  const endpoint = { path, query, row, totals, ...(exportKey !== undefined && { exportKey }) };
  const at = (then: QueryDeps) => ({
    endpoint,
    name,
    allow,
    choose: (asked: ListRequest<LineQuery>) => linesOf(then, about, asked),
    rows: (lines: Lines, asked: ListRequest<LineQuery>) => rowsOf(then, report, lines, asked) as Promise<never[]>,
    sums: (lines: Lines, { user }: ListRequest<LineQuery>) => sumsOf(then, lines, told(report.figures, seesCost(user))),
  });
  return [
    ...reportRoutes(at(deps)),
    reportExport(deps, at, { columns: sheetOf(report) }),
    explainRoute(deps, report),
    chartRoute(deps, report),
    latestDayRoute(deps, {
      path,
      label: name,
      allow,
      from: LINES,
      day: sql.fragment`l.sold_on`,
      where: shownTo(report),
    }),
  ];
};
