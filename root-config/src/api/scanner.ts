/** The scanner works wherever the focus is: one listener for the page, the topmost active handler gets the barcode. */
import { useEffect, useRef } from 'react';
import { asBarcode } from 'services/contracts/barcode';
import { isCustomerCard, takeCustomerCard } from './customer-card.ts';
import { createBurst } from './scan-burst.ts';
import {
  isComposingIn,
  isTextField,
  noteKey,
  restoreFields,
  wasEmpty,
  watchCompositions,
  whereItBegan,
} from './scanned-fields.ts';
import { toast } from './toast.ts';

/** false: not taken, and that is said aloud. */
export type ScanHandler = (barcode: string) => void | false;
/** `depth`: how many dialogs lay over each other when it became active. */
type Entry = { handle: ScanHandler; depth: number };

const handlers: Entry[] = [];
const feed = createBurst();

const isMarked = (target: EventTarget | null, mark: 'off' | 'box'): boolean =>
  target instanceof Element && target.closest(`[data-scanner="${mark}"]`) !== null;
/** A field that takes fast keys as they are: `data-scanner="off"` on it or around it. */
const optedOut = (target: EventTarget | null): boolean => isMarked(target, 'off');
/**
 * A scan box (`data-scanner="box"`) has an Enter of its own: its code is all that stands in it, whatever the pace (R149).
 * An input method may make other words of what was struck: then the keys say it, when they are all there is.
 */
const takesItself = (target: EventTarget | null): boolean =>
  isMarked(target, 'box') && !(isComposingIn(target) && wasEmpty(target));

const openDialogs = (): number => document.querySelectorAll('[aria-modal="true"]').length;
/** A dialog over the page takes the scanner from what lies behind it, also when it has no use for a barcode. */
const inFront = (): Entry | undefined => {
  const depth = openDialogs();
  return handlers.findLast((entry) => entry.depth >= depth);
};

type ScannedListener = (began: EventTarget | null) => void;
const listeners = new Set<ScannedListener>();
/**
 * Hears that fast keys were a barcode, and what the first of them fell into: the cell or the list that it opened is closed
 * unchanged.
 */
export const onScanned = (listener: ScannedListener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** As if the keys of the burst had not been struck. What they opened goes first: left by the focus, it would keep the code. */
const takeBack = (): void => {
  for (const listener of listeners) listener(whereItBegan());
  restoreFields();
};

const NOT_HERE = '这里不接收扫码，条码没有录入；请先关闭打开的窗口再扫';
const NOT_WHOLE = '刚才的扫码没有读完整，没有录入，请重新扫描';
const hand = (barcode: string, entry: Entry | undefined): void => {
  if (takeCustomerCard(asBarcode(barcode))) return;
  if (entry?.handle(asBarcode(barcode)) !== false && entry !== undefined) return;
  toast.warning(NOT_HERE);
};

const keystrokeOf = ({ key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey, repeat, timeStamp }: KeyboardEvent) => ({
  key,
  code,
  keyCode,
  shift: shiftKey,
  command: ctrlKey || altKey || metaKey,
  repeat,
  time: timeStamp,
});
/** A certificate or card number may be scanned into an empty field for words; a weight is none. */
const takesWords = (target: EventTarget | null): boolean =>
  isTextField(target) && target.inputMode !== 'decimal' && !target.readOnly && wasEmpty(target);

/** Its keys fell where they fell; now they count as one code, or as none. */
const onBurst = (event: KeyboardEvent, text: string | null): void => {
  // The closing key must not submit a form or press the focused button.
  event.preventDefault();
  event.stopImmediatePropagation();
  const entry = inFront();
  // A shopper's card is no word for a field.
  const isCard = text !== null && isCustomerCard(asBarcode(text));
  if (entry === undefined && takesWords(whereItBegan()) && !isCard) return;
  takeBack();
  if (text === null) toast.warning(NOT_WHOLE);
  else hand(text, entry);
};
const onKeyDown = (event: KeyboardEvent): void => {
  const { target } = event;
  if (handlers.length === 0 || optedOut(target)) return;
  const result = feed(keystrokeOf(event));
  switch (result.kind) {
    case 'ignored':
      return;
    case 'first':
      return noteKey(target, !result.joins);
    case 'more':
      return noteKey(target, false);
    case 'scanned':
    case 'broken':
      if (!takesItself(target)) onBurst(event, result.kind === 'scanned' ? result.text : null);
  }
};

/** Hands a barcode to the topmost handler; the camera scanner uses it too. */
export const deliver = (barcode: string): void => hand(barcode, handlers.at(-1));

let unwatch: (() => void) | undefined;
const join = (entry: Entry): (() => void) => {
  if (handlers.length === 0) {
    window.addEventListener('keydown', onKeyDown, { capture: true });
    unwatch = watchCompositions();
  }
  handlers.push(entry);
  return () => {
    handlers.splice(handlers.indexOf(entry), 1);
    if (handlers.length > 0) return;
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    unwatch?.();
  };
};

/** Barcodes go to the handler that became active last: a dialog over its list, the list over the page. */
export const useScanner = (handler: ScanHandler, { active = true }: { active?: boolean } = {}): void => {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(
    () => (active ? join({ handle: (barcode) => latest.current(barcode), depth: openDialogs() }) : undefined),
    [active],
  );
};
