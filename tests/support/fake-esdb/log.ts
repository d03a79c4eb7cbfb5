/** The state of the double: streams, the log, and the rules of an append. No wire here. */
import { randomUUID } from 'node:crypto';

export type Proposed = {
  readonly id: string;
  readonly meta: Readonly<Record<string, string>>;
  /** Base64, as the wire's setters take it. */
  readonly custom: string;
  readonly data: string;
};
export type Stored = Proposed & {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly created: number;
};
export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;
export type Outcome =
  | { readonly kind: 'done'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong'; readonly current: number }
  | { readonly kind: 'deleted' };

/** What becomes of an append as it comes: told at once, dropped without a word, or taken: it is there once it has landed. */
export type Taken =
  | { readonly kind: 'told'; readonly outcome: Outcome }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'taken'; readonly land: () => Outcome };
export type Append = { readonly stream: string; readonly expected: Expected; readonly proposed: readonly Proposed[] };
export type LogOptions = {
  /** How far events lie apart (default 1): a real server's positions are bytes. */
  readonly stride?: number;
  /** Before each append an event of the system's own, as a server writes its figures. */
  readonly statistics?: boolean;
};

const STATISTICS: Proposed = {
  id: '',
  meta: { type: '$statsCollected', 'content-type': 'application/json' },
  custom: '',
  data: Buffer.from('{"proc-cpu":1}').toString('base64'),
};

export class Log {
  readonly events: Stored[] = [];
  readonly #streams = new Map<string, Stored[]>();
  /** Ids that are taken and not there yet: they count for whoever appends, and for nobody who reads. */
  readonly #flying = new Map<string, string[]>();
  readonly #tombstones = new Set<string>();
  readonly #listeners = new Set<() => void>();
  /** How far its clock is ahead of the tests', in milliseconds. */
  aheadMs = 0;
  readonly #stride: number;
  readonly #statistics: boolean;

  constructor({ stride = 1, statistics = false }: LogOptions = {}) {
    this.#stride = stride;
    this.#statistics = statistics;
  }

  /** Index of the first event at `position` or behind it. */
  indexAt(position: number): number {
    return Math.max(0, Math.ceil(position / this.#stride));
  }

  /** Whether a record begins there, or the log has ended before. */
  isReadable(position: number): boolean {
    return position % this.#stride === 0 || this.indexAt(position) >= this.events.length;
  }

  stream(name: string): readonly Stored[] | undefined {
    return this.#streams.get(name);
  }

  isTombstone(name: string): boolean {
    return this.#tombstones.has(name);
  }

  delete(name: string): void {
    this.#streams.delete(name);
  }

  tombstone(name: string): void {
    this.#tombstones.add(name);
  }

  /** As an older copy has it: nothing behind its first `count` events. */
  cutTo(count: number): void {
    this.events.length = Math.min(this.events.length, count);
    for (const [name, events] of this.#streams) {
      const kept = events.filter(({ position }) => position < count * this.#stride);
      if (kept.length === 0) this.#streams.delete(name);
      else this.#streams.set(name, kept);
    }
  }

  /** Called after every append; answers how to stop listening. */
  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  takenOf(stream: string): number {
    return (this.#streams.get(stream)?.length ?? 0) + (this.#flying.get(stream)?.length ?? 0);
  }

  take({ stream, expected, proposed }: Append): Taken {
    if (this.#tombstones.has(stream)) return { kind: 'told', outcome: { kind: 'deleted' } };
    const there = this.#streams.get(stream) ?? [];
    const flying = this.#flying.get(stream) ?? [];
    const ids = [...there.map(({ id }) => id), ...flying];
    const verdict = verdictOf(ids, expected, proposed);
    if (verdict === 'wrong') return { kind: 'told', outcome: { kind: 'wrong', current: ids.length - 1 } };
    if (verdict !== 'new') {
      const last = there[verdict];
      if (last === undefined) return { kind: 'dropped' };
      return { kind: 'told', outcome: { kind: 'done', revision: last.revision, position: last.position } };
    }
    this.#flying.set(stream, [...flying, ...proposed.map(({ id }) => id)]);
    return { kind: 'taken', land: () => this.#land(stream, proposed) };
  }

  #land(stream: string, proposed: readonly Proposed[]): Outcome {
    const landed = new Set(proposed.map(({ id }) => id));
    const flying = (this.#flying.get(stream) ?? []).filter((id) => !landed.has(id));
    if (flying.length === 0) this.#flying.delete(stream);
    else this.#flying.set(stream, flying);
    if (this.#statistics) this.#write('$stats-127.0.0.1:2113', { ...STATISTICS, id: randomUUID() });
    let last: Stored | undefined;
    for (const one of proposed) last = this.#write(stream, one);
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener();
    });
    return { kind: 'done', revision: last?.revision ?? -1, position: last?.position ?? 0 };
  }

  #write(stream: string, one: Proposed): Stored {
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, events);
    const position = this.events.length * this.#stride;
    const stored = { ...one, stream, revision: events.length, position, created: Date.now() + this.aheadMs };
    events.push(stored);
    this.events.push(stored);
    return stored;
  }
}

/**
 * Whether an append is new, does not fit, or is a repeat: then the index of its last event. As a server has it: to any place a repeat
 * is known by its ids wherever they lie, behind a revision only by those right behind it; half of one does not fit.
 */
type Verdict = number | 'new' | 'wrong';
const verdictOf = (ids: readonly string[], expected: Expected, proposed: readonly Proposed[]): Verdict => {
  if (expected === 'stream_exists' && ids.length === 0) return 'wrong';
  if (expected === 'any' || expected === 'stream_exists') return anywhere(ids, proposed);
  return behind(expected === 'no_stream' ? -1 : Number(expected), ids, proposed);
};
const anywhere = (ids: readonly string[], proposed: readonly Proposed[]): Verdict => {
  const places = proposed.map(({ id }) => ids.indexOf(id));
  if (places[0] === undefined || places[0] === -1) return 'new';
  return places.includes(-1) ? 'wrong' : (places.at(-1) ?? 'new');
};
const behind = (after: number, ids: readonly string[], proposed: readonly Proposed[]): Verdict => {
  const current = ids.length - 1;
  if (after === current) return 'new';
  const isRepeat = after < current && proposed.length > 0 && proposed.every(({ id }, n) => ids[after + 1 + n] === id);
  return isRepeat ? after + proposed.length : 'wrong';
};
