/** Worker: rows as a workbook; of uploaded ones again, with what is wrong in a last column. */
import { parentPort, workerData } from 'node:worker_threads';
import { utils, write } from 'xlsx';
import type { Cell } from './table.ts';

export type SheetJob = {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Of the last column, in characters. */
  readonly lastWidth?: number;
};

const WIDTH = 14;
const { name, headers, rows, lastWidth = WIDTH } = workerData as SheetJob;
const sheet = utils.aoa_to_sheet([[...headers], ...rows.map((row) => [...row])], { dense: true });
sheet['!cols'] = headers.map((_, column) => ({ wch: column === headers.length - 1 ? lastWidth : WIDTH }));
const book = utils.book_new();
utils.book_append_sheet(book, sheet, name);
const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(bytes);
