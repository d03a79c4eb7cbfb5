import { expect, test } from 'vitest';
import { batched } from './batches.ts';

test('what is asked while a batch runs goes into the next one, each with its own answer', async () => {
  const batches: number[][] = [];
  const double = batched(async (inputs: readonly number[]) => {
    batches.push([...inputs]);
    await new Promise((resolve) => setImmediate(resolve));
    return inputs.map((input) => input * 2);
  });
  const first = [double(1), double(2)];
  expect(await Promise.all(first)).toEqual([2, 4]);
  const second = [double(3)];
  await new Promise((resolve) => setImmediate(resolve));
  second.push(double(4), double(5));
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5]);
  expect(batches.length).toBeLessThan(5);
});

test('a batch that fails fails for everyone in it, and the next one runs', async () => {
  const ask = batched(async (inputs: readonly number[]) => {
    if (inputs.includes(0)) throw new RangeError('zero');
    return inputs;
  });
  expect(await Promise.allSettled([ask(0), ask(1)])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await ask(2)).toBe(2);
});

test('who gathers waits first: what is asked meanwhile goes along', async () => {
  const batches: number[][] = [];
  const ask = batched(async (inputs: readonly number[]) => {
    batches.push([...inputs]);
    return inputs;
  }, 500);
  const first = ask(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all([first, ask(2), ask(3)])).toEqual([1, 2, 3]);
  expect(batches).toEqual([[1, 2, 3]]);
});
