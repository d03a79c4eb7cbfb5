/** How much reservations keep of each account: for deciders and read models alike. Pure; fen. */
import type { Account } from './events.ts';

/** `replaces`: key of the reservation that this one stands in for. */
export type Reservation = { readonly account: Account; readonly takenFen: number; readonly replaces?: string };

/** Σ over the reservations of an account by key; of one and the one that stands in for it only the larger counts. */
export const heldOf = (holds: ReadonlyMap<string, Reservation>, account: Account): number => {
  const stoodIn = new Set([...holds.values()].map(({ replaces }) => replaces));
  let sum = 0;
  for (const [key, { takenFen, replaces, ...hold }] of holds) {
    if (hold.account !== account || stoodIn.has(key)) continue;
    sum += Math.max(takenFen, replaces === undefined ? 0 : (holds.get(replaces)?.takenFen ?? 0));
  }
  return sum;
};
