/** How many points reservations keep: for deciders and read models alike. Pure. */

/** `replaces`: key of the reservation that this one stands in for. */
export type PointsReservation = { readonly points: number; readonly replaces?: string };

/** Σ over reservations by key; of one and the one that stands in for it only the larger counts. */
export const heldOf = (holds: ReadonlyMap<string, PointsReservation>): number => {
  const stoodIn = new Set([...holds.values()].map(({ replaces }) => replaces));
  let sum = 0;
  for (const [key, { points, replaces }] of holds) {
    if (stoodIn.has(key)) continue;
    sum += Math.max(points, replaces === undefined ? 0 : (holds.get(replaces)?.points ?? 0));
  }
  return sum;
};
