/** Every stored event shape with one leaf after the other, and all of them, at the edges of their kinds: out of the schemas. */
import { readdirSync, readFileSync } from 'node:fs';
import { safeParse, type z } from 'zod';
import { MANIFESTS } from 'services/contracts/manifests';
import { DAYS, NUMBERS, TEXTS, kinds, type Kind } from 'services/contracts/values';
import type { JsonObject } from 'services/event-store/port';
import { EVENT_SCHEMAS } from '../../house/log/event-schemas.ts';
import { defOf } from './schema-leaves.ts';

/** A golden file: the event as it was once written. */
export type Shape = { readonly slice: string; readonly name: string; readonly type: string; readonly data: JsonObject };
/** `of`: the leaf and its edge, or the edge that all leaves stand at. */
export type EdgeCase = { readonly shape: Shape; readonly of: string; readonly data: JsonObject };
type Schema = z.core.$ZodType;
type Value = { readonly edge: string; readonly value: unknown };
/** The edges of a leaf of that kind. */
export type Edges = (kind: Kind) => readonly Value[];

const SERVICES = new URL('../../services/', import.meta.url);
const shapesOf = (slice: string): readonly Shape[] => {
  const folder = new URL(`${slice}/golden/`, SERVICES);
  return readdirSync(folder).map((name) => {
    const { type, data } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Shape;
    return { slice, name: name.replace(/\.json$/, ''), type, data };
  });
};
/** Slices with events that are no documents. */
const OTHER_SLICES = ['quoted-price', 'old-material', 'points', 'balance', 'printing', 'approval', 'exception'];
export const storedShapes = (): readonly Shape[] =>
  [...MANIFESTS.map(({ folder }) => folder), ...OTHER_SLICES].flatMap((folder) => shapesOf(folder));

/** Text that no index can compress. */
const noise = (length: number): string => {
  let state = length;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCodePoint(0x4e_00 + ((state >>> 8) % 0x51_00));
  }).join('');
};
const LONGEST = noise(TEXTS.stored);
const LONGEST_NAME = noise(TEXTS.name);
/** Each comes from one sequence and is drawn once (R40). */
let largest = NUMBERS.id.max;
const nextId = (): Value => ({ edge: 'max', value: (largest -= 1) });
/** What the table of values lets through. */
export const withinTable: Edges = (kind) => {
  if (kind === 'text' || kind === 'name')
    return [
      { edge: 'empty', value: '' },
      { edge: 'max', value: kind === 'text' ? LONGEST : LONGEST_NAME },
    ];
  if (kind === 'id') return [nextId()];
  const { min, max } = kind === 'day' ? DAYS : kind === 'moment' ? DAYS : NUMBERS[kind];
  return [
    { edge: 'min', value: min },
    { edge: 'max', value: max },
  ];
};
const HUGE = noise(2 * TEXTS.stored);
/** What only an event of before the table can hold. */
export const beyondTable: Edges = (kind) => {
  if (kind === 'text' || kind === 'name') return [{ edge: 'huge', value: HUGE }];
  if (kind === 'day' || kind === 'moment')
    return [
      { edge: 'first', value: '0001-01-01' },
      { edge: 'last', value: '9999-12-31' },
    ];
  if (kind === 'id') return [nextId()];
  return [
    { edge: 'safe', value: Number.MAX_SAFE_INTEGER },
    { edge: 'below', value: NUMBERS[kind].min < 0 ? Number.MIN_SAFE_INTEGER : 0 },
  ];
};

const plainLeaf = (kind: Kind | undefined): unknown => {
  if (kind === undefined) return true;
  if (kind === 'text' || kind === 'name') return '';
  return kind === 'day' ? DAYS.min : Math.max(1, NUMBERS[kind as 'id'].min);
};
/** The simplest value of a schema, for what a golden file leaves out. */
const plain = (schema: Schema): unknown => {
  const def = defOf(schema);
  if (def.innerType !== undefined) return plain(def.innerType);
  if (def.shape !== undefined)
    return Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, plain(one)]));
  if (def.element !== undefined) return [];
  if (def.entries !== undefined) return Object.values(def.entries)[0];
  if (def.values !== undefined) return def.values[0];
  return plainLeaf(kinds.get(schema as z.ZodType)?.kind);
};

const fieldOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
/** Whether a value is of that schema of a union, by what tells them apart; its edges may be in it already. */
const isOf = (value: unknown, schema: Schema): boolean => {
  const { shape } = defOf(schema);
  if (shape === undefined) return safeParse(schema, value).success;
  return Object.entries(shape).every(([name, one]) => defOf(one).values?.includes(fieldOf(value, name)) ?? true);
};
const optionOf = (value: unknown, options: readonly Schema[]): Schema | undefined =>
  options.find((one) => isOf(value, one));

type Step = string | number;
const put = (value: unknown, schema: Schema, [step, ...rest]: readonly Step[], leaf: unknown): unknown => {
  if (step === undefined) return leaf;
  const { innerType, element, options = [], shape } = defOf(schema);
  if (innerType !== undefined) return put(value ?? plain(innerType), innerType, [step, ...rest], leaf);
  if (element !== undefined) return putItem(value, element, [Number(step), ...rest], leaf);
  const option = optionOf(value, options);
  if (option !== undefined) return put(value, option, [step, ...rest], leaf);
  const one = shape?.[String(step)];
  if (one === undefined) throw new RangeError(`no field ${step}`);
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: put(fields[String(step)], one, rest, leaf) };
};
const putItem = (
  value: unknown,
  element: Schema,
  [index, ...rest]: readonly [number, ...Step[]],
  leaf: unknown,
): readonly unknown[] => {
  const items = [...((value as readonly unknown[] | undefined) ?? [])];
  // Emptied by the same case: nothing tells which of the union's schemas would lie there.
  if (defOf(element).options !== undefined && items[index] === undefined) return items;
  items[index] = put(items[index] ?? plain(element), element, rest, leaf);
  return items;
};

type Found = { readonly path: readonly Step[]; readonly edge: string; readonly value: unknown };
type Place = { readonly path: readonly Step[]; readonly value: unknown };
/** Where the leaves of an array's items are looked for: its first item, of a union the first of each schema in it. */
const itemsOf = (element: Schema, { path, value }: Place): readonly (Place & { readonly schema: Schema })[] => {
  const items = (value as readonly unknown[] | null | undefined) ?? [];
  const { options } = defOf(element);
  if (options === undefined) return [{ schema: element, path: [...path, 0], value: items[0] }];
  return options.flatMap((schema) => {
    const index = items.findIndex((item) => isOf(item, schema));
    return index < 0 ? [] : [{ schema, path: [...path, index], value: items[index] }];
  });
};
const within = (schema: Schema, place: Place, edges: Edges): readonly Found[] => {
  const { path } = place;
  return [...absences(schema, path), ...(below(schema, place, edges) ?? leafEdges(schema, path, edges))];
};
const absences = (schema: Schema, path: readonly Step[]): readonly Found[] => {
  const { type } = defOf(schema);
  if (type === 'nullable') return [{ path, edge: 'null', value: null }];
  return type === 'optional' || type === 'default' ? [{ path, edge: 'absent', value: undefined }] : [];
};
/** Of what lies within a schema; null of a leaf. */
const below = (schema: Schema, { path, value }: Place, edges: Edges): readonly Found[] | null => {
  const { innerType, shape, element, options } = defOf(schema);
  if (innerType !== undefined) return within(innerType, { path, value }, edges);
  if (shape !== undefined)
    return Object.entries(shape).flatMap(([name, one]) =>
      within(one, { path: [...path, name], value: fieldOf(value, name) }, edges),
    );
  if (element !== undefined)
    return [
      { path, edge: 'none', value: [] },
      ...itemsOf(element, { path, value }).flatMap((item) => within(item.schema, item, edges)),
    ];
  const option = optionOf(value, options ?? []);
  return option === undefined ? null : within(option, { path, value }, edges);
};
const leafEdges = (schema: Schema, path: readonly Step[], edges: Edges): readonly Found[] => {
  const choices = Object.values(defOf(schema).entries ?? {}).map((value) => ({ path, edge: String(value), value }));
  const kind = kinds.get(schema as z.ZodType)?.kind;
  return kind === undefined ? choices : edges(kind).map((one) => ({ path, ...one }));
};

const dataSchema = ({ type }: Shape): z.ZodType => {
  const schema = EVENT_SCHEMAS.get(type);
  if (schema === undefined) throw new RangeError(`no schema of ${type}`);
  return schema.shape.data;
};
const asData = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** One case for each edge of each leaf, and one for each edge at all leaves that have it. `keys` stay as they are; what its
 * own schema does not read was never stored. */
export const edgeCases = (shape: Shape, edges: Edges, keys: readonly string[]): readonly EdgeCase[] => {
  const schema = dataSchema(shape);
  // Twice: ids are drawn once.
  const found = () =>
    within(schema, { path: [], value: shape.data }, edges).filter(({ path }) => !keys.includes(path.join('.')));
  const single = found().map(({ path, edge, value }) => ({
    shape,
    of: `${path.join('.')}=${edge}`,
    data: asData(put(shape.data, schema, path, value)),
  }));
  const together = found();
  const all = [...new Set(together.map(({ edge }) => edge))].map((edge) => ({
    shape,
    of: `*=${edge}`,
    data: asData(
      together
        .filter((one) => one.edge === edge)
        .reduce<unknown>((data, { path, value }) => put(data, schema, path, value), shape.data),
    ),
  }));
  return [...single, ...all].filter(({ data }) => schema.safeParse(data).success);
};
