/** What a save asks of other orders, out of read models: each statement waits until these have seen the log's head. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { Account } from '../balance/contract.ts';
import { addDays } from '../contracts/dates.ts';
import { recordsOf } from '../documents/standing-customer.ts';

const Found = z.object({ found: z.boolean() });
const Count = z.object({ count: z.int() });

/** `day` is written on the order, `entered` is the day of this save: whoever chooses the one does not choose the other. */
type CustomerDay = {
  readonly customerId: number;
  readonly day: string;
  readonly entered: string;
  readonly but: number | null;
};
const startOf = (day: string): string => `${day}T00:00:00+08:00`;
/**
 * Whether another order of the customer, of that day or entered on this one, gave a gift away (R143). Lines of before do not say:
 * of these, one for less than it cost, without points.
 */
const hadFreeGift = async (
  db: CommonQueryMethods,
  { customerId, day, entered, but }: CustomerDay,
): Promise<boolean> => {
  const records = sql.array([...(await recordsOf(db, customerId))], 'int4');
  return db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT FROM live.sales d, jsonb_array_elements(d.lines) AS l(line)
      WHERE d.customer_id = ANY (${records}) AND d.stage IN ('pending', 'audited') AND d.id <> ${but ?? 0}
        AND (d.sold_on = ${day}::date OR (d.created_at >= ${startOf(entered)}::timestamptz
          AND d.created_at < ${startOf(addDays(entered, 1))}::timestamptz))
        AND l.line ->> 'list' = 'gift' AND coalesce((l.line ->> 'free')::boolean, (l.line ->> 'spentPoints')::numeric = 0
          AND (l.line ->> 'amountFen')::numeric < greatest((l.line ->> 'costFen')::numeric, 1))) AS found`);
};

const Bound = z.object({
  id: z.int(),
  customerId: z.int(),
  account: Account,
  barcode: z.string(),
  deliverOn: z.string().nullable(),
});
/** A deposit that sets a piece aside, as it was paid in. */
export type BoundDeposit = z.infer<typeof Bound>;
/** Deposits that stand and name one of the pieces; a customer's own money may be gone since. */
const boundDeposits = (db: CommonQueryMethods, barcodes: readonly string[]): Promise<readonly BoundDeposit[]> =>
  db.any(sql.type(Bound)`
    SELECT d.id, d.customer_id AS "customerId", d.account, d.goods_barcode AS barcode, d.deliver_on::text AS "deliverOn"
    FROM live.deposits d
    WHERE d.goods_barcode <> '' AND d.goods_barcode = ANY (${sql.array([...barcodes], 'text')}) AND d.kind = '1' AND d.stage = 'audited'
    ORDER BY d.id`);

type MakerDay = { readonly maker: string; readonly day: string; readonly but: number | null };
/** How many repairs and cleanings of a day somebody entered for nothing. */
const freeCleanings = (db: CommonQueryMethods, { maker, day, but }: MakerDay): Promise<number> =>
  db.oneFirst(sql.type(Count)`
    SELECT count(*)::int AS count FROM live.sale_lines
    WHERE sold_on = ${day}::date AND list = 'clean' AND to_position IS NULL AND share = 0 AND amount_fen = 0
      AND creator = ${maker} AND order_id <> ${but ?? 0}`);

export const saleChecks = (db: CommonQueryMethods) => ({
  hadFreeGift: (asked: CustomerDay) => hadFreeGift(db, asked),
  boundDeposits: (barcodes: readonly string[]) => boundDeposits(db, barcodes),
  freeCleanings: (asked: MakerDay) => freeCleanings(db, asked),
});
export type SaleChecks = ReturnType<typeof saleChecks>;
