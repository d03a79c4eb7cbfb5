/** The customer that a claim is for. */
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
type StandingCustomer = z.infer<typeof Standing>;
/**
 * Of two records that were merged the one that stays says whether they are customers; null where there is none. Both stand until the
 * transaction ends, that one first, as whoever erases them locks them: who is named is neither deleted, merged nor erased meanwhile.
 */
export const standingCustomer = async (tx: CommonQueryMethods, id: number): Promise<StandingCustomer | null> => {
  const [standing] = await tx.any(sql.type(Standing)`
    WITH named AS (SELECT id, coalesce(merged_into, id) AS standing FROM master.customer WHERE id = ${id}::bigint)
    SELECT c.id, c.status, c.name, c.mobile, c.mobile_digits AS "mobileDigits"
    FROM master.customer c, named WHERE c.id = ANY(ARRAY[named.standing, named.id])
    ORDER BY c.id = named.standing DESC FOR SHARE OF c`);
  return standing ?? null;
};
