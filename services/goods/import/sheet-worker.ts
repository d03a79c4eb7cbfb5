/** Worker: the uploaded rows again as a workbook, with what is wrong in a last column. */
import { parentPort, workerData } from 'node:worker_threads';
import { utils, write } from 'xlsx';
import type { Cell } from './table.ts';

export type SheetJob = { readonly headers: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

const { headers, rows } = workerData as SheetJob;
const WRONG_WIDTH = 60;
const WIDTH = 12;
const sheet = utils.aoa_to_sheet([[...headers], ...rows.map((row) => [...row])], { dense: true });
sheet['!cols'] = headers.map((_, column) => ({ wch: column === headers.length - 1 ? WRONG_WIDTH : WIDTH }));
const book = utils.book_new();
utils.book_append_sheet(book, sheet, '有误的数据');
const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(bytes);
