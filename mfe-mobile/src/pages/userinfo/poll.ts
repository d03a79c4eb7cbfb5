/** How often the page asks whether the counter has bound it: often at first, less the longer nobody scans, and not for ever. */
import { pausesOf } from '../../client/pauses.ts';

/** Often for a minute, two more, eight more; then nobody asks any longer. */
export const pauseBefore = pausesOf([
  { until: 20, ms: 3_000 },
  { until: 44, ms: 5_000 },
  { until: 92, ms: 10_000 },
]);

/** What is left of a code, by the house's own clock, in ms; the phone's may be wrong. */
export const leftOf = (until: string | undefined, at: number): number => {
  const end = Date.parse(until ?? '');
  return Number.isNaN(end) ? 0 : Math.max(0, end - at);
};
export const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
