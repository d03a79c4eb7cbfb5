/** Statements of whoever keeps the schedule: each changes something only as long as nobody else does. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { CONCURRENCY, DEFAULT_TIMEOUT_S, JOB_TYPES, MISFIRES } from './contract.ts';
import type { RunEnd } from './child.ts';
import { untilEnded } from './taken-over.ts';

const digits = <Words extends Readonly<Record<string, string>>>(words: Words) =>
  z.enum(Object.keys(words) as [keyof Words & string, ...(keyof Words & string)[]]);
/** A job that is scheduled, and where its clock stands. */
const Scheduled = z.object({
  id: z.int(),
  name: z.string(),
  type: digits(JOB_TYPES),
  line: z.string(),
  target: z.string(),
  args: z.string(),
  misfire: digits(MISFIRES),
  concurrent: digits(CONCURRENCY),
  timeout: z.int(),
  owner: z.int(),
  revision: z.int(),
  seenMs: z.number(),
  backlogMs: z.array(z.number()),
});
export type ScheduledJob = z.infer<typeof Scheduled>;

const ms = (at: FragmentSqlToken): FragmentSqlToken => sql.fragment`extract(epoch FROM ${at})::float8 * 1000`;
const moment = (at: Date): FragmentSqlToken => sql.fragment`${at.toISOString()}::timestamptz`;
const moments = (all: readonly Date[]): FragmentSqlToken =>
  sql.fragment`${sql.array(
    all.map((one) => one.toISOString()),
    'timestamptz',
  )}`;

export const scheduledJobs = (db: CommonQueryMethods): Promise<readonly ScheduledJob[]> =>
  db.any(sql.type(Scheduled)`
    SELECT j.id, job_name AS name, job_type AS type, cron_expression AS line, invoke_target AS target, args,
      misfire_policy AS misfire, concurrent, timeout, owner_id AS owner, revision,
      ${ms(sql.fragment`c.seen_at`)} AS "seenMs",
      array(SELECT ${ms(sql.fragment`missed`)} FROM unnest(c.backlog) AS missed ORDER BY 1) AS "backlogMs"
    FROM master.sys_job j JOIN master.job_clock c ON c.job_id = j.id WHERE j.scheduled AND j.status <> '1'`);

/** Their firings are missed: they come to their job's backlog. */
const cutOff = (which: FragmentSqlToken, output: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  WITH cut AS (
    UPDATE master.job_run SET status = '4', end_at = now(), output = ${output}
    WHERE status = '0' AND ${which} RETURNING job_id, due_at),
  missed AS (SELECT job_id, array_agg(due_at ORDER BY due_at) AS firings FROM cut GROUP BY job_id)
  UPDATE master.job_clock AS c SET backlog = c.backlog || missed.firings FROM missed WHERE c.job_id = missed.job_id`;

/** From now on `holder` keeps the schedule; what others left running is ended and cut off. */
export const takeOver = async (db: CommonQueryMethods, holder: string): Promise<void> => {
  await db.query(sql.unsafe`
    INSERT INTO master.job_holder (name, holder) VALUES ('jobs', ${holder}::uuid)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder`);
  await untilEnded(db, holder);
  await db.query(
    sql.unsafe`${cutOff(
      sql.fragment`holder <> ${holder}::uuid`,
      sql.fragment`output || CASE output WHEN '' THEN '' ELSE E'\n' END || '中断：运行任务的进程意外停止'`,
    )}`,
  );
};

const Id = z.object({ id: z.int() });
const stillMine = (holder: string): FragmentSqlToken =>
  sql.fragment`EXISTS (SELECT FROM master.job_holder WHERE name = 'jobs' AND holder = ${holder}::uuid)`;
export type Clock = { readonly seen: Date; readonly backlog: readonly Date[] };
/** Moves the clock of a job that is still what it was. */
const moved = (
  holder: string,
  { id, revision }: ScheduledJob,
  { seen, backlog }: Clock,
): FragmentSqlToken => sql.fragment`
  UPDATE master.job_clock SET seen_at = ${moment(seen)}, backlog = ${moments(backlog)}
  WHERE job_id = ${id} AND ${stillMine(holder)}
    AND EXISTS (SELECT FROM master.sys_job WHERE id = ${id} AND scheduled AND revision = ${revision})
  RETURNING job_id`;
export const moveClock = async (
  db: CommonQueryMethods,
  holder: string,
  job: ScheduledJob,
  clock: Clock,
): Promise<void> => {
  await db.query(sql.unsafe`${moved(holder, job, clock)}`);
};

/**
 * The row of a run that begins; null when the job is another by now, or somebody else keeps the schedule. Asked again because the answer
 * was lost, it is the row of before.
 */
export const beginRun = (
  db: CommonQueryMethods,
  holder: string,
  { job, due, clock }: { readonly job: ScheduledJob; readonly due: Date; readonly clock: Clock },
): Promise<number | null> =>
  db.maybeOneFirst(sql.type(Id)`
    WITH moved AS (${moved(holder, job, clock)}),
    before AS (
      SELECT id FROM master.job_run
      WHERE job_id = ${job.id} AND status = '0' AND holder = ${holder}::uuid AND due_at = ${moment(due)}),
    begun AS (
      INSERT INTO master.job_run (job_id, job_name, invoke_target, args, due_at, holder, start_at)
      SELECT ${job.id}, ${job.name}, ${job.target}, ${job.args}, ${moment(due)}, ${holder}::uuid, now() FROM moved
      WHERE NOT EXISTS (SELECT FROM before)
      RETURNING id)
    SELECT id FROM begun UNION ALL SELECT before.id FROM before, moved LIMIT 1`);

type Skip = { readonly job: ScheduledJob; readonly due: Date; readonly clock: Clock; readonly why: string };
/** Firings that found the one before still running: one row for as long as it runs, with their number. */
export const skipRun = async (
  db: CommonQueryMethods,
  holder: string,
  { job, due, clock, why }: Skip,
  before: number | null,
): Promise<number | null> => {
  const said = (count: FragmentSqlToken): FragmentSqlToken => sql.fragment`${why} || '，跳过' || ${count} || '次'`;
  if (before !== null) {
    await db.query(sql.unsafe`
      WITH moved AS (${moved(holder, job, clock)})
      UPDATE master.job_run SET skipped = skipped + 1, end_at = now(), output = ${said(sql.fragment`(skipped + 1)`)}
      WHERE id = ${before} AND EXISTS (SELECT FROM moved)`);
    return before;
  }
  return db.maybeOneFirst(sql.type(Id)`
    WITH moved AS (${moved(holder, job, clock)})
    INSERT INTO master.job_run (job_id, job_name, invoke_target, args, due_at, start_at, end_at, status, skipped, output)
    SELECT ${job.id}, ${job.name}, ${job.target}, ${job.args}, ${moment(due)}, now(), now(), '3', 1,
      ${said(sql.fragment`1`)} FROM moved RETURNING id`);
};

export const endRun = async (db: CommonQueryMethods, id: number, { status, output }: RunEnd): Promise<void> => {
  if (status === '4') {
    await db.query(sql.unsafe`${cutOff(sql.fragment`id = ${id}`, sql.fragment`${output}`)}`);
    return;
  }
  await db.query(sql.unsafe`
    UPDATE master.job_run SET status = ${status}, end_at = now(), output = ${output} WHERE id = ${id} AND status = '0'`);
};
export const sayRun = async (db: CommonQueryMethods, id: number, output: string): Promise<void> => {
  await db.query(sql.unsafe`UPDATE master.job_run SET output = ${output} WHERE id = ${id} AND status = '0'`);
};

const Asked = z.object({
  id: z.int(),
  jobId: z.int(),
  name: z.string(),
  target: z.string(),
  args: z.string(),
  owner: z.int(),
  timeout: z.int(),
});
type QueuedRun = z.infer<typeof Asked>;
/** Runs that somebody asked for, the first of each job that runs none, with the rights of its job: what is taken can begin. */
export const takeAsked = (
  db: CommonQueryMethods,
  holder: string,
  busy: readonly number[],
): Promise<readonly QueuedRun[]> =>
  db.any(sql.type(Asked)`
    UPDATE master.job_run SET holder = ${holder}::uuid, start_at = now()
    WHERE id IN (
      SELECT min(id) FROM master.job_run
      WHERE status = '0' AND holder IS NULL AND NOT job_id = ANY (${sql.array([...busy], 'int8')}) GROUP BY job_id)
      AND ${stillMine(holder)}
    RETURNING id, job_id AS "jobId", job_name AS name, invoke_target AS target, args,
      coalesce((SELECT owner_id FROM master.sys_job j WHERE j.id = job_id), 0) AS owner,
      coalesce((SELECT j.timeout FROM master.sys_job j WHERE j.id = job_id), ${DEFAULT_TIMEOUT_S}) AS timeout`);

/** What a job keeps: its last runs, and all of the last days (R118). */
const KEPT_RUNS = 500;
const KEPT_DAYS = 90;
export const pruneRuns = async (db: CommonQueryMethods): Promise<void> => {
  await db.query(sql.unsafe`
    DELETE FROM master.job_run AS r USING (
      SELECT job_id, (SELECT id FROM master.job_run k WHERE k.job_id = j.job_id
        ORDER BY id DESC OFFSET ${KEPT_RUNS} LIMIT 1) AS last
      FROM (SELECT id AS job_id FROM master.sys_job) AS j) AS old
    WHERE r.job_id = old.job_id AND r.id <= old.last AND r.start_at < now() - ${`${KEPT_DAYS} days`}::interval`);
};
