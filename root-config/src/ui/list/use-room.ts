import { useCallback, useState, type RefCallback } from 'react';

const START = 1200;
/** px a table's frame is wide inside, also after the window or the menu changed. */
export const useRoom = (): readonly [number, RefCallback<HTMLElement>] => {
  const [room, setRoom] = useState(START);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => setRoom(element.clientWidth));
    setRoom(element.clientWidth);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [room, measure];
};

/** Two owners of one element. */
export const useBoth = (first: RefCallback<HTMLElement>, second: RefCallback<HTMLElement>): RefCallback<HTMLElement> =>
  useCallback(
    (element: HTMLElement) => {
      const forget = [first(element), second(element)];
      return () => {
        for (const each of forget) each?.();
      };
    },
    [first, second],
  );
