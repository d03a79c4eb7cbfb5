import { expect, test } from 'vitest';
import { measured } from '../http/metrics.ts';
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
const whole: Required<EventStore> = {
  append: said('append', Promise.resolve({ revision: 0, position: 0 })),
  read: said('read', Promise.resolve([])),
  subscribe: said('subscribe', none()),
  history: said('history', none()),
  head: said('head', Promise.resolve(0)),
  close: said('close', Promise.resolve()),
};
const NAMES = Object.keys(whole) as (keyof EventStore)[];
const metrics = { append: () => undefined };

test.each(NAMES)('%s of the house reaches the store behind its doors', async (name) => {
  const house = measured(writable(whole, new Map()), metrics);
  asked.length = 0;
  const method = house[name] as (...given: readonly unknown[]) => unknown;
  await method('goods-1', 'any', []);
  expect(asked).toEqual([name]);
});

test('what a store cannot do, its doors do not promise', () => {
  const { history: _, ...plain } = whole;
  expect(measured(writable(plain, new Map()), metrics)).not.toHaveProperty('history');
});
