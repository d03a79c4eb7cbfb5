/**
 * Sessions: random opaque tokens, stored hashed, revocable; looked up once and remembered for a moment. All tokens that
 * came from one sign-in are a family: it has one end that no renewal moves, and it ends as a whole.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { cut } from '../../contracts/limits.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { tokenHash } from './token-hash.ts';

const HOUR_MS = 3_600_000;
const SESSION_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 30 * 24 * HOUR_MS;
/** How long another process may still honour what this one revoked. */
const CACHE_MS = 900;
const MAX_CACHED = 5_000;
const MAX_AGENT = 300;
/** Requests under way, and tabs that share a token, may still carry the old one after a renewal. */
const OVERLAP_MS = 60_000;

const Stored = z.object({ family: z.string(), userId: z.int(), expiresAt: z.string() });
const Family = z.object({ id: z.string(), endsAt: z.string() });

export type NewSession = {
  readonly userId: number;
  /** Hash of the password that was proved; another by now, and nothing is opened. */
  readonly passwordHash: string;
  readonly remember: boolean;
  readonly client: { readonly ip: string; readonly userAgent: string };
};
export type IssuedToken = { readonly token: string; readonly expire: string };
type CachedSession = { readonly user: SessionUser; readonly readAt: number; readonly expiresAt: number };
type TokenHash = { readonly hash: Buffer; readonly family: string };
const NOTHING: TokenHash = { hash: Buffer.alloc(0), family: '00000000-0000-0000-0000-000000000000' };

/** A new token of a family. */
const issue = async (tx: CommonQueryMethods, family: string, endsAt: string, now: Date): Promise<IssuedToken> => {
  const token = randomBytes(32).toString('base64url');
  await tx.query(sql.unsafe`
    INSERT INTO master.session (token_hash, family, created_at, expires_at)
    VALUES (${sql.binary(tokenHash(token))}, ${family}, ${now.toISOString()}, ${endsAt})`);
  return { token, expire: endsAt };
};

const Proved = z.object({ id: z.int() });
/** Held until the transaction ends: a change of the password waits, and ends what was opened before it. */
export const stillProved = async (tx: CommonQueryMethods, userId: number, passwordHash: string): Promise<boolean> =>
  (await tx.maybeOne(sql.type(Proved)`
    SELECT id FROM master.sys_user
    WHERE id = ${userId}::bigint AND password_hash = ${passwordHash} AND status = '2' FOR NO KEY UPDATE`)) !== null;

export class Sessions {
  readonly #db: DatabasePool;
  readonly #userOf: (userId: number) => Promise<SessionUser | null>;
  readonly #cache = new Map<string, CachedSession>();
  /** The session a user object was read for: every session gets its own object. */
  readonly #heldBy = new WeakMap<SessionUser, TokenHash>();
  /** Grows with every forgetting: what was read before it is not remembered after it. */
  #generation = 0;

  /** `userOf` answers null for users that are disabled or gone. */
  constructor(db: DatabasePool, userOf: (userId: number) => Promise<SessionUser | null>) {
    this.#db = db;
    this.#userOf = userOf;
  }

  /**
   * A new family: 30 days when the browser is to remember, else 12 hours. Null when the password was changed or the user
   * disabled since it was proved: what ended all sessions meanwhile would have missed this one.
   */
  async open({ userId, passwordHash, remember, client }: NewSession, now: Date): Promise<IssuedToken | null> {
    const family = randomUUID();
    const endsAt = new Date(now.getTime() + (remember ? REMEMBERED_MS : SESSION_MS)).toISOString();
    return this.#db.transaction(async (tx) => {
      if (!(await stillProved(tx, userId, passwordHash))) return null;
      await tx.query(sql.unsafe`
        INSERT INTO master.session_family (id, user_id, remember, ip, user_agent, started_at, ends_at)
        VALUES (${family}, ${userId}, ${remember}, ${client.ip}, ${cut(client.userAgent, MAX_AGENT)},
          ${now.toISOString()}, ${endsAt})`);
      return issue(tx, family, endsAt, now);
    });
  }

  /**
   * The user of a token; null when it is unknown, expired, revoked, or its user may no longer sign in. What is remembered
   * is at most `maxAgeMs` old.
   */
  authenticate(token: string, now: Date, maxAgeMs = CACHE_MS): Promise<SessionUser | null> {
    return this.ofHash(tokenHash(token), now, maxAgeMs);
  }

  /** What {@link hashOf} of a user answered: for what goes on beside requests and knows no token. */
  async ofHash(hash: Buffer, now: Date, maxAgeMs = CACHE_MS): Promise<SessionUser | null> {
    const name = hash.toString('hex');
    const cached = this.#cache.get(name);
    if (cached !== undefined && performance.now() - cached.readAt < maxAgeMs && cached.expiresAt > now.getTime()) {
      return cached.user;
    }
    const generation = this.#generation;
    const session = await this.#db.maybeOne(sql.type(Stored)`
      SELECT f.id AS family, f.user_id AS "userId", least(s.expires_at, f.ends_at) AS "expiresAt"
      FROM master.session s JOIN master.session_family f ON f.id = s.family
      WHERE s.token_hash = ${sql.binary(hash)} AND least(s.expires_at, f.ends_at) > ${now.toISOString()}::timestamptz`);
    const user = session === null ? null : await this.#userOf(session.userId);
    if (session === null || user === null) {
      this.#cache.delete(name);
      return null;
    }
    this.#heldBy.set(user, { hash, family: session.family });
    if (generation !== this.#generation) return user;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(name, { user, readAt: performance.now(), expiresAt: Date.parse(session.expiresAt) });
    return user;
  }

  /**
   * A new token of the family of `user`, with the family's end; the old one lives on for a minute, or for what it had
   * left when it was renewed before. Null when the session has ended.
   */
  async renew(user: SessionUser, now: Date): Promise<IssuedToken | null> {
    const { hash } = this.#held(user);
    const soon = new Date(now.getTime() + OVERLAP_MS).toISOString();
    const issued = await this.#db.transaction(async (tx) => {
      // The family is held first, as its end does: neither slips in between the other's steps.
      const family = await tx.maybeOne(sql.type(Family)`
        SELECT f.id, f.ends_at AS "endsAt" FROM master.session s JOIN master.session_family f ON f.id = s.family
        WHERE s.token_hash = ${sql.binary(hash)} AND least(s.expires_at, f.ends_at) > ${now.toISOString()}::timestamptz
        FOR KEY SHARE OF f`);
      if (family === null) return null;
      await tx.query(sql.unsafe`
        UPDATE master.session SET expires_at = least(expires_at, ${soon}::timestamptz)
        WHERE token_hash = ${sql.binary(hash)}`);
      return issue(tx, family.id, family.endsAt, now);
    });
    this.forget();
    return issued;
  }

  /** Ends the sign-in that `user` was read for, with every token of it. */
  async revoke(user: SessionUser): Promise<void> {
    await this.#db.query(sql.unsafe`DELETE FROM master.session_family WHERE id = ${this.#held(user).family}`);
    this.forget();
  }

  /**
   * Ends every session of a user but the one that `except` was read for, of which only that token is left. Without
   * `except` his devices are strangers again.
   */
  async revokeUser(userId: number, except?: SessionUser): Promise<void> {
    const kept = except === undefined ? NOTHING : this.#held(except);
    await this.#db.transaction(async (tx) => {
      await tx.query(sql.unsafe`
        DELETE FROM master.session_family WHERE user_id = ${userId} AND id <> ${kept.family}`);
      await tx.query(sql.unsafe`
        DELETE FROM master.session WHERE family = ${kept.family} AND token_hash <> ${sql.binary(kept.hash)}`);
      // Nor does anybody complete a sign-in that was begun before.
      await tx.query(sql.unsafe`DELETE FROM master.sign_in_ticket WHERE user_id = ${userId}`);
      if (except === undefined) await tx.query(sql.unsafe`DELETE FROM master.known_device WHERE user_id = ${userId}`);
    });
    this.forget();
  }

  /** Of the token that `user` was read for; it opens nothing by itself. */
  hashOf(user: SessionUser): Buffer {
    return this.#held(user).hash;
  }

  /** The sign-in that `user` was read for, as lists name it. */
  familyOf(user: SessionUser): string {
    return this.#held(user).family;
  }

  /** Ends these sign-ins with every token of theirs; of `userId` alone where one is named. Answers how many there were. */
  async revokeFamilies(ids: readonly string[], userId?: number): Promise<number> {
    const whose = userId === undefined ? sql.fragment`TRUE` : sql.fragment`user_id = ${userId}`;
    const ended = await this.#db.query(sql.unsafe`
      DELETE FROM master.session_family WHERE id = ANY (${sql.array([...ids], 'uuid')}) AND ${whose}`);
    this.forget();
    return ended.rowCount;
  }

  #held(user: SessionUser): TokenHash {
    return this.#heldBy.get(user) ?? NOTHING;
  }

  /** Rights of someone changed: the next request reads them afresh. */
  forget(): void {
    this.#generation += 1;
    this.#cache.clear();
  }

  async prune(now: Date): Promise<void> {
    const moment = now.toISOString();
    await this.#db.query(sql.unsafe`DELETE FROM master.session WHERE expires_at < ${moment}::timestamptz`);
    await this.#db.query(sql.unsafe`DELETE FROM master.session_family WHERE ends_at < ${moment}::timestamptz`);
    await this.#db.query(sql.unsafe`DELETE FROM master.sign_in_ticket WHERE expires_at < ${moment}::timestamptz`);
    await this.#db.query(sql.unsafe`DELETE FROM master.captcha WHERE expires_at < ${moment}::timestamptz`);
    await this.#db.query(sql.unsafe`
      DELETE FROM master.login_sms WHERE sent_at < ${moment}::timestamptz - interval '1 day'`);
    await this.#db.query(sql.unsafe`
      DELETE FROM master.login_attempt WHERE last_at < ${moment}::timestamptz - interval '1 day'`);
    await this.#db.query(sql.unsafe`
      DELETE FROM master.known_device WHERE last_at < ${moment}::timestamptz - interval '400 days'`);
  }
}
