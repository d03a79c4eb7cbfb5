/** Lines of a document as a table, sheet by sheet. Pure. */
import { writtenValue } from 'services/contracts/print-fields';
import type { ElementOf } from 'services/contracts/print-layout';
import { drawText } from './draw-text.ts';
import { num } from './svg.ts';
import { valueIn, type PrintData } from './values.ts';

type Table = ElementOf<'table'>;
const isRow = (value: unknown): value is PrintData => typeof value === 'object' && value !== null;
export const rowsOf = (table: Table, data: PrintData): readonly PrintData[] => {
  const list = valueIn(data, table.field);
  return Array.isArray(list) ? list.filter(isRow) : [];
};
/** Rows on one sheet: at least one, or a document would never end. */
const roomFor = ({ height, rowHeight, header }: Table): number =>
  Math.max(1, Math.floor(height / rowHeight + 1e-6) - (header ? 1 : 0));
export const sheetsOf = (table: Table, data: PrintData): number =>
  Math.max(1, Math.ceil(rowsOf(table, data).length / roomFor(table)));

const CELL_PADDING = 0.8;
export const drawTable = (table: Table, data: PrintData, sheet: number): string => {
  const { x, y, rowHeight, columns, border, header, fontSize } = table;
  const room = roomFor(table);
  const rows = rowsOf(table, data).slice(sheet * room, (sheet + 1) * room);
  const lefts = columns.reduce<number[]>((edges, { width }) => [...edges, (edges.at(-1) ?? x) + width], [x]);
  const cell = (words: string, column: number, line: number): string => {
    const { width = 0, align = 'left' } = columns[column] ?? {};
    const box = {
      x: (lefts[column] ?? x) + CELL_PADDING,
      y: y + line * rowHeight,
      width: width - 2 * CELL_PADDING,
      height: rowHeight,
    };
    const head = header && line === 0;
    return drawText(words, box, {
      fontSize,
      align: head ? 'center' : align,
      weight: head ? 'bold' : 'normal',
      fit: 'shrink',
    });
  };
  const heads = header ? columns.map(({ title }, column) => cell(title, column, 0)) : [];
  const body = rows.flatMap((row, index) =>
    columns.map((column, at) =>
      cell(writtenValue(valueIn(row, column.field), column.field, column), at, index + (header ? 1 : 0)),
    ),
  );
  const lines = rows.length + (header ? 1 : 0);
  if (border === 0 || lines === 0) return [...heads, ...body].join('');
  const right = (lefts.at(-1) ?? x) - x;
  const across = Array.from(
    { length: lines + 1 },
    (_, line) => `M${num(x)} ${num(y + line * rowHeight)}h${num(right)}`,
  );
  const down = lefts.map((left) => `M${num(left)} ${num(y)}v${num(lines * rowHeight)}`);
  const frame = `<path d="${[...across, ...down].join('')}" fill="none" stroke="#000" stroke-width="${num(border)}"/>`;
  return [frame, ...heads, ...body].join('');
};
