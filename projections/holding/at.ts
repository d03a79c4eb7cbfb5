/** What a shop had at a position of the log. */
import { sql, type FragmentSqlToken } from 'slonik';

/**
 * Holdings of a shop with anything in them, as a table expression: now, or as of a position. Both may be columns behind
 * LATERAL: they are compared inside. Some of what stood then stands now, the rest has ended since; each is found by an
 * index of its own.
 */
export const holdingsAt = (shopId: FragmentSqlToken, position: FragmentSqlToken | undefined): FragmentSqlToken => {
  const holding = sql.fragment`
    SELECT h.barcode, h.shop_id, h.on_hand, h.held FROM live.holding h WHERE h.shop_id = ${shopId} AND h.on_hand > 0`;
  if (position === undefined) return sql.fragment`(${holding} AND h.to_position IS NULL)`;
  return sql.fragment`(
    ${holding} AND h.to_position IS NULL AND h.from_position <= ${position}
    UNION ALL
    ${holding} AND h.to_position IS NOT NULL AND int8range(h.from_position, h.to_position) @> ${position}::int8)`;
};
