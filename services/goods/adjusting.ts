/** Rules of finds: pieces beyond the books (R4, R9). */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { NUMBERS } from '../contracts/values.ts';
import { reversalOf } from './claims.ts';
import type { GoodsEvent, Holder } from './events.ts';
import type { PieceCommandOf } from './piece-commands.ts';
import { keyKnown, releaseDropped, reversedBefore, settledBy, type AtPiece } from './holding.ts';
import { alreadySettled, claimedBy, heldBy, keyReused, notHeld, whyNotFindable } from './piece-refusals.ts';
import same from 'fast-deep-equal';
import { departuresBy, withCost, type GoodsState } from './state.ts';

type FindContext = { readonly shopId: number; readonly quantity: number; readonly holder: Holder | null };
/** Who stands in the way of a find: another one, or what is about to be moved back. */
const inTheWay = ({ shopId, holder }: FindContext, state: GoodsState): Refusal | null => {
  const other = [...state.expected.values()].find((one) => one.shopId === shopId && !same(one.holder, holder));
  if (other !== undefined) return heldBy(other);
  const leaving = [...state.holds.values()].find((one) => one.backOf !== undefined && one.shopId === shopId);
  if (leaving !== undefined) return heldBy(leaving);
  const [, returning] = departuresBy(state, 'write-off').find(([, left]) => reversalOf(left) !== undefined) ?? [];
  const [, claim] = (returning && reversalOf(returning)) ?? [];
  return returning === undefined || claim === undefined ? null : claimedBy(returning, claim);
};

/** All pieces that one barcode ever stood for stay a lot: received, and found beyond that. An edited find replaces its own. */
const tooMany = ({ quantity, holder }: FindContext, state: GoodsState): Refusal | null => {
  const sum = (all: Iterable<{ readonly quantity: number }>): number =>
    [...all].reduce((total, one) => total + one.quantity, 0);
  const found = [...state.found.values()].filter((one) => !one.reversed);
  const expected = [...state.expected.values()].filter((one) => !same(one.holder, holder));
  const total = (state.receipt?.quantity ?? 0) + sum(found) + sum(expected) + quantity;
  return total <= NUMBERS.lotPieces.max
    ? null
    : refuse('invalid', 'goods.lot_full', `一个条码最多${NUMBERS.lotPieces.max}件`);
};

/** Why pieces cannot turn up there; null when they can. `holder`: who finds them, null before a document does. */
export const whyNotExpected = (find: FindContext, state: GoodsState): Refusal | null =>
  inTheWay(find, state) ?? whyNotFindable(state, find.shopId, find.quantity) ?? tooMany(find, state);

/** As for holds: silence for a repeat, a refusal for a key that means something else already, null for a new one. */
const expectedBefore = (command: PieceCommandOf<'ExpectFind'>, state: GoodsState): readonly [] | Refusal | null => {
  const { key, shopId, quantity, holder } = command;
  const before = state.expected.get(key) ?? state.found.get(key);
  if (before !== undefined) {
    const by = 'holder' in before ? before.holder : holder;
    const repeated = before.shopId === shopId && before.quantity === quantity && same(by, holder);
    return repeated ? [] : keyReused(key);
  }
  if (state.released.has(key)) return releaseDropped(key);
  return keyKnown(state, key) ? keyReused(key) : null;
};

/** An edited document announces its find anew before it lets the old one go: its own does not stand in the way. */
export const expectFind = (command: PieceCommandOf<'ExpectFind'> & AtPiece, state: GoodsState): Verdict<GoodsEvent> => {
  const known = expectedBefore(command, state);
  if (known !== null) return known;
  const { barcode, key, shopId, quantity, holder, cause } = command;
  const settled = settledBy(state, cause, holder);
  if (settled !== undefined) return alreadySettled(settled.no);
  const refused = whyNotExpected(command, state);
  if (refused !== null) return refused;
  const find = { barcode, key, shopId, quantity, holder };
  return [{ type: 'GoodsFindExpected', data: cause === undefined ? find : { ...find, cause } }];
};

export const postFind = (command: PieceCommandOf<'PostFind'> & AtPiece, state: GoodsState): Verdict<GoodsEvent> => {
  const { barcode, key, document, reason } = command;
  const done = state.found.get(key);
  if (done !== undefined) {
    return same({ document: done.document, reason: done.reason }, { document, reason }) ? [] : keyReused(key);
  }
  const expected = withCost(state, state.expected.get(key));
  if (expected === undefined) return notHeld(key);
  return [{ type: 'GoodsFound', data: { barcode, key, document, ...expected, reason } }];
};

export const reverseFind = (
  command: PieceCommandOf<'ReverseFind'> & AtPiece,
  state: GoodsState,
): Verdict<GoodsEvent> => {
  const { barcode, claimKey, foundKey, holdKey, document, holder } = command;
  const before = reversedBefore(state, claimKey, { foundKey, holdKey, document, holder });
  if (before !== null) return before;
  const found = state.found.get(foundKey);
  if (found === undefined || found.reversed) {
    return refuse('conflict', 'goods.find_unknown', '没有找到此首饰的报溢记录', { data: { foundKey } });
  }
  const claim = state.holds.get(claimKey);
  if (claim?.shopId !== found.shopId || claim.quantity !== found.quantity) return notHeld(claimKey);
  if (keyKnown(state, holdKey)) return keyReused(holdKey);
  const { shopId, quantity, unitCostFen } = found;
  const data = { barcode, claimKey, foundKey, holdKey, document, shopId, quantity, unitCostFen, holder };
  return [{ type: 'GoodsFindReversed', data }];
};
