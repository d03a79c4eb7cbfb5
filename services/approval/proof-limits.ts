/** How often codes go out, by record, by user and by address (R113, R136). */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { networkOf } from '../platform/auth/throttle.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
type Limit = { readonly most: number; readonly withinMs: number; readonly pauseMs: number };
const RECORD: Limit = { most: 10, withinMs: DAY_MS, pauseMs: MINUTE_MS };
const HOURLY: Limit = { most: 20, withinMs: 60 * MINUTE_MS, pauseMs: 0 };

const SentAt = z.object({ at: z.number() });
/** Epoch milliseconds, newest first. */
const sentTo = (
  tx: CommonQueryMethods,
  who: FragmentSqlToken,
  { most, withinMs }: Limit,
  now: number,
): Promise<readonly number[]> =>
  tx.anyFirst(sql.type(SentAt)`
    SELECT extract(epoch FROM sent_at)::float8 * 1000 AS at FROM master.proof_code
    WHERE ${who} AND sent_at > to_timestamp(${(now - withinMs) / 1000}) ORDER BY sent_at DESC LIMIT ${most}`);
/** Milliseconds until another may go out; pure. `sent`: newest first, as many as count. */
const untilNext = (sent: readonly number[], { most, withinMs, pauseMs }: Limit, now: number): number => {
  const [newest] = sent;
  const oldest = sent.length < most ? undefined : sent.at(-1);
  return Math.max(
    0,
    newest === undefined ? 0 : newest + pauseMs - now,
    oldest === undefined ? 0 : oldest + withinMs - now,
  );
};

type Sender = { readonly customerId: number; readonly userId: number; readonly ip: string };
/** Milliseconds to wait; 0: now. Two who ask at once take turns, always in this order. */
export const waitOf = async (
  tx: CommonQueryMethods,
  { customerId, userId, ip }: Sender,
  now: number,
): Promise<number> => {
  const network = networkOf(ip);
  await lockUntilCommit(tx, LOCKS.proofNetwork, network);
  await lockUntilCommit(tx, LOCKS.proofUser, String(userId));
  await lockUntilCommit(tx, LOCKS.proofCustomer, String(customerId));
  const limits: readonly (readonly [FragmentSqlToken, Limit])[] = [
    [sql.fragment`customer_id = ${customerId}::bigint`, RECORD],
    [sql.fragment`user_id = ${userId}::bigint`, HOURLY],
    [sql.fragment`network = ${network}`, HOURLY],
  ];
  const waits: number[] = [];
  for (const [who, limit] of limits) waits.push(untilNext(await sentTo(tx, who, limit, now), limit, now));
  return Math.max(...waits);
};
