/** Every shape of a shift event that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { SHIFT_EVENT_TYPES, ShiftEvent } from './contract.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  expect(ShiftEvent.parse({ type, data })).toEqual({ type, data });
});
test('every event type has a golden file', () => {
  expect([...new Set(goldens.map(({ stored }) => stored.type))].toSorted()).toEqual([...SHIFT_EVENT_TYPES].toSorted());
});
