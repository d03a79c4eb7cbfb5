/** What the reports of transfers and of returns to suppliers share: filters of the piece, totals, opened totals. */
import { z } from 'zod';
import { WireSum } from 'services/contracts/sums';
import { GoodsRanges, filterDay, order, several, term } from 'services/contracts/filters';
import { Paging } from 'services/contracts/envelope';

const text = term();
const many = several();
const direction = order();

/** Filters of S0§2 on the piece and the day, and the column filters. */
export const MoveFilters = {
  barcode: text,
  type: text,
  style: text,
  fineness: text,
  name: text,
  beginTime: filterDay(),
  endTime: filterDay(),
  typeArr: many,
  styleArr: many,
  finenessArr: many,
  ...GoodsRanges,
};
/** The day is sorted by under the report's own name for it. */
export const MoveSorting = { barcodeOrder: direction, nameOrder: direction, goldWeightOrder: direction };
export const dayOrder = direction;
const Whole = z.object({ ...Paging, ...MoveFilters, ...MoveSorting });
export type MoveQuery = z.infer<typeof Whole>;

/** Attributes and prices are per piece, so totals multiply by what moved (R8). */
export const MOVE_FIGURES = ['num', 'goldWeight', 'weight', 'stoneCt', 'price'] as const;
export type MoveFigure = (typeof MOVE_FIGURES)[number];
export const MoveTotals = { num: WireSum, goldWeight: WireSum, weight: WireSum, stoneCt: WireSum };
