/** A piece's attributes as answers carry them: wire names, decimals; cost fields absent without the right (R13). */
import { z } from 'zod';
import { costField } from '../contracts/cost.ts';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from '../contracts/units.ts';
import {
  GOODS_FIELDS,
  emptyOf,
  goodsFields,
  type FieldKind,
  type GoodsAttributes,
  type FieldSpec,
  type GoodsField,
} from './fields.ts';

type WireOf<K extends FieldKind> = K extends 'text' | 'choice' | 'pictures' ? string : number;
type Fields = typeof GOODS_FIELDS;
/** `{type, name, goldWeight, piceCost?, …}`; pictures as JSON text of file names. */
export type GoodsWireFields = {
  [F in keyof Fields as Fields[F]['wire']]?: WireOf<Fields[F]['kind']> | undefined;
};

const TEXT: readonly FieldKind[] = ['text', 'choice', 'pictures'];
/** Spread into the row schema of an answer. */
export const GOODS_ROW_SHAPE = Object.fromEntries(
  goodsFields.map(([, spec]) => {
    const value = TEXT.includes(spec.kind) ? z.string() : z.number();
    return [spec.wire, spec.cost === true ? costField(value) : value.optional()];
  }),
) as unknown as { [K in keyof GoodsWireFields]-?: z.ZodOptional<z.ZodType<NonNullable<GoodsWireFields[K]>>> };

const toWire = (kind: FieldKind, value: unknown): unknown => {
  switch (kind) {
    case 'grams':
      return gramsFromMg(value as number);
    case 'carats':
      return caratsFromMilli(value as number);
    case 'yuan':
      return yuanFromFen(value as number);
    case 'ratio':
      return (value as number) / 10_000;
    case 'pictures':
      return JSON.stringify(value);
    case 'text':
    case 'choice':
    case 'count':
      return value;
  }
};
/** How one attribute, also where it was left out as empty ({@link filledAttributes}), becomes its wire value. */
export const wireReader = (name: GoodsField): ((attributes: Partial<GoodsAttributes>) => unknown) => {
  const { kind } = GOODS_FIELDS[name];
  const empty = emptyOf(kind);
  return (attributes) => toWire(kind, attributes[name] ?? empty);
};
const SPECS = /* @__PURE__ */ new Map<string, FieldSpec>(goodsFields);
/** The wire values of nothing, with and without cost; out of JSON, so that they are copied as one. */
const nothingOnWire = (withCost: boolean): Record<string, unknown> => {
  const shown = goodsFields.filter(([, { cost }]) => withCost || cost !== true);
  const empty = shown.map(([, { wire, kind }]) => [wire, toWire(kind, emptyOf(kind))]);
  return JSON.parse(JSON.stringify(Object.fromEntries(empty))) as Record<string, unknown>;
};
const NOTHING = [/* @__PURE__ */ nothingOnWire(false), /* @__PURE__ */ nothingOnWire(true)] as const;
/**
 * Attributes, whole ones or {@link filledAttributes}, as wire values under wire names; cost fields are left out when
 * `withCost` is false (R13).
 */
export const attributesToWire = (attributes: Partial<GoodsAttributes>, withCost: boolean): Record<string, unknown> => {
  const out: Record<string, unknown> = { ...NOTHING[withCost ? 1 : 0] };
  for (const name in attributes) {
    const spec = SPECS.get(name);
    if (spec !== undefined && (withCost || spec.cost !== true))
      out[spec.wire] = toWire(spec.kind, attributes[name as GoodsField]);
  }
  return out;
};
