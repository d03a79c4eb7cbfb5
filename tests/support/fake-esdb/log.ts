/** The state of the double: streams, the log, and the rules of an append. No wire here. */
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

export class Log {
  readonly events: Stored[] = [];
  readonly #streams = new Map<string, Stored[]>();
  readonly #tombstones = new Set<string>();
  readonly #listeners = new Set<() => void>();
  /** How far events lie apart: a real server's positions are bytes. */
  readonly #stride: number;

  constructor(stride = 1) {
    this.#stride = stride;
  }

  /** Index of the first event at `position` or behind it. */
  indexAt(position: number): number {
    return Math.max(0, Math.ceil(position / this.#stride));
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

  append(stream: string, expected: Expected, proposed: readonly Proposed[]): Outcome {
    if (this.#tombstones.has(stream)) return { kind: 'deleted' };
    const events = this.#streams.get(stream) ?? [];
    const current = events.length - 1;
    const repeat = repeatOf(events, expected, proposed);
    if (repeat !== undefined) return { kind: 'done', revision: repeat.revision, position: repeat.position };
    if (!fits(expected, current)) return { kind: 'wrong', current };
    this.#streams.set(stream, events);
    for (const one of proposed) {
      const place = {
        stream,
        revision: events.length,
        position: this.events.length * this.#stride,
        created: Date.now(),
      };
      const stored = { ...one, ...place };
      events.push(stored);
      this.events.push(stored);
    }
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener();
    });
    return { kind: 'done', revision: events.length - 1, position: (this.events.length - 1) * this.#stride };
  }
}

function fits(expected: Expected, current: number): boolean {
  if (expected === 'any') return true;
  if (expected === 'no_stream') return current === -1;
  if (expected === 'stream_exists') return current >= 0;
  return BigInt(current) === expected;
}

/** The last event of an earlier append of the same ids: behind the expected revision, or anywhere for 'any'. */
function repeatOf(events: readonly Stored[], expected: Expected, proposed: readonly Proposed[]): Stored | undefined {
  if (proposed.length === 0) return undefined;
  const from =
    typeof expected === 'bigint'
      ? Number(expected) + 1
      : expected === 'no_stream'
        ? 0
        : events.findIndex(({ id }) => id === proposed[0]?.id);
  const same = from >= 0 && proposed.every(({ id }, n) => events[from + n]?.id === id);
  return same ? events[from + proposed.length - 1] : undefined;
}
