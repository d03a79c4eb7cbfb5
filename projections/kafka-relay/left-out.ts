/** Leaves the personal fields of a message out, as its published schema marks them. Reads the schemas once, not the values' shapes. */
import { isPersonal, type JsonSchema } from './contract.ts';

type Value = Readonly<Record<string, unknown>>;
/** A value without what is personal; itself where nothing of it is. */
export type LeaveOut = (value: unknown) => unknown;

const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null;
const ofList = (item: LeaveOut | null): LeaveOut | null =>
  item && ((value) => (Array.isArray(value) ? value.map(item) : value));

const ofObject = (properties: NonNullable<JsonSchema['properties']>): LeaveOut | null => {
  const out = Object.keys(properties).filter((name) => isPersonal(properties[name]));
  const inside = Object.entries(properties).flatMap(([name, schema]) => {
    const leave = leavingOut(schema);
    return leave === null ? [] : [[name, leave] as const];
  });
  if (out.length + inside.length === 0) return null;
  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return value;
    const rest: Record<string, unknown> = { ...value };
    for (const name of out) delete rest[name];
    for (const [name, leave] of inside) if (rest[name] !== undefined) rest[name] = leave(rest[name]);
    return rest;
  };
};
/** Whether the constants of a schema are those of the value: which option of a union it is. */
const fits = (schema: JsonSchema, value: unknown): boolean =>
  Object.entries(schema.properties ?? {}).every(
    ([name, one]) => typeof one !== 'object' || !('const' in one) || (isObject(value) && value[name] === one.const),
  );
const ofUnion = (options: readonly JsonSchema[]): LeaveOut | null => {
  const leaving = options.flatMap((schema) => {
    const leave = leavingOut(schema);
    return leave === null ? [] : [{ schema, leave }];
  });
  if (leaving.length === 0) return null;
  return (value) => leaving.find(({ schema }) => fits(schema, value))?.leave(value) ?? value;
};

const ofMap = (each: LeaveOut | null): LeaveOut | null =>
  each &&
  ((value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one)])) : value);

/** Null: nothing in it is personal. */
export const leavingOut = (schema: JsonSchema | boolean | undefined): LeaveOut | null => {
  if (typeof schema !== 'object') return null;
  const { properties, items, oneOf, anyOf, additionalProperties } = schema;
  const union = oneOf ?? anyOf;
  if (properties !== undefined) return ofObject(properties);
  if (union !== undefined) return ofUnion(union);
  if (Array.isArray(items)) return null;
  return ofList(leavingOut(items)) ?? ofMap(leavingOut(additionalProperties));
};
