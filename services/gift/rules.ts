/** Rules of the stock of a gift: stock ≥ held ≥ 0 whatever documents do, and what it cost is neither lost nor made. Pure. */
import same from 'fast-deep-equal';
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { mulDiv } from '../contracts/units.ts';
import { NUMBERS } from '../contracts/values.ts';
import type { AtGift, GiftMove } from './commands.ts';
import type { GiftEvent } from './events.ts';
import { alreadyPosted, keyReleased, keyReused, notHeld, notPosted, whyNotFree } from './refusals.ts';
import { keyKnown, type GiftState } from './state.ts';
import { wideGet } from './wide-map.ts';

type Command<Type extends GiftMove['type']> = Extract<GiftMove, { type: Type }> & AtGift;
type GiftVerdict = Verdict<GiftEvent>;

/** Silence for a repeat, a refusal for a key that means something else; null for a new one. */
const heldBefore = ({ key, quantity, holder }: Command<'HoldGift'>, state: GiftState): readonly [] | Refusal | null => {
  const before = state.holds.get(key);
  if (before !== undefined) return same([before.quantity, before.holder], [quantity, holder]) ? [] : keyReused(key);
  const posted = wideGet(state.issued, key);
  if (posted !== undefined) return same([posted.quantity, posted.no], [quantity, holder.no]) ? [] : keyReused(key);
  if (state.reversals.has(key)) return [];
  if (state.released.has(key)) return keyReleased(key);
  return keyKnown(state, key) ? keyReused(key) : null;
};
/** The hold this one may stand in for: of the same document, and in no pair already. */
const replacedBy = ({ replaces, holder }: Command<'HoldGift'>, { holds }: GiftState): string | undefined => {
  if (replaces === undefined) return undefined;
  const replaced = holds.get(replaces);
  if (replaced === undefined || !same(replaced.holder, holder)) return undefined;
  const stands = replaced.replaces !== undefined && holds.has(replaced.replaces);
  const taken = [...holds.values()].some((one) => one.replaces === replaces);
  return stands || taken ? undefined : replaces;
};
export const hold = (command: Command<'HoldGift'>, state: GiftState): GiftVerdict => {
  const before = heldBefore(command, state);
  if (before !== null) return before;
  const { shopId, barcode, key, quantity, holder } = command;
  const replaces = replacedBy(command, state);
  const kept = replaces === undefined ? 0 : (state.holds.get(replaces)?.quantity ?? 0);
  const refused = whyNotFree(state, shopId, Math.max(0, quantity - kept));
  if (refused !== null) return refused;
  const stands = replaces !== undefined && { replaces };
  return [{ type: 'GiftHeld', data: { shopId, barcode, key, quantity, holder, ...stands } }];
};

/** So much of a gift may be there at most, that whatever is issued of it fits a line. */
const tooMuch = ({ quantity, costFen }: Command<'ExpectGift'>, state: GiftState): Refusal | null => {
  const coming = [...state.expected.values()];
  const sum = (of: (one: { readonly quantity: number; readonly costFen: number }) => number): number =>
    coming.reduce((total, one) => total + of(one), of(state) + of({ quantity, costFen }));
  const fits = sum((one) => one.quantity) <= NUMBERS.pieces.max && sum((one) => one.costFen) <= NUMBERS.lineMoney.max;
  return fits ? null : refuse('conflict', 'gift.too_much', '此赠品的库存数量或成本超出上限');
};
export const expect = (command: Command<'ExpectGift'>, state: GiftState): GiftVerdict => {
  const { shopId, barcode, key, quantity, costFen, holder } = command;
  const before = state.expected.get(key);
  if (before !== undefined) return same(before, { quantity, costFen, holder }) ? [] : keyReused(key);
  const posted = state.received.get(key);
  if (posted !== undefined) return posted.quantity === quantity && posted.costFen === costFen ? [] : keyReused(key);
  if (state.released.has(key)) return keyReleased(key);
  if (keyKnown(state, key)) return keyReused(key);
  const refused = tooMuch(command, state);
  return refused ?? [{ type: 'GiftExpected', data: { shopId, barcode, key, quantity, costFen, holder } }];
};

export const release = ({ shopId, barcode, key }: Command<'ReleaseGift'>, state: GiftState): GiftVerdict => {
  if (state.released.has(key)) return [];
  if (wideGet(state.issued, key) !== undefined || state.received.has(key) || state.reversals.has(key)) {
    return alreadyPosted(key);
  }
  return [{ type: 'GiftHoldReleased', data: { shopId, barcode, key } }];
};

export const receive = ({ type: _type, ...data }: Command<'ReceiveGift'>, state: GiftState): GiftVerdict => {
  if (state.received.has(data.key)) return [];
  const coming = state.expected.get(data.key);
  if (coming === undefined) return notHeld(data.key);
  const { quantity, costFen } = coming;
  return [{ type: 'GiftReceived', data: { ...data, quantity, costFen } }];
};

/** By weight: its part of what all of it cost, the last one all that is left (R87). */
export const costOf = ({ quantity, costFen }: Pick<GiftState, 'quantity' | 'costFen'>, taken: number): number =>
  taken >= quantity ? costFen : mulDiv([costFen, taken], quantity);
export const issue = ({ type: _type, ...data }: Command<'IssueGift'>, state: GiftState): GiftVerdict => {
  if (wideGet(state.issued, data.key) !== undefined) return [];
  const held = state.holds.get(data.key);
  if (held === undefined) return notHeld(data.key);
  return [{ type: 'GiftIssued', data: { ...data, quantity: held.quantity, costFen: costOf(state, held.quantity) } }];
};

const reversedBefore = (state: GiftState, claimKey: string, key: string): readonly [] | Refusal | null => {
  const done = state.reversals.get(claimKey);
  if (done === undefined) return null;
  return done === key ? [] : keyReused(claimKey);
};
export const claimIssue = (command: Command<'ClaimGiftIssue'>, state: GiftState): GiftVerdict => {
  const { shopId, barcode, claimKey, issuedKey, holder } = command;
  const before = reversedBefore(state, claimKey, issuedKey);
  if (before !== null) return before;
  const known = state.claims.get(claimKey);
  if (known !== undefined) return same(known, { issuedKey, holder }) ? [] : keyReused(claimKey);
  if (state.released.has(claimKey)) return keyReleased(claimKey);
  if (wideGet(state.issued, issuedKey)?.reversed !== false) return notPosted(issuedKey);
  if ([...state.claims.values()].some((one) => one.issuedKey === issuedKey)) return keyReused(claimKey);
  return [{ type: 'GiftIssueClaimed', data: { shopId, barcode, claimKey, issuedKey, holder } }];
};
export const reverseIssue = ({ type: _type, ...data }: Command<'ReverseGiftIssue'>, state: GiftState): GiftVerdict => {
  const before = reversedBefore(state, data.claimKey, data.issuedKey);
  if (before !== null) return before;
  const left = wideGet(state.issued, data.issuedKey);
  if (left === undefined) return notPosted(data.issuedKey);
  if (state.claims.get(data.claimKey)?.issuedKey !== data.issuedKey) return notHeld(data.claimKey);
  if (keyKnown(state, data.holdKey)) return keyReused(data.holdKey);
  const { quantity, costFen } = left;
  return [{ type: 'GiftIssueReversed', data: { ...data, quantity, costFen } }];
};
/** What it brought leaves again at its own cost; what others took meanwhile at the mean cost may have left less. */
export const reverseReceipt = (
  { type: _type, ...data }: Command<'ReverseGiftReceipt'>,
  state: GiftState,
): GiftVerdict => {
  const before = reversedBefore(state, data.claimKey, data.receivedKey);
  if (before !== null) return before;
  const came = state.received.get(data.receivedKey);
  if (came === undefined) return notPosted(data.receivedKey);
  if (!state.holds.has(data.claimKey)) return notHeld(data.claimKey);
  if (keyKnown(state, data.holdKey)) return keyReused(data.holdKey);
  const { quantity } = came;
  const costFen = quantity >= state.quantity ? state.costFen : Math.min(came.costFen, state.costFen);
  return [{ type: 'GiftReceiptReversed', data: { ...data, quantity, costFen } }];
};
