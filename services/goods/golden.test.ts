/** Every shape of a goods or import event that was ever written must read for ever. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goodsDecider, parseGoodsEvent } from './decider.ts';
import { GOODS_EVENT_TYPES, ImportEvent } from './events.ts';

const folder = new URL('./golden/', import.meta.url);
type Golden = { type: string; schema: number; data: Record<string, unknown> };
const goldens = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, stored: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden }));
const IMPORT_EVENT_TYPES = ImportEvent.options.map((option) => option.shape.type.value);

test.each(goldens)('$name reads', ({ name, stored }) => {
  expect(name).toMatch(new RegExp(`^${stored.type}\\.v${stored.schema}(\\.[a-z-]+)?\\.json$`));
  if (stored.type.startsWith('Import')) {
    expect(ImportEvent.parse(stored).type).toBe(stored.type);
    return;
  }
  const fact = parseGoodsEvent({ ...stored, meta: { userName: '张三', at: '2026-11-01T18:30:00.000+08:00' } });
  expect(fact.data).toMatchObject(stored.data);
  expect(() => goodsDecider.evolve(goodsDecider.initial, fact)).not.toThrow();
});
test('every event type has a golden file', () => {
  const covered = new Set(goldens.map(({ stored }) => stored.type));
  expect([...covered].toSorted()).toEqual([...GOODS_EVENT_TYPES, ...IMPORT_EVENT_TYPES].toSorted());
});
