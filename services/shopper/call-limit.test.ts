/** How often shoppers may call. */
import { expect, test } from 'vitest';
import { CallCounter } from './call-limit.ts';

test('what is beyond the limit waits for the end of the window, each subject for itself', () => {
  const counter = new CallCounter({ most: 2, withinMs: 1_000 });
  expect([counter.enter('a', 0), counter.enter('a', 100), counter.enter('a', 300)]).toEqual([0, 0, 700]);
  expect(counter.enter('b', 300)).toBe(0);
  expect([counter.enter('a', 999), counter.enter('a', 1_000)]).toEqual([1, 0]);
});
test('ten thousand subjects are no burden, and those who called often are remembered among them', () => {
  const counter = new CallCounter({ most: 1, withinMs: 1_000 });
  expect(counter.enter('guesser', 0)).toBe(0);
  for (let nth = 0; nth < 10_000; nth += 1) counter.enter(`other-${nth}`, 1);
  expect(counter.enter('guesser', 2)).toBe(998);
});
