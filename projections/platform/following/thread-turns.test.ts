import { expect, test } from 'vitest';
import { breathing } from './thread-turns.ts';
import { memoryStore } from '../testing/memory-store.ts';

const events = (count: number) => {
  const store = memoryStore();
  store.record(...Array.from({ length: count }, () => ({ type: 'A', data: {} })));
  return store.events;
};

test('all events are worked on in order, with a pause after each 5 ms', async () => {
  let clock = 0;
  let turns = 0;
  let isOver = false;
  const look = (): void => {
    turns += 1;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const done: number[] = [];
  await breathing(
    events(320),
    (some) => {
      clock += 3;
      done.push(...some.map(({ position }) => position));
    },
    () => clock,
  );
  isOver = true;
  expect(done).toEqual(Array.from({ length: 320 }, (_, n) => n));
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('those who pause go on one after the other', async () => {
  const order: string[] = [];
  let clock = 0;
  const now = () => (clock += 6);
  let turns = 0;
  const look = (): void => {
    turns += 1;
    if (turns < 20) setImmediate(look);
  };
  setImmediate(look);
  const worker = (name: string) => breathing(events(96), () => void order.push(`${name}${turns}`), now);
  await Promise.all([worker('a'), worker('b'), worker('c')]);
  const later = order.slice(3).map((entry) => entry.slice(1));
  expect(new Set(later).size).toBe(later.length);
});
