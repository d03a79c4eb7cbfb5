/**
 * What a field is by its name: names tell what the table of values says of every body (tests/boundaries/lost-fields), and what is
 * generated keeps to it (R157). Pure.
 */
export type FieldSense = 'carat' | 'id' | 'money' | 'shop' | 'weight';

const NAMES: readonly (readonly [RegExp, FieldSense | undefined])[] = [
  [/^(openId|fileId|fkLabelId)$/, undefined],
  [/^(shopId|lockShops)$|ShopId$/, 'shop'],
  [/^(ids?|apis)$|Ids?$/, 'id'],
  [/^(price|cost|fee|money|amount|counted|expected)$|(Price|Cost|Fee|Amount|Money)$/, 'money'],
  [/^(weight|weightOut|weightBack|weighed|cutDown)$|Weight$/, 'weight'],
  [/^ct$|Ct$/, 'carat'],
];
/** Undefined: nothing that the house has a way of its own for. */
export const senseOf = (field: string): FieldSense | undefined => NAMES.find(([name]) => name.test(field))?.[1];
