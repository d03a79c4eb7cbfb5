import { randomUUID } from 'node:crypto';
import {
  StoreUnavailable,
  WrongExpectedRevision,
  type EventMeta,
  type EventStore,
  type Feed,
  type JsonObject,
  type NewEvent,
  type Recorded,
} from 'services/event-store/port';

const meta: EventMeta = {
  key: 'k-1',
  correlationId: 'c-1',
  causationId: 'c-0',
  userId: 7,
  userName: '王小明',
  shopId: 3,
  at: '2026-11-21T10:00:00+08:00',
  schema: 1,
};

export const newEvent = (
  type = 'GoodsReceived',
  data: JsonObject = { name: '翡翠玉镯', unitCost: 128_800 },
): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  meta,
});
export const newEvents = (count: number, type?: string): NewEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent(type, { n, z: 1, a: '黄金' }));
export const newStream = (kind = 'goods'): string => `${kind}-${randomUUID()}`;

/** Asks again while the store is away, as every caller does. */
async function askThrough<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (const deadline = Date.now() + 20_000; ;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
/** Appends, retrying with the same events while the store is away. */
export const appendThrough = (
  store: EventStore,
  ...append: Parameters<EventStore['append']>
): ReturnType<EventStore['append']> => askThrough(() => store.append(...append));

/** A store whose server comes and goes during the tests, as callers use it: they ask again, and subscribe from where they were. */
export const persistent = (store: EventStore): EventStore => {
  const { marks } = store;
  return {
    append: (...append) => appendThrough(store, ...append),
    read: (...read) => askThrough(() => store.read(...read)),
    head: () => askThrough(() => store.head()),
    marks: marks && {
      counted: marks.counted,
      first: () => askThrough(() => marks.first()),
      at: (positions) => askThrough(() => marks.at(positions)),
    },
    subscribe: async function* (from) {
      let { after } = from;
      while (!from.signal.aborted) {
        try {
          for await (const item of store.subscribe({ ...from, after })) {
            after = item.kind === 'event' ? item.event.position : item.position;
            yield item;
          }
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
    close: () => store.close(),
  };
};

/** Reads the head and appends there, until nobody comes in between. */
export async function appendAtHead(store: EventStore, stream: string, events: readonly NewEvent[]): Promise<void> {
  let expected: number | 'none' = 'none';
  for (;;) {
    try {
      await appendThrough(store, stream, expected, events);
      return;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      expected = error.actual < 0 ? 'none' : error.actual;
    }
  }
}

/** A subscription followed in the background. */
export class Follower {
  readonly events: Recorded[] = [];
  readonly items: Feed[] = [];
  readonly done: Promise<void>;
  failure: Error | undefined;
  /** Last position it was told of. */
  position: number;
  readonly #abort = new AbortController();
  #changed: () => void = () => undefined;

  constructor(store: EventStore, after: number, types?: readonly string[]) {
    this.position = after;
    const signal = this.#abort.signal;
    const feed = store.subscribe(types === undefined ? { after, signal } : { after, types, signal });
    this.done = this.#follow(feed);
  }

  get caughtUp(): boolean {
    return this.items.some(({ kind }) => kind === 'caught-up');
  }

  /** Resolves when the condition holds; rejects after 15 s or when the subscription failed. */
  async until(condition: (follower: this) => boolean): Promise<void> {
    const deadline = AbortSignal.timeout(15_000);
    while (!condition(this)) {
      if (this.failure !== undefined) throw this.failure;
      await new Promise<void>((resolve, reject) => {
        this.#changed = resolve;
        deadline.addEventListener('abort', () => reject(new Error(`waited in vain at ${this.position}`)));
      });
    }
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.done;
  }

  async #follow(feed: AsyncIterable<Feed>): Promise<void> {
    try {
      for await (const item of feed) {
        this.items.push(item);
        if (item.kind === 'event') this.events.push(item.event);
        this.position = item.kind === 'event' ? item.event.position : item.position;
        this.#changed();
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#changed();
  }
}
