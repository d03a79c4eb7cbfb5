/**
 * Runs what a save does until it is written: together, again and again while somebody else is faster, holding the turns of what was
 * in the way; or in steps, where the store takes one append at a time or all of it is too much for one.
 */
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Save } from '../../contracts/save.ts';
import {
  AppendTooLarge,
  RowsRefused,
  StoreUnavailable,
  WrongExpectedRevision,
  type EventStore,
} from '../event-store/port.ts';
import { noIds, SaveRequest } from './save-request.ts';
import { Steps } from './steps.ts';
import { StreamWanted, Together, type TogetherWays } from './together.ts';

/** So long somebody else may be faster. */
const PATIENCE_MS = 2_000;
/** On a machine that is slow itself. */
const LEAST_TRIES = 3;
const OVERTAKEN = Symbol('overtaken');
/** Nothing of it was written; the same key may be tried again. */
export const BUSY = refuse('unavailable', 'platform.busy', '操作冲突，请稍后重试');

export type Saving<Done> = TogetherWays & {
  readonly request: SaveRequest;
  readonly run: (save: Together) => Promise<Done>;
  readonly isRefused: (done: Done) => boolean;
  /** What it came to once it is durable; null: it goes in steps. */
  readonly write: (save: Together, done: Done) => Promise<Done | null>;
};

/** What the writer says of a save that is not written: somebody was faster, or it is not for one append. */
export const isMisfit = (error: unknown): error is WrongExpectedRevision | AppendTooLarge | RowsRefused =>
  error instanceof WrongExpectedRevision || error instanceof AppendTooLarge || error instanceof RowsRefused;
const misfit = (error: unknown, save: Together, { turns }: SaveRequest): null | typeof OVERTAKEN => {
  if (!isMisfit(error)) throw error;
  save.misfit();
  if (!(error instanceof WrongExpectedRevision)) return null;
  turns.add(error.stream);
  return OVERTAKEN;
};
/** Run to its end; what it came to by what was not so is nothing. */
const ran = async <Done>({ run, isRefused }: Saving<Done>, save: Together): Promise<Done | typeof OVERTAKEN> => {
  try {
    const done = await run(save);
    const isToldBy = isRefused(done) || save.mustLeaveOut;
    return isToldBy && !(await save.stands()) ? OVERTAKEN : done;
  } catch (error) {
    if (error instanceof StreamWanted) return OVERTAKEN;
    if (error instanceof AppendTooLarge || error instanceof StoreUnavailable || (await save.stands())) throw error;
    return OVERTAKEN;
  }
};

const runOnce = async <Done>(saving: Saving<Done>, save: Together): Promise<Done | null | typeof OVERTAKEN> => {
  try {
    const done = await ran(saving, save);
    if (done === OVERTAKEN || (saving.isRefused(done) && !save.isPartly)) return done;
    if (save.mustLeaveOut) return OVERTAKEN;
    const written = await saving.write(save, done);
    if (written !== null) await save.saved();
    return written;
  } catch (error) {
    return misfit(error, save, saving.request);
  }
};

/** One try; what rules took elsewhere is given back where nothing of it is there. */
const tried = async <Done>(saving: Saving<Done>): Promise<Done | null | typeof OVERTAKEN> => {
  const save = new Together(saving, saving.request);
  try {
    await save.turns([...saving.request.turns]);
    const done = await runOnce(saving, save);
    await save.lapsed();
    return done;
  } catch (error) {
    // An append without an answer may still be written: what was taken for it stays taken.
    if (!(error instanceof StoreUnavailable)) await save.lapsed();
    throw error;
  } finally {
    save.end();
  }
};

/** null: nothing was written, and it goes in steps. */
export const saveTogether = async <Done>(saving: Saving<Done>): Promise<Done | Refusal | null> => {
  let done = await tried(saving);
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let again = 1; done === OVERTAKEN; again += 1) {
    if (again > LEAST_TRIES && performance.now() > giveUpAt) return BUSY;
    done = await tried(saving);
  }
  return done;
};

/** All that `run` sends, together where the store can, once it is written; of work that is no command of its own. */
export const saved = async <Done extends { readonly position: number }>(
  store: EventStore,
  run: (save: Save) => Promise<Done | Refusal>,
): Promise<Done | Refusal> => {
  const saving: Saving<Done | Refusal> = {
    store,
    request: new SaveRequest(noIds),
    run,
    isRefused: isRefusal,
    write: async (save, done) => {
      if (save.isEmpty) return done;
      const { position } = await save.write();
      return isRefusal(done)
        ? { ...done, settled: { position } }
        : { ...done, position: Math.max(done.position, position) };
    },
  };
  const done = store.appendAll === undefined ? null : await saveTogether(saving);
  return done ?? new Steps(store).run(run, isRefusal);
};
