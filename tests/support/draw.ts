/** Draws values from zod schemas: plausible ones by name, and the edges of their kinds, in and beyond the range. */
import type { z } from 'zod';
import { DAYS, NUMBERS, TEXTS, kinds, type NumberName } from 'services/contracts/values';
import { defOf } from './schema-leaves.ts';

export type Draw = {
  /** 0 ≤ n < 1, seeded. */
  readonly random: () => number;
  /** What a field of that name may well hold. */
  readonly known: Readonly<Record<string, readonly unknown[]>>;
  /** How often a field with a known value gets it: 0 … 1. */
  readonly tame: number;
};
const pick = <Item>({ random }: Draw, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const numberAt = (draw: Draw, name: NumberName): number => {
  const { min, max, places } = NUMBERS[name];
  const scale = 10 ** places;
  const inside = pick(draw, [min, min, max, max, max, Math.floor(max / 2), 0, 1]);
  return (draw.random() < 0.1 ? pick(draw, [max + 1, min - 1, max * 10]) : inside) / scale;
};
const DAYS_AT = [DAYS.min, DAYS.max, '0000-01-01', '9999-12-31', '2026-02-30', ''];
const TEXTS_AT = [
  '',
  'a',
  '长'.repeat(40),
  '💍'.repeat(TEXTS.short),
  'x'.repeat(TEXTS.filter),
  'y'.repeat(TEXTS.stored + 1),
];

const leafAt = (draw: Draw, schema: z.core.$ZodType): unknown => {
  const kind = kinds.get(schema as z.ZodType)?.kind;
  if (kind === undefined) return pick(draw, ['', 0, 'x', null]);
  if (kind === 'text' || kind === 'name' || kind === 'moment') return pick(draw, TEXTS_AT);
  return kind === 'day' ? pick(draw, DAYS_AT) : numberAt(draw, kind);
};

/** A value that holds no others; `name` is the field it stands in. */
const single = (draw: Draw, schema: z.core.$ZodType): unknown => {
  const def = defOf(schema);
  if (def.entries !== undefined) return pick(draw, Object.values(def.entries));
  if (def.values !== undefined) return pick(draw, def.values);
  return def.type === 'boolean' ? draw.random() < 0.5 : leafAt(draw, schema);
};
const within = (draw: Draw, schema: z.core.$ZodType, name: string): unknown => {
  const def = defOf(schema);
  if ((def.type === 'optional' || def.type === 'nullable') && draw.random() < 0.25) return undefined;
  const given = def.in !== undefined && defOf(def.in).type !== 'transform' ? def.in : def.out;
  const inner = def.innerType ?? given ?? (def.options === undefined ? undefined : pick(draw, def.options));
  return inner === undefined ? single(draw, schema) : drawn(draw, inner, name);
};
/** One value of the schema; `name` is the field it stands in. */
export const drawn = (draw: Draw, schema: z.core.$ZodType, name = ''): unknown => {
  const { shape, element } = defOf(schema);
  const known = draw.known[name];
  if (known !== undefined && draw.random() < draw.tame) return structuredClone(pick(draw, known));
  if (shape !== undefined) {
    return Object.fromEntries(Object.entries(shape).map(([field, inner]) => [field, drawn(draw, inner, field)]));
  }
  if (element === undefined) return within(draw, schema, name);
  return Array.from({ length: pick(draw, [0, 1, 1, 2]) }, () => drawn(draw, element, name));
};
