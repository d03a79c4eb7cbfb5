/**
 * A check of 100,000 scans is a stream of as many events, and each scan is a command of its own. The store behind the
 * commands of checks therefore remembers what it folded already and reads only what came since.
 */
import type { EventStore, Recorded } from '../platform/event-store/port.ts';
import { checkDecider, parseCheckEvent, type CheckState } from './decider.ts';

type Known = { state: CheckState | null; recent: Recorded[]; readonly foldedIds: Set<string> };
/** Events kept as they are beside the fold: it moves on once in so many, not with every scan. */
const KEPT = 256;
const STREAMS = 200;
/**
 * Of the events in the fold the ids stay, and only they: a save may be repeated after any number of them. An id takes
 * 84 bytes, so a check of 100,000 scans 8 MB and all checks together 84 MB; beyond that, the check nobody touched for
 * longest is forgotten whole and read anew, since half its ids would let a repeat write twice.
 */
const FOLDED_IDS = 1_000_000;

const SNAPSHOT = 'StockCheckSnapshot';
const NONE: ReadonlySet<string> = new Set();
/** Ids of the events that a read of {@link recentEvents} gives only as its snapshot. */
export const foldedIds = ([first]: readonly Recorded[]): ReadonlySet<string> =>
  first?.type === SNAPSHOT ? (first.data as { readonly ids: ReadonlySet<string> }).ids : NONE;

/** The longest untouched go first; never the last one, which is in use. */
const forgetOldest = (known: Map<string, Known>, most: number): void => {
  let ids = 0;
  for (const entry of known.values()) ids += entry.foldedIds.size;
  for (const [stream, entry] of known) {
    if (known.size === 1 || (known.size <= STREAMS && ids <= most)) return;
    known.delete(stream);
    ids -= entry.foldedIds.size;
  }
};

/** Passes everything through but `read`: that answers one snapshot and the latest events after it. */
export const recentEvents = (store: EventStore, most = FOLDED_IDS): EventStore => {
  const known = new Map<string, Known>();
  const folded = (entry: Known): void => {
    if (entry.recent.length <= 2 * KEPT) return;
    const old = entry.recent.splice(0, entry.recent.length - KEPT);
    for (const { id } of old) entry.foldedIds.add(id);
    entry.state = old.reduce(
      (state, event) => checkDecider.evolve(state, parseCheckEvent(event)),
      entry.state ?? checkDecider.initial,
    );
  };
  const snapshot = (state: CheckState, ids: ReadonlySet<string>, next: Recorded): Recorded => ({
    ...next,
    id: '',
    type: SNAPSHOT,
    data: { state, ids },
    revision: next.revision - 1,
    position: next.position - 1,
  });
  return {
    append: (...call) => store.append(...call),
    subscribe: (from) => store.subscribe(from),
    head: () => store.head(),
    close: () => store.close(),
    read: async (stream) => {
      const entry = known.get(stream) ?? { state: null, recent: [], foldedIds: new Set() };
      const seen = entry.recent.at(-1)?.revision ?? -1;
      const news = await store.read(stream, seen + 1);
      // Another read may have been faster; what it took in is not taken in twice.
      const after = entry.recent.at(-1)?.revision ?? -1;
      entry.recent.push(...news.filter(({ revision }) => revision > after));
      folded(entry);
      known.delete(stream);
      if (entry.recent.length > 0) known.set(stream, entry);
      forgetOldest(known, most);
      const [first] = entry.recent;
      if (first === undefined || entry.state === null) return [...entry.recent];
      return [snapshot(entry.state, entry.foldedIds, first), ...entry.recent];
    },
  };
};
