/**
 * Resumes what a crash left: reads the documents' events, and whatever nobody brought to rest within two seconds is
 * brought to rest here, from its own stream. One watcher per kind of document runs at a time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Recorded } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import type { AtRest, RestListener } from './documents.ts';
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
const ENDS: ReadonlySet<string> = new Set(['Opened', 'Posted', 'Reopened']);
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
  /** From this revision on releases may be outstanding, whatever the stage says; null: none are. */
  readonly firstRelease: number | null;
  readonly dueAt: number;
  readonly tries: number;
};

export type WatcherDeps = {
  readonly store: EventStore;
  readonly documents: {
    readonly spec: { readonly name: string };
    resume(id: number): Promise<unknown>;
    onRest(listener: RestListener): () => void;
  };
  readonly lease: Lease;
  readonly log: Log;
  readonly times?: WatcherTimes;
};

/** Nothing newer is known, and every release that is outstanding was made: not only those of a later command. */
const settles = ({ revision, releasedAfter }: AtRest, entry: Entry): boolean =>
  entry.revision <= revision && (entry.firstRelease === null || entry.firstRelease > releasedAfter);

/** Both as one where they meet; else the later, as what it leaves out is only done again. */
const joined = (known: AtRest | undefined, said: AtRest): AtRest => {
  if (known === undefined) return said;
  if (known.releasedAfter > said.revision || said.releasedAfter > known.revision) {
    return known.revision > said.revision ? known : said;
  }
  return {
    revision: Math.max(known.revision, said.revision),
    releasedAfter: Math.min(known.releasedAfter, said.releasedAfter),
  };
};

class Watch {
  readonly #deps: WatcherDeps;
  readonly #times: WatcherTimes;
  readonly #name: string;
  /** Documents not known to be at rest: an index over the log since the checkpoint, never the truth. */
  readonly #open = new Map<number, Entry>();
  /** What was brought to rest in this process before its events came by. */
  readonly #rested = new Map<number, AtRest>();
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
    const stopListening = this.#deps.documents.onRest((id, rest) => this.#restedHere(id, rest));
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
    const rest = this.#rested.get(id);
    if (rest !== undefined && rest.revision <= event.revision) this.#rested.delete(id);
    const entry = this.#entryOf(event, this.#open.get(id));
    const ended = entry.firstRelease === null && ENDS.has(this.#factOf(event));
    if (ended || (rest !== undefined && settles(rest, entry))) this.#open.delete(id);
    else this.#open.set(id, entry);
  }

  #entryOf(event: Recorded, before: Entry | undefined): Entry {
    // What is written just now is somebody's work, whatever the clock it was given (demo data live in the past).
    const age = this.#live ? 0 : Math.max(0, Date.now() - Date.parse(event.meta.at));
    return {
      since: before?.since ?? event.position,
      revision: event.revision,
      firstRelease: before?.firstRelease ?? (RELEASES.has(this.#factOf(event)) ? event.revision : null),
      dueAt: performance.now() + Math.max(0, this.#times.idleMs - age),
      tries: 0,
    };
  }

  #factOf(event: Recorded): string {
    return event.type.slice(this.#name.length);
  }

  #restedHere(id: number, said: AtRest): void {
    const rest = joined(this.#rested.get(id), said);
    const entry = this.#open.get(id);
    if (entry !== undefined && settles(rest, entry)) this.#open.delete(id);
    if (entry === undefined || entry.revision < rest.revision) this.#rested.set(id, rest);
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
