/**
 * Whether a schema would give a value back just as it is. Most answers and rows fit theirs: to be sure of it costs a tenth of
 * making every object anew. What does not fit, or cannot be told, goes the schema's own way.
 */
import type { z } from 'zod';

type Fits = (value: unknown) => boolean;
type Def = { readonly type: string; readonly checks?: readonly unknown[] } & Readonly<Record<string, unknown>>;

const NEVER: Fits = () => false;
const made = new WeakMap<object, Fits>();
const fitsOf = (schema: unknown): Fits => fitting(schema as z.ZodType);

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
const ofObject = ({ shape, catchall }: Def): Fits => {
  if (catchall !== undefined) return NEVER;
  const fields = new Map(Object.entries(shape as object).map(([name, inner]) => [name, fitsOf(inner)]));
  const needed = [...fields].filter(([, fits]) => !fits(undefined));
  const isNeeded = new Set(needed.map(([name]) => name));
  return (value) => {
    if (!isPlain(value)) return false;
    let seen = 0;
    for (const name in value) {
      const fits = fields.get(name);
      if (fits === undefined || !fits(value[name])) return false;
      if (isNeeded.has(name)) seen += 1;
    }
    return seen === needed.length;
  };
};
const ofRecord = ({ keyType, valueType }: Def): Fits => {
  const key = (keyType as z.ZodType).def as unknown as Def;
  const fits = fitsOf(valueType);
  if (key.type !== 'string' || isChecked(key)) return NEVER;
  return (value) => {
    if (!isPlain(value)) return false;
    for (const name in value) if (!fits(value[name])) return false;
    return true;
  };
};
const ofArray = ({ element }: Def): Fits => {
  const fits = fitsOf(element);
  return (value) => Array.isArray(value) && value.every(fits);
};
const ofUnion = ({ options }: Def): Fits => {
  const all = (options as readonly unknown[]).map(fitsOf);
  // An earlier alternative may take the value and change it: only the first says what becomes of it.
  return all[0] ?? NEVER;
};
const ofNumber = ({ format, checks }: Def): Fits => {
  if ((checks?.length ?? 0) > 0) return NEVER;
  if (format === 'safeint') return Number.isSafeInteger;
  return format === undefined ? Number.isFinite : NEVER;
};
const ofEnum = ({ entries }: Def): Fits => {
  const known = new Set(Object.values(entries as object));
  return (value) => known.has(value);
};
const ofLiteral = ({ values }: Def): Fits => {
  const known = new Set(values as readonly unknown[]);
  return (value) => known.has(value);
};

/** Opened when a value comes, as a tree's rows hold such rows; each opening would be another schema. */
const ofLazy = ({ getter }: Def): Fits => {
  let inner: z.ZodType | undefined;
  return (value) => {
    inner ??= (getter as () => z.ZodType)();
    return fitting(inner)(value);
  };
};

const isChecked = ({ checks, format, coerce }: Def): boolean =>
  (checks?.length ?? 0) > 0 || format !== undefined || coerce === true;
const KINDS: Readonly<Record<string, (def: Def) => Fits>> = {
  object: ofObject,
  record: ofRecord,
  array: ofArray,
  union: ofUnion,
  enum: ofEnum,
  literal: ofLiteral,
  lazy: ofLazy,
  string: () => (value) => typeof value === 'string',
  boolean: () => (value) => typeof value === 'boolean',
  null: () => (value) => value === null,
  unknown: () => () => true,
  any: () => () => true,
  optional: ({ innerType }) => {
    const fits = fitsOf(innerType);
    return (value) => value === undefined || fits(value);
  },
  nullable: ({ innerType }) => {
    const fits = fitsOf(innerType);
    return (value) => value === null || fits(value);
  },
};

const build = (def: Def): Fits => {
  if (def.type === 'number') return def['coerce'] === true ? NEVER : ofNumber(def);
  const make = KINDS[def.type];
  return make === undefined || isChecked(def) ? NEVER : make(def);
};

/** True only where the schema takes the value and answers the same; false where it does not, or nobody knows. */
const fitting = (schema: z.ZodType): Fits => {
  const known = made.get(schema);
  if (known !== undefined) return known;
  // A schema that holds itself is not told by this.
  made.set(schema, NEVER);
  const fits = build(schema.def as unknown as Def);
  made.set(schema, fits);
  return fits;
};

/** As the schema's own `safeParse`; what fits comes back as it is. */
export const parsedBy = (schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> =>
  fitting(schema)(value) ? { success: true, data: value } : schema.safeParse(value);
