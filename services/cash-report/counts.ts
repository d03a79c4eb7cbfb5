/** A save's cash by both counts of a day (R139): what is dated that day, and what was entered on it; the larger decides. */
import type { CashDirection } from './contract.ts';
import type { CashBeside, CashSums } from './live-checks.ts';

export type Counts = { readonly dated: CashSums; readonly entered: CashSums };
const NOTHING: CashSums = { inFen: 0, outFen: 0 };
const plus = (one: CashSums, other: CashSums): CashSums => ({
  inFen: one.inFen + other.inFen,
  outFen: one.outFen + other.outFen,
});
const isSpread = (days: readonly string[]): boolean => new Set(days).size > 1;
/** Of a document of this day, beside what is there. */
export const countsOf = (moved: CashSums, day: string, { dated, entered, earlier }: CashBeside): Counts => {
  const now = {
    inFen: Math.max(0, moved.inFen - earlier.inFen),
    outFen: Math.max(0, moved.outFen - earlier.outFen),
  };
  // What was entered today and is all dated alike is in the count of that day already.
  const counts = (fen: number, is: 'isIn' | 'isOut'): boolean =>
    fen > 0 && isSpread([day, ...entered.days.filter((one) => one[is]).map((one) => one.day)]);
  const sums = plus(now, entered);
  return {
    dated: plus(moved, dated),
    entered: {
      inFen: counts(now.inFen, 'isIn') ? sums.inFen : 0,
      outFen: counts(now.outFen, 'isOut') ? sums.outFen : 0,
    },
  };
};
/** A document of 散客 counts for itself. */
export const ownCount = (moved: CashSums): Counts => ({ dated: moved, entered: NOTHING });

const fenOf = ({ inFen, outFen }: CashSums, direction: CashDirection): number => (direction === '1' ? inFen : outFen);
/** Directions in which the save reaches the limit, with the larger count; one that pays out only says nothing of what came in. */
export const countsAtLimit = (
  { dated, entered }: Counts,
  moved: CashSums,
  limit: number,
): readonly { readonly direction: CashDirection; readonly fen: number; readonly isEntered: boolean }[] =>
  (['1', '2'] as const)
    .filter((direction) => fenOf(moved, direction) > 0)
    .map((direction) => {
      const [byDay, byEntry] = [fenOf(dated, direction), fenOf(entered, direction)];
      return { direction, fen: Math.max(byDay, byEntry), isEntered: byEntry > byDay };
    })
    .filter(({ fen }) => fen >= limit);
