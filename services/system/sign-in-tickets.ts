/** Between password and code: a ticket names who typed the right password, for five minutes and five tries (R112). */
import { randomBytes } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { stillProved } from '../platform/auth/sessions.ts';
import { tokenHash } from '../platform/auth/token-hash.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { HAS_ROLE } from './role-holders.ts';

const VALID_MS = 5 * 60_000;
const TRIES = 5;

const Row = z.object({
  userId: z.int(),
  username: z.string(),
  status: z.string(),
  hasRole: z.boolean(),
  passwordHash: z.string(),
  sealed: z.string().nullable(),
});
export type Holder = {
  readonly id: number;
  readonly username: string;
  readonly status: string;
  readonly hasRole: boolean;
  readonly passwordHash: string;
  /** The secret that is offered to whoever has none yet. */
  readonly secret: string | null;
};
export type ProvedPassword = { readonly id: number; readonly hash: string };
export type Tickets = {
  /** Null when the password is another by now than the one that was proved. */
  readonly open: (account: ProvedPassword, secret: string | null, now: Date) => Promise<string | null>;
  /** Whose it is; null when it is unknown, over, used or tried too often. */
  readonly read: (ticket: string, now: Date) => Promise<Holder | null>;
  /** Counts a try; false when none is left. */
  readonly count: (ticket: string, now: Date) => Promise<boolean>;
  /** True once. */
  readonly take: (ticket: string) => Promise<boolean>;
};

const hashOf = (ticket: string) => sql.binary(tokenHash(ticket));
const HOLDER = 'sign-in-ticket';
const Touched = z.object({ id: z.int() });

export const createTickets = (db: DatabasePool, secrets: Secrets): Tickets => ({
  open: async ({ id: userId, hash }, secret, now) => {
    const ticket = randomBytes(32).toString('base64url');
    const sealed = secret === null ? null : secrets.seal(secret, `${HOLDER}:${userId}`);
    return db.transaction(async (tx) => {
      if (!(await stillProved(tx, userId, hash))) return null;
      await tx.query(sql.unsafe`
        INSERT INTO master.sign_in_ticket (ticket_hash, user_id, secret, expires_at)
        VALUES (${hashOf(ticket)}, ${userId}, ${sealed}, ${new Date(now.getTime() + VALID_MS).toISOString()})`);
      return ticket;
    });
  },
  read: async (ticket, now) => {
    const row = await db.maybeOne(sql.type(Row)`
      SELECT t.user_id AS "userId", u.username, u.status, ${HAS_ROLE} AS "hasRole", u.password_hash AS "passwordHash",
        t.secret AS sealed
      FROM master.sign_in_ticket t JOIN master.sys_user u ON u.id = t.user_id
      WHERE t.ticket_hash = ${hashOf(ticket)} AND t.expires_at > ${now.toISOString()}::timestamptz AND t.tries < ${TRIES}`);
    if (row === null) return null;
    const { userId: id, sealed, ...holder } = row;
    const secret = sealed === null ? null : secrets.open(sealed, `${HOLDER}:${id}`);
    // Sealed with a key that is lost: it must not pass for a ticket of somebody who has a factor already.
    return sealed !== null && secret === null ? null : { id, ...holder, secret };
  },
  count: async (ticket, now) =>
    (await db.maybeOne(sql.type(Touched)`
      UPDATE master.sign_in_ticket SET tries = tries + 1
      WHERE ticket_hash = ${hashOf(ticket)} AND expires_at > ${now.toISOString()}::timestamptz AND tries < ${TRIES}
      RETURNING user_id AS id`)) !== null,
  take: async (ticket) =>
    (await db.maybeOne(sql.type(Touched)`
      DELETE FROM master.sign_in_ticket WHERE ticket_hash = ${hashOf(ticket)} RETURNING user_id AS id`)) !== null,
});
