/** Old material of a shop at one fineness: every rule of its stream behind one door. */
import type { Decider, Verdict } from '../contracts/decider.ts';
import { OldMaterialEvent } from './events.ts';
import { claim, giveBack, hold, post, release, releaseClaim, type OldMaterialCommand } from './rules.ts';
import { evolve, initial, type OldMaterialFact, type OldMaterialState } from './state.ts';

const decide = (command: OldMaterialCommand, state: OldMaterialState): Verdict<OldMaterialEvent> => {
  switch (command.type) {
    case 'Hold':
      return hold(command, state);
    case 'Release':
      return release(command, state);
    case 'Post':
      return post(command, state);
    case 'Claim':
      return claim(command, state);
    case 'ReleaseClaim':
      return releaseClaim(command, state);
    case 'GiveBack':
      return giveBack(command, state);
  }
};
export const oldMaterialDecider: Decider<OldMaterialState, OldMaterialCommand, OldMaterialFact> = {
  initial,
  evolve,
  decide,
};

/** A stored event as the decider folds it: who and when ride along. */
export const parseOldMaterialEvent = (stored: {
  readonly type: string;
  readonly data: unknown;
  readonly meta: { readonly userName: string; readonly at: string };
}): OldMaterialFact => ({
  ...OldMaterialEvent.parse({ type: stored.type, data: stored.data }),
  meta: { userName: stored.meta.userName, at: stored.meta.at },
});
