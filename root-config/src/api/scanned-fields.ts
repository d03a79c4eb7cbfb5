/** What the keys of a scan fell into has its text back, as if they had not been struck (R149). */

export type TextField = HTMLInputElement | HTMLTextAreaElement;
type FieldSnapshot = { readonly value: string; readonly start: number | null; readonly end: number | null };

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range']);
export const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.has(target.type));

/** Fields as they were before the first key that fell into them: one key may open a list, or move the focus. */
let touched = new Map<TextField, FieldSnapshot>();
let keysIntoRichText = 0;
let began: EventTarget | null = null;
/** An input method composes in it. */
let composing: EventTarget | null = null;

const onComposition = ({ type, target }: CompositionEvent): void => {
  composing = type === 'compositionstart' ? target : null;
};
/** Hears of compositions. @returns hears no more. */
export const watchCompositions = (): (() => void) => {
  window.addEventListener('compositionstart', onComposition, { capture: true });
  window.addEventListener('compositionend', onComposition, { capture: true });
  return () => {
    window.removeEventListener('compositionstart', onComposition, { capture: true });
    window.removeEventListener('compositionend', onComposition, { capture: true });
  };
};
export const isComposingIn = (target: EventTarget | null): boolean => composing !== null && composing === target;

/** A key is about to fall into its target; `anew`: it is the first one of a burst. */
export const noteKey = (target: EventTarget | null, anew: boolean): void => {
  if (anew) {
    touched = new Map();
    keysIntoRichText = 0;
    began = target;
  }
  if (isTextField(target)) {
    if (touched.has(target)) return;
    touched.set(target, { value: target.value, start: target.selectionStart, end: target.selectionEnd });
  } else if (target instanceof HTMLElement && target.isContentEditable) keysIntoRichText += 1;
};
/** What the first key of the burst fell into. */
export const whereItBegan = (): EventTarget | null => began;
/** Nothing stood in it, or what stood was chosen to be replaced. */
export const wasEmpty = (target: EventTarget | null): boolean => {
  const before = isTextField(target) ? touched.get(target) : undefined;
  return before !== undefined && (before.value === '' || (before.start === 0 && before.end === before.value.length));
};

const silently = (act: () => void): void => {
  const hush = (event: Event): void => event.stopImmediatePropagation();
  const heard = ['blur', 'focus', 'focusout', 'focusin', 'change'];
  for (const type of heard) window.addEventListener(type, hush, { capture: true });
  try {
    act();
  } finally {
    for (const type of heard) window.removeEventListener(type, hush, { capture: true });
  }
};
/** A running composition would put its text back over ours: leaving the field ends it, and nobody hears of the leaving. */
const endComposition = (field: TextField): void => {
  if (!isComposingIn(field) || document.activeElement !== field) return;
  silently(() => {
    field.blur();
    field.focus({ preventScroll: true });
  });
  composing = null;
};
/** In a way React hears. */
const restore = (field: TextField, { value, start, end }: FieldSnapshot): void => {
  if (!field.isConnected) return;
  endComposition(field);
  if (field.value === value) return;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (document.activeElement === field && start !== null) field.setSelectionRange(start, end);
};
/** Every field that the burst fell into is as it was. */
export const restoreFields = (): void => {
  for (const [field, before] of touched) restore(field, before);
  touched = new Map();
  // Text with headings and pictures has no value to set: the way back is the key that takes a character away.
  for (; keysIntoRichText > 0; keysIntoRichText -= 1) document.execCommand('delete');
};
