/** Lines on the screen: the newest so many; what comes again after a lost connection is shown once. */

export const MOST_LINES = 2_000;
/** The first lines of a new connection may be known already. */
const REPEATED = 200;

export const withLine = (lines: readonly string[], line: string): readonly string[] =>
  lines.slice(-REPEATED).includes(line) ? lines : [...lines.slice(1 - MOST_LINES), line];

/** Of `18:30:00.123 WARN message` the second word. */
export const levelOf = (line: string): string => line.split(' ', 2)[1] ?? '';

const WAITS_S = [1, 2, 4, 8, 15];
/** Seconds to wait after so many failures in a row. */
export const waitAfter = (failures: number): number => WAITS_S[Math.min(failures, WAITS_S.length) - 1] ?? 1;
