/**
 * Who comes first goes first: what many commands of a moment want (a gift, the old material of a shop) one of them has until it
 * is written. Without it they would all decide on what the first one changes. It saves work and proves nothing: an append at
 * the expected revision does, and other processes know nothing of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '../event-store/port.ts';

/** Whoever waits longer goes on without; so nobody waits in a circle. */
const PATIENCE_MS = 500;

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Somebody has it, or waits for it. */
  isWanted(name: string): boolean {
    return this.#last.has(name);
  }

  /** Waits for everybody who asked before; answers how to give the turn on, which must be called. */
  async take(name: string): Promise<() => void> {
    const before = this.#last.get(name);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const mine = before === undefined ? done : Promise.all([before, done]).then(() => undefined);
    this.#last.set(name, mine);
    if (before !== undefined) {
      const waited = new AbortController();
      const patience = pause(PATIENCE_MS, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([before, patience]);
      waited.abort();
    }
    return () => {
      resolve();
      if (this.#last.get(name) === mine) this.#last.delete(name);
    };
  }
}

const turns = new WeakMap<object, Turns>();
/** Those of a store, in this process. */
export const turnsOf = (store: Pick<EventStore, 'appendAll'>): Turns => {
  const known = turns.get(store) ?? new Turns();
  turns.set(store, known);
  return known;
};
