/**
 * What a field of a body is, by its name: the browser has no schemas of bodies. That names tell what the table of values says of every
 * body is tried in tests/boundaries/lost-fields.test.ts. Pure.
 */
import { goodsFields } from 'services/goods/contract';

export type Told = 'carat' | 'id' | 'money' | 'shop' | 'weight';

const NAMES: readonly (readonly [RegExp, Told | undefined])[] = [
  [/^(openId|fileId|fkLabelId)$/, undefined],
  [/^(shopId|lockShops)$|ShopId$/, 'shop'],
  [/^(ids?|apis)$|Ids?$/, 'id'],
  [/^(price|cost|amount|counted|expected)$|(Price|Cost|Fee|Amount|Money)$/, 'money'],
  [/^(weightOut|weightBack|cutDown)$|Weight$/, 'weight'],
];
const MEASURED: Readonly<Partial<Record<string, Told>>> = { grams: 'weight', carats: 'carat', yuan: 'money' };
const OF_GOODS = new Map(goodsFields.map(([, { wire, kind }]) => [wire, MEASURED[kind]]));

/** Undefined: told as it is. */
export const toldAs = (field: string): Told | undefined =>
  OF_GOODS.get(field) ?? NAMES.find(([name]) => name.test(field))?.[1];
