/** Whoever is signed in says his password again before something that a left-open screen must not do. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Refusal } from '../contracts/refusal.ts';
import { isRefusal, refuseField } from '../contracts/refusal.ts';
import type { Call } from '../contracts/route.ts';
import { verifyPassword } from '../platform/auth/password.ts';
import type { Attempt, Throttle } from '../platform/auth/throttle.ts';
import { tooMany } from './session-answer.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'user' | 'client' | 'now'>;
/** Whoever is signed in is slowed down by his own tries alone. */
export const ownAttempt = ({ user, client }: Caller): Attempt => ({
  username: user.username,
  ip: client.ip,
  device: 'session',
});

export type PasswordProof = { readonly password: string; readonly field: string; readonly wrong: string };
type Deps = { readonly db: DatabasePool; readonly throttle: Throttle };
/** The hash that it was proved against; `wrong` is told at `field`. */
export const provePassword = async (
  { db, throttle }: Deps,
  { password, field, wrong }: PasswordProof,
  call: Caller,
): Promise<string | Refusal> => {
  const attempt = ownAttempt(call);
  const waitMs = await throttle.enter(attempt, call.now);
  if (waitMs > 0) return tooMany(waitMs);
  const stored = await db.oneFirst(sql.type(z.object({ hash: z.string() }))`
    SELECT password_hash AS hash FROM master.sys_user WHERE id = ${call.user.id}`);
  if (!(await verifyPassword(password, stored))) return refuseField('auth.old_password', field, wrong);
  await throttle.succeeded(attempt);
  return stored;
};
/** null when it is his. */
export const refuseWrongPassword = async (deps: Deps, proof: PasswordProof, call: Caller): Promise<Refusal | null> => {
  const proved = await provePassword(deps, proof, call);
  return isRefusal(proved) ? proved : null;
};
