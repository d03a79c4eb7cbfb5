/** What a field of a body is, by its name: the browser has no schemas of bodies. Pure. */
import { senseOf, type FieldSense } from 'services/contracts/field-senses';
import { goodsFields } from 'services/goods/contract';

export type Told = FieldSense;

const MEASURED: Readonly<Partial<Record<string, Told>>> = { grams: 'weight', carats: 'carat', yuan: 'money' };
const OF_GOODS = new Map(goodsFields.map(([, { wire, kind }]) => [wire, MEASURED[kind]]));

/** Undefined: told as it is. */
export const toldAs = (field: string): Told | undefined => OF_GOODS.get(field) ?? senseOf(field);
