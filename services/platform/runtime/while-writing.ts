/** Work that appends by itself belongs where the log is written: elsewhere each of its appends would be refused. */
import type { Writership } from '../event-store/port.ts';

const isHere = (writership: Writership): boolean => writership.place().kind === 'here';
/** Resolves once the answer is yes, or `signal` aborts. */
const once = (writership: Writership, signal: AbortSignal, isSo: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!isSo() && !signal.aborted) return;
      forget();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const forget = writership.onChange(look);
    signal.addEventListener('abort', look);
    look();
  });

/**
 * Runs `work` each time that this process becomes the one that writes, until it no longer is (its signal aborts then) or `signal` aborts.
 * Where any number of processes write it runs once.
 */
export const whileWriting = async (
  writership: Writership | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  if (writership === undefined) return work(signal);
  for (;;) {
    await once(writership, signal, () => isHere(writership));
    if (signal.aborted) return;
    const lost = new AbortController();
    const working = work(AbortSignal.any([signal, lost.signal]));
    // Awaited below, when the turn is over.
    working.catch(() => undefined);
    await once(writership, signal, () => !isHere(writership));
    lost.abort();
    await working;
  }
};
