/** How inspections, and holds that go from one document to another, change a piece. Pure; never refuses. */
import type { GoodsEvent } from './events.ts';
import { pairedWith } from './piece-holds.ts';
import { defined, drop, put } from '../contracts/maps.ts';
import { arrive, depart } from './on-hand.ts';
import { releasing } from '../contracts/released-keys.ts';
import type { Data, GoodsState, Hold } from './state.ts';
import { waitingReturn } from './inspection-waits.ts';

type Holds = GoodsState['holds'];
type Meta = { readonly by: string; readonly at: string };

/** Whose hold it took over, by itself or by the one it stands in for. */
export const takenFromOf = (holds: Holds, key: string): Pick<Hold, 'takenFrom'> => {
  const { takenFrom, replaces } = holds.get(key) ?? {};
  const from = takenFrom ?? (replaces === undefined ? undefined : holds.get(replaces)?.takenFrom);
  return from === undefined ? {} : { takenFrom: from };
};
/** The holds without one that was let go: what it took over is with the one that stands in for it. */
export const inheriting = (holds: Holds, gone: string): Holds => {
  const left = drop(holds, gone);
  const heir = [...left].find(([, { replaces }]) => replaces === gone);
  return heir === undefined ? left : put(left, heir[0], { ...heir[1], ...takenFromOf(holds, heir[0]) });
};

/**
 * The hold ends where the pieces passed or became old material, else it stays by itself; what stood in for it ends either
 * way.
 */
const inspected = (state: GoodsState, data: Data<'GoodsInspected'>, { at }: Meta): GoodsState => {
  const { key, result, melted, shopId, quantity } = data;
  const ends = result === 'passed' || melted !== undefined;
  const hold = state.holds.get(key);
  const ended = pairedWith(state.holds, key);
  const others = drop(state.holds, key, ...ended);
  const { replaces: _replaces, ...alone } = hold ?? {};
  return {
    ...state,
    inspections: put(state.inspections, key, { ...data, reversed: false, takenBy: null }),
    holds: hold === undefined || ends ? others : put(others, key, alone as Hold),
    consumed: hold === undefined || !ends ? state.consumed : put(state.consumed, key, hold),
    ...(melted !== undefined && {
      holdings: put(state.holdings, shopId, depart(state.holdings.get(shopId), quantity)),
    }),
    released: releasing(state.released, ended, at),
  };
};

const inspectionReversed = (state: GoodsState, data: Data<'GoodsInspectionReversed'>, meta: Meta): GoodsState => {
  const { claimKey, inspectedKey, holdKey, shopId, quantity, holder, melted } = data;
  // What it took over it has again, to be handed back when it is let go.
  const { takenFrom } = state.holds.get(inspectedKey) ?? state.consumed.get(inspectedKey) ?? {};
  const before = state.inspections.get(inspectedKey);
  const ended = [claimKey, inspectedKey].flatMap((key) => {
    const hold = state.holds.get(key);
    return hold === undefined ? [] : [[key, hold] as const];
  });
  // What stood in for the claim, or it for, has nothing left to take.
  const paired = pairedWith(state.holds, claimKey).filter((key) => key !== inspectedKey);
  const left = drop(state.holds, ...ended.map(([key]) => key), ...paired);
  return {
    ...state,
    released: paired.length === 0 ? state.released : releasing(state.released, paired, meta.at),
    inspections:
      before === undefined ? state.inspections : put(state.inspections, inspectedKey, { ...before, reversed: true }),
    holds: put(left, holdKey, { shopId, quantity, holder, ...meta, ...defined({ takenFrom }) }),
    ...(melted !== undefined && {
      holdings: put(state.holdings, shopId, arrive(state.holdings.get(shopId), quantity, melted.unitCostFen)),
    }),
    consumed: new Map([...state.consumed, ...ended]),
    reversals: put(state.reversals, claimKey, data),
  };
};

/** Away from the inspection, or from the return that waits for one, which remembers its hold; or back to it. */
const handedOver = (state: GoodsState, data: Data<'GoodsHoldHandedOver'>, meta: Meta): GoodsState => {
  const { from, to, shopId, quantity, holder } = data;
  const left = drop(state.holds, from);
  const giver = state.inspections.get(from);
  const hold = { shopId, quantity, holder, ...meta };
  if (giver !== undefined || waitingReturn(state, from) !== undefined) {
    const kept = state.holds.get(from);
    return {
      ...state,
      holds: put(left, to, { ...hold, takenFrom: from }),
      consumed: kept === undefined ? state.consumed : put(state.consumed, from, kept),
      inspections:
        giver === undefined ? state.inspections : put(state.inspections, from, { ...giver, takenBy: holder }),
    };
  }
  const back = state.inspections.get(to);
  return {
    ...state,
    holds: put(left, to, state.consumed.get(to) ?? hold),
    consumed: drop(state.consumed, to),
    released: releasing(state.released, [from], meta.at),
    inspections: back === undefined ? state.inspections : put(state.inspections, to, { ...back, takenBy: null }),
  };
};

type InspectionFact = Extract<
  GoodsEvent,
  { type: 'GoodsInspected' | 'GoodsInspectionReversed' | 'GoodsHoldHandedOver' }
>;
export const evolveInspection = (state: GoodsState, { type, data }: InspectionFact, meta: Meta): GoodsState => {
  switch (type) {
    case 'GoodsInspected':
      return inspected(state, data, meta);
    case 'GoodsInspectionReversed':
      return inspectionReversed(state, data, meta);
    case 'GoodsHoldHandedOver':
      return handedOver(state, data, meta);
  }
};
