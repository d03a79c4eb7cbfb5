/** Every shape of an event of copies that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { PrintedEvent } from '../contracts/print-copies.ts';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  expect(PrintedEvent.parse({ type, data })).toEqual({ type, data });
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered]).toEqual(PrintedEvent.options.map((option) => option.shape.type.value));
});
