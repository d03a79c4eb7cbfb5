/** How much of a piece holds take, shared by the piece itself and by what shows it. */

export type PieceHold = {
  readonly shopId: number;
  readonly quantity: number;
  /** The hold that this one stands in for while both are there: what both take counts once. */
  readonly replaces?: string | undefined;
};

/** Quantity held in a shop, 0 without holds. A hold and its stand-in together take the larger of the two. */
export const heldQuantity = (
  holds: Iterable<PieceHold>,
  shopId: number,
  byKey: (key: string) => PieceHold | undefined,
): number => {
  let held = 0;
  for (const hold of holds) {
    if (hold.shopId !== shopId) continue;
    held += hold.quantity;
    if (hold.replaces === undefined) continue;
    held -= Math.min(hold.quantity, byKey(hold.replaces)?.quantity ?? 0);
  }
  return held;
};

/** Keys that end with `key` when it is posted: whom it stands in for and who stands in for it. */
export const pairedWith = (holds: Iterable<readonly [string, PieceHold]>, key: string): string[] => {
  const paired: string[] = [];
  for (const [other, hold] of holds) {
    if (other === key) {
      if (hold.replaces !== undefined) paired.push(hold.replaces);
    } else if (hold.replaces === key) paired.push(other);
  }
  return paired;
};

const WAITS = '/wait';
/** The hold of what a customer brought back under that key, while it waits to be inspected. */
export const waitKeyOf = (returnedKey: string): string => `${returnedKey}${WAITS}`;
export const isWaitKey = (key: string): boolean => key.endsWith(WAITS);
