/** Lines of a document as a table: what stands on one sheet of it. Pure. */
import { writtenValue } from 'services/contracts/print-fields';
import { drawQr } from './draw-codes.ts';
import { drawText, type Box } from './draw-text.ts';
import { MM_PER_PT, emsWide, num } from './svg.ts';
import { rowsOf, type Segment, type Table } from './table-plan.ts';
import { valueIn, type PrintData } from './values.ts';

type Column = Table['columns'][number];
const CELL_PADDING = 0.8;
/** Squeezed further, Chinese signs run together: two small lines are read better. */
const MOST_SQUEEZE = 1.2;
const SMALL = 0.7;
const LINE_HEIGHT = 1.2;
const PLACES = 1_000_000;
/** 1,234.50, 3.215g, 95% */
const FIGURE = /^-?[\d,.]+\D{0,2}$/;
const CONTINUED = '（续）';
/** Fields of lines that are read by a phone: a column of one is a QR code a row (R162). */
const QR_FIELDS: ReadonlySet<string> = new Set(['warranty']);

type Look = Pick<Parameters<typeof drawText>[2], 'align' | 'weight'>;
/** In one line, or in as many small ones as the cell holds; a figure is made small, but never broken. */
const drawCell = (words: string, box: Box, fontSize: number, look: Look): string => {
  const font = fontSize * MM_PER_PT;
  const wide = emsWide(words) * font;
  if (wide <= box.width * MOST_SQUEEZE) return drawText(words, box, { ...look, fontSize, fit: 'shrink' });
  if (FIGURE.test(words)) return drawText(words, box, { ...look, fontSize: fontSize * SMALL, fit: 'shrink' });
  const line = font * SMALL * LINE_HEIGHT;
  const lines = Math.min(Math.max(1, Math.floor(box.height / line)), Math.ceil((wide * SMALL) / box.width));
  const place = { ...box, y: box.y + (box.height - lines * line) / 2, height: lines * line };
  return drawText(words, place, { ...look, fontSize: fontSize * SMALL, fit: 'wrap' });
};

const DECIMALS = /^-?\d{1,15}(?:\.(\d{1,6}))?$/;
/** Of all rows of the list, with as many decimals as they have; '' where nothing is a figure. */
const sumOf = (rows: readonly PrintData[], column: Column): string => {
  const figures = rows
    .map((row) => valueIn(row, column.field))
    .filter((value) => typeof value === 'number' || (typeof value === 'string' && DECIMALS.test(value)));
  if (figures.length === 0) return '';
  const decimals = Math.max(...figures.map((value) => DECIMALS.exec(String(value))?.[1]?.length ?? 0));
  const total = figures.reduce<number>((sum, value) => sum + Math.round(Number(value) * PLACES), 0) / PLACES;
  const told = figures.every((value) => typeof value === 'number') ? total : total.toFixed(decimals);
  return writtenValue(told, column.field, column);
};
const sumCells = (table: Table, data: PrintData): string[] => {
  const rows = rowsOf(table, data);
  const label = table.columns.findIndex(({ sum }) => !sum);
  return table.columns.map((column, at) => (column.sum ? sumOf(rows, column) : at === label ? '合计' : ''));
};

type Line = { readonly cells: readonly string[]; readonly look: 'head' | 'row' | 'sum' };
const linesOf = (table: Table, { rows, sum }: Segment, data: PrintData): Line[] => [
  ...(table.header ? [{ cells: table.columns.map(({ title }) => title), look: 'head' as const }] : []),
  ...rows.map((row) => ({
    cells: table.columns.map((column) => writtenValue(valueIn(row, column.field), column.field, column)),
    look: 'row' as const,
  })),
  ...(sum ? [{ cells: sumCells(table, data), look: 'sum' as const }] : []),
];
const qrCell = (words: string, box: Box): string => (words === '' ? '' : drawQr(words, box, 'M'));
const drawLine = (table: Table, { cells, look }: Line, y: number, lefts: readonly number[]): string[] =>
  cells.map((words, at) => {
    const { width = 0, align = 'left', field = '' } = table.columns[at] ?? {};
    const box = {
      x: (lefts[at] ?? table.x) + CELL_PADDING,
      y,
      width: width - 2 * CELL_PADDING,
      height: table.rowHeight,
    };
    if (look === 'row' && QR_FIELDS.has(field)) return qrCell(words, box);
    const weight = look === 'row' ? 'normal' : 'bold';
    return drawCell(words, box, table.fontSize, { align: look === 'head' ? 'center' : align, weight });
  });
const frameOf = ({ rowHeight, border }: Table, y: number, lines: number, lefts: readonly number[]): string => {
  const [left = 0, right = 0] = [lefts[0], lefts.at(-1)];
  const across = Array.from(
    { length: lines + 1 },
    (_, line) => `M${num(left)} ${num(y + line * rowHeight)}h${num(right - left)}`,
  );
  const down = lefts.map((at) => `M${num(at)} ${num(y)}v${num(lines * rowHeight)}`);
  return `<path d="${[...across, ...down].join('')}" fill="none" stroke="#000" stroke-width="${num(border)}"/>`;
};

/** What a sheet shows of a table. */
export const drawTable = (table: Table, segment: Segment, data: PrintData): string => {
  const { title, x, rowHeight, columns, border, fontSize } = table;
  const lefts = columns.reduce<number[]>((edges, { width }) => [...edges, (edges.at(-1) ?? x) + width], [x]);
  const width = (lefts.at(-1) ?? x) - x;
  const name = title !== '' && segment.continued ? `${title}${CONTINUED}` : title;
  const heading = drawText(
    name,
    { x, y: segment.y, width, height: rowHeight },
    { fontSize: fontSize + 1, align: 'left', weight: 'bold', fit: 'shrink' },
  );
  const top = segment.y + (title === '' ? 0 : rowHeight);
  const lines = linesOf(table, segment, data);
  const cells = lines.flatMap((line, at) => drawLine(table, line, top + at * rowHeight, lefts));
  if (border === 0 || lines.length === 0) return [heading, ...cells].join('');
  return [heading, frameOf(table, top, lines.length, lefts), ...cells].join('');
};
