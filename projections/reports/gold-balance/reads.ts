/**
 * The two sides of the balance, read from different read models: movements as documents say them, and what is there. Gold that goes
 * from a piece to a lot (cut off, melted) or back is inside: it is no movement, but it is on the other shelf.
 */
import { sql, type FragmentSqlToken } from 'slonik';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { SessionUser } from 'services/contracts/user';
import { INSIDE } from '../../gold/contract.ts';
import { COUNT_BILLS } from '../../old-material/count-bills.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import { allOf, equals } from '../../platform/queries/where-clauses.ts';
import { branchesAt } from '../goods-turnover/filters.ts';

type Filters = { readonly shopId?: number | undefined; readonly fineness?: string | undefined };
export type GoldScope = { readonly where: FragmentSqlToken; readonly asOf: number | undefined };
export const goldScope = (
  { shopId, fineness }: Filters,
  user: SessionUser,
  asOf: number | undefined,
): GoldScope | Refusal => {
  const shops = shopFilter(sql.fragment`m.shop_id`, user, shopId);
  return isRefusal(shops) ? shops : { where: allOf(shops, equals(sql.fragment`m.fineness`, fineness)), asOf };
};
const until = (asOf: number | undefined): FragmentSqlToken =>
  asOf === undefined ? sql.fragment`true` : sql.fragment`m.position <= ${asOf}`;

/** What a lot's movement is to the house: only customers and factories bring, only exits take; a count finds more or less. */
const LOT_FLOW = sql.fragment`CASE
  WHEN m.bill_type LIKE '销售回收%' OR m.bill_type LIKE '独立回收%' THEN 'recycled'
  WHEN m.bill_type LIKE '回料%' THEN 'back'
  WHEN m.bill_type LIKE ${`${COUNT_BILLS.gain}%`} THEN 'found'
  WHEN m.bill_type LIKE ${`${COUNT_BILLS.loss}%`} THEN 'writtenOff'
  WHEN m.bill_type LIKE '旧料出库%' AND m.document_no LIKE 'JC%' THEN 'exits'
  ELSE ${INSIDE} END`;
const MOVE = sql.fragment`m.shop_id, m.fineness, m.bill_type, m.document_no, m.event_id, m.position, m.at`;

/**
 * Every movement: `said_mg` as it counts in the balance, `felt_mg` as it changed what is there. A loss is taken out of its exit and
 * stands beside it.
 */
export const goldMovements = ({ where, asOf }: GoldScope): FragmentSqlToken => sql.fragment`
  SELECT m.barcode AS thing, m.line, ${MOVE}, m.flow, m.weight_mg AS said_mg, m.stock_mg AS felt_mg
  FROM live.gold_moves m WHERE m.kind = 'move' AND ${until(asOf)} AND ${where}
  UNION ALL
  SELECT 'JL' || m.lot_id, m.line, ${MOVE}, lot.flow, CASE WHEN lot.flow = ${INSIDE} THEN 0 ELSE m.weight_mg END, m.weight_mg
  FROM live.old_material_moves m CROSS JOIN LATERAL (SELECT ${LOT_FLOW} AS flow) lot WHERE ${until(asOf)} AND ${where}
  UNION ALL
  SELECT '', side.line, m.shop_id, m.fineness, '熔炼损耗', 'JC' || m.document_id, m.event_id, m.from_position, m.at, side.flow,
    side.sign * m.loss_mg, 0
  FROM live.gold_losses m CROSS JOIN (VALUES (1, 'exits', 1), (2, 'loss', -1)) AS side (line, flow, sign)
  WHERE ${standing(sql.fragment`m`, asOf)} AND m.loss_mg > 0 AND ${where}`;

const PIECES = sql.fragment`t.barcode, t.shop_id, t.fineness, t.from_position, t.on_hand::numeric * t.net_weight_mg AS mg`;
/** What shops have, in pieces and in lots: rows of shop_id, fineness, shelf and mg, with the thing and since when it stands so. */
export const goldThere = ({ where, asOf }: GoldScope): FragmentSqlToken => {
  const pieces =
    asOf === undefined
      ? sql.fragment`SELECT ${PIECES} FROM live.goods_turnover t WHERE t.to_position IS NULL AND t.on_hand > 0`
      : sql.join(
          branchesAt(asOf).map((branch) => sql.fragment`SELECT ${PIECES} FROM ${branch} AND t.on_hand > 0`),
          sql.fragment` UNION ALL `,
        );
  return sql.fragment`
    SELECT m.shop_id, m.fineness, 'pieces' AS shelf, m.mg, m.barcode AS thing, 0 AS lot_id, m.from_position
    FROM (${pieces}) m WHERE ${where}
    UNION ALL
    SELECT m.shop_id, m.fineness, 'lots', m.left_mg::numeric, 'JL' || m.lot_id, m.lot_id, m.from_position FROM live.old_material_lots m
    WHERE ${standing(sql.fragment`m`, asOf)} AND m.left_mg > 0 AND ${where}`;
};

const SHELVES = {
  pieces: sql.fragment`t.shelf = 'pieces'`,
  lots: sql.fragment`t.shelf = 'lots'`,
  there: sql.fragment`true`,
};
export type Shelf = keyof typeof SHELVES;
/** What is there, each piece and lot with the movement after which it stands so. */
export const thingsThere = (scope: GoldScope, shelf: Shelf): FragmentSqlToken => sql.fragment`
  SELECT t.thing || '@' || t.shop_id AS key, t.thing AS barcode, t.shop_id, last.bill_type, last.document_no, t.mg AS value,
    last.event_id, last.position, last.at
  FROM (${goldThere(scope)}) AS t CROSS JOIN LATERAL (
    (SELECT f.bill_type, f.document_no, f.event_id, f.position, f.at FROM live.goods_flow f
      WHERE t.shelf = 'pieces' AND f.barcode = t.thing AND f.shop_id = t.shop_id AND f.position <= t.from_position
      ORDER BY f.position DESC, f.line DESC LIMIT 1)
    UNION ALL
    (SELECT m.bill_type, m.document_no, m.event_id, m.position, m.at FROM live.old_material_moves m
      WHERE t.shelf = 'lots' AND m.lot_id = t.lot_id AND m.position <= t.from_position
      ORDER BY m.position DESC, m.line DESC LIMIT 1)) AS last
  WHERE ${SHELVES[shelf]} AND t.mg <> 0`;
