/** How an edit is tried: on the document as it stands. */
import { isRefusal, type Refusal } from '../contracts/refusal.ts';

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
