/** Rules of what customers bring back (R4, R20): claimed on its sale, on hand where it is taken, and back to them when undone. */
import type { Verdict } from '../contracts/decider.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import { hasAll, heldBefore, holdNew, keyKnown, reversedBefore, type AtPiece } from './holding.ts';
import type { PieceCommand } from './piece-commands.ts';
import { keyReused, notHeld, withNumber } from './piece-refusals.ts';
import type { GoodsState } from './state.ts';

type Decided = Verdict<GoodsEvent>;
type Of<Type extends PieceCommand['type']> = Extract<PieceCommand, { type: Type }> & AtPiece;

/** The claim's sale, where the claim is one for a return. */
const claimedSale = (key: string, { departures }: GoodsState) =>
  [...departures].find(([, { claims }]) => claims.get(key)?.purpose === 'return');

/** A return that is given up before it was posted; null where the key is none of a return. */
export const releaseReturn = ({ barcode, key }: Of<'ReleaseGoods'>, state: GoodsState): Decided | null => {
  if (state.customerReturns.has(key)) {
    return refuse('conflict', 'goods.hold_posted', '已过账，不能取消占用', { data: { key } });
  }
  const [saleKey] = claimedSale(key, state) ?? [];
  if (saleKey === undefined) return null;
  return [{ type: 'GoodsSaleClaimReleased', data: { barcode, claimKey: key, saleKey } }];
};

export const returnFromCustomer = (command: Of<'ReturnFromCustomer'>, state: GoodsState): Decided => {
  const { barcode, key, saleKey, document, shopId, refundFen } = command;
  const done = state.customerReturns.get(key);
  if (done !== undefined) return hasAll(done, { saleKey, document, shopId, refundFen }) ? [] : keyReused(key);
  const left = state.departures.get(saleKey);
  const claim = left?.claims.get(key);
  if (left === undefined || claim?.purpose !== 'return') return notHeld(key);
  const { quantity } = claim;
  const { unitCostFen } = left;
  // A shop that has, or had, a row of the piece goes on with it.
  const hasRow = (state.holdings.get(shopId)?.arrivals.length ?? 0) > 0;
  const rowId = hasRow ? null : command.rowId;
  const returned = { barcode, key, saleKey, document, shopId, quantity, unitCostFen, refundFen, rowId };
  return [{ type: 'GoodsCustomerReturned', data: returned }];
};

const unknown = (returnedKey: string): Refusal =>
  refuse('conflict', 'goods.customer_return_unknown', '没有找到此首饰的销退记录', { data: { returnedKey } });

/** It must lie free where it was taken: what was sold on, moved or held since is in the way. */
export const claimCustomerReturn = (command: Of<'ClaimCustomerReturn'>, state: GoodsState): Decided => {
  const { barcode, claimKey, returnedKey, holder } = command;
  const done = state.customerReturns.get(returnedKey);
  if (done === undefined) return state.released.has(claimKey) ? notHeld(claimKey) : unknown(returnedKey);
  const { shopId, quantity, rowId, reversed } = done;
  const claim = { type: 'HoldGoods', barcode, key: claimKey, shopId, quantity, holder } as const;
  const known = heldBefore(claim, state);
  if (known !== null) return known;
  if (reversed) return unknown(returnedKey);
  const verdict = holdNew(rowId === null ? claim : { ...claim, backOf: rowId }, state);
  return isRefusal(verdict) ? withNumber(verdict) : verdict;
};

export const reverseCustomerReturn = (command: Of<'ReverseCustomerReturn'>, state: GoodsState): Decided => {
  const { type: _type, ...said } = command;
  const { barcode: _barcode, claimKey, returnedKey, holdKey } = said;
  const { barcode: _of, claimKey: _claim, ...wanted } = said;
  const before = reversedBefore(state, claimKey, wanted);
  if (before !== null) return before;
  const done = state.customerReturns.get(returnedKey);
  if (done === undefined) return unknown(returnedKey);
  const { saleKey, shopId, quantity, unitCostFen, refundFen, rowId } = done;
  const claim = state.holds.get(claimKey);
  if (claim?.shopId !== shopId || claim.quantity !== quantity) return notHeld(claimKey);
  if (keyKnown(state, holdKey)) return keyReused(holdKey);
  const data = { ...said, saleKey, shopId, quantity, unitCostFen, refundFen, rowId };
  return [{ type: 'GoodsCustomerReturnReversed', data }];
};
