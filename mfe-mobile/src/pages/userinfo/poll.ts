/** How often the card's page asks whether the counter has scanned its code: less the longer nobody scans, and not for ever. */
import { pausesOf } from '../../client/pauses.ts';

/** Often for a minute, two more, eight more; then nobody asks any longer. */
export const pauseBefore = pausesOf([
  { until: 20, ms: 3_000 },
  { until: 44, ms: 5_000 },
  { until: 92, ms: 10_000 },
]);

/** A proof is shown while somebody waits at the counter: three minutes, then nobody asks any longer. */
export const pauseOfProof = pausesOf([{ until: 36, ms: 5_000 }]);

/** The house keeps a code until this is left of it, and shows another at once when one is used; by the pace of the page late by a question. */
const RENEWED_MS = 60_000;
const LATE_MS = 10_000;
export const isScanned = (shown: { readonly code: string; readonly leftMs: number }, code: string): boolean =>
  code !== shown.code && shown.leftMs > RENEWED_MS + LATE_MS;

/** What is left of a code, by the house's own clock, in ms; the phone's may be wrong. */
export const leftOf = (until: string | undefined, at: number): number => {
  const end = Date.parse(until ?? '');
  return Number.isNaN(end) ? 0 : Math.max(0, end - at);
};
export const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
