/** Text for logs: what any store keeps, at a bounded length, without what belongs to a person's private life. */
import { cut } from '../contracts/limits.ts';

const NUL = /\u0000/g; // oxlint-disable-line no-control-regex
/** Halves of characters and NUL become U+FFFD; cut by characters. */
export const storableText = (text: string, max: number): string =>
  cut(
    cut(text, max * 2)
      .toWellFormed()
      .replace(NUL, '\uFFFD'),
    max,
  );

/** Chinese mobile numbers, with or without country code and gaps, half or full width; landlines with their area code. */
const MOBILE =
  /(?<![0-9０-９])((?:\+?86[- ]?)?[1１][3-9３-９][0-9０-９])[- ]?[0-9０-９]{4}[- ]?([0-9０-９]{4})(?![0-9０-９])/g;
const LANDLINE = /(?<!\d)(0\d{2,3}-)\d{3,4}(\d{4})(?!\d)/g;
/** `138****5678` for every telephone number in a text. */
export const withoutPhones = (text: string): string => text.replace(MOBILE, '$1****$2').replace(LANDLINE, '$1****$2');

const PHONE = /phone|mobile|^tel$/i;
const ADDRESS = /addr/i;
const IP = /^ip-?addr/i;
const SHOWN_PHONE = 3;
const SHOWN_END = 4;
const SHOWN_ADDRESS = 3;
/** A value as logs show it: telephone numbers and addresses by the name of their field, numbers also in any other text. */
export const withoutPrivate = (field: string, value: unknown): unknown => {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = String(value);
  if (text === '') return value;
  if (PHONE.test(field)) {
    return text.length > SHOWN_PHONE + SHOWN_END
      ? `${cut(text, SHOWN_PHONE)}****${Array.from(text).slice(-SHOWN_END).join('')}`
      : '****';
  }
  if (ADDRESS.test(field) && !IP.test(field)) return `${cut(text, SHOWN_ADDRESS)}****`;
  return typeof value === 'number' ? value : withoutPhones(text);
};
