/** Tables of the house that a generated record may point to, each with the picker that the house has for it (R157). Pure. */

/** Where choices come from: the column that is stored, and the one that people read. */
export type HouseTable = {
  readonly schema: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
};
export type HouseKey = 'shop' | 'customer' | 'supplier' | 'user';
const master = (name: string, label = 'name'): HouseTable => ({ schema: 'master', name, value: 'id', label });
export const HOUSE_TABLES: Readonly<Record<HouseKey, HouseTable>> = {
  shop: master('shop'),
  customer: master('customer'),
  supplier: master('supplier'),
  user: master('sys_user', 'nick_name'),
};
export const HOUSE_WORDS: Readonly<Record<HouseKey, string>> = {
  shop: '分店',
  customer: '客户',
  supplier: '供应商',
  user: '用户',
};
const KEYS = Object.keys(HOUSE_TABLES) as HouseKey[];
/** shop_id, in_shop_id: whose row it names; null: nobody of the house. */
export const houseKeyOf = (column: string): HouseKey | null =>
  KEYS.find((key) => column === `${key}_id` || column.endsWith(`_${key}_id`)) ?? null;
/** Which of them a link leads to; null: a table of the installation, or one of the house that nobody may point to. */
export const houseKeyAt = ({ schema, name }: { readonly schema: string; readonly name: string }): HouseKey | null =>
  KEYS.find((key) => HOUSE_TABLES[key].schema === schema && HOUSE_TABLES[key].name === name) ?? null;
