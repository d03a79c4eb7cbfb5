/** Sums that a read model keeps in its rows. */

/**
 * The sum, as long as a double holds it exactly: a page could not show another one.
 * @throws {RangeError} beyond that, which sets the key of the event aside.
 */
export const exact = (sum: number): number => {
  if (Number.isSafeInteger(sum)) return sum;
  throw new RangeError(`sum ${sum} is no longer exact`);
};
