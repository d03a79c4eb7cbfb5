/** GET /report-sell-recycle: rows, totals, export and explanation, now or as of any moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { LOT_PREFIX, LotSource, SOURCE_WORDS, lotNo } from 'services/old-material/contract';
import { latestDayRoute } from '../../documents/routes.ts';
import type { Explanation } from '../../explain/contract.ts';
import { explained } from '../../explain/explain.ts';
import { lotInScope, ofLot } from '../../old-material/of-lot.ts';
import { allowedRange } from '../../platform/queries/date-window.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { figureSums } from '../../platform/queries/figure-sums.ts';
import { inFullWidth } from '../../platform/queries/full-width.ts';
import { pageRows } from '../../platform/queries/paged-list.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import {
  allOf,
  between,
  contains,
  equals,
  ofCustomer,
  oneOf,
  orderedBy,
  type Condition,
} from '../../platform/queries/where-clauses.ts';
import { reportChart } from '../order-lines/report-chart.ts';
import {
  SellRecycleExplainQuery,
  sellRecycleReport,
  type SellRecycleQuery,
  type SellRecycleRow,
  type SellRecycleTotals,
} from './contract.ts';

const LIST = 'report:reportSellRecycle:list';
const NAME = '首饰回收明细';
/** Sources of lots that customers brought; on the wire by their words. */
const BROUGHT = ['order', 'recycle'] as const satisfies readonly LotSource[];
const Stored = z.object({
  lot_id: z.int(),
  source: LotSource,
  document_no: z.string(),
  received_on: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  customer_name: z.string().nullable(),
  category: z.string(),
  style: z.string(),
  fineness: z.string(),
  name: z.string(),
  weight_mg: z.int(),
  loss_ratio_bp: z.int(),
  net_weight_mg: z.int(),
  work_fee_fen: z.int(),
  unit_price_fen: z.int(),
  price_fen: z.int(),
  main_stone: z.string(),
  main_stone_milli: z.int(),
  main_stone_count: z.int(),
  side_stone: z.string(),
  side_stone_milli: z.int(),
  side_stone_count: z.int(),
  remark: z.string(),
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'orderNo', title: '单据号', kind: 'text' },
  { field: 'billType', title: '类型', kind: 'text' },
  { field: 'sellAt', title: '日期', kind: 'day' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'barcode', title: '旧料编号', kind: 'text' },
  { field: 'type', title: '类别', kind: 'text' },
  { field: 'style', title: '款式', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  { field: 'name', title: '名称', kind: 'text' },
  { field: 'weight', title: '重量', kind: 'weight', total: 'sum' },
  { field: 'lossRatio', title: '折净率(%)', kind: 'number' },
  { field: 'netWeight', title: '净重', kind: 'weight', total: 'sum' },
  { field: 'cost', title: '单价', kind: 'money' },
  { field: 'workFee', title: '工费', kind: 'money' },
  { field: 'price', title: '金额', kind: 'money', total: 'sum' },
  { field: 'stone', title: '主石', kind: 'text' },
  { field: 'stoneCt', title: '主石重', kind: 'carat', total: 'sum' },
  { field: 'stoneP', title: '主石粒数', kind: 'count' },
  { field: 'second', title: '副石', kind: 'text' },
  { field: 'secondCt', title: '副石重', kind: 'carat', total: 'sum' },
  { field: 'secondP', title: '副石粒数', kind: 'count' },
  { field: 'remark', title: '备注', kind: 'text' },
];

const present = (row: z.infer<typeof Stored>): SellRecycleRow => ({
  lotId: row.lot_id,
  barcode: lotNo(row.lot_id),
  billType: SOURCE_WORDS[row.source],
  orderNo: row.document_no,
  sellAt: row.received_on,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  customerName: row.customer_name ?? '',
  type: row.category,
  style: row.style,
  fineness: row.fineness,
  name: row.name,
  weight: gramsFromMg(row.weight_mg),
  lossRatio: row.loss_ratio_bp / 100,
  netWeight: gramsFromMg(row.net_weight_mg),
  workFee: yuanFromFen(row.work_fee_fen),
  cost: yuanFromFen(row.unit_price_fen),
  price: yuanFromFen(row.price_fen),
  stone: row.main_stone,
  stoneCt: caratsFromMilli(row.main_stone_milli),
  stoneP: row.main_stone_count,
  second: row.side_stone,
  secondCt: caratsFromMilli(row.side_stone_milli),
  secondP: row.side_stone_count,
  remark: row.remark,
});

type Filters = Omit<SellRecycleQuery, 'pageIndex' | 'pageSize'>;
type Lines = { readonly where: FragmentSqlToken };
const FROM = sql.fragment`live.old_material_lots l`;
/** What customers brought that a user is shown. */
const shownTo = (user: SessionUser, shopId?: number, asOf?: number): readonly Condition[] | Refusal => {
  const shops = shopFilter(sql.fragment`l.shop_id`, user, shopId);
  const brought = sql.fragment`l.source = ANY(${sql.array([...BROUGHT], 'text')})`;
  return isRefusal(shops) ? shops : [standing(sql.fragment`l`, asOf), brought, ...shops, lotInScope(user)];
};
const linesOf = (
  { now }: QueryDeps,
  { query, user, asOf }: { readonly query: Filters; readonly user: SessionUser; readonly asOf: number | undefined },
): Lines | Refusal => {
  const shown = shownTo(user, query.shopId, asOf);
  if (isRefusal(shown)) return shown;
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const source = BROUGHT.find((one) => SOURCE_WORDS[one] === query.billType);
  return {
    where: allOf(
      shown,
      equals(sql.fragment`l.source`, source),
      ofLot(query.barcode),
      ofCustomer(sql.fragment`l.customer_id`, query.customerId),
      equals(sql.fragment`l.category`, query.type),
      equals(sql.fragment`l.style`, query.style),
      equals(sql.fragment`l.fineness`, query.fineness),
      contains(sql.fragment`l.name`, query.name),
      between(sql.fragment`l.received_on`, range.begin, range.end),
      oneOf(sql.fragment`l.category`, query.typeArr),
      oneOf(sql.fragment`l.style`, query.styleArr),
      oneOf(sql.fragment`l.fineness`, query.finenessArr),
    ),
  };
};

type Asked = ListRequest<SellRecycleQuery>;
/** Newest first. */
const rowsOf = async ({ db }: QueryDeps, { where }: Lines, { query }: Asked): Promise<SellRecycleRow[]> => {
  const list = await pageRows({
    db,
    from: FROM,
    where,
    orderBy: orderedBy(
      [
        [sql.fragment`l.received_on`, query.sellAtOrder],
        [sql.fragment`l.net_weight_mg`, query.netWeightOrder],
        [sql.fragment`l.price_fen`, query.priceOrder],
      ],
      sql.fragment`l.received_on DESC, l.lot_id DESC`,
      sql.fragment`l.lot_id`,
    ),
    key: sql.fragment`l.lot_id AS lot_id, l.from_position`,
    select: sql.fragment`
      SELECT l.lot_id, l.source, l.document_no, l.received_on, l.shop_id, s.name AS shop_name, c.name AS customer_name,
        l.category, l.style, l.fineness, l.name, l.weight_mg, l.loss_ratio_bp, l.net_weight_mg, l.work_fee_fen,
        l.unit_price_fen, l.price_fen, l.main_stone, l.main_stone_milli, l.main_stone_count, l.side_stone,
        l.side_stone_milli, l.side_stone_count, l.remark
      FROM page JOIN ${FROM} ON l.lot_id = page.lot_id AND l.from_position = page.key
      LEFT JOIN master.shop s ON s.id = l.shop_id LEFT JOIN master.customer c ON c.id = l.customer_id`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return list.map(present);
};

const FIGURES = {
  weight: { column: sql.fragment`l.weight_mg`, places: 3 },
  netWeight: { column: sql.fragment`l.net_weight_mg`, places: 3 },
  price: { column: sql.fragment`l.price_fen`, places: 2 },
  stoneCt: { column: sql.fragment`l.main_stone_milli`, places: 3 },
  secondCt: { column: sql.fragment`l.side_stone_milli`, places: 3 },
} as const;
/** What a gram of net weight came to. */
const AVERAGE = {
  result: sql.fragment`round(sum(l.unit_price_fen::numeric * l.net_weight_mg) / nullif(sum(l.net_weight_mg), 0))`,
  places: 2,
} as const;
type Summed = { readonly count: number; readonly totals: SellRecycleTotals };
const sumsOf = async (deps: QueryDeps, { where }: Lines): Promise<Summed> => {
  const { count, totals } = await figureSums(deps, { ...FIGURES, cost: AVERAGE }, { from: FROM, where });
  return { count, totals: { ...totals, cost: Number(totals.cost) } };
};

/** Each line is worth what its lot came in with. */
const explain = (
  deps: QueryDeps,
  query: z.infer<typeof SellRecycleExplainQuery>,
  { where }: Lines,
): Promise<Explanation> => {
  const { column, places } = FIGURES[query.field];
  return inFullWidth((width) =>
    explained(deps, {
      source: sql.fragment`
        SELECT m.position || '-' || m.line AS key, ${LOT_PREFIX} || m.lot_id AS barcode, m.shop_id, m.bill_type,
          m.document_no, ${column}::${width} AS value, m.event_id, m.position, m.at
        FROM ${FROM} JOIN live.old_material_moves m ON m.lot_id = l.lot_id AND m.incoming
        WHERE ${where}`,
      places,
      paging: query,
    }),
  );
};

const report = (deps: QueryDeps) => ({
  endpoint: sellRecycleReport,
  name: NAME,
  allow: LIST,
  choose: (asked: Asked) => linesOf(deps, asked),
  rows: (lines: Lines, asked: Asked) => rowsOf(deps, lines, asked),
  sums: (lines: Lines) => sumsOf(deps, lines),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  reportChart(deps, report(deps), {
    by: { kind: 'day', column: sql.fragment`l.received_on` },
    from: () => FROM,
    figures: [{ name: '净重', column: sql.fragment`l.net_weight_mg`, places: 3 }],
    unit: 'g',
  }),
  latestDayRoute(deps, {
    path: sellRecycleReport.path,
    label: NAME,
    allow: LIST,
    from: FROM,
    day: sql.fragment`l.received_on`,
    where: shownTo,
  }),
  reportExplain(report(deps), {
    query: SellRecycleExplainQuery,
    explain: async (asked) => {
      const lines = linesOf(deps, asked);
      return isRefusal(lines) ? lines : explain(deps, asked.query, lines);
    },
  }),
];
