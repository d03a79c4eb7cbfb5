/** Text for logs: what any store keeps, at a bounded length, without what belongs to a person's private life. */
import { cut } from '../../contracts/limits.ts';
import { MASK } from '../../contracts/person.ts';
import { withoutSecrets } from './plain-secrets.ts';

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
  /(?:(?<![0-9０-９])|(?<=%[0-9A-F]{2}))((?:(?:\+|00)?86[- ]?)?[1１][3-9３-９][0-9０-９])[-–.· ]{0,2}[0-9０-９]{4}[-–.· ]{0,2}([0-9０-９]{4})(?![0-9０-９])/gi;
const LANDLINE = /(?<!\d)(0\d{2,3}[-– ])\d{3,4}[- ]?(\d{4})(?!\d)/g;
/** Eleven digits, or as many with their gaps. */
const SHORTEST_NUMBER = 11;
/** `138••••5678` for every telephone number in a text. */
export const withoutPhones = (text: string): string =>
  text.length < SHORTEST_NUMBER ? text : text.replace(MOBILE, `$1${MASK}$2`).replace(LANDLINE, `$1${MASK}$2`);

const SHOWN_PHONE = 3;
const SHOWN_END = 4;
const SHOWN_ADDRESS = 3;
/** What follows the name of an address in JSON or a query string that is a text itself, escaped however often. */
const NAMED = /((?<!ip[-_]?)addr[a-z]{0,8}|地址|住址)(\\*["']?\s{0,3}[:=：]\s{0,3}\[?\\*["']?)([^"'\\&,;\s，；。}]+)/gi;
/** A street with a house number; the run of characters before it is the place. Bounded, so that no text is slow. */
const STREET =
  /(?<!\p{Script=Han})(\p{Script=Han}{3})[\p{Script=Han}\d]{0,60}?[路街道巷弄村][\p{Script=Han}\d-]{0,12}?\d{1,5}[号弄栋座幢][^\s,，。;；"'\\]{0,60}/gu;
const begun = (address: string): string => `${cut(address, SHOWN_ADDRESS)}${MASK}`;
/** Whatever of these a text tells has a digit or an address's name in it; most texts have neither. */
const MAY_TELL = /[0-9０-９]|addr|地址|住址/i;
/** Without telephone numbers, passwords and tokens, and what is plainly an address, wherever in a text they stand. */
export const withoutPrivateText = (text: string): string => {
  const closed = withoutSecrets(text);
  if (!MAY_TELL.test(closed)) return closed;
  return withoutPhones(closed)
    .replace(NAMED, (_, name: string, between: string, address: string) => name + between + begun(address))
    .replace(STREET, `$1${MASK}`);
};

const PHONE = /phone|mobile|^tel$|电话|手机|联系方式/i;
const ADDRESS = /addr|地址|住址/i;
const IP = /^ip-?addr/i;
/** Accounts that a person is written to (R114). */
const ACCOUNT = /^(qq|we?ixin|wei?chat|微信号?|open_?id)$/i;
const PAPER = /^id_?no$|证件号/i;
const PAPER_SHOWN = 4;
type Mask = (text: string) => string;
const paper: Mask = (text) =>
  text.length > 2 * PAPER_SHOWN
    ? `${cut(text, PAPER_SHOWN)}${MASK}${Array.from(text).slice(-PAPER_SHOWN).join('')}`
    : MASK;
const maskNamed = (field: string): Mask | null => {
  if (PAPER.test(field)) return paper;
  if (ACCOUNT.test(field)) return () => MASK;
  if (PHONE.test(field)) {
    return (text) =>
      text.length > SHOWN_PHONE + SHOWN_END
        ? `${cut(text, SHOWN_PHONE)}${MASK}${Array.from(text).slice(-SHOWN_END).join('')}`
        : MASK;
  }
  return ADDRESS.test(field) && !IP.test(field) ? begun : null;
};
/** Fields have few names; a free map may bring any number of them. */
const MOST_FIELDS = 2_000;
const masks = new Map<string, Mask | null>();
const maskOf = (field: string): Mask | null => {
  const known = masks.get(field);
  if (known !== undefined) return known;
  if (masks.size >= MOST_FIELDS) masks.clear();
  const mask = maskNamed(field);
  masks.set(field, mask);
  return mask;
};
const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const everyLeaf = (value: unknown, mask: Mask): unknown => {
  if (isText(value)) return value === '' ? value : mask(String(value));
  if (Array.isArray(value)) return value.map((one) => everyLeaf(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [withoutPhones(name), everyLeaf(one, mask)]));
};
/** Names that are telephone numbers, as lists by customer have them. */
const named = (value: object): object => {
  if (Array.isArray(value) || !Object.keys(value).some((name) => withoutPhones(name) !== name)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [withoutPhones(name), one]));
};
/** A number stays one unless it is somebody's. */
const ofNumber = (value: number): string | number => {
  const text = String(value);
  if (text.length < SHORTEST_NUMBER) return value;
  const shown = withoutPhones(text);
  return shown.includes(MASK) ? shown : value;
};
/**
 * A value as logs show it, whatever it holds: telephone numbers and addresses by the name of their field with all that
 * lies in it, both also in any other text. For a replacer of JSON.stringify, which comes by every value.
 */
export const withoutPrivate = (field: string, value: unknown): unknown => {
  const mask = maskOf(field);
  if (mask !== null) return everyLeaf(value, mask);
  if (typeof value === 'string') return withoutPrivateText(value);
  if (typeof value === 'number') return ofNumber(value);
  return typeof value === 'object' && value !== null ? named(value) : value;
};
