/** What a save asks of other orders, out of read models: each statement waits until these have seen the log's head. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Found = z.object({ found: z.boolean() });
const Count = z.object({ count: z.int() });

type CustomerDay = { readonly customerId: number; readonly day: string; readonly but: number | null };
/** Whether another order of the customer and day has a gift for less than it cost, without points (R143). */
const hadFreeGift = (db: CommonQueryMethods, { customerId, day, but }: CustomerDay): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT FROM live.sales d, jsonb_array_elements(d.lines) AS l(line)
      WHERE d.customer_id = ${customerId}::int AND d.sold_on = ${day}::date AND d.stage IN ('pending', 'audited')
        AND d.id <> ${but ?? 0} AND l.line ->> 'list' = 'gift' AND (l.line ->> 'spentPoints')::numeric = 0
        AND (l.line ->> 'amountFen')::numeric < greatest((l.line ->> 'costFen')::numeric, 1)) AS found`);

type MakerDay = { readonly maker: string; readonly day: string; readonly but: number | null };
/** How many repairs and cleanings of a day somebody entered for nothing. */
const freeCleanings = (db: CommonQueryMethods, { maker, day, but }: MakerDay): Promise<number> =>
  db.oneFirst(sql.type(Count)`
    SELECT count(*)::int AS count FROM live.sale_lines
    WHERE sold_on = ${day}::date AND list = 'clean' AND to_position IS NULL AND share = 0 AND amount_fen = 0
      AND creator = ${maker} AND order_id <> ${but ?? 0}`);

export const saleChecks = (db: CommonQueryMethods) => ({
  hadFreeGift: (asked: CustomerDay) => hadFreeGift(db, asked),
  freeCleanings: (asked: MakerDay) => freeCleanings(db, asked),
});
export type SaleChecks = ReturnType<typeof saleChecks>;
