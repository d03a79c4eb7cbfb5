/**
 * Slows guessing down, with locks that double. A device that its user has signed in with before counts for itself, so that
 * nobody else's tries lock him out; all others count per account and address, per address, and per account altogether.
 */
import net from 'node:net';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { cut } from '../../contracts/limits.ts';
import { plainName } from '../../contracts/plain-name.ts';

export type Limit = { readonly free: number; readonly firstLockMs: number; readonly longestLockMs: number };
const FIRST_LOCK = { firstLockMs: 30_000, longestLockMs: 15 * 60_000 };
/** One account from one address, or from one known device. */
export const ACCOUNT_LIMIT: Limit = { free: 5, ...FIRST_LOCK };
/** One account from unknown devices, wherever they are: guessing from a hundred addresses is no quicker. */
export const SPREAD_LIMIT: Limit = { free: 20, ...FIRST_LOCK };
export const ADDRESS_LIMIT: Limit = { free: 30, ...FIRST_LOCK };
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
/** Locked until the transaction ends. One statement: between two a success may take the row away. */
const read = (tx: CommonQueryMethods, subject: string): Promise<Attempts> =>
  tx.one(sql.type(Stored)`
    INSERT INTO master.login_attempt AS a (subject, failures, last_at) VALUES (${subject}, 0, to_timestamp(0))
    ON CONFLICT (subject) DO UPDATE SET subject = a.subject
    RETURNING failures, extract(epoch FROM last_at)::float8 * 1000 AS "lastAt",
      coalesce(extract(epoch FROM locked_until)::float8 * 1000, 0) AS "lockedUntil"`);
const write = (tx: CommonQueryMethods, subject: string, { failures, lastAt, lockedUntil }: Attempts) =>
  tx.query(sql.unsafe`
    UPDATE master.login_attempt SET failures = ${failures}, last_at = to_timestamp(${lastAt / 1000}),
      locked_until = ${lockedUntil === 0 ? null : new Date(lockedUntil).toISOString()}::timestamptz
    WHERE subject = ${subject}`);

export type Attempt = {
  readonly username: string;
  readonly ip: string;
  /** A device that this very user has signed in with before, or his session; null for all others. */
  readonly device: string | null;
  /** A code that follows the password has counters of its own: a right password gives no new tries at it. */
  readonly step?: 'second';
};
export type Throttle = {
  /** Milliseconds to wait, or 0 and the try is counted. */
  readonly enter: (attempt: Attempt, now: Date) => Promise<number>;
  /** A correct password: the failures of this account here are forgotten, the address gets its try back. */
  readonly succeeded: (attempt: Attempt) => Promise<void>;
  /** All counters of that account, wherever the tries came from; those of addresses stay. */
  readonly forgive: (username: string) => Promise<void>;
};

/** Whom an address belongs to: of IPv6 everybody has a whole /64. */
export const networkOf = (ip: string): string => {
  if (net.isIP(ip) !== 6) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
};

type Counter = { readonly subject: string; readonly limit: Limit };
/** Names are the same whatever their letters. */
export const accountOf = (username: string): string => cut(plainName(username).toLowerCase(), 100);
/** Always in this order, so that two tries cannot wait for each other. */
const countersOf = ({ username, ip, device, step }: Attempt): readonly Counter[] => {
  const account = accountOf(username);
  const of = step === undefined ? '' : `${step}-`;
  if (device !== null) return [{ subject: `${of}device:${device}:${account}`, limit: ACCOUNT_LIMIT }];
  const network = networkOf(ip);
  return [
    { subject: `address:${network}`, limit: ADDRESS_LIMIT },
    { subject: `${of}account:${account}`, limit: SPREAD_LIMIT },
    { subject: `${of}here:${network}:${account}`, limit: ACCOUNT_LIMIT },
  ];
};

/** Subjects end in the account: read from the end they lie together in an index, from this text to the next of its length. */
const ENDING = sql.fragment`reverse(subject) COLLATE "C"`;
const endOf = (text: string): string => Array.from(text).toReversed().join('');
/** Sorts behind every text that goes on. */
const LAST = '\u{10FFFF}';

export const createThrottle = (db: DatabasePool): Throttle => ({
  enter: (attempt, now) =>
    db.transaction(async (tx) => {
      const at = now.getTime();
      const counted: (Counter & { attempts: Attempts })[] = [];
      for (const counter of countersOf(attempt))
        counted.push({ ...counter, attempts: await read(tx, counter.subject) });
      const wait = Math.max(...counted.map(({ attempts }) => lockedFor(attempts, at)));
      if (wait > 0) return wait;
      for (const { subject, limit, attempts } of counted) await write(tx, subject, afterTry(attempts, at, limit));
      return 0;
    }),
  succeeded: async (attempt) => {
    for (const { subject } of countersOf(attempt)) {
      if (subject.startsWith('address:')) {
        await db.query(sql.unsafe`
          UPDATE master.login_attempt SET failures = greatest(failures - 1, 0), locked_until = NULL
          WHERE subject = ${subject}`);
      } else await db.query(sql.unsafe`DELETE FROM master.login_attempt WHERE subject = ${subject}`);
    }
  },
  forgive: async (username) => {
    const end = endOf(`:${accountOf(username)}`);
    await db.query(sql.unsafe`
      DELETE FROM master.login_attempt WHERE ${ENDING} >= ${end} AND ${ENDING} < ${`${end}${LAST}`}
        AND subject NOT LIKE 'address:%'`);
  },
});
