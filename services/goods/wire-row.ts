/** A piece's attributes as answers carry them: wire names, decimals; cost fields absent without the right (R13). */
import { z } from 'zod';
import { costField } from '../contracts/cost.ts';
import { GOODS_FIELDS, goodsFields, type FieldKind } from './fields.ts';

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
