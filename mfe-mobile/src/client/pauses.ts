/** How often a page that waits asks: less often the longer nothing happens, and not for ever. Pure. */

/** Milliseconds before question number `count` (from 0); null: no more. */
export type PauseRule = (count: number) => number | null;
type Step = { /** The first question that is asked by another step. */ readonly until: number; readonly ms: number };
export const pausesOf =
  (steps: readonly Step[]): PauseRule =>
  (count) =>
    steps.find(({ until }) => count < until)?.ms ?? null;
