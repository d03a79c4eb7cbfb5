/** Short messages at the edge of the page: anyone says them, the shell's toaster shows them. */
export type ToastKind = 'success' | 'error' | 'info' | 'warning';
export type ToastMessage = {
  kind: ToastKind;
  text: string;
  /** One way on (撤销, 查看). */
  action?: { label: string; run: () => void };
  /** It stays until this is settled. */
  until?: Promise<unknown>;
};

const menders = new Set<() => void>();
/** Calls when what was wrong is mended. @returns forgets the call. */
export const onMended = (listener: () => void): (() => void) => {
  menders.add(listener);
  return () => void menders.delete(listener);
};
/** What was complained of is right now: the messages of it go. */
export const mended = (): void => {
  for (const mend of menders) mend();
};

const listeners = new Set<(message: ToastMessage) => void>();
/** Said before anyone listened. */
let early: ToastMessage[] = [];
let wake: (() => void) | undefined;

/** Calls when something is said that nobody shows yet. @returns forgets the call. */
export const onFirstToast = (needed: () => void): (() => void) => {
  wake = needed;
  if (early.length > 0) needed();
  return () => void (wake = undefined);
};

export const onToast = (listener: (message: ToastMessage) => void): (() => void) => {
  listeners.add(listener);
  for (const message of early) listener(message);
  early = [];
  return () => void listeners.delete(listener);
};
const say =
  (kind: ToastKind) =>
  (text: string, more: Pick<ToastMessage, 'action' | 'until'> = {}): void => {
    const message: ToastMessage = { kind, text, ...more };
    if (listeners.size === 0) {
      early.push(message);
      wake?.();
    }
    for (const listener of listeners) listener(message);
  };
export const toast = { success: say('success'), error: say('error'), info: say('info'), warning: say('warning') };
