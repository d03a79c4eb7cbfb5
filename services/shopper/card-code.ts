/**
 * The short-lived code of the card page that the counter scans, once: `BD` and twelve letters and digits binds whoever is bound to nobody
 * (R160, ten minutes), `MP` and twelve proves that the customer stands there (R136, three).
 */
import { createHash } from 'node:crypto';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** How codes lie in the database. */
export const codeHash = (code: string) => sql.binary(createHash('sha256').update(code).digest());

const OpenId = z.object({ openId: z.string() });
/** Whose code it is; null: none, or over. */
export const openIdOf = (db: CommonQueryMethods, code: string, now: Date): Promise<string | null> =>
  db.maybeOneFirst(sql.type(OpenId)`
    SELECT open_id AS "openId" FROM master.shopper_card_code
    WHERE code_hash = ${codeHash(code)} AND until >= ${now.toISOString()}::timestamptz`);
/** False where another was quicker. */
export const useCardCode = async (tx: CommonQueryMethods, code: string): Promise<boolean> =>
  (await tx.maybeOne(sql.type(OpenId)`
    DELETE FROM master.shopper_card_code WHERE code_hash = ${codeHash(code)} RETURNING open_id AS "openId"`)) !== null;
