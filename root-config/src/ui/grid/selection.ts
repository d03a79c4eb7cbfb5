/** The selected rectangle of a grid: one corner stays, the other moves. */
export type CellPosition = { readonly row: number; readonly col: number };
export type Range = { readonly anchor: CellPosition; readonly focus: CellPosition };
export type Extent = { readonly rows: number; readonly cols: number };

export const at = (row: number, col: number): Range => ({ anchor: { row, col }, focus: { row, col } });
const within = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
export const clamp = (place: CellPosition, { rows, cols }: Extent): CellPosition => ({
  row: within(place.row, rows),
  col: within(place.col, cols),
});
export const moveBy = (
  range: Range,
  step: CellPosition,
  { extent, extend }: { extent: Extent; extend: boolean },
): Range => {
  const focus = clamp({ row: range.focus.row + step.row, col: range.focus.col + step.col }, extent);
  return { anchor: extend ? range.anchor : focus, focus };
};
export const rectangle = ({ anchor, focus }: Range) => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.col, focus.col),
  right: Math.max(anchor.col, focus.col),
});
/** Tab and Shift Tab: along the row, then to the next; undefined at the very end, where focus leaves the grid. */
export const nextCell = (place: CellPosition, back: boolean, { rows, cols }: Extent): CellPosition | undefined => {
  const flat = place.row * cols + place.col + (back ? -1 : 1);
  return flat < 0 || flat >= rows * cols ? undefined : { row: Math.floor(flat / cols), col: flat % cols };
};

const STEPS: Readonly<Record<string, CellPosition>> = {
  ArrowUp: { row: -1, col: 0 },
  ArrowDown: { row: 1, col: 0 },
  ArrowLeft: { row: 0, col: -1 },
  ArrowRight: { row: 0, col: 1 },
};
type Keys = { readonly key: string; readonly ctrl: boolean; readonly page: number };
/** Where a navigation key leads, as a step; undefined for other keys. */
export const stepOf = (
  { key, ctrl, page }: Keys,
  focus: CellPosition,
  { rows, cols }: Extent,
): CellPosition | undefined => {
  const step = STEPS[key];
  if (step !== undefined) return ctrl ? { row: step.row * rows, col: step.col * cols } : step;
  switch (key) {
    case 'PageUp':
      return { row: -page, col: 0 };
    case 'PageDown':
      return { row: page, col: 0 };
    case 'Home':
      return { row: ctrl ? -focus.row : 0, col: -focus.col };
    case 'End':
      return { row: ctrl ? rows : 0, col: cols };
    default:
      return undefined;
  }
};
