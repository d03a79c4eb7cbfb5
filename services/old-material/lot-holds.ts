/** How much of a lot holds and claims take, shared by the stream itself and by what shows it. Pure. */
import type { LotTake } from './events.ts';

export type LotHold = {
  readonly takes: readonly LotTake[];
  /** The hold that this one stands in for while both are there: what both take counts once. */
  readonly replaces?: string;
};

export const takenOf = (takes: readonly LotTake[], lotId: number): number =>
  takes.reduce((sum, take) => (take.lotId === lotId ? sum + take.weightMg : sum), 0);

/** Whether they name the lot at all: a count that adds to it holds nothing of it and needs it all the same. */
export const names = (takes: readonly LotTake[], lotId: number): boolean => takes.some((take) => take.lotId === lotId);

/** Held of a lot in milligrams, 0 without holds. A hold and its stand-in together take the larger of the two. */
export const heldOf = (holds: ReadonlyMap<string, LotHold>, lotId: number): number => {
  let held = 0;
  for (const { takes, replaces } of holds.values()) {
    const own = takenOf(takes, lotId);
    held += own;
    const replaced = replaces === undefined ? undefined : holds.get(replaces);
    if (replaced !== undefined) held -= Math.min(own, takenOf(replaced.takes, lotId));
  }
  return held;
};

/** Keys that end when `key` is posted: itself, whom it stands in for, and who stands in for it. */
export const endingWith = (holds: ReadonlyMap<string, LotHold>, key: string): readonly string[] => [
  key,
  ...[...holds].flatMap(([other, { replaces }]) => {
    if (other === key) return replaces === undefined ? [] : [replaces];
    return replaces === key ? [other] : [];
  }),
];
