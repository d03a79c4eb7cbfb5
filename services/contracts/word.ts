/**
 * The word of somebody who may (R131): what a write asks for, how it comes with the write, and the desk that judges it.
 * A write whose outcome lies beyond a bound answers 409 需授权 with {@link WordProblem}s; sent again with `approval` it passes once.
 */
import { z } from 'zod';
import type { Client } from './client.ts';
import type { Save } from './save.ts';
import { ProofOffer, type ProofAsk, type ProofBody } from './proof.ts';
import type { Refusal } from './refusal.ts';
import type { Actor } from './user.ts';
import { chosenId, rawText } from './values.ts';

/** Whoever holds it for a shop gives words there. */
export const MAY_APPROVE = 'biz:bizSell:approve';

const optionalText = (max: number, words?: { readonly long?: string }) =>
  rawText(max, words)
    .nullish()
    .transform((value) => value ?? '');
const trimmed = (max: number) => optionalText(max).transform((text) => text.trim());
/**
 * Comes with the write it is for. `marks` are those of the refusal that was shown: what is asked now must be just that.
 * An account with a second factor gives `code` and no password. `requestId`: he answered from afar. Whoever may himself
 * sends a reason at most.
 */
export const ApprovalBody = z.object({
  username: trimmed(100),
  password: optionalText(200, { long: '密码过长' }),
  code: trimmed(20),
  reason: trimmed(200),
  marks: z
    .array(rawText(64))
    .max(2000, '授权内容过多')
    .nullish()
    .transform((value) => value ?? []),
  requestId: chosenId('id')
    .nullish()
    .transform((value) => value ?? null),
});
export type ApprovalBody = z.infer<typeof ApprovalBody>;
/** The optional field of every write that may need a word. */
export const approvalField = () => ApprovalBody.nullish().transform((value) => value ?? null);

/** One entry of the 409, in wire units; `limit` is absent where there is none, or where it would tell the cost (R13). */
export const WordProblem = z.object({
  path: z.string(),
  message: z.string(),
  rule: z.string(),
  value: z.number(),
  limit: z.number().optional(),
  /** The piece it is about; '' none. */
  barcode: z.string(),
  mark: z.string(),
  /** A code to the customer's number does, too (R136); absent: only a word. */
  proof: ProofOffer.optional(),
});
export type WordProblem = z.infer<typeof WordProblem>;

/** One thing that lies beyond a bound. */
export type WordAsk = {
  /** Field of the body that it stands at, `sellGoodsList.0.rebate`. */
  readonly path: string;
  /** Name of the rule, stable: `floor`, `refund`. */
  readonly rule: string;
  /** Chinese, says what exceeds what; without what would tell the cost. */
  readonly message: string;
  /** The same for whoever sees costs, where it differs. */
  readonly costMessage?: string;
  /** Wire units: yuan, grams, percent. */
  readonly value: number;
  readonly limit?: number;
  /** `limit` would tell the cost: only whoever sees costs is told. */
  readonly ofCost?: boolean;
  readonly barcode?: string;
  /** What the mark binds besides call, record, revision, shop, customer and asker: amounts, weights, every input that counts. */
  readonly binds: readonly unknown[];
  /** Users whose word does not do (maker, last editor): it must be another's, one's own is 422 需另一人授权. */
  readonly notBy?: readonly number[];
  /** What it costs the house, fen; for 异常. */
  readonly amountFen?: number;
  /** A code that went to that customer stands for the word. */
  readonly proof?: ProofAsk;
};
/** The write that asks. */
export type WordContext = {
  /** What is done, in Chinese: 修改销售单. */
  readonly act: string;
  /** Call that the mark binds: `PUT /biz-sell/:id`. */
  readonly route: string;
  /** null: of the whole chain; any holder's word does. */
  readonly shopId: number | null;
  /** Where it is about several shops: whoever gives the word sees all of them. */
  readonly shops?: readonly number[];
  readonly customerId?: number | null;
  /** The record; absent for a new one. */
  readonly id?: number | undefined;
  readonly revision?: number | undefined;
  /** As people call it; '' none yet. */
  readonly documentNo?: string;
  readonly approval: ApprovalBody | null;
  readonly proof?: ProofBody | null | undefined;
};
/** Who asks, from where; the word is kept through `save` where there is one. */
export type WordAuthor = Actor & { readonly client: Client; readonly save?: Save | undefined };
export type WordPerson = { readonly id: number; readonly name: string };
/** A word as it was given. */
export type Word = {
  readonly approver: WordPerson;
  readonly asker: WordPerson;
  /** ISO 8601. */
  readonly at: string;
  readonly reason: string;
};

export interface WordDesk {
  /**
   * The word for all that is asked, kept with the act; null where nothing is asked, or a code of the customer proves all of it. Last of all rules: nobody is asked over
   * what would be refused anyway. The refusal is the 409, or a 422 below `approval.` or `proof.`.
   */
  ask(asks: readonly WordAsk[], place: WordContext, by: WordAuthor): Promise<Word | null | Refusal>;
  /** Whoever is named in a word says that it was not he (不是我); a row in 异常. */
  disown(word: string, by: Actor): Promise<Refusal | null>;
}
