import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Every row has this height (density of the house), so the window is arithmetic instead of a table of measures. */
export const ROW_HEIGHT = 32;
const OVERSCAN = 3;
export type RowsWindow = {
  readonly first: number;
  readonly end: number;
  readonly slots: number;
  readonly rows: number;
};

/**
 * The rows that are in sight. `slots` is how many row elements exist at once: a row reuses the element
 * `index % slots`, so fast scrolling writes texts instead of building elements.
 */
export const useRowsWindow = (count: number, chrome: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<RowsWindow>({ first: 0, end: 24, slots: 26, rows: 12 });

  const measure = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    const rows = Math.ceil(element.clientHeight / ROW_HEIGHT) + 1;
    const slots = rows + 2 * OVERSCAN;
    const top = Math.floor(element.scrollTop / ROW_HEIGHT);
    const first = Math.max(0, Math.min(top - OVERSCAN, count - slots));
    setWindow((old) => (old.first === first && old.slots === slots ? old : { first, end: first + slots, slots, rows }));
  }, [count]);

  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  /** Scrolls as little as possible until the row is in sight. */
  const reveal = useCallback(
    (row: number): void => {
      const element = scroller.current;
      if (element === null) return;
      const top = row * ROW_HEIGHT;
      const inner = element.clientHeight - chrome;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + ROW_HEIGHT > element.scrollTop + inner) element.scrollTop = top + ROW_HEIGHT - inner;
      measure();
    },
    [chrome, measure],
  );
  return {
    page: Math.max(1, window.rows - 3),
    scroller,
    first: window.first,
    end: Math.min(window.end, count),
    slots: window.slots,
    measure,
    reveal,
  };
};
