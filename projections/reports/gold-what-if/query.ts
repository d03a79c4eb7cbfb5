/** GET /report-gold-what-if: rows, totals, picture, export and explanation, now or as of any moment; all of it is cost (R13). */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { SumText, wireSum } from 'services/contracts/sums';
import { yuanFromFen } from 'services/contracts/units';
import type { Explanation } from '../../explain/contract.ts';
import { explained } from '../../explain/explain.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { turnoverStates, type TurnoverStates } from '../goods-turnover/filters.ts';
import { pointsChart } from '../order-lines/report-chart.ts';
import {
  GOLD_WHAT_IF_FIGURES,
  GoldWhatIfExplainQuery,
  goldWhatIfReport,
  type GoldWhatIfQuery,
  type GoldWhatIfRow,
} from './contract.ts';
import { piecesOf, type Figure } from './pieces.ts';

type WhatIfRequest = ListRequest<Omit<GoldWhatIfQuery, 'pageIndex' | 'pageSize'>>;
type StockChoice = { readonly states: TurnoverStates; readonly asOf: number | undefined };
const PLACES: Readonly<Record<Figure, number>> = {
  goldWeight: 3,
  value: 2,
  valueAt: 2,
  change: 2,
  cost: 2,
  margin: 2,
  marginAt: 2,
};
const EXPORT: readonly ExportColumn[] = [
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  { field: 'goldContent', title: '含金量', kind: 'text' },
  { field: 'goldWeight', title: '金重', kind: 'weight', total: 'sum' },
  { field: 'priceAt', title: '挂牌价', kind: 'money' },
  { field: 'valueAt', title: '挂牌金值', kind: 'money', total: 'sum' },
  { field: 'value', title: '试算金值', kind: 'money', total: 'sum' },
  { field: 'change', title: '金值变动', kind: 'money', total: 'sum' },
  { field: 'cost', title: '成本', kind: 'money', total: 'sum' },
  { field: 'marginAt', title: '挂牌毛利', kind: 'money', total: 'sum' },
  { field: 'margin', title: '试算毛利', kind: 'money', total: 'sum' },
];

const SUMS = Object.fromEntries(GOLD_WHAT_IF_FIGURES.map((figure) => [figure, SumText])) as Record<
  Figure,
  typeof SumText
>;
const Group = z.object({
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  fineness: z.string(),
  gold_content: z.string(),
  fen: z.number(),
  ...SUMS,
});
type Group = z.infer<typeof Group>;
const wireOf = (of: (figure: Figure) => string) =>
  Object.fromEntries(GOLD_WHAT_IF_FIGURES.map((figure) => [figure, wireSum(of(figure), PLACES[figure])])) as Record<
    Figure,
    ReturnType<typeof wireSum>
  >;
const present = (group: Group): GoldWhatIfRow => ({
  key: `${group.shop_id}/${group.fineness}/${group.gold_content}`,
  shopId: group.shop_id,
  shopName: group.shop_name ?? '',
  fineness: group.fineness,
  goldContent: group.gold_content,
  priceAt: yuanFromFen(group.fen),
  ...wireOf((figure) => group[figure]),
});

/** By shop, fineness and content: so few that all are read, whichever page is asked for. */
const groupsOf = async (
  deps: QueryDeps,
  { states, asOf }: StockChoice,
  { query }: WhatIfRequest,
): Promise<readonly Group[]> => {
  const { from, figures } = await piecesOf(deps, states, { price: query.price, asOf });
  const sums = GOLD_WHAT_IF_FIGURES.map(
    (figure) => sql.fragment`sum(${figures[figure]})::text AS ${sql.identifier([figure])}`,
  );
  return deps.db.any(sql.type(Group)`
    SELECT t.shop_id, s.name AS shop_name, t.fineness, t.gold_content, k.fen, ${sql.join(sums, sql.fragment`, `)}
    FROM ${from} LEFT JOIN master.shop s ON s.id = t.shop_id
    WHERE ${states.where} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 3, 4`) as Promise<readonly Group[]>;
};
const rowsOf = async (deps: QueryDeps, chosen: StockChoice, asked: ListRequest<GoldWhatIfQuery>) => {
  const { pageIndex, pageSize } = asked.query;
  const groups = await groupsOf(deps, chosen, asked);
  return groups.slice((pageIndex - 1) * pageSize, pageIndex * pageSize).map(present);
};
const sumsOf = async (deps: QueryDeps, chosen: StockChoice, asked: WhatIfRequest) => {
  const groups = await groupsOf(deps, chosen, asked);
  const sum = (figure: Figure): string => String(groups.reduce((total, group) => total + BigInt(group[figure]), 0n));
  return { count: groups.length, totals: wireOf(sum) };
};

/** A total opened: each piece with the movement that brought it where it is. */
const explain = async (
  deps: QueryDeps,
  { states, asOf }: StockChoice,
  { field, price, ...paging }: z.infer<typeof GoldWhatIfExplainQuery>,
): Promise<Explanation> => {
  const { from, figures } = await piecesOf(deps, states, { price, asOf });
  const source = sql.fragment`
    SELECT t.barcode || '@' || t.shop_id AS key, t.barcode, t.shop_id, f.bill_type, f.document_no,
      ${figures[field]} AS value, f.event_id, f.position, f.at
    FROM ${from} CROSS JOIN LATERAL (
      SELECT f.bill_type, f.document_no, f.event_id, f.position, f.at FROM live.goods_flow f
      WHERE f.barcode = t.barcode AND f.shop_id = t.shop_id AND f.position <= t.from_position
      ORDER BY f.position DESC, f.line DESC LIMIT 1) AS f
    WHERE ${states.where}`;
  return explained(deps, { source, places: PLACES[field], paging });
};

const report = (deps: QueryDeps) => ({
  endpoint: goldWhatIfReport,
  name: '金价试算',
  allow: 'biz:cost:view',
  choose: ({ query: { shopId, fineness }, user, asOf }: WhatIfRequest) => {
    const states = turnoverStates({ shopId, fineness }, user, asOf);
    return isRefusal(states) ? states : { states, asOf };
  },
  rows: (chosen: StockChoice, asked: ListRequest<GoldWhatIfQuery>) => rowsOf(deps, chosen, asked),
  sums: (chosen: StockChoice, asked: WhatIfRequest) => sumsOf(deps, chosen, asked),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  pointsChart(report(deps), {
    unit: '元',
    pointsOf: async (chosen, asked) =>
      (await groupsOf(deps, chosen, asked)).map(present).flatMap(({ shopName: x, value, valueAt }) => [
        { x, name: '挂牌金值', value: Number(valueAt) },
        { x, name: '试算金值', value: Number(value) },
      ]),
  }),
  reportExplain(report(deps), {
    query: GoldWhatIfExplainQuery,
    explain: async ({ query, user, asOf }) => {
      const states = turnoverStates({ shopId: query.shopId, fineness: query.fineness }, user, asOf);
      return isRefusal(states) ? states : explain(deps, { states, asOf }, query);
    },
  }),
];
