/** GET /report-sell-clean: rows, totals, export and explanation, now or as of any moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { REPAIR_PREFIX, repairStepOf } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { latestDayRoute } from '../../documents/routes.ts';
import type { Explanation } from '../../explain/contract.ts';
import { explained } from '../../explain/explain.ts';
import { allowedRange } from '../../platform/queries/date-window.ts';
import { dayAt } from '../../platform/queries/day-at.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { figureSums } from '../../platform/queries/figure-sums.ts';
import { inFullWidth } from '../../platform/queries/full-width.ts';
import { pageRows } from '../../platform/queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { SALES, ofScope, shopFilter } from '../../platform/queries/scope.ts';
import {
  allOf,
  between,
  equals,
  ofCustomer,
  oneOf,
  orderedBy,
  type Condition,
} from '../../platform/queries/where-clauses.ts';
import { NAMES, REPAIRS, StoredRepair, isRepair, ofRepairNo, presentRepair, selectOf } from '../../repairs/rows.ts';
import { reportChart } from '../order-lines/report-chart.ts';
import { SellCleanExplainQuery, sellCleanReport, type SellCleanQuery, type SellCleanRow } from './contract.ts';

const LIST = 'report:reportSellClean:list';
const NAME = '清洗明细';
const EXPORT: readonly ExportColumn[] = [
  { field: 'orderNo', title: '单据号', kind: 'text' },
  { field: 'barcode', title: '维修单号', kind: 'text' },
  { field: 'sellAt', title: '日期', kind: 'day' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'type', title: '类别', kind: 'text' },
  { field: 'style', title: '款式', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  { field: 'weight', title: '重量', kind: 'weight', total: 'sum' },
  { field: 'price', title: '金额', kind: 'money', total: 'sum' },
  { field: 'stone', title: '主石', kind: 'text' },
  { field: 'stoneCt', title: '主石重', kind: 'carat', total: 'sum' },
  { field: 'stoneP', title: '主石粒数', kind: 'count', total: 'sum' },
  { field: 'second', title: '副石', kind: 'text' },
  { field: 'secondCt', title: '副石重', kind: 'carat', total: 'sum' },
  { field: 'secondP', title: '副石粒数', kind: 'count', total: 'sum' },
  { field: 'remark', title: '备注', kind: 'text' },
  { field: 'state', title: '进度', kind: 'text' },
  { field: 'takeAt', title: '取件日期', kind: 'day' },
  { field: 'takeBy', title: '取件人', kind: 'text' },
];

const present = (row: StoredRepair): SellCleanRow => {
  const repair = presentRepair(row);
  return { ...repair, barcode: repair.no };
};

type Filters = Omit<SellCleanQuery, 'pageIndex' | 'pageSize'>;
type Lines = { readonly where: FragmentSqlToken };
/** What a user is shown of audited orders. */
const shownTo = (user: SessionUser, shopId?: number, asOf?: number): readonly Condition[] | Refusal => {
  const shops = shopFilter(sql.fragment`r.shop_id`, user, shopId);
  return isRefusal(shops)
    ? shops
    : [isRepair(asOf), sql.fragment`r.audit_flag = 2`, ...shops, ofScope(sql.fragment`r.sale_id`, SALES, user)];
};
const linesOf = (
  { now }: QueryDeps,
  { query, user, asOf }: { readonly query: Filters; readonly user: SessionUser; readonly asOf: number | undefined },
): Lines | Refusal => {
  const shown = shownTo(user, query.shopId, asOf);
  if (isRefusal(shown)) return shown;
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  return {
    where: allOf(
      shown,
      ofRepairNo(query.barcode),
      ofCustomer(sql.fragment`r.customer_id`, query.customerId),
      equals(sql.fragment`r.category`, query.type),
      equals(sql.fragment`r.style`, query.style),
      equals(sql.fragment`r.fineness`, query.fineness),
      query.state === undefined ? null : equals(sql.fragment`r.step`, repairStepOf(query.state)),
      between(sql.fragment`r.received_on`, range.begin, range.end),
      oneOf(sql.fragment`r.category`, query.typeArr),
      oneOf(sql.fragment`r.style`, query.styleArr),
      oneOf(sql.fragment`r.fineness`, query.finenessArr),
    ),
  };
};

type Asked = ListRequest<SellCleanQuery>;
/** Newest first. */
const rowsOf = async (deps: QueryDeps, { where }: Lines, { query, asOf }: Asked): Promise<SellCleanRow[]> => {
  const list = await pageRows({
    db: deps.db,
    from: REPAIRS,
    where,
    orderBy: orderedBy(
      [
        [sql.fragment`r.received_on`, query.sellAtOrder],
        [sql.fragment`r.weight_mg`, query.weightOrder],
        [sql.fragment`r.price_fen`, query.priceOrder],
      ],
      sql.fragment`r.received_on DESC, r.repair_id DESC`,
      sql.fragment`r.repair_id`,
    ),
    key: sql.fragment`r.sale_id AS sale_id, r.line_id AS line_id, r.from_position`,
    select: sql.fragment`${selectOf(await dayAt(deps, asOf))}
      FROM page JOIN ${REPAIRS} ON r.sale_id = page.sale_id AND r.line_id = page.line_id AND r.from_position = page.key
      ${NAMES}`,
    row: StoredRepair,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return list.map(present);
};

const FIGURES = {
  weight: { column: sql.fragment`r.weight_mg`, places: 3 },
  price: { column: sql.fragment`r.price_fen`, places: 2 },
  stoneCt: { column: sql.fragment`r.main_stone_milli`, places: 3 },
  stoneP: { column: sql.fragment`r.main_stone_count`, places: 0 },
  secondCt: { column: sql.fragment`r.side_stone_milli`, places: 3 },
  secondP: { column: sql.fragment`r.side_stone_count`, places: 0 },
} as const;
/** Each line is worth what its order was saved with last. */
const explain = (
  deps: QueryDeps,
  query: z.infer<typeof SellCleanExplainQuery>,
  { where }: Lines,
): Promise<Explanation> => {
  const { column, places } = FIGURES[query.field];
  return inFullWidth((width) =>
    explained(deps, {
      source: sql.fragment`
        SELECT r.repair_id::text AS key, ${REPAIR_PREFIX} || r.repair_id AS barcode, r.shop_id, '维修清洗' AS bill_type,
          ${saleName.prefix} || r.sale_id AS document_no, ${column}::${width} AS value, r.event_id,
          r.valued_position AS position, r.valued_at AS at
        FROM ${REPAIRS} WHERE ${where}`,
      places,
      paging: query,
    }),
  );
};

const report = (deps: QueryDeps) => ({
  endpoint: sellCleanReport,
  name: NAME,
  allow: LIST,
  choose: (asked: Asked) => linesOf(deps, asked),
  rows: (lines: Lines, asked: Asked) => rowsOf(deps, lines, asked),
  sums: ({ where }: Lines) => figureSums(deps, FIGURES, { from: REPAIRS, where }),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  reportChart(deps, report(deps), {
    by: { kind: 'day', column: sql.fragment`r.received_on` },
    from: () => REPAIRS,
    figures: [{ name: '金额', column: sql.fragment`r.price_fen`, places: 2 }],
    unit: '元',
  }),
  latestDayRoute(deps, {
    path: sellCleanReport.path,
    label: NAME,
    allow: LIST,
    from: REPAIRS,
    day: sql.fragment`r.received_on`,
    where: shownTo,
  }),
  reportExplain(report(deps), {
    query: SellCleanExplainQuery,
    explain: async (asked) => {
      const lines = linesOf(deps, asked);
      return isRefusal(lines) ? lines : explain(deps, asked.query, lines);
    },
  }),
];
