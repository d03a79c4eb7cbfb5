/** Every shape of an event of the board that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { QuotedPriceEvent } from './contract.ts';
import { quotedPriceDecider } from './decider.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = QuotedPriceEvent.parse({ type, data });
  expect(fact).toEqual({ type, data });
  expect(quotedPriceDecider.evolve(quotedPriceDecider.initial, fact).version).toBe(2);
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered]).toEqual(QuotedPriceEvent.options.map((option) => option.shape.type.value));
});
