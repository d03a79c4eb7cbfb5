/** Sessions of shoppers: opened by an openId or a proved number, thirty days, stored as hashes (R159). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Shopper } from '../contracts/shopper-desk.ts';
import { newToken, SESSION_DAYS } from '../platform/auth/shopper-cookies.ts';
import { tokenHash } from '../platform/auth/token-hash.ts';

export type { Shopper } from '../contracts/shopper-desk.ts';

const DAY_MS = 86_400_000;
const hashOf = (token: string) => sql.binary(tokenHash(token));

/** `openId` '' and a record: outside the app, by number. */
type NewSession = { readonly openId: string } | { readonly openId: ''; readonly customerId: number };
/** A new id each time; that of before goes. */
export const openSession = async (
  tx: CommonQueryMethods,
  who: NewSession,
  { before, now }: { readonly before: string | null; readonly now: Date },
): Promise<string> => {
  const token = newToken();
  const customerId = 'customerId' in who ? who.customerId : null;
  const until = new Date(now.getTime() + SESSION_DAYS * DAY_MS).toISOString();
  if (before !== null)
    await tx.query(sql.unsafe`DELETE FROM master.shopper_session WHERE token_hash = ${hashOf(before)}`);
  await tx.query(sql.unsafe`
    INSERT INTO master.shopper_session (token_hash, open_id, customer_id, started_at, ends_at)
    VALUES (${hashOf(token)}, ${who.openId}, ${customerId}, ${now.toISOString()}::timestamptz, ${until}::timestamptz)`);
  return token;
};
/** Of one openId all; of a session outside the app that one. */
export const endSessions = async (tx: CommonQueryMethods, openId: string, token: string): Promise<void> => {
  await tx.query(sql.unsafe`DELETE FROM master.shopper_session WHERE token_hash = ${hashOf(token)}`);
  await tx.query(sql.unsafe`DELETE FROM master.shopper_session WHERE open_id = ${openId} AND open_id <> ''`);
};

const Row = z.object({ openId: z.string(), customerId: z.int(), recordId: z.int().nullable() });
export const shopperOf = async (db: CommonQueryMethods, token: string, now: Date): Promise<Shopper | null> => {
  const found = await db.maybeOne(sql.prepared('shopper of a session', Row)`
    SELECT s.open_id AS "openId", coalesce(k.id, 0) AS "customerId", coalesce(s.customer_id, b.customer_id) AS "recordId"
    FROM master.shopper_session AS s
    LEFT JOIN master.shopper_binding AS b ON b.open_id = s.open_id AND b.open_id <> '' AND b.ended_at IS NULL
    LEFT JOIN master.customer AS c ON c.id = coalesce(s.customer_id, b.customer_id)
    LEFT JOIN master.customer AS k ON k.id = coalesce(c.merged_into, c.id) AND k.status = '2'
    WHERE s.token_hash = ${hashOf(token)} AND s.ends_at > ${now.toISOString()}::timestamptz`);
  return found === null ? null : { ...found, token };
};

const HOUR_MS = 3_600_000;
/** What has passed goes: sessions, states, codes. */
export const pruneShoppers = async (db: CommonQueryMethods, now: Date): Promise<void> => {
  const moment = now.toISOString();
  const ago = (hours: number): string => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  await db.query(sql.unsafe`DELETE FROM master.shopper_session WHERE ends_at < ${moment}::timestamptz`);
  await db.query(sql.unsafe`DELETE FROM master.shopper_sign_in WHERE used_at < ${ago(1)}::timestamptz`);
  await db.query(sql.unsafe`DELETE FROM master.shopper_code WHERE sent_at < ${ago(24)}::timestamptz`);
  await db.query(sql.unsafe`DELETE FROM master.shopper_card_code WHERE until < ${moment}::timestamptz`);
};
