/** Lines of audited checks: which the report counts, now or as of a position. */
import { sql, type FragmentSqlToken } from 'slonik';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal } from 'services/contracts/refusal';
import type { SessionUser } from 'services/contracts/user';
import { receiptsAt } from '../../goods-in/receipt-descriptions.ts';
import { holdingsAt } from '../../holding/holding-as-of.ts';
import { allowedRange } from '../../platform/queries/date-window.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import { inRanges } from '../../platform/queries/ranges.ts';
import { ofScope, shopFilter } from '../../platform/queries/scope.ts';
import { OWNED } from '../../stock-checks/reads.ts';
import { allOf, between, contains, equals, oneOf } from '../../platform/queries/where-clauses.ts';
import type { GoodsCheckQuery } from './contract.ts';

type CheckFilters = Omit<GoodsCheckQuery, 'pageIndex' | 'pageSize'>;
/** A barcode clears the dates (S0§4). */
export const filtersOf = (query: CheckFilters, user: SessionUser, now: Date, asOf: number | undefined) => {
  const barcode = asBarcode(query.barcode ?? '');
  const range = allowedRange(user, barcode === '' ? query : { barcode }, now);
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`k.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return {
    asOf,
    checks: allOf(
      asOf === undefined ? null : standing(sql.fragment`k`, asOf),
      sql.fragment`k.stage = 'audited'`,
      shops,
      ofScope(sql.fragment`k.id`, OWNED, user),
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
        inRanges(query, { weight: sql.fragment`g.net_weight_mg`, price: sql.fragment`g.tag_price_fen` }),
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
const BOOKS = sql.fragment`LATERAL ${holdingsAt(sql.fragment`k.shop_id`, sql.fragment`k.book_position`)} h`;
const IN_SCOPE = sql.fragment`g.category = k.category AND (k.style = '' OR g.style = k.style)`;

export type Filters = {
  readonly asOf: number | undefined;
  readonly checks: FragmentSqlToken;
  readonly pieces: (line: Line) => FragmentSqlToken;
};
/** The main stone of one piece lies in its description, where there is no narrower place for it. */
export const stoneOf = (asOf: number | undefined): FragmentSqlToken =>
  asOf === undefined
    ? sql.fragment`(g.attributes ->> 'mainStoneCaratMilli')::bigint`
    : sql.fragment`g.main_stone_milli`;
/**
 * Lines of the checks `k`: the holdings at each check's own position, and what was counted beyond them. Check after
 * check, the last one first: a page of the first ones' lines reads no more checks than it shows.
 */
export const linesWith = ({ asOf, checks, pieces }: Filters, withStone = false): FragmentSqlToken => {
  const { table, on } = receiptsAt(asOf);
  const found = asOf === undefined ? sql.fragment`live.stock_checks` : sql.fragment`live.stock_check_versions`;
  const counts = sql.fragment`c.check_id = k.id AND c.round = k.round AND ${standing(sql.fragment`c`, asOf)}`;
  const stone = withStone ? stoneOf(asOf) : sql.fragment`NULL::bigint`;
  const described = sql.fragment`g.row_id, g.net_weight_mg, g.gross_weight_mg, ${stone} AS main_stone_milli`;
  return sql.fragment`
  WITH k AS (SELECT * FROM ${found} k WHERE ${checks} ORDER BY k.checked_on DESC, k.id DESC),
  wanted AS (
    SELECT k.id AS check_id, k.shop_id, k.round, k.book_position, k.checked_on, l.*
    FROM k CROSS JOIN LATERAL (
      SELECT h.barcode, h.on_hand AS book_num, coalesce(c.fact_num, 0) AS fact_num, coalesce(c.remark, '') AS remark,
        ${described}
      FROM ${BOOKS} JOIN ${table} g ON g.barcode = h.barcode AND ${on} AND ${IN_SCOPE}
      LEFT JOIN live.stock_check_counts c ON c.barcode = h.barcode AND ${counts}
      WHERE ${pieces(BOOKED)}
      UNION ALL
      SELECT c.barcode, 0, c.fact_num, c.remark, ${described}
      FROM live.stock_check_counts c LEFT JOIN ${table} g ON g.barcode = c.barcode AND ${on}
      WHERE ${counts} AND ${pieces(COUNTED)} AND NOT (coalesce(${IN_SCOPE}, false)
        AND EXISTS (SELECT FROM ${BOOKS} WHERE h.barcode = c.barcode))) l)`;
};
