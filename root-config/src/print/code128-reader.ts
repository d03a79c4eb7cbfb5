/** For tests: reads a Code 128 symbol from bars on paper, by another way than it was written. */
import { PATTERNS } from './code128.ts';

type Bar = { readonly x: number; readonly width: number };
const START_A = 103;
const STOP = 106;

const symbolsOf = (bars: readonly Bar[]): number[] => {
  const widths = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1];
    return next === undefined ? [width] : [width, next.x - x - width];
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  // Every symbol is 11 modules in 6 widths, the stop 13 in 7.
  const symbols = (widths.length - 1) / 6;
  const module = total / (symbols * 11 + 2);
  return Array.from({ length: symbols }, (_, at) => {
    const length = at === symbols - 1 ? 7 : 6;
    const pattern = widths
      .slice(at * 6, at * 6 + length)
      .map((width) => Math.round(width / module))
      .join('');
    return PATTERNS.indexOf(pattern);
  });
};

const isSymbol = (symbols: readonly number[], check: number): boolean =>
  !symbols.includes(-1) && symbols.at(-1) === STOP && symbols.at(-2) === check;
/** What the characters between start and check say; 99 and 100 change between pairs of digits and single letters. */
const wordsOf = (codes: readonly number[], start: number): string => {
  let inC = start === START_A + 2;
  let text = '';
  for (const code of codes) {
    if (inC && code === 100) inC = false;
    else if (!inC && code === 99) inC = true;
    else text += inC ? String(code).padStart(2, '0') : String.fromCharCode(code + 32);
  }
  return text;
};

/** @throws when the bars are no symbol, or its check character is wrong. */
export const decodeCode128 = (bars: readonly Bar[]): string => {
  const symbols = symbolsOf(bars);
  const [start = -1, ...rest] = symbols;
  const codes = rest.slice(0, -2);
  const check = codes.reduce((sum, code, index) => sum + code * (index + 1), start) % 103;
  if (!isSymbol(symbols, check)) throw new Error('no Code 128 symbol');
  return wordsOf(codes, start);
};
