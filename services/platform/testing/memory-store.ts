/** An event store in memory for tests of the write side: the port's promises, and crashes on demand. */
import { AppendTooLarge, MAX_APPEND_BYTES, WrongExpectedRevision } from '../event-store/port.ts';
import type { Appended, EventStore, ExpectedRevision, Feed, NewEvent, Recorded } from '../event-store/port.ts';

/** What a process that dies would leave behind: thrown by an append that must not happen any more. */
export class Crash extends Error {
  constructor() {
    super('the process died here');
    this.name = 'Crash';
  }
}

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
  #wake = Promise.withResolvers<void>();

  async append(stream: string, expected: ExpectedRevision, added: readonly NewEvent[]): Promise<Appended> {
    await Promise.resolve();
    if (this.appendsLeft === 0) throw new Crash();
    const bytes = Buffer.byteLength(JSON.stringify(added));
    if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
    if (this.appendsLeft !== undefined) this.appendsLeft -= 1;
    const mine = this.#of(stream);
    const wanted = expected === 'any' ? mine.length - 1 : expected === 'none' ? -1 : expected;
    const repeat = repeated(mine.slice(wanted + 1, wanted + 1 + added.length), added);
    if (repeat !== null) return repeat;
    if (wanted !== mine.length - 1) throw new WrongExpectedRevision(stream, expected, mine.length - 1);
    this.appends += 1;
    for (const [index, event] of added.entries()) {
      const stored = structuredClone({ ...event, stream, revision: mine.length + index });
      this.events.push({ ...stored, position: this.events.length });
    }
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
    return { revision: mine.length + added.length - 1, position: this.events.length - 1 };
  }

  async read(stream: string, fromRevision = 0): Promise<readonly Recorded[]> {
    await Promise.resolve();
    return this.#of(stream).slice(fromRevision);
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
