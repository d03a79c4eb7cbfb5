/** Identity papers: their kinds, the check of a number, and how a number is shown to whoever need not know it. Pure. */

export const ID_TYPES = [
  '居民身份证',
  '护照',
  '港澳居民来往内地通行证',
  '台湾居民来往大陆通行证',
  '外国人永久居留身份证',
  '其他证件',
] as const;
export type IdType = (typeof ID_TYPES)[number];

/** GB 11643: weights of the first seventeen digits, and the last character by the remainder. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const LAST = '10X98765432';
/** yyyyMMdd */
const isRealDay = (text: string): boolean => {
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day;
};
const isResidentNumber = (number: string): boolean => {
  const [, born] = /^\d{6}(\d{8})\d{3}[\dX]$/.exec(number) ?? [];
  if (born === undefined || !isRealDay(born)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return LAST[sum % 11] === number[17];
};
/** Of a resident's card birthday and check digit agree; of other papers the characters are right. */
export const isIdentityNumber = (type: IdType, number: string): boolean =>
  type === '居民身份证' ? isResidentNumber(number) : /^[A-Z0-9()/-]{4,40}$/.test(number);

const SHOWN = 4;
/** `4403**********1234`; of a short one the last two characters. */
export const maskedNumber = (number: string): string => {
  const all = Array.from(number);
  const [first, last] = all.length <= 2 * SHOWN ? [0, 2] : [SHOWN, SHOWN];
  return all.map((one, at) => (at < first || at >= all.length - last ? one : '*')).join('');
};
