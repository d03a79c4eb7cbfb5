/** The least of its full price that anything is sold at without somebody's word (R132): the setting and how it is read. */
import type { MasterLookup } from './master-lookup.ts';
import { numberSetting } from './setting-value.ts';

/** Setting: one number, or JSON from category to percent with `*` for all others. */
const SELL_FLOOR = 'sell_floor';
export type FloorRule = { readonly allBp: number; readonly categories: ReadonlyMap<string, number> };

const percent = (value: unknown): number | null => {
  const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : NaN;
  return number >= 0 && number <= 100 ? Math.round(number * 100) : null;
};
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
/** null: it is neither a percentage nor a table of them. */
export const floorRuleOf = (setting: string | null, otherwiseBp: number): FloorRule | null => {
  const text = setting?.trim() ?? '';
  if (text === '') return { allBp: otherwiseBp, categories: new Map() };
  const one = percent(text);
  if (one !== null) return { allBp: one, categories: new Map() };
  const table = parsed(text);
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return null;
  const entries = Object.entries(table).map(([category, value]) => [category, percent(value)] as const);
  if (entries.some(([, bp]) => bp === null)) return null;
  const categories = new Map(entries.map(([category, bp]) => [category, bp ?? otherwiseBp]));
  return { allBp: categories.get('*') ?? otherwiseBp, categories };
};
export const floorBpOf = ({ allBp, categories }: FloorRule, category: string): number =>
  categories.get(category) ?? allBp;

const MIN_REBATE = 'sell_min_rebate';
/** As the settings say; what cannot be read counts as the lowest rebate of a new house. */
export const sellFloor = async (lookup: Pick<MasterLookup, 'setting'>): Promise<FloorRule> => {
  const allBp = Math.round((await numberSetting(lookup, MIN_REBATE)) * 100);
  return floorRuleOf(await lookup.setting(SELL_FLOOR), allBp) ?? { allBp, categories: new Map() };
};
