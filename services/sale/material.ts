/** What lines of an order do to the shop's old material: effects on its custodian, and the terms of each (R24, R45, R74, R75). */
import type { LineEffect } from '../documents/plan.ts';
import type { EffectOf } from '../documents/spec.ts';
import { handedInLot, materialEffect, type IncomingLot, type MaterialTerms } from '../old-material/contract.ts';
import {
  lineReturnedCostFen,
  type SaleChangeLine,
  type SaleGoodsLine,
  type SaleHeader,
  type SaleLine,
} from './contract.ts';

/** Gold that the line cuts off comes to the old material, gold that it adds is taken from it. */
export const cutEffects = (shopId: number, { fineness, cutDownMg }: SaleGoodsLine): readonly LineEffect[] =>
  cutDownMg === 0 ? [] : [materialEffect({ shopId, fineness }, cutDownMg < 0 ? 'in' : 'out', Math.abs(cutDownMg))];
export const returnEffects = (
  shopId: number,
  { fineness, returnTo, weightMg }: SaleChangeLine,
): readonly LineEffect[] => (returnTo === '2' ? [materialEffect({ shopId, fineness }, 'in', weightMg)] : []);

type LineWithRow = EffectOf<SaleLine>['lines'][number];
type Leg = MaterialTerms['legs'][number];
const cutLeg = ({ category, style, name, cutDownMg, cutCostFen = 0 }: SaleGoodsLine, lotId: number): Leg => {
  if (cutDownMg > 0) return { firstIn: true };
  const netWeightMg = -cutDownMg;
  return { lotId, source: 'cut-gold', category, style, name, netWeightMg, priceFen: Math.max(0, -cutCostFen) };
};
const returnLeg = (line: SaleChangeLine, lotId: number): Leg => {
  const { category, style, name, weightMg: netWeightMg } = line;
  const priceFen = lineReturnedCostFen(line);
  return { lotId, source: 'returned-piece', category, style, name, netWeightMg, priceFen };
};
export const materialTerms = (
  { shopId, customerId }: Pick<SaleHeader, 'shopId' | 'customerId'>,
  lines: readonly LineWithRow[],
): MaterialTerms => ({
  shopId,
  fineness: lines.map(({ line }) => ('fineness' in line ? line.fineness : '')).find((name) => name !== '') ?? '',
  legs: lines.map(({ line, rowId }): Leg => {
    if (line.list === 'goods') return cutLeg(line, rowId);
    if (line.list === 'change') return returnLeg(line, rowId);
    return handedInLot({ customerId, source: 'order' }, { line, rowId });
  }),
});
const broughtMg = (line: SaleLine): number => {
  if (line.list === 'goods') return Math.max(0, -line.cutDownMg);
  if (line.list === 'change') return line.returnTo === '2' ? line.weightMg : 0;
  return line.list === 'recycle' ? line.weightMg : 0;
};
/** Lots that the order's own lines will bring of that fineness, in the order in which its posting takes of them. */
export const broughtLots = (lines: readonly SaleLine[], fineness: string): readonly IncomingLot[] => {
  const bringing = lines.filter((line) => 'fineness' in line && line.fineness === fineness && broughtMg(line) > 0);
  const { legs } = materialTerms(
    { shopId: 0, customerId: 0 },
    bringing.map((line) => ({ line, rowId: 0 })),
  );
  return legs.flatMap((leg, index) => {
    const line = bringing[index];
    return line !== undefined && 'source' in leg ? [{ ...leg, weightMg: broughtMg(line) }] : [];
  });
};
/** Whether the line makes a stock row or a lot when it is posted. */
export const makesRow = (line: SaleLine): boolean =>
  line.list === 'change' || line.list === 'recycle' || (line.list === 'goods' && line.cutDownMg < 0);
