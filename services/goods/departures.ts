/** Rules of departures (R4), one for all ways: a hold leaves the chain, a reversal claims it, and it comes back held. */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import same from 'fast-deep-equal';
import { broughtByOthers, unclaimedOf, type Claim } from './claims.ts';
import type { GoodsEvent } from './events.ts';
import { defined } from '../contracts/maps.ts';
import { hasAll, keyKnown, release, releaseDropped, reversedBefore, type AtPiece } from './holding.ts';
import type { DepartureWay, PieceCommand, PieceCommandOf } from './piece-commands.ts';
import { claimedBy, foundSince, keyReused, notHeld, returnedBy } from './piece-refusals.ts';
import { withCost, type Departure, type GoodsState } from './state.ts';

type DepartureCommand<Type extends PieceCommand['type']> = PieceCommandOf<Type> & AtPiece;

export const leave = (
  command: DepartureCommand<'SellGoods'> | DepartureCommand<'ReturnToSupplier'> | DepartureCommand<'WriteOffGoods'>,
  state: GoodsState,
): Verdict<GoodsEvent> => {
  const { type: _type, barcode: _barcode, ...said } = command;
  const { key } = command;
  const done = state.departures.get(key);
  if (done !== undefined) return hasAll(done, said) ? [] : keyReused(key);
  const held = withCost(state, state.holds.get(key));
  if (held === undefined) return notHeld(key);
  const { barcode, document } = command;
  const moved = { barcode, key, document, ...held };
  switch (command.type) {
    case 'SellGoods': {
      const { amountFen, soldWeightMg } = command;
      return [{ type: 'GoodsSold', data: { ...moved, amountFen, soldWeightMg } }];
    }
    case 'ReturnToSupplier': {
      const { supplierId, returnPriceFen } = command;
      return [{ type: 'GoodsReturnedToSupplier', data: { ...moved, supplierId, returnPriceFen } }];
    }
    case 'WriteOffGoods':
      return [{ type: 'GoodsWrittenOff', data: { ...moved, reason: command.reason } }];
  }
};

type DepartureRefusals = { readonly unknown: Refusal; readonly reversed: Refusal };
const told = (way: DepartureWay, key: string): DepartureRefusals => {
  const of = (code: string, message: string, data: object): Refusal => refuse('conflict', code, message, { data });
  switch (way) {
    case 'sale':
      return {
        unknown: of('goods.sale_unknown', '没有找到此首饰的销售记录', { saleKey: key }),
        reversed: of('goods.sale_reversed', '此笔销售已退回或已反审核', { saleKey: key }),
      };
    case 'supplier-return':
      return {
        unknown: of('goods.return_unknown', '没有找到此首饰的退货记录', { returnKey: key }),
        reversed: of('goods.return_reversed', '此笔退货已反审核', { returnKey: key }),
      };
    case 'write-off':
      return {
        unknown: of('goods.write_off_unknown', '没有找到此首饰的报损记录', { writeOffKey: key }),
        reversed: of('goods.write_off_reversed', '此笔报损已反审核', { writeOffKey: key }),
      };
  }
};
const departureOf = (
  { way, postedKey }: { readonly way: DepartureWay; readonly postedKey: string },
  state: GoodsState,
): Departure | undefined => {
  const left = state.departures.get(postedKey);
  return left?.way === way ? left : undefined;
};

/** What was lost and what was found afterwards may be the same piece: the find goes first. */
const foundAfter = (postedKey: string, state: GoodsState): Refusal | null => {
  const found = [...state.found.values()].find((one) => !one.reversed && one.covers.includes(postedKey));
  const expected = [...state.expected.values()].find((one) => one.covers.includes(postedKey));
  const since = found?.document.no ?? expected?.holder.no;
  return since === undefined ? null : foundSince(since);
};
/** The claim of the same document that a new one stands in for. */
const replacedBy = (
  { replaces, holder }: DepartureCommand<'ClaimDeparture'>,
  { claims }: Departure,
): string | undefined => {
  const before = replaces === undefined ? undefined : claims.get(replaces);
  if (before?.purpose !== 'return' || !same(before.holder, holder)) return undefined;
  const stands = before.replaces !== undefined && claims.has(before.replaces);
  const taken = [...claims.values()].some((one) => one.replaces === replaces);
  return stands || taken ? undefined : replaces;
};
const claimOf = ({ returns, holder }: DepartureCommand<'ClaimDeparture'>, { quantity }: Departure) => ({
  quantity: returns ?? quantity,
  purpose: returns === undefined ? ('reversal' as const) : ('return' as const),
  holder,
});
const sameClaim = (
  command: DepartureCommand<'ClaimDeparture'>,
  left: Departure,
  { by: _by, at: _at, replaces: _replaces, ...known }: Claim,
): boolean => same(known, claimOf(command, left));
/** What nobody else claims; the claim that it stands in for is its own. */
const freeFor = (command: DepartureCommand<'ClaimDeparture'>, left: Departure): number => {
  const replaced = replacedBy(command, left);
  return unclaimedOf(left) + (replaced === undefined ? 0 : (left.claims.get(replaced)?.quantity ?? 0));
};
const whoTook = (
  { way, postedKey }: DepartureCommand<'ClaimDeparture'>,
  left: Departure,
  { customerReturns }: GoodsState,
): Refusal => {
  const last = [...left.claims.values()].at(-1);
  if (last !== undefined) return claimedBy(left, last);
  const back = [...customerReturns.values()].findLast((one) => one.saleKey === postedKey && !one.reversed);
  return back === undefined ? told(way, postedKey).reversed : returnedBy(back.document.no);
};
/** All of it must be there for a reversal, for a return as many as it brings back. */
const takenElsewhere = (
  command: DepartureCommand<'ClaimDeparture'>,
  left: Departure,
  state: GoodsState,
): Refusal | null => {
  const { way, postedKey, returns } = command;
  // Customers bring back what they bought.
  if (returns !== undefined && way !== 'sale') return told(way, postedKey).unknown;
  const free = freeFor(command, left);
  if (returns === undefined ? free === left.quantity : returns <= free) return null;
  const last = [...left.claims.values()].at(-1);
  if (returns === undefined || free <= 0) return whoTook(command, left, state);
  const data = last === undefined ? { free } : { free, holder: last.holder };
  return refuse('conflict', 'goods.not_enough', `可退数量为${free}`, { data });
};
/** As for holds that became a movement. */
const returnedBefore = (
  { claimKey, postedKey, returns }: DepartureCommand<'ClaimDeparture'>,
  { customerReturns }: GoodsState,
): readonly [] | Refusal | null => {
  const back = customerReturns.get(claimKey);
  if (back === undefined) return null;
  return back.saleKey === postedKey && back.quantity === returns ? [] : keyReused(claimKey);
};
/** Silence for a claim that stands or was used, a refusal for one that may not be made, null for a new one. */
const claimedBefore = (
  command: DepartureCommand<'ClaimDeparture'>,
  state: GoodsState,
): readonly [] | Refusal | null => {
  const { way, claimKey, postedKey } = command;
  const left = departureOf(command, state);
  const known = left?.claims.get(claimKey);
  if (left !== undefined && known !== undefined) return sameClaim(command, left, known) ? [] : keyReused(claimKey);
  const done = returnedBefore(command, state) ?? reversedBefore(state, claimKey, { postedKey });
  if (done !== null) return done;
  if (state.released.has(claimKey)) return releaseDropped(claimKey);
  return left === undefined ? told(way, postedKey).unknown : whyNotClaimed(command, left, state);
};
/**
 * Shares of a line fit those of the returns they were computed beside: where another came or went meanwhile, they might
 * no longer add up to what was paid.
 */
const sharesOutdated = (
  { broughtBefore, holder }: DepartureCommand<'ClaimDeparture'>,
  left: Departure,
): Refusal | null =>
  broughtBefore === undefined || broughtBefore === broughtByOthers(left, holder)
    ? null
    : refuse('conflict', 'goods.shares_outdated', '此首饰刚有其他退货，请核对实退金额后再保存');
const whyNotClaimed = (
  command: DepartureCommand<'ClaimDeparture'>,
  left: Departure,
  state: GoodsState,
): Refusal | null => {
  const { way, claimKey, postedKey } = command;
  if (left.reversed) return told(way, postedKey).reversed;
  if (command.returns !== undefined && keyKnown(state, claimKey)) return keyReused(claimKey);
  return takenElsewhere(command, left, state) ?? foundAfter(postedKey, state) ?? sharesOutdated(command, left);
};
export const claimDeparture = (command: DepartureCommand<'ClaimDeparture'>, state: GoodsState): Verdict<GoodsEvent> => {
  const known = claimedBefore(command, state);
  if (known !== null) return known;
  const { barcode, way, claimKey, postedKey, holder } = command;
  const claim = { barcode, claimKey, holder };
  switch (way) {
    case 'sale': {
      const left = state.departures.get(postedKey)!;
      const { quantity, purpose } = claimOf(command, left);
      const replaces = defined({ replaces: replacedBy(command, left) });
      return [{ type: 'GoodsSaleClaimed', data: { ...claim, saleKey: postedKey, purpose, quantity, ...replaces } }];
    }
    case 'supplier-return':
      return [{ type: 'GoodsSupplierReturnClaimed', data: { ...claim, returnKey: postedKey } }];
    case 'write-off':
      return [{ type: 'GoodsWriteOffClaimed', data: { ...claim, writeOffKey: postedKey } }];
  }
};

const claimReleased = (
  way: DepartureWay,
  { barcode, claimKey, postedKey }: DepartureCommand<'ReleaseClaim'>,
): GoodsEvent => {
  switch (way) {
    case 'sale':
      return { type: 'GoodsSaleClaimReleased', data: { barcode, claimKey, saleKey: postedKey } };
    case 'supplier-return':
      return { type: 'GoodsSupplierReturnClaimReleased', data: { barcode, claimKey, returnKey: postedKey } };
    case 'write-off':
      return { type: 'GoodsWriteOffClaimReleased', data: { barcode, claimKey, writeOffKey: postedKey } };
  }
};
/** What was posted says how it was claimed: by its departure, or by a hold where it lies. */
export const releaseClaim = (command: DepartureCommand<'ReleaseClaim'>, state: GoodsState): Verdict<GoodsEvent> => {
  const { barcode, claimKey, postedKey } = command;
  const left = state.departures.get(postedKey);
  if (left === undefined) return release({ type: 'ReleaseGoods', barcode, key: claimKey }, state);
  if (state.released.has(claimKey)) return [];
  if (state.reversals.has(claimKey)) {
    return refuse('conflict', 'goods.hold_posted', '已过账，不能取消占用', { data: { claimKey } });
  }
  return [claimReleased(left.way, command)];
};

const cameBack = (
  left: Departure,
  { type: _type, way: _way, postedKey, ...back }: DepartureCommand<'ReverseDeparture'>,
): GoodsEvent => {
  const { shopId, quantity, unitCostFen } = left;
  const moved = { ...back, shopId, quantity, unitCostFen };
  switch (left.way) {
    case 'sale': {
      const { amountFen, soldWeightMg } = left;
      return { type: 'GoodsSaleReversed', data: { ...moved, saleKey: postedKey, amountFen, soldWeightMg } };
    }
    case 'supplier-return': {
      const { supplierId, returnPriceFen } = left;
      return {
        type: 'GoodsSupplierReturnReversed',
        data: { ...moved, returnKey: postedKey, supplierId, returnPriceFen },
      };
    }
    case 'write-off':
      return { type: 'GoodsWriteOffReversed', data: { ...moved, writeOffKey: postedKey } };
  }
};
export const reverseDeparture = (
  command: DepartureCommand<'ReverseDeparture'>,
  state: GoodsState,
): Verdict<GoodsEvent> => {
  const { way, claimKey, postedKey, holdKey, document, holder } = command;
  const before = reversedBefore(state, claimKey, { postedKey, holdKey, document, holder });
  if (before !== null) return before;
  const left = departureOf(command, state);
  if (left === undefined) return told(way, postedKey).unknown;
  if (left.claims.get(claimKey)?.purpose !== 'reversal') return notHeld(claimKey);
  if (keyKnown(state, holdKey)) return keyReused(holdKey);
  return [cameBack(left, command)];
};
