/** A batch that is refused as a whole is halved until the event is found that is to blame; all others are written. */
import type { Recorded } from 'services/event-store/port';
import { faultOf, type Fault } from 'services/platform/base/faults';

type Steps = {
  /** All of the events, or nothing of them. */
  readonly write: (events: readonly Recorded[]) => Promise<void>;
  /** Goes past the event without it. */
  readonly park: (event: Recorded, error: unknown) => Promise<void>;
  /** Writes what no event is part of; throws while the place takes nothing. */
  readonly tryPlace: () => Promise<void>;
};

/** So often a single event may take too long: the place may be slow, the third time it is the event. */
const TIMEOUTS = 3;
/** What an event may be to blame for. */
const OF_EVENTS: readonly Fault[] = ['document', 'size', 'timeout'];

/** @throws whatever no single event is to blame for. */
export async function inHalves(events: readonly Recorded[], steps: Steps): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  for (let timeouts = 0; ;) {
    try {
      return await steps.write(events);
    } catch (error) {
      const fault = faultOf(error);
      if (!OF_EVENTS.includes(fault)) throw error;
      // A server that cancels everything for a moment, three times within it, says nothing of the event.
      if (fault === 'timeout') await steps.tryPlace();
      if (events.length > 1) break;
      timeouts += fault === 'timeout' ? 1 : TIMEOUTS;
      if (timeouts >= TIMEOUTS) return steps.park(first, error);
    }
  }
  const middle = Math.ceil(events.length / 2);
  await inHalves(events.slice(0, middle), steps);
  await inHalves(events.slice(middle), steps);
}
