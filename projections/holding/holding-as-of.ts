/** What a shop had at a position of the log. */
import { sql, type FragmentSqlToken } from 'slonik';
import { standingParts } from '../platform/queries/past-rows.ts';

/**
 * Holdings of a shop with anything in them, as a table expression: now, or as of a position. Both may be columns behind
 * LATERAL: they are compared inside.
 */
export const holdingsAt = (shopId: FragmentSqlToken, position: FragmentSqlToken | undefined): FragmentSqlToken => {
  const holding = sql.fragment`
    SELECT h.barcode, h.shop_id, h.on_hand, h.held FROM live.holding h WHERE h.shop_id = ${shopId} AND h.on_hand > 0`;
  if (position === undefined) return sql.fragment`(${holding} AND h.to_position IS NULL)`;
  const [still, ended] = standingParts(sql.fragment`h`, position);
  return sql.fragment`(${holding} AND ${still} UNION ALL ${holding} AND ${ended})`;
};
