/** An event store in memory for tests of the write side: the port's promises, and crashes on demand. */
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  MAX_STREAMS_AT_ONCE,
  StoreUnavailable,
  WrongExpectedRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type Feed,
  type NewEvent,
  type Recorded,
  type StreamAppend,
} from '../event-store/port.ts';

/** What a process that dies would leave behind: thrown by an append that must not happen any more. */
export class Crash extends Error {
  constructor() {
    super('the process died here');
    this.name = 'Crash';
  }
}

type Part = { readonly stream: string; readonly expected: ExpectedRevision; readonly events: readonly NewEvent[] };
const repeated = (there: readonly Recorded[], added: readonly NewEvent[]): Appended | null => {
  const last = there.at(-1);
  const same = there.length === added.length && there.every((event, index) => event.id === added[index]?.id);
  return same && last !== undefined ? { revision: last.revision, position: last.position } : null;
};

export class MemoryStore implements EventStore {
  readonly events: Recorded[] = [];
  /** Appends still allowed before every further one dies; undefined: no limit. */
  appendsLeft: number | undefined = undefined;
  appends = 0;
  /** So many appends that are made are not told of: their outcome is unknown. */
  answersLost = 0;
  readonly appendAll: EventStore['appendAll'];
  #wake = Promise.withResolvers<void>();

  constructor({ atOnce = false }: { readonly atOnce?: boolean } = {}) {
    this.appendAll = atOnce ? (parts) => this.#appendAll(parts) : undefined;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> {
    const [appended] = await this.#write([{ stream, expected, events }]);
    return appended as Appended;
  }

  async #appendAll(parts: readonly StreamAppend[]): Promise<readonly Appended[]> {
    const streams = new Set(parts.map(({ stream }) => stream)).size;
    if (streams > MAX_STREAMS_AT_ONCE) throw new AppendTooLarge('', streams, MAX_STREAMS_AT_ONCE, 'streams');
    return this.#write(parts);
  }

  async #write(parts: readonly Part[]): Promise<readonly Appended[]> {
    await Promise.resolve();
    if (this.appendsLeft === 0) throw new Crash();
    for (const { stream, events } of parts) {
      const bytes = Buffer.byteLength(JSON.stringify(events));
      if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
    }
    if (this.appendsLeft !== undefined) this.appendsLeft -= 1;
    const earlier = parts.flatMap((part) => this.#repeatOf(part) ?? []);
    if (earlier.length === parts.length) return earlier;
    const { length } = this.events;
    try {
      const appended = parts.map((part) => this.#place(part));
      this.appends += 1;
      if (this.answersLost > 0) {
        this.answersLost -= 1;
        throw new StoreUnavailable('append');
      }
      return appended;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.events.length = length;
      throw error;
    } finally {
      this.#wake.resolve();
      this.#wake = Promise.withResolvers<void>();
    }
  }

  #repeatOf({ stream, expected, events }: Part): Appended | null {
    const mine = this.#of(stream);
    const wanted = expected === 'any' ? mine.length - 1 : expected === 'none' ? -1 : expected;
    return repeated(mine.slice(wanted + 1, wanted + 1 + events.length), events);
  }

  #place({ stream, expected, events }: Part): Appended {
    const mine = this.#of(stream);
    const head = mine.length - 1;
    if (expected !== 'any' && (expected === 'none' ? -1 : expected) !== head) {
      throw new WrongExpectedRevision(stream, expected, head);
    }
    for (const [index, event] of events.entries()) {
      const stored = structuredClone({ ...event, stream, revision: mine.length + index });
      this.events.push({ ...stored, position: this.events.length });
    }
    return { revision: head + events.length, position: this.events.length - 1 };
  }

  async read(stream: string, fromRevision = 0, most = Infinity): Promise<readonly Recorded[]> {
    await Promise.resolve();
    return this.#of(stream).slice(fromRevision, fromRevision + most);
  }

  async *subscribe(from: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Feed> {
    const aborted = new Promise<void>((resolve) =>
      from.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    for (let next = from.after + 1; !from.signal.aborted;) {
      const news = this.#wake.promise;
      for (; next < this.events.length; next += 1) {
        const event = this.events[next];
        if (event !== undefined && (from.types?.includes(event.type) ?? true)) yield { kind: 'event', event };
      }
      yield { kind: 'caught-up', position: next - 1 };
      if (next >= this.events.length) await Promise.race([news, aborted]);
    }
  }

  async head(): Promise<number> {
    return this.events.length - 1;
  }
  async close(): Promise<void> {}

  #of(stream: string): readonly Recorded[] {
    return this.events.filter((event) => event.stream === stream);
  }
}
