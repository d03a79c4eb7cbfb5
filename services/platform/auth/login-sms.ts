/** Codes by SMS in the place of the picture: five digits, five minutes, one use, and limits for accounts and addresses (R113). */
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { LOCKS } from '../locks/advisory-locks.ts';
import { lockUntilCommit } from '../locks/lock-until-commit.ts';
import { accountOf, networkOf } from './throttle.ts';

const MINUTE_MS = 60_000;
export const VALID_MINUTES = 5;
const TRIES = 5;
const PAUSE_MS = MINUTE_MS;
/** So many within such a time. */
const ACCOUNT = { most: 10, withinMs: 24 * 60 * MINUTE_MS };
const ADDRESS = { most: 20, withinMs: 60 * MINUTE_MS };

export type LoginSms = {
  /** A new code, or the milliseconds to wait; whether the account exists is not asked. */
  readonly create: (who: CodeRequest, now: Date) => Promise<{ readonly id: string; readonly code: string } | number>;
  /** It was not sent: it counts for nothing. */
  readonly withdraw: (id: string) => Promise<void>;
  /** True once for the right code of this account; each wrong one is a try. */
  readonly redeem: (id: string, said: { username: string; code: string }, now: Date) => Promise<boolean>;
};
type CodeRequest = { readonly username: string; readonly ip: string };

const Sent = z.object({ at: z.number() });
type SmsLimit = { readonly column: 'account' | 'address'; readonly subject: string; readonly limit: typeof ACCOUNT };
/** Epoch milliseconds, newest first, at most so many as are allowed. */
const sentFor = (
  tx: CommonQueryMethods,
  { column, subject, limit }: SmsLimit,
  now: number,
): Promise<readonly number[]> =>
  tx.anyFirst(sql.type(Sent)`
    SELECT extract(epoch FROM sent_at)::float8 * 1000 AS at FROM master.login_sms
    WHERE ${sql.identifier([column])} = ${subject} AND sent_at > to_timestamp(${(now - limit.withinMs) / 1000})
    ORDER BY sent_at DESC LIMIT ${limit.most}`);
/** Milliseconds until the oldest of them counts no more; 0 while fewer were sent. */
const untilFree = (sent: readonly number[], { most, withinMs }: typeof ACCOUNT, now: number): number => {
  const oldest = sent.length < most ? undefined : sent.at(-1);
  return oldest === undefined ? 0 : oldest + withinMs - now;
};
const waitOf = async (tx: CommonQueryMethods, account: string, address: string, now: number): Promise<number> => {
  // Two that ask at once take turns, always in this order.
  for (const subject of [address, account]) await lockUntilCommit(tx, LOCKS.signInCode, subject);
  const own = await sentFor(tx, { column: 'account', subject: account, limit: ACCOUNT }, now);
  const here = await sentFor(tx, { column: 'address', subject: address, limit: ADDRESS }, now);
  const pause = own[0] === undefined ? 0 : own[0] + PAUSE_MS - now;
  return Math.max(0, pause, untilFree(own, ACCOUNT, now), untilFree(here, ADDRESS, now));
};

const Redeemed = z.object({ right: z.boolean() });
export const createLoginSms = (db: DatabasePool): LoginSms => ({
  create: ({ username, ip }, now) =>
    db.transaction(async (tx) => {
      const [account, address] = [accountOf(username), networkOf(ip)];
      const wait = await waitOf(tx, account, address, now.getTime());
      if (wait > 0) return wait;
      const made = { id: randomUUID(), code: String(randomInt(100_000)).padStart(5, '0') };
      await tx.query(sql.unsafe`
        INSERT INTO master.login_sms (id, account, address, code, sent_at)
        VALUES (${made.id}, ${account}, ${address}, ${made.code}, ${now.toISOString()})`);
      return made;
    }),
  withdraw: async (id) => void (await db.query(sql.unsafe`DELETE FROM master.login_sms WHERE id = ${id}`)),
  redeem: async (id, { username, code }, now) => {
    if (!z.uuid().safeParse(id).success) return false;
    const since = new Date(now.getTime() - VALID_MINUTES * MINUTE_MS).toISOString();
    const found = await db.maybeOne(sql.type(Redeemed)`
      UPDATE master.login_sms SET tries = tries + 1, used = used OR code = ${code}
      WHERE id = ${id} AND account = ${accountOf(username)} AND NOT used AND tries < ${TRIES}
        AND sent_at > ${since}::timestamptz
      RETURNING code = ${code} AS right`);
    return found?.right === true;
  },
});
