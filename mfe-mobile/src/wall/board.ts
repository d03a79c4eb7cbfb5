/**
 * What the house answers for the price on the wall (S1§2.14), and what of it is kept. Televisions have browsers of ten years ago: in this
 * folder nothing of the language's library that is younger than 2015.
 */
export type WallLine = {
  readonly name: string;
  /** Per mille; '': every content. */
  readonly goldContent: string;
  /** Yuan. */
  readonly price: number;
  readonly measureUnit: string;
};
export type WallBoard = {
  /** Of the shop or of the chain; '': none. */
  readonly title: string;
  readonly logo: string;
  /** When the house answered, by its own clock, ISO 8601. */
  readonly now: string;
  readonly adPicture: string;
  /** As the wire spells it (S1§3). */
  readonly backgroudPicture: string;
  readonly remark: string;
  /** Since when the prices are valid; null: nothing was quoted yet. */
  readonly at: string | null;
  readonly details: readonly WallLine[];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const lineOf = (value: unknown): WallLine | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { name, goldContent, price, measureUnit } = value as Partial<Record<keyof WallLine, unknown>>;
  if (typeof name !== 'string' || typeof price !== 'number' || !(price > 0)) return null;
  return { name, goldContent: textOf(goldContent), price, measureUnit: textOf(measureUnit) };
};
/** null: not what this page understands; a network that asks for a sign-in of its own answers anything. */
export const boardOf = (value: unknown): WallBoard | null => {
  if (typeof value !== 'object' || value === null) return null;
  const board = value as Partial<Record<keyof WallBoard, unknown>>;
  if (!Array.isArray(board.details) || typeof board.now !== 'string') return null;
  const details: WallLine[] = [];
  for (const each of board.details as readonly unknown[]) {
    const line = lineOf(each);
    if (line === null) return null;
    details.push(line);
  }
  return {
    title: textOf(board.title),
    logo: textOf(board.logo),
    now: board.now,
    adPicture: textOf(board.adPicture),
    backgroudPicture: textOf(board.backgroudPicture),
    remark: textOf(board.remark),
    at: typeof board.at === 'string' ? board.at : null,
    details,
  };
};

/** The number of a shop in `?shop=5`; '': the chain's page. What is no number goes to the house, which says so. */
export const shopOf = (search: string): string => {
  const [, found = ''] = /[?&]shop=([^&]*)/.exec(search) || [];
  return /^[\w-]{1,20}$/.test(found) ? found : found === '' ? '' : '0';
};
