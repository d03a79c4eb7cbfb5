/**
 * The log's tail as this process reads it: one subscription, whose last events are kept in the shape of today, and whoever
 * wants an event's type is handed it. Who does not want it is not called.
 */
import { StoreUnavailable, type EventStore, type Position, type Recorded } from 'services/event-store/port';
import { roughBytes } from 'services/platform/base/rough-bytes';

type RingLimits = { readonly events: number; readonly bytes: number };
const LIMITS: RingLimits = { events: 4_096, bytes: 8 * 1024 * 1024 };
/** Checkpoints over events that nobody here wanted are written when the log is quiet this long, or after SILENT_AT_MOST_MS. */
const QUIET_MS = 50;
const SILENT_AT_MOST_MS = 500;

/** One projection's place on the ring. */
export interface Cursor {
  /** Types it wants; `['*']`: all. */
  readonly types: readonly string[];
  /** `before`: how far the log had been seen when the event came. */
  arrived(event: Recorded, before: Position): void;
  /** The ring keeps the event no longer: a cursor that has not taken it yet has fallen off. */
  left(event: Recorded): void;
  /** The end of the log was reached. */
  caughtUp(): void;
  /** The subscription ended; the cursor is off the ring. */
  fail(error: unknown): void;
  /** Time to write how far it is; false when it has other work and is to be asked again. */
  nudge(): boolean;
}
export type RingOptions = {
  /** All that any cursor will want; the others are not even read. Default: `['*']`. */
  readonly types?: readonly string[];
  /** The log went on; called once for whatever came in one turn of the event loop. */
  readonly advanced?: () => void;
  readonly limits?: RingLimits;
};
type RecentEvent = { readonly event: Recorded; readonly bytes: number };

export class Ring {
  readonly #store: EventStore;
  /** undefined: all. */
  readonly #types: readonly string[] | undefined;
  readonly #advanced: () => void;
  readonly #limits: RingLimits;
  readonly #stop = new AbortController();
  readonly #cursors = new Set<Cursor>();
  readonly #byType = new Map<string, Set<Cursor>>();
  #kept: RecentEvent[] = [];
  /** Where in `#kept` the oldest one lies: those before it are gone. */
  #first = 0;
  #bytes = 0;
  /** Every event after it, up to `#seen`, is kept. */
  #after: Position = -1;
  #seen: Position = -1;
  #hasHead = false;
  #isCaughtUp = false;
  #running: Promise<void> | undefined;
  #announcing: NodeJS.Immediate | undefined;
  #nudging: NodeJS.Timeout | undefined;
  #advancedAt = 0;
  #nudgedAt = 0;

  constructor(store: EventStore, { types = ['*'], advanced = () => undefined, limits = LIMITS }: RingOptions = {}) {
    this.#store = store;
    this.#types = types.includes('*') ? undefined : [...new Set(types)];
    this.#advanced = advanced;
    this.#limits = limits;
  }

  /** Last position the store has shown. */
  get seen(): Position {
    return this.#seen;
  }

  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /**
   * Resolves once the ring reads the log, which it does from the first call on, beginning at the head of that moment.
   * @throws {StoreUnavailable} while the store is away: the next call tries again.
   */
  ready(): Promise<void> {
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  /** Whether every event after `position` is, or will be, on the ring. */
  covers(position: Position): boolean {
    return this.#running !== undefined && this.#hasHead && position >= this.#after;
  }

  /** Hands over what is kept after `position`, and what comes. Only where the ring {@link Ring.covers | covers} it. */
  join(cursor: Cursor, position: Position): void {
    this.#cursors.add(cursor);
    for (const type of cursor.types) {
      const wanting = this.#byType.get(type);
      if (wanting === undefined) this.#byType.set(type, new Set([cursor]));
      else wanting.add(cursor);
    }
    const wanted = cursor.types.includes('*') ? null : new Set(cursor.types);
    let before = this.#after;
    for (let index = this.#firstAfter(position); index < this.#kept.length; index += 1) {
      const { event } = this.#kept[index]!;
      if (wanted === null || wanted.has(event.type)) cursor.arrived(event, Math.max(before, position));
      before = event.position;
    }
    if (this.#isCaughtUp) cursor.caughtUp();
    this.#nudgeLater();
  }

  leave(cursor: Cursor): void {
    this.#cursors.delete(cursor);
    for (const type of cursor.types) this.#byType.get(type)?.delete(cursor);
  }

  close(): void {
    this.#stop.abort();
    clearImmediate(this.#announcing);
    clearTimeout(this.#nudging);
  }

  async #start(): Promise<void> {
    if (!this.#hasHead) {
      this.#after = await this.#store.head();
      this.#seen = this.#after;
      this.#hasHead = true;
    }
    this.#isCaughtUp = false;
    this.#pump().catch((error: unknown) => this.#fail(error));
  }

  async #pump(): Promise<void> {
    const { signal } = this.#stop;
    const types = this.#types === undefined ? {} : { types: this.#types };
    for await (const item of this.#store.subscribe({ after: this.#seen, signal, ...types })) {
      if (item.kind === 'event') this.#arrived(item.event);
      else this.#seen = Math.max(this.#seen, item.position);
      if (item.kind === 'caught-up' && !this.#isCaughtUp) {
        this.#isCaughtUp = true;
        for (const cursor of this.#cursors) cursor.caughtUp();
      }
      this.#announce();
    }
    if (!signal.aborted) throw new StoreUnavailable('subscribe');
  }

  #fail(error: unknown): void {
    this.#running = undefined;
    const cursors = [...this.#cursors];
    for (const cursor of cursors) this.leave(cursor);
    for (const cursor of cursors) cursor.fail(error);
  }

  #arrived(event: Recorded): void {
    const before = this.#seen;
    this.#seen = event.position;
    this.#keep(event);
    const wanting = this.#byType.get(event.type);
    if (wanting !== undefined) for (const cursor of wanting) cursor.arrived(event, before);
    const ofAll = this.#byType.get('*');
    if (ofAll !== undefined) for (const cursor of ofAll) cursor.arrived(event, before);
  }

  #keep(event: Recorded): void {
    const bytes = roughBytes(event);
    this.#kept.push({ event, bytes });
    this.#bytes += bytes;
    while (this.#kept.length - this.#first > this.#limits.events || this.#bytes > this.#limits.bytes) this.#drop();
    if (this.#first < this.#limits.events) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }

  #drop(): void {
    const { event, bytes } = this.#kept[this.#first]!;
    this.#first += 1;
    this.#bytes -= bytes;
    this.#after = event.position;
    const wanting = this.#byType.get(event.type);
    if (wanting !== undefined) for (const cursor of wanting) cursor.left(event);
    const ofAll = this.#byType.get('*');
    if (ofAll !== undefined) for (const cursor of ofAll) cursor.left(event);
  }

  #firstAfter(position: Position): number {
    let [low, high] = [this.#first, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#kept[middle]!.event.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #announce(): void {
    this.#advancedAt = performance.now();
    this.#announcing ??= setImmediate(() => {
      this.#announcing = undefined;
      this.#advanced();
    });
    this.#nudgeLater();
  }

  #nudgeLater(afterMs = QUIET_MS): void {
    this.#nudging ??= setTimeout(() => this.#nudge(), afterMs).unref();
  }

  #nudge(): void {
    this.#nudging = undefined;
    const now = performance.now();
    const inMs = Math.min(this.#advancedAt + QUIET_MS, this.#nudgedAt + SILENT_AT_MOST_MS) - now;
    if (inMs > 1) return this.#nudgeLater(inMs);
    this.#nudgedAt = now;
    let busy = false;
    for (const cursor of this.#cursors) if (!cursor.nudge()) busy = true;
    if (busy) this.#nudgeLater();
  }
}
