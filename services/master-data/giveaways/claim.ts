/** Taking one of a giveaway (R22, R88): what is left falls by one, and nobody has more than the limit. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import { lockRow, updateLocked, type ChangedBy, type MasterRow, type MasterTable } from '../../platform/master.ts';
import { ENABLED } from '../fields.ts';

export const GIVEAWAYS: MasterTable = { name: 'giveaway', key: 'id' };
/** Who claims: a customer, a shopper by the name the messaging app gives them, or both. */
export type Claimant = { readonly customerId: number | null; readonly openId: string };

const Claims = z.object({ count: z.int(), pressed: z.int().nullable(), waiting: z.int().nullable() });
/**
 * `pressed`: the claim that this press made before; `waiting`: the last that waits and is the claimant's own, by his record, those
 * merged into it or his openId.
 */
export type Claims = z.infer<typeof Claims>;
/**
 * How many a person has of a giveaway. Records that were merged are the same person (R95); so are a record and an openId that were
 * ever bound (whoever unbinds is no other person), and a customer and a shopper whom a claim of it names together; and whoever is
 * the same as one of these.
 */
export const claimsOf = (
  db: CommonQueryMethods,
  giveawayId: number,
  { customerId, openId }: Claimant,
  press = '',
): Promise<Claims> =>
  db.one(sql.type(Claims)`
    WITH RECURSIVE person (customer_id, open_id) AS (
      SELECT ${customerId}::bigint, NULL::text WHERE ${customerId}::bigint IS NOT NULL
      UNION SELECT NULL::bigint, ${openId}::text WHERE ${openId}::text <> ''
      UNION SELECT same.customer_id, same.open_id FROM person AS p CROSS JOIN LATERAL (
        SELECT c.merged_into, NULL::text FROM master.customer AS c
          WHERE c.id = p.customer_id AND c.merged_into IS NOT NULL
        UNION ALL SELECT c.id, NULL FROM master.customer AS c WHERE c.merged_into = p.customer_id
        UNION ALL SELECT NULL, b.open_id FROM master.shopper_binding AS b
          WHERE b.customer_id = p.customer_id AND b.open_id <> ''
        UNION ALL SELECT b.customer_id, NULL FROM master.shopper_binding AS b
          WHERE b.open_id = p.open_id AND b.open_id <> ''
        UNION ALL SELECT NULL, w.open_id FROM master.write_off AS w
          WHERE w.customer_id = p.customer_id AND w.giveaway_id = ${giveawayId}::bigint AND w.open_id <> ''
        UNION ALL SELECT w.customer_id, NULL FROM master.write_off AS w
          WHERE w.open_id = p.open_id AND w.open_id <> '' AND w.giveaway_id = ${giveawayId}::bigint
            AND w.customer_id IS NOT NULL) AS same (customer_id, open_id)),
    record AS (SELECT coalesce(merged_into, id) AS id FROM master.customer WHERE id = ${customerId}::bigint),
    claim AS (
      SELECT id, claim_key, status = '1' AND (open_id = nullif(${openId}::text, '') OR customer_id IN (
        SELECT id FROM record UNION ALL SELECT c.id FROM master.customer AS c JOIN record ON c.merged_into = record.id
      )) AS waits
      FROM master.write_off
      WHERE giveaway_id = ${giveawayId}::bigint AND (
        customer_id = ANY(ARRAY(SELECT customer_id FROM person WHERE customer_id IS NOT NULL))
        OR (open_id <> '' AND open_id = ANY(ARRAY(SELECT open_id FROM person WHERE open_id IS NOT NULL)))))
    SELECT count(*)::int AS count, max(id) FILTER (WHERE claim_key = nullif(${press}::text, '')) AS pressed,
      max(id) FILTER (WHERE waits) AS waiting
    FROM claim`);

const moved = async (tx: CommonQueryMethods, row: MasterRow, change: number, by: ChangedBy): Promise<void> => {
  const changed = {
    id: row['id'],
    total: Number(row['total']) + change,
    revision: Number(row['revision']) + 1,
    updated_at: by.now.toISOString(),
  };
  await updateLocked(tx, GIVEAWAYS, { before: row, row: changed }, by);
};

/** Takes one of the giveaway `row`, which the caller's transaction has locked and inserts the claim of. */
export const takeLocked = async (
  tx: CommonQueryMethods,
  { row, claims }: { readonly row: MasterRow; readonly claims: Pick<Claims, 'count'> },
  by: ChangedBy,
): Promise<Refusal | null> => {
  if (row['status'] !== ENABLED) return refuse('conflict', 'giveaway.disabled', '该礼品已停用');
  if (Number(row['total']) < 1) return refuse('conflict', 'giveaway.none_left', '该礼品已领完');
  const limit = Number(row['limit_num']);
  if (claims.count >= limit) return refuse('conflict', 'giveaway.limit', `每人限领${limit}份，该客户已领完`);
  await moved(tx, row, -1, by);
  return null;
};

/** In the transaction that inserts the claim: the giveaway stays locked until then, so that two take two. */
export const takeOne = async (
  tx: CommonQueryMethods,
  { giveawayId, claimant }: { readonly giveawayId: number; readonly claimant: Claimant },
  by: ChangedBy,
): Promise<Refusal | null> => {
  const row = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (row === null) return refuseField('giveaway.missing', 'billId', '礼品不存在或已删除');
  return takeLocked(tx, { row, claims: await claimsOf(tx, giveawayId, claimant) }, by);
};

/** A claim that was not collected is taken back. */
export const giveOneBack = async (tx: CommonQueryMethods, giveawayId: number, by: ChangedBy): Promise<void> => {
  const row = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (row !== null) await moved(tx, row, 1, by);
};
