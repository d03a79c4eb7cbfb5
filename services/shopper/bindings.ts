/** Who has which record: bound, found, ended (R28, R136, R160). Rules stand in binding-rules.ts. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import { lockRow, type MasterRow } from '../platform/rows/master.ts';
import { OTHER_RECORD_DAYS, type BindingFacts } from './binding-rules.ts';

const CUSTOMER = { name: 'customer', key: 'id' };
const DAY_MS = 86_400_000;

type Pair = { readonly openId: string; readonly customerId: number };
/** OpenId, then record, always in this order: merging, editing and erasing it wait; null where nobody can be bound to it. */
export const lockPair = async (tx: CommonQueryMethods, { openId, customerId }: Pair): Promise<MasterRow | null> => {
  if (openId !== '') await lockUntilCommit(tx, LOCKS.shopperBinding, openId);
  const row = await lockRow(tx, CUSTOMER, customerId);
  const isOpen = row?.['status'] === '2' && row['walk_in'] !== true && row['merged_into'] == null;
  return isOpen ? row : null;
};
const Id = z.object({ id: z.int() });
const Facts = z.object({
  mine: z.int().nullable(),
  isTaken: z.boolean(),
  hadOther: z.boolean(),
  isMerging: z.boolean(),
});
export const factsOf = async (
  tx: CommonQueryMethods,
  { openId, customerId }: Pair,
  now: Date,
): Promise<BindingFacts> => {
  const since = new Date(now.getTime() - OTHER_RECORD_DAYS * DAY_MS).toISOString();
  const facts = await tx.one(sql.type(Facts)`
    SELECT
      (SELECT customer_id FROM master.shopper_binding
       WHERE open_id = ${openId} AND open_id <> '' AND ended_at IS NULL) AS mine,
      EXISTS (SELECT FROM master.shopper_binding
        WHERE customer_id = ${customerId}::bigint AND ended_at IS NULL AND open_id <> ${openId}) AS "isTaken",
      EXISTS (SELECT FROM master.shopper_binding
        WHERE open_id = ${openId} AND open_id <> '' AND customer_id <> ${customerId}::bigint
          AND coalesce(ended_at, 'infinity') > ${since}::timestamptz) AS "hadOther",
      EXISTS (SELECT FROM master.customer_merge
        WHERE (keep_id = ${customerId}::bigint OR merge_id = ${customerId}::bigint)
          AND step IN ('merging', 'parting')) AS "isMerging"`);
  return { ...facts, recordId: customerId };
};

type BindingAuthor = { readonly id: number; readonly name: string };
/** Whoever had the record before has it no more, and signs in anew. */
export const bindTo = async (
  tx: CommonQueryMethods,
  { id, openId, customerId, by }: Pair & { readonly id: number; readonly by: BindingAuthor },
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  await tx.query(sql.unsafe`
    DELETE FROM master.shopper_session WHERE open_id <> '' AND open_id IN (
      SELECT open_id FROM master.shopper_binding
      WHERE customer_id = ${customerId}::bigint AND ended_at IS NULL AND open_id <> ${openId})`);
  await tx.query(sql.unsafe`
    UPDATE master.shopper_binding SET ended_at = ${at}::timestamptz
    WHERE customer_id = ${customerId}::bigint AND ended_at IS NULL`);
  await tx.query(sql.unsafe`
    INSERT INTO master.shopper_binding (id, open_id, customer_id, bound_at, by_id, by_name)
    VALUES (${id}, ${openId}, ${customerId}, ${at}::timestamptz, ${by.id}, ${by.name})`);
};
/** The record that the openId had until now; null none. */
export const unbind = (tx: CommonQueryMethods, openId: string, now: Date): Promise<number | null> =>
  tx.maybeOneFirst(sql.type(Id)`
    UPDATE master.shopper_binding SET ended_at = ${now.toISOString()}::timestamptz
    WHERE open_id = ${openId} AND open_id <> '' AND ended_at IS NULL RETURNING customer_id AS id`);

/** What is bound to the record, or to one that is merged into it: which, and whose. */
const BoundTo = z.object({ id: z.int(), openId: z.string(), customerId: z.int() });
export type BoundTo = z.infer<typeof BoundTo>;
export const boundTo = (tx: CommonQueryMethods, records: readonly number[]): Promise<readonly BoundTo[]> =>
  tx.any(sql.type(BoundTo)`
    SELECT id, open_id AS "openId", customer_id AS "customerId" FROM master.shopper_binding
    WHERE customer_id = ANY (${sql.array([...records], 'int8')}) AND ended_at IS NULL ORDER BY id`);
