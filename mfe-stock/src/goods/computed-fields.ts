/** The computed rules of a piece (S0§5) over what the form holds: wire values in, wire values out. */
import { fenFromYuan, gramsFromMg, mgFromGrams, milliFromCarats, yuanFromFen } from 'services/contracts/units';
import {
  GOODS_FIELDS,
  defaultName,
  formulaCostFen,
  formulaWeightMg,
  grossWeightMg,
  tagPriceFen,
  unitCostFen,
  type GoodsAttributes,
  type GoodsWireFields,
} from 'services/goods/contract';

type Values = Partial<GoodsWireFields>;

const inside = (kind: string, value: unknown): unknown => {
  const number = typeof value === 'number' && Number.isFinite(value) ? value : 0;
  switch (kind) {
    case 'grams':
      return mgFromGrams(number);
    case 'carats':
      return milliFromCarats(number);
    case 'yuan':
      return fenFromYuan(number);
    case 'ratio':
      return Math.round((number === 0 ? 1 : number) * 10_000);
    case 'count':
      return Math.round(number);
    default:
      return typeof value === 'string' ? value : '';
  }
};
/** What is not typed yet counts as nothing. */
const attributesOf = (values: Values): GoodsAttributes =>
  Object.fromEntries(
    Object.entries(GOODS_FIELDS).map(([name, spec]) => [name, inside(spec.kind, values[spec.wire])]),
  ) as unknown as GoodsAttributes;

/** Grams. */
export const grossWeight = (values: Values): number => gramsFromMg(grossWeightMg(attributesOf(values)));
/** Grams, whatever was given. */
export const formulaWeight = (values: Values): number => gramsFromMg(formulaWeightMg(attributesOf(values)));
/** Yuan, whatever was given. */
export const formulaCost = (values: Values): number => yuanFromFen(formulaCostFen(attributesOf(values)));
/** Yuan. */
export const unitCost = (values: Values): number => yuanFromFen(unitCostFen(attributesOf(values)));
/** Yuan, whole. */
export const tagPrice = (values: Values): number => yuanFromFen(tagPriceFen(attributesOf(values)));
/** Fineness + main stone + style. */
export const nameOf = (values: Values): string => defaultName(attributesOf(values));
