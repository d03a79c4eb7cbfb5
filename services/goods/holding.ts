/** Rules of holds (R2): who has a piece keeps it until it is posted or let go. */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent, Holder } from './events.ts';
import { defined } from '../contracts/maps.ts';
import { handBack, keepsTaken, takeOver } from './handing-over.ts';
import type { PieceCommandOf } from './piece-commands.ts';
import { alreadySettled, foundSince, keyReused, returnedSince, whyNotFree } from './piece-refusals.ts';
import same from 'fast-deep-equal';
import { departuresBy, onHandIn, type GoodsState } from './state.ts';

/** Commands do not name the piece: the stream does. */
export type AtPiece = { readonly barcode: string };

export const releaseDropped = (key: string): Refusal =>
  refuse('conflict', 'goods.hold_released', '占用已取消，请刷新后重试', { data: { key } });

/** Whether a key was ever used here: another hold must not take it. */
export const keyKnown = (state: GoodsState, key: string): boolean =>
  state.holds.has(key) ||
  state.consumed.has(key) ||
  state.released.has(key) ||
  state.expected.has(key) ||
  state.found.has(key) ||
  state.customerReturns.has(key) ||
  [...state.departures.values()].some(({ claims }) => claims.has(key));

/** The hold this one may stand in for: of the same document, in that shop, and in no pair already. */
const replacedBy = (
  { replaces, shopId, holder }: PieceCommandOf<'HoldGoods'>,
  state: GoodsState,
): string | undefined => {
  if (replaces === undefined) return undefined;
  const replaced = state.holds.get(replaces);
  if (replaced?.shopId !== shopId || !same(replaced.holder, holder)) return undefined;
  const stands = replaced.replaces !== undefined && state.holds.has(replaced.replaces);
  const taken = [...state.holds.values()].some((one) => one.replaces === replaces);
  return stands || taken ? undefined : replaces;
};

/** A row may be taken back only if what was found, or brought back, beside it keeps a row to stand on (R7). */
const refusedBack = ({ backOf, shopId, quantity }: PieceCommandOf<'HoldGoods'>, state: GoodsState): Refusal | null => {
  if (backOf === undefined) return null;
  const since = [
    ...[...state.expected.values()].map((find) => ({ ...find, no: find.holder.no, why: foundSince })),
    ...[...state.found.values()]
      .filter(({ reversed }) => !reversed)
      .map((find) => ({ ...find, no: find.document.no, why: foundSince })),
    ...[...state.customerReturns.values()]
      .filter(({ reversed, rowId, goesTo }) => !reversed && rowId === null && goesTo !== 'old-material')
      .map((back) => ({ ...back, no: back.document.no, why: returnedSince })),
  ].filter((one) => one.shopId === shopId);
  const last = since.at(-1);
  if (last === undefined) return null;
  const leaving = new Set([backOf, ...[...state.holds.values()].map((one) => one.backOf)]);
  const stays = state.holdings.get(shopId)?.arrivals.some(({ rowId }) => !leaving.has(rowId)) === true;
  const expected = [...state.expected.values()].filter((find) => find.shopId === shopId);
  const left = onHandIn(state, shopId) - quantity + expected.reduce((sum, find) => sum + find.quantity, 0);
  return stays || left <= 0 ? null : last.why(last.no);
};

/** The difference of a check that another document settles, or has settled (R9). */
export const settledBy = (
  state: GoodsState,
  cause: string | undefined,
  holder: Holder,
): { readonly no: string } | undefined => {
  if (cause === undefined) return undefined;
  const holders = [...state.holds.values(), ...state.expected.values()].filter((one) => one.cause === cause);
  const other = holders.find((one) => !same(one.holder, holder));
  if (other !== undefined) return other.holder;
  const done = [
    ...departuresBy(state, 'write-off')
      .filter(([key]) => state.consumed.get(key)?.cause === cause)
      .map(([, lost]) => lost),
    ...[...state.found.values()].filter((find) => find.cause === cause),
  ];
  return done.find(({ reversed }) => !reversed)?.document;
};

/** Silence for a repeat, a refusal for a key that means something else already; null for a new one. */
export const heldBefore = (command: PieceCommandOf<'HoldGoods'>, state: GoodsState): readonly [] | Refusal | null => {
  const { key, shopId, quantity, holder } = command;
  const before = state.holds.get(key) ?? state.consumed.get(key);
  if (before !== undefined) {
    const repeated = same(
      { shopId: before.shopId, quantity: before.quantity, holder: before.holder },
      { shopId, quantity, holder },
    );
    return repeated ? [] : keyReused(key);
  }
  if (state.released.has(key)) return releaseDropped(key);
  return keyKnown(state, key) ? keyReused(key) : null;
};

export const hold = (command: PieceCommandOf<'HoldGoods'> & AtPiece, state: GoodsState): Verdict<GoodsEvent> =>
  heldBefore(command, state) ?? holdNew(command, state);

/** Under a key that is new here. */
export const holdNew = (command: PieceCommandOf<'HoldGoods'> & AtPiece, state: GoodsState): Verdict<GoodsEvent> => {
  const { barcode, key, shopId, quantity, holder, cause, backOf } = command;
  const settled = settledBy(state, cause, holder);
  if (settled !== undefined) return alreadySettled(settled.no);
  const replaces = replacedBy(command, state);
  const taken = replaces === undefined ? takeOver(command, state) : keepsTaken(replaces, quantity, state);
  if (taken !== null) return taken;
  const kept = replaces === undefined ? 0 : (state.holds.get(replaces)?.quantity ?? 0);
  const refused = whyNotFree(state, shopId, Math.max(0, quantity - kept)) ?? refusedBack(command, state);
  if (refused !== null) return refused;
  return [
    { type: 'GoodsHeld', data: { barcode, key, shopId, quantity, holder, ...defined({ replaces, cause, backOf }) } },
  ];
};

export const release = (
  { barcode, key }: PieceCommandOf<'ReleaseGoods'> & AtPiece,
  state: GoodsState,
): Verdict<GoodsEvent> => {
  if (state.released.has(key)) return [];
  if (state.consumed.has(key) || state.found.has(key) || state.inspections.has(key)) {
    return refuse('conflict', 'goods.hold_posted', '已过账，不能取消占用', { data: { key } });
  }
  const back = handBack({ barcode, key }, state);
  if (back !== null) return back;
  const held = state.holds.get(key);
  return [
    {
      type: 'GoodsHoldReleased',
      data: { barcode, key, shopId: held?.shopId ?? null, quantity: held?.quantity ?? 0 },
    },
  ];
};

type NamedValues = Readonly<Record<string, unknown>>;
/** Whether what was done has all of `named`, for example `{ postedKey }`. */
export const hasAll = (done: NamedValues, named: NamedValues): boolean =>
  same(Object.fromEntries(Object.keys(named).map((name) => [name, done[name]])), named);
/** As for holds: silence when that very reversal was made under the claim, a refusal when another was, else null. */
export const reversedBefore = (
  state: GoodsState,
  claimKey: string,
  wanted: NamedValues,
): readonly [] | Refusal | null => {
  const done = state.reversals.get(claimKey);
  if (done === undefined) return null;
  return hasAll(done, wanted) ? [] : keyReused(claimKey);
};
