/**
 * Appends whose outcome the server does not tell. One that is dropped because the same is in flight, or is not written in time,
 * comes back as a passed deadline; a follower says who leads. Sent again with the same ids each of them is there once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType, isCommandError } from '@eventstore/db-client';
import { StoreUnavailable, type Appended } from '../port.ts';

const AGAIN_MS = 20;
const UNTOLD: readonly string[] = [ErrorType.DEADLINE_EXCEEDED, ErrorType.TIMEOUT, ErrorType.NOT_LEADER];
const isUntold = (error: unknown): boolean =>
  error instanceof Error && isCommandError(error) && UNTOLD.includes(error.type);

/** The client can lose an append whose connection breaks while it is being sent: it would never be answered. */
const inTime = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('append: no answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Sends until the outcome is told, `patienceMs` at most. @throws what `send` throws otherwise. */
export const untilTold = async <T>(patienceMs: number, send: () => Promise<T>): Promise<T> => {
  const until = performance.now() + patienceMs;
  for (;;) {
    const left = until - performance.now();
    try {
      return await inTime(send(), left);
    } catch (error) {
      if (!isUntold(error) || left <= 2 * AGAIN_MS) throw error;
    }
    await pause(AGAIN_MS);
  }
};

/** An append that is under way already is waited for instead of sent beside itself. */
export class InFlight {
  readonly #appends = new Map<string, Promise<Appended>>();

  once(key: string, send: () => Promise<Appended>): Promise<Appended> {
    const known = this.#appends.get(key);
    if (known !== undefined) return known;
    const sent = send().finally(() => this.#appends.delete(key));
    this.#appends.set(key, sent);
    return sent;
  }
}
