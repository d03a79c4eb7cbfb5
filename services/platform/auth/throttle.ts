/** Slows guessing down: per account and per address, with a lock that doubles. */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';

export type Limit = { readonly free: number; readonly firstLockMs: number; readonly longestLockMs: number };
export const ACCOUNT_LIMIT: Limit = { free: 5, firstLockMs: 30_000, longestLockMs: 15 * 60_000 };
export const ADDRESS_LIMIT: Limit = { free: 30, firstLockMs: 30_000, longestLockMs: 15 * 60_000 };
/** Failures are forgotten after this long without another. */
const FORGET_MS = 30 * 60_000;

/** Moments in epoch milliseconds. */
export type Attempts = { readonly failures: number; readonly lastAt: number; readonly lockedUntil: number };
export const NO_ATTEMPTS: Attempts = { failures: 0, lastAt: 0, lockedUntil: 0 };

/** Milliseconds until the next try is allowed; 0 means now. */
export const lockedFor = (attempts: Attempts, now: number): number => Math.max(0, attempts.lockedUntil - now);

/** Counts one more try; it is taken back by a success, so that tries at the same moment cannot slip through. */
export const afterTry = (attempts: Attempts, now: number, limit: Limit): Attempts => {
  const before = now - attempts.lastAt > FORGET_MS ? NO_ATTEMPTS : attempts;
  const failures = before.failures + 1;
  const over = failures - limit.free;
  const lockMs = over < 0 ? 0 : Math.min(limit.firstLockMs * 2 ** over, limit.longestLockMs);
  return { failures, lastAt: now, lockedUntil: lockMs === 0 ? 0 : now + lockMs };
};

const Stored = z.object({ failures: z.int(), lastAt: z.number(), lockedUntil: z.number() });
const read = async (tx: CommonQueryMethods, subject: string): Promise<Attempts> => {
  await tx.query(sql.unsafe`
    INSERT INTO master.login_attempt (subject, failures, last_at) VALUES (${subject}, 0, to_timestamp(0))
    ON CONFLICT (subject) DO NOTHING`);
  return tx.one(sql.type(Stored)`
    SELECT failures, extract(epoch FROM last_at)::float8 * 1000 AS "lastAt",
      coalesce(extract(epoch FROM locked_until)::float8 * 1000, 0) AS "lockedUntil"
    FROM master.login_attempt WHERE subject = ${subject} FOR UPDATE`);
};
const write = (tx: CommonQueryMethods, subject: string, { failures, lastAt, lockedUntil }: Attempts) =>
  tx.query(sql.unsafe`
    UPDATE master.login_attempt SET failures = ${failures}, last_at = to_timestamp(${lastAt / 1000}),
      locked_until = ${lockedUntil === 0 ? null : new Date(lockedUntil).toISOString()}::timestamptz
    WHERE subject = ${subject}`);

export type Throttle = {
  /** Milliseconds to wait, or 0 and the try is counted. */
  readonly enter: (username: string, ip: string, now: Date) => Promise<number>;
  /** A correct password: the account's failures are forgotten, the address gets its try back. */
  readonly succeeded: (username: string, ip: string) => Promise<void>;
};
const accountOf = (username: string): string => `account:${username.toLowerCase().slice(0, 100)}`;
const addressOf = (ip: string): string => `address:${ip}`;

export const createThrottle = (db: DatabasePool): Throttle => ({
  enter: (username, ip, now) =>
    db.transaction(async (tx) => {
      const at = now.getTime();
      // Always in this order, so two tries cannot wait for each other.
      const address = await read(tx, addressOf(ip));
      const account = await read(tx, accountOf(username));
      const wait = Math.max(lockedFor(address, at), lockedFor(account, at));
      if (wait > 0) return wait;
      await write(tx, addressOf(ip), afterTry(address, at, ADDRESS_LIMIT));
      await write(tx, accountOf(username), afterTry(account, at, ACCOUNT_LIMIT));
      return 0;
    }),
  succeeded: async (username, ip) => {
    await db.query(sql.unsafe`DELETE FROM master.login_attempt WHERE subject = ${accountOf(username)}`);
    await db.query(sql.unsafe`
      UPDATE master.login_attempt SET failures = greatest(failures - 1, 0), locked_until = NULL
      WHERE subject = ${addressOf(ip)}`);
  },
});
