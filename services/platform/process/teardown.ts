/**
 * What was started, stopped in the opposite order; one part that hangs does not keep the others. It may begin while parts are
 * still being started: what comes later is stopped as it comes.
 */
import type { Log } from '../base/log.ts';

const PART_MS = 8_000;
type Part = {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
  /** Stopped also where the rest is left as it is: another process would live on without it. */
  readonly always: boolean;
};

/** The house is ended while a part of it was being started. */
export class EndedMeanwhile extends Error {
  constructor(part: string) {
    super(`ended while ${part} was being started`);
  }
}

export class Teardown {
  readonly #parts: Part[] = [];
  readonly #hurry = Promise.withResolvers<void>();
  readonly #begun = new AbortController();
  #running: Promise<void> | undefined;
  #hurried = false;

  /** Aborted once the end has begun: whoever waits for something during the start waits no longer. */
  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  /** @throws {EndedMeanwhile} once the end has begun; the part is stopped then. */
  add(name: string, stop: () => Promise<unknown>, { always = false } = {}): void {
    this.#parts.push({ name, stop, always });
    if (this.#begun.signal.aborted) throw new EndedMeanwhile(name);
  }

  /** Stops everything, last started first; safe to call twice. */
  run(log: Log): Promise<void> {
    this.#begun.abort();
    this.#running = (this.#running ?? Promise.resolve()).then(() => this.#stopAll(log));
    return this.#running;
  }

  /** No waiting for what is under way: only what must not be left behind is still stopped. */
  hurry(): void {
    this.#hurried = true;
    this.#hurry.resolve();
  }

  async #stopAll(log: Log): Promise<void> {
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) {
      if (this.#hurried && !part.always) continue;
      try {
        await withinTime(part, part.always ? new Promise(() => undefined) : this.#hurry.promise);
      } catch (error) {
        log.error('part did not stop', { part: part.name, error });
      }
    }
  }
}

const withinTime = async ({ name, stop }: Part, hurry: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${PART_MS} ms`)), PART_MS);
  });
  try {
    await Promise.race([stop(), late, hurry]);
  } finally {
    clearTimeout(timer);
  }
};
