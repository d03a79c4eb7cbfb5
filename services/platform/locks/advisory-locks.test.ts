import { expect, test } from 'vitest';
import { keyInSql, LOCKS, type AdvisoryLock, type NameLock } from './advisory-locks.ts';

const locks = Object.entries(LOCKS) as [string, AdvisoryLock][];
const twice = (keys: readonly (number | string)[]): readonly (number | string)[] =>
  keys.filter((key, place) => keys.indexOf(key) !== place);

test('no two locks have one number, one first key or one beginning of a hashed name', () => {
  const numbers = locks.flatMap(([, lock]) => ('number' in lock ? [lock.number] : []));
  const firsts = locks.flatMap(([, lock]) => ('first' in lock ? [lock.first] : []));
  const hashes = locks.flatMap(([, lock]) => ('hash' in lock ? [lock.hash] : []));
  expect([numbers.length > 5, firsts.length > 2, hashes.length > 1]).toEqual([true, true, true]);
  expect([twice(numbers), twice(firsts), twice(hashes)]).toEqual([[], [], []]);
});
test('of one seed no name begins with another, but for the tables of read models', () => {
  const named = locks.filter((entry): entry is [string, NameLock] => 'seed' in entry[1]);
  const clashes = named.flatMap(([own, { seed, name }]) =>
    named
      .filter(([other, lock]) => other !== own && lock.seed === seed && name.startsWith(lock.name))
      .map(([other]) => `${own} begins like ${other}`),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(clashes).toEqual(['readModelTables begins like readModel']);
});
test('a name is quoted as it is', () => {
  expect(keyInSql(LOCKS.logMove)).toBe("hashtextextended('move the log', 64)");
  expect(locks.filter(([, lock]) => 'seed' in lock && lock.name.includes("'"))).toEqual([]);
});
