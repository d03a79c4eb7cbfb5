/** How deep a JSON text nests, seen before anything is made of it: a million levels cost what 33 cost. */

/** Deepest body of this house is a printed paper's, at 9. */
export const MAX_JSON_DEPTH = 32;
export const TOO_DEEP = `请求内容嵌套不能超过${MAX_JSON_DEPTH}层`;
export class TooDeep extends Error {
  readonly statusCode = 400;
  readonly code = 'JSON_TOO_DEEP';
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Where the string that opens at `from` ends; the end of the text when it does not. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
};

/** Whether brackets of the text are open more than `most` deep at once; no statement about its validity. */
export const isDeeper = (text: string, most: number): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPEN.has(code)) depth += 1;
    else if (CLOSE.has(code)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
};
