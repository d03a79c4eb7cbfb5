import { expect, test } from 'vitest';
import { readsOf } from './platform/parking/parked-answers.ts';
import { projections, queries, READS_FROM, READ_SLICES, titlesOf } from './registry.ts';

const nothing = { db: {} as never, store: {} as never, now: () => new Date(), parked: async () => [] };

test('every GET that shows a moment says which read models it is made of', () => {
  const asOf = queries(nothing).filter(({ takesAsOf }) => takesAsOf === true);
  expect(asOf.length).toBeGreaterThan(40);
  expect(asOf.filter(({ path }) => readsOf(READS_FROM, path) === undefined).map(({ path }) => path)).toEqual([]);
});
test('every read model that shows something is one of them, by its name', () => {
  const named = new Set(READS_FROM.flatMap((reads) => reads.projections));
  expect([...named].toSorted()).toEqual(
    projections
      .map(({ name }) => name)
      .filter((name) => name !== 'moments')
      .toSorted(),
  );
});
test('every read model has a title for people', () => {
  const titles = titlesOf(READ_SLICES);
  expect([...titles.keys()].toSorted()).toEqual(projections.map(({ name }) => name).toSorted());
  expect([...titles.values()].filter((title) => /[A-Za-z]/.test(title))).toEqual([]);
});
