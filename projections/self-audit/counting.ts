/** What a second count is made of: streams, each folded by itself as it passes, and the figures that it adds to reports (R126). */
import type { Recorded } from 'services/event-store/port';
import type { ReportName } from './reports.ts';

/** Counted and told by no report: which checks have books, gold by fineness, and documents that disagree with the shelves. */
export type InnerFigure = 'books' | 'gold' | 'gold-apart';
/** Adds to what a report says of a shop (0: of the whole chain); figures in whole units, `key` names the row. */
export type Entry = {
  readonly report: ReportName | InnerFigure;
  readonly shop: number;
  readonly key: string;
  readonly figures: Readonly<Record<string, number>>;
};
export type Emit = (entry: Entry) => void;
/** One stream, in its order. */
export type StreamFold = { readonly add: (event: Recorded, emit: Emit) => void; readonly end: (emit: Emit) => void };
export type Counter = {
  readonly types: readonly string[];
  readonly open: () => StreamFold;
  /** What each event adds hangs on no other event. */
  readonly adds?: true;
};

const nothing = (): void => undefined;
/** Of streams whose events add up one by one. */
export const adding = (types: readonly string[], add: StreamFold['add']): Counter => ({
  types,
  open: () => ({ add, end: nothing }),
  adds: true,
});

/** Streams as they end; those that no fold could take are named. Memory grows with the longest stream, not with the log. */
export class Streams {
  readonly unread: string[] = [];
  readonly #counters: readonly Counter[];
  readonly #emit: Emit;
  #stream: string | undefined;
  #folds = new Map<Counter, StreamFold>();

  constructor(counters: readonly Counter[], hear: (entry: Entry, stream: string) => void) {
    this.#counters = counters;
    this.#emit = (entry) => hear(entry, this.#stream ?? '');
  }

  add(events: readonly Recorded[]): void {
    for (const event of events) {
      if (event.stream !== this.#stream) this.end();
      this.#stream = event.stream;
      this.#try(() => {
        for (const counter of this.#counters) {
          if (counter.types.includes(event.type)) this.#of(counter).add(event, this.#emit);
        }
      });
    }
  }

  end(): void {
    this.#try(() => {
      for (const fold of this.#folds.values()) fold.end(this.#emit);
    });
    this.#folds = new Map();
  }

  #of(counter: Counter): StreamFold {
    const fold = this.#folds.get(counter) ?? counter.open();
    this.#folds.set(counter, fold);
    return fold;
  }
  #try(step: () => void): void {
    try {
      step();
    } catch {
      if (this.#stream !== undefined && this.unread.at(-1) !== this.#stream) this.unread.push(this.#stream);
      this.#folds = new Map();
    }
  }
}
