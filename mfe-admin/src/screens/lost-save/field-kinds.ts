/** What a field of a body is, by its name: the browser has no schemas of bodies. Pure. */
import { senseOf, type FieldSense } from 'services/contracts/field-senses';
import { goodsFields } from 'services/goods/contract';

export type FieldKind = FieldSense;

const MEASURED: Readonly<Partial<Record<string, FieldKind>>> = { grams: 'weight', carats: 'carat', yuan: 'money' };
const OF_GOODS = new Map(goodsFields.map(([, { wire, kind }]) => [wire, MEASURED[kind]]));

/** Undefined: told as it is. */
export const toldAs = (field: string): FieldKind | undefined => OF_GOODS.get(field) ?? senseOf(field);
