/** What a line of an order costs the shop. Pure. */
import type { SaleChangeLine } from './change-line.ts';
import type { SaleGoodsLine } from './goods-line.ts';

/** Cost of a sold line with the gold that was cut off or added, in fen (R75). */
export const lineCostFen = ({
  unitCostFen,
  quantity,
  cutCostFen = 0,
}: Pick<SaleGoodsLine, 'unitCostFen' | 'quantity' | 'cutCostFen'>): number =>
  Math.max(0, unitCostFen * quantity + cutCostFen);

/** Cost that came back with a returned line, in fen; lines of before gold was cut say that of one piece alone. */
export const lineReturnedCostFen = ({
  costFen,
  unitCostFen,
  quantity,
}: Pick<SaleChangeLine, 'costFen' | 'unitCostFen' | 'quantity'>): number => costFen ?? unitCostFen * quantity;
