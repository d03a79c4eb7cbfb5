/** Every shape of a balance event that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { BALANCE_EVENT_TYPES } from './contract.ts';
import { balanceDecider } from './decider.ts';
import { parseBalanceEvent } from './balances.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));
const meta = { key: 'k', correlationId: 'c', causationId: 'c', userId: 7, userName: '张三', shopId: null, schema: 1 };

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = parseBalanceEvent({ type, data, meta: { ...meta, at: '2026-11-10T10:00:00.000+08:00' } });
  expect(fact.data).toEqual(data);
  expect(() => balanceDecider.evolve(balanceDecider.initial, fact)).not.toThrow();
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual([...BALANCE_EVENT_TYPES].toSorted());
});
