/** What was started, stopped in the opposite order; one part that hangs does not keep the others. */
import type { Log } from './log.ts';

const PART_MS = 8_000;
type Part = { readonly name: string; readonly stop: () => Promise<unknown> };

export class Teardown {
  readonly #parts: Part[] = [];
  #running: Promise<void> | undefined;

  add(name: string, stop: () => Promise<unknown>): void {
    this.#parts.push({ name, stop });
  }

  /** Stops everything, last started first; safe to call twice. */
  run(log: Log): Promise<void> {
    this.#running ??= this.#stopAll(log);
    return this.#running;
  }

  async #stopAll(log: Log): Promise<void> {
    for (const part of this.#parts.toReversed()) {
      try {
        await withinTime(part);
      } catch (error) {
        log.error('part did not stop', { part: part.name, error });
      }
    }
  }
}

const withinTime = async ({ name, stop }: Part): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${PART_MS} ms`)), PART_MS);
  });
  try {
    await Promise.race([stop(), late]);
  } finally {
    clearTimeout(timer);
  }
};
