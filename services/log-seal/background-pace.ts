/** Work of every hour has an hour's time: it goes on in slices, and takes a small share of a busy process. */
import { setTimeout as pause } from 'node:timers/promises';

const SLICE_MS = 5;
const SHARE = 0.02;
const REST_MS = SLICE_MS / SHARE - SLICE_MS;

/** Between two steps of the work: nothing, or a rest where the last one was long enough ago. */
export type Rest = () => Promise<void> | undefined;
export const atOnce: Rest = () => undefined;
/** A rest ends early with the signal. */
export const unhurried = (signal: AbortSignal): Rest => {
  let since = performance.now();
  const rested = async (): Promise<void> => {
    await pause(REST_MS, undefined, { signal }).catch(() => undefined);
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MS ? undefined : rested());
};
