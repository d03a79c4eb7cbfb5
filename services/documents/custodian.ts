/**
 * Who answers for what documents move: pieces today. A document knows custodians by name only; the start registers them.
 *
 * Every custodian keeps to one contract (custodian-suite.ts proves it): whatever was done under a key is remembered, so a
 * repeat is silent and says the same; a key that was released is refused (for 30 days: nothing comes later than that); a reservation and the one that stands
 * in for it count once; giving back leaves what was there before the posting, reserved again. `post`, `release` and
 * `giveBack` follow decisions that stand, so they refuse in no state that the steps of a document lead to.
 */
import type { DocumentKind, Effect, EffectOutcome } from '../contracts/document.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Save } from '../contracts/save.ts';
import type { Actor } from '../contracts/user.ts';

/** The document that asks, as whoever meets its reservation is told. */
export type Asking = {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly no: string;
  /** Day of business of its movements, yyyy-MM-dd. */
  readonly businessDate: string;
  /** Place of the effect's first line in its list, from 0. */
  readonly line: number;
};
type Written = {
  /** All that it writes goes there. */
  readonly save: Save;
};
export type Ask = Written & {
  readonly document: Asking;
  readonly effect: Effect;
  /** What the kind of document says of the effect; the custodian's contract gives its shape. */
  readonly terms: unknown;
  readonly actor: Actor;
};
export type ReserveAsk = Ask & {
  /** Key of the document's own reservation of the same thing that this one stands in for. */
  readonly replaces: string | null;
};
export type ClaimAsk = Ask & { readonly claimKey: string };
export type GiveBackAsk = ClaimAsk & {
  /** The reservation that the effect comes back under. */
  readonly backKey: string;
};
export type ReleaseAsk = Written & {
  readonly id: string;
  /** A reservation; or the claim on the posting that was made under `claimOf`. */
  readonly key: string;
  readonly claimOf: string | null;
  readonly actor: Actor;
};
export type CustodianAnswer = {
  /** Position in the log of what it wrote; -1 when it writes none. */
  readonly position: number;
  readonly outcome?: EffectOutcome['figures'];
};
/** Data of a refusal that another document is in the way of; ids of all kinds come from one sequence (R40). */
export type TakenBy = { readonly holder: { readonly kind: string; readonly id: number } };
const isTakenBy = (data: unknown): data is TakenBy => typeof data === 'object' && data !== null && 'holder' in data;
/** The document in the way; null where it is none. */
export const takenBy = ({ data }: Refusal): TakenBy['holder'] | null => (isTakenBy(data) ? data.holder : null);

export interface Custodian {
  /** The stream that many documents want of it at the same moment: saves take turns for it. */
  readonly shared?: (id: string) => string;
  /** May be refused: somebody else has it. */
  reserve(ask: ReserveAsk): Promise<CustodianAnswer | Refusal>;
  post(ask: Ask): Promise<CustodianAnswer | Refusal>;
  /** Reserves a posted effect for its reversal; may be refused (the blocker). */
  claim(ask: ClaimAsk): Promise<CustodianAnswer | Refusal>;
  /** Also of what never came: a late one with that key is refused then. */
  release(ask: ReleaseAsk): Promise<CustodianAnswer | Refusal>;
  /** Takes a claimed posting back. */
  giveBack(ask: GiveBackAsk): Promise<CustodianAnswer | Refusal>;
}
/** Custodians by the name that effects give. */
export type Custodians = Readonly<Record<string, Custodian>>;
