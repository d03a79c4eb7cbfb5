/**
 * One telephone is one text, however it is written or copied: it is saved, looked for, imported, merged and sent to in this
 * form. A leaf: the screens use it too.
 */
import { TEXTS, patternText, rawText, requiredText } from './values.ts';

/** Contact lists and chats put signs around a number that nobody sees (U+202D, U+200B …), and dashes of every kind into it. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Z}\s]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const MOBILE = /^1[3-9](?:-?\d){9}$/;
/** A landline of the mainland that was called from abroad: without the 0 of its area code. */
const WITHOUT_ZERO = /^(?!400|800|9)[2-9]\d{1,2}-?\d{7,8}(?:-\d+)*$/;

const ofMainland = (rest: string): string => {
  if (MOBILE.test(rest)) return rest.replaceAll('-', '');
  return WITHOUT_ZERO.test(rest) ? `0${rest}` : rest;
};
/**
 * The text without what nobody sees, in ordinary digits, without the country code of the mainland (+86, 0086, 86-); 00 before
 * another country is its +. What is no telephone comes back as it is cleaned, for a rule to refuse.
 */
export const plainPhone = (text: string): string => {
  const cleaned = text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(DASHES, '-')
    .replace(/^\((\+?\d+)\)-?/, '$1-');
  const [, rest] = /^(?:\+86|0086|86-|86(?=1[3-9](?:-?\d){9}$))-?(?=\d)(.+)$/.exec(cleaned) ?? [];
  if (rest !== undefined) return ofMainland(rest);
  return MOBILE.test(cleaned) ? cleaned.replaceAll('-', '') : cleaned.replace(/^00(?=[1-9]\d{6})/, '+');
};
/** Digits that identify a telephone: 138-0013-8000, +86 13800138000, 008613800138000 and 13800138000 are one. */
export const phoneDigits = (phone: string): string => plainPhone(phone).replaceAll(/\D/g, '');

/**
 * Digits of a text that somebody looks a telephone up by; '' where anything else stands in it. Every list that finds by number
 * takes this one: a text that it finds by is one that counts as a question for a number (R140).
 */
export const digitsLookedFor = (text: string): string => {
  const digits = plainPhone(text).replaceAll(/[+-]/g, '');
  return /^\d+$/.test(digits) ? phoneDigits(digits) : '';
};

/** A mobile or landline number in its plain form: 5–20 digits, `+` and `-`. */
const phoneText = rawText(TEXTS.filter)
  .transform(plainPhone)
  .pipe(patternText(/^(?=.{5,20}$)\+?\d+(?:-\d+)*$/, '电话格式不正确，请输入5到20位数字'));
export const requiredPhone = (missing: string) => requiredText(missing, TEXTS.filter).pipe(phoneText);
/** A mobile number of the mainland. */
export const MOBILE_NUMBER = /^1[3-9]\d{9}$/;
const WRONG_MOBILE = '请输入正确的手机号码';
/** As {@link MOBILE_NUMBER}, in its plain form; `missing` where none came. */
export const mobileText = (missing = WRONG_MOBILE, pattern: RegExp = MOBILE_NUMBER) =>
  rawText(TEXTS.filter, { error: missing, long: WRONG_MOBILE })
    .transform(plainPhone)
    .pipe(patternText(pattern, WRONG_MOBILE, missing));
