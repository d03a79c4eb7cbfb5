/** Every shape of a goods or import event that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { goodsDecider, parseGoodsEvent } from './decider.ts';
import { GOODS_EVENT_TYPES, ImportEvent } from './events.ts';

const goldens = goldensIn(new URL('./golden/', import.meta.url));
const IMPORT_EVENT_TYPES = ImportEvent.options.map((option) => option.shape.type.value);

test.each(goldens)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  if (type.startsWith('Import')) {
    expect(ImportEvent.parse({ type, data })).toEqual({ type, data });
    return;
  }
  const fact = parseGoodsEvent({ type, data, meta: { userName: '张三', at: '2026-11-01T18:30:00.000+08:00' } });
  expect(fact.data).toEqual(data);
  expect(() => goodsDecider.evolve(goodsDecider.initial, fact)).not.toThrow();
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual([...GOODS_EVENT_TYPES, ...IMPORT_EVENT_TYPES].toSorted());
});
