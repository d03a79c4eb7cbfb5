/** What a table file is once it was read, and why one is not. Without the reader, which only workers load. */
import { LISTS } from '../../contracts/values.ts';

export const MAX_ROWS = LISTS.importRows;

/** A cell as text or number; null when empty. Codes keep their leading zeros. */
export type Cell = string | number | null;
/** `row` is the row number as Excel shows it. */
export type TableRow = { readonly row: number; readonly cells: readonly Cell[] };
export type Table = {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
  /** Where the headings stand, as Excel shows it. */
  readonly headerRow: number;
  /** Rows of sums, left out. */
  readonly totalRows: readonly number[];
};
/** Why a file is not read. */
export type FileProblem =
  | 'not-a-table'
  | 'not-a-workbook'
  | 'no-rows'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'cell-too-long'
  | 'too-large-inside'
  | 'declarations'
  | 'unreadable';
export class BadTable extends Error {
  readonly problem: FileProblem;
  /** The cell it is about, as Excel names it. */
  readonly cell: string;
  constructor(problem: FileProblem, { cell = '', ...options }: ErrorOptions & { readonly cell?: string } = {}) {
    super(`table file: ${problem}`, options);
    this.name = 'BadTable';
    this.problem = problem;
    this.cell = cell;
  }
}
