/** An event store in memory for tests of projections: same promises as the port, nothing durable. */
import type {
  Appended,
  EventStore,
  ExpectedRevision,
  Feed,
  JsonObject,
  LogMark,
  LogMarks,
  NewEvent,
  Position,
  Recorded,
} from 'services/event-store/port';
import { StoreUnavailable, WrongExpectedRevision } from 'services/event-store/port';

export type Fact = {
  readonly type: string;
  readonly data: JsonObject;
  readonly stream?: string;
  readonly at?: string;
};

const META = {
  key: 'test',
  correlationId: 'test',
  causationId: 'test',
  userId: 1,
  userName: 'admin',
  shopId: null,
  schema: 1,
};
const FIRST_MOMENT = Date.parse('2026-11-01T09:00:00.000+08:00');

/** Ids and times follow from the position: the n-th event is one minute after the one before. */
export class MemoryStore implements EventStore {
  readonly events: Recorded[] = [];
  /** Changed by tests that stand in its way. */
  history: NonNullable<EventStore['history']> = pastOf(this);
  readonly marks: LogMarks = {
    counted: true,
    first: async () => this.#markAt(0),
    at: async (positions) => positions.map((position) => this.#markAt(position)),
  };
  readonly #listeners = new Set<() => void>();
  #connection = 0;

  #markAt(position: Position): LogMark | null {
    const event = this.events[position];
    if (event === undefined) return null;
    const { id, stream, revision, meta } = event;
    return { position, id, at: meta.at, stream, revision };
  }

  /** Appends facts without ceremony; answers the last position. */
  record(...facts: readonly Fact[]): Position {
    for (const { type, data, stream = 'test', at } of facts) {
      const minute = new Date(FIRST_MOMENT + this.events.length * 60_000).toISOString();
      const id = `00000000-0000-5000-8000-${String(this.events.length).padStart(12, '0')}`;
      this.#add(stream, { id, type, data, meta: { ...META, at: at ?? minute } });
    }
    this.#wake();
    return this.events.length - 1;
  }

  /** Ends every running subscription with StoreUnavailable. */
  disconnect(): void {
    this.#connection += 1;
    this.#wake();
  }

  async append(stream: string, expected: ExpectedRevision, added: readonly NewEvent[]): Promise<Appended> {
    const actual = this.#lastOf(stream);
    const wanted = expected === 'none' ? -1 : expected === 'any' ? actual : expected;
    if (actual !== wanted) throw new WrongExpectedRevision(stream, expected, actual);
    for (const event of added) this.#add(stream, event);
    this.#wake();
    return { revision: this.#lastOf(stream), position: this.events.length - 1 };
  }

  async read(stream: string, fromRevision = 0, most = Infinity): Promise<readonly Recorded[]> {
    const within = (revision: number): boolean => revision >= fromRevision && revision < fromRevision + most;
    return this.events.filter((event) => event.stream === stream && within(event.revision));
  }

  async *subscribe({ after, types, signal }: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Feed> {
    const mine = this.#connection;
    const isOver = () => signal.aborted || mine !== this.#connection;
    for (let next = after + 1; !isOver();) {
      for (; next < this.events.length && !isOver(); next += 1) {
        const event = this.events[next]!;
        if (types === undefined || types.includes(event.type)) yield { kind: 'event', event };
      }
      if (isOver()) break;
      yield { kind: 'checkpoint', position: next - 1 };
      yield { kind: 'caught-up', position: next - 1 };
      if (next === this.events.length && !isOver()) await this.#news(signal);
    }
    if (!signal.aborted) throw new StoreUnavailable('subscribe');
  }

  async head(): Promise<Position> {
    return this.events.length - 1;
  }

  async close(): Promise<void> {}

  #add(stream: string, added: NewEvent): void {
    const revision = this.#lastOf(stream) + 1;
    this.events.push({ ...added, stream, revision, position: this.events.length });
  }

  #lastOf(stream: string): number {
    return this.events.findLast((event) => event.stream === stream)?.revision ?? -1;
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }

  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#listeners.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}

export const memoryStore = (): MemoryStore => new MemoryStore();

/** What a store that can read its past in both orders would answer. */
export const pastOf = (store: MemoryStore): NonNullable<EventStore['history']> =>
  async function* past({ order, types, until }) {
    const events = store.events.filter(
      ({ position, type }) => position <= until && (types === undefined || types.includes(type)),
    );
    const inOrder = order === 'log' ? events : [...Map.groupBy(events, ({ stream }) => stream).values()].flat();
    for (let from = 0; from < inOrder.length; from += 2) yield inOrder.slice(from, from + 2);
  };
