import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

const never = new Promise<string>(() => undefined);
const fault = (): never => {
  throw new Error('late');
};

test('what is there in time counts, a fault too; else what is said of its being late', async () => {
  expect(await inTime(Promise.resolve('done'), 60_000, fault)).toBe('done');
  await expect(inTime(Promise.reject(new Error('failed')), 60_000, () => 'late')).rejects.toThrow('failed');
  expect(await inTime(never, 1, () => 'late')).toBe('late');
  await expect(inTime(never, 1, fault)).rejects.toThrow('late');
});
