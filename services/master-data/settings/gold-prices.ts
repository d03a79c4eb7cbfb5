/** The gold prices of the house until a board of quotations keeps them: one setting, `足金=780.00；18K金 750=560.00`. */
import { MAX_YUAN } from '../../contracts/limits.ts';
import { fenFromYuan } from '../../contracts/units.ts';

export const GOLD_PRICES = 'sell_gold_prices';
/** Said where nothing is quoted: a setting has always a value. */
const NOTHING = '无';
const ENTRY = /^([^=]{1,60})=\s*(\d{1,7}(?:\.\d{1,2})?)$/;

const entriesOf = (value: string): readonly string[] =>
  value
    .replaceAll('＝', '=')
    .split(/[；;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry !== NOTHING);
const read = (entry: string): readonly [string, number] | null => {
  const [, name = '', price = ''] = ENTRY.exec(entry) ?? [];
  const yuan = Number(price);
  return name.trim() === '' || yuan > MAX_YUAN ? null : [name.trim().replaceAll(/\s+/g, ' '), fenFromYuan(yuan)];
};

/** Whether every entry can be read, and none is said twice. */
export const isGoldPrices = (value: string): boolean => {
  const entries = entriesOf(value).map((entry) => read(entry));
  return (
    entries.every((entry) => entry !== null) && new Set(entries.map((entry) => entry?.[0])).size === entries.length
  );
};
/** Fen per gram by fineness, or fineness and gold content; what cannot be read is not quoted, 0 is not a price. */
export const quotedPrices = (value: string): ReadonlyMap<string, number> =>
  new Map(
    entriesOf(value).flatMap((entry) => {
      const quoted = read(entry);
      return quoted === null || quoted[1] === 0 ? [] : [quoted];
    }),
  );
