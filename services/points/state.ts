/** What a customer's points stream remembers. */
import type { ReleasedKeys } from '../contracts/released-keys.ts';
import type { PointsEvent, PointsHolder } from './events.ts';
import { heldOf, type PointsReservation } from './reservations.ts';

export type Data<Type extends PointsEvent['type']> = Extract<PointsEvent, { type: Type }>['data'];
/** A points event as the log gives it: decided ones carry no moment yet. */
export type PointsFact = PointsEvent & { readonly at?: string };
type PointsHold = PointsReservation & { readonly holder: PointsHolder };
/** `claim`: the key under which its reversal is being prepared. */
type Posting = Pick<Data<'PointsPosted'>, 'earned' | 'spent' | 'takenBack' | 'document'> & {
  readonly claim: { readonly key: string; readonly holder: PointsHolder } | null;
  readonly reversed: boolean;
};

export type PointsState = {
  /** Σ of the ledger. */
  readonly balance: number;
  readonly holds: ReadonlyMap<string, PointsHold>;
  /** Keys of holds and claims that were let go, and when (ISO 8601), for 30 days: late commands with them are refused. */
  readonly released: ReleasedKeys;
  /** By the key they were posted under. */
  readonly postings: ReadonlyMap<string, Posting>;
  /** Keys of postings that were taken back, by claim key. */
  readonly reversals: ReadonlyMap<string, string>;
  /** Points that went over, signed as they change the balance, by `<mergeId>/<doing>`. */
  readonly moves: ReadonlyMap<string, number>;
  /** The record of the same person that has its points since. */
  readonly movedTo: number | null;
};

export const initial: PointsState = {
  balance: 0,
  holds: new Map(),
  released: new Map(),
  postings: new Map(),
  reversals: new Map(),
  moves: new Map(),
  movedTo: null,
};

const claimed = ({ postings }: Pick<PointsState, 'postings'>): number =>
  [...postings.values()].reduce((sum, { claim, earned }) => sum + (claim === null ? 0 : earned), 0);

/** Points that pending documents keep, and those that a reversal is about to take back. */
export const heldPoints = (state: PointsState): number => heldOf(state.holds) + claimed(state);
/** Points that may be spent; negative after returns of what was spent already. */
export const freePoints = (state: PointsState): number => state.balance - heldPoints(state);
