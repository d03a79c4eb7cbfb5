/** Which states of gift stock the report counts, now or as of a position: one clause for rows, totals and explanation. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { SumText, wireSum } from 'services/contracts/sums';
import { yuanFromFen } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import type { Explanation } from '../../explain/contract.ts';
import { NO_COST, explained } from '../../explain/explain.ts';
import { standingParts } from '../../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import { allOf, contains, equals } from '../../platform/queries/where-clauses.ts';
import type { GiftExplainQuery, GiftTurnoverQuery, GiftTurnoverRow } from './contract.ts';

/** Where states are read (alias `t`), and which of them count. */
export type GiftStates = { readonly from: FragmentSqlToken; readonly where: FragmentSqlToken };

const statesAt = (asOf: number | undefined): FragmentSqlToken => {
  if (asOf === undefined) return sql.fragment`(SELECT * FROM live.gift_stock s WHERE s.to_position IS NULL) t`;
  const [still, ended] = standingParts(sql.fragment`s`, sql.fragment`${asOf}`);
  return sql.fragment`(SELECT * FROM live.gift_stock s WHERE ${still}
    UNION ALL SELECT * FROM live.gift_stock s WHERE ${ended}) t`;
};
export const giftStates = ({
  query,
  user,
  asOf,
}: ListRequest<Pick<GiftTurnoverQuery, 'shopId' | 'barcode' | 'goodsName'>>): GiftStates | Refusal => {
  const shops = shopFilter(sql.fragment`t.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const where = allOf(
    // A stock-in that was taken back before anything happened leaves nothing to show.
    sql.fragment`t.in_num > 0`,
    shops,
    equals(sql.fragment`t.barcode`, asBarcode(query.barcode ?? '')),
    contains(sql.fragment`t.name`, query.goodsName),
  );
  return { from: statesAt(asOf), where };
};

const Stored = z.object({
  stock_id: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  barcode: z.string(),
  style_no: z.string(),
  name: z.string(),
  measure: z.string(),
  spec: z.string(),
  in_num: z.int(),
  out_num: z.int(),
  on_hand: z.int(),
  held: z.int(),
  cost_fen: z.int(),
  points_centi: z.int(),
  price_fen: z.int(),
  last_moved_at: z.string().nullable(),
});
const present = (row: z.infer<typeof Stored>, withCost: boolean): GiftTurnoverRow => ({
  key: row.stock_id,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  barcode: row.barcode,
  styleNo: row.style_no,
  goodsName: row.name,
  measure: row.measure,
  spec: row.spec,
  inNum: row.in_num,
  outNum: row.out_num,
  num: row.on_hand,
  held: row.held,
  ...(withCost && { cost: yuanFromFen(row.cost_fen) }),
  rebateInte: row.points_centi / 100,
  price: yuanFromFen(row.price_fen),
  lastMovedAt: row.last_moved_at ?? '',
});

/** A page by barcode, then shop. */
export const giftRows = async (
  { db }: QueryDeps,
  { from, where }: GiftStates,
  { query: { pageIndex, pageSize }, user }: ListRequest<GiftTurnoverQuery>,
): Promise<readonly GiftTurnoverRow[]> => {
  const rows = await db.any(sql.type(Stored)`
    SELECT t.stock_id, t.shop_id, s.name AS shop_name, t.barcode, t.style_no, t.name, t.measure, t.spec, t.in_num,
      t.out_num, t.on_hand, t.held, t.cost_fen, t.points_centi, t.price_fen, t.last_moved_at
    FROM (
      SELECT t.* FROM ${from} WHERE ${where}
      ORDER BY t.barcode, t.shop_id LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}) t
    LEFT JOIN master.shop s ON s.id = t.shop_id ORDER BY t.barcode, t.shop_id`);
  return rows.map((row) => present(row, seesCost(user)));
};

const Sums = z.object({ count: z.int(), inNum: SumText, outNum: SumText, num: SumText, held: SumText, cost: SumText });
export const giftTotals = async ({ db }: QueryDeps, { from, where }: GiftStates, user: SessionUser) => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS count, coalesce(sum(t.in_num), 0)::text AS "inNum",
      coalesce(sum(t.out_num), 0)::text AS "outNum", coalesce(sum(t.on_hand), 0)::text AS num,
      coalesce(sum(t.held), 0)::text AS held, coalesce(sum(t.cost_fen), 0)::text AS cost
    FROM ${from} WHERE ${where}`);
  const { count, inNum, outNum, num, held, cost } = sums;
  return {
    count,
    totals: {
      inNum: wireSum(inNum, 0),
      outNum: wireSum(outNum, 0),
      num: wireSum(num, 0),
      held: wireSum(held, 0),
      ...(seesCost(user) && { cost: wireSum(cost, 2) }),
    },
  };
};

const FIGURES = {
  inNum: sql.fragment`f.in_num`,
  outNum: sql.fragment`f.out_num`,
  num: sql.fragment`f.in_num - f.out_num`,
  cost: sql.fragment`f.cost_fen`,
} as const;
/** A total opened: every movement of the gifts it counts. */
export const explainGifts = async (
  deps: QueryDeps,
  { query, user, asOf }: ListRequest<z.infer<typeof GiftExplainQuery>>,
): Promise<Explanation | Refusal> => {
  if (query.field === 'cost' && !seesCost(user)) return NO_COST;
  const states = giftStates({ query, user, asOf });
  if (isRefusal(states)) return states;
  // The ledger may be further already than the row that is counted.
  const source = sql.fragment`
    SELECT f.position::text AS key, f.barcode, f.shop_id, f.bill_type, f.document_no, ${FIGURES[query.field]} AS value,
      f.event_id, f.position, f.at
    FROM ${states.from} JOIN live.gift_flow f ON f.stock_id = t.stock_id AND f.position <= t.from_position
    WHERE ${states.where} AND ${FIGURES[query.field]} <> 0`;
  return explained(deps, { source, places: query.field === 'cost' ? 2 : 0, paging: query });
};
