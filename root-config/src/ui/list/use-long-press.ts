import { useRef, type MouseEvent, type PointerEvent } from 'react';

const HOLD_MS = 450;
/** px a finger may tremble. */
const STILL = 10;
/** A finger held still does `onHold`; the click that ends the press is not one. */
export const useLongPress = (onHold: () => void) => {
  const press = useRef<{ timer: number; x: number; y: number }>(null);
  const held = useRef(false);
  const end = (): void => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  return {
    onPointerDown: ({ clientX, clientY, button }: PointerEvent): void => {
      if (button !== 0) return;
      held.current = false;
      const hold = (): void => {
        held.current = true;
        onHold();
      };
      press.current = { timer: window.setTimeout(hold, HOLD_MS), x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const from = press.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    /** The menu of the browser would come where a finger rests. */
    onContextMenu: (event: MouseEvent): void => {
      if (press.current !== null || held.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent): void => {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
};
