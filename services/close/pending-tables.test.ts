import { expect, test } from 'vitest';
import { MANIFESTS } from '../contracts/manifests.ts';
import { PENDING_TABLES } from './live-checks.ts';

/** They are posted when they are saved: nobody audits them later. */
const POSTED_AT_ONCE = ['shift'];

test('a closing looks for what waits in every kind of document', () => {
  const kinds = MANIFESTS.map(({ kind }) => kind).filter((kind) => !POSTED_AT_ONCE.includes(kind));
  expect(PENDING_TABLES.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
});
