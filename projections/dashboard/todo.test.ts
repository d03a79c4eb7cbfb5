import { expect, test } from 'vitest';
import { MANIFESTS } from 'services/contracts/manifests';
import { PENDING } from './todo.ts';

/** A check waits with the counts; a kind without an audit waits for nobody. */
const NOT_AUDITED_HERE = ['check'];

test('every kind of document that is audited waits on the home page', () => {
  const audited = MANIFESTS.filter(({ pages }) => pages.some(({ actions }) => actions?.includes('audit')));
  expect(audited.length).toBeGreaterThan(8);
  expect(PENDING.map(({ kind }) => kind).toSorted()).toEqual(
    audited
      .map(({ kind }) => kind)
      .filter((kind) => !NOT_AUDITED_HERE.includes(kind))
      .toSorted(),
  );
});
