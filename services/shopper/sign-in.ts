/**
 * The way back from the messaging app (R159): state and browser are judged before the code is exchanged; what came of it is kept a
 * minute, for the app often opens the address twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { tokenHash } from '../platform/auth/token-hash.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Purpose } from './landing.ts';
import { CODE_TEXT, type ShopperProvider } from './provider.ts';
import { REFUSAL_REASONS, toldToShopper, type ProviderRefusal } from './provider-refusal.ts';
import { openSession } from './sessions.ts';
import { readState } from './signed-state.ts';

const REPEATS_MS = 60_000;
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 100;

const FOREIGN = refuse('invalid', 'shopper.state', '登录已失效，请从公众号重新进入');
const EXPIRED = refuse('invalid', 'shopper.expired', '登录超过10分钟，请重试');
const USED = refuse('invalid', 'shopper.used', '登录已失效，请重试');

type Returning = {
  readonly code: string;
  readonly state: string;
  readonly browser: string;
  readonly before: string | null;
};
/** `isRepeat`: the same as a first call heard. */
type ShopperEntry = {
  readonly openId: string;
  readonly purpose: Purpose;
  readonly token: string;
  readonly isRepeat: boolean;
};
type SignInDeps = {
  readonly db: DatabasePool;
  readonly secrets: Secrets;
  readonly key: Buffer;
  readonly provider: ShopperProvider;
  /** What the provider refused, for administrators. */
  readonly refused: (refusal: ProviderRefusal) => Promise<void>;
};
const codeHash = (code: string) => sql.binary(tokenHash(code));
const holderOf = (nonce: string): string => `shopper-sign-in/${nonce}`;

const Nonce = z.object({ nonce: z.string() });
/** True for the first call with this state and this code. */
const claim = async ({ db }: SignInDeps, nonce: string, code: string, now: Date): Promise<boolean> =>
  (await db.maybeOne(sql.type(Nonce)`
    INSERT INTO master.shopper_sign_in (nonce, code_hash, used_at)
    VALUES (${nonce}, ${codeHash(code)}, ${now.toISOString()}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING nonce`)) !== null;

type LandingClaim = { readonly nonce: string; readonly purpose: Purpose };
const exchanged = async (
  { db, secrets, provider, refused }: SignInDeps,
  { code, before }: Returning,
  { nonce, purpose }: LandingClaim,
  now: Date,
): Promise<ShopperEntry | Refusal> => {
  const answer = await provider.exchange(code);
  const at = now.toISOString();
  if ('refusal' in answer) {
    await refused(answer.refusal);
    await db.query(sql.unsafe`
      UPDATE master.shopper_sign_in SET answered_at = ${at}::timestamptz, refusal = ${answer.refusal.reason}
      WHERE nonce = ${nonce}`);
    return toldToShopper(answer.refusal);
  }
  const { openId } = answer;
  const token = await db.transaction(async (tx) => {
    const opened = await openSession(tx, { openId }, { before, now });
    await tx.query(sql.unsafe`
      UPDATE master.shopper_sign_in SET answered_at = ${at}::timestamptz,
        answer_seal = ${secrets.seal(JSON.stringify({ openId, token: opened }), holderOf(nonce))}
      WHERE nonce = ${nonce}`);
    return opened;
  });
  return { openId, purpose, token, isRepeat: false };
};

const Answer = z.object({ openId: z.string(), token: z.string() });
const Kept = z.object({
  isAnswered: z.boolean(),
  seal: z.string(),
  refusal: z.enum(['', ...REFUSAL_REASONS]),
});
const kept = ({ db }: SignInDeps, nonce: string, code: string, now: Date) =>
  db.maybeOne(sql.type(Kept)`
    SELECT answered_at IS NOT NULL AS "isAnswered", answer_seal AS seal, refusal
    FROM master.shopper_sign_in WHERE nonce = ${nonce} AND code_hash = ${codeHash(code)}
      AND used_at > ${new Date(now.getTime() - REPEATS_MS).toISOString()}::timestamptz`);
/** What the first call heard; it may still be asking. */
const repeated = async (
  deps: SignInDeps,
  { code }: Returning,
  { nonce, purpose }: LandingClaim,
  now: Date,
): Promise<ShopperEntry | Refusal> => {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const first = await kept(deps, nonce, code, now);
    if (first === null) return USED;
    if (first.isAnswered) {
      if (first.refusal !== '') return toldToShopper({ reason: first.refusal });
      const opened = deps.secrets.open(first.seal, holderOf(nonce));
      return opened === null ? USED : { ...Answer.parse(JSON.parse(opened)), purpose, isRepeat: true };
    }
    if (performance.now() > until) return toldToShopper({ reason: 'away' });
    await pause(LOOK_EVERY_MS);
  }
};

/** Burns the code once, and only for the browser that the state was made for. */
export const comeBack = async (deps: SignInDeps, returning: Returning, now: Date): Promise<ShopperEntry | Refusal> => {
  const { code, state, browser } = returning;
  const reading = readState(state, { key: deps.key, browser }, now);
  if (!reading.ok) return reading.why === 'expired' ? EXPIRED : FOREIGN;
  if (!CODE_TEXT.test(code)) return USED;
  const claimed: LandingClaim = reading;
  const isFirst = await claim(deps, claimed.nonce, code, now);
  return isFirst ? exchanged(deps, returning, claimed, now) : repeated(deps, returning, claimed, now);
};
