/** Between a subscription and the fold: collects while the last batch is being written, waits for nothing. */
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import { StoreUnavailable } from 'services/event-store/port';

/** What was there: `to` is the last position seen, which may lie past the last event. */
export type Batch = { readonly events: readonly Recorded[]; readonly to: Position; readonly caughtUp: boolean };
type From = { readonly after: Position; readonly events: readonly string[]; readonly signal: AbortSignal };

/** Events held before the subscription has to wait. */
const FULL = 10_000;

export class Inbox {
  readonly #signal: AbortSignal;
  #held: Recorded[] = [];
  #seen: Position;
  #taken: Position;
  #caughtUp = false;
  #toldCaughtUp = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => undefined;
  #makeRoom: () => void = () => undefined;

  /** Subscribes after `from.after`; ends with `from.signal`. */
  constructor(store: EventStore, from: From) {
    this.#signal = from.signal;
    this.#seen = from.after;
    this.#taken = from.after;
    from.signal.addEventListener('abort', () => {
      this.#wake();
      this.#makeRoom();
    });
    this.#pump(store, from).catch((error: unknown) => this.fail(error));
  }

  /** Last position the store has shown. */
  get seen(): Position {
    return this.#seen;
  }

  /** Makes {@link Inbox.take} throw. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /**
   * The next batch, as soon as there is anything new; null after `patienceMs` without news, or when aborted.
   * @throws whatever ended the subscription, or was handed to {@link Inbox.fail}.
   */
  async take(max: number, patienceMs?: number): Promise<Batch | null> {
    if (!this.#hasEnded() && !this.#hasNews()) await this.#news(patienceMs);
    return this.#next(max);
  }

  /** The next batch, `max` events of it unless the log ends before; else as {@link Inbox.take}. */
  async takeMany(max: number): Promise<Batch | null> {
    while (!this.#hasEnded() && this.#held.length < Math.min(max, FULL) && !this.#caughtUp) await this.#news(undefined);
    return this.take(max);
  }

  #hasEnded(): boolean {
    return this.#failure !== null || this.#signal.aborted;
  }

  #next(max: number): Batch | null {
    if (this.#failure !== null) throw this.#failure.error;
    if (this.#signal.aborted || !this.#hasNews()) return null;
    const held = this.#held;
    const events = held.length <= max ? held : held.slice(0, max);
    this.#held = held.length <= max ? [] : held.slice(max);
    this.#makeRoom();
    const drained = this.#held.length === 0;
    this.#taken = drained ? this.#seen : events.at(-1)!.position;
    this.#toldCaughtUp = drained && this.#caughtUp;
    return { events, to: this.#taken, caughtUp: this.#toldCaughtUp };
  }

  async #pump(store: EventStore, { after, events, signal }: From): Promise<void> {
    const types = events.includes('*') ? {} : { types: events };
    for await (const item of store.subscribe({ after, signal, ...types })) {
      if (item.kind === 'event') {
        this.#held.push(item.event);
        this.#seen = item.event.position;
      } else {
        this.#seen = Math.max(this.#seen, item.position);
        if (item.kind === 'caught-up') this.#caughtUp = true;
      }
      this.#wake();
      await this.#room();
    }
    if (!signal.aborted) throw new StoreUnavailable('subscribe');
  }

  async #room(): Promise<void> {
    if (this.#held.length >= FULL && !this.#signal.aborted)
      await new Promise<void>((resolve) => (this.#makeRoom = resolve));
  }

  #hasNews(): boolean {
    return this.#held.length > 0 || this.#seen > this.#taken || this.#caughtUp !== this.#toldCaughtUp;
  }

  #news(patienceMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = patienceMs === undefined ? undefined : setTimeout(resolve, patienceMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
