/**
 * Resumes what a crash left: reads the documents' events, and whatever nobody brought to rest within two seconds is
 * brought to rest here, from its own stream. One watcher for all kinds runs among all processes: one feed, one place in
 * the log, one connection, however many kinds there are.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Recorded } from '../platform/event-store/port.ts';
import { faultOf, type Fault } from '../platform/base/faults.ts';
import type { Log } from '../platform/base/log.ts';
import { documentNo } from '../contracts/document.ts';
import type { AtRest, WatchedKind } from '../contracts/document-watch.ts';
import { inFlight } from '../platform/base/in-flight.ts';
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
  /** Nothing waits so long unless something is wrong. */
  readonly lateMs: number;
};
const TIMES: WatcherTimes = { idleMs: 2_000, tickMs: 250, lateMs: 30_000 };
/** A Chinese line for each document that is late, with its cause as far as it is known. */
export type LateDocuments = () => readonly string[];
const NONE_LATE: LateDocuments = () => [];
const MAX_DELAY_MS = 60_000;
/** Documents resumed at a time, so that a house full of them does not starve whoever works meanwhile. */
const RESUMED_AT_A_TIME = 4;

type Fact = { readonly documents: WatchedKind; readonly fact: string };
type Entry = {
  readonly documents: WatchedKind;
  readonly id: number;
  /** Position of the first event that is not settled. */
  readonly since: number;
  readonly revision: number;
  /** From this revision on releases may be outstanding, whatever the stage says; null: none are. */
  readonly firstRelease: number | null;
  /** When this process first knew of it, by its own clock. */
  readonly openedAt: number;
  readonly dueAt: number;
  readonly tries: number;
  /** What the last try failed with. */
  readonly error: unknown;
};

export type WatcherDeps = {
  readonly store: EventStore;
  readonly documents: readonly WatchedKind[];
  readonly lease: Lease;
  readonly log: Log;
  readonly times?: WatcherTimes;
  /** Told how to ask for what is late; only the process that watches knows of any. */
  readonly onLate?: (late: LateDocuments) => void;
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

const CAUSES: Readonly<Record<Fault, string>> = {
  full: '磁盘已满',
  timeout: '处理超时',
  place: '数据库或事件存储无法连接',
  size: '内容超出上限',
  document: '内容无法保存',
  bug: '程序出错，详见日志',
};
const causeOf = (error: unknown): string => (error === null ? '' : `（${CAUSES[faultOf(error)]}）`);
const keyOf = ({ spec }: WatchedKind, id: number): string => `${spec.name}-${id}`;

class Watch {
  readonly #deps: WatcherDeps;
  readonly #times: WatcherTimes;
  /** By event type. */
  readonly #facts: ReadonlyMap<string, Fact>;
  /** Documents not known to be at rest: an index over the log since the checkpoint, never the truth. */
  readonly #open = new Map<string, Entry>();
  /** What was brought to rest in this process before its events came by. */
  readonly #rested = new Map<string, AtRest>();
  #seen = -1;
  /** The feed has caught up: its events are of this moment. */
  #live = false;
  #saved = -1;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? TIMES;
    this.#facts = new Map(
      deps.documents.flatMap((documents) =>
        [...UNSETTLED, ...ENDS, ...(documents.spec.bringing ?? [])].map(
          (fact) => [`${documents.spec.name}${fact}`, { documents, fact }] as const,
        ),
      ),
    );
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#saved = await this.#deps.lease.position();
    this.#seen = this.#saved;
    this.#deps.onLate?.(() => this.#late());
    const stopListening = this.#deps.documents.map((documents) =>
      documents.onRest((id, rest) => this.#restedHere(keyOf(documents, id), rest)),
    );
    try {
      await Promise.all([this.#listen(signal), this.#tick(signal)]);
    } finally {
      for (const stop of stopListening) stop();
      this.#deps.onLate?.(NONE_LATE);
      await this.#save().catch(() => undefined);
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const types = [...this.#facts.keys()];
    while (!signal.aborted) {
      this.#live = false;
      try {
        for await (const fed of this.#deps.store.subscribe({ after: this.#seen, types, signal })) {
          if (fed.kind === 'event') this.#note(fed.event);
          else if (fed.kind === 'caught-up') this.#live = true;
          this.#seen = fed.kind === 'event' ? fed.event.position : Math.max(this.#seen, fed.position);
        }
      } catch (error) {
        this.#deps.log.warn('saga watcher lost its feed', { error });
        await this.#pause(this.#times.idleMs, signal);
      }
    }
  }

  #note(event: Recorded): void {
    const known = this.#facts.get(event.type);
    if (known === undefined) return;
    const key = keyOf(known.documents, event.data['documentId'] as number);
    const rest = this.#rested.get(key);
    if (rest !== undefined && rest.revision <= event.revision) this.#rested.delete(key);
    const entry = this.#entryOf(event, known, this.#open.get(key));
    const ended = entry.firstRelease === null && ENDS.has(known.fact);
    if (ended || (rest !== undefined && settles(rest, entry))) this.#open.delete(key);
    else this.#open.set(key, entry);
  }

  #entryOf(event: Recorded, { documents, fact }: Fact, before: Entry | undefined): Entry {
    // What is written just now is somebody's work, whatever the clock it was given (demo data live in the past).
    const age = this.#live ? 0 : Math.max(0, Date.now() - Date.parse(event.meta.at));
    return {
      documents,
      id: event.data['documentId'] as number,
      since: before?.since ?? event.position,
      openedAt: before?.openedAt ?? performance.now() - age,
      revision: event.revision,
      firstRelease: before?.firstRelease ?? (RELEASES.has(fact) ? event.revision : null),
      dueAt: performance.now() + Math.max(0, this.#times.idleMs - age),
      tries: 0,
      error: null,
    };
  }

  #restedHere(key: string, said: AtRest): void {
    const rest = joined(this.#rested.get(key), said);
    const entry = this.#open.get(key);
    if (entry !== undefined && settles(rest, entry)) this.#open.delete(key);
    if (entry === undefined || entry.revision < rest.revision) this.#rested.set(key, rest);
  }

  async #tick(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = performance.now();
      const due = [...this.#open.values()].filter((entry) => entry.dueAt <= now);
      await inFlight(due, async (entry) => (signal.aborted ? undefined : this.#resume(entry)), RESUMED_AT_A_TIME);
      await this.#save().catch((error: unknown) => this.#deps.log.warn('saga checkpoint not saved', { error }));
      await this.#pause(this.#times.tickMs, signal);
    }
  }

  async #resume(entry: Entry): Promise<void> {
    const { documents, id } = entry;
    const key = keyOf(documents, id);
    try {
      await documents.resume(id);
      if (this.#open.get(key) === entry) this.#open.delete(key);
    } catch (error) {
      const tries = entry.tries + 1;
      const delay = Math.min(this.#times.idleMs * 2 ** tries, MAX_DELAY_MS);
      this.#deps.log.error('document not resumed', { documents: documents.spec.name, id, tries, error });
      if (this.#open.get(key) === entry)
        this.#open.set(key, { ...entry, tries, error, dueAt: performance.now() + delay });
    }
  }

  #late(): readonly string[] {
    const before = performance.now() - this.#times.lateMs;
    return [...this.#open.values()]
      .filter(({ openedAt }) => openedAt < before)
      .map(({ documents, id, openedAt, error }) => {
        const seconds = Math.round((performance.now() - openedAt) / 1000);
        return `${documentNo(documents.spec.kind, id)} 已${seconds}秒未完成${causeOf(error)}，正在重试`;
      });
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
