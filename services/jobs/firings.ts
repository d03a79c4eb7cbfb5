/** Which firings of a job are due, and which were missed (R116). Pure. */
import { timesWithin } from '../platform/base/cron.ts';
import type { MISFIRES } from './contract.ts';

/** Later than that a firing counts as missed. */
const LATE_MS = 60_000;
const MOST_MADE_UP = 100;

export type Firings = { readonly missed: readonly Date[]; readonly due: readonly Date[] };
/** Firings after `seen` up to `now`, oldest first; of long-missed ones the last hundred. */
export const firingsOf = (line: string, seen: Date, now: Date): Firings => {
  const onTime = new Date(Math.max(seen.getTime(), now.getTime() - LATE_MS - 1));
  return {
    missed: timesWithin(line, seen, onTime, MOST_MADE_UP),
    due: timesWithin(line, onTime, now, LATE_MS / 1000 + 1),
  };
};

/** What of the missed is made up for: each, one for all, or none. */
export const madeUpFor = (policy: keyof typeof MISFIRES, missed: readonly Date[]): readonly Date[] => {
  if (policy === '3') return [];
  const inOrder = missed.toSorted((one, other) => one.getTime() - other.getTime());
  return inOrder.slice(policy === '2' ? -1 : -MOST_MADE_UP);
};
