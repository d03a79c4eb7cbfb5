import { expect, test } from 'vitest';
import { measured } from '../http/metrics.ts';
import { streamByStream } from './appending.ts';
import type { EventStore } from './port.ts';
import { writable } from './writable.ts';

const asked: string[] = [];
const said =
  <Answer>(name: string, answer: Answer) =>
  (): Answer => {
    asked.push(name);
    return answer;
  };
const none = async function* (): AsyncGenerator<never> {};
/** Every capability of the port: one that is added does not compile until it stands here. */
const whole = {
  takesRows: true,
  readsParts: true,
  snapshots: { find: async () => null, offer: () => undefined, prune: async () => undefined },
  marks: { counted: true, first: async () => null, at: async () => [] },
  writership: {
    key: '',
    place: () => ({ kind: 'nobody' }),
    onChange: () => () => undefined,
    stand: () => undefined,
    resign: async () => undefined,
  },
  append: said('append', Promise.resolve({ revision: 0, position: 0 })),
  appendAll: said('appendAll', Promise.resolve([])),
  read: said('read', Promise.resolve([])),
  subscribe: said('subscribe', none()),
  history: said('history', none()),
  clockAheadMs: said('clockAheadMs', Promise.resolve(null)),
  head: said('head', Promise.resolve(0)),
  close: said('close', Promise.resolve()),
} as const satisfies Required<EventStore>;
const NAMES = (Object.keys(whole) as (keyof EventStore)[]).filter((name) => typeof whole[name] === 'function');
const metrics = { append: () => undefined };

test.each(NAMES)('%s of the house reaches the store behind its doors', async (name) => {
  const house = measured(writable(whole, new Map()), metrics);
  asked.length = 0;
  const method = house[name] as (...given: readonly unknown[]) => unknown;
  await (name === 'appendAll' ? method([]) : method('goods-1', 'any', []));
  expect(asked).toEqual([name]);
});

test('what is no method of the store stands behind its doors too', () => {
  const house = measured(writable(whole, new Map()), metrics);
  expect([house.takesRows, house.readsParts]).toEqual([true, true]);
  expect([house.snapshots, house.writership]).toEqual([whole.snapshots, whole.writership]);
});

test('what a store cannot do, its doors do not promise', () => {
  const { history: _, takesRows: __, appendAll: ___, ...plain } = whole;
  const house = measured(writable(plain, new Map()), metrics);
  expect(house).not.toHaveProperty('history');
  expect(house.takesRows).toBeUndefined();
  expect(house.appendAll).toBeUndefined();
  expect(streamByStream(whole).appendAll).toBeUndefined();
});

test('rows beside events pass both doors', async () => {
  const beside = () => [];
  const given: unknown[] = [];
  const store: EventStore = {
    ...whole,
    append: async (...call) => {
      given.push(...call);
      return { revision: 0, position: 0 };
    },
  };
  const house = measured(writable(store, new Map()), metrics);
  expect(house.takesRows).toBe(true);
  await house.append('goods-1', 'none', [], beside);
  expect(given).toEqual(['goods-1', 'none', [], beside]);
});
