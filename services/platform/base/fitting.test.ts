import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsedBy } from './fitting.ts';

type Tree = { a: string; b?: Tree[] | undefined };
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ a: z.string(), b: z.array(Tree).optional() }));
const SCHEMAS = {
  tree: Tree,
  'lazy default': z.lazy(() => z.object({ a: z.string().default('x') })),
  string: z.string(),
  'string with a check': z.string().min(2),
  'string rewritten': z.string().trim(),
  int: z.int(),
  'int with a check': z.int().min(0),
  number: z.number(),
  'coerced number': z.coerce.number(),
  boolean: z.boolean(),
  literal: z.literal(['a', 1]),
  enum: z.enum(['a', 'b']),
  optional: z.string().optional(),
  nullable: z.int().nullable(),
  default: z.string().default('x'),
  array: z.array(z.int()),
  union: z.union([z.string().nullable(), z.int()]),
  record: z.record(z.string(), z.number()),
  unknown: z.unknown(),
  object: z.object({ a: z.string(), b: z.int().optional() }),
  nested: z.object({ a: z.array(z.object({ b: z.int() })), c: z.object({ a: z.string() }).nullable() }),
  strict: z.strictObject({ a: z.string() }),
  loose: z.looseObject({ a: z.string() }),
  pipe: z.string().transform((text) => text.length),
  refined: z.object({ a: z.string() }).refine(({ a }) => a !== ''),
} as const;

const leaf = fc.oneof(
  fc.constantFrom('', 'a', 'b', ' a ', 0, 1, -1, 1.5, Number.NaN, Infinity, 2 ** 60, true, null, undefined),
  fc.string({ maxLength: 3 }),
  fc.integer(),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('any'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
})).any;

test.each(Object.entries(SCHEMAS))('a %s is taken, refused and changed as its schema does it', (_, schema) => {
  fc.assert(
    fc.property(value, (given) => {
      const [ours, theirs] = [parsedBy(schema, given), schema.safeParse(given)];
      expect(ours.success).toBe(theirs.success);
      if (ours.success) expect(ours.data).toEqual(theirs.data);
    }),
    { numRuns: 300 },
  );
});
test('what fits is not made anew; what does not lie in the schema is left out', () => {
  const schema = z.object({ list: z.array(z.object({ id: z.int() })) });
  const fits = { list: [{ id: 1 }] };
  expect(parsedBy(schema, fits)).toEqual({ success: true, data: fits });
  expect(parsedBy(schema, fits).data).toBe(fits);
  expect(parsedBy(schema, { list: [{ id: 1, secret: 2 }], more: 3 }).data).toStrictEqual(fits);
});
test('a tree that fits is not made anew', () => {
  const tree = { a: 'x', b: [{ a: 'y' }, { a: 'z', b: [] }] };
  expect(parsedBy(Tree, tree).data).toBe(tree);
  expect(parsedBy(Tree, { a: 'x', b: [{ a: 'y', c: 1 }] }).data).toStrictEqual({ a: 'x', b: [{ a: 'y' }] });
});
test('a schema that holds itself goes its own way', () => {
  const tree: z.ZodType = z.object({
    id: z.int(),
    get children() {
      return z.array(tree);
    },
  });
  expect(parsedBy(tree, { id: 1, x: 1, children: [{ id: 2, x: 1, children: [] }] }).data).toStrictEqual({
    id: 1,
    children: [{ id: 2, children: [] }],
  });
});
