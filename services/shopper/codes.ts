/**
 * Codes by SMS that prove a shopper's number (R113, R160): five digits, five minutes, one use, five wrong tries end one. A number that
 * nobody has gets the same answer and no message; how often they go out is counted the same for it.
 */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql, type CommonQueryMethods, type DatabasePool, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { networkOf } from '../platform/auth/throttle.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { untilNext, type SendLimit } from './send-limit.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';

const MINUTE_MS = 60_000;
export const CODE_MINUTES = 5;
const TRIES = 5;
const SINGLE: SendLimit = { most: 10, withinMs: 24 * 60 * MINUTE_MS, pauseMs: MINUTE_MS };
/** A shop's own net stands behind one address, and its customers with it. */
const ADDRESS: SendLimit = { most: 200, withinMs: 60 * MINUTE_MS, pauseMs: 0 };

/** `shopper` names who asked: openId or browser. */
type CodeRequest = { readonly mobile: string; readonly shopper: string };
export type SentShopperCode = { readonly id: string; readonly code: string; readonly customerId: number | null };
export type ProvedNumber = { readonly id: string; readonly customerId: number };
export type ShopperCodes = {
  /** A new code, or the milliseconds to wait. */
  readonly create: (asking: CodeRequest & { readonly ip: string }, now: Date) => Promise<SentShopperCode | number>;
  readonly withdraw: (id: string) => Promise<void>;
  /** Whose number the newest code proves; null counts as a try. It is not used up yet. */
  readonly judge: (asking: CodeRequest & { readonly code: string }, now: Date) => Promise<ProvedNumber | null>;
  /** Something else that was said with it was wrong: as a wrong code. */
  readonly countWrong: (id: string) => Promise<void>;
  /** False where another was quicker. */
  readonly use: (tx: CommonQueryMethods, id: string) => Promise<boolean>;
};
type Deps = { readonly db: DatabasePool; readonly secrets: Secrets; readonly key: () => Promise<Buffer> };

const SentAt = z.object({ at: z.number() });
const sentFor = (tx: CommonQueryMethods, who: FragmentSqlToken, { most, withinMs }: SendLimit, now: number) =>
  tx.anyFirst(sql.type(SentAt)`
    SELECT extract(epoch FROM sent_at)::float8 * 1000 AS at FROM master.shopper_code
    WHERE ${who} AND sent_at > to_timestamp(${(now - withinMs) / 1000}) ORDER BY sent_at DESC LIMIT ${most}`);
type CodeCounters = { readonly numberHash: Buffer; readonly shopper: string; readonly network: string };
/** Two that ask at once take turns, always in this order. */
const waitOf = async (
  tx: CommonQueryMethods,
  { numberHash, shopper, network }: CodeCounters,
  now: number,
): Promise<number> => {
  await lockUntilCommit(tx, LOCKS.shopperNetwork, network);
  await lockUntilCommit(tx, LOCKS.shopperCodes, shopper);
  await lockUntilCommit(tx, LOCKS.shopperNumber, numberHash.toString('hex'));
  const limits: readonly (readonly [FragmentSqlToken, SendLimit])[] = [
    [sql.fragment`number_hash = ${sql.binary(numberHash)}`, SINGLE],
    [sql.fragment`shopper = ${shopper}`, SINGLE],
    [sql.fragment`network = ${network}`, ADDRESS],
  ];
  const waits: number[] = [];
  for (const [who, limit] of limits) waits.push(untilNext(await sentFor(tx, who, limit, now), limit, now));
  return Math.max(...waits);
};

const Customer = z.object({ id: z.int() });
/** The enabled record that has the number; it is one at most (R50). */
const recordOf = (tx: CommonQueryMethods, mobile: string): Promise<number | null> =>
  tx.maybeOneFirst(sql.type(Customer)`
    SELECT id FROM master.customer WHERE mobile_digits = ${mobile} AND mobile_digits <> '' AND status = '2' AND NOT walk_in`);

const Code = z.object({ id: z.string(), customerId: z.int().nullable(), seal: z.string() });
const holderOf = (id: string): string => `shopper-code/${id}`;
const FIVE_DIGITS = /^\d{5}$/;
const same = (kept: string | null, said: string): boolean =>
  kept !== null && FIVE_DIGITS.test(said) && timingSafeEqual(Buffer.from(kept), Buffer.from(said));

const numberHashOf = async ({ key }: Deps, mobile: string): Promise<Buffer> =>
  createHmac('sha256', await key())
    .update(`shopper-number/${mobile}`)
    .digest();
const countWrong = async (tx: CommonQueryMethods, id: string): Promise<void> =>
  void (await tx.query(sql.unsafe`UPDATE master.shopper_code SET tries = tries + 1 WHERE id = ${id}::uuid`));

const creating =
  (deps: Deps): ShopperCodes['create'] =>
  async ({ mobile, shopper, ip }, now) => {
    const counted: CodeCounters = { numberHash: await numberHashOf(deps, mobile), shopper, network: networkOf(ip) };
    return deps.db.transaction(async (tx) => {
      const wait = await waitOf(tx, counted, now.getTime());
      if (wait > 0) return wait;
      const [id, code] = [randomUUID(), String(randomInt(100_000)).padStart(5, '0')];
      const customerId = await recordOf(tx, mobile);
      await tx.query(sql.unsafe`
        INSERT INTO master.shopper_code (id, number_hash, shopper, network, customer_id, seal, sent_at)
        VALUES (${id}, ${sql.binary(counted.numberHash)}, ${shopper}, ${counted.network}, ${customerId},
          ${deps.secrets.seal(code, holderOf(id))}, ${now.toISOString()}::timestamptz)`);
      return { id, code, customerId };
    });
  };
const judging =
  (deps: Deps): ShopperCodes['judge'] =>
  async ({ mobile, shopper, code }, now) => {
    const hash = await numberHashOf(deps, mobile);
    const since = new Date(now.getTime() - CODE_MINUTES * MINUTE_MS).toISOString();
    return deps.db.transaction(async (tx) => {
      const newest = await tx.maybeOne(sql.type(Code)`
        SELECT id::text AS id, customer_id AS "customerId", seal FROM master.shopper_code
        WHERE number_hash = ${sql.binary(hash)} AND shopper = ${shopper} AND NOT used AND tries < ${TRIES}
          AND sent_at > ${since}::timestamptz ORDER BY sent_at DESC LIMIT 1 FOR UPDATE`);
      if (newest === null) return null;
      const { id, customerId, seal } = newest;
      if (same(deps.secrets.open(seal, holderOf(id)), code) && customerId !== null) return { id, customerId };
      await countWrong(tx, id);
      return null;
    });
  };

const Used = Code.pick({ id: true });
export const shopperCodes = (deps: Deps): ShopperCodes => ({
  create: creating(deps),
  withdraw: async (id) =>
    void (await deps.db.query(sql.unsafe`DELETE FROM master.shopper_code WHERE id = ${id}::uuid`)),
  judge: judging(deps),
  countWrong: (id) => countWrong(deps.db, id),
  use: async (tx, id) =>
    (await tx.maybeOne(sql.type(Used)`
      UPDATE master.shopper_code SET used = true WHERE id = ${id}::uuid AND NOT used RETURNING id::text AS id`)) !==
    null,
});
