/** Every shape of a word that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { WordEvent } from './contract.ts';
import { wordDecider } from './decider.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = WordEvent.parse({ type, data });
  expect(fact).toEqual({ type, data });
  expect(wordDecider.evolve(wordDecider.initial, fact)).not.toEqual(wordDecider.initial);
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual(WordEvent.options.map((option) => option.shape.type.value).toSorted());
});
