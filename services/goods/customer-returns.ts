/** Rules of what customers bring back (R4, R20): claimed on its sale, on hand where it is taken, and back to them when undone. */
import type { Verdict } from '../contracts/decider.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import { hasAll, heldBefore, holdNew, keyKnown, releaseDropped, reversedBefore, type AtPiece } from './holding.ts';
import type { PieceCommand } from './piece-commands.ts';
import { defined } from '../contracts/maps.ts';
import { keyReused, notHeld, withNumber } from './piece-refusals.ts';
import type { Claim } from './claims.ts';
import type { CustomerReturn, Data, Departure, GoodsState } from './state.ts';
import { waitKeyOf } from './piece-holds.ts';
import { whyNotWaiting } from './inspection-waits.ts';

type PieceVerdict = Verdict<GoodsEvent>;
type CommandOf<Type extends PieceCommand['type']> = Extract<PieceCommand, { type: Type }> & AtPiece;

/** The claim's sale, where the claim is one for a return. */
const claimedSale = (key: string, { departures }: GoodsState) =>
  [...departures].find(([, { claims }]) => claims.get(key)?.purpose === 'return');

/** A return that is given up before it was posted; null where the key is none of a return. */
export const releaseReturn = ({ barcode, key }: CommandOf<'ReleaseGoods'>, state: GoodsState): PieceVerdict | null => {
  if (state.customerReturns.has(key)) {
    return refuse('conflict', 'goods.hold_posted', '已过账，不能取消占用', { data: { key } });
  }
  const [saleKey] = claimedSale(key, state) ?? [];
  if (saleKey === undefined) return null;
  return [{ type: 'GoodsSaleClaimReleased', data: { barcode, claimKey: key, saleKey } }];
};

/** Its weights with the gold that was cut off or added when it was sold (R74). */
const reweighedBy = ({ receipt }: GoodsState, byMg: number): NonNullable<CustomerReturn['reweighed']> => {
  const { netWeightMg = 0, grossWeightMg = 0 } = receipt?.attributes ?? {};
  const after = { netWeightMg: Math.max(0, netWeightMg + byMg), grossWeightMg: Math.max(0, grossWeightMg + byMg) };
  return { before: { netWeightMg, grossWeightMg }, after };
};
/** What is to be inspected first is nobody's until it was. */
const waiting = ({ barcode, key, shopId, quantity, document }: Data<'GoodsCustomerReturned'>): GoodsEvent => {
  const { kind, id, no } = document;
  return { type: 'GoodsHeld', data: { barcode, key: waitKeyOf(key), shopId, quantity, holder: { kind, id, no } } };
};
type ClaimOfSale = { readonly left: Departure; readonly claim: Claim };
/** What comes to the shop, at what it cost when it was sold. */
const arrival = (
  { barcode, key, saleKey, document, shopId, refundFen, goesTo, cut, rowId: freshId }: CommandOf<'ReturnFromCustomer'>,
  { left, claim: { quantity } }: ClaimOfSale,
  state: GoodsState,
): Data<'GoodsCustomerReturned'> => {
  const back = { barcode, key, saleKey, document, shopId, quantity, refundFen };
  const unitCostFen = cut?.unitCostFen ?? left.unitCostFen;
  if (goesTo === 'old-material') return { ...back, unitCostFen, rowId: null, goesTo };
  const reweighed = cut && reweighedBy(state, cut.byMg);
  // A shop that has, or had, a row of the piece goes on with it.
  const hasRow = (state.holdings.get(shopId)?.arrivals.length ?? 0) > 0;
  return { ...back, unitCostFen, rowId: hasRow ? null : freshId, ...defined({ goesTo, reweighed }) };
};
export const returnFromCustomer = (command: CommandOf<'ReturnFromCustomer'>, state: GoodsState): PieceVerdict => {
  const { key, saleKey, document, shopId, refundFen, goesTo } = command;
  const done = state.customerReturns.get(key);
  if (done !== undefined) return hasAll(done, { saleKey, document, shopId, refundFen }) ? [] : keyReused(key);
  const left = state.departures.get(saleKey);
  const claim = left?.claims.get(key);
  if (left === undefined || claim?.purpose !== 'return') return notHeld(key);
  const event = { type: 'GoodsCustomerReturned' as const, data: arrival(command, { left, claim }, state) };
  return goesTo === 'inspection' ? [event, waiting(event.data)] : [event];
};

const unknown = (returnedKey: string): Refusal =>
  refuse('conflict', 'goods.customer_return_unknown', '没有找到此首饰的销退记录', { data: { returnedKey } });

/** Of what became old material nothing lies here: its lot is claimed instead. */
const claimOfMelted = (claimKey: string, { reversed, key }: CustomerReturn, state: GoodsState): PieceVerdict => {
  if (state.reversals.has(claimKey)) return [];
  if (state.released.has(claimKey)) return releaseDropped(claimKey);
  if (keyKnown(state, claimKey)) return keyReused(claimKey);
  return reversed ? unknown(key) : [];
};
/** A claim is a hold: of what waits it stands in for the hold that it waits under, so that it counts once. */
const claimThere = (
  claim: Parameters<typeof holdNew>[0],
  { key, rowId, goesTo }: CustomerReturn,
  state: GoodsState,
): PieceVerdict => {
  const row = rowId === null ? {} : { backOf: rowId };
  const judged = goesTo === undefined ? null : whyNotWaiting(state, key);
  if (judged !== null) return judged;
  const waits = goesTo === undefined ? {} : { replaces: waitKeyOf(key) };
  const verdict = holdNew({ ...claim, ...waits, ...row }, state);
  return isRefusal(verdict) ? withNumber(verdict) : verdict;
};
/** It must lie free where it was taken, or wait there: what was sold on, moved, judged or held since is in the way. */
export const claimCustomerReturn = (command: CommandOf<'ClaimCustomerReturn'>, state: GoodsState): PieceVerdict => {
  const { barcode, claimKey, returnedKey, holder } = command;
  const done = state.customerReturns.get(returnedKey);
  if (done === undefined) return state.released.has(claimKey) ? notHeld(claimKey) : unknown(returnedKey);
  if (done.goesTo === 'old-material') return claimOfMelted(claimKey, done, state);
  const { shopId, quantity, reversed } = done;
  const claim = { type: 'HoldGoods', barcode, key: claimKey, shopId, quantity, holder } as const;
  const known = heldBefore(claim, state);
  if (known !== null) return known;
  return reversed ? unknown(returnedKey) : claimThere(claim, done, state);
};

/** The last return that changed its weight asks for a label until it has one. */
export const renewLabel = ({ barcode }: CommandOf<'RenewLabel'>, state: GoodsState): PieceVerdict => {
  const last = [...state.customerReturns.values()].findLast(
    ({ reweighed, reversed }) => reweighed !== undefined && !reversed,
  );
  if (last === undefined || last.labelled === true) return [];
  return [{ type: 'GoodsLabelRenewed', data: { barcode, returnedKey: last.key } }];
};

const claims = (claimKey: string, back: CustomerReturn, state: GoodsState): boolean => {
  const { goesTo, shopId, quantity, reversed, key } = back;
  if (goesTo === 'old-material') return !reversed && !keyKnown(state, claimKey);
  const claim = claimKey === waitKeyOf(key) ? undefined : state.holds.get(claimKey);
  return claim?.shopId === shopId && claim.quantity === quantity;
};
export const reverseCustomerReturn = (command: CommandOf<'ReverseCustomerReturn'>, state: GoodsState): PieceVerdict => {
  const { type: _type, ...said } = command;
  const { barcode: _barcode, claimKey, returnedKey, holdKey } = said;
  const { barcode: _of, claimKey: _claim, ...wanted } = said;
  const before = reversedBefore(state, claimKey, wanted);
  if (before !== null) return before;
  const done = state.customerReturns.get(returnedKey);
  if (done === undefined) return unknown(returnedKey);
  if (!claims(claimKey, done, state)) return notHeld(claimKey);
  if (keyKnown(state, holdKey)) return keyReused(holdKey);
  const { saleKey, shopId, quantity, unitCostFen, refundFen, rowId, goesTo, reweighed } = done;
  const back = { saleKey, shopId, quantity, unitCostFen, refundFen, rowId };
  const data = { ...said, ...back, ...defined({ goesTo, reweighed }) };
  return [{ type: 'GoodsCustomerReturnReversed', data }];
};
