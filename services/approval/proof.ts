/**
 * Codes that go to customers (R136): made, counted, judged, used once. Each is for one purpose, record, amount and user, and stands ten
 * minutes; what is kept of it is a sealed hash.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { maskedPhone } from '../contracts/person.ts';
import { MOBILE_NUMBER } from '../contracts/phone.ts';
import { CARD_PROOF, type CardProofs, type ProofAsk, type ProofBody, type ProofOffer } from '../contracts/proof.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { yuanFromFen } from '../contracts/units.ts';
import type { Actor } from '../contracts/user.ts';
import type { WordAuthor } from '../contracts/word.ts';
import { networkOf } from '../platform/auth/throttle.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { DAY_MS, waitOf } from './proof-limits.ts';

export const PROOF_MINUTES = 10;
const VALID_MS = PROOF_MINUTES * 60_000;
/** A number that came later is not the customer's word of before. */
const STANDS_MS = 7 * DAY_MS;
/** Wrong ones of a user over a record in a day. */
const WRONG_TRIES = 5;

const Phone = z.object({ phone: z.string() });
/** The number that has stood for seven days; null: there is none that a message reaches. */
const standingPhone = async (db: CommonQueryMethods, customerId: number, now: Date): Promise<string | null> => {
  const since = new Date(now.getTime() - STANDS_MS).toISOString();
  const phone = await db.maybeOneFirst(sql.type(Phone)`
    SELECT c.mobile_digits AS phone FROM master.customer AS c
    WHERE c.id = ${customerId}::bigint AND c.created_at <= ${since}::timestamptz AND NOT EXISTS (
      SELECT FROM master.change_log AS l
      WHERE l.table_name = 'customer' AND l.row_id = ${String(customerId)} AND l.at > ${since}::timestamptz
        AND l.before ->> 'mobile_digits' IS DISTINCT FROM l.after ->> 'mobile_digits')`);
  return phone !== null && MOBILE_NUMBER.test(phone) ? phone : null;
};

const WrongTries = z.object({ wrong: z.int() });
const wrongTries = (db: CommonQueryMethods, customerId: number, { user, now }: Actor): Promise<number> =>
  db.oneFirst(sql.type(WrongTries)`
    SELECT coalesce(sum(tries), 0)::int AS wrong FROM master.proof_code
    WHERE customer_id = ${customerId}::bigint AND user_id = ${user.id}::bigint
      AND sent_at > ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`);

const Code = z.object({
  customerId: z.int(),
  userId: z.int(),
  purpose: z.string(),
  fen: z.int(),
  seal: z.string(),
  at: z.number(),
  usedKey: z.string(),
});
type Code = z.infer<typeof Code>;
const digestOf = (id: string, code: string): string => createHash('sha256').update(`${id}/${code}`).digest('hex');
const holderOf = (id: string): string => `proof-code/${id}`;
const keyOf = ({ user, key }: Pick<Actor, 'user' | 'key'>): string => `${user.id}/${key}`;
const isFor = (code: Code, { customerId, purpose, amountFen }: ProofAsk): boolean =>
  code.customerId === customerId && code.purpose === purpose && code.fen === amountFen;

const at = (message: string): Refusal => refuseField('proof.code', 'proof.code', message);
const WRONG = at('验证码错误或已过期，请重新输入或重新发送');
const OTHER = at('验证码不是为这次操作发送的（用途、客户或金额有变化），请重新发送');
const TOO_OFTEN = at('验证码输错次数过多，请由另一人授权');

type SentCode = { readonly id: string; readonly phone: string; readonly code: string };
export type ProofCodes = {
  /** What a code would have to prove; null where none can go out. */
  readonly offer: (ask: ProofAsk, by: Actor) => Promise<ProofOffer | null>;
  /** A new code and where it goes, the milliseconds to wait, or why there is none. */
  readonly create: (
    ask: ProofAsk,
    by: Pick<WordAuthor, 'user' | 'now' | 'key' | 'requestId' | 'client'>,
  ) => Promise<SentCode | number | Refusal>;
  /** It was not sent: it counts for nothing. */
  readonly withdraw: (id: string) => Promise<void>;
  /** Why the code proves nothing; `isLast`: no other of this user is taken for the record today. A right one is not used up yet. */
  readonly judge: (
    ask: ProofAsk,
    proof: ProofBody,
    by: Actor,
  ) => Promise<null | { readonly refusal: Refusal; readonly isLast: boolean }>;
  /** Once, or again for the same command. */
  readonly use: (ask: ProofAsk, proof: ProofBody, by: WordAuthor) => Promise<Refusal | null>;
};
type Deps = {
  readonly db: DatabasePool;
  readonly secrets: Secrets;
  readonly sends: boolean;
  readonly cards: CardProofs;
};

const codeOf = (tx: CommonQueryMethods, { id }: ProofBody): Promise<Code | null> =>
  tx.maybeOne(sql.type(Code)`
    SELECT customer_id AS "customerId", user_id AS "userId", purpose, fen, seal,
      extract(epoch FROM sent_at)::float8 * 1000 AS at, used_key AS "usedKey"
    FROM master.proof_code WHERE id = ${id}::uuid FOR UPDATE`);

/** Why it is not a code for this, whatever was typed; one that this very command used already stands. */
const whyOther = (code: Code | null, ask: ProofAsk, by: Actor): Refusal | null => {
  if (code?.userId !== by.user.id) return WRONG;
  if (!isFor(code, ask)) return OTHER;
  if (code.usedKey !== '') return code.usedKey === keyOf(by) ? null : WRONG;
  return code.at + VALID_MS <= by.now.getTime() ? WRONG : null;
};
const said = (refusal: Refusal, isLast = false) => ({ refusal, isLast });
const judging =
  ({ db, secrets }: Deps): ProofCodes['judge'] =>
  (ask, proof, by) =>
    db.transaction(async (tx) => {
      if (!z.uuid().safeParse(proof.id).success) return said(WRONG);
      await lockUntilCommit(tx, LOCKS.proofTries, `${by.user.id}/${ask.customerId}`);
      const code = await codeOf(tx, proof);
      const refused = whyOther(code, ask, by);
      if (code === null || refused !== null) return said(refused ?? WRONG);
      if (code.usedKey !== '') return null;
      const wrong = await wrongTries(tx, ask.customerId, by);
      if (wrong >= WRONG_TRIES) return said(TOO_OFTEN);
      if (secrets.open(code.seal, holderOf(proof.id)) === digestOf(proof.id, proof.code)) return null;
      await tx.query(sql.unsafe`UPDATE master.proof_code SET tries = tries + 1 WHERE id = ${proof.id}::uuid`);
      const isLast = wrong + 1 >= WRONG_TRIES;
      return said(isLast ? TOO_OFTEN : WRONG, isLast);
    });

const creating =
  ({ db, secrets, sends }: Deps): ProofCodes['create'] =>
  async (ask, by) => {
    const { customerId, purpose, amountFen } = ask;
    if (!sends) return refuse('conflict', 'proof.no_sms', '没有设置短信服务，请由另一人授权');
    const phone = await standingPhone(db, customerId, by.now);
    if (phone === null) {
      return refuse('conflict', 'proof.no_phone', '该客户没有登记满7天的手机号，不能发送验证码，请由另一人授权');
    }
    return db.transaction(async (tx) => {
      const now = by.now.getTime();
      const wait = await waitOf(tx, { customerId, userId: by.user.id, ip: by.client.ip }, now);
      if (wait > 0) return wait;
      if ((await wrongTries(tx, customerId, by)) >= WRONG_TRIES) {
        return refuse('conflict', 'proof.tries', '验证码输错次数过多，请由另一人授权');
      }
      const [id, code] = [randomUUID(), String(randomInt(100_000)).padStart(5, '0')];
      const seal = secrets.seal(digestOf(id, code), holderOf(id));
      await tx.query(sql.unsafe`
        DELETE FROM master.proof_code WHERE used_at IS NULL AND sent_at < ${new Date(now - DAY_MS).toISOString()}::timestamptz`);
      await tx.query(sql.unsafe`
        INSERT INTO master.proof_code (id, customer_id, user_id, network, purpose, fen, seal, sent_at)
        VALUES (${id}, ${customerId}, ${by.user.id}, ${networkOf(by.client.ip)}, ${purpose}, ${amountFen}, ${seal},
          ${by.now.toISOString()}::timestamptz)`);
      return { id, phone, code };
    });
  };

const UsedCode = z.object({ id: z.string() });
export const proofCodes = (deps: Deps): ProofCodes => ({
  offer: async (ask, by) => {
    const { customerId, purpose, amountFen } = ask;
    const standing = deps.sends ? await standingPhone(deps.db, customerId, by.now) : null;
    const phone = (await wrongTries(deps.db, customerId, by)) >= WRONG_TRIES ? null : standing;
    const card = await deps.cards.canShow(ask, by);
    if (phone === null && !card) return null;
    const shown = phone === null ? '' : maskedPhone(phone);
    return { customerId, purpose, amount: yuanFromFen(amountFen), phone: shown, ...(card && { card }) };
  },
  create: creating(deps),
  withdraw: async (id) => void (await deps.db.query(sql.unsafe`DELETE FROM master.proof_code WHERE id = ${id}::uuid`)),
  judge: async (ask, proof, by) => {
    if (proof.id !== CARD_PROOF) return judging(deps)(ask, proof, by);
    const refused = await deps.cards.judge(ask, proof.code, by);
    return refused === null ? null : said(refused);
  },
  use: async (ask, { id, code }, by) => {
    if (id === CARD_PROOF) return deps.cards.use(ask, code, by);
    const key = keyOf(by);
    const used = await deps.db.maybeOne(sql.type(UsedCode)`
      UPDATE master.proof_code SET used_at = ${by.now.toISOString()}::timestamptz, used_key = ${key}, seal = ''
      WHERE id = ${id}::uuid AND used_key IN ('', ${key}) RETURNING id::text AS id`);
    return used === null ? WRONG : null;
  },
});
