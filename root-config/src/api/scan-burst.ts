/** Tells a barcode scanner from a person (R149): keys faster than anyone types, closed by Enter or Tab. */
export type Key = {
  key: string;
  /** Physical key; read when an input method hides the character (keyCode 229). */
  code: string;
  keyCode: number;
  shift: boolean;
  /** A command (Ctrl, Alt, Meta) is held. */
  command: boolean;
  /** The keyboard repeats a key that is held down. */
  repeat: boolean;
  /** Milliseconds. */
  time: number;
};
export type BurstResult =
  | { kind: 'ignored' }
  /** `joins`: fast keys came shortly before, so that both may be parts of one code. */
  | { kind: 'first'; joins: boolean }
  | { kind: 'more' }
  | { kind: 'scanned'; text: string }
  /** A scanner's keys that are no whole code: others were struck right before, or there was a gap. */
  | { kind: 'broken' };

const MAX_GAP_MS = 50;
/** Characters struck more shortly before a burst may be its own beginning. */
const APART_MS = 300;
const MIN_LENGTH = 4;

const SYMBOLS: Record<string, readonly [plain: string, shifted: string]> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Comma: [',', '<'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  IntlBackslash: ['\\', '|'],
  Space: [' ', ' '],
  NumpadAdd: ['+', '+'],
  NumpadMultiply: ['*', '*'],
  NumpadSubtract: ['-', '-'],
  NumpadDecimal: ['.', '.'],
  NumpadDivide: ['/', '/'],
};
Array.from(')!@#$%^&*(').forEach((sign, digit) => {
  SYMBOLS[`Digit${digit}`] = [String(digit), sign];
  SYMBOLS[`Numpad${digit}`] = [String(digit), String(digit)];
});
/** Read by nobody: a code with it is no whole one. */
const UNREADABLE = '\uFFFD';
/** The character of a physical key on the layout scanners send; null for one that types none. Barcodes are upper case (R14). */
const fromCode = ({ code, shift }: Key): string | null => {
  if (code === '') return UNREADABLE;
  return /^Key([A-Z])$/.exec(code)?.[1] ?? SYMBOLS[code]?.[shift ? 1 : 0] ?? null;
};
const OF_INPUT_METHOD = new Set(['Process', 'Unidentified', 'Dead']);
/** null: a key that types nothing. */
const characterOf = (key: Key): string | null => {
  if (key.keyCode === 229 || OF_INPUT_METHOD.has(key.key)) return fromCode(key);
  return key.key.length === 1 ? key.key : null;
};

const isClosing = ({ key, code }: Key): boolean =>
  key === 'Enter' || key === 'Tab' || ['Enter', 'NumpadEnter'].includes(code);
/** Modifiers alone, and the sign between the fields of a code as scanners strike it (Ctrl ]). */
const SILENT = /^(?:Shift|Control|CapsLock)/;
const saysNothing = ({ key, code, command }: Key): boolean =>
  SILENT.test(key) || SILENT.test(code) || (command && code === 'BracketRight');

/** The fast keys up to now. */
type Run = {
  readonly text: string;
  /** Nothing was struck right before it. */
  readonly whole: boolean;
  /** What was struck right before it was fast and long enough for a scanner's. */
  readonly behind: boolean;
};
const NOTHING: Run = { text: '', whole: true, behind: false };
const closed = ({ text, whole, behind }: Run): BurstResult => {
  if (text.length < MIN_LENGTH && !(behind && text !== '')) return { kind: 'ignored' };
  return whole && !text.includes(UNREADABLE) ? { kind: 'scanned', text } : { kind: 'broken' };
};

/**
 * Feed it every key; it answers 'scanned' with the text when one ends a whole burst. A burst that follows characters
 * within 300 ms, that lacks a character or is shorter than four, is none.
 */
export const createBurst = () => {
  let run = NOTHING;
  let lastKey = Number.NEGATIVE_INFINITY;
  let lastCharacter = Number.NEGATIVE_INFINITY;
  const close = (quick: boolean): BurstResult => {
    const result: BurstResult = quick ? closed(run) : { kind: 'ignored' };
    // The next code may come at once; what a person typed before closing it is still right before.
    if (result.kind !== 'ignored') lastCharacter = Number.NEGATIVE_INFINITY;
    run = result.kind === 'ignored' ? { ...run, text: '' } : NOTHING;
    return result;
  };
  const strike = (character: string, { time, quick }: { time: number; quick: boolean }): BurstResult => {
    const apart = time - lastCharacter >= APART_MS;
    lastCharacter = time;
    if (quick && run.text !== '') {
      run = { ...run, text: run.text + character };
      return { kind: 'more' };
    }
    const { text, behind } = run;
    run = { text: character, whole: apart, behind: !apart && (behind || text.length >= MIN_LENGTH) };
    return { kind: 'first', joins: !apart && text.length > 1 };
  };
  return (key: Key): BurstResult => {
    if (saysNothing(key)) return { kind: 'ignored' };
    const { time, repeat } = key;
    const quick = time - lastKey < MAX_GAP_MS;
    lastKey = time;
    if (isClosing(key)) return repeat ? { kind: 'ignored' } : close(quick);
    const character = key.command ? null : characterOf(key);
    if (character !== null && !repeat) return strike(character, { time, quick });
    run = { ...run, text: '', behind: run.behind || run.text.length >= MIN_LENGTH };
    if (character !== null) lastCharacter = time;
    return { kind: 'ignored' };
  };
};
