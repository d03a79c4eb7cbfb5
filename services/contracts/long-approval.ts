/** Words that stand (R132): somebody who may allows a lower price for days to come, for clearances and sales to staff. */
import type { WordPerson } from './word.ts';

/** As it stands; days are yyyy-MM-dd, both included. */
export type LongApproval = {
  readonly id: number;
  readonly giver: WordPerson;
  readonly reason: string;
  /** The least of the full price that it allows, basis points. */
  readonly percentBp: number;
  readonly from: string;
  readonly until: string;
  /** Pieces it is for; empty: those of `category` and `style`. */
  readonly barcodes: readonly string[];
  readonly category: string;
  readonly style: string;
};
export interface LongApprovals {
  /**
   * Those of a shop that nobody ended, that stood on the day of the sale, and whose giver may still give them. What was sold on the last
   * day may be entered the next one, no later.
   */
  of(at: { readonly shopId: number; readonly soldOn: string }, now: Date): Promise<readonly LongApproval[]>;
}
