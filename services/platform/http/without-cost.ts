/** Takes what tells the cost (contracts/cost) out of an answer, by the shape of the answer. */
import { z } from 'zod';
import { isCostField } from '../../contracts/cost.ts';

type Strip = (value: unknown) => unknown;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofObject = (schema: z.ZodObject): Strip | null => {
  const rules = Object.entries<z.core.$ZodType>(schema.shape).flatMap(
    ([name, field]): readonly (readonly [string, Strip | null])[] => {
      if (isCostField(field)) return [[name, null]];
      const strip = stripper(field);
      return strip === null ? [] : [[name, strip]];
    },
  );
  if (rules.length === 0) return null;
  return (value) => {
    if (!isRecord(value)) return value;
    const left: Record<string, unknown> = { ...value };
    for (const [name, strip] of rules) {
      if (strip === null) delete left[name];
      else if (name in left) left[name] = strip(left[name]);
    }
    return left;
  };
};
const ofParts = (parts: readonly z.core.$ZodType[]): Strip | null => {
  const strips = parts.map((part) => stripper(part)).filter((strip) => strip !== null);
  return strips.length === 0 ? null : (value) => strips.reduce((left, strip) => strip(left), value);
};

type StripOfSchema = { strip: Strip | null; readonly made: boolean };
const KNOWN = new WeakMap<z.core.$ZodType, StripOfSchema>();
const made = (schema: z.core.$ZodType): Strip | null => {
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) {
    const each = stripper(schema.element);
    return each === null ? null : (value) => (Array.isArray(value) ? value.map((one) => each(one)) : value);
  }
  if (schema instanceof z.ZodUnion) return ofParts(schema.options);
  if (schema instanceof z.ZodRecord) {
    const each = stripper(schema.valueType);
    if (each === null) return null;
    return (value) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one)])) : value;
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return stripper(schema.unwrap());
  if (schema instanceof z.ZodPipe) return ofParts([schema.in, schema.out]);
  return null;
};
/**
 * How an answer of that shape loses its cost fields; null: it has none. Made once per schema; one that holds itself (a
 * tree) refers to what it will have been made into.
 */
const stripper = (schema: z.core.$ZodType): Strip | null => {
  const known = KNOWN.get(schema);
  if (known?.made === true) return known.strip;
  if (known !== undefined) return (value) => known.strip?.(value) ?? value;
  const making: StripOfSchema = { strip: null, made: false };
  KNOWN.set(schema, making);
  making.strip = made(schema);
  KNOWN.set(schema, { strip: making.strip, made: true });
  return making.strip;
};

/** The answer without what tells the cost. */
export const withoutCost = (schema: z.ZodType, data: unknown): unknown => stripper(schema)?.(data) ?? data;
