/**
 * A count that goes on from where it was (R167): streams with new events give back what they had come to and add what they come to
 * now, and one thirtieth of all streams is counted from the first event. Its cost is that of the day and of the thirtieth.
 */
import type { EventStore, Recorded, StreamChoice } from 'services/event-store/port';
import { checkCounter } from './checks.ts';
import { countersWith } from './counters.ts';
import { Streams, type Counter, type Entry } from './counting.ts';
import { ThirtiethSums, type Disparity } from './thirtieth-sums.ts';

export type DayRequest = {
  /** Position that is counted up to already, and the one to count up to. */
  readonly after: number;
  readonly until: number;
  /** Counted anew. */
  readonly thirtieth: number;
  /** Counted with the reports. */
  readonly others: readonly Counter[];
};
export type DayWatch = {
  readonly signal: AbortSignal;
  /** What streams come to now that have new events or are counted anew; more of it after some time. */
  readonly onEntries: (entries: readonly Entry[]) => Promise<void>;
};
export type DayResult = {
  /** New ones, and those of the thirtieth. */
  readonly events: number;
  readonly recounted: number;
  readonly apart: readonly Disparity[];
  readonly unread: readonly string[];
  /** Books of a check came, went or are others: every piece would have to be asked for them, so the sums of now are none. */
  readonly booksMoved: boolean;
};

/** Streams are asked for in lots of so many. */
const AT_ONCE = 2_000;
const typesOf = (counters: readonly Counter[]): readonly string[] => [
  ...new Set(counters.flatMap(({ types }) => types)),
];
const nobody = (): void => undefined;
const textOf = (books: ThirtiethSums['books']): string =>
  JSON.stringify(books.map((one) => JSON.stringify(one)).toSorted());
type Reading = { readonly types: readonly string[]; readonly after?: number; readonly only?: StreamChoice };

class DayCount {
  readonly #store: EventStore;
  readonly #sums: ThirtiethSums;
  readonly #request: DayRequest;
  readonly #watch: DayWatch;
  readonly #counters: readonly Counter[];
  readonly #unread = new Set<string>();
  #entries: Entry[] = [];

  constructor(store: EventStore, sums: ThirtiethSums, request: DayRequest, watch: DayWatch) {
    this.#store = store;
    this.#sums = sums;
    this.#request = request;
    this.#watch = watch;
    this.#counters = [checkCounter(nobody), ...countersWith(sums.books), ...request.others];
  }
  get unread(): readonly string[] {
    return [...this.#unread];
  }

  /** What each event adds is added; answers the streams that must be folded, and how many events there were. */
  async addNew(): Promise<{ readonly touched: readonly string[]; readonly events: number }> {
    const folded = new Set(typesOf(this.#folding));
    const adding = this.#counters.filter(({ adds }) => adds === true);
    const streams = new Streams(adding, (entry, stream) => this.#sums.add(stream, entry, 1));
    const touched = new Set<string>();
    let events = 0;
    for await (const some of this.#past({ types: typesOf(this.#counters), after: this.#request.after })) {
      events += some.length;
      streams.add(some);
      for (const { stream, type } of some) if (folded.has(type)) touched.add(stream);
    }
    this.#end(streams);
    return { touched: [...touched], events };
  }

  /** Each of these streams gives back what it had come to, and adds what it comes to now. */
  async foldAgain(touched: readonly string[]): Promise<void> {
    const [folding, { after }] = [this.#folding, this.#request];
    const was = new Streams(folding, (entry, stream) => this.#sums.add(stream, entry, -1));
    const is = new Streams(folding, (entry, stream) => {
      this.#sums.add(stream, entry, 1);
      this.#entries.push(entry);
    });
    for (let from = 0; from < touched.length; from += AT_ONCE) {
      const only = { streams: touched.slice(from, from + AT_ONCE) };
      for await (const some of this.#past({ types: typesOf(folding), only })) {
        was.add(some.filter(({ position }) => position <= after));
        is.add(some);
      }
    }
    this.#end(was);
    this.#end(is);
  }

  /** One thirtieth from the first event, and how many events it has. */
  async countAnew(): Promise<{ readonly anew: ThirtiethSums; readonly recounted: number }> {
    const anew = new ThirtiethSums();
    const streams = new Streams(this.#counters, (entry, stream) => {
      anew.add(stream, entry, 1);
      this.#entries.push(entry);
    });
    let recounted = 0;
    const only = { thirtieth: this.#request.thirtieth };
    for await (const some of this.#past({ types: typesOf(this.#counters), only })) {
      recounted += some.length;
      streams.add(some);
    }
    this.#end(streams);
    await this.#tell();
    return { anew, recounted };
  }

  get #folding(): readonly Counter[] {
    return this.#counters.filter(({ adds }) => adds !== true);
  }
  async *#past(reading: Reading): AsyncGenerator<readonly Recorded[]> {
    const { signal } = this.#watch;
    const wanted = { order: 'stream', until: this.#request.until, signal, ...reading } as const;
    for await (const events of this.#store.history?.(wanted) ?? []) {
      yield events;
      await this.#tell();
    }
    signal.throwIfAborted();
  }
  async #tell(): Promise<void> {
    const entries = this.#entries;
    this.#entries = [];
    await this.#watch.onEntries(entries);
  }
  #end(streams: Streams): void {
    streams.end();
    for (const stream of streams.unread) this.#unread.add(stream);
  }
}

/** `sums` as of `after` become those of `until`. */
export const countOn = async (
  store: EventStore,
  sums: ThirtiethSums,
  request: DayRequest,
  watch: DayWatch,
): Promise<DayResult> => {
  const before = textOf(sums.books);
  const day = new DayCount(store, sums, request, watch);
  const { touched, events } = await day.addNew();
  await day.foldAgain(touched);
  const { anew, recounted } = await day.countAnew();
  const booksMoved = textOf(sums.books) !== before;
  const apart = sums.replace(request.thirtieth, anew);
  return { events, recounted, apart, unread: day.unread, booksMoved };
};
