/** Walks zod schemas: every leaf with its place, for tests that draw their cases from the schemas themselves. */
import { z } from 'zod';
import { kinds, type Kind } from 'services/contracts/values';

/** `kind` is the table's; null for a leaf that was declared beside it. */
export type Leaf = {
  readonly path: string;
  readonly type: string;
  readonly schema: z.core.$ZodType;
  readonly kind: Kind | null;
};
type Def = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly maximum?: unknown } };
  }[];
};
export const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as unknown as Def;
const inner = (schema: z.core.$ZodType): readonly (readonly [step: string, schema: z.core.$ZodType])[] => {
  const def = defOf(schema);
  if (def.shape !== undefined) return Object.entries(def.shape);
  const steps: [string, z.core.$ZodType | undefined][] = [
    ['[]', def.element],
    ['', def.innerType],
    ['', def.in],
    ['', def.out],
    ['{key}', def.keyType],
    ['{}', def.valueType],
    ...(def.options ?? []).map((option): [string, z.core.$ZodType] => ['', option]),
  ];
  return steps.filter((step): step is [string, z.core.$ZodType] => step[1] !== undefined);
};
const join = (path: string, step: string): string => (step === '' || path === '' ? path + step : `${path}.${step}`);

/** The leaves of a schema; an array without a longest length is one, `unbounded`. */
export const leavesOf = (schema: z.core.$ZodType, path = ''): readonly Leaf[] => {
  const def = defOf(schema);
  const below = inner(schema);
  const unbounded: Leaf[] =
    def.type === 'array' && !(def.checks ?? []).some((check) => check._zod.def.check === 'max_length')
      ? [{ path, type: 'unbounded', schema, kind: null }]
      : [];
  if (below.length > 0) return [...unbounded, ...below.flatMap(([step, one]) => leavesOf(one, join(path, step)))];
  return [{ path, type: def.type, schema, kind: kinds.get(schema as never)?.kind ?? null }];
};
