/** GET /report-goods-check/explain: books opened into the movements before the check, counts into the scans of it. */
import { sql, type FragmentSqlToken } from 'slonik';
import { checkManifest } from 'services/stock-check/manifest';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { explained } from '../../explain/explain.ts';
import { inFullWidth, type Width } from '../../platform/queries/full-width.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain } from '../../platform/routes/report.ts';
import { GoodsCheckExplainQuery, type CHECK_FIGURES } from './contract.ts';
import { filtersOf, linesWith, type Filters } from './lines.ts';

type Figure = (typeof CHECK_FIGURES)[number];
/** Figure per counted piece, and decimals of its sum on the wire. */
const COUNTED: Readonly<
  Record<Exclude<Figure, 'bookNum'>, { readonly unit: FragmentSqlToken; readonly places: number }>
> = {
  factNum: { unit: sql.fragment`1`, places: 0 },
  goldWeight: { unit: sql.fragment`w.net_weight_mg`, places: 3 },
  weight: { unit: sql.fragment`w.gross_weight_mg`, places: 3 },
  stoneCt: { unit: sql.fragment`w.main_stone_milli`, places: 3 },
};

/** The books of a line are the movements up to the check's position. */
const booked = (filters: Filters): FragmentSqlToken => sql.fragment`
  ${linesWith(filters)}
  SELECT w.check_id || '/' || f.position || '-' || f.line AS key, f.barcode, f.shop_id, f.bill_type, f.document_no,
    f.quantity AS value, f.event_id, f.position, f.at
  FROM wanted w JOIN live.goods_flow f
    ON f.barcode = w.barcode AND f.shop_id = w.shop_id AND f.position <= w.book_position
  WHERE w.book_num > 0`;
/** A count is what its scans and corrections changed, one after the other. */
const counted = (filters: Filters, unit: FragmentSqlToken, width: Width): FragmentSqlToken => {
  const until = filters.asOf === undefined ? sql.fragment`true` : sql.fragment`c.from_position <= ${filters.asOf}`;
  return sql.fragment`
  ${linesWith(filters, true)},
  steps AS (
    SELECT c.line_key || '@' || c.from_position AS key, w.barcode, w.shop_id, w.check_id,
      (c.fact_num - lag(c.fact_num, 1, 0) OVER (PARTITION BY c.line_key ORDER BY c.from_position))::${width}
        * coalesce(${unit}, 0) AS value, c.event_id, c.from_position AS position, c.at
    FROM wanted w JOIN live.stock_check_counts c
      ON c.line_key = w.check_id || '/' || w.round || '/' || w.barcode AND ${until})
  SELECT key, barcode, shop_id, '盘点' AS bill_type, ${checkManifest.prefix} || check_id AS document_no, value,
    event_id, position, at
  FROM steps WHERE value <> 0`;
};

export const checkExplainRoute = (deps: QueryDeps, report: Parameters<typeof reportExplain>[0]): Route =>
  reportExplain(report, {
    query: GoodsCheckExplainQuery,
    explain: async ({ query, user, asOf }) => {
      const filters = filtersOf(query, user, deps.now(), asOf);
      if (isRefusal(filters)) return filters;
      if (query.field === 'bookNum') return explained(deps, { source: booked(filters), places: 0, paging: query });
      const { unit, places } = COUNTED[query.field];
      return inFullWidth((width) => explained(deps, { source: counted(filters, unit, width), places, paging: query }));
    },
  });
