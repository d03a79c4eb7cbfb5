/** Worker: reads one table file into a file of lines, so that a hostile workbook can only hurt this thread. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { cut } from '../../contracts/limits.ts';
import { packed, unpackWorkbook } from './zip-guard.ts';
import { isZip } from './file-kind.ts';
import { BadTable, SheetsToChoose, type FileProblem, type SheetInfo, type Table, type TableRow } from './table.ts';
import { NO_WORDS, type Vocabulary } from './headings.ts';
import { readTable } from './workbook.ts';

export type ReadJob = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly target: string;
  /** The sheet that somebody chose. */
  readonly sheet?: string | undefined;
  /** Module whose `vocabulary` knows the headings of such tables; absent: the first row with headings is taken. */
  readonly words?: string | undefined;
};
export type ReadResult =
  | (Omit<Table, 'rows'> & { readonly sample: readonly TableRow[]; readonly count: number })
  | { readonly problem: FileProblem; readonly cell?: string }
  | { readonly choose: readonly SheetInfo[] };

const SAMPLE_ROWS = 20;
/** Of a cell in the sample; it shows what a column holds, not all of it. */
const SAMPLE_CELL = 100;
const SAMPLE_BYTES = 256 * 1024;
const ROWS_PER_WRITE = 500;

const shortened = ({ row, cells }: TableRow): TableRow => ({
  row,
  cells: cells.map((cell) => {
    if (typeof cell !== 'string' || cell.length <= SAMPLE_CELL) return cell;
    return `${cut(cell, SAMPLE_CELL)}…`;
  }),
});
/** The first rows, as many as fit. */
const sampleOf = ({ headers, rows }: Table): TableRow[] => {
  const sample: TableRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, SAMPLE_ROWS).map(shortened)) {
    bytes += Buffer.byteLength(JSON.stringify([headers, row.cells]));
    if (sample.length > 0 && bytes > SAMPLE_BYTES) break;
    sample.push(row);
  }
  return sample;
};
const keep = (target: string, fileName: string, { rows, ...head }: Table): void => {
  const file = openSync(target, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ fileName, ...head })}\n`);
    for (let from = 0; from < rows.length; from += ROWS_PER_WRITE) {
      const lines = rows.slice(from, from + ROWS_PER_WRITE).map((row) => `${JSON.stringify(row)}\n`);
      writeSync(file, lines.join(''));
    }
  } finally {
    closeSync(file);
  }
};

const vocabularyOf = async (words: string | undefined): Promise<Vocabulary> => {
  if (words === undefined) return NO_WORDS;
  const { vocabulary } = (await import(words)) as { readonly vocabulary: Vocabulary };
  return vocabulary;
};

const run = async ({ bytes, fileName, target, words, sheet }: ReadJob): Promise<ReadResult> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vocabulary = await vocabularyOf(words);
  try {
    const asked = { fileName, vocabulary, sheet };
    const table = readTable(isZip(buffer) ? packed(await unpackWorkbook(buffer)) : buffer, asked);
    keep(target, fileName, table);
    const { rows, ...head } = table;
    return { ...head, sample: sampleOf(table), count: rows.length };
  } catch (error) {
    if (error instanceof SheetsToChoose) return { choose: error.sheets };
    return error instanceof BadTable ? { problem: error.problem, cell: error.cell } : { problem: 'unreadable' };
  }
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(await run(workerData as ReadJob));
