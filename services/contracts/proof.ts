/**
 * Proof by the customer himself (R136), in the place of the word of another person: a code that went to the number of his record, or
 * the code that the card page shows to whoever is bound to it, scanned at the counter.
 */
import { z } from 'zod';
import type { Refusal } from './refusal.ts';
import type { Actor } from './user.ts';
import { rawText, storedWhole } from './values.ts';

/** What a code is good for; one that was sent for something else proves nothing. */
export const PROOF_PURPOSES = {
  pay: '订单支付',
  refund: '退款',
  unaudit: '反审核充值',
  merge: '合并客户',
  unmerge: '撤销合并',
  mobile: '更改手机号',
  bind: '绑定微信',
  unbind: '解除微信绑定',
} as const;
export type ProofPurpose = keyof typeof PROOF_PURPOSES;
export const ProofPurpose = z.enum(Object.keys(PROOF_PURPOSES) as [ProofPurpose], { error: '请选择验证用途' });

/** Stands as the id of a code of the card page. */
export const CARD_PROOF = 'card';
/** Comes with the write it is for. `id`: that of the message, or {@link CARD_PROOF}. */
export const ProofBody = z.object({
  id: rawText(64).transform((text) => text.trim()),
  code: rawText(20).transform((text) => text.trim()),
});
export type ProofBody = z.infer<typeof ProofBody>;
/** The optional field of every write that may need it. */
export const proofField = () => ProofBody.nullish().transform((value) => value ?? null);

/** Whose number proves what; amount in fen. */
export type ProofAsk = {
  readonly customerId: number;
  readonly purpose: ProofPurpose;
  readonly amountFen: number;
};
/**
 * With a problem that a code stands for: what POST /base-customer/{id}/code is sent. Yuan; `phone` as 138••••8000, '' where no message
 * can go out; `card`: the code of his card page does.
 */
export const ProofOffer = z.object({
  customerId: storedWhole('id'),
  purpose: ProofPurpose,
  amount: z.number(),
  phone: z.string(),
  card: z.literal(true).optional(),
});
export type ProofOffer = z.infer<typeof ProofOffer>;

/** Codes of the card page as proof: of the record, once, for minutes; what each proved stays. */
export interface CardProofs {
  /** Whether somebody could show one for that, to this user. */
  canShow(ask: ProofAsk, by: Actor): Promise<boolean>;
  /** Why the code proves nothing; null: it does, and is not used up yet. */
  judge(ask: ProofAsk, code: string, by: Actor): Promise<Refusal | null>;
  /** Once, or again for the same command. */
  use(ask: ProofAsk, code: string, by: Actor & { readonly client: { readonly ip: string } }): Promise<Refusal | null>;
}
