/** Keys that were let go: known for 30 days of the stream's own events, then forgotten, so that a state does not grow for ever. */
import { isForgotten } from './repeats.ts';

/** Moment (ISO 8601; empty where it is not known) by key, in the order of the log. */
export type ReleasedKeys = ReadonlyMap<string, string>;

export const releasing = (released: ReleasedKeys, keys: readonly string[], at: string): ReleasedKeys =>
  new Map([...released, ...keys.map((key) => [key, at] as const)]);

/** Those that are still known at that moment (ISO 8601). */
export const lateOf = (released: ReleasedKeys, at: string): ReleasedKeys => {
  const [oldest] = released.values();
  if (oldest === undefined || !isForgotten(oldest, at)) return released;
  return new Map([...released].filter(([, then]) => !isForgotten(then, at)));
};
