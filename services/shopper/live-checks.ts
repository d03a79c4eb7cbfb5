/** What shoppers' rules ask of read models (services/master-data/live-checks.ts says how). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Found = z.object({ found: z.boolean() });
/** Whether an order was written with a number beyond that one. */
export const soldSince = (db: CommonQueryMethods, untilId: number): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`SELECT EXISTS (SELECT FROM live.sales WHERE id > ${untilId}::bigint) AS found`);

/** Whether these records bought something since that day. */
export const boughtSince = (db: CommonQueryMethods, customerIds: readonly number[], day: string): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT FROM live.sales WHERE customer_id = ANY (${sql.array([...customerIds], 'int8')})
        AND sold_on >= ${day}::date AND stage = 'audited') AS found`);
/** Whether the order is an audited one of these records. */
export const isOrderOf = (db: CommonQueryMethods, customerIds: readonly number[], saleId: number): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT FROM live.sales WHERE id = ${saleId}::bigint AND stage = 'audited'
        AND customer_id = ANY (${sql.array([...customerIds], 'int8')})) AS found`);
/** Whether one of these records has stored value or points (R160). */
export const haveSomething = (db: CommonQueryMethods, customerIds: readonly number[]): Promise<boolean> => {
  const ids = sql.array([...customerIds], 'int4');
  return db.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT FROM live.customer_points WHERE customer_id = ANY (${ids}) AND balance <> 0)
      OR EXISTS (
        SELECT FROM live.customer_balances AS b, jsonb_each_text(b.balances) AS m
        WHERE b.customer_id = ANY (${ids}) AND m.value::numeric <> 0) AS found`);
};

const Points = z.object({ usable: z.int() });
const Fen = z.object({ fen: z.int() });
/** What the record can spend now. */
export const usablePointsOf = async (db: CommonQueryMethods, customerId: number): Promise<number> =>
  (await db.maybeOneFirst(sql.type(Points)`
    SELECT usable_points AS usable FROM live.customer_points WHERE customer_id = ${customerId}::int`)) ?? 0;
/** Stored value of all kinds, fen. */
export const storedFenOf = async (db: CommonQueryMethods, customerId: number): Promise<number> =>
  (await db.maybeOneFirst(sql.type(Fen)`
    SELECT coalesce(sum(m.value::numeric), 0)::bigint AS fen
    FROM live.customer_balances AS b, jsonb_each_text(b.balances) AS m WHERE b.customer_id = ${customerId}::int`)) ?? 0;
