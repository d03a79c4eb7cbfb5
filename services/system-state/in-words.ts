/** What a terminal is told. */
import { STATES, STATE_WORDS, type State, type SystemState } from './contract.ts';

const MARKS: Readonly<Record<State, string>> = { good: '✓', attention: '!', bad: '✗' };
/** A line a check, what to do behind it. */
export const inWords = ({ lines }: SystemState): readonly string[] =>
  lines.map(
    ({ title, state, text, todo }) =>
      `${MARKS[state]} ${STATE_WORDS[state]}　${title}：${text}${todo === '' ? '' : ` → ${todo}`}`,
  );
/** For scripts: 0 all is well, 1 something wants attention, 2 something does not hold. */
export const exitCodeOf = ({ state }: Pick<SystemState, 'state'>): number => STATES.indexOf(state);
