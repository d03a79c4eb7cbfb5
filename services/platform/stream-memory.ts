/**
 * What streams were when they were last read or written here, so that a command need not read them again. Never the
 * truth: only an append at that very revision proves it, and whoever gets anything else reads.
 */
import type { EventStore, Position } from './event-store/port.ts';

export type Loaded<State> = {
  readonly state: State;
  /** Last revision and its position; -1 when the stream is empty. */
  readonly revision: number;
  readonly position: Position;
  /** Ids of all its events that were read one by one. */
  readonly ids: ReadonlySet<string>;
  /** Ids of those before, which the read handed out as a fold. */
  readonly folded?: ReadonlySet<string>;
};

/** About 5 MB of pieces and documents. */
const STREAMS = 1_000;
/** Longer streams are read anew: their ids alone would fill the memory. */
const MOST_EVENTS = 500;

export class StreamMemory<State> {
  readonly #streams = new Map<string, Loaded<State>>();

  get(stream: string): Loaded<State> | undefined {
    return this.#streams.get(stream);
  }

  forget(stream: string): void {
    this.#streams.delete(stream);
  }

  set(stream: string, loaded: Loaded<State>): void {
    this.#streams.delete(stream);
    if (loaded.ids.size > MOST_EVENTS) return;
    this.#streams.set(stream, loaded);
    if (this.#streams.size <= STREAMS) return;
    for (const oldest of this.#streams.keys()) {
      this.#streams.delete(oldest);
      return;
    }
  }
}

/** A recipient's own: what is remembered was folded by its decider out of its store. */
const memories = new WeakMap<EventStore, WeakMap<object, unknown>>();
export const memoryOf = <State>({
  store,
  decider,
}: {
  readonly store: EventStore;
  readonly decider: { readonly initial: State };
}): StreamMemory<State> => {
  const own = memories.get(store) ?? new WeakMap<object, unknown>();
  memories.set(store, own);
  const known = own.get(decider) as StreamMemory<State> | undefined;
  if (known !== undefined) return known;
  const made = new StreamMemory<State>();
  own.set(decider, made);
  return made;
};
