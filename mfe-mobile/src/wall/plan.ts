/** How many rows, in how many columns, in what type: everything readable from across the shop, nothing scrolled. Pure. */

export type Plan = { readonly perPage: number; readonly columns: number; readonly font: number };
export type Room = {
  readonly rows: number;
  readonly mostColumns: number;
  /** Pixels; smaller than `leastFont` nobody reads: rather a page more. */
  readonly leastFont: number;
  readonly mostFont: number;
  /** Whether every page of so many rows fits so. */
  readonly fits: (plan: Plan) => boolean;
};
const STEP_PX = 1;
const WORTH_A_COLUMN = 1.15;

/** The largest type that fits; 0: not even the least. */
const largestFont = ({ fits, leastFont, mostFont }: Room, perPage: number, columns: number): number => {
  if (!fits({ perPage, columns, font: leastFont })) return 0;
  if (fits({ perPage, columns, font: mostFont })) return mostFont;
  let low = leastFont;
  let high = mostFont;
  while (high - low > STEP_PX) {
    const middle = (low + high) / 2;
    if (fits({ perPage, columns, font: middle })) low = middle;
    else high = middle;
  }
  return Math.floor(low);
};
const bestOf = (room: Room, perPage: number): Plan | null => {
  let best: Plan | null = null;
  for (let columns = 1; columns <= Math.min(room.mostColumns, perPage); columns += 1) {
    const font = largestFont(room, perPage, columns);
    // Another column for a hair's breadth only scatters the prices.
    if (font > (best === null ? 0 : best.font * WORTH_A_COLUMN)) best = { perPage, columns, font };
  }
  return best;
};
/** As few pages as can be read; of those the largest type. A single row that fits nowhere stands in the least type. */
export const planOf = (room: Room): Plan => {
  for (let pages = 1; pages <= room.rows; pages += 1) {
    const best = bestOf(room, Math.ceil(room.rows / pages));
    if (best !== null) return best;
  }
  return { perPage: 1, columns: 1, font: room.leastFont };
};

/** Rows of each page, page by page; no page is much emptier than the others. */
export const pagesOf = <Line>(lines: readonly Line[], perPage: number): readonly (readonly Line[])[] => {
  const pages: Line[][] = [];
  for (let from = 0; from < lines.length; from += perPage) pages.push(lines.slice(from, from + perPage));
  return pages;
};
