/** How long the next message waits for those before it. Pure. */

/** So many within such a time, and a pause after each. */
export type SendLimit = { readonly most: number; readonly withinMs: number; readonly pauseMs: number };
/** Milliseconds until another may go out. `sent`: epoch milliseconds, newest first, as many as count. */
export const untilNext = (sent: readonly number[], { most, withinMs, pauseMs }: SendLimit, now: number): number => {
  const [newest] = sent;
  const oldest = sent.length < most ? undefined : sent[most - 1];
  return Math.max(
    0,
    newest === undefined ? 0 : newest + pauseMs - now,
    oldest === undefined ? 0 : oldest + withinMs - now,
  );
};
