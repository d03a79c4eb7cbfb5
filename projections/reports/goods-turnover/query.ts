/** GET /report-goods-turnover: rows, totals, export and explanation, now or as of any moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Route } from 'services/contracts/route';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost } from 'services/contracts/user';
import { Attributes } from 'services/goods/contract';
import { asDescribed } from '../../goods-in/receipt-descriptions.ts';
import { GOODS_COLUMNS } from '../../goods-in/export-columns.ts';
import { photosOf, thumbsOf, wireFields } from '../../goods-in/present.ts';
import { dayAt } from '../../platform/queries/day-at.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { pageRows } from '../../platform/queries/paged-list.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { orderedBy } from '../../platform/queries/where-clauses.ts';
import {
  TurnoverExplainQuery,
  goodsTurnoverReport,
  type GoodsTurnoverQuery,
  type GoodsTurnoverRow,
} from './contract.ts';
import { explainTurnover } from './explain.ts';
import { branchesAt, turnoverStates, type TurnoverStates } from './filters.ts';
import { turnoverTotals } from './totals.ts';

const LIST = 'report:reportGoodsTurnover:list';
const Stored = z.object({
  barcode: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  on_hand: z.int(),
  in_num: z.int(),
  out_num: z.int(),
  held: z.int(),
  age_days: z.int(),
  last_moved_at: z.string().nullable(),
  unit_cost_fen: z.int(),
  category: z.string(),
  name: z.string(),
  style: z.string(),
  fineness: z.string(),
  gold_content: z.string(),
  net_weight_mg: z.int(),
  gross_weight_mg: z.int(),
  main_stone_milli: z.int(),
  side_stone_milli: z.int(),
  tag_price_fen: z.int(),
  print_template: z.string().nullable(),
  attributes: Attributes.nullable(),
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'inNum', title: '入库数量', kind: 'count', total: 'sum' },
  { field: 'outNum', title: '出库数量', kind: 'count', total: 'sum' },
  { field: 'num', title: '库存数量', kind: 'count', total: 'sum' },
  { field: 'held', title: '占用数量', kind: 'count', total: 'sum' },
  { field: 'ageDays', title: '库龄(天)', kind: 'count' },
  { field: 'lastMovedAt', title: '最近变动', kind: 'moment' },
  ...GOODS_COLUMNS,
];

/** What the report filters and sums is as it was then; the rest of the piece's description is its receipt's. */
const present = (row: z.infer<typeof Stored>, withCost: boolean): GoodsTurnoverRow => ({
  ...(row.attributes === null ? {} : wireFields(row.attributes, withCost)),
  type: row.category,
  name: row.name,
  style: row.style,
  fineness: row.fineness,
  goldContent: row.gold_content,
  goldWeight: gramsFromMg(row.net_weight_mg),
  weight: gramsFromMg(row.gross_weight_mg),
  stoneCt: caratsFromMilli(row.main_stone_milli),
  secondCt: caratsFromMilli(row.side_stone_milli),
  sellPrice: yuanFromFen(row.tag_price_fen),
  ...(withCost && { piceCost: yuanFromFen(row.unit_cost_fen) }),
  key: `${row.barcode}@${row.shop_id}`,
  barcode: row.barcode,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  inNum: row.in_num,
  outNum: row.out_num,
  num: row.on_hand,
  held: row.held,
  ageDays: row.age_days,
  lastMovedAt: row.last_moved_at ?? '',
  printTemplate: row.print_template ?? '',
  photos: photosOf(row.attributes?.pictures ?? []),
  thumbs: thumbsOf(row.attributes?.pictures ?? []),
});

const opposite = (direction: 'asc' | 'desc' | undefined): 'asc' | 'desc' | undefined =>
  direction === undefined ? undefined : direction === 'asc' ? 'desc' : 'asc';
/** Oldest stock first. */
const ordered = (query: GoodsTurnoverQuery) =>
  orderedBy(
    [
      [sql.fragment`t.barcode`, query.barcodeOrder],
      [sql.fragment`t.name COLLATE "zh-x-icu"`, query.nameOrder],
      [sql.fragment`t.net_weight_mg`, query.goldWeightOrder],
      [sql.fragment`t.tag_price_fen`, query.sellPriceOrder],
      [sql.fragment`t.first_received_on`, opposite(query.ageDaysOrder)],
    ],
    sql.fragment`t.first_received_on, t.barcode, t.shop_id`,
    sql.fragment`(t.barcode, t.shop_id)`,
  );

/** The first rows of either branch, with what they are known and sorted by: each branch is sorted where it is read. */
const firstAt = (asOf: number, where: FragmentSqlToken, query: GoodsTurnoverQuery): FragmentSqlToken => {
  const sorted = [
    sql.fragment`t.barcode, t.shop_id, t.from_position, t.first_received_on`,
    ...(query.nameOrder === undefined ? [] : [sql.fragment`t.name`]),
    ...(query.goldWeightOrder === undefined ? [] : [sql.fragment`t.net_weight_mg`]),
    ...(query.sellPriceOrder === undefined ? [] : [sql.fragment`t.tag_price_fen`]),
  ];
  const columns = sql.join(sorted, sql.fragment`, `);
  const branches = branchesAt(asOf).map(
    (branch) => sql.fragment`
      (SELECT ${columns} FROM ${branch} AND ${where} ORDER BY ${ordered(query)} LIMIT ${query.pageIndex * query.pageSize})`,
  );
  return sql.fragment`(${sql.join(branches, sql.fragment` UNION ALL `)}) t`;
};

const rowsOf = async (
  deps: QueryDeps,
  { from, where }: TurnoverStates,
  { query, user, asOf }: ListRequest<GoodsTurnoverQuery>,
) => {
  const day = await dayAt(deps, asOf);
  const list = await pageRows({
    db: deps.db,
    from: asOf === undefined ? from : firstAt(asOf, where, query),
    where: asOf === undefined ? where : sql.fragment`true`,
    orderBy: ordered(query),
    key: sql.fragment`t.barcode AS barcode, t.shop_id AS shop_id, t.from_position`,
    select: sql.fragment`
      SELECT t.barcode, t.shop_id, s.name AS shop_name, t.on_hand, t.in_num, t.out_num, coalesce(h.held, 0) AS held,
        greatest(${day}::date - t.first_received_on, 0) AS age_days, t.last_moved_at, t.unit_cost_fen, t.category,
        t.name, t.style, t.fineness, t.gold_content, t.net_weight_mg, t.gross_weight_mg, t.main_stone_milli,
        t.side_stone_milli, t.tag_price_fen, g.print_template, g.attributes
      FROM page JOIN live.goods_turnover t
        ON t.barcode = page.barcode AND t.shop_id = page.shop_id AND t.from_position = page.key
      LEFT JOIN live.goods_in g ON g.barcode = t.barcode AND g.bill_type = '1'
      LEFT JOIN live.holding h ON h.barcode = t.barcode AND h.shop_id = t.shop_id AND ${standing(sql.fragment`h`, asOf)}
      LEFT JOIN master.shop s ON s.id = t.shop_id`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  const rows = await asDescribed(deps, list, asOf);
  return rows.map((row) => present(row, seesCost(user)));
};

const report = (deps: QueryDeps) => ({
  endpoint: goodsTurnoverReport,
  name: '库存周转报表',
  allow: LIST,
  choose: ({ query, user, asOf }: ListRequest<GoodsTurnoverQuery>) => turnoverStates(query, user, asOf),
  rows: (states: TurnoverStates, asked: ListRequest<GoodsTurnoverQuery>) => rowsOf(deps, states, asked),
  sums: (states: TurnoverStates, { user }: ListRequest<GoodsTurnoverQuery>) =>
    turnoverTotals(deps, states, seesCost(user)),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT, pieces: 'num' }),
  reportExplain(report(deps), {
    query: TurnoverExplainQuery,
    explain: ({ query, user, asOf }) => explainTurnover(deps, query, user, asOf),
  }),
];
