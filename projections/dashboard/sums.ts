/** What was sold on a few days: every statement reads the orders of those days by their index, and no others. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { SumText, wireSum } from 'services/contracts/sums';
import { shopScope, type SessionUser } from 'services/contracts/user';
import { inScope } from 'services/platform/base/maker-scope';
import { SALES, ofScope } from '../platform/queries/scope.ts';
import { allOf, oneOfIds } from '../platform/queries/where-clauses.ts';
import type { Block, Dashboard, Figures } from './contract.ts';
import { daysOf } from './days.ts';

/** Of whom: his shops, and of them what his data scope shows (R109). */
export type Scope = { readonly user: SessionUser; readonly withCost: boolean };

const ordersOf = (days: readonly string[], { user }: Scope): FragmentSqlToken => sql.fragment`
  live.sales d WHERE ${allOf(
    sql.fragment`d.sold_on = ANY(${sql.array(days, 'date')})`,
    sql.fragment`d.stage IN ('pending', 'audited')`,
    oneOfIds(sql.fragment`d.shop_id`, shopScope(user)),
    inScope(sql.fragment`d`, user),
  )}`;
const AMOUNT = sql.fragment`d.amount_fen - d.change_fee_fen`;
/**
 * R78: what jewellery, gifts and repairs brought, less returns, rounding and what the goods cost; a returned piece is
 * worth its cost again. The order's cost also has its refunds and old material in it (S1§9).
 */
const MARGIN = sql.fragment`${AMOUNT} + d.gift_fee_fen + d.clean_fee_fen - (d.payable_fee_fen - d.fact_fee_fen)
  - (d.cost_amount_fen - d.change_fee_fen - d.old_fee_fen) + of_lines.returned_fen`;
const OF_LINES = sql.fragment`LATERAL (
  SELECT coalesce(sum((l ->> 'sellWeightMg')::int8) FILTER (WHERE l ->> 'list' = 'goods'), 0) AS weight_mg,
    coalesce(sum(coalesce((l ->> 'costFen')::int8, (l ->> 'unitCostFen')::int8 * (l ->> 'quantity')::int8))
      FILTER (WHERE l ->> 'list' = 'change'), 0) AS returned_fen
  FROM jsonb_array_elements(d.lines) AS l) AS of_lines`;

const DayRow = z.object({
  day: z.string(),
  audit_flag: z.int(),
  orders: z.int(),
  amount: SumText,
  fact: SumText,
  num: SumText,
  weight: SumText,
  margin: SumText,
});
type DayRow = z.infer<typeof DayRow>;

const total = (rows: readonly DayRow[], of: (row: DayRow) => string): string =>
  String(rows.reduce((sum, row) => sum + BigInt(of(row)), 0n));
const figuresOf = (rows: readonly DayRow[], withCost: boolean): Figures => ({
  amount: wireSum(
    total(rows, ({ amount }) => amount),
    2,
  ),
  factFee: wireSum(
    total(rows, ({ fact }) => fact),
    2,
  ),
  num: wireSum(
    total(rows, ({ num }) => num),
    0,
  ),
  goldWeight: wireSum(
    total(rows, ({ weight }) => weight),
    3,
  ),
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  ...(withCost && {
    margin: wireSum(
      total(rows, ({ margin }) => margin),
      2,
    ),
  }),
});
const PENDING = 1;

export const blocksOf = async (db: CommonQueryMethods, today: string, scope: Scope) => {
  const days = daysOf(today);
  const orders = sql.fragment`SELECT * FROM ${ordersOf(Object.values(days), scope)}`;
  const rows = await db.any(sql.type(DayRow)`
    SELECT d.sold_on::text AS day, d.audit_flag, count(*)::int AS orders, sum(${AMOUNT})::text AS amount,
      sum(d.fact_fee_fen)::text AS fact, sum(d.quantity)::text AS num, sum(of_lines.weight_mg)::text AS weight,
      sum(${MARGIN})::text AS margin
    FROM (${orders}) d, ${OF_LINES} GROUP BY 1, 2`);
  const blockOf = (day: string): Block => {
    const ofDay = rows.filter((row) => row.day === day);
    const pending = ofDay.filter(({ audit_flag: flag }) => flag === PENDING);
    return { day, ...figuresOf(ofDay, scope.withCost), pending: figuresOf(pending, scope.withCost) };
  };
  return {
    today: blockOf(days.today),
    yesterday: blockOf(days.yesterday),
    lastYearSameDay: blockOf(days.lastYear),
  };
};

const PartRow = z.object({
  hour: z.int().nullable(),
  shop_id: z.int().nullable(),
  shop_name: z.string().nullable(),
  orders: z.int(),
  amount: SumText,
  num: SumText,
});
const SellerRow = z.object({
  seller_id: z.int(),
  seller: z.string(),
  orders: z.int(),
  amount: SumText,
  pending: SumText,
  num: SumText,
});
const CategoryRow = z.object({ type: z.string(), amount: SumText, num: SumText, weight: SumText });
const money = (fen: string) => wireSum(fen, 2);

/** What lines count for whom: a sale by its shares, a return against whoever sold the piece. */
const sellersOf = async (db: CommonQueryMethods, today: string, { user }: Scope): Promise<Dashboard['bySeller']> => {
  const worth = sql.fragment`CASE l.list WHEN 'goods' THEN l.score_fen WHEN 'change' THEN -l.score_fen ELSE 0 END`;
  const rows = await db.any(sql.type(SellerRow)`
    SELECT l.seller_id, max(l.seller_name) AS seller, count(DISTINCT l.order_id)::int AS orders,
      sum(${worth})::text AS amount, coalesce(sum(${worth}) FILTER (WHERE l.audit_flag = 1), 0)::text AS pending,
      coalesce(sum(l.quantity) FILTER (WHERE l.list = 'goods'), 0)::text AS num
    FROM live.sale_lines l
    WHERE ${allOf(
      sql.fragment`l.to_position IS NULL AND l.list <> 'order' AND l.audit_flag > 0 AND l.seller_id IS NOT NULL`,
      sql.fragment`l.sold_on = ${today}::date`,
      oneOfIds(sql.fragment`l.shop_id`, shopScope(user)),
      ofScope(sql.fragment`l.order_id`, SALES, user),
    )} GROUP BY l.seller_id ORDER BY sum(${worth}) DESC, l.seller_id`);
  return rows.map(({ seller_id: sellerId, seller, orders, amount, pending, num }) => ({
    sellerId,
    seller,
    orders,
    amount: money(amount),
    pendingAmount: money(pending),
    num: wireSum(num, 0),
  }));
};

type DaySums = Pick<Dashboard, 'byHour' | 'byShop' | 'bySeller' | 'byCategory'>;
/** Of one day; shops, sellers and categories with the most money first. */
export const partsOf = async (db: CommonQueryMethods, today: string, scope: Scope): Promise<DaySums> => {
  const orders = ordersOf([today], scope);
  const rows = await db.any(sql.type(PartRow)`
    SELECT p.*, s.name AS shop_name FROM (
      SELECT hour, shop_id, count(*)::int AS orders, sum(amount)::text AS amount,
        sum(quantity)::text AS num, sum(amount) AS money
      FROM (SELECT extract(hour FROM d.created_at AT TIME ZONE 'Asia/Shanghai')::int AS hour, d.shop_id, ${AMOUNT} AS amount, d.quantity FROM ${orders}) AS o
      GROUP BY GROUPING SETS ((hour), (shop_id))) AS p
    LEFT JOIN master.shop s ON s.id = p.shop_id ORDER BY p.hour, p.money DESC, p.shop_id`);
  const categories = await db.any(sql.type(CategoryRow)`
    SELECT type, sum(amount)::text AS amount, sum(num)::text AS num, sum(weight)::text AS weight
    FROM (SELECT l ->> 'category' AS type, l ->> 'list' = 'goods' AS is_sold,
        CASE l ->> 'list' WHEN 'goods' THEN (l ->> 'amountFen')::int8 ELSE -(l ->> 'refundFen')::int8 END AS amount,
        CASE l ->> 'list' WHEN 'goods' THEN (l ->> 'quantity')::int8 ELSE 0 END AS num,
        CASE l ->> 'list' WHEN 'goods' THEN (l ->> 'sellWeightMg')::int8 ELSE 0 END AS weight
      FROM (SELECT d.lines FROM ${orders}) o, jsonb_array_elements(o.lines) AS l
      WHERE l ->> 'list' IN ('goods', 'change')) AS line
    GROUP BY type ORDER BY sum(amount) DESC, type`);
  const shared = ({ amount, num, orders: count }: z.infer<typeof PartRow>) => ({
    amount: money(amount),
    num: wireSum(num, 0),
    orders: count,
  });
  return {
    byHour: rows.flatMap((row) => (row.hour === null ? [] : [{ hour: row.hour, ...shared(row) }])),
    byShop: rows.flatMap((row) =>
      row.shop_id === null ? [] : [{ shopId: row.shop_id, shopName: row.shop_name ?? '', ...shared(row) }],
    ),
    bySeller: await sellersOf(db, today, scope),
    byCategory: categories.map(({ type, amount, num, weight }) => ({
      type,
      amount: money(amount),
      num: wireSum(num, 0),
      goldWeight: wireSum(weight, 3),
    })),
  };
};
