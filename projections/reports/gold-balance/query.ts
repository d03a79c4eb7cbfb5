/** GET /report-gold-balance: rows, totals, export and the documents behind every figure, now or as of any moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { SumText, wireSum } from 'services/contracts/sums';
import { explained } from '../../explain/explain.ts';
import { INSIDE } from '../../gold/contract.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { UNNAMED } from '../order-lines/chart.ts';
import { pointsChart } from '../order-lines/report-chart.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import {
  FLOWS,
  GOLD_FIGURES,
  GoldBalanceExplainQuery,
  goldBalanceReport,
  type GoldBalanceQuery,
  type GoldBalanceRow,
  type GoldFigure,
} from './contract.ts';
import { goldMovements, goldScope, goldThere, thingsThere, type GoldScope } from './reads.ts';

const LIST = 'report:reportGoldBalance:list';
const MG_PLACES = 3;
const SUMS = Object.fromEntries(GOLD_FIGURES.map((figure) => [figure, SumText])) as Record<GoldFigure, typeof SumText>;
const BalanceRecord = z.object({ shop_id: z.int(), shop_name: z.string().nullable(), fineness: z.string(), ...SUMS });
type BalanceRecord = z.infer<typeof BalanceRecord>;

const sumWhere = (what: FragmentSqlToken, of: FragmentSqlToken, name: string): FragmentSqlToken =>
  sql.fragment`coalesce(sum(${of}) FILTER (WHERE ${what}), 0)::text AS ${sql.identifier([name])}`;
const flowSums = FLOWS.map(({ name, sign }) =>
  sumWhere(sql.fragment`a.part = ${name}`, sign === 1 ? sql.fragment`a.mg` : sql.fragment`-a.mg`, name),
);
const CAME = sql.fragment`a.part NOT IN ('pieces', 'lots')`;
const THERE = sql.fragment`a.part IN ('pieces', 'lots')`;
const FIGURES = sql.join(
  [
    ...flowSums,
    sumWhere(CAME, sql.fragment`a.mg`, 'due'),
    sumWhere(sql.fragment`a.part = 'pieces'`, sql.fragment`a.mg`, 'pieces'),
    sumWhere(sql.fragment`a.part = 'lots'`, sql.fragment`a.mg`, 'lots'),
    sumWhere(THERE, sql.fragment`a.mg`, 'there'),
    sumWhere(sql.fragment`true`, sql.fragment`CASE WHEN ${THERE} THEN -a.mg ELSE a.mg END`, 'difference'),
  ],
  sql.fragment`, `,
);
/** Shops times finenesses: so few that all are read, whichever page is asked for. */
const balancesOf = ({ db }: QueryDeps, scope: GoldScope): Promise<readonly BalanceRecord[]> =>
  db.any(sql.type(BalanceRecord)`
    WITH a AS (
      SELECT shop_id, fineness, flow AS part, sum(said_mg) AS mg FROM (${goldMovements(scope)}) AS moves
      WHERE flow <> ${INSIDE} GROUP BY 1, 2, 3
      UNION ALL
      SELECT shop_id, fineness, shelf, sum(mg) FROM (${goldThere(scope)}) AS there GROUP BY 1, 2, 3)
    SELECT a.shop_id, s.name AS shop_name, a.fineness, ${FIGURES}
    FROM a LEFT JOIN master.shop s ON s.id = a.shop_id
    GROUP BY a.shop_id, s.name, a.fineness HAVING bool_or(a.mg <> 0) ORDER BY a.shop_id, a.fineness`) as Promise<
    readonly BalanceRecord[]
  >;

type Figures = Record<GoldFigure, ReturnType<typeof wireSum>>;
const figuresOf = (of: (figure: GoldFigure) => string): Figures =>
  Object.fromEntries(GOLD_FIGURES.map((figure) => [figure, wireSum(of(figure), MG_PLACES)])) as Figures;
const present = (row: BalanceRecord): GoldBalanceRow => ({
  key: `${row.shop_id}/${row.fineness}`,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  fineness: row.fineness,
  ...figuresOf((figure) => row[figure]),
});

type BalanceRequest = ListRequest<GoldBalanceQuery>;
const rowsOf = async (deps: QueryDeps, scope: GoldScope, { query }: BalanceRequest): Promise<GoldBalanceRow[]> => {
  const first = (query.pageIndex - 1) * query.pageSize;
  const all = await balancesOf(deps, scope);
  return all.slice(first, first + query.pageSize).map(present);
};
const sumsOf = async (deps: QueryDeps, scope: GoldScope) => {
  const all = await balancesOf(deps, scope);
  const sum = (figure: GoldFigure): string => String(all.reduce((total, row) => total + BigInt(row[figure]), 0n));
  return { count: all.length, totals: figuresOf(sum) };
};

const DIFFERENCE = sql.fragment`e.said_mg - e.felt_mg`;
/** The difference is told by document: what it says minus what it did to the shelves. */
const differences = (scope: GoldScope): FragmentSqlToken => sql.fragment`
  SELECT e.document_no || '/' || e.shop_id AS key, string_agg(DISTINCT e.thing, '、') AS barcode, e.shop_id,
    min(e.bill_type) AS bill_type, e.document_no, sum(${DIFFERENCE}) AS value, max(e.event_id) AS event_id,
    max(e.position) AS position, max(e.at) AS at
  FROM (${goldMovements(scope)}) AS e WHERE e.said_mg <> e.felt_mg AND e.thing <> ''
  GROUP BY e.document_no, e.shop_id, e.fineness HAVING sum(${DIFFERENCE}) <> 0`;
const movements = (scope: GoldScope, field: string): FragmentSqlToken => {
  const flow = FLOWS.find(({ name }) => name === field);
  const value = flow?.sign === -1 ? sql.fragment`-e.said_mg` : sql.fragment`e.said_mg`;
  const which = flow === undefined ? sql.fragment`e.flow <> ${INSIDE}` : sql.fragment`e.flow = ${flow.name}`;
  return sql.fragment`
    SELECT e.position || '-' || e.line || '-' || e.flow || e.thing AS key, e.thing AS barcode, e.shop_id, e.bill_type,
      e.document_no, ${value} AS value, e.event_id, e.position, e.at
    FROM (${goldMovements(scope)}) AS e WHERE ${which} AND e.said_mg <> 0`;
};

const sourceOf = (scope: GoldScope, field: GoldBalanceExplainQuery['field']): FragmentSqlToken => {
  if (field === 'difference') return differences(scope);
  return field === 'pieces' || field === 'lots' || field === 'there'
    ? thingsThere(scope, field)
    : movements(scope, field);
};

const EXPORT: readonly ExportColumn[] = [
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  ...FLOWS.map(({ name, title }) => ({ field: name, title, kind: 'weight', total: 'sum' }) as const),
  { field: 'due', title: '应存', kind: 'weight', total: 'sum' },
  { field: 'pieces', title: '首饰', kind: 'weight', total: 'sum' },
  { field: 'lots', title: '旧料', kind: 'weight', total: 'sum' },
  { field: 'there', title: '实存', kind: 'weight', total: 'sum' },
  { field: 'difference', title: '差异', kind: 'weight', total: 'sum' },
];
const report = (deps: QueryDeps) => ({
  endpoint: goldBalanceReport,
  name: '金料平衡',
  allow: LIST,
  choose: ({ query, user, asOf }: BalanceRequest) => goldScope(query, user, asOf),
  rows: (scope: GoldScope, asked: BalanceRequest) => rowsOf(deps, scope, asked),
  sums: (scope: GoldScope) => sumsOf(deps, scope),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  pointsChart(report(deps), {
    unit: 'g',
    pointsOf: async (scope) =>
      (await balancesOf(deps, scope)).map(present).flatMap(({ fineness, pieces, lots }) => [
        { x: fineness === '' ? UNNAMED : fineness, name: '首饰', value: Number(pieces) },
        { x: fineness === '' ? UNNAMED : fineness, name: '旧料', value: Number(lots) },
      ]),
  }),
  reportExplain(report(deps), {
    query: GoldBalanceExplainQuery,
    explain: async ({ query, user, asOf }) => {
      const scope = goldScope(query, user, asOf);
      if (isRefusal(scope)) return scope;
      return explained(deps, { source: sourceOf(scope, query.field), places: MG_PLACES, paging: query });
    },
  }),
];
