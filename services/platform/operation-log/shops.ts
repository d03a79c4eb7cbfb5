/** Which shops a logged request is about (R145): those that its input names, else those that whoever asked is limited to. */
import type { SessionUser } from '../../contracts/user.ts';
import { NUMBERS } from '../../contracts/values.ts';

const SHOP = /^shopIds?$|ShopIds?$|^lockShops$/;
/** A body may hold hundreds of lines; the shops stand at its top. */
const MOST_VALUES = 2_000;
const MOST_SHOPS = 200;
const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  // What is too large for the number of a shop may be somebody's telephone.
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= NUMBERS.partnerId.max
    ? number
    : null;
};

/** Shops that a value names, in whatever depth. */
export const shopsNamed = (input: unknown): readonly number[] => {
  const found = new Set<number>();
  const waiting: unknown[] = [input];
  for (let seen = 0; waiting.length > 0 && seen < MOST_VALUES; seen += 1) {
    const value = waiting.shift();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, one] of Object.entries(value)) {
      if (SHOP.test(name))
        for (const each of [one].flat()) {
          const shop = numberOf(each);
          if (shop !== null) found.add(shop);
        }
      waiting.push(one);
    }
  }
  return [...found].slice(0, MOST_SHOPS);
};
/** What reads as the shops of the row; empty: of the whole chain. */
export const shopsOf = (input: unknown, user: SessionUser): readonly number[] => {
  const named = shopsNamed(input);
  return named.length > 0 ? named : user.lockShops;
};
