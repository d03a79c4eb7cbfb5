/** Taking one of a giveaway (R22, R88): what is left falls by one, and nobody has more than the limit. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import { lockRow, updateLocked, type ChangedBy, type MasterRow, type MasterTable } from '../../platform/master.ts';
import { ENABLED } from '../fields.ts';

const GIVEAWAYS: MasterTable = { name: 'giveaway', key: 'id' };
/** Who claims: a customer, a shopper by the name the messaging app gives them, or both. */
export type Claimant = { readonly customerId: number | null; readonly openId: string };

const Counted = z.object({ count: z.int() });
/**
 * Records that were merged are the same person (R95), and so are a customer and a shopper whom a claim of the giveaway names
 * together, whichever of them is named.
 */
const claimsOf = (tx: CommonQueryMethods, giveawayId: number, { customerId, openId }: Claimant): Promise<number> =>
  tx.oneFirst(sql.type(Counted)`
    WITH person AS (SELECT coalesce(merged_into, id) AS id FROM master.customer WHERE id = ${customerId}::bigint),
    record AS (
      SELECT id FROM person UNION ALL SELECT c.id FROM master.customer AS c JOIN person ON c.merged_into = person.id),
    shopper AS (
      SELECT ${openId} AS open_id WHERE ${openId} <> ''
      UNION SELECT open_id FROM master.write_off
      WHERE giveaway_id = ${giveawayId}::bigint AND customer_id = ANY(ARRAY(SELECT id FROM record)) AND open_id <> ''),
    customer AS (
      SELECT id FROM record
      UNION SELECT customer_id FROM master.write_off
      WHERE giveaway_id = ${giveawayId}::bigint AND open_id <> '' AND open_id = ANY(ARRAY(SELECT open_id FROM shopper)))
    SELECT count(*)::int AS count FROM master.write_off
    WHERE giveaway_id = ${giveawayId}::bigint AND (
      customer_id = ANY(ARRAY(SELECT id FROM customer))
      OR (open_id <> '' AND open_id = ANY(ARRAY(SELECT open_id FROM shopper))))`);

const moved = async (tx: CommonQueryMethods, row: MasterRow, change: number, by: ChangedBy): Promise<void> => {
  const changed = {
    id: row['id'],
    total: Number(row['total']) + change,
    revision: Number(row['revision']) + 1,
    updated_at: by.now.toISOString(),
  };
  await updateLocked(tx, GIVEAWAYS, { before: row, row: changed }, by);
};

/** In the transaction that inserts the claim: the giveaway stays locked until then, so that two take two. */
export const takeOne = async (
  tx: CommonQueryMethods,
  { giveawayId, claimant }: { readonly giveawayId: number; readonly claimant: Claimant },
  by: ChangedBy,
): Promise<Refusal | null> => {
  const row = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (row === null) return refuseField('giveaway.missing', 'billId', '礼品不存在或已删除');
  if (row['status'] !== ENABLED) return refuse('conflict', 'giveaway.disabled', '该礼品已停用');
  if (Number(row['total']) < 1) return refuse('conflict', 'giveaway.none_left', '该礼品已领完');
  const limit = Number(row['limit_num']);
  if ((await claimsOf(tx, giveawayId, claimant)) >= limit)
    return refuse('conflict', 'giveaway.limit', `每人限领${limit}份，该客户已领完`);
  await moved(tx, row, -1, by);
  return null;
};

/** A claim that was not collected is taken back. */
export const giveOneBack = async (tx: CommonQueryMethods, giveawayId: number, by: ChangedBy): Promise<void> => {
  const row = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (row !== null) await moved(tx, row, 1, by);
};
