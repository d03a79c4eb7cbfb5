/** Sessions: random opaque tokens, stored hashed, revocable; looked up once and remembered for a moment. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { SessionUser } from '../../contracts/user.ts';

const HOUR_MS = 3_600_000;
const SESSION_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 30 * 24 * HOUR_MS;
/** How long another process may still honour what this one revoked. */
const CACHE_MS = 2_000;
const MAX_CACHED = 5_000;
/** Requests under way while the token is renewed may still carry the old one. */
const OVERLAP_MS = 60_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const Stored = z.object({ userId: z.int(), expiresAt: z.string(), remember: z.boolean() });

export type NewSession = {
  readonly userId: number;
  readonly remember: boolean;
  readonly client: { readonly ip: string; readonly userAgent: string };
};
export type Issued = { readonly token: string; readonly expire: string };
type Cached = { readonly user: SessionUser; readonly readAt: number; readonly expiresAt: number };

export class Sessions {
  readonly #db: DatabasePool;
  readonly #userOf: (userId: number) => Promise<SessionUser | null>;
  readonly #cache = new Map<string, Cached>();
  /** The session a user object was read for: every session gets its own object. */
  readonly #sessionOf = new WeakMap<SessionUser, Buffer>();

  /** `userOf` answers null for users that are disabled or gone. */
  constructor(db: DatabasePool, userOf: (userId: number) => Promise<SessionUser | null>) {
    this.#db = db;
    this.#userOf = userOf;
  }

  async open({ userId, remember, client }: NewSession, now: Date): Promise<Issued> {
    const token = randomBytes(32).toString('base64url');
    const expire = new Date(now.getTime() + (remember ? REMEMBERED_MS : SESSION_MS)).toISOString();
    await this.#db.query(sql.unsafe`
      INSERT INTO master.session (token_hash, user_id, remember, ip, user_agent, created_at, expires_at)
      VALUES (${sql.binary(hashOf(token))}, ${userId}, ${remember}, ${client.ip}, ${client.userAgent.slice(0, 300)},
        ${now.toISOString()}, ${expire})`);
    return { token, expire };
  }

  /** The user of a token; null when it is unknown, expired, revoked, or its user may no longer sign in. */
  async authenticate(token: string, now: Date): Promise<SessionUser | null> {
    const hash = hashOf(token);
    const name = hash.toString('hex');
    const cached = this.#cache.get(name);
    if (cached !== undefined && performance.now() - cached.readAt < CACHE_MS && cached.expiresAt > now.getTime()) {
      return cached.user;
    }
    const session = await this.#db.maybeOne(sql.type(Stored)`
      SELECT user_id AS "userId", expires_at AS "expiresAt", remember FROM master.session
      WHERE token_hash = ${sql.binary(hash)} AND expires_at > ${now.toISOString()}::timestamptz`);
    const user = session === null ? null : await this.#userOf(session.userId);
    if (session === null || user === null) {
      this.#cache.delete(name);
      return null;
    }
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#sessionOf.set(user, hash);
    this.#cache.set(name, { user, readAt: performance.now(), expiresAt: Date.parse(session.expiresAt) });
    return user;
  }

  /** A new token for the session of `user`, whose old one lives on for a minute; null when it has ended. */
  async renew(user: SessionUser, client: NewSession['client'], now: Date): Promise<Issued | null> {
    const soon = new Date(now.getTime() + OVERLAP_MS).toISOString();
    const session = await this.#db.maybeOne(sql.type(Stored)`
      UPDATE master.session SET expires_at = least(expires_at, ${soon}::timestamptz)
      WHERE token_hash = ${sql.binary(this.#hashOf(user))} AND expires_at > ${now.toISOString()}::timestamptz
      RETURNING user_id AS "userId", expires_at AS "expiresAt", remember`);
    this.#cache.clear();
    return session === null ? null : this.open({ userId: session.userId, remember: session.remember, client }, now);
  }

  /** Ends the session that `user` was read for. */
  async revoke(user: SessionUser): Promise<void> {
    await this.#db.query(sql.unsafe`DELETE FROM master.session WHERE token_hash = ${sql.binary(this.#hashOf(user))}`);
    this.#cache.clear();
  }

  /** Ends every session of a user, but not the one that `except` was read for. */
  async revokeUser(userId: number, except?: SessionUser): Promise<void> {
    const kept = except === undefined ? Buffer.alloc(0) : this.#hashOf(except);
    await this.#db.query(sql.unsafe`
      DELETE FROM master.session WHERE user_id = ${userId} AND token_hash <> ${sql.binary(kept)}`);
    this.#cache.clear();
  }

  #hashOf(user: SessionUser): Buffer {
    return this.#sessionOf.get(user) ?? Buffer.alloc(0);
  }

  /** Rights of someone changed: the next request reads them afresh. */
  forget(): void {
    this.#cache.clear();
  }

  async prune(now: Date): Promise<void> {
    const moment = now.toISOString();
    await this.#db.query(sql.unsafe`DELETE FROM master.session WHERE expires_at < ${moment}::timestamptz`);
    await this.#db.query(sql.unsafe`DELETE FROM master.captcha WHERE expires_at < ${moment}::timestamptz`);
    await this.#db.query(sql.unsafe`
      DELETE FROM master.login_attempt WHERE last_at < ${moment}::timestamptz - interval '1 day'`);
  }
}
