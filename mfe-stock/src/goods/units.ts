/** What the figures of a piece are per: the words of its fields, in one place. */
import type { GoodsWireFields } from 'services/goods/contract';

export const PER_GRAM = '元/克';
export const PER_PIECE = '元/件';
const PER_CARAT = '元/克拉';
const PER_STONE = '元/粒';
const BY_NUMBER = '数量';

type Values = Partial<GoodsWireFields>;
/** Stones are priced by their weight unless they are counted (S0§5). */
export const stoneUnit = (measure: string | null | undefined): string =>
  measure === BY_NUMBER ? PER_STONE : PER_CARAT;

const UNITS: Readonly<Record<string, string>> = {
  goldCost: PER_GRAM,
  partCost: PER_GRAM,
  workFee: PER_GRAM,
  fineWorkFee: PER_GRAM,
  piceWorkFee: PER_PIECE,
  givenCost: PER_PIECE,
};
const UNITS_BY: Readonly<Record<string, (values: Values) => string>> = {
  stoneCost: ({ stoneMeasure }) => stoneUnit(stoneMeasure),
  secondCost: ({ secondMeasure }) => stoneUnit(secondMeasure),
};
/** For a form field of this wire name: its unit, or how the unit follows from the other values. */
export const unitsOf = (wire: string): { readonly unit?: string; readonly unitBy?: (values: Values) => string } => ({
  ...(UNITS[wire] !== undefined && { unit: UNITS[wire] }),
  ...(UNITS_BY[wire] !== undefined && { unitBy: UNITS_BY[wire] }),
});
