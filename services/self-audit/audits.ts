/** Self-audits as they are asked for, kept and shown; the run of a job does them (nightly-recount.ts). */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { dayOf, momentOrNothing } from '../contracts/dates.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { seesShop, type Actor, type SessionUser } from '../contracts/user.ts';
import type { JobFunctionName } from '../jobs/contract.ts';
import {
  AUDIT_STATES,
  AuditCoverage,
  AuditDifference,
  SHOWN_AUDITS,
  type AuditRecord,
  type AuditRow,
  type AuditState,
} from './contract.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';

const UNDER_WAY = refuse('conflict', 'self_audit.under_way', '正在自检，请稍候');
const GONE = refuse('not-found', 'self_audit.unknown', '没有这次自检');
const FUNCTION: JobFunctionName = 'NightlyRecount';
/** A year of nights, and some that were asked for. */
const KEPT = 400;

/** A run that was cut off says so itself. */
const settleCutOff = (db: CommonQueryMethods) =>
  db.query(sql.unsafe`
    UPDATE master.self_audit AS a SET status = CASE r.status WHEN '4' THEN '4' ELSE '1' END, end_at = r.end_at
    FROM master.job_run AS r WHERE r.id = a.run_id AND a.status = '0' AND r.status <> '0'`);

const Id = z.object({ id: z.int() });
/** Asks the process that runs jobs for a run of the nightly function; null when that is done. */
export const ask = (db: DatabasePool, id: number, { user }: Pick<Actor, 'user'>): Promise<Refusal | null> =>
  db.transaction(async (tx) => {
    // Two at once: the second waits here and finds the first.
    await lockUntilCommit(tx, LOCKS.selfAudit);
    if (await tx.exists(sql.type(Id)`SELECT id FROM master.self_audit WHERE id = ${id}`)) return null;
    await settleCutOff(tx);
    if (await isRunning(tx)) return UNDER_WAY;
    const runId = await tx.oneFirst(sql.type(Id)`
      INSERT INTO master.job_run (job_id, job_name, invoke_target, due_at, start_at)
      SELECT coalesce(min(id), 0), coalesce(min(job_name), '自检'), ${FUNCTION}, now(), now()
      FROM (SELECT id, job_name FROM master.sys_job WHERE invoke_target = ${FUNCTION} ORDER BY id LIMIT 1) AS job
      RETURNING id`);
    await tx.query(sql.unsafe`
      INSERT INTO master.self_audit (id, run_id, by_name) VALUES (${id}, ${runId}, ${user.nickName})`);
    return null;
  });
/** One that runs, or a run of the function that has not told of itself yet. */
const isRunning = (db: CommonQueryMethods): Promise<boolean> =>
  db.exists(sql.type(Id)`
    SELECT id FROM master.job_run WHERE status = '0' AND invoke_target = ${FUNCTION}
    UNION ALL SELECT id FROM master.self_audit WHERE status = '0'`);

const Stored = z.object({
  id: z.int(),
  start_ms: z.number(),
  end_ms: z.number().nullable(),
  status: z.enum(Object.keys(AUDIT_STATES) as [AuditState, ...AuditState[]]),
  reports: z.int(),
  found: z.int(),
  progress: z.int(),
  coverage: AuditCoverage.nullable(),
});
/** What is counted is shown once its run has ended: until then no other one may begin. */
const COLUMNS = sql.fragment`a.id, extract(epoch FROM a.start_at)::float8 * 1000 AS start_ms,
  extract(epoch FROM a.end_at)::float8 * 1000 AS end_ms, CASE r.status WHEN '0' THEN '0' ELSE a.status END AS status, a.reports, a.found, a.progress, a.coverage`;
const present = (row: z.infer<typeof Stored>): AuditRow => ({
  id: row.id,
  day: dayOf(new Date(row.start_ms)),
  startAt: momentOrNothing(row.start_ms),
  endAt: momentOrNothing(row.end_ms),
  status: row.status,
  reports: row.reports,
  differences: row.found,
  progress: row.progress,
  coverage: row.coverage,
});

/** The newest first, by their runs: ids of those that were asked for are given out by another process. */
export const audits = async (db: DatabasePool): Promise<readonly AuditRow[]> => {
  await settleCutOff(db);
  const rows = await db.any(sql.type(Stored)`
    SELECT ${COLUMNS} FROM master.self_audit a LEFT JOIN master.job_run r ON r.id = a.run_id ORDER BY a.run_id DESC LIMIT ${SHOWN_AUDITS}`);
  return rows.map(present);
};

const Whole = Stored.extend({ by_name: z.string(), output: z.string(), differences: z.array(AuditDifference) });
const Shop = z.object({ id: z.int(), name: z.string() });
/** With the differences of the user's shops; those of the whole chain are for whoever sees every shop (R13). */
export const audit = async (db: DatabasePool, id: number, user: SessionUser): Promise<AuditRecord | Refusal> => {
  await settleCutOff(db);
  const row = await db.maybeOne(sql.type(Whole)`
    SELECT ${COLUMNS}, a.by_name, a.differences, coalesce(r.output, '') AS output
    FROM master.self_audit a LEFT JOIN master.job_run r ON r.id = a.run_id WHERE a.id = ${id}`);
  if (row === null) return GONE;
  const seen = row.differences.filter(({ shopId }) => seesShop(user, shopId));
  const wanted = [...new Set(seen.map(({ shopId }) => shopId))];
  const shops = await db.any(sql.type(Shop)`
    SELECT id, name FROM master.shop WHERE id = ANY(${sql.array(wanted, 'int8')})`);
  const names = new Map(shops.map((shop) => [shop.id, shop.name]));
  return {
    ...present(row),
    by: row.by_name,
    problem: row.status === '1' || row.status === '4' ? (row.output.split('\n').at(-1) ?? '') : '',
    list: seen.map((one) => ({ ...one, shopName: names.get(one.shopId) ?? '' })),
  };
};

export type BegunAudit = { readonly id: number; readonly isOfNight: boolean };
/** The audit of a run: the one that somebody asked for, else a new one, of the night. null: another one runs already. */
export const begin = async (
  db: DatabasePool,
  runId: number,
  newId: () => Promise<number>,
): Promise<BegunAudit | null> => {
  await settleCutOff(db);
  const asked = await db.maybeOneFirst(sql.type(Id)`SELECT id FROM master.self_audit WHERE run_id = ${runId}`);
  if (asked !== null) return { id: asked, isOfNight: false };
  const begun = await db.maybeOneFirst(sql.type(Id)`
    INSERT INTO master.self_audit (id, run_id) VALUES (${await newId()}, ${runId})
    ON CONFLICT DO NOTHING RETURNING id`);
  return begun === null ? null : { id: begun, isOfNight: true };
};
export const tellProgress = async (db: DatabasePool, id: number, percent: number): Promise<void> => {
  await db.query(sql.unsafe`UPDATE master.self_audit SET progress = ${percent} WHERE id = ${id} AND status = '0'`);
};
type AuditOutcome = {
  readonly reports: number;
  readonly found: number;
  readonly differences: readonly AuditDifference[];
  readonly coverage: AuditCoverage;
};
export const end = async (
  db: CommonQueryMethods,
  id: number,
  { reports, found, differences, coverage }: AuditOutcome,
): Promise<void> => {
  await db.query(sql.unsafe`
    UPDATE master.self_audit SET status = '2', end_at = now(), progress = 100, reports = ${reports}, found = ${found},
      differences = ${JSON.stringify(differences)}::jsonb, coverage = ${JSON.stringify(coverage)}::jsonb WHERE id = ${id}`);
  await db.query(sql.unsafe`
    DELETE FROM master.self_audit WHERE id <= (SELECT id FROM master.self_audit ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`);
};
