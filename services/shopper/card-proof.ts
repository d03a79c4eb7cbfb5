/** The code of the card page as the customer's own proof (R136): of the record that its openId is bound to, once, for one command. */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { PROOF_PURPOSES, type CardProofs, type ProofAsk, type ProofPurpose } from '../contracts/proof.ts';
import { refuseField, type Refusal } from '../contracts/refusal.ts';
import { isProofCard } from '../contracts/shopper-card.ts';
import type { ShopperLog } from '../contracts/shopper-log.ts';
import type { Actor } from '../contracts/user.ts';
import { yuanFromFen } from '../contracts/units.ts';
import { codeHash, openIdOf, useCardCode } from './card-code.ts';
import { ofPerson } from './person.ts';

const at = (message: string) => refuseField('proof.card', 'proof.code', message);
const WRONG = at('名片码不正确、已使用或已过期，请顾客刷新名片');
const OTHER = at('这是其他客户的名片码，请核对画面上的客户');

const typed = (code: string): string => code.trim().toUpperCase();
const keyOf = ({ user, key }: Pick<Actor, 'user' | 'key'>): string => `${user.id}/${key}`;

/** As long as a number must have stood (R136): whoever binds his own telephone to an empty record waits for what comes later. */
const STANDS_DAYS = 7;
const OWN = at('这个微信是您在柜台绑定的，不能由您用它核对，请用短信验证码或由另一人授权');
const NEW = at(`微信绑定未满${STANDS_DAYS}天，不能用名片码核对，请用短信验证码或由另一人授权`);
/** Nothing leaves the record by these. */
const FREE: ReadonlySet<ProofPurpose> = new Set(['bind', 'unbind']);

const Standing = z.object({ byId: z.int(), stands: z.boolean() });
/** What is bound to the record, or to one that is merged into it (R95): by whom, and whether it has stood. */
const standingOf = (db: CommonQueryMethods, customerId: number, now: Date, openId?: string) =>
  db.any(sql.type(Standing)`
    SELECT b.by_id AS "byId", b.bound_at <= ${now.toISOString()}::timestamptz - interval '1 day' * ${STANDS_DAYS} AS stands
    FROM master.shopper_binding AS b
    WHERE b.ended_at IS NULL AND b.open_id <> '' AND ${openId === undefined ? sql.fragment`TRUE` : sql.fragment`b.open_id = ${openId}`}
      AND ${ofPerson(sql.fragment`b.customer_id`, customerId)}`);
const whyNot = (bound: z.infer<typeof Standing>, { purpose }: ProofAsk, { user }: Actor): Refusal | null => {
  if (FREE.has(purpose)) return null;
  if (bound.byId === user.id) return OWN;
  return bound.stands ? null : NEW;
};

const Used = z.object({ customerId: z.int(), purpose: z.string(), fen: z.int(), usedKey: z.string() });
/** What the code proved already; null nothing. */
const usedFor = (db: CommonQueryMethods, code: string) =>
  db.maybeOne(sql.type(Used)`
    SELECT customer_id AS "customerId", purpose, fen, used_key AS "usedKey"
    FROM master.shopper_card_proof WHERE code_hash = ${codeHash(typed(code))}`);
const isFor = (used: z.infer<typeof Used>, { customerId, purpose, amountFen }: ProofAsk, by: Actor): boolean =>
  used.customerId === customerId && used.purpose === purpose && used.fen === amountFen && used.usedKey === keyOf(by);

type Deps = { readonly db: DatabasePool; readonly shopperLog: ShopperLog };
const judging =
  ({ db }: Pick<Deps, 'db'>): CardProofs['judge'] =>
  async (ask, code, by) => {
    if (!isProofCard(typed(code))) return WRONG;
    const used = await usedFor(db, code);
    if (used !== null) return isFor(used, ask, by) ? null : WRONG;
    const openId = await openIdOf(db, typed(code), by.now);
    if (openId === null) return WRONG;
    const [bound] = await standingOf(db, ask.customerId, by.now, openId);
    return bound === undefined ? OTHER : whyNot(bound, ask, by);
  };
const using =
  (deps: Deps): CardProofs['use'] =>
  (ask, code, by) =>
    deps.db.transaction(async (tx) => {
      const { customerId, purpose, amountFen } = ask;
      const used = await usedFor(tx, code);
      if (used !== null) return isFor(used, ask, by) ? null : WRONG;
      const openId = await openIdOf(tx, typed(code), by.now);
      if (openId === null || !(await useCardCode(tx, typed(code)))) return WRONG;
      await tx.query(sql.unsafe`
        INSERT INTO master.shopper_card_proof (code_hash, customer_id, purpose, fen, user_id, used_key, used_at)
        VALUES (${codeHash(typed(code))}, ${customerId}, ${purpose}, ${amountFen}, ${by.user.id}, ${keyOf(by)},
          ${by.now.toISOString()}::timestamptz)`);
      const amount = amountFen === 0 ? '' : `${yuanFromFen(amountFen).toFixed(2)}元`;
      const what = `名片码用于：${PROOF_PURPOSES[purpose]}${amount}`;
      await deps.shopperLog.note({ act: 'proof', customerId, openId, what, by: by.user }, by, tx);
      return null;
    });

export const cardProofs = (deps: Deps): CardProofs => ({
  canShow: async (ask, by) =>
    (await standingOf(deps.db, ask.customerId, by.now)).some((bound) => whyNot(bound, ask, by) === null),
  judge: judging(deps),
  use: using(deps),
});
