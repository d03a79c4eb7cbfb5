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
  /** Of a page of columns: where its first one stands. */
  readonly pageLeft?: number;
};
export const NUMBER_WIDTH = 44;
export const REMOVE_WIDTH = 56;

type ColumnLayout = {
  readonly width: number;
  readonly frozen?: 'left' | 'right' | undefined;
  readonly begins?: boolean;
};
const classOf = (column: GridColumn<never>, { frozen, begins }: ColumnLayout): string => {
  const edge = frozen === undefined ? '' : ` ui-frozen ui-frozen-${frozen}`;
  return `ui-cell${isNumeric(column.kind) ? ' ui-num' : ''}${edge}${begins === true ? ' ui-page-begins' : ''}`;
};
const sideOf = (column: GridColumn<never>): number =>
  column.frozen === 'left' ? 0 : column.frozen === 'right' ? 2 : 1;

/**
 * Widths in pages as wide as `room`: a phone has no room for frozen columns, and turns pages instead. Each page is full,
 * so none of its figures lies half under what stays at the end.
 */
const inPages = (widths: readonly number[], room: number): readonly ColumnLayout[] => {
  const pages: number[][] = [];
  let left = 0;
  for (const wished of widths) {
    const width = Math.min(wished, room);
    if (width > left) {
      pages.push([]);
      left = room;
    }
    pages.at(-1)?.push(width);
    left -= width;
  }
  return pages.flatMap((page) => {
    const spare = room - page.reduce((sum, width) => sum + width, 0);
    const each = Math.floor(spare / page.length);
    const rest = spare - each * page.length;
    return page.map((width, index) => ({ width: width + each + (index === 0 ? rest : 0), begins: index === 0 }));
  });
};

/** Frozen columns move to their edges; `end` px at the right are kept for the remove column; `room` of a phone is in pages. */
export const placeColumns = <C extends GridColumn<never>>(
  columns: readonly C[],
  widths: Readonly<Record<string, number>>,
  { end, room = 0 }: { readonly end: number; readonly room?: number },
): {
  readonly placed: readonly PlacedColumn<C>[];
  readonly total: number;
  readonly leftEdge: number;
  readonly rightEdge: number;
} => {
  const shown = columns.filter((column) => column.hidden !== true).toSorted((a, b) => sideOf(a) - sideOf(b));
  const wished = shown.map((column) => widths[column.field] ?? column.width ?? WIDTH_OF[column.kind]);
  const pageRoom = room - NUMBER_WIDTH - end;
  const places =
    pageRoom > 0
      ? inPages(wished, pageRoom)
      : wished.map((width, index): ColumnLayout => ({ width, frozen: shown[index]?.frozen }));
  const total = places.reduce((sum, { width }) => sum + width, NUMBER_WIDTH + end);
  let [left, pageLeft] = [NUMBER_WIDTH, NUMBER_WIDTH];
  let [leftEdge, rightEdge] = [NUMBER_WIDTH, end];
  const placed = shown.map((column, index): PlacedColumn<C> => {
    const { width, frozen, begins } = places[index]!;
    if (begins === true) pageLeft = left;
    const style: CSSProperties = { width };
    if (frozen === 'left') style.left = left;
    if (frozen === 'right') style.right = total - left - width;
    if (frozen === 'left') leftEdge = left + width;
    if (frozen === 'right') rightEdge += width;
    const page = begins === undefined ? {} : { pageLeft };
    const place = { column, index, style, className: classOf(column, places[index]!), left, width, ...page };
    left += width;
    return place;
  });
  return { placed, total, leftEdge, rightEdge };
};
