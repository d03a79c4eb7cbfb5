/** What a table file is once it was read, and why one is not. Without the reader, which only workers load. */
import { LISTS } from '../../contracts/values.ts';

export const MAX_ROWS = LISTS.importRows;
export const MAX_COLUMNS = 200;

/** A cell as text or number; null when empty. Codes keep their leading zeros. */
export type Cell = string | number | null;
/**
 * What a cell's value does not tell of itself (R150): a formula that nobody has worked out, a date (which a style number 3-12
 * becomes), a percentage, foreign money, a value merged over several rows, a comma that may be a point.
 */
export type CellMark = 'formula' | 'date' | 'percent' | 'foreign' | 'merged' | 'comma';
export const MARK_WORDS: Readonly<Record<CellMark, string>> = {
  formula: '公式没有计算结果，请在Excel中打开并保存后再导入，或粘贴为数值',
  date: '是日期，不是编号或数字；Excel会把3-12这样的编号改成日期，请把该列设为文本后重新填写',
  percent: '是百分数，请填写数值',
  foreign: '不是人民币金额，请换算成元',
  merged: '合并的单元格，不清楚是每件的还是合计的，请拆开填写',
  comma: '逗号不清楚是小数点还是千分位，请去掉逗号',
};
/** `row` is the row number as Excel shows it; `marks` by column. */
export type TableRow = {
  readonly row: number;
  readonly cells: readonly Cell[];
  readonly marks?: Readonly<Record<number, CellMark>>;
  /** Why the row does not stand under the headings, in words. */
  readonly misfit?: string;
};
/** A sheet of the file; `rows`: below its headings. */
export type SheetInfo = { readonly name: string; readonly rows: number; readonly hidden: boolean };
export type Table = {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
  /** Where the headings stand, as Excel shows it. */
  readonly headerRow: number;
  /** Rows of sums, left out. */
  readonly totalRows: readonly number[];
  /** Rows that say the headings again, left out. */
  readonly headingRows: readonly number[];
  /** What stands above the headings. */
  readonly titles: readonly string[];
  /** The sheet that was read, '' of a text file; and all there are. */
  readonly sheet: string;
  readonly sheets: readonly SheetInfo[];
  /** What the file is where its name says otherwise; '' else. */
  readonly note: string;
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
  | 'unreadable'
  | 'locked'
  | 'html'
  | 'xml'
  | 'web-archive'
  | 'pdf'
  | 'picture'
  | 'archive'
  | 'word'
  | 'slides'
  | 'ods'
  | 'numbers'
  | 'rtf'
  | 'json'
  | 'program'
  | 'unknown-sheet';
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
/** Which sheet is meant is for somebody to say. */
export class SheetsToChoose extends Error {
  readonly sheets: readonly SheetInfo[];
  constructor(sheets: readonly SheetInfo[]) {
    super('table file: several sheets');
    this.name = 'SheetsToChoose';
    this.sheets = sheets;
  }
}
