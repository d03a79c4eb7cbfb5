/**
 * Enter counts once, however long it is held: the next one that the keyboard repeats falls into what the first one opened,
 * and answers a question, chooses from a list or saves a form that nobody has read. Lines of text and of a grid go on.
 */
const goesOn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('textarea, [contenteditable], .ui-grid') !== null;

/** @returns takes it back. */
export const countEnterOnce = (): (() => void) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.repeat || goesOn(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKeyDown, true);
  return () => window.removeEventListener('keydown', onKeyDown, true);
};
