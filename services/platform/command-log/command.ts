/** A command as the log of commands knows it. */
import type { OneCommit } from '../../contracts/one-commit.ts';
import type { Outcome } from '../answers/outcome.ts';

export type Command = {
  readonly userId: number;
  readonly key: string;
  readonly route: string;
  readonly bodyHash: string;
};
/** What the command does; `oneCommit` where all that it writes goes with its answer. */
export type Work = (newId: () => Promise<number>, oneCommit?: OneCommit) => Promise<Outcome>;
