/** A stock check out of a snapshot is the check, and another fold's snapshots are not read. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { goldensIn } from '../platform/testing/goldens.ts';
import { stateOfText, textOfState } from '../platform/streams/plain-state.ts';
import { CHECK_STATE } from './check-streams.ts';
import { checkDecider, parseCheckEvent, type CheckState } from './decider.ts';

const events = goldensIn(new URL('./golden/', import.meta.url)).map(({ today }) => parseCheckEvent(today));
const fold = (from: CheckState, some: typeof events): CheckState => some.reduce(checkDecider.evolve, from);

/** Whoever changes the state or its fold changes this digest: raise CHECK_STATE with it, or old snapshots are taken for new. */
const MADE = { state: 2, digest: '8f0f529944e763de' };
test('at any cut, with the number that goes with this fold', () => {
  const whole = fold(checkDecider.initial, events);
  const states = events.map((_, cut) => fold(checkDecider.initial, events.slice(0, cut)));
  for (const [cut, state] of states.entries()) {
    const again = stateOfText(textOfState(state)) as CheckState;
    expect(again).toStrictEqual(state);
    expect(fold(again, events.slice(cut))).toStrictEqual(whole);
  }
  const digest = createHash('sha256')
    .update(textOfState([...states, whole]))
    .digest('hex')
    .slice(0, 16);
  expect({ state: CHECK_STATE, digest }).toEqual(MADE);
});
