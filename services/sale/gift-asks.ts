/** Gifts that are given away: what they are worth, and how many go without somebody's word (R143). Pure; fen. */
import type { ExceptionNote } from '../contracts/exception.ts';
import { mulDiv, yuanText } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';

export const FREE_GIFTS = 'free_gifts_per_order';
/** Whole number of a setting, else what counts without it. */
export const wholeSetting = (stored: string | null, otherwise: number): number =>
  /^\d{1,6}$/.test(stored?.trim() ?? '') ? Number(stored) : otherwise;
export const freeGiftsOf = (stored: string | null): number => wholeSetting(stored, settingDefault(FREE_GIFTS));

export type GivenLine = {
  readonly path: string;
  readonly barcode: string;
  readonly name: string;
  readonly quantity: number;
  readonly amountFen: number;
  readonly spentPoints: number;
  /** Of one: the stock-in's price, else its cost; 0: nobody knows. */
  readonly worthFen: number;
  /** Of one: the stock-in's price; 0: it has none. What is told is counted by this, for a worth that comes of the cost tells it (R13). */
  readonly tagFen: number;
  /** As it stands in the order. */
  readonly stands: boolean;
};
/** For less than so much of its worth, without points; what nobody knows the worth of, for nothing. */
export const isFree = ({ amountFen, spentPoints, quantity, worthFen }: GivenLine, floorBp: number): boolean => {
  if (spentPoints > 0) return false;
  return worthFen > 0 ? amountFen < mulDiv([worthFen * quantity, floorBp], 10_000) : amountFen === 0;
};
export type GivingTerms = {
  readonly floorBp: number;
  /** Pieces on one order; 0 without jewellery on it, and where the customer had one that day already. */
  readonly allowed: number;
};
export const freeLines = (lines: readonly GivenLine[], floorBp: number): readonly GivenLine[] =>
  lines.filter((line) => isFree(line, floorBp));

/** What a line gives away, as everybody may be told; 0 where only its cost is known. */
const givenFen = ({ tagFen, quantity, amountFen }: Pick<GivenLine, 'tagFen' | 'quantity' | 'amountFen'>): number =>
  Math.max(0, tagFen * quantity - amountFen);
/** Each line that goes beyond what is given away on one order. */
export const giftAsks = (lines: readonly GivenLine[], { floorBp, allowed }: GivingTerms): readonly WordAsk[] => {
  const free = freeLines(lines, floorBp);
  const pieces = free.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces <= allowed) return [];
  return free
    .filter(({ stands }) => !stands)
    .map(({ path, barcode, name, quantity, amountFen, spentPoints, tagFen }) => ({
      path: `${path}.price`,
      rule: 'free-gift',
      message: `赠品${name}${quantity}件${amountFen === 0 ? '免费' : `只收${yuanText(amountFen)}元`}，本单最多免费${allowed}件`,
      value: pieces,
      limit: allowed,
      barcode,
      binds: [barcode, quantity, amountFen, spentPoints],
      amountFen: givenFen({ tagFen, quantity, amountFen }),
    }));
};
/** The row of what was given away; null: nothing was. */
export const giftNote = (lines: readonly GivenLine[], floorBp: number, shopId: number): ExceptionNote | null => {
  const free = freeLines(lines, floorBp).filter(({ stands }) => !stands);
  if (free.length === 0) return null;
  const amountFen = free.reduce((sum, one) => sum + givenFen(one), 0);
  const names = free.map(({ name, quantity }) => `${name}${quantity}件`).join('、');
  return { kind: 'free-gift', shopId, what: `免费赠送${names}`, amountFen };
};
