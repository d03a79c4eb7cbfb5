/** A received table file as headers and rows: .xlsx, .xls, .csv judged by content. Runs in a worker; may throw. */
import { cut } from '../../contracts/limits.ts';
import { headingsIn, isSum, NO_WORDS, type Vocabulary } from './headings.ts';
import { BadTable, MAX_ROWS, type Cell, type FileProblem, type Table } from './table.ts';
import { read, SSF, utils, type CellObject, type WorkSheet } from 'xlsx';

const MAX_COLUMNS = 200;
/** Excel's own limit. */
const MAX_CELL = 32_767;
/** UTF-16 units of all cells: one long text may stand in every row and cost the file nothing. */
const MAX_TEXT = 16 * 1024 * 1024;
const MAX_HEADING = 100;

const startsWith = (bytes: Buffer, hex: string): boolean => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
export const isZip = (bytes: Buffer): boolean => startsWith(bytes, '504b0304');
const isCompound = (bytes: Buffer): boolean => startsWith(bytes, 'd0cf11e0a1b11ae1');

/** Text of a .csv: UTF-8, UTF-16 with its mark, or GB 18030 as Chinese Excel writes it; null when it is no text. */
const decodeText = (bytes: Buffer): string | null => {
  if (startsWith(bytes, 'fffe')) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) return null;
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      continue;
    }
  }
  return null;
};

type Dense = (CellObject | undefined)[][];
const isWorkbook = (bytes: Buffer): boolean => isZip(bytes) || isCompound(bytes);
const sheetOf = (bytes: Buffer): WorkSheet => {
  const options = { dense: true, cellFormula: false, cellHTML: false, cellNF: true, cellStyles: false } as const;
  if (isWorkbook(bytes)) {
    const book = read(bytes, { ...options, type: 'buffer', sheets: 0 });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) throw new BadTable('no-rows');
    return sheet;
  }
  const text = decodeText(bytes);
  if (text === null || /^\s*<(!doctype|html|\?xml)/i.test(text)) throw new BadTable('not-a-table');
  const book = read(text, { ...options, type: 'string', raw: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet === undefined) throw new BadTable('no-rows');
  return sheet;
};

/** Numbers stay numbers, except dates and zero-padded codes, which are what they look like. */
const numberOf = ({ v, w, z }: CellObject): Cell => {
  const format = typeof z === 'string' ? z : '';
  const asShown = SSF.is_date(format) || /^0{2,}$/.test(format);
  return asShown && w !== undefined ? w : Number(v);
};
const valueOf = (cell: CellObject | undefined): Cell => {
  const value = cell?.v;
  if (cell === undefined || value == null) return null;
  if (cell.t === 'e') return cell.w ?? '#ERROR!';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return numberOf(cell);
  const text = String(value).trim();
  return text === '' ? null : text;
};

/** Values of a row; @throws {BadTable} for what no cell of a table of goods holds. */
const cellsOf = (cells: readonly (CellObject | undefined)[], row: number, count: (units: number) => void): Cell[] =>
  Array.from({ length: Math.min(cells.length, MAX_COLUMNS + 1) }, (_, column) => {
    const value = valueOf(cells[column]);
    if (value === null) return null;
    const cell = utils.encode_cell({ r: row, c: column });
    if (column >= MAX_COLUMNS) throw new BadTable('too-many-columns', { cell });
    if (typeof value !== 'string') return value;
    if (value.length > MAX_CELL) throw new BadTable('cell-too-long', { cell });
    count(value.length);
    return value;
  }).slice(0, MAX_COLUMNS);
const textCounter = (): ((units: number) => void) => {
  let text = 0;
  return (units) => {
    text += units;
    if (text > MAX_TEXT) throw new BadTable('too-large-inside');
  };
};

/** Values of merged cells stand in every cell they cover, as far as the data reaches. */
const fillMerged = (sheet: WorkSheet, grid: Cell[][], count: (units: number) => void): void => {
  for (const { s, e } of sheet['!merges'] ?? []) {
    const value = grid[s.r]?.[s.c] ?? null;
    if (value === null) continue;
    for (let row = s.r; row <= Math.min(e.r, grid.length - 1); row += 1) {
      const cells = grid[row] ?? [];
      for (let column = s.c; column <= Math.min(e.c, MAX_COLUMNS - 1); column += 1) {
        if (cells[column] != null) continue;
        cells[column] = value;
        count(String(value).length);
      }
      grid[row] = cells;
    }
  }
};

const headersOf = (names: readonly string[], width: number): string[] => {
  const used = new Map<string, number>();
  return Array.from({ length: width }, (_, column) => {
    const name = cut(names[column] ?? '', MAX_HEADING) || `第${utils.encode_col(column)}列`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name}(${times})`;
  });
};

/** Text in a file called .xlsx may still be the table of an old program; without rows it is only no workbook. */
const nothingIn = (bytes: Buffer, fileName: string): FileProblem =>
  /\.xlsx?$/i.test(fileName) && !isWorkbook(bytes) ? 'not-a-workbook' : 'no-rows';

/** Rows with something in them; empty ones at the end are only formats: cut first, they keep merges of whole columns small. */
const filledRows = (sheet: WorkSheet): { readonly row: number; readonly cells: Cell[] }[] => {
  const data = (sheet as { '!data'?: Dense })['!data'] ?? [];
  const last = data.findLastIndex((cells) => (cells ?? []).some((cell) => valueOf(cell) !== null));
  const count = textCounter();
  const grid = Array.from({ length: last + 1 }, (_, row) => cellsOf(data[row] ?? [], row, count));
  fillMerged(sheet, grid, count);
  return grid
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell != null));
};

/** @throws {BadTable} with the reason; whatever the reader throws on a broken file. */
export const readTable = (bytes: Buffer, fileName = '', vocabulary: Vocabulary = NO_WORDS): Table => {
  const head = headingsIn(filledRows(sheetOf(bytes)), vocabulary);
  const below = head?.below ?? [];
  const rows = below.filter((row) => !isSum(row));
  if (head === null || rows.length === 0) throw new BadTable(nothingIn(bytes, fileName));
  if (rows.length > MAX_ROWS) throw new BadTable('too-many-rows');
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), head.names.length);
  return {
    headers: headersOf(head.names, width),
    headerRow: head.row,
    totalRows: below.filter(isSum).map(({ row }) => row),
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: Array.from({ length: width }, (_, column) => cells[column] ?? null),
    })),
  };
};
