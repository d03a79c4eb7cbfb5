/**
 * Between the log and the fold: collects while the last batch is being written, waits for nothing. Near the head its events
 * come from the ring of this process; behind it, or where there is no ring, it reads the log on its own.
 */
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import { StoreUnavailable } from 'services/event-store/port';
import type { Cursor, Ring } from './ring.ts';

/** What was there: `to` is the last position seen, which may lie past the last event. */
export type Batch = { readonly events: readonly Recorded[]; readonly to: Position; readonly caughtUp: boolean };
export type LogSource = { readonly store: EventStore; readonly ring?: Ring | undefined };
type InboxStart = { readonly after: Position; readonly events: readonly string[]; readonly signal: AbortSignal };

/** Events held before its own subscription has to wait. */
const FULL = 10_000;

export class Inbox implements Cursor {
  readonly types: readonly string[];
  readonly #source: LogSource;
  readonly #signal: AbortSignal;
  #held: Recorded[] = [];
  /** Of its own reading; on the ring the ring knows it. */
  #seen: Position;
  #taken: Position;
  /** How far the log had been seen before the first event that is held. */
  #before: Position;
  /** Everything up to it is done with. */
  #done: Position;
  /** A batch was taken and is not done with. */
  #isAtWork = false;
  /** When the first event that is held came, and the first of what is at work; when it began to read on its own. */
  #heldSince = 0;
  #workSince = 0;
  #aloneSince: number | null = null;
  #isOnRing = false;
  #isNudged = false;
  #caughtUp = false;
  #toldCaughtUp = false;
  #failure: { readonly error: unknown } | null = null;
  /** Ends its own subscription. */
  #alone = new AbortController();
  #wake: () => void = () => undefined;
  #makeRoom: () => void = () => undefined;

  /** Reads after `from.after`; ends with `from.signal`. */
  constructor(source: LogSource, from: InboxStart) {
    this.#source = source;
    this.#signal = from.signal;
    this.types = from.events;
    this.#seen = from.after;
    this.#taken = from.after;
    this.#before = from.after;
    this.#done = from.after;
    from.signal.addEventListener('abort', () => {
      this.#leaveRing();
      this.#wake();
      this.#makeRoom();
    });
    this.#begin().catch((error: unknown) => this.fail(error));
  }

  /** Last position the store has shown. */
  get seen(): Position {
    return this.#isOnRing ? Math.max(this.#seen, this.#source.ring?.seen ?? -1) : this.#seen;
  }

  /** Everything up to it was {@link Inbox.done | done}, or is not wanted. */
  get passed(): Position {
    return this.#isAtWork || this.#held.length > 0 ? this.#done : Math.max(this.#done, this.seen);
  }

  /** Of one that has ended nobody waits to see more. */
  get behindSince(): number | null {
    if (this.#hasEnded()) return null;
    if (this.#aloneSince !== null) return this.#aloneSince;
    if (this.#isAtWork) return this.#workSince;
    return this.#held.length > 0 ? this.#heldSince : null;
  }

  /** What was taken up to `position` is done with. */
  done(position: Position): void {
    this.#done = Math.max(this.#done, position);
    if (position >= this.#taken) this.#isAtWork = false;
  }

  arrived(event: Recorded, before: Position): void {
    if (event.position <= this.#seen) return;
    if (this.#held.length === 0) this.#before = Math.max(before, this.#seen);
    this.#hold(event);
    this.#wake();
  }

  left({ position }: Recorded): void {
    if (this.#held[0]?.position !== position) return;
    this.#source.ring?.leave(this);
    this.#isOnRing = false;
    this.#held = [];
    this.#seen = this.#before;
    this.#caughtUp = false;
    this.#toldCaughtUp = false;
    this.#readAlone();
  }

  caughtUp(): void {
    this.#caughtUp = true;
    this.#wake();
  }

  nudge(): boolean {
    if (this.#isAtWork || this.#held.length > 0) return false;
    this.#isNudged = true;
    this.#wake();
    return true;
  }

  /** Makes {@link Inbox.take} throw. */
  fail(error: unknown): void {
    this.#leaveRing();
    this.#failure ??= { error };
    this.#wake();
  }

  /**
   * The next batch, as soon as there is anything new; null after `patienceMs` without news, when it is time to write how
   * far the log was seen, or when aborted.
   * @throws whatever ended the subscription, or was handed to {@link Inbox.fail}.
   */
  async take(max: number, patienceMs?: number): Promise<Batch | null> {
    if (!this.#hasEnded() && !this.#hasNews() && !this.#isNudged) await this.#news(patienceMs);
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
    this.#isNudged = false;
    if (this.#failure !== null) throw this.#failure.error;
    if (this.#signal.aborted || !this.#hasNews()) return null;
    const events = this.#cut(max);
    this.#makeRoom();
    const drained = this.#held.length === 0;
    this.#taken = drained ? this.seen : events.at(-1)!.position;
    this.#before = this.#taken;
    this.#toldCaughtUp = drained && this.#caughtUp;
    if (drained && !this.#isOnRing) this.#joinRing();
    return { events, to: this.#taken, caughtUp: this.#toldCaughtUp };
  }

  #cut(max: number): readonly Recorded[] {
    const held = this.#held;
    this.#held = held.slice(max);
    if (held.length > 0 && !this.#isAtWork) {
      this.#isAtWork = true;
      this.#workSince = this.#heldSince;
    }
    return held.length <= max ? held : held.slice(0, max);
  }

  async #begin(): Promise<void> {
    await this.#source.ring?.ready();
    if (!this.#signal.aborted && !this.#joinRing()) this.#readAlone();
  }

  #joinRing(): boolean {
    const { ring } = this.#source;
    if (ring?.covers(this.#seen) !== true) return false;
    this.#alone.abort();
    this.#aloneSince = null;
    this.#isOnRing = true;
    ring.join(this, this.#seen);
    return true;
  }

  #leaveRing(): void {
    if (!this.#isOnRing) return;
    this.#seen = this.seen;
    this.#isOnRing = false;
    this.#source.ring?.leave(this);
  }

  #hold(event: Recorded): void {
    if (this.#held.length === 0) this.#heldSince = performance.now();
    this.#held.push(event);
  }

  #readAlone(): void {
    this.#aloneSince = performance.now();
    this.#alone = new AbortController();
    const signal = AbortSignal.any([this.#signal, this.#alone.signal]);
    this.#pump(signal).catch((error: unknown) => {
      if (!signal.aborted) this.fail(error);
    });
  }

  async #pump(signal: AbortSignal): Promise<void> {
    const types = this.types.includes('*') ? {} : { types: this.types };
    for await (const item of this.#source.store.subscribe({ after: this.#seen, signal, ...types })) {
      // On the ring meanwhile: it has shown the rest.
      if (signal.aborted) return;
      if (item.kind === 'event') {
        this.#hold(item.event);
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

  /** On the ring, positions that held nothing wanted are no news. */
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
