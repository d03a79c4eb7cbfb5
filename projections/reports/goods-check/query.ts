/** GET /report-goods-check: rows, totals and export of audited checks (S0§2; R13, R27). */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { reportOf } from 'services/contracts/envelope';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { caratsFromMilli, gramsFromMg } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { Attributes } from 'services/goods/contract';
import { NotFound } from 'services/stock-check/contract';
import { GOODS_COLUMNS } from '../../goods-in/export-columns.ts';
import { wireFields } from '../../goods-in/present.ts';
import { allowedRange } from '../../platform/date-window.ts';
import { exportRoute, type ExportColumn } from '../../platform/export.ts';
import type { QueryDeps } from '../../platform/query-deps.ts';
import { shopFilter } from '../../platform/scope.ts';
import { allOf, between, contains, equals, oneOf } from '../../platform/where.ts';
import { GoodsCheckQuery, GoodsCheckRow, GoodsCheckTotals } from './contract.ts';

const LIST = 'biz:bizGoodsCheck:list';
const Stored = z.object({
  check_id: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  checked_on: z.string(),
  not_found: z.array(NotFound),
  barcode: z.string(),
  book_num: z.int(),
  fact_num: z.int(),
  remark: z.string(),
  attributes: Attributes.nullable(),
});
const Totals = z.object({
  count: z.int(),
  net: z.int(),
  gross: z.int(),
  stone: z.int(),
  book_num: z.int(),
  fact_num: z.int(),
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'checkAt', title: '盘点日期', kind: 'day' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'bookNum', title: '账面数量', kind: 'count' },
  { field: 'factNum', title: '实盘数量', kind: 'count' },
  { field: 'diffNum', title: '差异', kind: 'count' },
  { field: 'noFind', title: '未找到', kind: 'text' },
  ...GOODS_COLUMNS,
  { field: 'remark', title: '备注', kind: 'text' },
];

const present = (row: z.infer<typeof Stored>, withCost: boolean): GoodsCheckRow => ({
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
  noFind: row.not_found.map(({ barcode }) => `${barcode},`).join(''),
  remark: row.remark,
});

/** A barcode clears the dates (S0§4). */
const filtersOf = (query: GoodsCheckQuery, user: SessionUser, now: Date) => {
  const barcode = query.barcode?.normalize('NFKC').toUpperCase() ?? '';
  const range = allowedRange(user, barcode === '' ? query : {}, now);
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`k.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return {
    checks: allOf(
      sql.fragment`k.stage = 'audited'`,
      shops,
      equals(sql.fragment`k.category`, query.type),
      oneOf(sql.fragment`k.category`, query.typeArr),
      between(sql.fragment`k.checked_on`, range.begin, range.end),
    ),
    pieces: (line: Line) =>
      allOf(
        equals(line.barcode, barcode),
        equals(sql.fragment`g.style`, query.style),
        oneOf(sql.fragment`g.style`, query.styleArr),
        equals(sql.fragment`g.fineness`, query.fineness),
        oneOf(sql.fragment`g.fineness`, query.finenessArr),
        contains(sql.fragment`g.name`, query.name),
        query.only === 'different' ? sql.fragment`${line.book} <> ${line.fact}` : null,
      ),
  };
};

/** Columns of a line: in the books, or only counted. */
type Line = { readonly barcode: FragmentSqlToken; readonly book: FragmentSqlToken; readonly fact: FragmentSqlToken };
const BOOKED: Line = {
  barcode: sql.fragment`h.barcode`,
  book: sql.fragment`h.on_hand`,
  fact: sql.fragment`coalesce(c.fact_num, 0)`,
};
const COUNTED: Line = { barcode: sql.fragment`c.barcode`, book: sql.fragment`0`, fact: sql.fragment`c.fact_num` };
const STANDING = sql.fragment`h.shop_id = k.shop_id AND h.on_hand > 0 AND h.from_position <= k.book_position
  AND (h.to_position IS NULL OR h.to_position > k.book_position)`;
const IN_SCOPE = sql.fragment`g.category = k.category AND (k.style = '' OR g.style = k.style)`;

type Filters = { readonly checks: FragmentSqlToken; readonly pieces: (line: Line) => FragmentSqlToken };
/** Lines of the checks `k`: the holdings at each check's own position, and what was counted beyond them. */
const linesWith = ({ checks, pieces }: Filters): FragmentSqlToken => sql.fragment`
  WITH k AS (SELECT * FROM live.stock_checks k WHERE ${checks}),
  wanted AS (
    SELECT k.id AS check_id, k.checked_on, h.barcode, h.on_hand AS book_num, coalesce(c.fact_num, 0) AS fact_num,
      coalesce(c.remark, '') AS remark, g.row_id, g.net_weight_mg, g.gross_weight_mg
    FROM k JOIN live.holding h ON ${STANDING}
    JOIN live.goods_in g ON g.barcode = h.barcode AND g.bill_type = '1' AND ${IN_SCOPE}
    LEFT JOIN live.stock_check_counts c ON c.check_id = k.id AND c.round = k.round AND c.barcode = h.barcode
    WHERE ${pieces(BOOKED)}
    UNION ALL
    SELECT k.id, k.checked_on, c.barcode, 0, c.fact_num, c.remark, g.row_id, g.net_weight_mg, g.gross_weight_mg
    FROM k JOIN live.stock_check_counts c ON c.check_id = k.id AND c.round = k.round
    LEFT JOIN live.goods_in g ON g.barcode = c.barcode AND g.bill_type = '1'
    WHERE ${pieces(COUNTED)} AND NOT (coalesce(${IN_SCOPE}, false)
      AND EXISTS (SELECT FROM live.holding h WHERE h.barcode = c.barcode AND ${STANDING})))`;

const pageOf = async ({ db }: QueryDeps, filters: Filters, query: GoodsCheckQuery, user: SessionUser) => {
  const { pageIndex, pageSize } = query;
  const rows = await db.any(sql.type(Stored)`
    ${linesWith(filters)},
    page AS (
      SELECT * FROM wanted ORDER BY checked_on DESC, check_id DESC, barcode
      LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize})
    SELECT page.check_id, page.barcode, page.book_num, page.fact_num, page.remark, page.checked_on, k.shop_id,
      k.not_found, s.name AS shop_name, g.attributes
    FROM page JOIN k ON k.id = page.check_id
    LEFT JOIN live.goods_in g ON g.row_id = page.row_id
    LEFT JOIN master.shop s ON s.id = k.shop_id
    ORDER BY page.checked_on DESC, page.check_id DESC, page.barcode`);
  return rows.map((row) => present(row, seesCost(user)));
};

const totalsOf = ({ db }: QueryDeps, filters: Filters) =>
  db.one(sql.type(Totals)`
    ${linesWith(filters)}
    SELECT count(*)::int AS count, coalesce(sum(w.book_num), 0)::int AS book_num,
      coalesce(sum(w.fact_num), 0)::int AS fact_num,
      coalesce(sum(w.fact_num * w.net_weight_mg), 0)::bigint AS net,
      coalesce(sum(w.fact_num * w.gross_weight_mg), 0)::bigint AS gross,
      coalesce((SELECT sum(c.fact_num * (g.attributes ->> 'mainStoneCaratMilli')::bigint)
        FROM wanted c JOIN live.goods_in g ON g.row_id = c.row_id WHERE c.fact_num > 0), 0)::bigint AS stone
    FROM wanted w`);

const report = async (deps: QueryDeps, query: GoodsCheckQuery, user: SessionUser) => {
  const filters = filtersOf(query, user, deps.now());
  if (isRefusal(filters)) return filters;
  const [list, totals] = await Promise.all([pageOf(deps, filters, query, user), totalsOf(deps, filters)]);
  const { pageIndex, pageSize } = query;
  return {
    count: totals.count,
    pageIndex,
    pageSize,
    list: {
      goldWeight: gramsFromMg(totals.net),
      weight: gramsFromMg(totals.gross),
      stoneCt: caratsFromMilli(totals.stone),
      bookNum: totals.book_num,
      factNum: totals.fact_num,
      list,
    },
  };
};
const exported = async (
  deps: QueryDeps,
  query: GoodsCheckQuery,
  user: SessionUser,
): Promise<{ readonly list: GoodsCheckRow[] } | Refusal> => {
  const filters = filtersOf(query, user, deps.now());
  return isRefusal(filters) ? filters : { list: await pageOf(deps, filters, query, user) };
};

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/report-goods-check',
    summary: '首饰盘点报表',
    allow: LIST,
    query: GoodsCheckQuery,
    data: reportOf(GoodsCheckRow, GoodsCheckTotals),
    handler: async ({ query, user }) => {
      const data = await report(deps, query, user);
      return isRefusal(data) ? data : { data };
    },
  }),
  exportRoute({
    path: '/report-goods-check/export',
    name: '首饰盘点报表',
    allow: LIST,
    query: GoodsCheckQuery,
    columns: EXPORT,
    page: (query, user) => exported(deps, query, user),
  }),
];
