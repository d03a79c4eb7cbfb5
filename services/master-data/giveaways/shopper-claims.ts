/** What shoppers see of gifts (S1§2.16; R88, R160): what is offered, and the claim that is theirs. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Shopper } from '../../contracts/shopper-desk.ts';
import { CLAIM, ShopperClaim, type ShopperGift } from '../contract.ts';
import { claimsOf } from './claim.ts';

export type Who = Pick<Shopper, 'openId' | 'customerId' | 'recordId'>;

const Offered = z.object({ id: z.int(), title: z.string(), content: z.string(), limitNum: z.int() });
/** What is offered now: enabled, not all gone, the newest (R88). */
export const currentGift = async (db: CommonQueryMethods, who: Who): Promise<ShopperGift | null> => {
  const offered = await db.maybeOne(sql.type(Offered)`
    SELECT id, title, content, limit_num AS "limitNum" FROM master.giveaway
    WHERE status = '2' AND total > 0 ORDER BY id DESC LIMIT 1`);
  if (offered === null) return null;
  const { count } = await claimsOf(db, offered.id, { customerId: who.recordId, openId: who.openId });
  return { ...offered, mayClaim: Math.max(0, offered.limitNum - count) };
};

const FoundClaim = ShopperClaim.extend({ usedAt: z.string().nullable() });
/**
 * The claim that a shopper is shown: one that waits, else the last that was collected. His are those of his openId, of his record and
 * of those merged into it; the code is the proof, so nothing else makes a claim his.
 */
export const latestClaim = async (
  db: CommonQueryMethods,
  { openId, recordId }: Who,
  id: number | null = null,
): Promise<ShopperClaim | null> => {
  const found = await db.maybeOne(sql.type(FoundClaim)`
    WITH record AS (
      SELECT coalesce(merged_into, id) AS id FROM master.customer WHERE id = ${recordId}::bigint),
    records AS (
      SELECT id FROM record UNION ALL SELECT c.id FROM master.customer AS c JOIN record ON c.merged_into = record.id),
    mine AS MATERIALIZED (
      SELECT w.* FROM master.write_off AS w WHERE w.customer_id = ANY(ARRAY(SELECT id FROM records))
      UNION SELECT w.* FROM master.write_off AS w WHERE w.open_id = ${openId} AND w.open_id <> '')
    SELECT m.id, g.title, g.content, m.limit_num AS "limitNum", m.status, m.write_off_code AS "writeOffCode",
      m.used_at AS "usedAt",
      coalesce((SELECT s.name FROM master.shop AS s WHERE s.id = m.used_shop_id), '') AS "usedShopName"
    FROM mine AS m JOIN master.giveaway AS g ON g.id = m.giveaway_id
    WHERE m.bill_type = ${CLAIM} AND m.id = coalesce(${id}::bigint, m.id)
    ORDER BY m.status, m.id DESC LIMIT 1`);
  return found === null ? null : { ...found, usedAt: found.usedAt ?? '' };
};
