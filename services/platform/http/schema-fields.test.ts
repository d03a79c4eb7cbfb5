import { expect, test } from 'vitest';
import { z } from 'zod';
import { knownBy } from './schema-fields.ts';

type Tree = { name: string; children?: Tree[] | undefined };
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree).optional() }));
const Body = z.object({
  name: z.string().trim(),
  lines: z.array(z.object({ id: z.int() }).transform(({ id }) => id)).nullish(),
  either: z.union([z.string(), z.object({ a: z.string() }), z.object({ b: z.string() })]).optional(),
  free: z.record(z.string(), z.unknown()).default({}),
  both: z.intersection(z.object({ l: z.int() }), z.object({ r: z.int() })).optional(),
  pair: z.tuple([z.object({ x: z.int() }), z.int()]).optional(),
  first: z.preprocess((value) => value, z.object({ x: z.int() })).optional(),
  tree: Tree.optional(),
});
const known = knownBy(Body);

test('what a schema names stays as it was sent, spaces and all', () => {
  const sent = {
    name: ' 店 ',
    lines: [{ id: 1 }],
    either: { b: 'b' },
    free: { any: { thing: [1] } },
    both: { l: 1, r: 2 },
    pair: [{ x: 1 }, 2],
    first: { x: 1 },
    tree: { name: 'a', children: [{ name: 'b' }] },
  };
  expect(known(sent)).toEqual(sent);
});
test('what it does not name is gone, at any depth and behind every kind of schema', () => {
  const evil = { deep: [[{ deep: 'evil' }]] };
  const sent = {
    name: '店',
    evil,
    toString: evil,
    constructor: evil,
    lines: [{ id: 1, evil }],
    either: { a: 'a', evil },
    both: { l: 1, r: 2, evil },
    pair: [{ x: 1, evil }, 2, evil],
    first: { x: 1, evil },
    tree: { name: 'a', evil, children: [{ name: 'b', evil }] },
  };
  expect(JSON.stringify(known(sent))).not.toContain('evil');
  expect(known(known(sent))).toEqual(known(sent));
  expect(Body.omit({ pair: true }).parse(known(sent))).toEqual(Body.omit({ pair: true }).parse(sent));
});
test('what is no object at all is left to the schema', () => {
  for (const value of [null, undefined, 'text', 7, [], ['x']]) expect(known(value)).toEqual(value);
  expect(known({ name: 7, lines: 'x', tree: null })).toEqual({ name: 7, lines: 'x', tree: null });
});
test('a schema that no JSON fits is a fault of the route', () => {
  expect(() => knownBy(z.object({ map: z.map(z.string(), z.string()) }))).toThrow(/map/);
});
