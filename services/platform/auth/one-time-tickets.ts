/** What is given once and taken once within seconds, by whichever process: an archive (R145), the live log's socket (R147). */
import { randomBytes } from 'node:crypto';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { tokenHash } from './token-hash.ts';

export type Purpose = 'archive' | 'live-log';
type NewTicket = {
  readonly purpose: Purpose;
  readonly userId: number;
  /** What it opens. */
  readonly subject: string;
  readonly seconds: number;
};
const Taken = z.object({ userId: z.int(), subject: z.string() });
export type TakenTicket = z.infer<typeof Taken>;
const hashOf = (ticket: string) => sql.binary(tokenHash(ticket));

/** Answers the ticket; what has passed goes with it. */
export const giveTicket = async (
  db: CommonQueryMethods,
  { purpose, userId, subject, seconds }: NewTicket,
  now: Date,
): Promise<string> => {
  const ticket = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + seconds * 1000).toISOString();
  await db.query(sql.unsafe`
    DELETE FROM master.one_time_ticket WHERE expires_at < ${now.toISOString()}::timestamptz`);
  await db.query(sql.unsafe`
    INSERT INTO master.one_time_ticket (ticket_hash, purpose, user_id, subject, expires_at)
    VALUES (${hashOf(ticket)}, ${purpose}, ${userId}, ${subject}, ${until}::timestamptz)`);
  return ticket;
};
/** null when it is unknown, over, taken, or for something else. */
export const takeTicket = async (
  db: CommonQueryMethods,
  ticket: string,
  purpose: Purpose,
  now: Date,
): Promise<TakenTicket | null> =>
  db.maybeOne(sql.type(Taken)`
    DELETE FROM master.one_time_ticket
    WHERE ticket_hash = ${hashOf(ticket)} AND purpose = ${purpose} AND expires_at >= ${now.toISOString()}::timestamptz
    RETURNING user_id AS "userId", subject`);
