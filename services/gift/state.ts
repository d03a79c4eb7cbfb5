/** What the stream of a gift remembers. */
import type { ReleasedKeys } from '../contracts/released-keys.ts';
import { heldQuantity, type Holder } from '../goods/contract.ts';
import type { GiftAttributes, GiftEvent } from './events.ts';
import { wideGet, type WideMap } from './wide-map.ts';

/** A gift event as the log gives it: decided ones carry no meta yet. */
export type GiftFact = GiftEvent & { readonly meta?: { readonly userName: string; readonly at: string } };
export type GiftData<Type extends GiftEvent['type']> = Extract<GiftEvent, { type: Type }>['data'];

export type GiftHold = {
  readonly shopId: number;
  readonly quantity: number;
  readonly holder: Holder;
  readonly by: string;
  readonly at: string;
  /** The hold it stands in for. */
  readonly replaces?: string | undefined;
};
type ExpectedReturn = { readonly quantity: number; readonly costFen: number; readonly holder: Holder };
export type GiftReceipt = {
  readonly quantity: number;
  readonly costFen: number;
  readonly gift: GiftAttributes;
  readonly reversed: boolean;
};
export type GiftIssue = {
  readonly quantity: number;
  readonly costFen: number;
  readonly no: string;
  readonly reversed: boolean;
};

export type GiftState = {
  /** There, and what all of it cost, fen: 0 when nothing is there. */
  readonly quantity: number;
  readonly costFen: number;
  readonly holds: ReadonlyMap<string, GiftHold>;
  /** Stock-ins that wait for their audit. */
  readonly expected: ReadonlyMap<string, ExpectedReturn>;
  /** By the key they were posted under, in their order. */
  readonly received: ReadonlyMap<string, GiftReceipt>;
  readonly issued: WideMap<GiftIssue>;
  /** Issues that a reversal has claimed, by claim. */
  readonly claims: ReadonlyMap<string, { readonly issuedKey: string; readonly holder: Holder }>;
  /** Keys that were let go, and when, for 30 days: what comes late with such a key is refused. */
  readonly released: ReleasedKeys;
  /** Reversals done: what each took back, by claim. */
  readonly reversals: ReadonlyMap<string, string>;
};
export const initial: GiftState = {
  quantity: 0,
  costFen: 0,
  holds: new Map(),
  expected: new Map(),
  received: new Map(),
  issued: new Map(),
  claims: new Map(),
  released: new Map(),
  reversals: new Map(),
};

/** A hold and the one that stands in for it count once. */
export const heldOf = ({ holds }: GiftState, shopId: number): number =>
  heldQuantity(holds.values(), shopId, (key) => holds.get(key));
export const freeOf = (state: GiftState, shopId: number): number => state.quantity - heldOf(state, shopId);
/** What the latest audited stock-in says; null when none stands. */
export const attributesOf = ({ received }: GiftState): GiftAttributes | null =>
  [...received.values()].findLast(({ reversed }) => !reversed)?.gift ?? null;
/** Whether a key was ever used here. */
export const keyKnown = (state: GiftState, key: string): boolean =>
  state.holds.has(key) ||
  state.expected.has(key) ||
  state.received.has(key) ||
  state.released.has(key) ||
  wideGet(state.issued, key) !== undefined;
