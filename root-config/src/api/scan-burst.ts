/** Tells a barcode scanner from a person: keys faster than anyone types, closed by Enter or Tab. */
export type Key = {
  key: string;
  /** Physical key; read when an input method hides the character (keyCode 229). */
  code: string;
  keyCode: number;
  shift: boolean;
  /** A command (Ctrl, Alt, Meta) is held. */
  command: boolean;
  /** Milliseconds. */
  time: number;
};
export type BurstResult =
  | { kind: 'ignored' }
  | { kind: 'first' }
  | { kind: 'more' }
  | { kind: 'scanned'; text: string };

export const MAX_GAP_MS = 50;
export const MIN_LENGTH = 6;

const SYMBOLS: Record<string, readonly [plain: string, shifted: string]> = {
  Minus: ['-', '_'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  NumpadSubtract: ['-', '-'],
  NumpadDecimal: ['.', '.'],
  NumpadDivide: ['/', '/'],
};
/** The character of a physical key on the layout scanners send; null for others. Barcodes are upper case (R14). */
const fromCode = ({ code, shift }: Key): string | null => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return letter;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (digit) return digit;
  return SYMBOLS[code]?.[shift ? 1 : 0] ?? null;
};
const characterOf = (key: Key): string | null => {
  if (key.keyCode === 229 || key.key === 'Process') return fromCode(key);
  return key.key.length === 1 ? key.key : null;
};

const isClosing = ({ key, code }: Key): boolean =>
  key === 'Enter' || key === 'Tab' || ['Enter', 'NumpadEnter'].includes(code);

/** Feed it every key; it answers 'scanned' with the text when one ends a burst. Modifier keys alone do not break it. */
export const createBurst = ({ maxGap = MAX_GAP_MS, minLength = MIN_LENGTH } = {}) => {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key: Key): BurstResult => {
    if (key.key === 'Shift' || key.key === 'CapsLock') return { kind: 'ignored' };
    const quick = key.time - last < maxGap;
    last = key.time;
    if (isClosing(key)) {
      const scanned = text;
      text = '';
      return quick && scanned.length >= minLength ? { kind: 'scanned', text: scanned } : { kind: 'ignored' };
    }
    const character = key.command ? null : characterOf(key);
    if (character === null) {
      text = '';
      return { kind: 'ignored' };
    }
    if (quick && text !== '') {
      text += character;
      return { kind: 'more' };
    }
    text = character;
    return { kind: 'first' };
  };
};
