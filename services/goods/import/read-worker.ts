/** Worker: reads one table file into a file of lines, so that a hostile workbook can only hurt this thread. */
import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { guardZip } from './zip-guard.ts';
import { BadTable, isZip, readTable, type FileProblem, type TableRow } from './workbook.ts';

export type ReadJob = { readonly bytes: Uint8Array; readonly fileName: string; readonly target: string };
export type ReadResult =
  | { readonly headers: readonly string[]; readonly sample: readonly TableRow[]; readonly count: number }
  | { readonly problem: FileProblem };

const SAMPLE_ROWS = 20;

const run = async ({ bytes, fileName, target }: ReadJob): Promise<ReadResult> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (isZip(buffer)) await guardZip(buffer);
    const { headers, rows } = readTable(buffer, fileName);
    const lines = [JSON.stringify({ fileName, headers }), ...rows.map((row) => JSON.stringify(row))];
    writeFileSync(target, `${lines.join('\n')}\n`, { mode: 0o600 });
    return { headers, sample: rows.slice(0, SAMPLE_ROWS), count: rows.length };
  } catch (error) {
    return { problem: error instanceof BadTable ? error.problem : 'unreadable' };
  }
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(await run(workerData as ReadJob));
