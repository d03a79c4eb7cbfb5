/** Every shape of a noted fact that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { ExceptionEvent } from './contract.ts';
import { exceptionDecider } from './decider.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = ExceptionEvent.parse({ type, data });
  expect(fact).toEqual({ type, data });
  expect(exceptionDecider.evolve(exceptionDecider.initial, fact)).toEqual({ count: 1 });
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered]).toEqual(ExceptionEvent.options.map((option) => option.shape.type.value));
});
