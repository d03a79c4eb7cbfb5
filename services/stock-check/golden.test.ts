/** Every shape of a stock check event that was ever written must read for ever. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHECK_EVENT_TYPES } from './contract.ts';
import { checkDecider, parseCheckEvent } from './decider.ts';

const folder = new URL('./golden/', import.meta.url);
type Golden = { type: string; schema: number; data: Record<string, unknown> };
const goldens = readdirSync(folder).map((name) => ({
  name,
  stored: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden,
}));

test.each(goldens)('$name reads', ({ name, stored }) => {
  expect(name).toMatch(new RegExp(`^${stored.type}\\.v${stored.schema}(\\.[a-z-]+)?\\.json$`));
  const fact = parseCheckEvent(stored);
  expect(fact).toEqual({ type: stored.type, data: stored.data });
  expect(() => checkDecider.evolve(checkDecider.initial, fact)).not.toThrow();
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual([...CHECK_EVENT_TYPES].toSorted());
});
