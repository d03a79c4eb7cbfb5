/** Rules of a word: given once, disowned once and by whom it names. */
import type { Decider } from '../contracts/decider.ts';
import { refuse } from '../contracts/refusal.ts';
import type { WordEvent, WordGiven } from './contract.ts';

/** `given`: the word as it stands; null: none was. */
export type WordState = { readonly given: WordGiven | null; readonly disowned: boolean };
export type WordCommand =
  | { readonly type: 'Give'; readonly word: WordGiven }
  | { readonly type: 'Disown'; readonly word: string; readonly userId: number };

export const wordDecider: Decider<WordState, WordCommand, WordEvent> = {
  initial: { given: null, disowned: false },
  evolve: (state, event) => {
    switch (event.type) {
      case 'WordGiven':
        return { ...state, given: event.data };
      case 'WordDisowned':
        return { ...state, disowned: true };
    }
  },
  decide: (command, { given, disowned }) => {
    switch (command.type) {
      case 'Give':
        return given === null ? [{ type: 'WordGiven', data: command.word }] : [];
      case 'Disown':
        if (given?.approver.id !== command.userId)
          return refuse('not-found', 'word.unknown', '没有以你的名义给出的这次授权');
        return disowned ? [] : [{ type: 'WordDisowned', data: { word: command.word } }];
    }
  },
};
