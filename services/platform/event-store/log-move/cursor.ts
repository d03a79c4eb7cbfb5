/** One log after the other event, up to where its end was when it was asked. */
import type { EventStore, Position, Recorded } from '../port.ts';

type ReadableLog = Pick<EventStore, 'subscribe' | 'history'>;
export type Stretch = { readonly after: Position; readonly until: Position };

/** Every event behind `after` up to `until`, in batches. @throws {StoreUnavailable} when the connection is lost. */
export async function* stretchOf(log: ReadableLog, { after, until }: Stretch): AsyncGenerator<readonly Recorded[]> {
  if (until <= after) return;
  const ended = new AbortController();
  try {
    if (log.history !== undefined) {
      yield* log.history({ order: 'log', after, until, signal: ended.signal });
      return;
    }
    for await (const fed of log.subscribe({ after, signal: ended.signal })) {
      const position = fed.kind === 'event' ? fed.event.position : fed.position;
      if (fed.kind === 'event' && position <= until) yield [fed.event];
      if (position >= until) return;
    }
  } finally {
    ended.abort();
  }
}

export class Cursor {
  readonly #batches: AsyncGenerator<readonly Recorded[]>;
  #batch: readonly Recorded[] = [];
  #at = 0;

  constructor(log: ReadableLog, stretch: Stretch) {
    this.#batches = stretchOf(log, stretch);
  }

  /** null behind the last. Asks nobody as long as some are there: an answer at once costs no turn. */
  next(): Recorded | null | Promise<Recorded | null> {
    const event = this.#batch[this.#at];
    if (event === undefined) return this.#more();
    this.#at += 1;
    return event;
  }

  async #more(): Promise<Recorded | null> {
    for (;;) {
      const { done, value } = await this.#batches.next();
      if (done === true) return null;
      const [first] = value;
      if (first === undefined) continue;
      [this.#batch, this.#at] = [value, 1];
      return first;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }
}
