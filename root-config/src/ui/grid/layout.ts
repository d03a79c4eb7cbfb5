/** Where columns stand: widths, frozen edges, and one style object per column for all its cells. */
import type { CSSProperties } from 'react';
import { WIDTH_OF, isNumeric } from '../format/show.ts';
import type { GridColumn } from './types.ts';

export type PlacedColumn<C> = {
  readonly column: C;
  readonly index: number;
  readonly style: CSSProperties;
  readonly className: string;
  readonly left: number;
  readonly width: number;
};
export const NUMBER_WIDTH = 44;
export const REMOVE_WIDTH = 56;

const classOf = (column: GridColumn<never>): string => {
  const edge = column.frozen === undefined ? '' : ` ui-frozen ui-frozen-${column.frozen}`;
  return `ui-cell${isNumeric(column.kind) ? ' ui-num' : ''}${edge}`;
};
const sideOf = (column: GridColumn<never>): number =>
  column.frozen === 'left' ? 0 : column.frozen === 'right' ? 2 : 1;

/** Frozen columns move to their edges; `end` px at the right are kept for the remove column. */
export const placeColumns = <C extends GridColumn<never>>(
  columns: readonly C[],
  widths: Readonly<Record<string, number>>,
  end: number,
): {
  readonly placed: readonly PlacedColumn<C>[];
  readonly total: number;
  readonly leftEdge: number;
  readonly rightEdge: number;
} => {
  const shown = columns.filter((column) => column.hidden !== true).toSorted((a, b) => sideOf(a) - sideOf(b));
  const width = (column: C): number => widths[column.field] ?? column.width ?? WIDTH_OF[column.kind];
  let left = NUMBER_WIDTH;
  const lefts = shown.map((column) => {
    const here = left;
    left += width(column);
    return here;
  });
  const total = left + end;
  const placed = shown.map((column, index): PlacedColumn<C> => {
    const own = width(column);
    const style: CSSProperties = { width: own };
    if (column.frozen === 'left') style.left = lefts[index]!;
    if (column.frozen === 'right') style.right = total - lefts[index]! - own;
    return { column, index, style, className: classOf(column), left: lefts[index]!, width: own };
  });
  const leftEdge = placed.reduce(
    (edge, { column, left: from, width: own }) => (column.frozen === 'left' ? from + own : edge),
    NUMBER_WIDTH,
  );
  const rightEdge =
    end + placed.reduce((edge, { column, width: own }) => (column.frozen === 'right' ? edge + own : edge), 0);
  return { placed, total, leftEdge, rightEdge };
};
