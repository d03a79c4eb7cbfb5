/** All that a command makes a document and its custodians write, as one append: any misfit, and the saga goes step by step. */
import { DoesNotFit } from '../contracts/one-commit.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { AppendTooLarge, WrongExpectedRevision, type EventStore } from '../platform/event-store/port.ts';
import { Gathered } from '../platform/streams/gathered.ts';

/** What was remembered may be old; after that somebody else is faster. */
const TRIES = 2;

/**
 * What `run` answers, once all that it gathered is written, with the position of its last event; null when that cannot be,
 * and nothing was written.
 * @throws {StoreUnavailable} when the outcome stays unknown for 5 s: the same key may be tried again.
 */
export const oneAppend = async <Done extends { readonly position: number }>(
  store: EventStore,
  run: (oneCommit: Gathered) => Promise<Done | Refusal>,
): Promise<Done | Refusal | null> => {
  if (store.appendAll === undefined) return null;
  for (let left = TRIES; left > 0; left -= 1) {
    const gathered = new Gathered(store);
    try {
      const done = await run(gathered);
      if (isRefusal(done)) return done;
      const { position } = await gathered.write(store);
      return { ...done, position: Math.max(done.position, position) };
    } catch (error) {
      if (error instanceof DoesNotFit || error instanceof AppendTooLarge) return null;
      if (!(error instanceof WrongExpectedRevision)) throw error;
      gathered.misfit();
    } finally {
      gathered.end();
    }
  }
  return null;
};
