/** GET /report-recycle: rows, totals, export and explanation, now or as of any moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { SumText, wireSum } from 'services/contracts/sums';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { LOT_PREFIX, LotSource, SOURCE_WORDS, lotNo } from 'services/old-material/contract';
import type { Explanation } from '../../explain/contract.ts';
import { NO_COST, explained } from '../../explain/explain.ts';
import { ofLot } from '../../old-material/of-lot.ts';
import { dayAt } from '../../platform/queries/day-at.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { inFullWidth } from '../../platform/queries/full-width.ts';
import { pageRows } from '../../platform/queries/paged-list.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import { allOf, between, contains, equals, oneOf, orderedBy } from '../../platform/queries/where-clauses.ts';
import { reportChart } from '../order-lines/report-chart.ts';
import {
  RECYCLE_STOCK_KEYS,
  RecycleStockExplainQuery,
  recycleStockReport,
  type RecycleStockQuery,
  type RecycleStockRow,
  type RecycleStockTotals,
} from './contract.ts';

const Stored = z.object({
  lot_id: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  fineness: z.string(),
  category: z.string(),
  style: z.string(),
  name: z.string(),
  source: LotSource,
  document_no: z.string(),
  received_on: z.string(),
  age_days: z.int(),
  weight_mg: z.int(),
  net_weight_mg: z.int(),
  price_fen: z.int(),
  left_mg: z.int(),
  left_net_mg: z.int(),
  left_fen: z.int(),
  held_mg: z.int(),
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'lotNo', title: '旧料编号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  { field: 'type', title: '类别', kind: 'text' },
  { field: 'style', title: '款式', kind: 'text' },
  { field: 'name', title: '名称', kind: 'text' },
  { field: 'source', title: '来源', kind: 'text' },
  { field: 'documentNo', title: '单据号', kind: 'text' },
  { field: 'inAt', title: '入库日期', kind: 'day' },
  { field: 'ageDays', title: '库龄(天)', kind: 'count' },
  { field: 'weight', title: '入库重量', kind: 'weight' },
  { field: 'netWeight', title: '入库净重', kind: 'weight' },
  { field: 'price', title: '入库金额', kind: 'money', cost: true },
  { field: 'leftWeight', title: '剩余重量', kind: 'weight', total: 'sum' },
  { field: 'leftNetWeight', title: '剩余净重', kind: 'weight', total: 'sum' },
  { field: 'held', title: '占用重量', kind: 'weight', total: 'sum' },
  { field: 'leftPrice', title: '剩余金额', kind: 'money', cost: true, total: 'sum' },
];

const present = (row: z.infer<typeof Stored>, withCost: boolean): RecycleStockRow => ({
  lotId: row.lot_id,
  lotNo: lotNo(row.lot_id),
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  fineness: row.fineness,
  type: row.category,
  style: row.style,
  name: row.name,
  source: SOURCE_WORDS[row.source],
  documentNo: row.document_no,
  inAt: row.received_on,
  weight: gramsFromMg(row.weight_mg),
  netWeight: gramsFromMg(row.net_weight_mg),
  leftWeight: gramsFromMg(row.left_mg),
  leftNetWeight: gramsFromMg(row.left_net_mg),
  held: gramsFromMg(row.held_mg),
  ageDays: row.age_days,
  ...(withCost && { price: yuanFromFen(row.price_fen), leftPrice: yuanFromFen(row.left_fen) }),
});

type Filters = Omit<RecycleStockQuery, 'pageIndex' | 'pageSize'>;
type Lots = { readonly where: FragmentSqlToken };
const FROM = sql.fragment`live.old_material_lots l`;
const lotsOf = (query: Filters, user: SessionUser, asOf: number | undefined): Lots | Refusal => {
  const shops = shopFilter(sql.fragment`l.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return {
    where: allOf(
      standing(sql.fragment`l`, asOf),
      query.stock === 'all' ? null : sql.fragment`l.left_mg > 0`,
      shops,
      ofLot(query.barcode),
      equals(sql.fragment`l.category`, query.type),
      equals(sql.fragment`l.style`, query.style),
      equals(sql.fragment`l.fineness`, query.fineness),
      equals(sql.fragment`l.source`, query.source),
      contains(sql.fragment`l.name`, query.name),
      between(sql.fragment`l.received_on`, query.beginTime, query.endTime),
      oneOf(sql.fragment`l.category`, query.typeArr),
      oneOf(sql.fragment`l.style`, query.styleArr),
      oneOf(sql.fragment`l.fineness`, query.finenessArr),
    ),
  };
};

type StockRequest = ListRequest<RecycleStockQuery>;
/** Oldest first: they leave first. */
const rowsOf = async (
  deps: QueryDeps,
  { where }: Lots,
  { query, user, asOf }: StockRequest,
): Promise<RecycleStockRow[]> => {
  const day = await dayAt(deps, asOf);
  const list = await pageRows({
    db: deps.db,
    from: FROM,
    where,
    orderBy: orderedBy(
      [
        [sql.fragment`l.left_mg`, query.leftWeightOrder],
        [sql.fragment`l.received_on`, query.inAtOrder],
      ],
      sql.fragment`l.received_on, l.lot_id`,
      sql.fragment`l.lot_id`,
    ),
    key: sql.fragment`l.lot_id AS lot_id, l.from_position`,
    select: sql.fragment`
      SELECT l.lot_id, l.shop_id, s.name AS shop_name, l.fineness, l.category, l.style, l.name, l.source, l.document_no,
        l.received_on, greatest(${day}::date - l.received_on, 0) AS age_days, l.weight_mg, l.net_weight_mg, l.price_fen,
        l.left_mg, l.left_net_mg, l.left_fen, l.held_mg
      FROM page JOIN ${FROM} ON l.lot_id = page.lot_id AND l.from_position = page.key
      LEFT JOIN master.shop s ON s.id = l.shop_id`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return list.map((row) => present(row, seesCost(user)));
};

const Sums = z.object({ count: z.int(), weight: SumText, net: SumText, held: SumText, fen: SumText });
const sumsOf = async (
  { db }: QueryDeps,
  { where }: Lots,
  { user }: StockRequest,
): Promise<{ readonly count: number; readonly totals: RecycleStockTotals }> => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS count, coalesce(sum(l.left_mg), 0)::text AS weight,
      coalesce(sum(l.left_net_mg), 0)::text AS net, coalesce(sum(l.held_mg), 0)::text AS held,
      coalesce(sum(l.left_fen), 0)::text AS fen
    FROM ${FROM} WHERE ${where}`);
  const totals = {
    leftWeight: wireSum(sums.weight, 3),
    leftNetWeight: wireSum(sums.net, 3),
    held: wireSum(sums.held, 3),
    ...(seesCost(user) && { leftPrice: wireSum(sums.fen, 2) }),
  };
  return { count: sums.count, totals };
};

const VALUES = {
  leftWeight: { column: sql.fragment`m.weight_mg`, places: 3 },
  leftNetWeight: { column: sql.fragment`m.net_weight_mg`, places: 3 },
  leftPrice: { column: sql.fragment`m.cost_fen`, places: 2 },
} as const;
/** What is left opens into what came and what left: a state of a lot begins with its last movement. */
const explain = (
  deps: QueryDeps,
  query: z.infer<typeof RecycleStockExplainQuery>,
  { where }: Lots,
): Promise<Explanation> => {
  const { column, places } = VALUES[query.field];
  return inFullWidth((width) =>
    explained(deps, {
      source: sql.fragment`
        SELECT m.position || '-' || m.line AS key, ${LOT_PREFIX} || m.lot_id AS barcode, m.shop_id, m.bill_type,
          m.document_no, ${column}::${width} AS value, m.event_id, m.position, m.at
        FROM ${FROM} JOIN live.old_material_moves m ON m.lot_id = l.lot_id AND m.position <= l.from_position
        WHERE ${where}`,
      places,
      paging: query,
    }),
  );
};

const report = (deps: QueryDeps) => ({
  endpoint: recycleStockReport,
  name: '旧料库存',
  allow: RECYCLE_STOCK_KEYS,
  choose: ({ query, user, asOf }: StockRequest) => lotsOf(query, user, asOf),
  rows: (lots: Lots, asked: StockRequest) => rowsOf(deps, lots, asked),
  sums: (lots: Lots, asked: StockRequest) => sumsOf(deps, lots, asked),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  reportChart(deps, report(deps), {
    by: { kind: 'word', column: sql.fragment`l.fineness` },
    from: () => FROM,
    figures: [
      { name: '剩余重量', column: sql.fragment`l.left_mg`, places: 3 },
      { name: '占用重量', column: sql.fragment`l.held_mg`, places: 3 },
    ],
    unit: 'g',
  }),
  reportExplain(report(deps), {
    query: RecycleStockExplainQuery,
    explain: async ({ query, user, asOf }) => {
      if (query.field === 'leftPrice' && !seesCost(user)) return NO_COST;
      const lots = lotsOf(query, user, asOf);
      return isRefusal(lots) ? lots : explain(deps, query, lots);
    },
  }),
];
