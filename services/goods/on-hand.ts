/** What lies of a lot in one shop: how many, at which cost, by which rows they came. Pure. */
import { mulDiv } from '../contracts/units.ts';
import type { Holding } from './state.ts';

export const EMPTY: Holding = { onHand: 0, unitCostFen: 0, arrivals: [] };
/** Pieces come in: of lots already there the unit cost becomes the weighted average. */
export const arrive = (holding: Holding | undefined, quantity: number, costFen: number, rowId?: number): Holding => {
  const before = holding ?? EMPTY;
  const onHand = before.onHand + quantity;
  const unitCostFen =
    before.onHand <= 0 ? costFen : mulDiv([before.onHand * before.unitCostFen + quantity * costFen], onHand);
  const arrivals =
    rowId === undefined ? before.arrivals : [...before.arrivals, { rowId, costBeforeFen: before.unitCostFen }];
  return { onHand, unitCostFen, arrivals };
};
/** An arrival is undone: its row goes, and the cost before it returns when it was the last one. */
export const departRow = (holding: Holding | undefined, quantity: number, rowId: number): Holding => {
  const before = holding ?? EMPTY;
  const last = before.arrivals.at(-1);
  return {
    onHand: before.onHand - quantity,
    unitCostFen: last?.rowId === rowId ? last.costBeforeFen : before.unitCostFen,
    arrivals: before.arrivals.filter((arrival) => arrival.rowId !== rowId),
  };
};
export const depart = (holding: Holding | undefined, quantity: number): Holding => {
  const before = holding ?? EMPTY;
  return { ...before, onHand: before.onHand - quantity };
};
