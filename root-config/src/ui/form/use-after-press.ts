import { useEffect, useRef } from 'react';

/** Runs at once, or when the mouse button is let go: a message in between would move what is clicked from under it. */
export const useAfterPress = (): ((run: () => void) => void) => {
  const held = useRef(false);
  useEffect(() => {
    const hold = ({ type }: MouseEvent): void => {
      held.current = type === 'mousedown';
    };
    window.addEventListener('mousedown', hold, true);
    window.addEventListener('mouseup', hold, true);
    return () => {
      window.removeEventListener('mousedown', hold, true);
      window.removeEventListener('mouseup', hold, true);
    };
  }, []);
  return (run) => {
    if (!held.current) return run();
    // The click follows the release in the same task.
    window.addEventListener('mouseup', () => setTimeout(run), { once: true });
  };
};
