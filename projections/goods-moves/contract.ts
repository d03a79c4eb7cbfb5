/** What the reports of transfers and of returns to suppliers share: filters of the piece, totals, opened totals. */
import { z } from 'zod';
import { Day } from 'services/contracts/dates';
import { Paging } from 'services/contracts/envelope';

const text = z.string().trim().max(200).optional();
const many = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .optional();
const order = z.enum(['asc', 'desc']).optional();

/** Filters of S0§2 on the piece and the day, and the column filters. */
export const MoveFilters = {
  barcode: text,
  type: text,
  style: text,
  fineness: text,
  name: text,
  beginTime: Day.optional(),
  endTime: Day.optional(),
  typeArr: many,
  styleArr: many,
  finenessArr: many,
};
/** The day is sorted by under the report's own name for it. */
export const MoveSorting = { barcodeOrder: order, nameOrder: order, goldWeightOrder: order };
export const dayOrder = order;
const Whole = z.object({ ...Paging, ...MoveFilters, ...MoveSorting });
export type MoveQuery = z.infer<typeof Whole>;

/** Attributes and prices are per piece, so totals multiply by what moved (R8). */
export const MOVE_FIGURES = ['num', 'goldWeight', 'weight', 'stoneCt', 'price'] as const;
export type MoveFigure = (typeof MOVE_FIGURES)[number];
export const MoveTotals = { num: z.int(), goldWeight: z.number(), weight: z.number(), stoneCt: z.number() };
