import { expect, test } from 'vitest';
import { z } from 'zod';
import { EVENT_SCHEMAS } from '../../../house/log/event-schemas.ts';
import { namedPositions, withMovedPositions } from './moved-positions.ts';
import type { EventMeta, EventStore, JsonObject, Recorded } from './port.ts';

const meta = {} as EventMeta;
const event = (id: string, data: JsonObject): Recorded => ({
  id,
  type: 'X',
  data,
  meta,
  stream: 'x-1',
  revision: 0,
  position: 9,
});
const told = (data: JsonObject): readonly number[] => namedPositions({ data }, JSON.stringify(data));

test('positions are found wherever an event names them, and nothing else is taken for one', () => {
  const data = { header: { fromPosition: 3, untilPosition: 8, remark: 'bookPosition' }, lines: [{ bookPosition: 8 }] };
  expect(told(data)).toEqual([3, 8]);
  expect(told({ position: 4, composition: 5, bookPosition: null })).toEqual([]);
});

test('a reader hears where they are now; what was written since is as it was written', async () => {
  const old = event('a', { header: { fromPosition: 3, untilPosition: 8, till: '1' }, list: [{ position: 3 }] });
  const since = event('b', { bookPosition: 3 });
  const store = { read: async () => [old, since] } as unknown as EventStore;
  const moved = new Map([
    [
      'a',
      new Map([
        [3, 300],
        [8, 800],
      ]),
    ],
  ]);
  expect((await withMovedPositions(store, moved).read('x-1')).map(({ data }) => data)).toEqual([
    { header: { fromPosition: 300, untilPosition: 800, till: '1' }, list: [{ position: 3 }] },
    { bookPosition: 3 },
  ]);
  expect(withMovedPositions(store, new Map())).toBe(store);
});

/** Names of fields, wherever in a schema. */
const fieldsOf = (schema: unknown): string[] => {
  const found = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return [...JSON.stringify(found).matchAll(/"(\w*[pP]osition)":\{/g)].map(([, name = '']) => name);
};
test('every field of an event that is called a position is one that is moved', () => {
  const fields = new Set([...EVENT_SCHEMAS.values()].flatMap(fieldsOf));
  expect([...fields].toSorted()).toEqual(['bookPosition', 'fromPosition', 'untilPosition']);
});
