/** One command at a time has what others want too; whoever waits too long goes on without. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noIds, SaveRequest } from './save-request.ts';
import { StreamWanted, Together } from './together.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { Turns, turnsOf } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything that waits for nothing but promises go on. */
const breathe = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));

test('goes to each in the order in which they asked', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const give = await turns.take('gift/1');
  const later = ['second', 'third'].map(async (name) => {
    const giveOn = await turns.take('gift/1');
    order.push(name);
    return giveOn;
  });
  await breathe();
  expect(order).toEqual([]);
  give();
  const second = await later[0];
  await breathe();
  expect(order).toEqual(['second']);
  second?.();
  await later[1];
  expect(order).toEqual(['second', 'third']);
});

test('of other names is nobody’s concern', async () => {
  const turns = new Turns();
  await turns.take('gift/1');
  await expect(turns.take('gift/2')).resolves.toBeTypeOf('function');
});

test('half a second is all that anybody waits; who came later still waits for both', async () => {
  const turns = new Turns();
  const giveFirst = await turns.take('gift/1');
  const second = turns.take('gift/1');
  await vi.advanceTimersByTimeAsync(500);
  const giveSecond = await second;
  let third = false;
  void turns.take('gift/1').then(() => (third = true));
  giveSecond();
  await breathe();
  expect(third).toBe(false);
  giveFirst();
  await breathe();
  expect(third).toBe(true);
});

test('a save has each of its own once, and gives all of them on when it ends', async () => {
  const store = new MemoryStore();
  const first = new Together({ store }, new SaveRequest(noIds));
  let both = 0;
  const asked = () => first.turns(['gift/2', 'gift/1']).then(() => (both += 1));
  const together = [asked(), asked()];
  await breathe();
  expect(both).toBe(2);
  await Promise.all(together);
  await first.turns(['gift/1']);
  const second = new Together({ store }, new SaveRequest(noIds));
  let had = false;
  const waiting = second.turns(['gift/1']).then(() => (had = true));
  await breathe();
  expect(had).toBe(false);
  first.end();
  await waiting;
  second.end();
  await expect(turnsOf(store).take('gift/1')).resolves.toBeTypeOf('function');
});

test('nobody waits in a circle: what is wanted out of the order of names is left, and taken first in the next run', async () => {
  const store = new MemoryStore();
  const first = new Together({ store }, new SaveRequest(noIds));
  await first.turns(['gift/1']);
  const request = new SaveRequest(noIds);
  const second = new Together({ store }, request);
  await second.turns(['gift/2']);
  await expect(second.turns(['gift/1'])).rejects.toThrow(StreamWanted);
  expect([...request.turns]).toEqual(['gift/2', 'gift/1']);
  second.end();
  first.end();
  const again = new Together({ store }, request);
  await again.turns([...request.turns]);
  for (const name of ['gift/1', 'gift/2']) {
    const other = new Together({ store }, new SaveRequest(noIds));
    await other.turns(['gift/3']);
    await expect(other.turns([name]), name).rejects.toThrow(StreamWanted);
    other.end();
  }
  again.end();
});
