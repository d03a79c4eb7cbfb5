/** Excel import (S0§2, wire): a file is read, matched, checked whole, and then received whole or not at all. */
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from '../../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import { seesShop } from '../../contracts/user.ts';
import type { MasterLookup } from '../../master-data/contract.ts';
import { choiceChecker, noShopRight, partnerProblems } from '../receipt-rules.ts';
import { acceptImport } from './accept-import.ts';
import type { ImportBody } from './import-body.ts';
import { abandonedJobs, closeJob, findJob, openJob, progress, takenBarcodes, type Job } from './import-jobs.ts';
import {
  IMPORT_COLUMNS,
  draftRows,
  matchedRows,
  refuseRows,
  type Draft,
  type ImportHead,
  type RowProblem,
  type SourceRow,
} from './import-rows.ts';
import { runImport, type ImportDeps, type ImportOutcome } from './import-run.ts';
import { TableFiles } from './table-files.ts';
import { MAX_ROWS } from './workbook.ts';

const WATCH_MS = 5_000;
const RENEW_MS = 5_000;

export type ImportsDeps = ImportDeps & { readonly lookup: MasterLookup; readonly dataDir: string };
export type Imported = { readonly id: number; readonly total: number; readonly position: number };
type Source = {
  readonly fileName: string;
  readonly rows: readonly SourceRow[];
  readonly headings: ReadonlyMap<string, string>;
};
type Request = { readonly body: ImportBody; readonly actor: Actor; readonly newId: () => Promise<number> };

const sourceOf = async (files: TableFiles, body: ImportBody, userId: number): Promise<Source | Refusal> => {
  if (body.list !== undefined) {
    const rows = body.list.map((values, index) => ({ row: index + 1, values }));
    return { fileName: '', rows, headings: new Map() };
  }
  const { fileId, mapping = {} } = body;
  if (fileId === undefined) return refuseField('import.no_data', 'fileId', '请先导入Excel文件数据！');
  const wires = Object.values(mapping).filter((wire) => wire !== '');
  const unknown = wires.find((wire) => !IMPORT_COLUMNS.has(wire));
  if (unknown !== undefined) return refuseField('import.mapping', 'mapping', `不能导入的字段：${unknown.slice(0, 40)}`);
  if (new Set(wires).size < wires.length) return refuseField('import.mapping', 'mapping', '同一字段只能对应一列');
  if (wires.length === 0) return refuseField('import.mapping', 'mapping', '请先匹配列与字段');
  const table = await files.load(userId, fileId);
  if (isRefusal(table)) return table;
  const headings = new Map(Object.entries(mapping).map(([header, wire]) => [wire, header]));
  return { fileName: table.fileName, rows: matchedRows(table, mapping), headings };
};

const refuseHead = async (lookup: MasterLookup, head: ImportHead, actor: Actor): Promise<Refusal | null> => {
  if (!seesShop(actor.user, head.shopId)) return noShopRight();
  const problems = await partnerProblems(lookup, head.shopId, head.supplierId);
  const categories = await lookup.dictValues('goodsType');
  if (!categories.includes(head.category)) problems.push({ path: 'type', message: '首饰类别不在字典中' });
  const [first] = problems;
  return first === undefined ? null : refuse('invalid', 'import.head', first.message, { fields: problems });
};

export const alreadyThere = async (
  { db }: ImportDeps,
  drafts: readonly Draft[],
  heading: string,
): Promise<RowProblem[]> => {
  const given = drafts.flatMap(({ barcode }) => (barcode === null ? [] : [barcode]));
  const taken = await takenBarcodes(db, given);
  return drafts
    .filter(({ barcode }) => barcode !== null && taken.has(barcode))
    .map(({ row, barcode }) => ({ row, field: heading, message: `条码${barcode}已存在` }));
};

const templateOf = ({ values }: SourceRow): string => {
  const name = values['printTemplate'];
  return typeof name === 'string' ? name.trim() : typeof name === 'number' ? String(name) : '';
};
/** Label templates that rows name and nobody has; a template is asked for once, however many rows name it. */
const missingTemplates = async (
  lookup: Pick<MasterLookup, 'hasTemplate'>,
  rows: readonly SourceRow[],
  heading: string,
): Promise<RowProblem[]> => {
  const missing = new Set<string>();
  for (const name of new Set(rows.map((row) => templateOf(row)))) {
    if (name !== '' && !(await lookup.hasTemplate('label', name))) missing.add(name);
  }
  return rows
    .filter((row) => missing.has(templateOf(row)))
    .map((source) => ({ row: source.row, field: heading, message: `标签模板“${templateOf(source)}”不存在` }));
};

/** Runs with a sign of life, so that no watcher takes a living import for an abandoned one. */
export const runAlive = async (deps: ImportDeps, id: number): Promise<ImportOutcome> => {
  const sign = setInterval(() => void progress(deps.db, id, 0).catch(() => undefined), RENEW_MS);
  try {
    return await runImport(deps, id);
  } finally {
    clearInterval(sign);
  }
};

/** null where the import was never accepted. */
const answerOf = (id: number, outcome: ImportOutcome, heading: string): Imported | Refusal | null => {
  if (outcome.state === 'absent') return null;
  if (outcome.state === 'completed') return { id, total: outcome.total, position: outcome.position };
  const problems = outcome.problems.map(({ row, message }) => ({ row, field: heading, message }));
  return refuseRows(problems, 'conflict');
};

const readRequest = async (deps: ImportsDeps, files: TableFiles, { body, actor }: Request) => {
  const { shopId, supplierId, type: category, batchNo } = body;
  const head: ImportHead = { shopId, supplierId, category, batchNo, receivedOn: dayOf(actor.now) };
  const refused = await refuseHead(deps.lookup, head, actor);
  if (refused !== null) return refused;
  const source = await sourceOf(files, body, actor.user.id);
  if (isRefusal(source)) return source;
  if (source.rows.length === 0) return refuseField('import.no_data', 'list', '请先导入Excel文件数据！');
  if (source.rows.length <= MAX_ROWS) return { head, ...source };
  return refuseField('import.too_many_rows', 'list', `一次最多导入${MAX_ROWS}行，请拆分文件`);
};

const receiveImport = async (deps: ImportsDeps, files: TableFiles, request: Request): Promise<Imported | Refusal> => {
  const { body, actor, newId } = request;
  const read = await readRequest(deps, files, request);
  if (isRefusal(read)) return read;
  const { head, rows, headings, fileName } = read;
  const heading = headings.get('barcode') ?? '条码';
  const id = await newId();
  const resumed = answerOf(id, await runAlive(deps, id), heading);
  if (resumed !== null) return resumed;
  const choices = await choiceChecker(deps.lookup);
  const { drafts, problems } = await draftRows(rows, { head, importId: id, headings, choices });
  const unknown = await missingTemplates(deps.lookup, rows, headings.get('printTemplate') ?? '标签模板');
  const all = [...problems, ...unknown, ...(await alreadyThere(deps, drafts, heading))];
  if (all.length > 0) return refuseRows(all);
  const { fileId = null, shopId } = body;
  await openJob(deps.db, { id, fileId, shopId, userId: actor.user.id, total: drafts.length });
  await acceptImport(deps, { id, head, fileName, drafts, actor });
  const outcome = answerOf(id, await runAlive(deps, id), heading);
  if (outcome === null) throw new Error(`import ${id} was accepted and is not there`);
  return outcome;
};

export const createImports = (deps: ImportsDeps) => {
  const files = new TableFiles(deps.dataDir);
  const find = async (name: string, { user }: Actor): Promise<Job | Refusal> => {
    const job = await findJob(deps.db, name);
    if (job !== null && seesShop(user, job.shopId)) return job;
    return refuse('not-found', 'import.unknown', '导入记录不存在');
  };
  const resumeAbandoned = async (): Promise<void> => {
    for (const id of await abandonedJobs(deps.db)) {
      const outcome = await runAlive(deps, id);
      if (outcome.state === 'absent') await closeJob(deps.db, id, 'dropped');
      deps.log.info('import resumed', { importId: id, state: outcome.state });
    }
  };
  /** Resumes imports that a crash left, until `signal` aborts. */
  const watch = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await resumeAbandoned().catch((error: unknown) => deps.log.error('imports not resumed', { error }));
      await pause(WATCH_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    files,
    find,
    resumeAbandoned,
    watch,
    receive: (request: Request) => receiveImport(deps, files, request),
  };
};
export type Imports = ReturnType<typeof createImports>;
