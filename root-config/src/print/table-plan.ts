/**
 * Which rows of which table stand where, sheet by sheet. Tables that flow share one room: each begins where the one above
 * it ended, and what has no rows takes no place. Pure.
 */
import type { ElementOf, PrintElement, PrintLayout } from 'services/contracts/print-layout';
import { valueIn, type PrintData } from './values.ts';

export type Table = ElementOf<'table'>;
/** Part of a table on one sheet. */
export type Segment = {
  /** mm from the top of the sheet. */
  readonly y: number;
  readonly rows: readonly PrintData[];
  /** The last row adds up all rows, also those of earlier sheets. */
  readonly sum: boolean;
  /** It began on an earlier sheet. */
  readonly continued: boolean;
};
/** Segments of one sheet, by their tables. */
export type SheetPlan = ReadonlyMap<PrintElement, Segment>;

const isRow = (value: unknown): value is PrintData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const rowsOf = (table: Table, data: PrintData): readonly PrintData[] => {
  const list = valueIn(data, table.field);
  return Array.isArray(list) ? list.filter(isRow) : [];
};
const sumsUp = ({ columns }: Table): boolean => columns.some(({ sum }) => sum);
/** Lines above the rows: what the list is, and what its columns are. */
const headOf = ({ title, header }: Table): number => (title === '' ? 0 : 1) + (header ? 1 : 0);

/** Between two tables that follow each other, mm. */
const GAP_MM = 1.5;
/** A head with one row below it at the foot of a sheet reads as the whole list. */
const LEAST_LINES = 2;
const ROUNDING = 1e-6;
type Room = { readonly top: number; readonly bottom: number };
/** What may be filled of the n-th sheet. */
type Rooms = (sheet: number) => Room;
type Sheets = Map<PrintElement, Segment>[];
type TableData = readonly [table: Table, data: PrintData];

/** Where the lines from `from` on end on this sheet; the sum never stands alone. */
const endOf = (
  from: number,
  room: number,
  { rows, lines }: { readonly rows: number; readonly lines: number },
): number => {
  const to = from + Math.max(1, Math.min(room, lines - from));
  return to === rows && to < lines && rows - from > 1 ? to - 1 : to;
};
const heightOf = (table: Table, { rows, sum }: Segment): number =>
  (headOf(table) + rows.length + (sum ? 1 : 0)) * table.rowHeight;
/** Puts one table behind what is there; answers where the next one begins. */
const place = (sheets: Sheets, start: number, rooms: Rooms, [table, data]: TableData): number => {
  const all = rowsOf(table, data);
  const lines = all.length + (sumsUp(table) && all.length > 0 ? 1 : 0);
  const put = (y: number, from: number, to: number): number => {
    const segment = { y, rows: all.slice(from, to), sum: to > all.length, continued: from > 0 };
    sheets.at(-1)?.set(table, segment);
    return y + heightOf(table, segment) + GAP_MM;
  };
  if (lines === 0) return put(start, 0, 0);
  let y = start;
  for (let from = 0; from < lines;) {
    const { top, bottom } = rooms(sheets.length - 1);
    const room = Math.floor((bottom - y) / table.rowHeight + ROUNDING) - headOf(table);
    const fits = y === top || room >= Math.min(LEAST_LINES, lines - from);
    const to = fits ? endOf(from, room, { rows: all.length, lines }) : from;
    if (fits) y = put(y, from, to);
    from = to;
    if (from === lines) break;
    sheets.push(new Map());
    y = rooms(sheets.length - 1).top;
  }
  return y;
};
const roomOf = (tables: readonly Table[]): Room => ({
  top: Math.min(...tables.map(({ y }) => y)),
  bottom: Math.max(...tables.map(({ y, height }) => y + height)),
});
const placed = (tables: readonly Table[], data: PrintData, rooms: Rooms): Sheets => {
  const sheets: Sheets = [new Map()];
  let y = rooms(0).top;
  for (const table of tables) y = place(sheets, y, rooms, [table, data]);
  return sheets;
};
const SPARE_MM = 1;
/** Most printers cannot reach the edge. */
const EDGE_MM = 5;
/** Where lines may end on a sheet that is not the last: what is said once, below them, is not there. */
const fullBottom = ({ page, elements }: PrintLayout, { bottom }: Room): number => {
  const below = elements.filter(({ y, show, sheets }) => y >= bottom && show !== 'never' && sheets !== 'last');
  return Math.max(bottom, Math.min(page.height - EDGE_MM, ...below.map(({ y }) => y)) - SPARE_MM);
};
/** On as few sheets as can be, the last of them with room for what is said once. */
const flowed = (layout: PrintLayout, tables: readonly Table[], data: PrintData, room: Room): Sheets => {
  const tight = placed(tables, data, () => room);
  const full = { ...room, bottom: fullBottom(layout, room) };
  for (let count = 2; count < tight.length; count += 1) {
    const sheets = placed(tables, data, (sheet) => (sheet < count - 1 ? full : room));
    if (sheets.length === count) return sheets;
  }
  const filled = placed(tables, data, (sheet) => (sheet < tight.length - 1 ? full : room));
  return filled.length === tight.length ? filled : tight;
};

/** One table by itself, in its own place. */
export const alone = (table: Table, data: PrintData): readonly SheetPlan[] =>
  placed([table], data, () => roomOf([table]));
const isShown = (table: Table, data: PrintData): boolean => table.show === 'always' || rowsOf(table, data).length > 0;
/** One plan for each sheet that the tables of a layout need; at least one. */
export const planSheets = (layout: PrintLayout, data: PrintData): readonly SheetPlan[] => {
  const tables = layout.elements.filter((one): one is Table => one.type === 'table' && one.show !== 'never');
  const flow = tables.filter((table) => table.flow).toSorted((one, other) => one.y - other.y);
  const parts = [
    // The room is that of all of them, also of those that have no rows now.
    ...(flow.length === 0
      ? []
      : [
          flowed(
            layout,
            flow.filter((table) => isShown(table, data)),
            data,
            roomOf(flow),
          ),
        ]),
    ...tables.filter((table) => !table.flow && isShown(table, data)).map((table) => alone(table, data)),
  ];
  const count = Math.max(1, ...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, sheet) => new Map(parts.flatMap((part) => [...(part[sheet] ?? [])])));
};
