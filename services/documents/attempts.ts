/** How a save is tried: on the document as it stands, and with what its rules took given back where it fails. */
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { StoreUnavailable } from '../platform/event-store/port.ts';

/** Where the client names no revision, what comes between is read, and all of it judged anew, this often. */
const TRIES = 5;
export const untilNotOvertaken = async <Outcome extends object>(
  { ifMatch }: { readonly ifMatch?: number | undefined },
  attempt: () => Promise<Outcome | Refusal>,
): Promise<Outcome | Refusal> => {
  for (let tries = 1; ; tries += 1) {
    const done = await attempt();
    const overtaken = isRefusal(done) && done.kind === 'stale' && ifMatch === undefined;
    if (!overtaken || tries === TRIES) return done;
  }
};

/** An append without an answer may still be written: what was taken for it stays taken. */
export const orDropped = async <Outcome extends object>(
  dropped: (() => Promise<void>) | undefined,
  save: () => Promise<Outcome | Refusal>,
): Promise<Outcome | Refusal> => {
  try {
    const outcome = await save();
    if (isRefusal(outcome)) await dropped?.();
    return outcome;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) await dropped?.();
    throw error;
  }
};
