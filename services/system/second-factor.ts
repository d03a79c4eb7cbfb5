/** Who has a second factor, whose roles demand one, and whether a code is right: every code counts once (R112). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Refusal } from '../contracts/refusal.ts';
import { refuseField } from '../contracts/refusal.ts';
import { isTotp, newEnrolment, newRecoveryCodes, recoveryHash, stepOf } from '../platform/auth/totp.ts';
import type { Enrolment } from '../platform/auth/totp.ts';
import type { Attempt, Throttle } from '../platform/auth/throttle.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { tooMany } from './session-answer.ts';
import { settingOf } from './setting.ts';

const PENDING_MS = 10 * 60_000;
const DEFAULT_ISSUER = '珠宝管理系统';

const State = z.object({ active: z.boolean(), required: z.boolean(), recoveryLeft: z.int() });
type State = z.infer<typeof State>;
const Sealed = z.object({ sealed: z.string().nullable() });
const Touched = z.object({ id: z.int() });

export type SecondFactor = {
  /** `required`: an enabled role of the user demands it. */
  readonly stateOf: (userId: number) => Promise<State>;
  readonly enrolment: (username: string) => Promise<Enrolment>;
  /** True once for a code of the app or a recovery code. */
  readonly redeem: (userId: number, code: string, now: Date) => Promise<boolean>;
  /** Takes the secret for a user without one; the ten recovery codes, or null when he has one by now. */
  readonly activate: (userId: number, secret: string, step: number) => Promise<readonly string[] | null>;
  /** Ten new recovery codes in the place of those that were left. */
  readonly renew: (userId: number) => Promise<readonly string[]>;
  /** Keeps a secret for ten minutes, beside the one in use, until its first code confirms it. */
  readonly propose: (userId: number, secret: string, now: Date) => Promise<void>;
  /** The recovery codes when the code is of the proposed secret, which takes effect; `late`: there is none any more. */
  readonly confirm: (userId: number, code: string, now: Date) => Promise<readonly string[] | 'wrong' | 'late'>;
};

const holderOf = (userId: number): string => `second-factor:${userId}`;
const stateOf = (db: DatabasePool, userId: number): Promise<State> =>
  db.one(sql.type(State)`
    SELECT EXISTS (SELECT FROM master.second_factor f WHERE f.user_id = ${userId} AND f.secret IS NOT NULL) AS active,
      EXISTS (SELECT FROM master.sys_user u JOIN master.sys_role r ON r.id = ANY (u.role_ids) AND r.status = '2'
        WHERE u.id = ${userId} AND r.second_factor = '2') AS required,
      (SELECT count(*) FROM master.second_factor_code c WHERE c.user_id = ${userId} AND c.used_at IS NULL) AS "recoveryLeft"`);

const enrolmentFor = async (db: DatabasePool, username: string): Promise<Enrolment> => {
  const name = await settingOf(db, 'sys_app_name');
  return newEnrolment(name?.trim() || DEFAULT_ISSUER, username);
};

/** New ones take the place of all that were there. */
const replaceCodes = async (tx: CommonQueryMethods, userId: number): Promise<readonly string[]> => {
  const codes = newRecoveryCodes();
  await tx.query(sql.unsafe`DELETE FROM master.second_factor_code WHERE user_id = ${userId}`);
  for (const code of codes) {
    await tx.query(sql.unsafe`
      INSERT INTO master.second_factor_code (user_id, hash) VALUES (${userId}, ${sql.binary(recoveryHash(code))})`);
  }
  return codes;
};

type Deps = { readonly db: DatabasePool; readonly secrets: Secrets };
const redeem = async ({ db, secrets }: Deps, userId: number, code: string, now: Date): Promise<boolean> => {
  if (!isTotp(code)) {
    const used = await db.maybeOne(sql.type(Touched)`
      UPDATE master.second_factor_code SET used_at = ${now.toISOString()}
      WHERE user_id = ${userId} AND hash = ${sql.binary(recoveryHash(code))} AND used_at IS NULL
      RETURNING user_id AS id`);
    return used !== null;
  }
  const sealed = await db.maybeOneFirst(sql.type(Sealed)`
    SELECT secret AS sealed FROM master.second_factor WHERE user_id = ${userId}`);
  // A lost key opens nothing: only recovery codes and a reset are left, never the password alone.
  const secret = sealed === null ? null : secrets.open(sealed, holderOf(userId));
  const step = secret === null ? null : stepOf(secret, code, now);
  if (step === null) return false;
  const first = await db.maybeOne(sql.type(Touched)`
    UPDATE master.second_factor SET last_step = ${step}
    WHERE user_id = ${userId} AND secret = ${sealed} AND last_step < ${step} RETURNING user_id AS id`);
  return first !== null;
};

const activate = ({ db, secrets }: Deps, userId: number, secret: string, step: number) =>
  db.transaction(async (tx) => {
    const taken = await tx.maybeOne(sql.type(Touched)`
      INSERT INTO master.second_factor AS f (user_id, secret, last_step)
      VALUES (${userId}, ${secrets.seal(secret, holderOf(userId))}, ${step})
      ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step, pending = NULL
      WHERE f.secret IS NULL RETURNING user_id AS id`);
    return taken === null ? null : replaceCodes(tx, userId);
  });

const propose = async ({ db, secrets }: Deps, userId: number, secret: string, now: Date): Promise<void> => {
  const until = new Date(now.getTime() + PENDING_MS).toISOString();
  await db.query(sql.unsafe`
    INSERT INTO master.second_factor (user_id, pending, pending_until)
    VALUES (${userId}, ${secrets.seal(secret, holderOf(userId))}, ${until})
    ON CONFLICT (user_id) DO UPDATE SET pending = excluded.pending, pending_until = excluded.pending_until`);
};

const confirm = ({ db, secrets }: Deps, userId: number, code: string, now: Date) =>
  db.transaction(async (tx): Promise<readonly string[] | 'wrong' | 'late'> => {
    const sealed = await tx.maybeOneFirst(sql.type(Sealed)`
      SELECT pending AS sealed FROM master.second_factor
      WHERE user_id = ${userId} AND pending_until > ${now.toISOString()}::timestamptz FOR UPDATE`);
    const secret = sealed === null ? null : secrets.open(sealed, holderOf(userId));
    if (secret === null) return 'late';
    const step = stepOf(secret, code, now);
    if (step === null) return 'wrong';
    await tx.query(sql.unsafe`
      UPDATE master.second_factor SET secret = pending, last_step = ${step}, pending = NULL, pending_until = NULL
      WHERE user_id = ${userId}`);
    return replaceCodes(tx, userId);
  });

export const createSecondFactor = (db: DatabasePool, secrets: Secrets): SecondFactor => {
  const deps = { db, secrets };
  return {
    stateOf: (userId) => stateOf(db, userId),
    enrolment: (username) => enrolmentFor(db, username),
    redeem: (userId, code, now) => redeem(deps, userId, code, now),
    activate: (userId, secret, step) => activate(deps, userId, secret, step),
    renew: (userId) => db.transaction((tx) => replaceCodes(tx, userId)),
    propose: (userId, secret, now) => propose(deps, userId, secret, now),
    confirm: (userId, code, now) => confirm(deps, userId, code, now),
  };
};

/** Nothing of it is left: the secret, the recovery codes. */
export const forgetSecondFactor = async (tx: CommonQueryMethods, userId: number): Promise<void> => {
  await tx.query(sql.unsafe`DELETE FROM master.second_factor WHERE user_id = ${userId}`);
};

export const WRONG_CODE = refuseField('auth.second_wrong', 'code', '动态验证码错误或已使用过');
/** Tries of codes are counted apart from those of passwords: whoever knows the password starts no new count. */
export const slowly = async (
  throttle: Throttle,
  attempt: Omit<Attempt, 'step'>,
  now: Date,
  isRight: () => Promise<boolean>,
): Promise<Refusal | null> => {
  const counted: Attempt = { ...attempt, step: 'second' };
  const waitMs = await throttle.enter(counted, now);
  if (waitMs > 0) return tooMany(waitMs, '动态验证码错误次数过多');
  if (!(await isRight())) return WRONG_CODE;
  await throttle.succeeded(counted);
  return null;
};
