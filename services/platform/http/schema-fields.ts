/**
 * What a route's schemas do not name never comes further than here: not into a handler, a hash, or a log. Fields are
 * dropped, as the schemas themselves drop them; values stay as they were sent.
 */
import { z } from 'zod';

type Keep = (value: unknown) => unknown;
type Def = { readonly type: string } & Readonly<Record<string, unknown>>;

const AS_IS: Keep = (value) => value;
const NOTHING: Keep = () => undefined;
const made = new WeakMap<object, Keep>();
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const keepOf = (schema: unknown): Keep => knownBy(schema as z.ZodType);

/** Names are own properties here: `toString` is no field of any schema. */
const ofObject = ({ shape, catchall }: Def): Keep => {
  const fields = new Map(Object.entries(shape as object).map(([name, inner]) => [name, keepOf(inner)]));
  const others = catchall === undefined ? undefined : keepOf(catchall);
  return (value) => {
    if (!isPlain(value)) return value;
    const kept = Object.entries(value).flatMap(([name, inner]) => {
      const keep = fields.get(name) ?? others;
      return keep === undefined ? [] : [[name, keep(inner)]];
    });
    return Object.fromEntries(kept) as unknown;
  };
};
const ofRecord = ({ valueType }: Def): Keep => {
  const keep = keepOf(valueType);
  return (value) =>
    isPlain(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keep(inner)])) : value;
};
const ofArray = ({ element }: Def): Keep => {
  const keep = keepOf(element);
  return (value) => (Array.isArray(value) ? value.map(keep) : value);
};
const ofTuple = ({ items, rest }: Def): Keep => {
  const keeps = (items as readonly unknown[]).map(keepOf);
  const others = rest === null || rest === undefined ? NOTHING : keepOf(rest);
  return (value) => (Array.isArray(value) ? value.map((inner, index) => (keeps[index] ?? others)(inner)) : value);
};
/** The first alternative that takes the value says what is known of it; what none takes is refused as it came. */
const ofUnion = ({ options }: Def): Keep => {
  const schemas = options as readonly z.ZodType[];
  const keeps = schemas.map(keepOf);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const fitting = schemas.findIndex((schema) => schema.safeParse(value).success);
    return (keeps[fitting] ?? AS_IS)(value);
  };
};
const ofIntersection = ({ left, right }: Def): Keep => {
  const [first, second] = [keepOf(left), keepOf(right)];
  return (value) => {
    const [a, b] = [first(value), second(value)];
    return isPlain(a) && isPlain(b) ? { ...a, ...b } : a;
  };
};
/** A schema that begins by rewriting whatever comes says by its end what it knows. */
const ofPipe = ({ in: first, out }: Def): Keep => keepOf((first as z.ZodType).def.type === 'transform' ? out : first);
const ofLazy = ({ getter }: Def): Keep => {
  let keep: Keep | undefined;
  return (value) => (keep ??= keepOf((getter as () => unknown)()))(value);
};

/** Values of these are no containers, or (`any`, `unknown`) are wanted with whatever is inside. */
const LEAVES = new Set(
  'string number int boolean bigint null undefined void never any unknown date enum literal nan custom template_literal transform'.split(
    ' ',
  ),
);
const WRAPPERS = new Set('optional nullable nonoptional default prefault catch readonly'.split(' '));
const CONTAINERS: Readonly<Record<string, (def: Def) => Keep>> = {
  object: ofObject,
  record: ofRecord,
  array: ofArray,
  tuple: ofTuple,
  union: ofUnion,
  intersection: ofIntersection,
  pipe: ofPipe,
  lazy: ofLazy,
};

const build = (def: Def): Keep => {
  if (LEAVES.has(def.type)) return AS_IS;
  if (WRAPPERS.has(def.type)) return keepOf(def['innerType']);
  const container = CONTAINERS[def.type];
  if (container === undefined) throw new TypeError(`a request cannot be described by a schema of type ${def.type}`);
  return container(def);
};

/**
 * The value without the fields that the schema does not name, at any depth.
 * @throws {TypeError} for schemas that nothing of JSON fits (maps, files): a fault of the route, found when it is mounted.
 */
export const knownBy = (schema: z.ZodType): Keep => {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const keep = build(schema.def as unknown as Def);
  made.set(schema, keep);
  return keep;
};
