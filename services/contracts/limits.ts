/** What a form takes at most, out of the table of values: the same on the screen and on the server. Nothing is cut. */
import { lengthOf, mostOf } from './values.ts';

export { tooLong } from './values.ts';

/** Largest amounts a form accepts; beyond them a typing error is certain. */
export const MAX_YUAN = mostOf('unitPrice');
export const MAX_GRAMS = mostOf('weight');
export const MAX_CARATS = mostOf('carat');
export const MAX_COUNT = mostOf('pieces');
/** Longest word of a choice, in characters. */
export const MAX_CHOICE = 40;
/** Longest batch number, in characters (S0§3). */
export const MAX_BATCH_NO = 40;
/** Longest reason of 反审核, in characters (R4). */
export const MAX_REASON = 200;

/** Whether a text has at most `max` characters without the spaces around it, as it is saved. */
export const fits = (text: string, max: number): boolean => lengthOf(text.trim()) <= max;
/** The first `max` characters of a text: no emoji is cut in half. */
export const cut = (text: string, max: number): string =>
  text.length <= max
    ? text
    : Array.from(text.slice(0, max * 2))
        .slice(0, max)
        .join('');
/** The same for readers that count UTF-16 units, as Excel does: at most `max` of them. */
export const cutUnits = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const kept = text.slice(0, max);
  return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept;
};
