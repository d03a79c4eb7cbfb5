/**
 * Who writes faster than the lists that people look at can follow is slowed down a little: else the next list of each waits
 * longer and longer, and says in the end that it is behind.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { appendAllOf, appending } from '../event-store/appending.ts';
import type { EventStore } from '../event-store/port.ts';

/** So far behind they may be. */
const FREE_MS = 1_000;
const LONGEST_MS = 200;
/** Of what they are behind beyond that an append waits so much: from three seconds on the longest. */
const SHARE = 0.1;

/** What the write side asks before an append. */
export interface Pace {
  /** For how long the log has been ahead of a list that somebody waits for. */
  behindMs(): number;
}

/** ms that an append waits. */
export const delayOf = (behindMs: number): number =>
  Math.min(LONGEST_MS, Math.max(0, Math.round((behindMs - FREE_MS) * SHARE)));

/** The same store, whose appends keep the pace. */
export const paced = (store: EventStore, pace: Pace): EventStore => {
  const keepPace = async (): Promise<void> => {
    const ms = delayOf(pace.behindMs());
    if (ms > 0) await pause(ms);
  };
  return appending(store, {
    append: async (...call) => {
      await keepPace();
      return store.append(...call);
    },
    appendAll: async (...call) => {
      await keepPace();
      return appendAllOf(store)(...call);
    },
  });
};
