import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('so many at once, the others in their order; who leaves the queue is passed over', () => {
  const turns = new Turns(2);
  const [a, b, c, d, e] = [turns.ask(), turns.ask(), turns.ask(), turns.ask(), turns.ask()] as const;
  const granted = () => [a, b, c, d, e].map((turn) => turn.granted.aborted);
  expect(granted()).toEqual([true, true, false, false, false]);
  c.end();
  a.end();
  expect(granted()).toEqual([true, true, false, true, false]);
  b.end();
  d.end();
  e.end();
  expect(turns.ask().granted.aborted).toBe(true);
});
