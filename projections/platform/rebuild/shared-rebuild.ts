/**
 * Rebuilds that wait at the same time go together: they fill their tables up to the same position, and the log is read
 * once in each order for all of them. Reading and parsing it is as much work as folding it.
 */
import type { EventStore, History, Position, Recorded } from 'services/event-store/port';
import type { ParkedKey } from '../parking/parking.ts';
import { ElsewhereGroup, type RebuildProcess, type Fill } from './rebuild-elsewhere.ts';

type Order = History['order'];
type Batch = readonly Recorded[];
type HistoryFilter = Pick<History, 'types' | 'signal'>;

/** Those who ask within this time of the first go together. */
const GATHER_MS = 100;

/** A place among those who rebuild. */
export type RebuildTicket = {
  /** Aborts when its turn has come; what follows counts from then on. */
  readonly granted: AbortSignal;
  /** Up to where they fill their tables. */
  head(): Promise<Position>;
  /** Its share in the reading of the log, once. */
  read(wanted: HistoryFilter): AsyncIterable<Batch>;
  /** Fills its table in a process of its own, with the others that read in that order; undefined where logs are folded here. */
  fillElsewhere(fill: Fill, signal: AbortSignal): Promise<readonly ParkedKey[]> | undefined;
  /** Lets the others go on without it, and the next ones in. */
  end(): void;
};

export type RebuildSettings = {
  /** Where logs of `longLog` events and more are folded. */
  readonly elsewhere?: RebuildProcess | undefined;
  readonly longLog?: number;
  /** Those that go together where a log is folded here: each holds a connection until the slowest has read it. */
  readonly here?: number;
};

export class SharedRebuilds {
  readonly #store: EventStore;
  readonly #most: number;
  readonly #beside: RebuildSettings;
  #waiting: Member[] = [];
  #rebuilding: ReadonlySet<Member> = new Set();
  #isCollecting = false;

  /** At most `most` go together: each holds what it folds. */
  constructor(store: EventStore, most: number, beside: RebuildSettings = {}) {
    this.#store = store;
    this.#most = most;
    this.#beside = beside;
  }

  ask(order: Order): RebuildTicket {
    const member = new Member(order, () => this.#end(member));
    this.#waiting.push(member);
    this.#gather();
    return member;
  }

  #gather(): void {
    if (this.#isCollecting || this.#rebuilding.size > 0 || this.#waiting.length === 0) return;
    this.#isCollecting = true;
    setTimeout(() => void this.#begin(), GATHER_MS);
  }

  async #begin(): Promise<void> {
    const head = this.#store.head();
    // Each member awaits it, and hears of a failure.
    const most = await head.then(
      (position) => this.#mostOf(position),
      () => this.#most,
    );
    this.#isCollecting = false;
    const members = this.#waiting.slice(0, most);
    this.#waiting = this.#waiting.slice(members.length);
    this.#rebuilding = new Set(members);
    for (const order of ['log', 'stream'] as const) {
      const readers = members.filter((member) => member.order === order);
      const group = { order, head, readers: readers.length };
      const reading = new LogPass(this.#store, group);
      const elsewhere =
        this.#beside.elsewhere === undefined ? undefined : new ElsewhereGroup(this.#beside.elsewhere, group);
      for (const member of readers) member.grant({ reading, elsewhere, head });
    }
  }

  #mostOf(head: Position): number {
    const { elsewhere, longLog = 0, here = this.#most } = this.#beside;
    return elsewhere !== undefined && head >= longLog ? this.#most : Math.min(here, this.#most);
  }

  #end(member: Member): void {
    this.#waiting = this.#waiting.filter((one) => one !== member);
    const left = new Set([...this.#rebuilding].filter((one) => one !== member));
    this.#rebuilding = left;
    this.#gather();
  }
}

type RebuildGrant = {
  readonly reading: LogPass;
  readonly elsewhere: ElsewhereGroup | undefined;
  readonly head: Promise<Position>;
};
class Member implements RebuildTicket {
  readonly order: Order;
  readonly #ended: () => void;
  readonly #turn = new AbortController();
  #with: RebuildGrant | undefined;
  #hasRead = false;
  #isElsewhere = false;

  constructor(order: Order, ended: () => void) {
    this.order = order;
    this.#ended = ended;
  }

  get granted(): AbortSignal {
    return this.#turn.signal;
  }

  grant(granted: RebuildGrant): void {
    this.#with = granted;
    this.#turn.abort();
  }

  head(): Promise<Position> {
    return this.#given().head;
  }

  read(wanted: HistoryFilter): AsyncIterable<Batch> {
    if (this.#hasRead) throw new Error('it has read already');
    this.#hasRead = true;
    return this.#given().reading.join(wanted);
  }

  fillElsewhere(fill: Fill, signal: AbortSignal): Promise<readonly ParkedKey[]> | undefined {
    const { elsewhere } = this.#given();
    if (elsewhere === undefined || this.#isElsewhere) return undefined;
    this.#isElsewhere = true;
    return elsewhere.fill(fill, signal);
  }

  end(): void {
    if (this.#with !== undefined && !this.#hasRead) this.#with.reading.leave();
    if (this.#with !== undefined && !this.#isElsewhere) this.#with.elsewhere?.leave();
    this.#isElsewhere = true;
    this.#hasRead = true;
    this.#ended();
  }

  #given(): RebuildGrant {
    if (this.#with === undefined) throw new Error('its turn has not come');
    return this.#with;
  }
}

/** @throws {TypeError} when the store cannot hand out its past. */
const historyOf = (store: EventStore): NonNullable<EventStore['history']> => {
  if (store.history === undefined) throw new TypeError('this store has no past to read');
  return (wanted) => store.history!(wanted);
};

type PassStart = { readonly order: Order; readonly head: Promise<Position>; readonly readers: number };
/** One pass over the log; begins when every reader has joined or left, and waits for the slowest. */
export class LogPass {
  readonly #store: EventStore;
  readonly #shared: PassStart;
  #expected: number;
  readonly #joined: Reader[] = [];

  constructor(store: EventStore, shared: PassStart) {
    this.#store = store;
    this.#shared = shared;
    this.#expected = shared.readers;
  }

  join(wanted: HistoryFilter): AsyncIterable<Batch> {
    const reader = new Reader(wanted);
    this.#joined.push(reader);
    this.leave();
    return reader.batches();
  }

  leave(): void {
    this.#expected -= 1;
    if (this.#expected === 0 && this.#joined.length > 0) void this.#read();
  }

  async #read(): Promise<void> {
    const { order, head } = this.#shared;
    const all = this.#joined.map(({ wanted }) => wanted.types);
    const types = all.some((one) => one === undefined) ? undefined : [...new Set(all.flatMap((one) => one ?? []))];
    const nobody = new AbortController();
    try {
      const until = await head;
      for await (const batch of historyOf(this.#store)({ order, types, until, signal: nobody.signal })) {
        await Promise.all(this.#joined.map((reader) => reader.give(batch)));
        if (this.#joined.every(({ gone }) => gone)) nobody.abort();
      }
      for (const reader of this.#joined) reader.finish();
    } catch (error) {
      for (const reader of this.#joined) reader.fail(error);
    }
  }
}

/** Holds one batch while its owner works on the one before. */
class Reader {
  readonly wanted: HistoryFilter;
  gone = false;
  #offered = Promise.withResolvers<Batch | null>();
  #taken = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;
  readonly #stopped = (): void => this.fail(this.wanted.signal.reason);

  constructor(wanted: HistoryFilter) {
    this.wanted = wanted;
    wanted.signal.addEventListener('abort', this.#stopped, { once: true });
  }

  /** Resolves when the batch is taken, at once when nobody takes any more. */
  give(batch: Batch): Promise<void> {
    if (this.gone) return Promise.resolve();
    this.#offered.resolve(batch);
    return this.#taken.promise;
  }

  finish(): void {
    this.#offered.resolve(null);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#offered.resolve(null);
    this.#leave();
  }

  async *batches(): AsyncGenerator<Batch, void, undefined> {
    const types = this.wanted.types === undefined ? undefined : new Set(this.wanted.types);
    try {
      for (let batch = await this.#next(); batch !== null; batch = await this.#next()) {
        const mine = types === undefined ? batch : batch.filter(({ type }) => types.has(type));
        if (mine.length > 0) yield mine;
      }
    } finally {
      this.#leave();
    }
  }

  async #next(): Promise<Batch | null> {
    const batch = this.#failure === undefined ? await this.#offered.promise : null;
    if (this.#failure !== undefined) throw this.#failure.error;
    const taken = this.#taken;
    this.#offered = Promise.withResolvers();
    this.#taken = Promise.withResolvers();
    taken.resolve();
    return batch;
  }

  #leave(): void {
    this.gone = true;
    this.wanted.signal.removeEventListener('abort', this.#stopped);
    this.#taken.resolve();
  }
}
