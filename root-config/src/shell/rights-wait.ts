/** How long an open page waits between two looks at the rights of its user. Pure. */

/** The wait, a look and the loading of what it says stay within a second. */
const LOOK_MS = 600;
const AWAY_MS = 10_000;
/** How long after a look the next one comes; what the house could not say several times in a row it is asked less often. */
export const waitAfter = (misses: number): number => Math.min(LOOK_MS * 2 ** misses, AWAY_MS);
