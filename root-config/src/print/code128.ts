/** Code 128: a text as the widths of bars and gaps, in modules. Pairs of digits use set C, everything else set B. */
export const PATTERNS: readonly string[] =
  '212222,222122,222221,121223,121322,131222,122213,122312,132212,221213,221312,231212,112232,122132,122231,113222,123122,123221,223211,221132,221231,213212,223112,312131,311222,321122,321221,312212,322112,322211,212123,212321,232121,111323,131123,131321,112313,132113,132311,211313,231113,231311,112133,112331,132131,113123,113321,133121,313121,211331,231131,213113,213311,213131,311123,311321,331121,312113,312311,332111,314111,221411,431111,111224,111422,121124,121421,141122,141221,112214,112412,122114,122411,142112,142211,241211,221114,413111,241112,134111,111242,121142,121241,114212,124112,124211,411212,421112,421211,212141,214121,412121,111143,111341,131141,114113,114311,411113,411311,113141,114131,311141,411131,211412,211214,211232,2331112'.split(
    ',',
  );
const START_B = 104;
const START_C = 105;
const TO_C = 99;
const TO_B = 100;
const STOP = 106;

/** Digits from `at` on. */
const digitsAt = (text: string, at: number): number => /^\d*/.exec(text.slice(at))?.[0].length ?? 0;

/** Set C from the start pays from four digits on, and where two are all there is. */
const startsInC = (text: string): boolean => {
  const digits = digitsAt(text, 0);
  return digits >= 4 || (text.length === 2 && digits === 2);
};
/** One character in set B. @throws {RangeError} outside printable ASCII; barcodes have no such character (R14). */
const letterAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at) - 32;
  if (code < 0 || code > 94) throw new RangeError(`not printable in Code 128: ${text}`);
  return code;
};
const codesOf = (text: string): number[] => {
  let inC = startsInC(text);
  const codes = [inC ? START_C : START_B];
  for (let at = 0; at < text.length;) {
    const digits = digitsAt(text, at);
    if (inC && digits >= 2) {
      codes.push(Number(text.slice(at, at + 2)));
      at += 2;
    } else if (inC) {
      codes.push(TO_B);
      inC = false;
    } else if (digits >= 6 && digits % 2 === 0) {
      codes.push(TO_C);
      inC = true;
    } else {
      codes.push(letterAt(text, at));
      at += 1;
    }
  }
  return codes;
};

/** Widths of bar, gap, bar, … in modules, with check character and stop; quiet zones are the caller's. */
export const code128 = (text: string): readonly number[] => {
  const codes = codesOf(text);
  const check = codes.reduce((sum, code, index) => sum + code * Math.max(index, 1), 0) % 103;
  return [...codes, check, STOP].flatMap((code) => Array.from(PATTERNS[code] ?? '', Number));
};
/** Modules a scanner needs free on both sides. */
export const QUIET = 10;
