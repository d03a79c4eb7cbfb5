/** Taking one of a giveaway (R22, R88): what is left falls by one, and nobody has more than the limit. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import { lockRow, updateLocked, type ChangedBy, type MasterRow, type MasterTable } from '../../platform/rows/master.ts';
import { ENABLED } from '../fields.ts';

export const GIVEAWAYS: MasterTable = { name: 'giveaway', key: 'id' };
/** Who claims: a customer, a shopper by the name the messaging app gives them, or both. */
export type Claimant = { readonly customerId: number | null; readonly openId: string };

const Claims = z.object({
  count: z.int(),
  pressed: z.int().nullable(),
  waiting: z.int().nullable(),
  person: z.array(z.string()),
});
/**
 * `pressed`: the claim that this press made before; `waiting`: the last that waits and is the claimant's own, by his record, those
 * merged into it or his openId; `person`: every record and openId that is the same person.
 */
export type Claims = z.infer<typeof Claims>;
/** `press`: '' where no press of before is looked for. */
export type ClaimPress = Claimant & { readonly press: string };
/**
 * Whoever is the same person as the row `asked` says. Records that were merged are (R95); so are a record and an openId that were ever
 * bound (whoever unbinds is no other person), and a customer and a shopper whom a claim of the giveaway names together; and whoever is the
 * same as one of these.
 */
const sameAsAsked = (giveawayId: number): FragmentSqlToken => sql.fragment`
  person (customer_id, open_id) AS (
    SELECT asked.customer_id, NULL::text WHERE asked.customer_id IS NOT NULL
    UNION SELECT NULL::bigint, asked.open_id WHERE asked.open_id <> ''
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
          AND w.customer_id IS NOT NULL) AS same (customer_id, open_id))`;
/** How many each has of a giveaway, in the order asked. */
export const claimsOfEach = (
  db: CommonQueryMethods,
  giveawayId: number,
  presses: readonly ClaimPress[],
): Promise<readonly Claims[]> => {
  const all = sql.unnest(
    presses.map(({ customerId, openId, press }) => [customerId, openId, press]),
    ['int8', 'text', 'text'],
  );
  return db.any(sql.prepared('claims of a gift', Claims)`
    SELECT found.* FROM ${all} WITH ORDINALITY AS asked(customer_id, open_id, press, nth) CROSS JOIN LATERAL (
      WITH RECURSIVE ${sameAsAsked(giveawayId)},
      record AS (SELECT coalesce(merged_into, id) AS id FROM master.customer WHERE id = asked.customer_id),
      claim AS (
        SELECT id, claim_key, status = '1' AND (open_id = nullif(asked.open_id, '') OR customer_id IN (
          SELECT id FROM record UNION ALL SELECT c.id FROM master.customer AS c JOIN record ON c.merged_into = record.id
        )) AS waits
        FROM master.write_off
        WHERE giveaway_id = ${giveawayId}::bigint AND (
          customer_id = ANY(ARRAY(SELECT customer_id FROM person WHERE customer_id IS NOT NULL))
          OR (open_id <> '' AND open_id = ANY(ARRAY(SELECT open_id FROM person WHERE open_id IS NOT NULL)))))
      SELECT count(*)::int AS count, max(id) FILTER (WHERE claim_key = nullif(asked.press, '')) AS pressed,
        max(id) FILTER (WHERE waits) AS waiting,
        ARRAY(SELECT coalesce('record:' || customer_id, 'open-id:' || open_id) FROM person) AS person
      FROM claim) AS found
    ORDER BY asked.nth`);
};
/** {@link claimsOfEach} of one. */
export const claimsOf = async (db: CommonQueryMethods, giveawayId: number, claimant: Claimant): Promise<Claims> => {
  const [claims] = await claimsOfEach(db, giveawayId, [{ ...claimant, press: '' }]);
  if (claims === undefined) throw new Error('nobody was counted');
  return claims;
};

/** `change`: how many more are left of a giveaway that the transaction locked. */
export const moveLocked = async (
  tx: CommonQueryMethods,
  row: MasterRow,
  change: number,
  by: ChangedBy,
): Promise<void> => {
  const changed = {
    id: row['id'],
    total: Number(row['total']) + change,
    revision: Number(row['revision']) + 1,
    updated_at: by.now.toISOString(),
  };
  await updateLocked(tx, GIVEAWAYS, { before: row, row: changed }, by);
};

/** Why the claimant gets none of the giveaway `row` as it is locked; null: he gets one. */
export const whyNone = (row: MasterRow, { count }: Pick<Claims, 'count'>): Refusal | null => {
  if (row['status'] !== ENABLED) return refuse('conflict', 'giveaway.disabled', '该礼品已停用');
  if (Number(row['total']) < 1) return refuse('conflict', 'giveaway.none_left', '该礼品已领完');
  const limit = Number(row['limit_num']);
  return count < limit ? null : refuse('conflict', 'giveaway.limit', `每人限领${limit}份，该客户已领完`);
};

/** In the transaction that inserts the claim: the giveaway stays locked until then, so that two take two. */
export const takeOne = async (
  tx: CommonQueryMethods,
  { giveawayId, claimant }: { readonly giveawayId: number; readonly claimant: Claimant },
  by: ChangedBy,
): Promise<Refusal | null> => {
  const row = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (row === null) return refuseField('giveaway.missing', 'billId', '礼品不存在或已删除');
  const refused = whyNone(row, await claimsOf(tx, giveawayId, claimant));
  if (refused === null) await moveLocked(tx, row, -1, by);
  return refused;
};

/** A claim that was not collected is taken back. */
export const giveOneBack = async (tx: CommonQueryMethods, giveawayId: number, by: ChangedBy): Promise<void> => {
  const row = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (row !== null) await moveLocked(tx, row, 1, by);
};
