/**
 * What an older event left out, filled with the defaults of its schema, without the schema's checks: a rebuild reads
 * millions, and what is stored was checked. Pure.
 */
import type { z } from 'zod';

type Def = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly defaultValue?: unknown;
  /** Of a union: the field that tells its options apart. */
  readonly discriminator?: string;
  readonly options?: readonly z.core.$ZodType[];
};
type Fill = (value: unknown) => unknown;
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as unknown as Def;

/** The values that a field of an object may have, where it is a literal. */
export const valuesOf = (schema: z.core.$ZodType, field: string): ReadonlySet<unknown> => {
  const literal = defOf(schema).shape?.[field];
  const { values = [] } = literal === undefined ? {} : (literal._zod.def as { readonly values?: readonly unknown[] });
  return new Set(values);
};

const filledObject = (shape: NonNullable<Def['shape']>): Fill | null => {
  const fills = Object.entries(shape).flatMap(([name, one]) => {
    const fill = fillOf(one);
    return fill === null ? [] : [[name, fill] as const];
  });
  if (fills.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const before = value as Readonly<Record<string, unknown>>;
    let after: Record<string, unknown> | null = null;
    for (const [name, fill] of fills) {
      const filled = fill(before[name]);
      if (filled === before[name]) continue;
      after ??= { ...before };
      after[name] = filled;
    }
    return after ?? before;
  };
};
const filledArray = (element: z.core.$ZodType): Fill | null => {
  const fill = fillOf(element);
  return fill && ((value) => (Array.isArray(value) ? value.map(fill) : value));
};
/** The option whose field {@link Def.discriminator} is the value's own. */
const filledUnion = (discriminator: string, options: readonly z.core.$ZodType[]): Fill | null => {
  const fills = new Map(
    options.flatMap((option) => {
      const fill = fillOf(option);
      return fill === null ? [] : [...valuesOf(option, discriminator)].map((value) => [value, fill] as const);
    }),
  );
  if (fills.size === 0) return null;
  return (value) => fills.get((value as Readonly<Record<string, unknown>>)[discriminator])?.(value) ?? value;
};
/** null where nothing of it has a default. */
const fillOf = (schema: z.core.$ZodType): Fill | null => {
  const { type, shape, element, innerType, defaultValue, discriminator, options = [] } = defOf(schema);
  const inner = innerType === undefined ? null : fillOf(innerType);
  if (type === 'default') return (value) => (value === undefined ? defaultValue : (inner?.(value) ?? value));
  if (innerType !== undefined) return inner && ((value) => (value == null ? value : inner(value)));
  if (shape !== undefined) return filledObject(shape);
  if (discriminator !== undefined) return filledUnion(discriminator, options);
  return element === undefined ? null : filledArray(element);
};

/** Fills what a value of the schema left out; unions are left as they are, unless a field tells their options apart. */
export const wholeBy = (schema: z.ZodType): Fill => fillOf(schema) ?? ((value) => value);

/**
 * A stored event of these: what it left out is filled, nothing is checked again. It was checked when it was written, and a save
 * reads thirty of them.
 */
export const storedBy = <Event>(
  schema: z.ZodType<Event>,
): ((stored: { readonly type: string; readonly data: unknown }) => Event) => {
  const fill = wholeBy(schema);
  return ({ type, data }) => fill({ type, data }) as Event;
};
