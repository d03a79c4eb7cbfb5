/** Folding in turns with whatever else the thread has to answer. */
import type { Recorded } from 'services/event-store/port';

/** Longest work without a pause. */
const BREATH_MS = 5;
/** Events between two looks at the clock. */
const LOOK_EVERY = 32;

/** Those who pause go on one after the other, each in a turn of the event loop of its own: together they are one worker. */
let lastTurn: Promise<void> = Promise.resolve();
const ownTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
};

/** Does `work` for all events, a few at a time, with a pause after each 5 ms of it. */
export async function breathing(
  events: readonly Recorded[],
  work: (some: readonly Recorded[]) => void,
  now: () => number = () => performance.now(),
): Promise<void> {
  let since = now();
  for (let from = 0; from < events.length; from += LOOK_EVERY) {
    if (now() - since > BREATH_MS) {
      await ownTurn();
      since = now();
    }
    work(events.length <= LOOK_EVERY ? events : events.slice(from, from + LOOK_EVERY));
  }
}
