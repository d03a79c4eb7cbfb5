/** One person's consents: records that were merged are the same person (R95), whichever of them is named. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isoWithOffset } from '../../contracts/dates.ts';
import { cut } from '../../contracts/limits.ts';
import { lockRow, type MasterRow, type MasterTable } from '../../platform/rows/master.ts';

export const CONSENT_PATH = '/base-customer-consent';
export const CONSENT: MasterTable = { name: 'customer_consent', key: 'id' };
const CUSTOMER: MasterTable = { name: 'customer', key: 'id' };

const Kept = z.object({ id: z.int() });
/**
 * The record that stays, locked before any consent of that person: two clerks take turns, and so does an erasure. Who waited for the
 * lock may have waited for a merge, so it is asked once more which record stays.
 */
export const lockPerson = async (tx: CommonQueryMethods, customerId: number): Promise<MasterRow | null> => {
  for (let locked: number | null = null; ;) {
    const kept: number | null = await tx.maybeOneFirst(sql.type(Kept)`
      SELECT coalesce(merged_into, id) AS id FROM master.customer WHERE id = ${customerId}::bigint`);
    if (kept === null) return null;
    const row = await lockRow(tx, CUSTOMER, kept);
    if (kept === locked) return row;
    locked = kept;
  }
};
const Stored = z.object({ row: z.record(z.string(), z.unknown()) });
/** Of the record that stays and those merged into it, oldest first. */
export const consentsOf = (tx: CommonQueryMethods, keptId: number, purpose: string): Promise<readonly MasterRow[]> =>
  tx.anyFirst(sql.type(Stored)`
    SELECT to_jsonb(c) AS row FROM master.customer_consent AS c
    WHERE c.customer_id = ANY(ARRAY(
        SELECT ${keptId}::bigint UNION ALL SELECT m.id FROM master.customer AS m WHERE m.merged_into = ${keptId}::bigint))
      AND c.purpose = ${purpose}
    ORDER BY c.id FOR UPDATE OF c`);

/** A moment of a row as people say it. */
export const said = (moment: unknown): string =>
  cut(isoWithOffset(new Date(String(moment))), 'yyyy-MM-dd HH:mm'.length).replace('T', ' ');
