import { useEffect, useRef, type RefObject } from 'react';

/** By the name of their key; {@link CTRL_ENTER} is that of Ctrl+Enter. */
export type Shortcuts = Readonly<Record<string, (frame: HTMLElement | null) => void>>;
export const CTRL_ENTER = 'Control+Enter';

/** Whether no other dialog, list or question lies over the one with this frame. */
const inFront = (frame: HTMLElement | null): boolean => {
  const open = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')];
  return (
    frame !== null &&
    open
      .filter((one) => one.offsetParent !== null || one.getClientRects().length > 0)
      .at(-1)
      ?.contains(frame) === true
  );
};
/** F2 writes in a cell, as in Excel. */
const isOfGrid = ({ key, target }: KeyboardEvent): boolean =>
  key === 'F2' && target instanceof Element && target.closest('.ui-grid') !== null;
/** null: with another key held down it is somebody else's. */
const nameOf = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): string | null => {
  if (key === 'Enter' && (ctrlKey || metaKey)) return CTRL_ENTER;
  return ctrlKey || altKey || metaKey || shiftKey ? null : key;
};

/**
 * Keys of a dialog, wherever the focus is in it. They come before whoever has the focus, for a cell that is being
 * written keeps its keys to itself; it is left first, so that what was typed counts.
 */
export const useShortcuts = (frame: RefObject<HTMLElement | null>, keys: Shortcuts): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = nameOf(event);
      if (key === null || latest.current[key] === undefined || isOfGrid(event) || !inFront(frame.current)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat || event.isComposing) return;
      const editor = document.activeElement;
      if (editor instanceof HTMLElement && editor.closest('.ui-grid') !== null && editor instanceof HTMLInputElement)
        editor.blur();
      requestAnimationFrame(() => latest.current[key]?.(frame.current));
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [frame]);
};
