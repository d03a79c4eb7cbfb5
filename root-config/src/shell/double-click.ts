/** People who click twice: the second click falls on the veil of the dialog that the first one opened, and is no answer to it. */

const isVeil = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(':has(> [role="dialog"], > [role="alertdialog"])');

/** @returns takes it back. */
export const forgiveDoubleClicks = (): (() => void) => {
  const forgive = (event: MouseEvent): void => {
    if (event.detail > 1 && isVeil(event.target)) event.stopPropagation();
  };
  window.addEventListener('click', forgive, true);
  return () => window.removeEventListener('click', forgive, true);
};
