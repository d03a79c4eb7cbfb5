/**
 * Takes what tells the cost (contracts/cost) out of an answer, and masks what belongs to a person (contracts/person), by the
 * shape of the answer.
 */
import { z } from 'zod';
import { isCostField } from '../../contracts/cost.ts';
import { maskOf } from '../../contracts/person.ts';

type Strip = (value: unknown) => unknown;
/** What becomes of a field of an object: it goes, or what it is told as; undefined: it is looked into. */
type Rule = (field: z.core.$ZodType) => Strip | null | undefined;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type StripOfSchema = { strip: Strip | null; readonly made: boolean };
/** How answers of a shape are told by a rule; made once per schema. */
class Shaper {
  readonly #rule: Rule;
  readonly #known = new WeakMap<z.core.$ZodType, StripOfSchema>();
  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** null: as they are. A schema that holds itself (a tree) refers to what it will have been made into. */
  of(schema: z.core.$ZodType): Strip | null {
    const known = this.#known.get(schema);
    if (known?.made === true) return known.strip;
    if (known !== undefined) return (value) => known.strip?.(value) ?? value;
    const making: StripOfSchema = { strip: null, made: false };
    this.#known.set(schema, making);
    making.strip = this.#made(schema);
    this.#known.set(schema, { strip: making.strip, made: true });
    return making.strip;
  }

  #ofObject(schema: z.ZodObject): Strip | null {
    const rules = Object.entries<z.core.$ZodType>(schema.shape).flatMap(
      ([name, field]): readonly (readonly [string, Strip | null])[] => {
        const ruled = this.#rule(field);
        if (ruled !== undefined) return [[name, ruled]];
        const strip = this.of(field);
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
  }

  #ofParts(parts: readonly z.core.$ZodType[]): Strip | null {
    const strips = parts.map((part) => this.of(part)).filter((strip) => strip !== null);
    return strips.length === 0 ? null : (value) => strips.reduce((left, strip) => strip(left), value);
  }

  #made(schema: z.core.$ZodType): Strip | null {
    if (schema instanceof z.ZodObject) return this.#ofObject(schema);
    if (schema instanceof z.ZodArray) {
      const each = this.of(schema.element);
      return each === null ? null : (value) => (Array.isArray(value) ? value.map((one) => each(one)) : value);
    }
    if (schema instanceof z.ZodUnion) return this.#ofParts(schema.options);
    if (schema instanceof z.ZodRecord) {
      const each = this.of(schema.valueType);
      if (each === null) return null;
      return (value) =>
        isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one)])) : value;
    }
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return this.of(schema.unwrap());
    if (schema instanceof z.ZodPipe) return this.#ofParts([schema.in, schema.out]);
    return null;
  }
}

const costless = new Shaper((field) => (isCostField(field) ? null : undefined));
const impersonal = new Shaper((field) => {
  const mask = maskOf(field);
  return mask === undefined ? undefined : (value) => (typeof value === 'string' ? mask(value) : value);
});
export type Sees = { readonly cost: boolean; readonly persons: boolean };
/** The answer without what its reader has no right to. */
export const asSeen = (schema: z.ZodType, data: unknown, sees: Sees): unknown => {
  const priced = sees.cost ? data : (costless.of(schema)?.(data) ?? data);
  return sees.persons ? priced : (impersonal.of(schema)?.(priced) ?? priced);
};
