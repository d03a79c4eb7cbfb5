/**
 * How often shoppers' calls are answered, by address and by shopper. Of this process alone: what must hold in all of them (codes that
 * go out, wrong ones) is counted in the database.
 */

/** So many within such a time. */
export type CallLimit = { readonly most: number; readonly withinMs: number };
type Window = { readonly since: number; readonly count: number };
/** Whom it has not heard of for a window is forgotten; beyond so many all are. */
const MOST_SUBJECTS = 20_000;

export class CallCounter {
  readonly #limit: CallLimit;
  readonly #windows = new Map<string, Window>();
  constructor(limit: CallLimit) {
    this.#limit = limit;
  }
  /** Counts a call; milliseconds to wait, 0: go on. */
  enter(subject: string, now: number): number {
    const { most, withinMs } = this.#limit;
    const known = this.#windows.get(subject);
    const window = known === undefined || now - known.since >= withinMs ? { since: now, count: 0 } : known;
    if (window.count >= most) return window.since + withinMs - now;
    if (this.#windows.size >= MOST_SUBJECTS) this.#forget(now);
    this.#windows.set(subject, { ...window, count: window.count + 1 });
    return 0;
  }
  #forget(now: number): void {
    for (const [subject, { since }] of this.#windows)
      if (now - since >= this.#limit.withinMs) this.#windows.delete(subject);
    if (this.#windows.size >= MOST_SUBJECTS) this.#windows.clear();
  }
}
