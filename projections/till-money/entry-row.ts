/**
 * Which day a document's cash was entered on (R139): an edit that adds to it enters what it adds, one that takes away takes
 * from what came last. What was written on a day stays of that day, whatever day the document is dated.
 */

/** Fen of one day of entry, in and out apart; who entered it. */
export type CashEntry = {
  readonly on: string;
  readonly inFen: number;
  readonly outFen: number;
  readonly byId: number;
  readonly byName: string;
};
type Sums = Pick<CashEntry, 'inFen' | 'outFen'>;
const less = (sums: Sums, part: Sums): Sums => ({
  inFen: sums.inFen - part.inFen,
  outFen: sums.outFen - part.outFen,
});

/** Parts by day after a version that comes to `now` was entered on `entry.on`; none is empty. */
export const entriesAfter = (
  before: readonly CashEntry[],
  now: Sums,
  entry: Omit<CashEntry, 'inFen' | 'outFen'>,
): readonly CashEntry[] => {
  let rest = now;
  const kept: CashEntry[] = [];
  for (const one of before.filter(({ on }) => on !== entry.on).toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    const part = { inFen: Math.min(one.inFen, rest.inFen), outFen: Math.min(one.outFen, rest.outFen) };
    rest = less(rest, part);
    kept.push({ ...one, ...part });
  }
  const same = before.find((one) => one.on === entry.on && one.inFen === rest.inFen && one.outFen === rest.outFen);
  return [...kept, same ?? { ...entry, ...rest }].filter(({ inFen, outFen }) => inFen > 0 || outFen > 0);
};
