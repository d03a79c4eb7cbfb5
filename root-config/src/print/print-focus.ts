/** The keyboard comes back after printing: in a frame that nobody sees, the next scan would be lost without a word. */

/** Where a scan is taken, in what lies on top; a frame and what is gone have no use for keys. */
const placeFor = (before: Element | null): HTMLElement | null => {
  const stays = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (stays && !(before instanceof HTMLIFrameElement)) return before;
  const top = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
  return top?.querySelector<HTMLElement>('[data-scanner="box"]:not(:disabled)') ?? top ?? null;
};
/** Remembers where the keyboard is. @returns brings it back there, unless somebody took it elsewhere meanwhile. */
export const keepKeyboard = (): (() => void) => {
  const before = document.activeElement;
  return () => {
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now instanceof HTMLIFrameElement;
    if (!isLost) return;
    if (now instanceof HTMLElement) now.blur();
    window.focus();
    placeFor(before)?.focus({ preventScroll: true });
  };
};
