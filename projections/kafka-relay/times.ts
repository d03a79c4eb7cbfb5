/** How long the relay waits for what, and that it waits longer the longer nothing gets through. */
export type Times = {
  /** Between two tries, doubling up to the longest. */
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
  readonly standbyMs: number;
  /** How often the head of the log is looked at. */
  readonly lookMs: number;
  /** Nothing acknowledged for so long, while there is something: told among the warnings. */
  readonly lateMs: number;
  /** A broker may take so long over a request; doubling up to the longest, so that a slow one is heard in the end. */
  readonly requestMs: number;
  readonly longestRequestMs: number;
};
export const TIMES: Times = {
  firstBackoffMs: 100,
  longestBackoffMs: 5_000,
  standbyMs: 1_000,
  lookMs: 1_000,
  lateMs: 10_000,
  requestMs: 6_000,
  longestRequestMs: 60_000,
};

export class Patience {
  readonly #times: Times;
  #backoffMs: number;
  #requestMs: number;
  constructor(times: Times) {
    this.#times = times;
    this.#backoffMs = times.firstBackoffMs;
    this.#requestMs = times.requestMs;
  }
  get requestMs(): number {
    return this.#requestMs;
  }
  /** How long to wait now. */
  failed(): number {
    const { longestBackoffMs, longestRequestMs } = this.#times;
    const now = this.#backoffMs;
    this.#backoffMs = Math.min(now * 2, longestBackoffMs);
    this.#requestMs = Math.min(this.#requestMs * 2, longestRequestMs);
    return now;
  }
  healed(): void {
    this.#backoffMs = this.#times.firstBackoffMs;
    this.#requestMs = this.#times.requestMs;
  }
}
