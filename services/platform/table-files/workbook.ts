/** A received table file as headers and rows: .xlsx, .xls, .csv judged by content. Runs in a worker; may throw. */
import { read, utils, type WorkBook } from 'xlsx';
import { cut } from '../../contracts/limits.ts';
import { delimited } from './delimited-text.ts';
import { isWorkbook, readingsOf, refuseOtherCompound, refuseOtherKind, refuseOtherText } from './file-kind.ts';
import { gridOfSheet, gridOfText, type GridRow } from './grid.ts';
import { headingsIn, isSum, NO_WORDS, type Headings, type Vocabulary } from './headings.ts';
import {
  BadTable,
  MAX_COLUMNS,
  MAX_ROWS,
  SheetsToChoose,
  type Cell,
  type FileProblem,
  type SheetInfo,
  type Table,
  type TableRow,
} from './table.ts';

const MAX_HEADING = 100;
const MAX_TITLES = 20;

const headersOf = (names: readonly string[], width: number): string[] => {
  const used = new Map<string, number>();
  return Array.from({ length: width }, (_, column) => {
    const name = cut(names[column] ?? '', MAX_HEADING) || `第${utils.encode_col(column)}列`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name}(${times})`;
  });
};

/** Fields of a row and of its headings; blanks at the end of the longer one say nothing. */
const misfitOf = ({ cells, width }: GridRow, { names, width: headed }: Headings): string | undefined => {
  const last = names.findLastIndex((name) => name !== '') + 1;
  const filled = cells.findLastIndex((cell) => cell != null) + 1;
  if (filled > last)
    return `这一行有${Math.max(filled, width ?? 0)}列，表头只有${last}列：可能是数字里的逗号没有加引号，或内容错了位`;
  return width !== undefined && headed !== undefined && width < Math.min(headed, last)
    ? `这一行只有${width}列，表头有${last}列：可能漏了一格，内容错了位`
    : undefined;
};
const said = (cell: Cell | undefined): string => String(cell ?? '').trim();
/** The headings said again, as at the top of each printed page. */
const isHeadings = ({ cells }: GridRow, names: readonly string[]): boolean =>
  cells.filter((cell) => cell != null).length > 1 &&
  cells.every((cell, column) => cell == null || said(cell) === (names[column] ?? ''));

type SheetRows = Omit<Table, 'sheet' | 'sheets' | 'note'>;
/** null where nothing stands below headings. */
const tableOf = (filled: readonly GridRow[], vocabulary: Vocabulary): SheetRows | null => {
  const head = headingsIn(filled, vocabulary);
  if (head === null) return null;
  const { names, below } = head;
  const again = below.filter((row) => isHeadings(row, names));
  const sums = below.filter(isSum);
  const left = new Set([...again, ...sums]);
  const rows = below.filter((row) => !left.has(row));
  if (rows.length === 0) return null;
  if (rows.length > MAX_ROWS) throw new BadTable('too-many-rows');
  const width = Math.min(
    MAX_COLUMNS,
    rows.reduce((widest, { cells }) => Math.max(widest, cells.length), names.length),
  );
  // Columns without a name and without a value are only room between others.
  const columns = Array.from({ length: width }, (_, column) => column).filter(
    (column) => (names[column] ?? '') !== '' || rows.some(({ cells }) => cells[column] != null),
  );
  const headers = headersOf(names, width);
  return {
    headers: columns.map((column) => headers[column] ?? ''),
    headerRow: head.row,
    totalRows: sums.map(({ row }) => row),
    headingRows: again.map(({ row }) => row),
    titles: filled
      .filter(({ row }) => row < head.row)
      .flatMap(({ cells }) => [...new Set(cells.map(said))])
      .filter((text) => text !== '')
      .slice(0, MAX_TITLES)
      .map((text) => cut(text, MAX_HEADING)),
    rows: rows.map((row) => rowOf(row, columns, misfitOf(row, head))),
  };
};
const rowOf = ({ row, cells, marks }: GridRow, columns: readonly number[], misfit: string | undefined): TableRow => {
  const kept = columns.flatMap((column, place) =>
    marks[column] === undefined ? [] : [[place, marks[column]] as const],
  );
  return {
    row,
    cells: columns.map((column) => cells[column] ?? null),
    ...(kept.length > 0 && { marks: Object.fromEntries(kept) }),
    ...(misfit !== undefined && { misfit }),
  };
};

/** A sheet, what it holds, or why it cannot be read. */
type Sheet = SheetInfo & {
  readonly part: SheetRows | null;
  readonly problem: BadTable | null;
  /** Of its headings; 0: none is known. */
  readonly known: number;
  /** It tells how to fill in another one. */
  readonly isInstructions: boolean;
};
const INSTRUCTIONS = /说明|须知|指南|帮助|注意|示例|readme|instruction|help|guide/i;
/** Instructions list the fields below one another, under no headings or few. */
const listsFields = ({ rows }: SheetRows, vocabulary: Vocabulary): number =>
  vocabulary(rows.map(({ cells }) => said(cells[0])));
/** A list of fields, or words in a column or two. */
const MAX_WORDS = 2;
const isHidden = (book: WorkBook, index: number): boolean => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
const sheetOf = (book: WorkBook, index: number, vocabulary: Vocabulary): Sheet => {
  const name = book.SheetNames[index] ?? '';
  const hidden = isHidden(book, index);
  const isInstructions = INSTRUCTIONS.test(name);
  const nothing = { name, hidden, rows: 0, part: null, problem: null, known: 0, isInstructions };
  const sheet = book.Sheets[name];
  if (sheet === undefined) return nothing;
  try {
    const part = tableOf(gridOfSheet(sheet), vocabulary);
    if (part === null) return nothing;
    const headed = vocabulary(part.headers);
    const isList = listsFields(part, vocabulary) > headed;
    const known = isList ? 0 : headed;
    const tells = isList || (known === 0 && part.headers.length <= MAX_WORDS);
    return { ...nothing, part, rows: part.rows.length, known, isInstructions: isInstructions || tells };
  } catch (error) {
    if (!(error instanceof BadTable)) throw error;
    return { ...nothing, problem: error, known: 1 };
  }
};
/** Of several sheets with data one is chosen; instructions are passed over beside one that has the headings, hidden ones stand by choice alone (R150). */
const chosenOf = (sheets: readonly Sheet[], wanted: string | undefined): Sheet => {
  const full = sheets.filter(({ part, problem }) => part !== null || problem !== null);
  const infos = full.map(({ name, rows, hidden }) => ({ name, rows, hidden }));
  if (wanted !== undefined) {
    const named = sheets.find(({ name }) => name === wanted);
    if (named === undefined) throw new BadTable('unknown-sheet');
    return named;
  }
  const shown = full.filter(({ hidden }) => !hidden);
  const isHeaded = shown.some(({ known, isInstructions }) => known > 0 && !isInstructions);
  const left = isHeaded ? shown.filter(({ isInstructions }) => !isInstructions) : shown;
  const [only] = left;
  if (left.length === 1 && only !== undefined) return only;
  if (full.length > 0) throw new SheetsToChoose(infos);
  throw new BadTable('no-rows');
};
/** Stubs: without them a formula that has no value yet is no cell at all, and its field would be empty. */
const READING = {
  dense: true,
  sheetStubs: true,
  cellFormula: true,
  cellHTML: false,
  cellNF: true,
  cellStyles: false,
} as const;
const opened = (bytes: Buffer): WorkBook => {
  try {
    return read(bytes, { ...READING, type: 'buffer' });
  } catch (cause) {
    const locked = cause instanceof Error && /password|encrypt/i.test(cause.message);
    throw new BadTable(locked ? 'locked' : 'unreadable', { cause });
  }
};
const ofWorkbook = (bytes: Buffer, { vocabulary, sheet }: TableRequest): Table => {
  refuseOtherCompound(bytes);
  const book = opened(bytes);
  const sheets = book.SheetNames.map((_, index) => sheetOf(book, index, vocabulary));
  const { part, problem, name } = chosenOf(sheets, sheet);
  if (problem !== null) throw problem;
  if (part === null) throw new BadTable('no-rows');
  return {
    ...part,
    sheet: name,
    sheets: sheets.map(({ rows, hidden, name: each }) => ({ name: each, rows, hidden })),
    note: '',
  };
};

/** Text in a file called .xlsx may still be the table of an old program; without rows it is only no workbook. */
const nothingIn = (fileName: string): FileProblem => (/\.xlsx?$/i.test(fileName) ? 'not-a-workbook' : 'no-rows');
const ofText = (bytes: Buffer, { fileName, vocabulary }: TableRequest): Table => {
  const readings = readingsOf(bytes);
  if (readings.length === 0) throw new BadTable('not-a-table');
  const parts = readings.map((text) => {
    refuseOtherText(text);
    const { rows, delimiter } = delimited(text);
    return tableOf(gridOfText(rows, delimiter), vocabulary);
  });
  const known = parts.map((part) => (part === null ? -1 : vocabulary(part.headers)));
  const part = parts[known.indexOf(Math.max(...known))] ?? null;
  if (part === null) throw new BadTable(nothingIn(fileName));
  const disguised = /\.xlsx?$/i.test(fileName);
  return {
    ...part,
    sheet: '',
    sheets: [],
    note: disguised ? '文件名是Excel，内容是文本表格（CSV），已按文本读取' : '',
  };
};

export type TableRequest = {
  readonly fileName: string;
  readonly vocabulary: Vocabulary;
  readonly sheet?: string | undefined;
};
/**
 * @throws {BadTable} with the reason; whatever the reader throws on a broken file.
 * @throws {SheetsToChoose} where several sheets hold data and none was named.
 */
export const readTable = (bytes: Buffer, asked: Partial<TableRequest> = {}): Table => {
  const whole: TableRequest = { fileName: '', vocabulary: NO_WORDS, ...asked };
  if (isWorkbook(bytes)) return ofWorkbook(bytes, whole);
  refuseOtherKind(bytes);
  return ofText(bytes, whole);
};
