/** Table files between upload and import: read in a worker, kept as lines in a folder of their own for an hour at most. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Upload } from '../../contracts/route.ts';
import type { Log } from '../base/log.ts';
import { inWorker } from './in-worker.ts';
import type { ReadJob, ReadResult } from './read-worker.ts';
import type { SheetJob } from './sheet-worker.ts';
import { MAX_ROWS, type Cell, type FileProblem, type SheetInfo, type Table, type TableRow } from './table.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const FILE_TOO_LARGE = '文件大小不能超过10MB！';
const WRONG_TYPE = '只支持 .xlsx、.xls、.csv 文件！';
const KEEP_MS = 3_600_000;
const PRUNE_MS = 600_000;
/** Uploads that wait for their turn, in all and of one user. */
const MAX_WAITING = 8;
const MAX_OF_ONE = 2;
const RETRY_SECONDS = 10;
const ROWS_PER_BREATH = 1_000;

const RESAVE = '请在Excel中打开后另存为 .xlsx 再导入';
const otherKind = (code: string, what: string, mend = RESAVE): Refusal =>
  refuse('wrong-type', `import.${code}`, `${what}，${mend}`);
const PROBLEMS: Record<FileProblem, Refusal> = {
  'not-a-table': refuse('wrong-type', 'import.file_type', WRONG_TYPE),
  'not-a-workbook': refuse('wrong-type', 'import.not_a_workbook', '这不是Excel文件，请在Excel中打开后另存为 .xlsx'),
  'no-rows': refuse('invalid', 'import.no_rows', '文件中没有数据，第一行应为表头'),
  'too-many-columns': refuse('invalid', 'import.too_many_columns', '一次最多导入200列，请删除不需要的列'),
  'cell-too-long': refuse('invalid', 'import.cell_too_long', '有单元格超过32767个字，请检查文件内容'),
  declarations: refuse('invalid', 'import.declarations', '文件含有不允许的内容，请在Excel中打开后另存为 .xlsx'),
  'too-many-rows': refuse('invalid', 'import.too_many_rows', `一次最多导入${MAX_ROWS}行，请拆分文件`),
  'too-large-inside': refuse('invalid', 'import.too_large_inside', '文件解压后超过50MB或内容过多，请删除不需要的行列'),
  locked: refuse('invalid', 'import.locked', '文件设有打开密码，请在Excel中取消密码后再导入'),
  html: otherKind('html', '这是网页（HTML）文件，不是Excel表格'),
  xml: otherKind('xml', '这是XML文件，不是Excel工作簿'),
  'web-archive': otherKind('web_archive', '这是网页存档（MHT）文件，不是Excel表格'),
  pdf: otherKind('pdf', '这是PDF文件，不是表格', '请向对方索取Excel文件'),
  picture: otherKind('picture', '这是图片，不是表格', '请向对方索取Excel文件'),
  archive: otherKind('archive', '这是压缩包，不是表格', '请解压后选择其中的表格'),
  word: otherKind('word', '这是Word文档，不是表格', '请把其中的表格复制到Excel后另存为 .xlsx'),
  slides: otherKind('slides', '这是演示文稿（PPT），不是表格', '请把其中的表格复制到Excel后另存为 .xlsx'),
  ods: otherKind('ods', '这是OpenDocument表格（.ods）'),
  numbers: otherKind('numbers', '这是苹果Numbers表格', '请导出为Excel（.xlsx）后再导入'),
  rtf: otherKind('rtf', '这是RTF文档，不是表格', '请把其中的表格复制到Excel后另存为 .xlsx'),
  json: otherKind('json', '这是JSON数据，不是表格', '请导出为Excel或CSV后再导入'),
  program: refuse('wrong-type', 'import.file_type', WRONG_TYPE),
  'unknown-sheet': refuse('invalid', 'import.sheet', '文件中没有这个工作表，请重新选择'),
  unreadable: refuse('invalid', 'import.unreadable', '文件已损坏或内容过大，无法读取'),
};

const BUSY = refuse('too-many', 'import.busy', '正在读取的文件过多，请稍后再上传', {
  data: { retryAfter: RETRY_SECONDS },
});
const GONE = refuse('not-found', 'import.file_gone', '导入文件已过期，请重新选择文件');
const FILE_ID = /^[0-9a-f]{32}$/;

export type ReadFile = {
  readonly fileId: string;
  readonly headers: readonly string[];
  /** The first 20 rows, header → value. */
  readonly sample: readonly Record<string, Cell>[];
  readonly count: number;
  /** Row of the headings, as Excel shows it. */
  readonly headerRow: number;
  /** Rows of sums, which are no pieces. */
  readonly totalRows: readonly number[];
  /** Rows that say the headings again. */
  readonly headingRows: readonly number[];
  /** The sheet that was read, '' of a text file; and all of the file. */
  readonly sheet: string;
  readonly sheets: readonly SheetInfo[];
  /** What the file is where its name says otherwise. */
  readonly note: string;
};
/** Several sheets hold data, or only hidden ones: `data` names them (R150). */
const refuseSheets = (sheets: readonly SheetInfo[]): Refusal => {
  const names = sheets.map(({ name, hidden }) => `“${name}”${hidden ? '（隐藏）' : ''}`).join('、');
  const what = sheets.length === 1 ? `只有工作表${names}有数据` : `文件有${sheets.length}个有数据的工作表：${names}`;
  const message = `${what}，请选择要导入的工作表`;
  return refuse('invalid', 'import.sheets', message, {
    data: sheets.map((sheet) => ({ path: 'sheet', message, ...sheet })),
  });
};
const record = (headers: readonly string[], { cells }: TableRow): Record<string, Cell> =>
  Object.fromEntries(headers.map((header, column) => [header, cells[column] ?? null]));

const refusalOf = ({ problem, cell = '' }: { readonly problem: FileProblem; readonly cell?: string }): Refusal => {
  const refusal = PROBLEMS[problem];
  return cell === '' ? refusal : { ...refusal, message: `${cell}单元格：${refusal.message}` };
};

const READ_WORKER = new URL('./read-worker.ts', import.meta.url);
const SHEET_WORKER = new URL('./sheet-worker.ts', import.meta.url);

type UploadedTable = Pick<Upload, 'fileName' | 'bytes'> & { readonly sheet: string | undefined };

export class TableFiles {
  readonly #folder: string;
  /** One file is read at a time: two hostile ones must not share the memory of this process. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Users whose upload is read or waits. */
  readonly #waiting: number[] = [];

  readonly #words: string | undefined;

  /** `words`: module whose `vocabulary` knows the headings of such tables. */
  constructor(folder: string, words?: URL) {
    this.#folder = folder;
    this.#words = words?.href;
  }

  #pathOf(userId: number, fileId: string): string {
    return path.join(this.#folder, `${userId}-${fileId}.jsonl`);
  }

  /** Reads an upload; its content decides what it is, its name must be one of the three. */
  async receive({ fileName, bytes, fields }: Upload, userId: number): Promise<ReadFile | Refusal> {
    if (!/\.(xlsx|xls|csv)$/i.test(fileName)) return PROBLEMS['not-a-table'];
    const mine = this.#waiting.filter((waiting) => waiting === userId).length;
    if (mine >= MAX_OF_ONE || this.#waiting.length >= MAX_WAITING) return BUSY;
    this.#waiting.push(userId);
    try {
      const sheet = fields['sheet'] === '' ? undefined : fields['sheet'];
      return await this.#read({ bytes, fileName, sheet }, userId);
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(userId), 1);
    }
  }

  async #read({ fileName, bytes, sheet }: UploadedTable, userId: number): Promise<ReadFile | Refusal> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const fileId = randomBytes(16).toString('hex');
    const target = this.#pathOf(userId, fileId);
    const mine = this.#turn.then(() =>
      inWorker<ReadJob, ReadResult>(READ_WORKER, {
        bytes: new Uint8Array(bytes),
        fileName: Array.from(fileName).slice(-100).join(''),
        target,
        sheet,
        words: this.#words,
      }),
    );
    this.#turn = mine;
    const result = (await mine) ?? { problem: 'unreadable' as const };
    if (!('count' in result)) {
      // Whatever a worker wrote before it was ended.
      await rm(target, { force: true });
      return 'choose' in result ? refuseSheets(result.choose) : refusalOf(result);
    }
    const { sample, titles: _titles, ...read } = result;
    return { fileId, ...read, sample: sample.map((row) => record(read.headers, row)) };
  }

  /** The rows of a file this user uploaded; every look gives it another hour. */
  async load(userId: number, fileId: string): Promise<(Table & { readonly fileName: string }) | Refusal> {
    if (!FILE_ID.test(fileId)) return GONE;
    const file = this.#pathOf(userId, fileId);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
    if (mtimeMs < Date.now() - KEEP_MS) return GONE;
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return GONE;
    await utimes(file, new Date(), new Date()).catch(() => undefined);
    const [head = '', ...lines] = text.trimEnd().split('\n');
    const rows: TableRow[] = [];
    for (const line of lines) {
      rows.push(JSON.parse(line) as TableRow);
      if (rows.length % ROWS_PER_BREATH === 0) await breathe();
    }
    return { ...(JSON.parse(head) as Omit<Table, 'rows'> & { fileName: string }), rows };
  }

  /** A workbook of these rows, made in turn with the reading of others. */
  async write(sheet: SheetJob): Promise<Uint8Array | Refusal> {
    const mine = this.#turn.then(() => inWorker<SheetJob, Uint8Array>(SHEET_WORKER, sheet));
    this.#turn = mine;
    return (await mine) ?? BUSY;
  }

  /** Its import ended, or nobody wants it any more. */
  async drop(userId: number, fileId: string): Promise<void> {
    if (FILE_ID.test(fileId)) await rm(this.#pathOf(userId, fileId), { force: true });
  }

  /** {@link prune}, now and then, until `signal` aborts. */
  async watch(signal: AbortSignal, log: Log): Promise<void> {
    while (!signal.aborted) {
      await this.prune().catch((error: unknown) => log.error('table files not removed', { error }));
      await pause(PRUNE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Removes what nobody looked at for an hour, also what an earlier process left. */
  async prune(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
        if (mtimeMs < Date.now() - KEEP_MS) await rm(file, { force: true });
      }),
    );
  }
}
