/** GET /report-goods-check: rows, totals and export of audited checks (S0§2; R13, R27). */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import type { Route } from 'services/contracts/route';
import { SumText, wireSum } from 'services/contracts/sums';
import { seesCost } from 'services/contracts/user';
import { Attributes } from 'services/goods/contract';
import { UnmatchedCode } from 'services/stock-check/contract';
import { asDescribed } from '../../goods-in/receipt-descriptions.ts';
import { latestDayRoute, shownIn } from '../../documents/routes.ts';
import { UNREMARKED_COLUMNS } from '../../goods-in/export-columns.ts';
import { wireFields } from '../../goods-in/present.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { inFullWidth, type Width } from '../../platform/queries/full-width.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { checksAt } from '../../stock-checks/check-as-of.ts';
import { goodsCheckReport, type GoodsCheckQuery, type GoodsCheckRow } from './contract.ts';
import { checkExplainRoute } from './explain.ts';
import { filtersOf, linesWith, stoneOf, type Filters } from './lines.ts';

const LIST = 'biz:bizGoodsCheck:list';
const Stored = z.object({
  check_id: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  checked_on: z.string(),
  barcode: z.string(),
  book_num: z.int(),
  fact_num: z.int(),
  remark: z.string(),
  attributes: Attributes.nullable(),
});
const Totals = z.object({
  count: z.int(),
  net: SumText,
  gross: SumText,
  stone: SumText,
  book_num: SumText,
  fact_num: SumText,
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'checkAt', title: '盘点日期', kind: 'day' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'bookNum', title: '账面数量', kind: 'count', total: 'sum' },
  { field: 'factNum', title: '实盘数量', kind: 'count', total: 'sum' },
  { field: 'diffNum', title: '差异', kind: 'count', total: 'sum' },
  { field: 'noFind', title: '未找到', kind: 'text' },
  ...UNREMARKED_COLUMNS,
  { field: 'remark', title: '备注', kind: 'text' },
];

type Codes = ReadonlyMap<number, string>;
const present = (row: z.infer<typeof Stored>, noFind: Codes, withCost: boolean): GoodsCheckRow => ({
  ...(row.attributes === null ? {} : wireFields(row.attributes, withCost)),
  key: `${row.check_id}/${row.barcode}`,
  checkId: row.check_id,
  no: documentNo('check', row.check_id),
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  barcode: row.barcode,
  checkAt: row.checked_on,
  bookNum: row.book_num,
  factNum: row.fact_num,
  diffNum: row.fact_num - row.book_num,
  noFind: noFind.get(row.check_id) ?? '',
  remark: row.remark,
});

const NotFoundCodes = z.object({ id: z.int(), not_found: z.array(UnmatchedCode) });
/** Codes that the checks did not find, each followed by a comma. */
const notFoundOf = async (deps: QueryDeps, ids: readonly number[], asOf: number | undefined): Promise<Codes> => {
  const from = asOf === undefined ? sql.fragment`live.stock_checks k` : await checksAt(deps, ids, asOf);
  const rows = await deps.db.any(sql.type(NotFoundCodes)`
    SELECT k.id, k.not_found FROM ${from} WHERE k.id = ANY(${sql.array(ids, 'int8')})`);
  return new Map(rows.map((row) => [row.id, row.not_found.map(({ barcode }) => `${barcode},`).join('')]));
};

const pageOf = async (deps: QueryDeps, filters: Filters, { query, user }: ListRequest<GoodsCheckQuery>) => {
  const { pageIndex, pageSize } = query;
  const { asOf } = filters;
  const rows = await deps.db.any(sql.type(Stored)`
    ${linesWith(filters)},
    page AS (
      SELECT * FROM wanted ORDER BY checked_on DESC, check_id DESC, barcode
      LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize})
    SELECT page.check_id, page.barcode, page.book_num, page.fact_num, page.remark, page.checked_on, page.shop_id,
      s.name AS shop_name, g.attributes
    FROM page
    LEFT JOIN live.goods_in g ON g.row_id = page.row_id
    LEFT JOIN master.shop s ON s.id = page.shop_id
    ORDER BY page.checked_on DESC, page.check_id DESC, page.barcode`);
  // One after the other: an export reads its pages over one connection.
  const described = await asDescribed(deps, rows, asOf);
  const noFind = await notFoundOf(deps, [...new Set(rows.map((row) => row.check_id))], asOf);
  return described.map((row) => present(row, noFind, seesCost(user)));
};

const sumsOf = async ({ db }: QueryDeps, filters: Filters) => {
  const stones = (width: Width) =>
    filters.asOf === undefined
      ? sql.fragment`coalesce((SELECT sum(c.fact_num::${width} * ${stoneOf(undefined)})
          FROM wanted c JOIN live.goods_in g ON g.row_id = c.row_id WHERE c.fact_num > 0), 0)`
      : sql.fragment`coalesce(sum(w.fact_num::${width} * w.main_stone_milli), 0)`;
  const sums = await inFullWidth((width) =>
    db.one(sql.type(Totals)`
      ${linesWith(filters, filters.asOf !== undefined)}
      SELECT count(*)::int AS count, coalesce(sum(w.book_num), 0)::text AS book_num,
        coalesce(sum(w.fact_num), 0)::text AS fact_num,
        coalesce(sum(w.fact_num::${width} * w.net_weight_mg), 0)::text AS net,
        coalesce(sum(w.fact_num::${width} * w.gross_weight_mg), 0)::text AS gross,
        ${stones(width)}::text AS stone
      FROM wanted w`),
  );
  const totals = {
    goldWeight: wireSum(sums.net, 3),
    weight: wireSum(sums.gross, 3),
    stoneCt: wireSum(sums.stone, 3),
    bookNum: wireSum(sums.book_num, 0),
    factNum: wireSum(sums.fact_num, 0),
  };
  return { count: sums.count, totals };
};

const report = (deps: QueryDeps) => ({
  endpoint: goodsCheckReport,
  name: '首饰盘点报表',
  allow: LIST,
  choose: ({ query, user, asOf }: ListRequest<GoodsCheckQuery>) => filtersOf(query, user, deps.now(), asOf),
  rows: (filters: Filters, asked: ListRequest<GoodsCheckQuery>) => pageOf(deps, filters, asked),
  sums: (filters: Filters) => sumsOf(deps, filters),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT, pieces: 'factNum' }),
  latestDayRoute(deps, {
    path: '/report-goods-check',
    label: '首饰盘点报表',
    allow: LIST,
    from: sql.fragment`live.stock_checks k`,
    day: sql.fragment`k.checked_on`,
    where: shownIn(sql.fragment`k`, sql.fragment`k.stage = 'audited'`),
  }),
  checkExplainRoute(deps, report(deps)),
];
