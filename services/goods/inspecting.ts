/** Rules of inspections (R2, R4): a hold is judged where it lies, and held on where it did not pass. */
import type { Verdict } from '../contracts/decider.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import { defined } from '../contracts/maps.ts';
import { hasAll, heldBefore, holdNew, keyKnown, releaseDropped, reversedBefore, type AtPiece } from './holding.ts';
import { handedTo, keyReused, notHeld, withNumber } from './piece-refusals.ts';
import type { PieceCommand } from './piece-commands.ts';
import type { GoodsState, Inspection } from './state.ts';
import { waitingReturn } from './inspection-waits.ts';
import { takenFromOf } from './inspection-state.ts';

type PieceVerdict = Verdict<GoodsEvent>;
type CommandOf<Type extends PieceCommand['type']> = Extract<PieceCommand, { type: Type }> & AtPiece;

/** Old material becomes of what a customer brought back, and of nothing else: null. */
const meltedBy = (
  { key, melts }: CommandOf<'InspectGoods'>,
  shopId: number,
  state: GoodsState,
): Pick<Inspection, 'melted'> | null => {
  if (melts !== true) return {};
  const { takenFrom = '' } = takenFromOf(state.holds, key);
  if (waitingReturn(state, takenFrom) === undefined) return null;
  return { melted: { unitCostFen: state.holdings.get(shopId)?.unitCostFen ?? 0 } };
};
export const inspect = (command: CommandOf<'InspectGoods'>, state: GoodsState): PieceVerdict => {
  const { type: _type, barcode, handTo, melts: _melts, ...said } = command;
  const { key, result } = said;
  const done = state.inspections.get(key);
  if (done !== undefined) return hasAll(done, said) ? [] : keyReused(key);
  const held = state.holds.get(key);
  if (held === undefined) return notHeld(key);
  if (handTo !== undefined && keyKnown(state, handTo.key)) return keyReused(handTo.key);
  const { shopId, quantity, holder: giver } = held;
  const melted = meltedBy(command, shopId, state);
  if (melted === null) return notHeld(key);
  const inspected: GoodsEvent = { type: 'GoodsInspected', data: { barcode, ...said, shopId, quantity, ...melted } };
  if (handTo === undefined || result === 'passed') return [inspected];
  const { key: to, holder } = handTo;
  return [
    inspected,
    { type: 'GoodsHoldHandedOver', data: { barcode, from: key, to, shopId, quantity, giver, holder } },
  ];
};

const unknown = (inspectedKey: string): Refusal =>
  refuse('conflict', 'goods.inspection_unknown', '没有找到此首饰的质检记录', { data: { inspectedKey } });

/** Of what became old material nothing lies here: its lot is claimed instead. */
const claimOfMelted = (claimKey: string, { reversed, key }: Inspection, state: GoodsState): PieceVerdict => {
  if (state.reversals.has(claimKey)) return [];
  if (state.released.has(claimKey)) return releaseDropped(claimKey);
  if (keyKnown(state, claimKey)) return keyReused(claimKey);
  return reversed ? unknown(key) : [];
};
/**
 * What passed must be free where it was inspected; what did not is held there still. A claim is a hold: of what did not
 * pass it stands in for the inspection's own, so that it counts once.
 */
export const claimInspection = (command: CommandOf<'ClaimInspection'>, state: GoodsState): PieceVerdict => {
  const { barcode, claimKey, inspectedKey, holder } = command;
  const done = state.inspections.get(inspectedKey);
  if (done === undefined) return state.released.has(claimKey) ? notHeld(claimKey) : unknown(inspectedKey);
  if (done.melted !== undefined) return claimOfMelted(claimKey, done, state);
  const { shopId, quantity, result, reversed, takenBy } = done;
  const claim = { type: 'HoldGoods', barcode, key: claimKey, shopId, quantity, holder } as const;
  const known = heldBefore(claim, state);
  if (known !== null) return known;
  if (reversed) return unknown(inspectedKey);
  if (takenBy !== null) return handedTo(takenBy.no);
  const verdict = holdNew(result === 'passed' ? claim : { ...claim, replaces: inspectedKey }, state);
  return isRefusal(verdict) ? withNumber(verdict) : verdict;
};

const claims = (claimKey: string, { melted, shopId, quantity, reversed }: Inspection, state: GoodsState): boolean => {
  if (melted !== undefined) return !reversed && !keyKnown(state, claimKey);
  const claim = state.holds.get(claimKey);
  return claim?.shopId === shopId && claim.quantity === quantity;
};
export const reverseInspection = (command: CommandOf<'ReverseInspection'>, state: GoodsState): PieceVerdict => {
  const { type: _type, ...said } = command;
  const { barcode: _barcode, claimKey, inspectedKey, holdKey } = said;
  const { barcode: _of, claimKey: _claim, ...wanted } = said;
  const before = reversedBefore(state, claimKey, wanted);
  if (before !== null) return before;
  const done = state.inspections.get(inspectedKey);
  if (done === undefined) return unknown(inspectedKey);
  if (!claims(claimKey, done, state)) return notHeld(claimKey);
  if (keyKnown(state, holdKey)) return keyReused(holdKey);
  const { shopId, quantity, melted } = done;
  return [{ type: 'GoodsInspectionReversed', data: { ...said, shopId, quantity, ...defined({ melted }) } }];
};
