/** Text without what opens a door: passwords, tokens, keys (R123). */
import { MASK } from '../../contracts/person.ts';

/** Whatever of these a text holds, one of them is in it. */
const MAY_OPEN = /HX\d{12}|bearer|token|passw|pwd|secret|authorization|cookie|:\/\/|[\w-]{43}/i;
const BEARER = /(bearer\s+)[\w.~+/=-]{8,}/gi;
const IN_URL = /([a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@]{1,100}:)[^\s@/]{1,200}(?=@)/gi;
const NAMED =
  /((?:token|passwor[dt]|passwd|pwd|secret|authorization|cookie)(?:\\*["'])?\s{0,3}[:=]\s{0,3}(?:\\*["'])?)(?!bearer\b)([^\s"'\\&,;}\p{Script=Han}*•]{2,})/giu;
/** 32 random bytes: of everything else so long, hardly anything has small and large letters and digits. */
const TOKEN = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g;

/** Whoever shows it gets a gift (R137). */
const GIFT_CODE = /HX\d{12}(?!\d)/gi;

export const withoutSecrets = (text: string): string =>
  MAY_OPEN.test(text)
    ? text
        .replace(BEARER, `$1${MASK}`)
        .replace(IN_URL, `$1${MASK}`)
        .replace(NAMED, `$1${MASK}`)
        .replace(TOKEN, MASK)
        .replace(GIFT_CODE, MASK)
    : text;

const SECRET_FIELD = /passw(or)?d|^pwd$|secret|token|authorization|cookie/i;
/** Whether a field holds one, by its name. */
export const isSecretField = (field: string): boolean => SECRET_FIELD.test(field);
