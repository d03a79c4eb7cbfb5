/**
 * Proof by the customer himself (R136): a code that went to the number of his record, in the place of the word of another person.
 * The card code of a bound openId will be another member of {@link ProofBody}, once shoppers sign in.
 */
import { z } from 'zod';
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
} as const;
export type ProofPurpose = keyof typeof PROOF_PURPOSES;
export const ProofPurpose = z.enum(Object.keys(PROOF_PURPOSES) as [ProofPurpose], { error: '请选择验证用途' });

/** Comes with the write it is for. */
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
/** With a problem that a code stands for: what POST /base-customer/{id}/code is sent. Yuan; `phone` as 138••••8000. */
export const ProofOffer = z.object({
  customerId: storedWhole('id'),
  purpose: ProofPurpose,
  amount: z.number(),
  phone: z.string(),
});
export type ProofOffer = z.infer<typeof ProofOffer>;
