/**
 * A check of 100,000 scans is a stream of as many events, and each scan is a command of its own. The store behind the
 * commands of checks therefore remembers what it folded already and reads only what came since.
 */
import type { EventStore, Recorded } from '../platform/event-store/port.ts';
import { checkDecider, parseCheckEvent, type CheckState } from './decider.ts';

type Known = { state: CheckState | null; recent: Recorded[] };
/** Raw events kept beside the fold, so that a repeated command still finds its own ids. */
const KEPT = 256;
const STREAMS = 200;

/** Passes everything through but `read`: that answers one snapshot and the latest events after it. */
export const recentEvents = (store: EventStore): EventStore => {
  const known = new Map<string, Known>();
  const folded = (entry: Known): void => {
    if (entry.recent.length <= 2 * KEPT) return;
    const old = entry.recent.splice(0, entry.recent.length - KEPT);
    entry.state = old.reduce(
      (state, event) => checkDecider.evolve(state, parseCheckEvent(event)),
      entry.state ?? checkDecider.initial,
    );
  };
  const snapshot = (state: CheckState, next: Recorded): Recorded => ({
    ...next,
    id: '',
    type: 'StockCheckSnapshot',
    data: { state },
    revision: next.revision - 1,
    position: next.position - 1,
  });
  return {
    append: (...call) => store.append(...call),
    subscribe: (from) => store.subscribe(from),
    head: () => store.head(),
    close: () => store.close(),
    read: async (stream) => {
      const entry = known.get(stream) ?? { state: null, recent: [] };
      const seen = entry.recent.at(-1)?.revision ?? -1;
      const news = await store.read(stream, seen + 1);
      // Another read may have been faster; what it took in is not taken in twice.
      const after = entry.recent.at(-1)?.revision ?? -1;
      entry.recent.push(...news.filter(({ revision }) => revision > after));
      folded(entry);
      known.delete(stream);
      if (entry.recent.length > 0) known.set(stream, entry);
      const [oldest] = known.keys();
      if (known.size > STREAMS && oldest !== undefined) known.delete(oldest);
      const [first] = entry.recent;
      if (first === undefined || entry.state === null) return [...entry.recent];
      return [snapshot(entry.state, first), ...entry.recent];
    },
  };
};
