/** Creating, editing, starting, stopping and deleting jobs (S2§2.14, §4, §7; R102, R117). */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Actor, type Answer, type Call, type Route } from '../contracts/route.ts';
import { deleteLocked, insertRow, lockRow, type MasterRow } from '../platform/rows/master.ts';
import { differing, lockSeen, lockSeveral, writeRevised } from '../platform/rows/revised-row.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import {
  DISABLED,
  JOB_KEY,
  JOB_PATH,
  JobBody,
  JobEdit,
  JobEditInBody,
  JobInPath,
  isShipped,
  type JobBody as Body,
} from './contract.ts';
import { refuseJob } from './job-rules.ts';
import { JOBS } from './tables.ts';

export type JobAdminDeps = { readonly db: DatabasePool; readonly httpHosts: readonly string[] };
type JobAnswer = Answer<number> | Refusal;

const MISSING = refuse('not-found', 'job.missing', '任务不存在或已删除');
const COLUMNS = {
  jobName: 'job_name',
  jobGroup: 'job_group',
  jobType: 'job_type',
  cronExpression: 'cron_expression',
  invokeTarget: 'invoke_target',
  args: 'args',
  misfirePolicy: 'misfire_policy',
  concurrent: 'concurrent',
  timeout: 'timeout',
  status: 'status',
} as const satisfies Record<keyof Body, string>;
const columnsOf = (body: JobEdit): MasterRow =>
  Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = body[field as keyof Body];
      return value === undefined || value === null ? [] : [[column, value]];
    }),
  );
const judged = (row: MasterRow) => ({
  jobType: String(row['job_type']) as Body['jobType'],
  cronExpression: String(row['cron_expression']),
  invokeTarget: String(row['invoke_target']),
});

/** Firings count from now on; what was to be made up for is not. */
const wind = async (tx: CommonQueryMethods, id: number, now: Date): Promise<void> => {
  await tx.query(sql.unsafe`
    INSERT INTO master.job_clock (job_id, seen_at) VALUES (${id}, ${now.toISOString()}::timestamptz)
    ON CONFLICT (job_id) DO UPDATE SET seen_at = excluded.seen_at, backlog = '{}'`);
};

const create = async ({ db, httpHosts }: JobAdminDeps, call: Call<unknown, unknown, Body>): Promise<JobAnswer> => {
  const refusal = refuseJob(call.body, httpHosts);
  if (refusal !== null) return refusal;
  const id = await call.newId();
  await db.transaction(async (tx) => {
    // The answer to the first attempt was lost: the row is already here.
    if ((await lockRow(tx, JOBS, id)) !== null) return;
    const at = { created_at: call.now.toISOString(), updated_at: call.now.toISOString() };
    const row = { id, ...columnsOf(call.body), scheduled: false, owner_id: call.user.id, revision: 0, ...at };
    await insertRow(tx, JOBS, row, call);
    await wind(tx, id, call.now);
  });
  return { data: id, msg: '新增成功', etag: 0 };
};

/** What changes the moments of a job, or what they mean. */
const RESCHEDULES = ['cron_expression', 'misfire_policy', 'scheduled'];
type Change = {
  readonly id: number;
  readonly columns: (before: MasterRow) => MasterRow | Refusal;
  readonly msg: string;
};
const change = (
  { db }: JobAdminDeps,
  { id, columns, msg }: Change,
  by: Actor & { readonly ifMatch?: number },
): Promise<JobAnswer> =>
  db.transaction(async (tx): Promise<JobAnswer> => {
    const before = await lockSeen(tx, JOBS, { id, ifMatch: by.ifMatch, missing: MISSING });
    if (isRefusal(before)) return before;
    const wanted = columns(before);
    if (isRefusal(wanted)) return wanted;
    const changes = differing(before, wanted);
    const etag = await writeRevised(tx, JOBS, { before, changes }, by);
    if (RESCHEDULES.some((column) => column in changes)) await wind(tx, id, by.now);
    return { data: id, msg, etag };
  });

const edit = (deps: JobAdminDeps, id: number, call: Call<unknown, unknown, JobEdit>): Promise<JobAnswer> => {
  const columns = (before: MasterRow): MasterRow | Refusal => {
    const given = columnsOf(call.body);
    const refusal = refuseJob(judged({ ...before, ...given }), deps.httpHosts);
    if (refusal !== null) return refusal;
    // Who says what is read says with whose rights.
    const owner = Object.keys(differing(before, given)).length > 0 ? { owner_id: call.user.id } : {};
    return { ...given, ...owner, ...(given['status'] === DISABLED && { scheduled: false }) };
  };
  return change(deps, { id, columns, msg: '修改成功' }, call);
};
const start = (before: MasterRow): MasterRow | Refusal =>
  before['status'] === DISABLED
    ? refuse('conflict', 'job.disabled', `任务“${String(before['job_name'])}”已停用，不能启动`)
    : { scheduled: true };
const stop = (): MasterRow => ({ scheduled: false });

const namesOf = (rows: readonly MasterRow[]): string => rows.map((row) => `“${String(row['job_name'])}”`).join('、');
/** What comes with the house stays; what runs by the clock is stopped first (R156). */
const refuseDelete = (rows: readonly MasterRow[]): Refusal | null => {
  const shipped = rows.filter(({ id }) => isShipped(Number(id)));
  if (shipped.length > 0)
    return refuse('conflict', 'job.shipped', `任务${namesOf(shipped)}随系统提供，可停用，不能删除`);
  const scheduled = rows.filter((row) => row['scheduled'] === true);
  if (scheduled.length === 0) return null;
  return refuse('conflict', 'job.scheduled', `任务${namesOf(scheduled)}已启动，请先停止再删除`);
};
const Named = z.object({ name: z.string() });
const remove = (
  { db }: JobAdminDeps,
  ids: readonly number[],
  by: Actor & { readonly ifMatch?: number },
): Promise<Answer<null> | Refusal> =>
  db.transaction(async (tx) => {
    const rows = await lockSeveral(tx, JOBS, { ids, ifMatch: by.ifMatch, missing: MISSING });
    if (isRefusal(rows)) return rows;
    const stays = refuseDelete(rows);
    if (stays !== null) return stays;
    const running = await tx.anyFirst(sql.type(Named)`
      SELECT DISTINCT job_name AS name FROM master.job_run
      WHERE status = '0' AND job_id = ANY (${sql.array([...ids], 'int8')})`);
    if (running.length > 0) {
      return refuse(
        'conflict',
        'job.running',
        `任务${running.map((name) => `“${name}”`).join('、')}正在运行，不能删除`,
      );
    }
    for (const row of rows) await deleteLocked(tx, JOBS, row, by);
    return { data: null, msg: '删除成功' };
  });

const switches = (deps: JobAdminDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/job/start/:id',
    summary: '启动定时任务',
    changes: true,
    allow: `${JOB_KEY}:start`,
    ofChain: true,
    params: JobInPath,
    data: z.int(),
    handler: (call) => change(deps, { id: call.params.id, columns: start, msg: '启动成功' }, call),
  }),
  route({
    method: 'GET',
    path: '/job/remove/:id',
    summary: '停止定时任务',
    changes: true,
    allow: [`${JOB_KEY}:start`, `${JOB_KEY}:remove`],
    ofChain: true,
    params: JobInPath,
    data: z.int(),
    handler: (call) => change(deps, { id: call.params.id, columns: stop, msg: '停止成功' }, call),
  }),
  historyRoute(deps.db, {
    path: JOB_PATH,
    title: '定时任务',
    table: JOBS.name,
    allow: ['list', 'add', 'edit', 'remove', 'start'].map((action) => `${JOB_KEY}:${action}`),
  }),
];

const removal = (deps: JobAdminDeps): Route =>
  route({
    method: 'DELETE',
    path: JOB_PATH,
    summary: '删除定时任务',
    allow: `${JOB_KEY}:remove`,
    ofChain: true,
    body: Ids,
    data: z.null(),
    handler: (call) => remove(deps, call.body.ids, call),
  });

export const jobAdminRoutes = (deps: JobAdminDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: JOB_PATH,
    summary: '新增定时任务',
    allow: `${JOB_KEY}:add`,
    ofChain: true,
    body: JobBody,
    data: z.int(),
    handler: (call) => create(deps, call),
  }),
  route({
    method: 'PUT',
    path: JOB_PATH,
    summary: '修改定时任务',
    allow: `${JOB_KEY}:edit`,
    ofChain: true,
    body: JobEditInBody,
    data: z.int(),
    handler: (call) => edit(deps, call.body.jobId, call),
  }),
  route({
    method: 'PUT',
    path: `${JOB_PATH}/:id`,
    summary: '修改定时任务',
    allow: `${JOB_KEY}:edit`,
    ofChain: true,
    params: JobInPath,
    body: JobEdit,
    data: z.int(),
    handler: (call) => edit(deps, call.params.id, call),
  }),
  removal(deps),
  ...switches(deps),
];
