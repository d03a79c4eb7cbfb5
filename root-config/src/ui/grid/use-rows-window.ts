import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Every row has this height (density of the house), so the window is arithmetic instead of a table of measures. */
export const ROW_HEIGHT = 32;
const OVERSCAN = 3;
/**
 * The rows that are in sight. `slots` is how many row elements exist at once: a row reuses the element
 * `index % slots`, so fast scrolling writes texts instead of building elements.
 */
export type RowsWindow = {
  readonly first: number;
  readonly end: number;
  readonly slots: number;
  readonly rows: number;
  /** px in sight. */
  readonly width: number;
};
const windowOf = ({ clientHeight, clientWidth, scrollTop }: HTMLElement, count: number): RowsWindow => {
  const rows = Math.ceil(clientHeight / ROW_HEIGHT) + 1;
  const slots = rows + 2 * OVERSCAN;
  const first = Math.max(0, Math.min(Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN, count - slots));
  return { first, end: first + slots, slots, rows, width: clientWidth };
};
/** Scrolls as little as possible until the row is in sight; header and footer cover `chrome` pixels. */
const scrollTo = (element: HTMLElement, row: number, chrome: number): void => {
  const top = row * ROW_HEIGHT;
  const inner = element.clientHeight - chrome;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + ROW_HEIGHT > element.scrollTop + inner) element.scrollTop = top + ROW_HEIGHT - inner;
};

/** The window over the rows, moved as the user scrolls and when the grid changes its size. */
export const useRowsWindow = (count: number, chrome: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<RowsWindow>({ first: 0, end: 24, slots: 26, rows: 12, width: 0 });

  const measure = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    const next = windowOf(element, count);
    setWindow((old) => (old.first === next.first && old.slots === next.slots && old.width === next.width ? old : next));
  }, [count]);

  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  const reveal = useCallback(
    (row: number): void => {
      if (scroller.current === null) return;
      scrollTo(scroller.current, row, chrome);
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
    width: window.width,
    measure,
    reveal,
  };
};
