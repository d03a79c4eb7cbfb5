/** How often the page asks whether the counter has bound it: often at first, less the longer nobody scans, and not for ever. */
const STEPS = [
  { until: 20, ms: 3_000 },
  { until: 44, ms: 5_000 },
  { until: 92, ms: 10_000 },
] as const;
/** Milliseconds before question number `count` (from 0): often for a minute, two more, eight more; then null, nobody asks any longer. */
export const pauseBefore = (count: number): number | null => STEPS.find(({ until }) => count < until)?.ms ?? null;

/** What is left of a code, by the house's own clock, in ms; the phone's may be wrong. */
export const leftOf = (until: string | undefined, at: number): number => {
  const end = Date.parse(until ?? '');
  return Number.isNaN(end) ? 0 : Math.max(0, end - at);
};
export const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
/** In groups, as it is read out at the counter: BD ABCD EFGH JKLM */
export const groupedCode = (code: string): string =>
  code.replace(/^(BD)?(.*)$/, (_all, letters = '', rest = '') =>
    [letters, ...(String(rest).match(/.{1,4}/g) ?? [])].filter(Boolean).join(' '),
  );
