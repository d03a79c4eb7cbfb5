/** What can be paid back of a sold line, and what is (R73). Pure; fen; one place for server and screen. */
import { mulDiv } from '../contracts/units.ts';

type SoldLine = { readonly barcode: string; readonly amountFen: number };
type SoldSums = { readonly payableFeeFen: number; readonly factFeeFen: number };

/**
 * What was paid for each line in the end: its amount less its share of what was rounded off, by amount. The rest is the
 * last line's, and what that cannot bear falls to those before it. Never negative.
 */
export const refundablesOf = (
  { payableFeeFen, factFeeFen }: SoldSums,
  lines: readonly SoldLine[],
): ReadonlyMap<string, number> => {
  const rounded = payableFeeFen - factFeeFen;
  const total = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const shared = lines.map((line) => ({ ...line, share: total === 0 ? 0 : mulDiv([rounded, line.amountFen], total) }));
  let left = rounded - shared.reduce((sum, { share }) => sum + share, 0);
  return new Map(
    shared.toReversed().map(({ barcode, amountFen, share }) => {
      const borne = Math.min(amountFen, Math.max(Math.min(0, rounded), share + left));
      left -= borne - share;
      return [barcode, amountFen - borne];
    }),
  );
};

export type Refundable = {
  readonly refundableFen: number;
  readonly soldQuantity: number;
  /** Pieces of the line that came back before, or are about to, and what was paid for them. */
  readonly before: { readonly quantity: number; readonly refundFen: number };
};
/** What one piece is paid back at where nobody changes it. */
export const unitRefundFen = ({
  refundableFen,
  soldQuantity,
}: Pick<Refundable, 'refundableFen' | 'soldQuantity'>): number => mulDiv([refundableFen], soldQuantity);
/** At the price as it is: parts of a lot add up to all that was paid for it. At another price: that, times the pieces. */
export const refundOf = (of: Refundable, quantity: number, unitFen: number): number => {
  if (unitFen !== unitRefundFen(of)) return unitFen * quantity;
  const all = mulDiv([of.refundableFen, of.before.quantity + quantity], of.soldQuantity);
  return Math.max(0, all - of.before.refundFen);
};
/**
 * The share of a sold line's fen, milligrams or points that comes back. `spent` is what other returns have of it: they
 * may have been the second and the third, so it is taken as it is, and all that comes back adds up to all of it.
 */
export const returnedShare = (
  whole: number,
  {
    soldQuantity,
    before,
    quantity,
    spent,
  }: { readonly soldQuantity: number; readonly before: number; readonly quantity: number; readonly spent: number },
): number => Math.max(0, mulDiv([whole, before + quantity], soldQuantity) - spent);

type Refund = { readonly quantity: number; readonly unitRefundFen: number; readonly refundFen: number };
/** What stands was allowed when it was saved, whoever saves the order again. */
export const sameRefund = (stood: Refund | undefined, made: Refund): boolean =>
  stood?.quantity === made.quantity && stood.unitRefundFen === made.unitRefundFen && stood.refundFen === made.refundFen;
