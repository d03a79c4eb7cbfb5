/** Small parts every drawing is made of: numbers, escaped text, how wide words are. Pure. */

/** Millimetres per point. */
export const MM_PER_PT = 25.4 / 72;
/** A length in mm, to a ten-thousandth: finer than any printer's dot. */
export const num = (value: number): string => String(Math.round(value * 10_000) / 10_000);

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const isForbidden = (code: number): boolean =>
  (code < 32 && code !== 9 && code !== 10) || code === 0xfffe || code === 0xffff || (code >= 0xd800 && code <= 0xdfff);
/** For SVG, which is XML: what XML forbids falls away. */
export const escaped = (text: string): string =>
  Array.from(text)
    .filter((sign) => !isForbidden(sign.codePointAt(0) ?? 0))
    .map((sign) => SIGNS[sign] ?? sign)
    .join('');

const NARROW = /[\sijltfrI.,:;'|!()[\]/\\-]/;
const WIDE = /[MWmw@%&]/;
const emsOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x1100) return 1;
  if (NARROW.test(sign)) return 0.32;
  if (WIDE.test(sign)) return 0.86;
  if (sign >= '0' && sign <= '9') return 0.56;
  return sign >= 'A' && sign <= 'Z' ? 0.67 : 0.55;
};
/** About how wide a text runs, in ems: Chinese signs are one each, the rest by their kind. */
export const emsWide = (text: string): number => Array.from(text).reduce((sum, sign) => sum + emsOf(sign), 0);

const PIECES = /[\u1100-\uffff]|[^\s\u1100-\uffff]+\s*|\s+/gu;
const brokenLine = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  const take = (piece: string): void => {
    const wide = emsWide(piece.trimEnd());
    if (line !== '' && emsWide(line) + wide > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    if (wide > width && piece.length > 1) Array.from(piece).forEach(take);
    else line += piece;
  };
  for (const piece of text.match(PIECES) ?? []) take(piece);
  return [...lines, line.trimEnd()];
};
/** Lines that fit a width in ems: Chinese breaks anywhere, other words at their spaces where they can. */
export const brokenLines = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => brokenLine(line, width));
