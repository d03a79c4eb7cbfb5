/** What is taken of a shop's old material where nobody names a lot: first in, first out (R75). Pure. */
import { mulDiv } from '../contracts/units.ts';
import type { LotHolder, LotTake } from './events.ts';
import { heldIn, type LotState, type OldMaterialState } from './state.ts';
import same from 'fast-deep-equal';
import { takenOf } from './lot-holds.ts';

type Free = (lotId: number) => number;
/** Lots in the order they came, each with as much as is free of it, until there is enough. */
export const firstIn = (
  { lots }: Pick<OldMaterialState, 'lots'>,
  weightMg: number,
  free: Free,
): readonly (LotTake & { readonly lot: LotState })[] => {
  let left = weightMg;
  return [...lots.values()].flatMap((lot) => {
    const taken = Math.min(left, Math.max(0, free(lot.lotId)));
    left -= taken;
    return taken > 0 ? [{ lotId: lot.lotId, weightMg: taken, lot }] : [];
  });
};

export type IncomingLot = { readonly weightMg: number; readonly netWeightMg: number; readonly priceFen: number };
/** The same of lots that come with the same posting, each whole until then. */
export const firstBrought = <Lot extends IncomingLot>(
  lots: readonly Lot[],
  weightMg: number,
): readonly {
  readonly lot: Lot;
  readonly weightMg: number;
  readonly netWeightMg: number;
  readonly costFen: number;
}[] => {
  let left = weightMg;
  return lots.flatMap((lot) => {
    const taken = Math.min(left, lot.weightMg);
    left -= taken;
    if (taken <= 0) return [];
    const share = (of: number): number => mulDiv([of, taken], lot.weightMg);
    return [{ lot, weightMg: taken, netWeightMg: share(lot.netWeightMg), costFen: share(lot.priceFen) }];
  });
};

/** What metal would cost: `costFen` of `weightMg`, or how much is free where that is less. */
export type MetalCost = { readonly costFen: number; readonly freeMg: number };
/** As the stock is now; what the asking document holds already, and what it brings, counts as there. */
export const metalCost = (
  state: OldMaterialState,
  {
    weightMg,
    brings,
    own,
  }: { readonly weightMg: number; readonly brings: readonly IncomingLot[]; readonly own: LotHolder | null },
): MetalCost => {
  const ownTakes = [...state.holds.values()].filter(({ holder }) => same(holder, own)).flatMap(({ takes }) => takes);
  const free: Free = (lotId) => {
    const leftMg = state.lots.get(lotId)?.leftMg ?? 0;
    return Math.min(leftMg, leftMg - heldIn(state, lotId) + takenOf(ownTakes, lotId));
  };
  const there = firstIn(state, weightMg, free);
  const thereMg = there.reduce((sum, take) => sum + take.weightMg, 0);
  const more = firstBrought(brings, weightMg - thereMg);
  const costs = [
    ...there.map(({ lot, weightMg: mg }) => mulDiv([lot.leftFen, mg], lot.leftMg)),
    ...more.map(({ costFen }) => costFen),
  ];
  return {
    costFen: costs.reduce((sum, fen) => sum + fen, 0),
    freeMg: thereMg + more.reduce((sum, take) => sum + take.weightMg, 0),
  };
};

type MetalQuestion = Parameters<typeof metalCost>[1] & { readonly shopId: number; readonly fineness: string };
/** What other slices may ask of old material before they take some. */
export type MaterialDesk = { readonly costOf: (asked: MetalQuestion) => Promise<MetalCost> };
