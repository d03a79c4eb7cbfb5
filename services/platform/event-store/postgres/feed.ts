import type pg from 'pg';
import type { Listener } from '../../base/listener.ts';
import { StoreUnavailable, type EventStore, type Feed as FeedItem, type Recorded } from '../port.ts';
import type { Placed } from './plan.ts';
import { channelOf } from './statements.ts';
import { Tail, type LogSlice } from './tail.ts';

const READ_LIMIT = 2_000;
/** With a types filter a read may pass over many rows: bounded, so progress is reported and an abort is heard. */
const READ_SPAN = 50_000;
const POLL_MS = 1_000;
/** Other processes hear of an event at once, of more in a row at most this often: each NOTIFY costs a trip. */
const NOTIFY_MS = 25;

type Subscription = Parameters<EventStore['subscribe']>[0];

/** Subscriptions: each pulls from its own position, so a slow one holds nothing in memory. */
export class Feed {
  readonly #schema: string;
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #tail = new Tail();
  readonly #waiting = new Set<() => void>();
  #head = -1;
  #closed = false;
  #started: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #notifying: NodeJS.Timeout | undefined;
  #notifyFrom = 0;

  constructor(schema: string, pool: pg.Pool, listener: Listener) {
    this.#schema = schema;
    this.#pool = pool;
    this.#listener = listener;
  }

  /** A batch of this process, just committed. */
  publish(placed: readonly Placed[]): void {
    const last = placed.at(-1);
    if (last === undefined) return;
    this.#tail.add(placed);
    this.#advance(last.position);
    this.#notifying ??= setTimeout(
      () => {
        this.#notifying = undefined;
        this.#notifyFrom = performance.now() + NOTIFY_MS;
        void this.#notifyOthers();
      },
      Math.max(0, this.#notifyFrom - performance.now()),
    );
  }

  /** One that is lost is made good by the others' poll. */
  #notifyOthers(): Promise<void> {
    return this.#listener.tell(channelOf(this.#schema), [String(this.#head)]);
  }

  async head(): Promise<number> {
    const query = { name: 'es_head', text: `select max(position) as position from ${this.#schema}.events` };
    const { rows } = await this.#pool.query<{ position: number | null }>(query);
    return rows[0]?.position ?? -1;
  }

  async *subscribe(subscription: Subscription): AsyncGenerator<FeedItem, void, undefined> {
    await this.#start();
    let told = subscription.after;
    for await (const slice of this.#slices(subscription)) {
      for (const event of slice.events) {
        if (subscription.signal.aborted) return;
        yield { kind: 'event', event };
        told = event.position;
      }
      if (told < slice.upTo) yield { kind: 'checkpoint', position: slice.upTo };
      told = slice.upTo;
      if (slice.caughtUp) yield { kind: 'caught-up', position: slice.upTo };
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    if (this.#notifying !== undefined) {
      clearTimeout(this.#notifying);
      await this.#notifyOthers();
    }
    this.#wakeAll();
  }

  /** Piece by piece of the log, and each time that its end is reached. */
  async *#slices({ after, types, signal }: Subscription): AsyncGenerator<LogSlice & { readonly caughtUp?: boolean }> {
    const sliceAfter = this.#reader(types);
    let position = after;
    let caughtUp = false;
    while (!signal.aborted) {
      if (this.#closed) throw new StoreUnavailable('subscribe: closed');
      if (position >= this.#head) {
        if (caughtUp) await this.#beyond(position, signal);
        else yield { events: [], upTo: position, caughtUp: true };
        caughtUp = true;
        continue;
      }
      const slice = await sliceAfter(position);
      position = slice.upTo;
      yield slice;
    }
  }

  /** Reads one slice after the other: from memory near the head, else from the table with the next read under way. */
  #reader(types: readonly string[] | undefined): (position: number) => Promise<LogSlice> {
    const wanted = types === undefined ? undefined : new Set(types);
    let ahead: Promise<LogSlice> | undefined;
    return async (position) => {
      const near = ahead === undefined ? this.#tail.after(position, wanted) : undefined;
      if (near !== undefined) return near;
      const slice = await (ahead ?? this.#read(position, types));
      ahead = slice.events.length === READ_LIMIT ? this.#read(slice.upTo, types) : undefined;
      ahead?.catch(() => undefined);
      return slice;
    };
  }

  async #read(after: number, types: readonly string[] | undefined): Promise<LogSlice> {
    const upTo = Math.min(this.#head, after + READ_SPAN);
    const filter = types === undefined ? '' : 'and type = any($4::text[])';
    const query = {
      name: types === undefined ? 'es_log' : 'es_log_of_types',
      text: `
        select position, stream, revision, id, type, data, meta from ${this.#schema}.events
        where position > $1 and position <= $2 ${filter} order by position limit $3`,
      values: [after, upTo, READ_LIMIT, ...(types === undefined ? [] : [types])],
    };
    try {
      const { rows } = await this.#pool.query<Recorded>(query);
      const last = rows.at(-1);
      return { events: rows, upTo: last !== undefined && rows.length === READ_LIMIT ? last.position : upTo };
    } catch (error) {
      throw new StoreUnavailable('subscribe', { cause: error });
    }
  }

  /** Resolves once the log goes beyond `position`, the signal aborts or the store closes. */
  #beyond(position: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#head <= position && !signal.aborted && !this.#closed) return;
        this.#waiting.delete(look);
        signal.removeEventListener('abort', look);
        resolve();
      };
      this.#waiting.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  #advance(head: number): void {
    if (head <= this.#head) return;
    this.#head = head;
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const look of this.#waiting) look();
  }

  /** From the first subscription on: woken by other processes' NOTIFY, with a slow poll as the net. */
  #start(): Promise<void> {
    this.#started ??= this.#refresh().then(
      () => {
        if (this.#closed) return;
        this.#poll = setInterval(() => void this.#keepUp(), POLL_MS).unref();
        this.#listener.listen(channelOf(this.#schema), (payload) => this.#advance(Number(payload)));
        void this.#keepUp();
      },
      (error: unknown) => {
        this.#started = undefined;
        throw new StoreUnavailable('subscribe', { cause: error });
      },
    );
    return this.#started;
  }

  async #refresh(): Promise<void> {
    this.#advance(await this.head());
  }

  async #keepUp(): Promise<void> {
    try {
      await this.#refresh();
    } catch {
      // The next poll tries again; a read that is needed meanwhile reports the loss itself.
    }
  }
}
