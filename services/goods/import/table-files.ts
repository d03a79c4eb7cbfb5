/** Table files between upload and import: read in a worker, kept as lines below DATA_DIR/imports for a day. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Upload } from '../../contracts/route.ts';
import type { ReadJob, ReadResult } from './read-worker.ts';
import { MAX_ROWS, type Cell, type FileProblem, type Table, type TableRow } from './workbook.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const FILE_TOO_LARGE = '文件大小不能超过10MB！';
const WRONG_TYPE = '只支持 .xlsx、.xls、.csv 文件！';
const KEEP_MS = 24 * 3_600_000;
const READ_LIMIT_MS = 60_000;
const MEMORY_MB = 1_024;

const PROBLEMS: Record<FileProblem, Refusal> = {
  'not-a-table': refuse('wrong-type', 'import.file_type', WRONG_TYPE),
  'not-a-workbook': refuse('wrong-type', 'import.not_a_workbook', '这不是Excel文件，请在Excel中打开后另存为 .xlsx'),
  'no-rows': refuse('invalid', 'import.no_rows', '文件中没有数据，第一行应为表头'),
  'too-many-rows': refuse('invalid', 'import.too_many_rows', `一次最多导入${MAX_ROWS}行，请拆分文件`),
  'too-large-inside': refuse('too-large', 'import.too_large_inside', '文件解压后过大，无法导入'),
  unreadable: refuse('invalid', 'import.unreadable', '文件已损坏或内容过大，无法读取'),
};

export type ReadFile = {
  readonly fileId: string;
  readonly headers: readonly string[];
  /** The first 20 rows, header → value. */
  readonly sample: readonly Record<string, Cell>[];
  readonly count: number;
};
const record = (headers: readonly string[], { cells }: TableRow): Record<string, Cell> =>
  Object.fromEntries(headers.map((header, column) => [header, cells[column] ?? null]));

const inWorker = (job: ReadJob): Promise<ReadResult> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 },
    });
    const tooLong = setTimeout(() => finish({ problem: 'unreadable' }), READ_LIMIT_MS);
    const finish = (result: ReadResult): void => {
      clearTimeout(tooLong);
      resolve(result);
      void worker.terminate();
    };
    worker.once('message', finish);
    worker.once('error', () => finish({ problem: 'unreadable' }));
    worker.once('exit', () => finish({ problem: 'unreadable' }));
  });

export class TableFiles {
  readonly #folder: string;
  /** One file is read at a time: two hostile ones must not share the memory of this process. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'imports');
  }

  #pathOf(userId: number, fileId: string): string {
    return path.join(this.#folder, `${userId}-${fileId}.jsonl`);
  }

  /** Reads an upload; its content decides what it is, its name must be one of the three. */
  async receive({ fileName, bytes }: Upload, userId: number): Promise<ReadFile | Refusal> {
    if (!/\.(xlsx|xls|csv)$/i.test(fileName)) return PROBLEMS['not-a-table'];
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#prune();
    const fileId = randomBytes(16).toString('hex');
    const job = { bytes: new Uint8Array(bytes), fileName: fileName.slice(-100), target: this.#pathOf(userId, fileId) };
    const mine = this.#turn.then(() => inWorker(job));
    this.#turn = mine;
    const result = await mine;
    if ('problem' in result) return PROBLEMS[result.problem];
    const { headers, count } = result;
    return { fileId, headers, count, sample: result.sample.map((row) => record(headers, row)) };
  }

  /** The rows of a file this user uploaded within the last day. */
  async load(userId: number, fileId: string): Promise<(Table & { readonly fileName: string }) | Refusal> {
    const gone = refuse('not-found', 'import.file_gone', '导入文件已过期，请重新选择文件');
    if (!/^[0-9a-f]{32}$/.test(fileId)) return gone;
    const text = await readFile(this.#pathOf(userId, fileId), 'utf8').catch(() => null);
    if (text === null) return gone;
    const [head, ...rows] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    return { ...(head as { fileName: string; headers: string[] }), rows: rows as TableRow[] };
  }

  async #prune(): Promise<void> {
    const names = await readdir(this.#folder);
    await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
        if (mtimeMs < Date.now() - KEEP_MS) await rm(file, { force: true });
      }),
    );
  }
}
