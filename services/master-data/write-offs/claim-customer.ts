/** The customers that claims are for. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Standing = z.object({
  id: z.int(),
  status: z.string(),
  name: z.string(),
  mobile: z.string(),
  mobileDigits: z.string(),
});
export type ClaimCustomer = z.infer<typeof Standing>;
/**
 * Of two records that were merged the one that stays says whether they are customers; null where there is none. Both stand until the
 * transaction ends, that one first, as whoever erases them locks them: who is named is neither deleted, merged nor erased meanwhile.
 */
export const standingCustomer = async (tx: CommonQueryMethods, id: number): Promise<ClaimCustomer | null> => {
  const [standing] = await tx.any(sql.type(Standing)`
    WITH named AS (SELECT id, coalesce(merged_into, id) AS standing FROM master.customer WHERE id = ${id}::bigint)
    SELECT c.id, c.status, c.name, c.mobile, c.mobile_digits AS "mobileDigits"
    FROM master.customer c, named WHERE c.id = ANY(ARRAY[named.standing, named.id])
    ORDER BY c.id = named.standing DESC FOR SHARE OF c`);
  return standing ?? null;
};

const UnlockedCustomer = Standing.extend({ recordId: z.int() });
/**
 * {@link standingCustomer} of many, by the id that names each, without waiting for whoever has one of them locked: those are not answered,
 * and neither are those that are not there.
 */
export const unlockedCustomers = async (
  tx: CommonQueryMethods,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ClaimCustomer>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx.any(sql.prepared('standing customers', UnlockedCustomer)`
    WITH named AS MATERIALIZED (
      SELECT id, coalesce(merged_into, id) AS standing FROM master.customer WHERE id = ANY(${sql.array([...ids], 'int8')})),
    locked AS MATERIALIZED (
      SELECT c.id, c.status, c.name, c.mobile, c.mobile_digits AS "mobileDigits" FROM master.customer c
      WHERE c.id = ANY(ARRAY(SELECT id FROM named UNION SELECT standing FROM named)) FOR SHARE OF c SKIP LOCKED)
    SELECT named.id AS "recordId", locked.* FROM named JOIN locked ON locked.id = named.standing
    WHERE EXISTS (SELECT FROM locked AS own WHERE own.id = named.id)`);
  return new Map(rows.map(({ recordId, ...standing }) => [recordId, standing]));
};
