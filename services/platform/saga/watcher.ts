/**
 * Resumes what a crash left: reads the documents' events, and whatever nobody brought to rest within two seconds is
 * brought to rest here, from its own stream. One watcher per kind of document runs at a time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Recorded } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import type { Lease } from './lease.ts';

/** After these the pieces have yet to follow, or to let go. */
const UNSETTLED = [
  'Submitted',
  'RevisionProposed',
  'Audited',
  'ReversalProposed',
  'Reversed',
  'Refused',
  'Revised',
  'RevisionRefused',
  'Deleted',
  'ReversalRefused',
] as const;
/** After these nothing is open; earlier releases may still be. */
const ENDS = ['Opened', 'Posted', 'Reopened'] as const;
/** Facts that leave pieces to be released. */
const RELEASES: ReadonlySet<string> = new Set(['Refused', 'Revised', 'RevisionRefused', 'Deleted', 'ReversalRefused']);

export type WatcherTimes = {
  /** Untouched for so long, a document is nobody's work any more. */
  readonly idleMs: number;
  readonly tickMs: number;
};
const TIMES: WatcherTimes = { idleMs: 2_000, tickMs: 250 };
const MAX_DELAY_MS = 60_000;

type Entry = {
  /** Position of the first event that is not settled. */
  readonly since: number;
  readonly revision: number;
  /** Releases may be outstanding, whatever the stage says. */
  readonly releases: boolean;
  readonly dueAt: number;
  readonly tries: number;
};

export type WatcherDeps = {
  readonly store: EventStore;
  readonly documents: {
    readonly spec: { readonly name: string };
    resume(id: number): Promise<unknown>;
    onRest(listener: (id: number, revision: number) => void): () => void;
  };
  readonly lease: Lease;
  readonly log: Log;
  readonly times?: WatcherTimes;
};

class Watch {
  readonly #deps: WatcherDeps;
  readonly #times: WatcherTimes;
  readonly #name: string;
  /** Documents not known to be at rest: an index over the log since the checkpoint, never the truth. */
  readonly #open = new Map<number, Entry>();
  /** What was brought to rest in this process before its events came by. */
  readonly #rested = new Map<number, number>();
  #seen = -1;
  /** The feed has caught up: its events are of this moment. */
  #live = false;
  #saved = -1;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? TIMES;
    this.#name = deps.documents.spec.name;
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#saved = await this.#deps.lease.position();
    this.#seen = this.#saved;
    const stopListening = this.#deps.documents.onRest((id, revision) => this.#restedHere(id, revision));
    try {
      await Promise.all([this.#listen(signal), this.#tick(signal)]);
    } finally {
      stopListening();
      await this.#save().catch(() => undefined);
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const types = [...UNSETTLED, ...ENDS].map((fact) => `${this.#name}${fact}`);
    while (!signal.aborted) {
      this.#live = false;
      try {
        for await (const fed of this.#deps.store.subscribe({ after: this.#seen, types, signal })) {
          if (fed.kind === 'event') this.#note(fed.event);
          else if (fed.kind === 'caught-up') this.#live = true;
          this.#seen = fed.kind === 'event' ? fed.event.position : Math.max(this.#seen, fed.position);
        }
      } catch (error) {
        this.#deps.log.warn('saga watcher lost its feed', { documents: this.#name, error });
        await this.#pause(this.#times.idleMs, signal);
      }
    }
  }

  #note(event: Recorded): void {
    const id = event.data['documentId'] as number;
    const fact = event.type.slice(this.#name.length);
    const rested = this.#rested.get(id);
    if (rested !== undefined && rested >= event.revision) {
      if (rested === event.revision) this.#rested.delete(id);
      this.#open.delete(id);
      return;
    }
    const before = this.#open.get(id);
    const releases = (before?.releases ?? false) || RELEASES.has(fact);
    if (!releases && (ENDS as readonly string[]).includes(fact)) {
      this.#open.delete(id);
      return;
    }
    // What is written just now is somebody's work, whatever the clock it was given (demo data live in the past).
    const age = this.#live ? 0 : Math.max(0, Date.now() - Date.parse(event.meta.at));
    this.#open.set(id, {
      since: before?.since ?? event.position,
      revision: event.revision,
      releases,
      dueAt: performance.now() + Math.max(0, this.#times.idleMs - age),
      tries: 0,
    });
  }

  #restedHere(id: number, revision: number): void {
    const entry = this.#open.get(id);
    if (entry !== undefined && entry.revision <= revision) this.#open.delete(id);
    if (entry === undefined || entry.revision < revision) this.#rested.set(id, revision);
  }

  async #tick(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = performance.now();
      for (const [id, entry] of this.#open) {
        if (signal.aborted) return;
        if (entry.dueAt <= now) await this.#resume(id, entry);
      }
      await this.#save().catch((error: unknown) =>
        this.#deps.log.warn('saga checkpoint not saved', { documents: this.#name, error }),
      );
      await this.#pause(this.#times.tickMs, signal);
    }
  }

  async #resume(id: number, entry: Entry): Promise<void> {
    try {
      await this.#deps.documents.resume(id);
      if (this.#open.get(id) === entry) this.#open.delete(id);
    } catch (error) {
      const tries = entry.tries + 1;
      const delay = Math.min(this.#times.idleMs * 2 ** tries, MAX_DELAY_MS);
      this.#deps.log.error('document not resumed', { documents: this.#name, id, tries, error });
      if (this.#open.get(id) === entry) this.#open.set(id, { ...entry, tries, dueAt: performance.now() + delay });
    }
  }

  /** The place from which a restart must read again: just before the oldest thing that is not settled. */
  async #save(): Promise<void> {
    const oldest = Math.min(this.#seen + 1, ...[...this.#open.values()].map((entry) => entry.since));
    if (oldest - 1 <= this.#saved) return;
    await this.#deps.lease.moveTo(oldest - 1);
    this.#saved = oldest - 1;
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return pause(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** Watches until `signal` aborts; settles then. */
export const watchDocuments = (deps: WatcherDeps, signal: AbortSignal): Promise<void> =>
  deps.lease.run(signal, (mine) => new Watch(deps).run(mine));
