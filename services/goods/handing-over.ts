/**
 * What an inspection set aside goes to the document that takes it away, and back when that lets go: by one event, so
 * that nobody gets the pieces in between.
 */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import { takenFromOf } from './inspection-state.ts';
import type { PieceCommand } from './piece-commands.ts';
import { heldBy, notHeld, whyNotFree } from './piece-refusals.ts';
import { offeredIn, type GoodsState, type Inspection } from './state.ts';
import { waitKeyOf } from './piece-holds.ts';
import { waitingReturn, whyNotWaiting } from './inspection-waits.ts';

type HoldCommand = Extract<PieceCommand, { type: 'HoldGoods' }> & { readonly barcode: string };

/** Which pieces of a lot did not pass is known to nobody but their label: they go together. */
const fewerThan = ({ document: { no }, quantity }: Inspection): Refusal =>
  refuse('conflict', 'goods.inspected_whole', `${no}判定退供应商${quantity}件，请一并退货`, { data: { no, quantity } });

/** What a customer brought back and nobody has judged yet. */
const takeReturn = (command: HoldCommand, returnedKey: string, state: GoodsState): Verdict<GoodsEvent> => {
  const refused = whyNotWaiting(state, returnedKey);
  if (refused !== null) return refused;
  const from = waitKeyOf(returnedKey);
  const held = state.holds.get(from);
  const claim = [...state.holds.values()].find(({ replaces }) => replaces === from);
  if (claim !== undefined) return heldBy(claim);
  const { barcode, key: to, shopId, quantity, holder } = command;
  if (held?.shopId !== shopId || held.quantity !== quantity) return notHeld(from);
  return [{ type: 'GoodsHoldHandedOver', data: { barcode, from, to, shopId, quantity, giver: held.holder, holder } }];
};

/** All that waits for this document, and as much more as it asks for; null where nothing waits. */
export const takeOver = (command: HoldCommand, state: GoodsState): Verdict<GoodsEvent> | null => {
  const { barcode, key, shopId, quantity, holder, takesOver, takesReturn } = command;
  if (takesReturn !== undefined) return takeReturn(command, takesReturn, state);
  const offered = takesOver === undefined ? undefined : offeredIn(state, shopId, takesOver);
  if (offered === undefined) return null;
  if (quantity < offered.quantity) return fewerThan(offered);
  const refused = whyNotFree(state, shopId, quantity - offered.quantity);
  if (refused !== null) return refused;
  const { kind, id, no } = offered.document;
  const handed = { barcode, from: offered.key, to: key, shopId, quantity, giver: { kind, id, no }, holder };
  return [{ type: 'GoodsHoldHandedOver', data: handed }];
};

/** What was handed over: judged by an inspection, or brought back by a customer. */
type Handover = {
  readonly key: string;
  readonly document: Inspection['document'];
  readonly shopId: number;
  readonly quantity: number;
};
const takenFrom = (state: GoodsState, key: string): Handover | undefined => {
  const back = waitingReturn(state, key);
  return back === undefined ? state.inspections.get(key) : { ...back, key };
};
const takenBy = (state: GoodsState, key: string): Inspection | undefined => {
  const { takenFrom: from } = takenFromOf(state.holds, key);
  return from === undefined ? undefined : state.inspections.get(from);
};
/** An edit of what was taken over keeps all of it. */
export const keepsTaken = (replaces: string | undefined, quantity: number, state: GoodsState): Refusal | null => {
  const taken = replaces === undefined ? undefined : takenBy(state, replaces);
  return taken === undefined || quantity >= taken.quantity ? null : fewerThan(taken);
};

/** What a hold took over goes back with it; null where it took nothing over, or another one stands in for it. */
export const handBack = (
  { barcode, key }: { readonly barcode: string; readonly key: string },
  state: GoodsState,
): readonly GoodsEvent[] | null => {
  const held = state.holds.get(key);
  const taken = held?.takenFrom === undefined ? undefined : takenFrom(state, held.takenFrom);
  const standsIn = [...state.holds.values()].some(({ replaces }) => replaces === key);
  if (held === undefined || taken === undefined || standsIn) return null;
  const { kind, id, no } = taken.document;
  const { shopId, quantity } = taken;
  const back = { barcode, from: key, to: taken.key, shopId, quantity, giver: held.holder, holder: { kind, id, no } };
  return [{ type: 'GoodsHoldHandedOver', data: back }];
};
