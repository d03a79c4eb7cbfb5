/**
 * Calls that a server answers another time or elsewhere. An append that is dropped because the same is in flight, or is not written
 * in time, comes back as a passed deadline: sent again with the same ids it is there once. A follower says who leads, and the client
 * goes there; while nobody leads a server is not ready.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType, isCommandError } from '@eventstore/db-client';
import { inTime } from '../../base/in-time.ts';
import { StoreUnavailable, type Appended } from '../port.ts';

const AGAIN_MS = 20;
const UNTOLD: readonly string[] = [ErrorType.DEADLINE_EXCEEDED, ErrorType.TIMEOUT];
/** Of a batched append it is said in words alone. */
const NOT_DONE = /server is (not ready|busy|too busy)|no leader info/i;
const isUnled = (error: unknown): boolean =>
  error instanceof Error &&
  isCommandError(error) &&
  (error.type === ErrorType.NOT_LEADER || (error.type === ErrorType.UNKNOWN && NOT_DONE.test(error.message)));
const isUntold = (error: unknown): boolean =>
  isUnled(error) || (error instanceof Error && isCommandError(error) && UNTOLD.includes(error.type));

/** The client can lose an append whose connection breaks while it is being sent: it would never be answered. */
const lost = (): never => {
  throw new StoreUnavailable('append: no answer in time');
};

/** Sends until the outcome is told, `patienceMs` at most. @throws what `send` throws otherwise. */
export const untilTold = async <T>(patienceMs: number, send: () => Promise<T>): Promise<T> => {
  const until = performance.now() + patienceMs;
  for (;;) {
    const left = (): number => until - performance.now();
    try {
      return await inTime(send(), left(), lost);
    } catch (error) {
      if (!isUntold(error) || left() <= 2 * AGAIN_MS) throw error;
    }
    await pause(AGAIN_MS);
  }
};

/** Asks until one that leads answers, `patienceMs` at most. @throws what `ask` throws otherwise. */
export const untilLed = async <T>(patienceMs: number, ask: () => Promise<T>): Promise<T> => {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnled(error) || performance.now() > until) throw error;
    }
    await pause(AGAIN_MS);
  }
};

/** What a write in flight is told of can be read once that one is there, if it ever is. */
const IN_FLIGHT_MS = 2_000;
export const untilReadable = async (isThere: () => Promise<boolean>): Promise<void> => {
  const until = performance.now() + IN_FLIGHT_MS;
  while (!(await isThere().catch(() => true)) && performance.now() < until) await pause(AGAIN_MS);
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
