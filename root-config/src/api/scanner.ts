/** The scanner works wherever the focus is: one listener for the page, the topmost active handler gets the barcode. */
import { useEffect, useRef } from 'react';
import { asBarcode } from 'services/contracts/barcode';
import { createBurst } from './scan-burst.ts';
import { toast } from './toast.ts';

export type ScanHandler = (barcode: string) => void;
/** `depth`: how many dialogs lay over each other when it became active. */
type Entry = { handle: ScanHandler; depth: number };
type TextField = HTMLInputElement | HTMLTextAreaElement;
type FieldSnapshot = { field: TextField; value: string; start: number | null; end: number | null };

const handlers: Entry[] = [];
const feed = createBurst();
let before: FieldSnapshot | null = null;

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'file', 'range'].includes(target.type));
/** A field that takes fast keys as they are: `data-scanner="off"` on it or around it. */
const optedOut = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-scanner="off"]') !== null;

const remember = (target: EventTarget | null): void => {
  before = isTextField(target)
    ? { field: target, value: target.value, start: target.selectionStart, end: target.selectionEnd }
    : null;
};
const openDialogs = (): number => document.querySelectorAll('[aria-modal="true"]').length;
/** A dialog over the page takes the scanner from what lies behind it, also when it has no use for a barcode. */
const inFront = (): Entry | undefined => {
  const depth = openDialogs();
  return handlers.findLast((entry) => entry.depth >= depth);
};

const listeners = new Set<() => void>();
/** Hears that fast keys were a barcode: the cell or the list that the first of them opened is closed unchanged. */
export const onScanned = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Puts the field back as it was before the burst, in a way React hears. */
const restore = (): void => {
  if (!before) return;
  const { field, value, start, end } = before;
  before = null;
  if (field.value === value) return;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  // A running composition would put its text back over ours: leaving the field ends it.
  const focused = document.activeElement === field;
  if (focused) field.blur();
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (!focused) return;
  field.focus();
  if (start !== null) field.setSelectionRange(start, end);
};
/** As if the keys of the burst had not been struck. */
const takeBack = (): void => {
  restore();
  for (const listener of listeners) listener();
};

const keystrokeOf = ({ key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey, timeStamp }: KeyboardEvent) => ({
  key,
  code,
  keyCode,
  shift: shiftKey,
  command: ctrlKey || altKey || metaKey,
  time: timeStamp,
});
const onKeyDown = (event: KeyboardEvent): void => {
  if (handlers.length === 0 || event.repeat || optedOut(event.target)) return;
  const result = feed(keystrokeOf(event));
  if (result.kind === 'first') remember(event.target);
  if (result.kind !== 'scanned') return;
  // The closing key must not submit a form or press the focused button.
  event.preventDefault();
  event.stopImmediatePropagation();
  const entry = inFront();
  if (entry !== undefined) {
    takeBack();
    entry.handle(asBarcode(result.text));
  } else if (!takesWords(before?.field)) {
    takeBack();
    toast.info('这个窗口不接收扫码，请先关闭它');
  }
};
/** A certificate or card number may be scanned into a field for words; a weight is none. */
const takesWords = (field: TextField | undefined): boolean =>
  field !== undefined && field.inputMode !== 'decimal' && !field.readOnly;

/** Hands a barcode to the topmost handler; the camera scanner uses it too. */
export const deliver = (barcode: string): void => handlers.at(-1)?.handle(asBarcode(barcode));

const join = (entry: Entry): (() => void) => {
  if (handlers.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true });
  handlers.push(entry);
  return () => {
    handlers.splice(handlers.indexOf(entry), 1);
    if (handlers.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true });
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
