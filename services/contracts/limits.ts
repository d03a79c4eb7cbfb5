/** What a form takes at most, and what it says of more: the same on the screen and on the server. Beyond a limit nothing is cut. */

/** Largest amounts a form accepts; beyond them a typing error is certain. */
export const MAX_YUAN = 99_999_999.99;
export const MAX_GRAMS = 999_999.999;
export const MAX_COUNT = 999_999;
/** Longest word of a choice, in characters. */
export const MAX_CHOICE = 40;
/** Longest batch number, in characters (S0§3). */
export const MAX_BATCH_NO = 40;
/** Longest reason of 反审核, in characters (R4). */
export const MAX_REASON = 200;

/** What a person counts: an emoji is one character. */
const lengthOf = (text: string): number => Array.from(text).length;
/** Whether a text has at most `max` characters without the spaces around it, as it is saved. */
export const fits = (text: string, max: number): boolean => lengthOf(text.trim()) <= max;
/** What is said of one that has more. */
export const tooLong = (max: number): string => `最多${max}个字`;
