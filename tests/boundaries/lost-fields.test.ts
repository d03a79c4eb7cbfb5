/** A lost save tells its figures in their units: by the names of fields, which say of every body what the table of values does. */
import { expect, test } from 'vitest';
import { NUMBERS, type Kind } from 'services/contracts/values';
import { toldAs, type FieldKind } from '../../mfe-admin/src/screens/lost-save/field-kinds.ts';
import { allRoutes } from '../support/routes.ts';
import { leavesOf } from '../support/schema-leaves.ts';

const OF_UNIT: Readonly<Record<string, FieldKind>> = { 元: 'money', 克: 'weight', 克拉: 'carat' };
const isNumber = (kind: Kind): kind is keyof typeof NUMBERS => kind in NUMBERS;
/** The number of a session and of a code by SMS is a text. */
const declared = (kind: Kind, name: string): FieldKind | undefined => {
  if (!isNumber(kind)) return /^ids?$/.test(name) ? 'id' : undefined;
  return kind === 'id' || kind === 'partnerId' ? 'id' : OF_UNIT[NUMBERS[kind].unit];
};
/** Of the last part of its place: `sellers.[].sellerId`. */
const nameOf = (path: string): string => path.split('.').findLast((part) => /^\w/.test(part)) ?? '';

test('what a field is called says what it is', () => {
  const leaves = allRoutes()
    .filter(({ method, body }) => method !== 'GET' && body !== undefined)
    .flatMap(({ method, path, body }) =>
      leavesOf(body!).map((leaf) => ({ ...leaf, place: `${method} ${path} ${leaf.path}` })),
    );
  const wrong = leaves.flatMap(({ path, kind, place }) => {
    if (kind === null) return [];
    const name = nameOf(path);
    const [told, wanted] = [toldAs(name), declared(kind, name)];
    return told === wanted || (told === 'shop' && wanted === 'id') ? [] : [`${place}: ${kind}, told as ${told}`];
  });
  expect(leaves.length).toBeGreaterThan(500);
  expect([...new Set(wrong)]).toEqual([]);
});
