/** Waiting at the start for what may only be away. */
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 500;
const TELL_EVERY = 20;

type Asked = {
  readonly ask: () => Promise<unknown>;
  /** What is wrong, where asking again would not help: a sentence, or null. */
  readonly wrongWith: (error: unknown) => string | null;
  readonly isAway: (error: unknown) => boolean;
  /** Called at once and every ten seconds while it is away. */
  readonly tell: () => void;
};
export type Waiting = { readonly signal?: AbortSignal | undefined; readonly wait?: () => Promise<void> };

/**
 * Answers null when it answers (one that is away is waited for until `signal`), or what is wrong with it.
 * @throws what it throws otherwise, and when `signal` aborts.
 */
export const untilThere = async (
  { ask, wrongWith, isAway, tell }: Asked,
  { signal, wait = () => pause(PAUSE_MS, undefined, { signal }) }: Waiting = {},
): Promise<string | null> => {
  for (let asked = 0; ; asked += 1) {
    try {
      await ask();
      return null;
    } catch (error) {
      const wrong = wrongWith(error);
      if (wrong !== null) return wrong;
      if (!isAway(error)) throw error;
      if (asked % TELL_EVERY === 0) tell();
      signal?.throwIfAborted();
      await wait();
    }
  }
};
