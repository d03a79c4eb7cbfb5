/** Excel import (S0§2, wire): a file is read, matched, checked whole, and then received whole or not at all. */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClosedDays } from '../../contracts/closed-day.ts';
import { dayOf } from '../../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import { seesShop } from '../../contracts/user.ts';
import { TableFiles } from '../../platform/table-files/table-files.ts';
import { refuseRows } from '../../platform/table-files/refuse-rows.ts';
import type { MasterLookup } from '../../contracts/master-lookup.ts';
import { noShopRight, partnerProblems } from '../receipt-rules.ts';
import { acceptImport, type Acceptance } from './accept-import.ts';
import { errorRows } from './error-rows.ts';
import type { ImportBody } from './import-body.ts';
import {
  doubtsIn,
  headingsOf,
  ignoredOf,
  judge,
  keptOf,
  readSource,
  refuseDoubts,
  reportOf,
  type Source,
} from './import-check.ts';
import { abandonedJobs, dropJob, findJob, openJob, progress, type Job } from './import-jobs.ts';
import { matchingOf, rememberMatching } from './import-matchings.ts';
import { columnOf, type ImportHead } from './import-rows.ts';
import { runImport, type ImportDeps, type ImportOutcome } from './import-run.ts';

const WATCH_MS = 5_000;
const RENEW_MS = 5_000;

type AcceptDeps = ImportDeps & { readonly closedDays: ClosedDays };
export type ImportsDeps = AcceptDeps & { readonly lookup: MasterLookup; readonly dataDir: string };
export type ImportAnswer = {
  readonly id: number;
  readonly total: number;
  readonly position: number;
  readonly ignored: readonly string[];
  /** Pieces that keep the file's cost or total weight against the formula. */
  readonly keptCosts: number;
  readonly keptWeights: number;
  readonly costDifferenceFen: number;
};
type ImportRequest = { readonly body: ImportBody; readonly actor: Actor };
type NewImport = ImportRequest & { readonly newId: () => Promise<number> };

const refuseHead = async (lookup: MasterLookup, head: ImportHead, actor: Actor): Promise<Refusal | null> => {
  if (!seesShop(actor.user, head.shopId)) return noShopRight();
  const problems = await partnerProblems(lookup, head.shopId, head.supplierId);
  const categories = await lookup.dictValues('goodsType');
  if (!categories.includes(head.category)) problems.push({ path: 'type', message: '首饰类别不在字典中' });
  const [first] = problems;
  return first === undefined ? null : refuse('invalid', 'import.head', first.message, { fields: problems });
};
const headOf = ({ body, actor }: ImportRequest): ImportHead => {
  const { shopId, supplierId, type: category, batchNo } = body;
  return { shopId, supplierId, category, batchNo, receivedOn: dayOf(actor.now) };
};

/** With a sign of life, so that no watcher takes a living import for an abandoned one. */
const alive = async <Value>({ db }: ImportDeps, id: number, work: () => Promise<Value>): Promise<Value> => {
  const sign = setInterval(() => void progress(db, id, 0).catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(sign);
  }
};
export const runAlive = (deps: ImportDeps, id: number): Promise<ImportOutcome> =>
  alive(deps, id, () => runImport(deps, id));
/** Takes in what was opened, and runs it. */
export const acceptAlive = (deps: AcceptDeps, acceptance: Acceptance): Promise<ImportOutcome | Refusal> => {
  const { shopId, receivedOn: day } = acceptance.head;
  return deps.closedDays.writing([{ shopId, day }], () =>
    alive(deps, acceptance.id, async () => {
      await acceptImport(deps, acceptance);
      return runImport(deps, acceptance.id);
    }),
  );
};

/** null where the import was never accepted. */
const answerOf = (
  id: number,
  outcome: ImportOutcome | Refusal,
  heading: string,
): Pick<ImportAnswer, 'id' | 'total' | 'position'> | Refusal | null => {
  if (isRefusal(outcome)) return outcome;
  if (outcome.state === 'absent') return null;
  if (outcome.state === 'completed') return { id, total: outcome.total, position: outcome.position };
  const problems = outcome.problems.map(({ row, barcode, message }) => ({
    row,
    field: heading,
    wire: 'barcode',
    value: barcode,
    message,
  }));
  return refuseRows(problems, { code: 'import.rows', kind: 'conflict' });
};

const PLAIN = { ignored: [], keptCosts: 0, keptWeights: 0, costDifferenceFen: 0 } as const;
/** After the end, however it came: the file is of no more use, the matching is. */
const tidy = async (
  deps: ImportsDeps,
  files: TableFiles,
  { body, actor }: ImportRequest,
  source: Source,
): Promise<void> => {
  const { fileId, mapping = {}, supplierId } = body;
  if (fileId === undefined) return;
  await files.drop(actor.user.id, fileId);
  if (supplierId === null) return;
  const matched = Object.fromEntries(source.headers.map((header) => [header, mapping[header] ?? '']));
  await rememberMatching(deps.db, supplierId, matched);
};

const receiveImport = async (
  deps: ImportsDeps,
  files: TableFiles,
  request: NewImport,
): Promise<ImportAnswer | Refusal> => {
  const { body, actor, newId } = request;
  const head = headOf(request);
  const refused = await refuseHead(deps.lookup, head, actor);
  if (refused !== null) return refused;
  const id = await newId();
  const heading = columnOf(headingsOf(body), 'barcode');
  const resumed = answerOf(id, await runAlive(deps, id), heading);
  if (resumed !== null) return isRefusal(resumed) ? resumed : { ...PLAIN, ...resumed };
  const source = await readSource(files, body, actor.user.id);
  if (isRefusal(source)) return source;
  const { drafts, problems } = await judge(deps, source, { head, importId: id });
  if (problems.length > 0) return refuseRows(problems, { code: 'import.rows' });
  const doubted = refuseDoubts(doubtsIn(drafts, source), body.consent);
  if (doubted !== null) return doubted;
  const { fileId = null, shopId } = body;
  await openJob(deps.db, { id, fileId, shopId, userId: actor.user.id, total: drafts.length });
  const ran = await acceptAlive(deps, { id, head, fileName: source.fileName, drafts, actor });
  const outcome = answerOf(id, ran, heading);
  if (outcome === null) throw new Error(`import ${id} was accepted and is not there`);
  await tidy(deps, files, request, source);
  return isRefusal(outcome) ? outcome : { ...outcome, ...keptOf(drafts), ignored: ignoredOf(source, body) };
};

/** Nothing is written: no id is drawn, and the drafts' import is nobody's. */
const NO_IMPORT = 0;
const judgeOnly = async (deps: ImportsDeps, files: TableFiles, asked: ImportRequest) => {
  const head = headOf(asked);
  const refused = await refuseHead(deps.lookup, head, asked.actor);
  if (refused !== null) return refused;
  const source = await readSource(files, asked.body, asked.actor.user.id);
  if (isRefusal(source)) return source;
  return { source, judged: await judge(deps, source, { head, importId: NO_IMPORT }) };
};
const check = async (deps: ImportsDeps, files: TableFiles, asked: ImportRequest) => {
  const read = await judgeOnly(deps, files, asked);
  return isRefusal(read) ? read : reportOf(read.source, read.judged, asked.body);
};
/** The file's rows with what is wrong in a last column, as a workbook. */
const errorSheet = async (
  deps: ImportsDeps,
  files: TableFiles,
  asked: ImportRequest,
): Promise<Uint8Array | Refusal> => {
  const { fileId } = asked.body;
  if (fileId === undefined) return refuseField('import.no_data', 'fileId', '请先导入Excel文件数据！');
  const read = await judgeOnly(deps, files, asked);
  if (isRefusal(read)) return read;
  const table = await files.load(asked.actor.user.id, fileId);
  return isRefusal(table) ? table : files.write(errorRows(table, read.source, read.judged));
};

export const createImports = (deps: ImportsDeps) => {
  const files = new TableFiles(path.join(deps.dataDir, 'imports'), new URL('./vocabulary.ts', import.meta.url));
  const find = async (name: string, { user }: Actor): Promise<Job | Refusal> => {
    const job = await findJob(deps.db, name);
    if (job !== null && seesShop(user, job.shopId)) return job;
    return refuse('not-found', 'import.unknown', '导入记录不存在');
  };
  const resumeAbandoned = async (): Promise<void> => {
    for (const id of await abandonedJobs(deps.db)) {
      const outcome = await runAlive(deps, id);
      if (outcome.state === 'absent') await dropJob(deps.db, id);
      deps.log.info('import resumed', { importId: id, state: outcome.state });
    }
  };
  /** Resumes imports that a crash left, until `signal` aborts. */
  const watch = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await resumeAbandoned().catch((error: unknown) => deps.log.error('imports not resumed', { error }));
      await files.prune().catch((error: unknown) => deps.log.error('import files not removed', { error }));
      await pause(WATCH_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    files,
    find,
    resumeAbandoned,
    watch,
    check: (asked: ImportRequest) => check(deps, files, asked),
    errorSheet: (asked: ImportRequest) => errorSheet(deps, files, asked),
    matchingOf: (supplierId: number) => matchingOf(deps.db, supplierId),
    receive: (request: NewImport) => receiveImport(deps, files, request),
  };
};
export type Imports = ReturnType<typeof createImports>;
