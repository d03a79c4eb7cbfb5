import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

test('so many at once, the others in their order; a fault gives its lane back', async () => {
  const lanes = new Lanes(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (name: string): Promise<string> =>
    lanes.run(() => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(run);
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.reject(new Error('b broke'));
  await expect(b).rejects.toThrow('b broke');
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('a')?.resolve('a');
  await expect(a).resolves.toBe('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) ends.get(name)?.resolve(name);
  await expect(Promise.all([c, d])).resolves.toEqual(['c', 'd']);
});
