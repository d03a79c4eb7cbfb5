/** Every shape of a stock check event that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { CHECK_EVENT_TYPES } from './contract.ts';
import { checkDecider, parseCheckEvent } from './decider.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = parseCheckEvent({ type, data });
  expect(fact).toEqual({ type, data });
  expect(() => checkDecider.evolve(checkDecider.initial, fact)).not.toThrow();
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual([...CHECK_EVENT_TYPES].toSorted());
});
