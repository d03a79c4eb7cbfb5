/**
 * What streams were when they were last read or written here, so that a command need not read them again. Never the
 * truth: only an append at that very revision proves it, and whoever gets anything else reads.
 */
import { LRUCache } from 'lru-cache';
import type { PastIds } from './past-ids.ts';
import { roughBytes } from '../base/rough-bytes.ts';
import type { EventStore, NewEvent, Position } from '../event-store/port.ts';

export type Loaded<State> = {
  readonly state: State;
  /** Last revision and its position; -1 when the stream is empty. */
  readonly revision: number;
  readonly position: Position;
  /** Id and moment (ISO 8601) of its last event; both empty when it has none. */
  readonly last: { readonly id: string; readonly at: string };
  /** Ids of its latest events, in a short stream of all. */
  readonly ids: ReadonlySet<string>;
  /** Those of the events before. */
  readonly past: PastIds;
  /** Revision of the last snapshot of it; -1 without. */
  readonly keptAt: number;
  /** What it takes in memory, about. */
  readonly bytes: number;
};

/** Of all streams of a store together, whatever they hold. */
const MEMORY_BYTES = 24 * 1024 * 1024;
/** Longer streams without snapshots are read anew: their ids alone would fill the memory. */
const MOST_EVENTS = 500;
const ID_BYTES = 100;
const STREAM_BYTES = 500;

export const bytesRead = <State>({ state, ids, past }: Pick<Loaded<State>, 'state' | 'ids' | 'past'>): number =>
  STREAM_BYTES + roughBytes(state) + ids.size * ID_BYTES + past.bytes;
/** A state is no larger than what it is folded from, which is cheaper to measure than to fold. */
export const bytesAdded = (events: readonly NewEvent[]): number =>
  events.reduce((sum, { data }) => sum + ID_BYTES + roughBytes(data), 0);

/** Those used longest ago go first. */
export class StreamMemory {
  readonly #streams: LRUCache<string, { readonly decider: object; readonly loaded: Loaded<unknown> }>;

  constructor(maxSize = MEMORY_BYTES) {
    this.#streams = new LRUCache({ maxSize, sizeCalculation: ({ loaded }) => Math.max(1, Math.round(loaded.bytes)) });
  }

  /** What that decider made of it. */
  get<State>(stream: string, decider: { readonly initial: State }): Loaded<State> | undefined {
    const known = this.#streams.get(stream);
    return known?.decider === decider ? (known.loaded as Loaded<State>) : undefined;
  }

  forget(stream: string): void {
    this.#streams.delete(stream);
  }

  set<State>(stream: string, decider: { readonly initial: State }, loaded: Loaded<State>): void {
    if (loaded.ids.size > MOST_EVENTS) this.#streams.delete(stream);
    else this.#streams.set(stream, { decider, loaded });
  }
}

const memories = new WeakMap<EventStore, StreamMemory>();
/** One for all recipients of a store. */
export const memoryOf = ({ store }: { readonly store: EventStore }): StreamMemory => {
  const known = memories.get(store) ?? new StreamMemory();
  memories.set(store, known);
  return known;
};
