/** A command as the log of commands knows it. */
import type { Save } from '../../contracts/save.ts';
import type { Outcome } from '../answers/outcome.ts';

export type Command = {
  readonly userId: number;
  readonly key: string;
  readonly route: string;
  readonly bodyHash: string;
};
/** What the command does; `save` where its route says that it writes through one. */
export type Work = (newId: () => Promise<number>, save?: Save) => Promise<Outcome>;
