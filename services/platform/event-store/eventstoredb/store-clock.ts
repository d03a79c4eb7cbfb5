/**
 * The server's clock, by the moment that it gave to events of this process: nobody tells it otherwise. Of an append that was a repeat
 * the event is older, so two appends have to say the same, and the smaller difference counts.
 */
import { aheadMs, type Asked } from '../clocks.ts';

type OwnAppend = Asked & { readonly stream: string; readonly revision: number };
/** Milliseconds since 1970; null where the event is not there. */
type CreatedAt = (stream: string, revision: number) => Promise<number | null>;

export class StoreClock {
  #last: OwnAppend | null = null;
  #before: OwnAppend | null = null;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Runs an append and keeps when it was sent and answered. */
  async noting<Done extends { readonly revision: number }>(stream: string, append: () => Promise<Done>): Promise<Done> {
    const sent = this.#now();
    const done = await append();
    [this.#before, this.#last] = [this.#last, { stream, revision: done.revision, sent, heard: this.#now() }];
    return done;
  }

  /** How far the server's clock is ahead of this process's; null before it has appended twice. */
  async aheadMs(createdAt: CreatedAt): Promise<number | null> {
    if (this.#before === null || this.#last === null) return null;
    const told: number[] = [];
    for (const own of [this.#before, this.#last]) {
      const at = await createdAt(own.stream, own.revision);
      if (at === null) return null;
      told.push(aheadMs(at, own));
    }
    return told.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
  }
}
