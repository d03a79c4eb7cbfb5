/** Every shape of an old-material event that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { oldMaterialDecider, parseOldMaterialEvent } from './decider.ts';
import { OLD_MATERIAL_EVENT_TYPES } from './events.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = parseOldMaterialEvent({ type, data, meta: { userName: '张三', at: '2026-11-01T18:30:00.000+08:00' } });
  expect(fact.data).toEqual(data);
  expect(() => oldMaterialDecider.evolve(oldMaterialDecider.initial, fact)).not.toThrow();
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual([...OLD_MATERIAL_EVENT_TYPES].toSorted());
});
